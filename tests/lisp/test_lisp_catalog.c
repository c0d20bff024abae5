/* SPDX-License-Identifier: MIT */
/*
 * apropos, dir and doc: programs know them where the host gave a catalog, and nowhere
 * else. What a catalog of tools answers is the suite mcp_catalog's matter. [mcp 6, 8;
 * ptc-lisp 19]
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include <ptc/snapshot.h>

#include "lisp_rows.h"

/* --- A host ------------------------------------------------------------------------ */

/* Answers what it was asked, as text; some texts mean other things. */
static ptc_status answer(ptc_catalog_question *question, void *user)
{
    static const char *const topics[] = {"apropos", "dir", "doc"};
    char *text = ptc_arena_alloc(question->arena, 1 << 20);
    unsigned *asked = user;

    if (asked != NULL)
        ++*asked;
    if (ptc_str_equal(question->text, PTC_STR("refuse")))
        return PTC_ERROR_MEMORY;
    if (ptc_str_equal(question->text, PTC_STR("silent")))
        return PTC_ERROR_ARGUMENT;
    if (ptc_str_equal(question->text, PTC_STR("unknown"))) {
        question->message = "no such thing: unknown";
        return PTC_ERROR_INVALID;
    }
    if (ptc_str_equal(question->text, PTC_STR("large"))) {
        memset(text, 'x', 1 << 20);
        question->answer = ptc_value_string(ptc_str_make(text, (256 << 10) + 1));
        return PTC_OK;
    }
    if (ptc_str_equal(question->text, PTC_STR("bytes"))) {
        question->answer = ptc_value_string(PTC_STR("\xFF"));
        return PTC_OK;
    }
    if (ptc_str_equal(question->text, PTC_STR("dear")))
        question->steps = 500;
    if (text == NULL)
        return PTC_ERROR_MEMORY;
    snprintf(text, 1000, "%s %.*s %u", topics[question->topic], (int)question->text.len,
             question->text.ptr, (unsigned)question->limit);
    question->answer = ptc_value_string(ptc_str_of(text));
    return PTC_OK;
}

static const ptc_lisp_catalog catalog = {answer, NULL, NULL};

static ptc_lisp *start(const ptc_lisp_catalog *given)
{
    ptc_lisp_options options = {.struct_size = sizeof options, .time_ms = PTC_UNLIMITED};
    ptc_lisp *lisp;

    cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
    ptc_lisp_set_catalog(lisp, given);
    return lisp;
}

static void check(ptc_lisp *lisp, const char *text, const char *expected)
{
    ptc_lisp_result result;
    ptc_status status;
    ptc_arena arena;
    const char *got;

    ptc_arena_init(&arena, NULL, 0);
    got = lisp_turn(lisp, text, &arena, &status, &result);
    cr_expect_str_eq(got, expected, "%s: gave %s, not %s", text, got, expected);
    ptc_arena_free(&arena);
}

/* --- With a catalog ---------------------------------------------------------------- */

/* M510 */
Test(lisp_catalog, questions)
{
    static const char *const rows[][2] = {
        {"(apropos \"some words\")", "\"apropos some words 8\""},
        {"(apropos \"w\" {:limit 3})", "\"apropos w 3\""},
        {"(apropos \"w\" {\"limit\" 50})", "\"apropos w 50\""},
        {"(apropos \"w\" {})", "\"apropos w 8\""},
        {"(apropos \"w\" nil)", "\"apropos w 8\""},
        {"(apropos \"\")", "\"apropos  8\""},
        {"(dir)", "\"dir  0\""},
        {"(dir \"fs\")", "\"dir fs 0\""},
        {"(doc \"fs/read\")", "\"doc fs/read 0\""},
        {"(map doc [\"a\" \"b\"])", "[\"doc a 0\" \"doc b 0\"]"},
        {"(let [dir 5] dir)", "5"},
        {"(apply apropos [\"x\" {:limit 1}])", "\"apropos x 1\""},
        {"(fn? doc)", "true"},
    };
    ptc_lisp *lisp = start(&catalog);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check(lisp, rows[i][0], rows[i][1]);
    ptc_lisp_free(lisp);
}

Test(lisp_catalog, faults)
{
    static const char *const rows[][2] = {
        {"(apropos)",
         "!arity_error: arity error: apropos expects 1 or 2 argument(s), got 0"},
        {"(dir \"a\" \"b\")",
         "!arity_error: arity error: dir expects 0 or 1 argument(s), got 2"},
        {"(doc)", "!arity_error: arity error: doc expects 1 argument(s), got 0"},
        {"(doc :fs)", "!type_error: doc: invalid argument types: keyword"},
        {"(dir nil)", "!type_error: dir: invalid argument types: nil"},
        {"(apropos \"w\" 3)", "!type_error: apropos: invalid argument types: string, "
                              "number"},
        {"(apropos \"w\" {:limit 0})",
         "!runtime_error: apropos: :limit must be from 1 to "
         "50"},
        {"(apropos \"w\" {:limit 51})", "!runtime_error: apropos: :limit must be from 1 "
                                        "to 50"},
        {"(apropos \"w\" {:limit 1.0})", "!runtime_error: apropos: :limit must be from 1 "
                                         "to 50"},
        {"(doc \"unknown\")", "!unknown_tool: doc: no such thing: unknown"},
        {"(dir \"unknown\")", "!runtime_error: dir: no such thing: unknown"},
        {"(doc \"silent\")", "!runtime_error: doc: argument"},
        {"(doc \"large\")", "!runtime_error: doc: the answer has more than 262144 bytes; "
                            "ask for less"},
        {"(doc \"bytes\")", "!runtime_error: doc: the answer has text that is not valid "
                            "UTF-8"},
        {"(doc \"refuse\")", "!memory_exceeded: heap limit 10000000 bytes exceeded"},
        {"(aprops \"a\")", "!unbound_var: undefined variable: aprops. Did you mean: "
                           "apropos"},
    };
    ptc_lisp *lisp = start(&catalog);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check(lisp, rows[i][0], rows[i][1]);
    ptc_lisp_free(lisp);
}

/* 25 a program, whatever the builtin. */
Test(lisp_catalog, as_many_as_a_program_may_ask)
{
    unsigned asked = 0;
    const ptc_lisp_catalog counted = {answer, &asked, NULL};
    ptc_lisp *lisp = start(&counted);

    check(lisp, "(do (dotimes [i 24] (dir)) (doc \"x\"))", "\"doc x 0\"");
    cr_expect_eq(asked, 25u);
    check(lisp, "(dotimes [i 26] (apropos (str i)))",
          "!runtime_error: apropos: a program may ask the catalog 25 times; keep answers "
          "with def");
    cr_expect_eq(asked, 50u);
    check(lisp, "(pmap doc [\"a\" \"b\"])", "[\"doc a 0\" \"doc b 0\"]");
    ptc_lisp_free(lisp);
}

Test(lisp_catalog, fuel)
{
    ptc_lisp_options options = {.struct_size = sizeof options, .fuel = 400};
    ptc_lisp *lisp;

    cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
    ptc_lisp_set_catalog(lisp, &catalog);
    check(lisp, "(doc \"cheap\")", "\"doc cheap 0\"");
    check(lisp, "(doc \"dear\")",
          "!fuel_exceeded: program exceeded its limit of 400 steps; use "
          "reduce, map or a smaller range");
    ptc_lisp_free(lisp);
}

/* Answers are garbage like other values, and questions leave nothing behind. */
Test(lisp_catalog, collections_at_every_safepoint)
{
    ptc_lisp_options options = {
        .struct_size = sizeof options, .time_ms = PTC_UNLIMITED, .collects_always = true};
    ptc_lisp *lisp;

    cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
    ptc_lisp_set_catalog(lisp, &catalog);
    check(lisp,
          "(do (println \"one\") (mapv (fn [i] (apropos (str \"w\" i))) (range 3)))",
          "[\"apropos w0 8\" \"apropos w1 8\" \"apropos w2 8\"]");
    ptc_lisp_free(lisp);
}

/* --- Without ----------------------------------------------------------------------- */

#define ABSENT ". Hint: programs cannot inspect themselves: use the documented names"

Test(lisp_catalog, unknown_elsewhere)
{
    static const char *const names[] = {"apropos", "dir", "doc"};
    ptc_lisp *lisp = start(NULL);

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[100];
        char wanted[200];

        snprintf(text, sizeof text, "(%s \"x\")", names[i]);
        snprintf(wanted, sizeof wanted, "!unbound_var: undefined variable: %s%s",
                 names[i], ABSENT);
        check(lisp, text, wanted);
        cr_expect_null(ptc_builtin_find(ptc_str_of(names[i])));
    }
    check(lisp, "(aprops \"a\")", "!unbound_var: undefined variable: aprops");
    check(lisp, "(do (defn dir [x] (inc x)) (dir 1))", "2");
    ptc_lisp_set_catalog(lisp, &catalog);
    check(lisp, "(dir 5)", "6"); /* what a program defined stays */
    check(lisp, "(doc \"x\")", "\"doc x 0\"");
    check(lisp, "(do (defn look [x] (doc x)) 1)", "1");
    ptc_lisp_set_catalog(lisp, NULL);
    check(lisp, "(look \"x\")", "!runtime_error: doc: there is no catalog here");
    check(lisp, "(doc \"x\")", "!unbound_var: undefined variable: doc" ABSENT);
    ptc_lisp_free(lisp);
}

/* --- Saved memory ------------------------------------------------------------------ */

static void check_restored(const ptc_lisp_catalog *given, ptc_str bytes,
                           const char *wanted)
{
    ptc_snapshot_options options = {.struct_size = sizeof options,
                                    .find_builtin = ptc_builtin_find};
    ptc_lisp *lisp = start(given);
    ptc_lisp_error error;
    ptc_status status;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    status = ptc_lisp_restore(&arena, lisp, bytes, &options, &error);
    if (given != NULL) {
        cr_assert_eq(status, PTC_OK, "%s", error.message.ptr);
        check(lisp, "[(look \"x\") (first (map f [\"y\"]))]", wanted);
    } else {
        cr_expect_eq(status, PTC_ERROR_INVALID);
        cr_expect_str_eq(error.message.ptr, wanted);
    }
    ptc_arena_free(&arena);
    ptc_lisp_free(lisp);
}

Test(lisp_catalog, saved_functions)
{
    ptc_lisp *lisp = start(&catalog);
    ptc_lisp_error error;
    ptc_arena arena;
    ptc_str bytes;

    ptc_arena_init(&arena, NULL, 0);
    check(lisp, "(do (defn look [x] (doc x)) (def f apropos) 1)", "1");
    cr_assert_eq(ptc_lisp_save(&arena, lisp, &bytes, &error), PTC_OK, "%s",
                 error.message.ptr);
    check_restored(&catalog, bytes, "[\"doc x 0\" \"apropos y 8\"]");
    check_restored(NULL, bytes,
                   "the saved memory has a builtin that this runtime does not have: "
                   "\"doc\"");
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
}
