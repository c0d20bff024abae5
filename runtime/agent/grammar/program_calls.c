/* SPDX-License-Identifier: MIT */
/*
 * Calls of builtins, by the numbers of arguments that they take. [emitters 6]
 *
 * Names that take the same numbers are one rule, which calls and steps of threads share.
 * A rule has its names by their first letters, so that an engine that follows all of them
 * at once follows few.
 */
#include "agent/grammar/grammar_int.h"
#include "lisp/heap/value_int.h"
#include "lisp/language/builtins.h"

typedef struct calls_builtin {
    const char *name;
    uint32_t least;
    uint32_t most; /* PTC_MANY: any */
} calls_builtin;

static const calls_builtin calls_builtins[] = {
#define PTC_BUILTIN_EVERY(lisp_name, name, least, most, doc) {lisp_name, least, most},
#include "lisp/language/builtins.def"
};

/* Namespaces whose builtins have plain names, which models write with them. */
static const char *const calls_spaces[][2] = {
#define PTC_NAMESPACE(names, members) {names, members},
#include "lisp/language/hints.def"
};

enum {
    CALLS_BUILTINS = sizeof calls_builtins / sizeof *calls_builtins,
    CALLS_SPACES = sizeof calls_spaces / sizeof *calls_spaces,
    CALLS_SPACED = 128, /* names with such a namespace */
    CALLS_NAMES = CALLS_BUILTINS + CALLS_SPACED,
    CALLS_ARGUMENTS = 40, /* of calls that take any number */
    CALLS_GROUPS = 32,    /* different counts */
};

/* Builtins that take the same counts. */
typedef struct calls_group {
    uint32_t least;
    uint32_t most;
    bool is_text;  /* an operator among the arguments is refused */
    uint32_t rule; /* of their names */
} calls_group;

typedef struct calls_groups {
    calls_group items[CALLS_GROUPS];
    size_t count;
    ptc_str names[CALLS_NAMES];
    const calls_group *of[CALLS_NAMES]; /* of a name; NULL: it is a form */
    size_t name_count;
} calls_groups;

static bool calls_is_one_of(ptc_str name, const char *words)
{
    const char *found = words;

    while ((found = strstr(found, name.ptr)) != NULL) {
        if ((found == words || found[-1] == ' ') &&
            (found[name.len] == ' ' || found[name.len] == '\0'))
            return true;
        found++;
    }
    return false;
}

/* Names with their own rules, as forms. */
static bool calls_is_form(ptc_str name)
{
    return calls_is_one_of(name, "return fail call attempt assert where");
}

/* Operators between operands in other languages, which the compiler looks for.
 */
static bool calls_is_operator(ptc_str name)
{
    return name.len <= 2 && strchr("+-*/<>=", name.ptr[0]) != NULL;
}

static bool calls_is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* --- Groups ------------------------------------------------------------------------- */

static calls_group *calls_group_of(calls_groups *groups, const calls_builtin *builtin,
                                   bool is_text)
{
    calls_group *group;

    for (size_t i = 0; i < groups->count; i++) {
        group = &groups->items[i];
        if (group->least == builtin->least && group->most == builtin->most &&
            group->is_text == is_text)
            return group;
    }
    if (groups->count == CALLS_GROUPS)
        return NULL;
    group = &groups->items[groups->count++];
    group->least = builtin->least;
    group->most = builtin->most;
    group->is_text = is_text;
    return group;
}

static void calls_add_name(ptc_program_grammar *program, calls_groups *groups,
                           ptc_str name, const calls_group *group)
{
    if (groups->name_count == CALLS_NAMES) {
        program->grammar.failed = true;
        return;
    }
    groups->names[groups->name_count] = name;
    groups->of[groups->name_count++] = group;
}

static void calls_fill_groups(ptc_program_grammar *program, calls_groups *groups)
{
    for (size_t i = 0; i < CALLS_BUILTINS; i++) {
        ptc_str name = ptc_str_of(calls_builtins[i].name);
        bool is_text = calls_is_one_of(name, "str println print prn pr-str format");
        const calls_group *group = NULL;

        if (!calls_is_form(name)) {
            group = calls_group_of(groups, &calls_builtins[i], is_text);
            program->grammar.failed = program->grammar.failed || group == NULL;
        }
        calls_add_name(program, groups, name, group);
    }
}

/* "space/name". */
static ptc_str calls_spaced(ptc_program_grammar *program, ptc_str space, ptc_str name)
{
    ptc_text text;

    ptc_text_init(&text, program->arena);
    ptc_text_str(&text, space);
    ptc_text_byte(&text, '/');
    ptc_text_str(&text, name);
    program->grammar.failed = program->grammar.failed || text.failed;
    return ptc_text_view(&text);
}

/* The group of a name of builtins.def; NULL: there is none. */
static const calls_group *calls_find(const calls_groups *groups, ptc_str name)
{
    for (size_t i = 0; i < CALLS_BUILTINS; i++)
        if (ptc_str_equal(groups->names[i], name))
            return groups->of[i];
    return NULL;
}

/* The next word of a list, which becomes its rest; empty after the last one. */
static ptc_str calls_word(const char **list)
{
    size_t len = strcspn(*list, " ");
    ptc_str word = ptc_str_make(*list, len);

    *list += len + ((*list)[len] == ' ');
    return word;
}

/* The members of a namespace with one of its names, except those that builtins.def has
 * under that name. */
static void calls_add_space(ptc_program_grammar *program, calls_groups *groups,
                            ptc_str full, ptc_str space, const char *members)
{
    ptc_str name;

    while ((name = calls_word(&members)).len > 0) {
        ptc_str own = calls_spaced(program, full, name);
        const calls_group *group = calls_find(groups, own);

        if (group == NULL)
            group = calls_find(groups, name);
        else if (ptc_str_equal(full, space))
            continue;
        calls_add_name(program, groups, calls_spaced(program, space, name), group);
    }
}

/* clojure.string and clojure.set, by each of their names. */
static void calls_add_spaces(ptc_program_grammar *program, calls_groups *groups)
{
    for (size_t i = 0; i < CALLS_SPACES; i++) {
        const char *names = calls_spaces[i][0];
        ptc_str full = calls_word(&names);

        if (!ptc_str_equal(full, PTC_STR("clojure.string")) &&
            !ptc_str_equal(full, PTC_STR("clojure.set")))
            continue;
        for (ptc_str space = full; space.len > 0; space = calls_word(&names))
            calls_add_space(program, groups, full, space, calls_spaces[i][1]);
    }
}

/* --- Names -------------------------------------------------------------------------- */

/* The length of a name's namespace with the slash, or else of its first letter. */
static size_t calls_head(ptc_str name)
{
    const char *slash = name.len > 1 ? memchr(name.ptr, '/', name.len) : NULL;

    return slash != NULL ? (size_t)(slash - name.ptr) + 1 : 1;
}

/* Whether two names share it, so that one part represents it. */
static bool calls_share_head(ptc_str a, ptc_str b)
{
    size_t len = calls_head(a);

    return calls_is_letter(a.ptr[0]) && calls_head(b) == len && a.len > len &&
           b.len > len && memcmp(a.ptr, b.ptr, len) == 0;
}

/* Names with the same head: that, and one of the rests. */
static ptc_grammar_part calls_names_of_head(ptc_grammar *grammar, const ptc_str *names,
                                            size_t count)
{
    ptc_grammar_part rests[CALLS_NAMES];
    size_t len = calls_head(names[0]);

    if (count == 1)
        return ptc_grammar_text(grammar, names[0]);
    for (size_t i = 0; i < count; i++)
        rests[i] = ptc_grammar_text(grammar,
                                    ptc_str_make(names[i].ptr + len, names[i].len - len));
    return PTC_GRAMMAR_SEQUENCE_OF(
        grammar, ptc_grammar_text(grammar, ptc_str_make(names[0].ptr, len)),
        ptc_grammar_choice(grammar, rests, count));
}

static ptc_grammar_part calls_names(ptc_program_grammar *program, const ptc_str *given,
                                    size_t count)
{
    const uint32_t *order = ptc_names_order(program->arena, given, sizeof *given, count);
    ptc_grammar_part parts[CALLS_NAMES];
    ptc_str names[CALLS_NAMES];
    size_t part_count = 0;
    size_t next;

    if (order == NULL) {
        program->grammar.failed = true;
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        names[i] = given[order[i]];
    for (size_t i = 0; i < count; i = next) {
        next = i + 1;
        while (next < count && calls_share_head(names[i], names[next]))
            next++;
        parts[part_count++] = calls_names_of_head(&program->grammar, names + i, next - i);
    }
    return ptc_grammar_choice(&program->grammar, parts, part_count);
}

static void calls_name_groups(ptc_program_grammar *program, calls_groups *groups)
{
    ptc_str names[CALLS_NAMES];

    for (size_t i = 0; i < groups->count; i++) {
        calls_group *group = &groups->items[i];
        size_t count = 0;

        for (size_t j = 0; j < groups->name_count; j++)
            if (groups->of[j] == group)
                names[count++] = groups->names[j];
        group->rule = ptc_grammar_lexeme(&program->grammar, "builtins",
                                         calls_names(program, names, count));
    }
}

/* Builtins as values, except those that the rule of local names covers. */
static void calls_name_values(ptc_program_grammar *program, const calls_groups *groups)
{
    ptc_str functions[CALLS_NAMES];
    ptc_str operators[CALLS_NAMES];
    size_t function_count = 0;
    size_t operator_count = 0;

    for (size_t i = 0; i < groups->name_count; i++) {
        ptc_str name = groups->names[i];

        if (calls_is_operator(name))
            operators[operator_count++] = name;
        else if (name.ptr[0] != '.' && memchr(name.ptr, '/', name.len) != NULL)
            functions[function_count++] = name;
    }
    ptc_program_define(program, PTC_PROGRAM_RULE_FUNCTION, PTC_PROGRAM_OUTER,
                       calls_names(program, functions, function_count));
    ptc_program_define(program, PTC_PROGRAM_RULE_OPERATOR, PTC_PROGRAM_OUTER,
                       calls_names(program, operators, operator_count));
}

/* --- Calls -------------------------------------------------------------------------- */

static ptc_program_rule calls_expression(ptc_program_place place)
{
    return place == PTC_PROGRAM_INNER ? PTC_PROGRAM_RULE_E_INNER
                                      : PTC_PROGRAM_RULE_E_OUTER;
}

/* That many arguments, each after a blank. */
static ptc_grammar_part calls_arguments(ptc_program_grammar *program,
                                        ptc_program_rule argument,
                                        ptc_program_place place, uint32_t least,
                                        uint32_t most)
{
    ptc_grammar_part parts[2];

    parts[0] = ptc_program_use(program, PTC_PROGRAM_RULE_S, place);
    parts[1] = ptc_program_use(program, argument, place);
    return ptc_grammar_repeat(&program->grammar,
                              ptc_grammar_sequence(&program->grammar, parts, 2), least,
                              most);
}

/* The call of one of a group; `given` arguments are elsewhere, in a thread. */
static ptc_grammar_part calls_of_group(ptc_program_grammar *program,
                                       const calls_group *group, ptc_program_place place,
                                       uint32_t given)
{
    uint32_t most = group->most == PTC_MANY ? CALLS_ARGUMENTS : group->most;
    uint32_t least = group->least > given ? group->least - given : 0;
    ptc_grammar_part parts[2];

    parts[0] = ptc_grammar_use(&program->grammar, group->rule);
    parts[1] = calls_arguments(
        program, group->is_text ? calls_expression(place) : PTC_PROGRAM_RULE_ARGUMENT,
        place, least, most - given);
    return ptc_grammar_sequence(&program->grammar, parts, 2);
}

/* Calls of names that are not builtins. */
static ptc_grammar_part calls_of_other(ptc_program_grammar *program,
                                       ptc_program_rule head, ptc_program_rule argument,
                                       ptc_program_place place, uint32_t least,
                                       uint32_t most)
{
    ptc_grammar_part parts[2];

    parts[0] = ptc_program_use(program, head, place);
    parts[1] = calls_arguments(program, argument, place, least, most);
    return ptc_grammar_sequence(&program->grammar, parts, 2);
}

static void calls_make(ptc_program_grammar *program, const calls_groups *groups,
                       ptc_program_place place, uint32_t given)
{
    ptc_program_rule expression = calls_expression(place);
    ptc_grammar_part parts[CALLS_GROUPS + 5];
    size_t count = 0;

    for (size_t i = 0; i < groups->count; i++)
        if (groups->items[i].most >= given)
            parts[count++] = calls_of_group(program, &groups->items[i], place, given);
    parts[count++] = calls_of_other(program, PTC_PROGRAM_RULE_KEYWORD, expression, place,
                                    1 - given, 2 - given);
    parts[count++] = calls_of_other(program, PTC_PROGRAM_RULE_LIST,
                                    PTC_PROGRAM_RULE_ARGUMENT, place, 0, CALLS_ARGUMENTS);
    if (given == 0)
        parts[count++] =
            calls_of_other(program, PTC_PROGRAM_RULE_SET, expression, place, 1, 1);
    if (given == 0)
        parts[count++] =
            calls_of_other(program, PTC_PROGRAM_RULE_MAP, expression, place, 1, 2);
    if (program->options->calls == PTC_PROGRAM_CALLS_ANY)
        parts[count++] =
            calls_of_other(program, PTC_PROGRAM_RULE_OWN, PTC_PROGRAM_RULE_ARGUMENT,
                           place, 0, CALLS_ARGUMENTS);
    ptc_program_define(program,
                       given ? PTC_PROGRAM_RULE_STEP_CALL : PTC_PROGRAM_RULE_CALL, place,
                       ptc_grammar_choice(&program->grammar, parts, count));
}

void ptc_program_make_calls(ptc_program_grammar *program)
{
    calls_groups *groups = ptc_arena_array(program->arena, 1, sizeof *groups);

    if (groups == NULL) {
        program->grammar.failed = true;
        return;
    }
    memset(groups, 0, sizeof *groups);
    calls_fill_groups(program, groups);
    calls_add_spaces(program, groups);
    calls_name_groups(program, groups);
    calls_name_values(program, groups);
    for (unsigned place = PTC_PROGRAM_OUTER; place <= PTC_PROGRAM_INNER; place++) {
        calls_make(program, groups, place, 0);
        calls_make(program, groups, place, 1);
    }
}
