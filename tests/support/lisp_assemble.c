/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "lisp_assemble.h"

#include "lisp/core/core_int.h"
#include "lisp/heap/data.h"
#include "lisp/heap/memory.h"
#include "lisp/machine/machine_int.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 512, FUNCTIONS = 16, TABLE = 64, LABELS = 64, WORDS_OF_LINE = 12 };

typedef struct label {
    char name[32];
    uint32_t at;
} label;

typedef struct draft {
    char name[32];
    uint32_t code[MOST];
    uint32_t places[MOST];
    char targets[MOST][32]; /* the label that the word is a distance to */
    ptc_value constants[TABLE];
    uint32_t captures[TABLE];
    char children[TABLE][32];
    char arities[TABLE][32];
    label labels[LABELS];
    uint32_t code_count;
    uint32_t constant_count;
    uint32_t capture_count;
    uint32_t child_count;
    uint32_t arity_count;
    uint32_t label_count;
    uint32_t parameters;
    uint32_t registers;
    bool has_rest;
    ptc_proto *proto;
} draft;

typedef struct assembler {
    ptc_lisp *lisp;
    ptc_program *program;
    draft *drafts;
    uint32_t count;
    ptc_site sites[TABLE];
    uint32_t site_count;
    ptc_variable *variables[TABLE];
    uint32_t variable_count;
    char words[WORDS_OF_LINE][64];
    uint32_t word_count;
    uint32_t place;
} assembler;

static draft *now(assembler *as)
{
    cr_assert_gt(as->count, 0u, "an assembler text begins with .fn");
    return &as->drafts[as->count - 1];
}

static ptc_value keyword(assembler *as, const char *text)
{
    return ptc_name_value(ptc_name_intern(as->lisp, ptc_str_of(text + 1)), PTC_KEYWORD);
}

static ptc_value constant(assembler *as, const char *text)
{
    char *end;
    const ptc_function *builtin;
    ptc_value value;

    if (text[0] == ':')
        return keyword(as, text);
    if (strcmp(text, "nil") == 0)
        return ptc_value_nil();
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return ptc_value_bool(text[0] == 't');
    if (text[0] == '"') {
        value = ptc_value_string(
            ptc_str_copy(&as->program->arena, ptc_str_make(text + 1, strlen(text) - 2)));
        value.flags |= PTC_FLAG_ASCII;
        return value;
    }
    if (strchr("-0123456789", text[0]) != NULL && (text[0] != '-' || text[1] != '\0')) {
        if (strchr(text, '.') != NULL)
            return ptc_value_float(strtod(text, &end));
        return ptc_value_int(strtoll(text, &end, 10));
    }
    builtin = ptc_builtin_find(ptc_str_of(text));
    cr_assert(builtin != NULL, "no builtin %s", text);
    value = ptc_value_make((ptc_kind)PTC_FUNCTION, 0, 0);
    value.as.object = (struct ptc_object *)(uintptr_t)builtin;
    return value;
}

static void begin_function(assembler *as)
{
    draft *fn;

    cr_assert(as->count < FUNCTIONS && as->word_count == 4);
    fn = &as->drafts[as->count++];
    snprintf(fn->name, sizeof fn->name, "%.31s", as->words[1]);
    fn->parameters = (uint32_t)strtoul(as->words[2], NULL, 10);
    fn->registers = (uint32_t)strtoul(as->words[3], NULL, 10);
    fn->proto = ptc_arena_array(&as->program->arena, 1, sizeof *fn->proto);
}

static void record_site(assembler *as)
{
    ptc_value keys[WORDS_OF_LINE];

    for (uint32_t i = 1; i < as->word_count; i++)
        keys[i - 1] = keyword(as, as->words[i]);
    as->sites[as->site_count++] =
        (ptc_site){.shape = ptc_shape_of(as->lisp, keys, as->word_count - 1)};
}

static void directive(assembler *as)
{
    const char *word = as->words[0];
    const char *operand = as->words[1];
    draft *fn;

    if (strcmp(word, ".fn") == 0) {
        begin_function(as);
        return;
    }
    fn = now(as);
    if (strcmp(word, ".rest") == 0) {
        fn->has_rest = true;
    } else if (strcmp(word, ".capture") == 0) {
        fn->captures[fn->capture_count++] =
            (uint32_t)strtoul(operand + 1, NULL, 10) | (operand[0] == 'c' ? 1u << 31 : 0);
    } else if (strcmp(word, ".arity") == 0) {
        snprintf(fn->arities[fn->arity_count++], 32, "%.31s", operand);
    } else if (strcmp(word, ".child") == 0) {
        snprintf(fn->children[fn->child_count++], 32, "%.31s", operand);
    } else if (strcmp(word, ".k") == 0) {
        fn->constants[fn->constant_count++] = constant(as, operand);
    } else if (strcmp(word, ".var") == 0) {
        as->variables[as->variable_count++] =
            ptc_lisp_variable(as->lisp, ptc_name_intern(as->lisp, ptc_str_of(operand)));
    } else if (strcmp(word, ".get") == 0) {
        as->sites[as->site_count++] =
            (ptc_site){.index = UINT32_MAX, .key = keyword(as, operand)};
    } else {
        cr_assert(strcmp(word, ".record") == 0, "what is %s?", word);
        record_site(as);
    }
}

static ptc_opcode opcode(const char *name)
{
    unsigned op = 0;

    while (op < PTC_OP_COUNT && strcmp(ptc_opcode_name((ptc_opcode)op), name) != 0)
        op++;
    cr_assert_lt(op, (unsigned)PTC_OP_COUNT, "no opcode %s", name);
    return (ptc_opcode)op;
}

static void append(assembler *as, uint32_t word, const char *target)
{
    draft *fn = now(as);

    cr_assert_lt(fn->code_count, (uint32_t)MOST);
    snprintf(fn->targets[fn->code_count], 32, "%.31s", target);
    fn->places[fn->code_count] = as->place;
    fn->code[fn->code_count++] = word;
}

static void instruction(assembler *as)
{
    ptc_opcode op = opcode(as->words[0]);
    const char *shape = ptc_opcode_shape(op);
    uint32_t word = op;
    uint32_t next = 1;
    unsigned shift = 8;

    for (; *shape != '\0' && *shape != 'W'; shape++) {
        const char *operand = as->words[next++];
        uint32_t number = (uint32_t)strtol(operand, NULL, 10);

        if (shape[0] == 's' || shape[1] == 'x') {
            word |= (number & 0xFFFFu) << 16;
            break;
        }
        word |= (number & 0xFFu) << shift;
        shift += 8;
    }
    append(as, word, "");
    if (*shape == 'W') {
        const char *operand = as->words[next++];

        append(as, (uint32_t)strtol(operand, NULL, 10), operand[0] == '@' ? operand : "");
    }
    cr_assert_eq(next, as->word_count, "%s: operands", as->words[0]);
}

static void split(assembler *as, const char *line, size_t len)
{
    size_t at = 0;

    as->word_count = 0;
    memset(as->words, 0, sizeof as->words);
    for (;;) {
        size_t start;

        while (at < len && line[at] == ' ')
            at++;
        if (at == len || line[at] == ';')
            return;
        start = at;
        while (at < len && line[at] != ' ')
            at++;
        cr_assert_lt(as->word_count, (uint32_t)WORDS_OF_LINE);
        snprintf(as->words[as->word_count++], 64, "%.*s", (int)(at - start),
                 line + start);
    }
}

static void assemble_line(assembler *as)
{
    draft *fn;

    if (as->word_count == 0)
        return;
    if (as->words[0][0] == '.') {
        directive(as);
    } else if (as->words[0][0] == '@') {
        fn = now(as);
        snprintf(fn->labels[fn->label_count].name, 32, "%.31s", as->words[0]);
        fn->labels[fn->label_count++].at = fn->code_count;
    } else {
        instruction(as);
    }
}

static const ptc_proto *find(const assembler *as, const char *name)
{
    for (uint32_t i = 0; i < as->count; i++) {
        if (strcmp(as->drafts[i].name, name) == 0)
            return as->drafts[i].proto;
    }
    cr_assert_fail("no function %s", name);
    return NULL;
}

static void link_labels(draft *fn)
{
    for (uint32_t i = 0; i < fn->code_count; i++) {
        uint32_t k = 0;

        if (fn->targets[i][0] == '\0')
            continue;
        while (k < fn->label_count && strcmp(fn->labels[k].name, fn->targets[i]) != 0)
            k++;
        cr_assert_lt(k, fn->label_count, "no label %s", fn->targets[i]);
        fn->code[i] = fn->labels[k].at - (i + 1);
    }
}

static const ptc_proto *const *link_functions(const assembler *as, char (*names)[32],
                                              uint32_t count)
{
    const ptc_proto **list =
        ptc_arena_array(&as->program->arena, count, sizeof(const ptc_proto *));

    for (uint32_t i = 0; i < count; i++)
        list[i] = find(as, names[i]);
    return list;
}

static void finish(assembler *as, draft *fn)
{
    ptc_arena *arena = &as->program->arena;
    ptc_proto *proto = fn->proto;

    link_labels(fn);
    proto->code = ptc_arena_copy(arena, fn->code, fn->code_count * sizeof *fn->code);
    proto->places = ptc_arena_copy(arena, fn->places, fn->code_count * sizeof *fn->code);
    proto->constants =
        ptc_arena_copy(arena, fn->constants, fn->constant_count * sizeof *fn->constants);
    proto->captures =
        ptc_arena_copy(arena, fn->captures, fn->capture_count * sizeof *fn->captures);
    proto->code_count = fn->code_count;
    proto->constant_count = fn->constant_count;
    proto->capture_count = fn->capture_count;
    proto->child_count = fn->child_count;
    proto->children = link_functions(as, fn->children, fn->child_count);
    proto->arity_count = fn->arity_count;
    proto->arities = link_functions(as, fn->arities, fn->arity_count);
    proto->registers = fn->registers;
    proto->parameters = (uint16_t)fn->parameters;
    proto->has_rest = fn->has_rest;
    proto->min_args = (uint16_t)fn->parameters;
    proto->max_args = fn->has_rest ? PTC_MANY : (uint16_t)fn->parameters;
    proto->name = ptc_name_intern(as->lisp, ptc_str_of(fn->name));
    proto->parameters_text = PTC_STR("");
    proto->program = as->program;
}

/* Counts of arguments come from the arities, which are finished then. */
static void finish_arities(draft *fn)
{
    if (fn->arity_count == 0)
        return;
    fn->proto->min_args = PTC_MANY;
    fn->proto->max_args = 0;
    for (uint32_t i = 0; i < fn->arity_count; i++) {
        const ptc_proto *arity = fn->proto->arities[i];

        if (arity->min_args < fn->proto->min_args)
            fn->proto->min_args = arity->min_args;
        if (arity->max_args > fn->proto->max_args)
            fn->proto->max_args = arity->max_args;
    }
}

ptc_program *test_assemble(ptc_lisp *lisp, const char *text)
{
    assembler as = {.lisp = lisp, .program = ptc_program_new(lisp, ptc_str_of(text))};
    const char *line = text;

    cr_assert(as.program != NULL);
    as.program->text = ptc_str_copy(&as.program->arena, ptc_str_of(text));
    as.drafts = calloc(FUNCTIONS, sizeof *as.drafts);
    while (*line != '\0') {
        size_t len = strcspn(line, "\n");

        as.place = (uint32_t)(line - text);
        split(&as, line, len);
        assemble_line(&as);
        line += len + (line[len] != '\0');
    }
    for (uint32_t i = 0; i < as.count; i++)
        finish(&as, &as.drafts[i]);
    for (uint32_t i = 0; i < as.count; i++)
        finish_arities(&as.drafts[i]);
    as.program->main = as.drafts[0].proto;
    as.program->sites = ptc_arena_copy(&as.program->arena, as.sites, sizeof as.sites);
    as.program->site_count = as.site_count;
    as.program->variables =
        ptc_arena_copy(&as.program->arena, as.variables, sizeof as.variables);
    as.program->variable_count = as.variable_count;
    free(as.drafts);
    return as.program;
}
