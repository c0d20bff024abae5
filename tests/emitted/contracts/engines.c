/* SPDX-License-Identifier: MIT */
/* Comparing the engines; see engines.h. Needs no test framework. */
#define _GNU_SOURCE
#include "engines.h"

#include "damage.h"
#include "random_schema.h"
#include "same.h"
#include "tags.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GUARD = 16 };

/* What comes after padded texts. */
static const char paddings[4][PTC_PADDING + 1] = {
    "\"}]1,\"x\":{[ \"a\":0}],\"query\":\"x",
    "99999999999999999999999999999999",
    "}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}",
    "                                ",
};

typedef struct setting {
    ptc_mode mode; /* that the caller asks for */
    ptc_direction direction;
} setting;

/* What an engine says about a text. */
typedef struct verdict {
    bool is_valid;
    bool is_coerced;
    bool is_warned; /* of that, or of keys that may be misspelt */
    ptc_status status;
    ptc_value value; /* the walker's */
} verdict;

static const char *setting_name(const setting *at)
{
    static const char *const modes[] = {"enabled", "warn_only", "strict", "disabled"};
    static char name[32];

    snprintf(name, sizeof name, "%s %s", modes[at->mode],
             at->direction == PTC_INPUT ? "input" : "output");
    return name;
}

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "engines: %s\n", what);
        abort();
    }
}

static void differ(engines *e, const setting *at, ptc_str text, const char *what)
{
    engines_difference found = {e->root, setting_name(at), what, text};

    e->different++;
    e->differs(&found, e->user);
}

/* --- What the judgement of golden_judge.c asks ------------------------------------- */

/* It is asked without an engine; there is one at a time. */
static engines_code judged_code;

ptc_mode golden_mode(ptc_mode wanted)
{
    return judged_code.has_mode ? judged_code.mode : wanted;
}

bool golden_copies(void)
{
    return judged_code.copies;
}

/* --- The engines ------------------------------------------------------------------- */

/* Places the text so that it ends, padding included, where memory does. */
static const char *place(engines *e, ptc_str text, bool is_padded)
{
    char *end = e->page_end - (is_padded ? PTC_PADDING : 0);

    require(text.len + PTC_PADDING <= ENGINES_TEXT_MAX, "too long a text");
    memcpy(end - text.len, text.ptr, text.len);
    if (is_padded)
        memcpy(end, paddings[e->texts % 4], PTC_PADDING);
    return end - text.len;
}

static verdict parse(engines *e, const setting *at, ptc_str text, bool is_padded)
{
    ptc_parse_options options = {
        .struct_size = sizeof options, .mode = at->mode, .direction = at->direction};
    golden_parse_fn entry =
        is_padded ? e->root->functions.padded : e->root->functions.plain;
    const char *placed = place(e, text, is_padded);
    ptc_parse_info info;
    verdict result = {0};

    memset(e->out, 0xa5, e->root->functions.size + GUARD);
    result.status = entry(&e->arena, placed, text.len, &options, e->out, &info);
    result.is_valid = result.status == PTC_OK;
    result.is_coerced = info.is_coerced;
    if (info.status != result.status || info.offset > text.len)
        differ(e, at, text, "status and information differ");
    for (size_t i = 0; i < GUARD; i++) {
        if (e->out[e->root->functions.size + i] != 0xa5) {
            differ(e, at, text, "written past the struct");
            break;
        }
    }
    return result;
}

/* A struct holds only what the contract says, so in mode disabled the parser checks as
 * well, without coercion. */
static verdict walk(engines *e, const setting *at, const ptc_value *value,
                    ptc_report *report)
{
    ptc_mode mode = golden_mode(at->mode);
    bool is_disabled = mode == PTC_MODE_DISABLED;
    ptc_walk_options options = {.struct_size = sizeof options,
                                .mode = is_disabled ? PTC_MODE_ENABLED : mode,
                                .direction = is_disabled ? PTC_OUTPUT : at->direction,
                                .boundary = PTC_BOUNDARY_JSON};
    verdict result = {0};

    result.status =
        ptc_schema_coerce(&e->arena, &e->schema, value, &options, &result.value, report);
    result.is_valid = result.status == PTC_OK && report->errors_found == 0;
    result.is_warned = report->warnings_found > 0;
    for (size_t i = 0; i < report->warning_count; i++)
        result.is_coerced |= report->warnings[i].code == PTC_CODE_COERCED;
    return result;
}

/* The naive rules try every alternative at every level: they check what people nest. */
enum { RULES_DEPTH_MAX = 24 };

static bool is_deep(ptc_str text)
{
    size_t depth = 0;
    size_t deepest = 0;

    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '[' || text.ptr[i] == '{')
            depth++;
        else if ((text.ptr[i] == ']' || text.ptr[i] == '}') && depth > 0)
            depth--;
        if (depth > deepest)
            deepest = depth;
    }
    return deepest > RULES_DEPTH_MAX;
}

static void compare_rules(engines *e, const setting *at, ptc_str text,
                          const ptc_value *value, const verdict *walked)
{
    ptc_mode mode = golden_mode(at->mode);
    naive_result naive;

    if (!e->has_rules || mode == PTC_MODE_DISABLED)
        return;
    if (is_deep(text) || !naive_judge(&e->arena, &e->rules, value, mode, at->direction,
                                      PTC_BOUNDARY_JSON, &naive)) {
        e->unknown++;
        return;
    }
    e->by_rules++;
    if (naive.is_valid != walked->is_valid)
        differ(e, at, text,
               naive.is_valid ? "the naive rules accept" : "the naive rules refuse");
    else if (naive.is_valid && !ptc_value_same(&naive.value, &walked->value))
        differ(e, at, text, "the naive rules make another value than the walker");
}

static void differ_on(engines *e, const setting *at, const ptc_value *value,
                      const char *what)
{
    ptc_text text;

    ptc_text_init(&text, &e->types);
    ptc_value_write(&text, value);
    differ(e, at, ptc_text_view(&text), what);
}

/* `made` is what the walker made of the value, or NULL. */
static void compare_lisp_rules(engines *e, const setting *at, const ptc_value *value,
                               const ptc_value *made)
{
    naive_result naive;

    if (!e->has_rules || !naive_judge(&e->arena, &e->rules, value, golden_mode(at->mode),
                                      at->direction, PTC_BOUNDARY_LISP, &naive)) {
        e->unknown++;
        return;
    }
    e->by_rules++;
    if (naive.is_valid != (made != NULL))
        differ_on(e, at, value,
                  made ? "the naive rules refuse" : "the naive rules accept");
}

static ptc_str words_of(engines *e, const ptc_report *report)
{
    ptc_text text;

    ptc_text_init(&text, &e->arena);
    ptc_report_write_errors(&text, report, "errors:");
    ptc_report_write_warnings(&text, report, "warnings:");
    return ptc_text_view(&text);
}

static bool same_reports(engines *e, const ptc_report *one, const ptc_report *other)
{
    if (one->errors_found == 0 && one->warnings_found == 0 && other->errors_found == 0 &&
        other->warnings_found == 0)
        return true;
    return one->errors_found == other->errors_found &&
           one->warnings_found == other->warnings_found &&
           ptc_str_equal(words_of(e, one), words_of(e, other));
}

/* `told` is the walker's report, or NULL when the text is not JSON. */
static void compare_explained(engines *e, const setting *at, ptc_str text,
                              const verdict *walked, const ptc_report *told)
{
    ptc_parse_options options = {
        .struct_size = sizeof options, .mode = at->mode, .direction = at->direction};
    ptc_json_error error;
    ptc_report report;
    ptc_status status;

    ptc_report_init(&report, &e->arena);
    status = e->root->explain(&e->arena, text.ptr, text.len, &options, &report, &error);
    if ((status == PTC_OK && report.errors_found == 0) != walked->is_valid)
        differ(e, at, text, "another explanation than verdict");
    if (told != NULL && !same_reports(e, &report, told))
        differ(e, at, text, "other errors or warnings than the walker's");
}

/* The two entries, the struct as a value and as JSON, and all of it again from there. */
static void compare_struct(engines *e, const setting *at, ptc_str text)
{
    golden_document document = {.root = &e->root->functions,
                                .options = {.struct_size = sizeof(ptc_parse_options),
                                            .mode = at->mode,
                                            .direction = at->direction},
                                .behind = paddings[e->texts % 4],
                                .text = text};
    const char *complaint = golden_judge(&e->arena, &document, NULL);

    if (complaint != NULL)
        differ(e, at, text, complaint);
}

static void compare_tags(engines *e, const setting *at, ptc_str text,
                         const verdict *walked)
{
    ptc_mode mode = golden_mode(at->mode);
    ptc_walk_options options = {.struct_size = sizeof options,
                                .mode = mode == PTC_MODE_STRICT ? PTC_MODE_STRICT
                                                                : PTC_MODE_ENABLED,
                                .direction = PTC_OUTPUT,
                                .boundary = PTC_BOUNDARY_JSON};

    /* What mode disabled does not fill in, the walker did. */
    if (mode != PTC_MODE_DISABLED &&
        !tags_are_first(&e->schema, e->root->layout, &options, e->out, &walked->value))
        differ(e, at, text, "a union holds another alternative");
}

/* The quick look may not know, but what it accepts is valid, with nothing to tell. */
static void compare_quick(engines *e, const setting *at, ptc_str text,
                          const verdict *walked)
{
    const ptc_glance *glance = e->glances[golden_mode(at->mode)][at->direction];

    if (!ptc_glance_accepts(&e->arena, glance, place(e, text, true), text.len))
        return;
    e->at_once++;
    if (!walked->is_valid || walked->is_warned)
        differ(e, at, text, "a quick look accepts it");
}

static void judge_at(engines *e, const setting *at, ptc_str text, const ptc_value *value)
{
    verdict walked = {.status = PTC_ERROR_SYNTAX};
    ptc_report report;

    ptc_report_init(&report, &e->arena);
    if (value != NULL) {
        walked = walk(e, at, value, &report);
        compare_rules(e, at, text, value, &walked);
    }
    compare_explained(e, at, text, &walked, value ? &report : NULL);
    compare_quick(e, at, text, &walked);
    compare_struct(e, at, text);
    for (unsigned padded = 0; padded < 2; padded++) {
        verdict parsed = parse(e, at, text, padded != 0);

        if (parsed.is_valid != walked.is_valid)
            differ(e, at, text,
                   parsed.is_valid ? "emitted C accepts, the walker does not"
                                   : "the walker accepts, emitted C does not");
        else if (parsed.is_valid && parsed.is_coerced != walked.is_coerced)
            differ(e, at, text,
                   parsed.is_coerced ? "only emitted C says that it coerced"
                                     : "emitted C does not say that it coerced");
        if (parsed.is_valid && walked.is_valid)
            compare_tags(e, at, text, &walked);
    }
    e->judged++;
    e->accepted += walked.is_valid;
    e->coerced += walked.is_coerced;
}

/* Code for one mode is asked for that and for another, which it has to skip. */
static bool is_asked(const engines *e, ptc_mode mode)
{
    return !e->code.has_mode || mode == e->code.mode ||
           mode == (e->code.mode + 1) % (PTC_MODE_DISABLED + 1);
}

bool engines_judge(engines *e, ptc_str text)
{
    unsigned before = e->accepted;

    if (e->begins != NULL)
        e->begins(text, false, e->user);
    e->texts++;
    for (unsigned i = 0; i < 8; i++) {
        setting at = {(ptc_mode)(i / 2), i % 2 ? PTC_OUTPUT : PTC_INPUT};
        ptc_value value;
        bool is_read;

        if (!is_asked(e, at.mode))
            continue;
        ptc_arena_reset(&e->arena);
        is_read = ptc_json_read(&e->arena, text.ptr, text.len, NULL, &value, NULL,
                                NULL) == PTC_OK;
        judge_at(e, &at, text, is_read ? &value : NULL);
    }
    return e->accepted > before;
}

/* --- Documents --------------------------------------------------------------------- */

static ptc_value reverse(ptc_arena *arena, const ptc_value *value)
{
    ptc_value result = *value;

    if (value->kind == PTC_VECTOR || value->kind == PTC_SET) {
        ptc_value *items = ptc_arena_array(arena, value->aux, sizeof *items);

        for (uint32_t i = 0; i < value->aux; i++)
            items[i] = reverse(arena, &value->as.items[i]);
        return ptc_value_vector(items, value->aux);
    }
    if (value->kind == PTC_MAP) {
        ptc_map_entry *entries = ptc_arena_array(arena, value->aux, sizeof *entries);

        for (uint32_t i = 0; i < value->aux; i++) {
            entries[value->aux - 1 - i].key = value->as.map->entries[i].key;
            entries[value->aux - 1 - i].value =
                reverse(arena, &value->as.map->entries[i].value);
        }
        require(ptc_map_make(arena, entries, value->aux, &result, NULL) == PTC_OK,
                "memory");
    }
    return result;
}

void engines_judge_value(engines *e, const ptc_value *value)
{
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    if (ptc_json_write(&text, value, 0) == PTC_OK) {
        ptc_value turned = reverse(&arena, value);
        ptc_text other;

        engines_judge(e, ptc_text_view(&text));
        ptc_text_init(&other, &arena);
        require(ptc_json_write(&other, &turned, 1) == PTC_OK, "memory");
        if (!ptc_str_equal(ptc_text_view(&text), ptc_text_view(&other)))
            engines_judge(e, ptc_text_view(&other));
    }
    ptc_arena_free(&arena);
}

/* The value as a program made it: emitted C stores what the walker makes of it. */
static void judge_lisp(engines *e, const setting *at, const ptc_value *value)
{
    ptc_walk_options options = {.struct_size = sizeof options,
                                .mode = golden_mode(at->mode),
                                .direction = at->direction,
                                .boundary = PTC_BOUNDARY_LISP};
    ptc_walk_options asked = options;
    ptc_report report;
    ptc_status status;
    ptc_value made;
    ptc_value got;
    bool is_valid;

    asked.mode = at->mode;
    ptc_report_init(&report, &e->arena);
    status = ptc_schema_coerce(&e->arena, &e->schema, value, &options, &made, &report);
    is_valid = status == PTC_OK && report.errors_found == 0;
    compare_lisp_rules(e, at, value, is_valid ? &made : NULL);
    if (e->root->validate(value, &asked, NULL) !=
        ptc_schema_validate(&e->schema, value, &options, NULL))
        differ_on(e, at, value, "emitted C validates otherwise");
    status = e->root->functions.from_value(&e->arena, value, &asked, e->out, NULL);
    if ((status == PTC_OK) != is_valid) {
        differ_on(e, at, value, is_valid ? "a value is not stored" : "a value is stored");
        return;
    }
    if (!is_valid)
        return;
    status = e->root->functions.to_value(&e->arena, e->out, &got);
    if (status != PTC_OK)
        differ_on(e, at, value, ptc_status_name(status));
    else if (!test_same_by_schema(&e->schema, e->schema.root, &got, &made))
        differ_on(e, at, value, "another value comes back");
    options.direction = PTC_OUTPUT;
    if (!tags_are_first(&e->schema, e->root->layout, &options, e->out, &made))
        differ_on(e, at, value, "a union holds another alternative");
}

void engines_judge_lisp(engines *e, const ptc_value *value)
{
    if (e->begins != NULL)
        e->begins(PTC_STR(""), true, e->user);
    e->values++;
    for (unsigned i = 0; i < 6; i++) {
        setting at = {(ptc_mode)(i / 2), i % 2 ? PTC_OUTPUT : PTC_INPUT};

        if (!is_asked(e, at.mode) || golden_mode(at.mode) == PTC_MODE_DISABLED)
            continue;
        ptc_arena_reset(&e->arena);
        judge_lisp(e, &at, value);
        e->judged++;
    }
}

static bool write_member(ptc_text *text, const ptc_map_entry *member)
{
    if (member->key.kind != PTC_STRING && member->key.kind != PTC_KEYWORD)
        return false;
    ptc_text_cstr(text, text->len > 1 ? "," : "");
    ptc_json_write_string(text, ptc_value_text(&member->key));
    ptc_text_byte(text, ':');
    return ptc_json_write(text, &member->value, 0) == PTC_OK;
}

/* A map some of whose members appear once or several times more: no one takes it. */
static void judge_repeated(engines *e, test_random *random, ptc_arena *arena,
                           const ptc_value *map)
{
    static const setting at = {PTC_MODE_ENABLED, PTC_INPUT};
    unsigned more = 1 + test_random_below(random, 5);
    bool is_written = true;
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_byte(&text, '{');
    for (uint32_t i = 0; is_written && i < map->aux; i++)
        is_written = write_member(&text, &map->as.map->entries[i]);
    for (unsigned i = 0; is_written && i < more; i++)
        is_written = write_member(
            &text, &map->as.map->entries[test_random_below(random, map->aux)]);
    ptc_text_byte(&text, '}');
    if (is_written && text.len < ENGINES_TEXT_MAX / 2 &&
        engines_judge(e, ptc_text_view(&text)))
        differ(e, &at, ptc_text_view(&text), "a key that stands twice is accepted");
}

/* The text, changed in one place and more, `count` times over. */
static void judge_damaged(engines *e, test_random *random, ptc_arena *arena, ptc_str text,
                          unsigned count)
{
    size_t room = text.len * 2 + 4096;
    char *bytes = ptc_arena_alloc(arena, room);

    require(bytes != NULL, "memory");
    for (unsigned i = 0; i < count; i++) {
        size_t len = text.len;

        memcpy(bytes, text.ptr, len);
        do {
            len = test_damage_json(random, bytes, len, room);
        } while (test_random_below(random, 3) == 0);
        engines_judge(e, ptc_str_make(bytes, len));
    }
}

void engines_judge_random(engines *e, test_random *random, unsigned documents,
                          unsigned damaged)
{
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < documents; i++) {
        ptc_value value;
        ptc_text text;

        ptc_arena_reset(&arena);
        value = random_value(random, &arena, &e->schema);
        engines_judge_lisp(e, &value);
        if (value.kind == PTC_MAP && value.aux > 0)
            judge_repeated(e, random, &arena, &value);
        ptc_text_init(&text, &arena);
        if (ptc_json_write(&text, &value, i % 2) != PTC_OK ||
            text.len > ENGINES_TEXT_MAX / 2)
            continue;
        engines_judge(e, ptc_text_view(&text));
        if (text.len > 0 && text.len < ENGINES_TEXT_MAX / 4)
            judge_damaged(e, random, &arena, ptc_text_view(&text), damaged);
    }
    ptc_arena_free(&arena);
}

/* --- Types ------------------------------------------------------------------------- */

void engines_open(engines *e,
                  void (*differs)(const engines_difference *found, void *user),
                  void *user)
{
    long page = sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, ENGINES_TEXT_MAX + (size_t)page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    memset(e, 0, sizeof *e);
    require(memory != MAP_FAILED, "memory");
    require(mprotect(memory + ENGINES_TEXT_MAX, (size_t)page, PROT_NONE) == 0, "memory");
    e->page_end = memory + ENGINES_TEXT_MAX;
    e->differs = differs;
    e->user = user;
    ptc_arena_init(&e->types, NULL, 0);
    ptc_arena_init(&e->arena, NULL, 0);
}

/* A disabled parser wants what the struct says, as one of outputs does. */
static void make_glances(engines *e)
{
    for (unsigned mode = PTC_MODE_ENABLED; mode <= PTC_MODE_DISABLED; mode++) {
        for (unsigned direction = PTC_INPUT; direction <= PTC_OUTPUT; direction++) {
            bool is_disabled = mode == PTC_MODE_DISABLED;
            ptc_walk_options options = {.struct_size = sizeof options};

            options.mode = is_disabled ? PTC_MODE_ENABLED : (ptc_mode)mode;
            options.direction = is_disabled ? PTC_OUTPUT : (ptc_direction)direction;
            require(ptc_glance_make(&e->types, &e->schema, &options,
                                    &e->glances[mode][direction]) == PTC_OK,
                    "memory");
        }
    }
}

void engines_code_is(engines *e, const engines_code *code)
{
    e->code = *code;
    judged_code = *code;
}

/* Malli has no word for names of JSON Schema that are found as they are spelled alone. */
static bool is_spelled_in_malli(const ptc_schema *schema)
{
    for (uint32_t i = 0; i < schema->count; i++) {
        if (schema->nodes[i].type != PTC_TYPE_FUNCTION &&
            (schema->nodes[i].flags & PTC_NODE_EXACT) != 0)
            return false;
    }
    return true;
}

void engines_choose(engines *e, const engine_root *root)
{
    ptc_text malli;

    ptc_arena_reset(&e->types);
    free(e->out);
    e->out = malloc(root->functions.size + GUARD);
    require(e->out != NULL, "memory");
    e->root = root;
    e->schema = *root->functions.schema;
    e->schema.root += root->functions.node;
    make_glances(e);
    ptc_text_init(&malli, &e->types);
    ptc_schema_write_malli(&malli, &e->schema, NULL);
    e->has_rules = is_spelled_in_malli(&e->schema) &&
                   naive_read(&e->types, ptc_text_view(&malli), &e->rules);
    e->roots++;
}

void engines_close(engines *e)
{
    free(e->out);
    munmap(e->page_end - ENGINES_TEXT_MAX,
           ENGINES_TEXT_MAX + (size_t)sysconf(_SC_PAGESIZE));
    ptc_arena_free(&e->arena);
    ptc_arena_free(&e->types);
}
