/* SPDX-License-Identifier: MIT */
/*
 * The examples of the language reference, docs/reference/lisp.def, and that nothing which
 * the tables of the code have lacks one. The page itself is the suite `reference`'s
 * matter.
 */
#include "lisp_rows.h"

#include <ptc/json.h>

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { MANY = 65535 };

typedef enum row_kind {
    KIND_USAGE,
    KIND_ALIAS,
    KIND_FORM,
    KIND_SYNTAX,
    KIND_EXAMPLE,
    KIND_REASON,
} row_kind;

typedef struct row {
    row_kind kind;
    const char *name;
    const char *first;
} row;

static const row rows[] = {
#define PTC_USAGE(name, arguments, note)     {KIND_USAGE, name, arguments},
#define PTC_ALIAS(name, of)                  {KIND_ALIAS, name, of},
#define PTC_FORM(name, parts, sentence)      {KIND_FORM, name, parts},
#define PTC_SYNTAX(name, spelling, sentence) {KIND_SYNTAX, name, spelling},
#define PTC_EXAMPLE(program, result)         {KIND_EXAMPLE, program, result},
#define PTC_REASON_MEANING(name, sentence)   {KIND_REASON, name, sentence},
#include "reference/lisp.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct {
    const char *name;
    unsigned least;
    unsigned most;
} builtins[] = {
#define PTC_MANY                                     MANY
#define PTC_BUILTIN_EVERY(name, c, least, most, doc) {name, least, most},
#include "lisp/builtins.def"
};
enum { BUILTINS = sizeof builtins / sizeof builtins[0] };

/* Builtins of families whose rows may come after them. */
static const char *const coming[] = {
#define PTC_BUILTIN_REGEX(name, c, least, most, doc)    name,
#define PTC_BUILTIN_JSON(name, c, least, most, doc)     name,
#define PTC_BUILTIN_TEMPORAL(name, c, least, most, doc) name,
#define PTC_BUILTIN_PARALLEL(name, c, least, most, doc) name,
#define PTC_BUILTIN_TOOL(name, c, least, most, doc) name,
#define PTC_BUILTIN_HOST(name, c, least, most, doc)     name,
#include "lisp/builtins.def"
};

/* --- Running -------------------------------------------------------------------------
 */

/* The data that examples see as ctx/. */
static ptc_value read_context(ptc_arena *arena)
{
    static const char text[] = PTC_EXAMPLE_CONTEXT;
    ptc_value value;

    cr_assert_eq(ptc_json_read(arena, text, strlen(text), NULL, &value, NULL, NULL),
                 PTC_OK);
    return value;
}

/* What `ptc run` prints: output, then the value; failures as the rows tell them. */
static void print_answer(const lisp_answer *answer, char *out, size_t size)
{
    const ptc_lisp_result *result = &answer->result;

    if (answer->is_ok)
        snprintf(out, size, "%.*s%.*s", (int)result->output.len, result->output.ptr,
                 (int)result->printed.len, result->printed.ptr);
    else
        snprintf(out, size, "%.*s!%s: %s", (int)result->output.len, result->output.ptr,
                 ptc_reason_name(result->error.reason), result->error.message);
}

/* Whether they are the same; a failure may go on where " .." ends the expected text. */
static bool is_as_expected(const char *expected, const char *got)
{
    size_t length = strlen(expected);

    if (strchr(expected, '!') != NULL && length > 3 &&
        strcmp(expected + length - 3, " ..") == 0)
        return strncmp(expected, got, length - 3) == 0;
    return strcmp(expected, got) == 0;
}

static void run_examples(bool collects_always)
{
    ptc_lisp_options options;
    ptc_arena arena;
    ptc_value context;

    ptc_arena_init(&arena, NULL, 0);
    context = read_context(&arena);
    ptc_lisp_options_init(&options);
    options.time_ms = 0;
    options.collects_always = collects_always;
    for (size_t i = 0; i < ROWS; i++) {
        lisp_answer answer;
        char got[2000];

        if (rows[i].kind != KIND_EXAMPLE)
            continue;
        answer = lisp_evaluate(ptc_str_of(rows[i].name), &options, &context);
        print_answer(&answer, got, sizeof got);
        cr_expect(is_as_expected(rows[i].first, got), "%s\n  prints %s\n  not    %s",
                  rows[i].name, got, rows[i].first);
        lisp_forget(&answer);
    }
    ptc_arena_free(&arena);
}

Test(lisp_examples, print_what_the_reference_says)
{
    run_examples(false);
}

Test(lisp_examples, survive_a_collection_at_every_safepoint)
{
    run_examples(true);
}

/* --- Coverage ------------------------------------------------------------------------
 */

static const row *find_row(row_kind kind, const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].kind == kind && strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static bool is_builtin(const char *name)
{
    for (size_t i = 0; i < BUILTINS; i++)
        if (strcmp(builtins[i].name, name) == 0)
            return true;
    return false;
}

static bool is_coming(const char *name)
{
    for (size_t i = 0; i < sizeof coming / sizeof coming[0]; i++)
        if (strcmp(coming[i], name) == 0)
            return true;
    return false;
}

/* Whether an example below the row has the name that the row is about. */
static bool has_example(const row *of)
{
    const char *name = of->name;
    const char *slash = strchr(name, '/');

    if (strncmp(name, "clojure.", 8) == 0)
        name = slash; /* str/reverse for clojure.string/reverse */
    for (const row *at = of + 1; at < rows + ROWS && at->kind == KIND_EXAMPLE; at++)
        if (of->kind == KIND_SYNTAX || strstr(at->name, name) != NULL ||
            (strcmp(name, "quote") == 0 && at->name[0] == '\''))
            return true;
    return false;
}

Test(lisp_examples, every_builtin_has_a_usage_and_an_example)
{
    for (size_t i = 0; i < BUILTINS; i++) {
        const row *of = find_row(KIND_USAGE, builtins[i].name);

        if (of == NULL)
            of = find_row(KIND_ALIAS, builtins[i].name);
        cr_expect(of != NULL || is_coming(builtins[i].name),
                  "%s has no PTC_USAGE in docs/reference/lisp.def", builtins[i].name);
    }
    for (size_t i = 0; i < ROWS; i++)
        cr_expect(rows[i].kind == KIND_EXAMPLE || rows[i].kind == KIND_REASON ||
                      has_example(&rows[i]),
                  "no example calls %s", rows[i].name);
}

Test(lisp_examples, every_special_form_has_a_row)
{
    static const char *const specials[] = {
#define PTC_SPECIAL(name, word, is_fixed) name,
#define PTC_INTRINSIC(name, word, arguments, op, with_constant, unless, unless_constant)
#include "lisp/specials.def"
#undef PTC_SPECIAL
#undef PTC_INTRINSIC
    };

    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++)
        cr_expect(find_row(KIND_FORM, specials[i]) != NULL ||
                      find_row(KIND_USAGE, specials[i]) != NULL,
                  "%s has no PTC_FORM in docs/reference/lisp.def", specials[i]);
}

Test(lisp_examples, every_reason_has_a_meaning)
{
    for (int reason = 1; reason < PTC_REASON_COUNT; reason++)
        cr_expect(find_row(KIND_REASON, ptc_reason_name((ptc_reason)reason)) != NULL,
                  "%s has no PTC_REASON_MEANING in docs/reference/lisp.def",
                  ptc_reason_name((ptc_reason)reason));
}

Test(lisp_examples, rows_are_about_what_is_there_and_once)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].kind == KIND_EXAMPLE)
            continue;
        cr_expect(find_row(rows[i].kind, rows[i].name) == &rows[i], "%s has two rows",
                  rows[i].name);
        if (rows[i].kind == KIND_USAGE || rows[i].kind == KIND_ALIAS)
            cr_expect(is_builtin(rows[i].name), "%s is no builtin", rows[i].name);
        if (rows[i].kind == KIND_ALIAS)
            cr_expect(find_row(KIND_USAGE, rows[i].first) != NULL,
                      "%s has no usage, but %s is another name of it", rows[i].first,
                      rows[i].name);
    }
}

/* --- Usages and counts of arguments --------------------------------------------------
 */

/* `usage` as in `f coll & more | f start coll`. */
static void count_arguments(const char *usage, unsigned *least, unsigned *most)
{
    unsigned count = 0;

    *least = MANY;
    *most = 0;
    for (;;) {
        usage += strspn(usage, " ");
        if (*usage == '\0' || *usage == '|') {
            *least = count < *least ? count : *least;
            *most = count > *most ? count : *most;
            if (*usage++ == '\0')
                return;
            count = 0;
        } else if (*usage == '&') {
            *least = count < *least ? count : *least;
            *most = MANY;
            usage += strcspn(usage, "|");
            count = *least;
        } else {
            count++;
            usage += strcspn(usage, " |");
        }
    }
}

Test(lisp_examples, usages_agree_with_counts_of_arguments)
{
    for (size_t i = 0; i < BUILTINS; i++) {
        const row *of = find_row(KIND_USAGE, builtins[i].name);
        const row *alias = find_row(KIND_ALIAS, builtins[i].name);
        unsigned least;
        unsigned most;

        if (of == NULL && alias != NULL)
            of = find_row(KIND_USAGE, alias->first);
        if (of == NULL)
            continue;
        count_arguments(of->first, &least, &most);
        cr_expect(least == builtins[i].least && most == builtins[i].most,
                  "(%s %s): %u to %u arguments, but the table says %u to %u",
                  builtins[i].name, of->first, least, most, builtins[i].least,
                  builtins[i].most);
    }
}
