/* SPDX-License-Identifier: MIT */
/*
 * The examples of the language reference, docs/reference/lisp.def, and that nothing which
 * the tables of the code have lacks one. The page itself is the suite `reference`'s
 * matter.
 */
#include "lisp_image.h"

#include <ptc/json.h>

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "docs/reference/tables.h"
#include "mcp/catalog/catalog_int.h"

/* --- Running ------------------------------------------------------------------------ */

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
                 ptc_reason_name(result->error.reason), result->error.message.ptr);
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

/* Gives what it was asked for, and that two are found. */
static ptc_status search(ptc_tool_call *call, void *user)
{
    const ptc_value *query = ptc_value_get(&call->arguments, "query");
    ptc_map_entry *entries = ptc_arena_alloc(call->arena, 2 * sizeof *entries);

    (void)user;
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    entries[0] = (ptc_map_entry){ptc_value_string(PTC_STR("query")), *query};
    entries[1] = (ptc_map_entry){ptc_value_string(PTC_STR("found")), ptc_value_int(2)};
    return ptc_map_make(call->arena, entries, 2, &call->result, NULL);
}

/* What the examples have around them. */
typedef struct world {
    ptc_lisp_options options;
    ptc_value context;
    ptc_schema signature;
    ptc_tool tool;
    const ptc_tool *tools[1]; /* of the catalog */
    ptc_catalog_server server;
    ptc_catalog tools_known;
    ptc_lisp_catalog catalog;
    ptc_arena arena;
} world;

static void make_world(world *at, bool collects_always)
{
    ptc_source source = {PTC_STR("example"), PTC_STR(PTC_EXAMPLE_TOOL)};
    ptc_diags diags;

    ptc_arena_init(&at->arena, NULL, 0);
    ptc_diags_init(&diags, &at->arena);
    at->context = read_context(&at->arena);
    cr_assert_eq(ptc_signature_read(&at->arena, &source, NULL, &diags, &at->signature),
                 PTC_OK);
    at->tool = (ptc_tool){.name = "search",
                          .description = "Finds items.",
                          .signature = &at->signature,
                          .function = search};
    at->tools[0] = &at->tool;
    at->server = (ptc_catalog_server){PTC_STR("shop"), at->tools, NULL, 1};
    at->tools_known = (ptc_catalog){&at->server, 1, ptc_catalog_doc};
    at->catalog = (ptc_lisp_catalog){ptc_catalog_answer, &at->tools_known, NULL};
    at->options = (ptc_lisp_options){.struct_size = sizeof at->options};
    at->options.time_ms = PTC_UNLIMITED;
    at->options.collects_always = collects_always;
}

static void run_example(const world *at, const row *example)
{
    ptc_source source = {PTC_STR("example"), ptc_str_of(example->name)};
    size_t tools = example->kind == KIND_TOOL_EXAMPLE;
    lisp_answer answer;
    ptc_lisp *lisp;
    char got[2000];

    ptc_arena_init(&answer.arena, NULL, 0);
    cr_assert_eq(ptc_lisp_new(&at->options, &lisp), PTC_OK);
    cr_assert_eq(ptc_lisp_set_context(lisp, &at->context), PTC_OK);
    cr_assert_eq(ptc_lisp_set_tools(NULL, lisp, &at->tool, tools, NULL, NULL), PTC_OK);
    ptc_lisp_set_catalog(lisp, tools > 0 ? &at->catalog : NULL);
    answer.is_ok =
        ptc_lisp_eval(&answer.arena, lisp, &source, PTC_LISP_PRINTED | PTC_LISP_CANONICAL,
                      &answer.result) == PTC_OK;
    if (tools == 0)
        lisp_check_image(source.text, &at->options, &at->context, &answer);
    print_answer(&answer, got, sizeof got);
    cr_expect(is_as_expected(example->first, got), "%s\n  prints %s\n  not    %s",
              example->name, got, example->first);
    ptc_lisp_free(lisp);
    lisp_forget(&answer);
}

static void run_examples(bool collects_always)
{
    world at;

    make_world(&at, collects_always);
    for (size_t i = 0; i < ROWS; i++)
        if (is_example(&rows[i]))
            run_example(&at, &rows[i]);
    ptc_arena_free(&at.arena);
}

Test(lisp_examples, print_what_the_reference_says)
{
    run_examples(false);
}

Test(lisp_examples, survive_a_collection_at_every_safepoint)
{
    run_examples(true);
}

/* --- Coverage ----------------------------------------------------------------------- */

/* Whether an example below the row has the name that the row is about. */
static bool has_example(const row *of)
{
    const char *name = of->name;
    const char *slash = strchr(name, '/');

    if (strncmp(name, "clojure.", 8) == 0)
        name = slash; /* str/reverse for clojure.string/reverse */
    for (const row *at = of + 1; at < rows + ROWS && is_example(at); at++)
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
        cr_expect(of != NULL, "%s has no PTC_USAGE in docs/reference/lisp.def",
                  builtins[i].name);
    }
    for (size_t i = 0; i < ROWS; i++)
        cr_expect(is_example(&rows[i]) || rows[i].kind == KIND_REASON ||
                      has_example(&rows[i]),
                  "no example calls %s", rows[i].name);
}

Test(lisp_examples, every_special_form_has_a_row)
{
    for (size_t i = 0; i < SPECIALS; i++)
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
        if (is_example(&rows[i]))
            continue;
        cr_expect(find_row(rows[i].kind, rows[i].name) == &rows[i], "%s has two rows",
                  rows[i].name);
        if (rows[i].kind == KIND_USAGE || rows[i].kind == KIND_ALIAS)
            cr_expect(find_builtin(rows[i].name) != NULL, "%s is not a builtin",
                      rows[i].name);
        if (rows[i].kind == KIND_ALIAS)
            cr_expect(find_row(KIND_USAGE, rows[i].first) != NULL,
                      "%s has no usage, but %s is another name of it", rows[i].first,
                      rows[i].name);
    }
}

/* --- Usages and counts of arguments ------------------------------------------------- */

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
