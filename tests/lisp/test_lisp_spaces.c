/* SPDX-License-Identifier: MIT */
/*
 * Declarations of namespaces over several programs of a context, what bounds them, and
 * whole programs as people write them. [ptc-lisp 2, 4, 5]
 */
#include <criterion/criterion.h>

#include "lisp_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct exchange {
    const char *text;
    const char *answer; /* "!.." is how the failure begins */
} exchange;

static void check_answer(const char *text, const char *answer, const char *expected)
{
    if (expected[0] == '!')
        cr_expect(strncmp(answer, expected, strlen(expected)) == 0, "%s: gave %s, not %s",
                  text, answer, expected);
    else
        cr_expect_str_eq(answer, expected, "%s", text);
}

/* Programs of one context, even when garbage is collected at every safepoint. */
static void converse(const exchange *turns, size_t count)
{
    for (int always = 0; always < 2; always++) {
        ptc_lisp_options options;
        ptc_lisp_result result;
        ptc_status status;
        ptc_arena arena;
        ptc_lisp *lisp;

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.collects_always = always;
        options.time_ms = PTC_UNLIMITED;
        cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
        ptc_arena_init(&arena, NULL, 0);
        for (size_t i = 0; i < count; i++)
            check_answer(turns[i].text,
                         lisp_turn(lisp, turns[i].text, &arena, &status, &result),
                         turns[i].answer);
        ptc_lisp_free(lisp);
        ptc_arena_free(&arena);
    }
}

#define CONVERSE(turns) converse((turns), sizeof(turns) / sizeof *(turns))

Test(lisp_spaces, hold_as_long_as_definitions)
{
    static const exchange turns[] = {
        {"(ns my.app (:require [clojure.string :as s :refer [reverse]])) (def n 1)",
         "#'n"},
        {"[(s/trim \" a \") (reverse \"ab\") my.app/n]", "[\"a\" \"ba\" 1]"},
        {"(defn f [] (s/join (reverse \"cd\")))", "#'f"},
        {"(require '[clojure.set :as s])", "nil"},
        {"[(s/union #{1}) (f) (my.app/f)]", "[#{1} \"dc\" \"dc\"]"},
        {"(s/trim \"a\")", "\"a\""}, /* namespaces are not told apart */
    };

    CONVERSE(turns);
}

Test(lisp_spaces, roll_back_with_definitions)
{
    static const exchange turns[] = {
        {"(require '[clojure.string :as s]) (def n 1) (/ n 0)", "!arithmetic_error"},
        {"(s/trim \"a\")",
         "!invalid_form: Analysis error: s/trim: there is no namespace"},
        {"(require '[clojure.string :as s :refer [reverse]]) (fail :no)", "!fail"},
        {"(reverse [1 2])", "[2 1]"},
        {"(ns my.app) (def n 1) (throw :no)", "!runtime_error"},
        {"(def n 2) my.app/n", "!invalid_form"},
        {"(require '[clojure.string :as s]) (nope)", "!unbound_var"},
        {"(s/trim \"a\")", "!invalid_form"},
        {"(require '[clojure.string :as s]) (return 1)", "1"},
        {"(s/trim \" a\")", "\"a\""},
        {"(require '[clojure.set :as s]) (fail 1)", "!fail"},
        {"(s/trim \" a\")", "\"a\""},
    };

    CONVERSE(turns);
}

/* The younger one of a definition and a reference holds, also across programs. */
Test(lisp_spaces, references_and_definitions)
{
    static const exchange turns[] = {
        {"(defn reverse [x] [:mine x])", "#'reverse"},
        {"(reverse 1)", "[:mine 1]"},
        {"(require '[clojure.string :refer [reverse]])", "nil"},
        {"(reverse \"ab\")", "\"ba\""},
        {"(defn reverse [x] [:again x])", "#'reverse"},
        {"(reverse \"ab\")", "[:again \"ab\"]"},
        {"(memory/put :upper 5)", "5"},
        {"(use '[clojure.string :only [upper-case] :rename {upper-case upper}])", "nil"},
        {"(upper \"a\")", "\"A\""},
        {"(memory/put :upper 6)", "6"},
        {"upper", "6"},
        {"(let [upper 7] upper)", "7"},
        {"(require '[clojure.string :refer [join] :rename {join count}])", "nil"},
        {"(count \"-\" [1 2])", "\"1-2\""},
        {"(ns other (:require [clojure.string :refer [join]] [clojure.set :refer :all])) "
         "[(join \"-\" [1 2]) (union #{1} #{2})]",
         "[\"1-2\" #{1 2}]"},
    };

    CONVERSE(turns);
}

Test(lisp_spaces, are_forgotten)
{
    ptc_lisp_result result;
    ptc_status status;
    ptc_arena arena;
    ptc_lisp *lisp;

    cr_assert_eq(ptc_lisp_new(NULL, &lisp), PTC_OK);
    ptc_arena_init(&arena, NULL, 0);
    lisp_turn(lisp, "(ns a (:require [clojure.string :as s])) (def b 1)", &arena, &status,
              &result);
    check_answer("before", lisp_turn(lisp, "(s/join [a/b])", &arena, &status, &result),
                 "\"1\"");
    ptc_lisp_forget(lisp);
    check_answer("alias", lisp_turn(lisp, "(s/join [1])", &arena, &status, &result),
                 "!invalid_form");
    check_answer("own", lisp_turn(lisp, "(def b 1) a/b", &arena, &status, &result),
                 "!invalid_form");
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
}

typedef struct refusing {
    size_t asked;
    size_t place; /* that is refused; 0: none */
} refusing;

static void *refuse(void *old, size_t old_size, size_t new_size, void *user)
{
    refusing *at = user;

    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return ++at->asked == at->place ? NULL : realloc(old, new_size);
}

/* A program that fails for want of memory, wherever, declares nothing. */
static bool declare_refused(size_t place)
{
    refusing at = {0, 0};
    ptc_lisp_options options;
    ptc_lisp_result result;
    ptc_status status;
    ptc_arena arena;
    ptc_lisp *lisp;
    const char *answer;
    bool is_refused;
    bool is_good;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.allocator = (ptc_allocator){refuse, &at};
    cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
    ptc_arena_init(&arena, NULL, 0);
    lisp_turn(lisp, "(require '[clojure.walk :as w])", &arena, &status, &result);
    at = (refusing){0, place};
    lisp_turn(lisp, "(ns b (:require [clojure.string :as s :refer [join]])) '(a [b])",
              &arena, &status, &result);
    is_refused = at.asked >= place;
    cr_expect(status == PTC_OK || (is_refused && status == PTC_ERROR_MEMORY), "%zu",
              place);
    is_good = status == PTC_OK;
    at.place = 0;
    answer = lisp_turn(lisp, "(s/join [1])", &arena, &status, &result);
    cr_expect_eq(status == PTC_OK, is_good, "%zu: %s", place, answer);
    lisp_turn(lisp, "(w/postwalk inc 1)", &arena, &status, &result);
    cr_expect_eq(status, PTC_OK, "%zu", place);
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
    return is_refused;
}

Test(lisp_spaces, refused_memory)
{
    size_t place = 1;

    while (place < 200 && declare_refused(place))
        place++;
    cr_expect_gt(place, 3u);
}

static char *repeated(const char *before, const char *each, size_t count,
                      const char *after)
{
    size_t size = strlen(before) + count * (strlen(each) + 16) + strlen(after) + 1;
    char *text = malloc(size);
    size_t at = (size_t)snprintf(text, size, "%s", before);

    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, size - at, each, i);
    snprintf(text + at, size - at, "%s", after);
    return text;
}

static void check_text(char *text, const char *expected)
{
    lisp_answer answer = lisp_evaluate(ptc_str_of(text), NULL, NULL);
    const char *reason = ptc_reason_name(answer.result.error.reason);

    if (expected[0] == '!')
        cr_expect_str_eq(reason, expected + 1, "%.60s: %s", text, reason);
    else
        cr_expect(answer.is_ok &&
                      ptc_str_equal(answer.result.printed, ptc_str_of(expected)),
                  "%.60s: %s", text, answer.result.error.message.ptr);
    lisp_forget(&answer);
    free(text);
}

/* Names, declarations and depth of data have limits; large data is a constant. */
Test(lisp_spaces, limits)
{
    check_text(repeated("(require", " '[a.b :as s%zu]", 400, ")"), "!program_too_large");
    check_text(repeated("(require", " '[clojure.set :as s%zu]", 400, ") (s7/union #{1})"),
               "#{1}");
    check_text(repeated("(ns ", "a%zu.", 60, "a)"), "!invalid_form");
    check_text(repeated("(count '(", " %zu", 50000, "))"), "50000");
    check_text(repeated("(count '#{", " s%zu", 5000, "})"), "5000");
    check_text(repeated("(first '(", " (a%zu b)", 9000, "))"), "[a0 b]");
    check_text(repeated("'", "(%.0zu", 64, ""), "!parse_error");
    check_text(repeated("", "'(%.0zu", 65, ""), "!parse_error");
}

/* Data that is nested as deep as it may be, each level quoted twice. */
Test(lisp_spaces, deepest_data)
{
    char text[4 * 64 + 8] = "";
    lisp_answer answer;

    for (int i = 0; i < 64; i++)
        strcat(text, "''(");
    for (int i = 0; i < 64; i++)
        strcat(text, ")");
    answer = lisp_evaluate(ptc_str_of(text), NULL, NULL);
    cr_expect(answer.is_ok, "%s", answer.result.error.message.ptr);
    cr_expect_eq(answer.result.value.kind, PTC_VECTOR);
    lisp_forget(&answer);
}

/* Quoted data is made once: a loop takes no memory for it. */
Test(lisp_spaces, data_is_constant)
{
    ptc_lisp_options options;
    lisp_answer answer;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 400000;
    options.time_ms = PTC_UNLIMITED;
    answer = lisp_evaluate(
        PTC_STR("(loop [i 0 n 0] (if (= i 100000) n (recur (inc i) (+ n (count '(a (b c) "
                "{d e} #{f}))))))"),
        &options, NULL);
    cr_expect(answer.is_ok, "%s", answer.result.error.message.ptr);
    cr_expect_eq(answer.result.value.as.integer, 400000);
    lisp_forget(&answer);
}

/* --- What was thrown ---------------------------------------------------------------- */

Test(lisp_spaces, thrown)
{
    static const struct {
        const char *text;
        const char *reason;
        const char *thrown; /* NULL: none */
    } rows[] = {
        {"(throw {:a [1 'b]})", "runtime_error", "{:a [1 \"b\"]}"},
        {"(throw (ex-info \"m\" {:_x 1}))", "runtime_error",
         "{:message \"m\" :data {:_x 1}}"},
        {"(assert nil)", "runtime_error",
         "{:message \"Assert failed: nil\" :class \"AssertionError\"}"},
        {"(pmap #(throw %) [7 8])", "pmap_error", "7"},
        {"(throw nil)", "runtime_error", "nil"},
        {"(attempt (throw 5))", "runtime_error", "5"},
        {"(+ 1 nil)", "type_error", NULL},
        {"(fail 5)", "failed", NULL},
        {"(do (throw 5) (def x 1))", "runtime_error", "5"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lisp_answer answer = lisp_evaluate(ptc_str_of(rows[i].text), NULL, NULL);
        const ptc_lisp_result *result = &answer.result;
        ptc_text text;

        cr_expect_str_eq(ptc_reason_name(result->error.reason), rows[i].reason, "%s",
                         rows[i].text);
        cr_expect_eq(result->is_thrown, rows[i].thrown != NULL, "%s", rows[i].text);
        ptc_text_init(&text, &answer.arena);
        ptc_value_write(&text, &result->value);
        if (rows[i].thrown)
            cr_expect(ptc_str_equal(ptc_text_view(&text), ptc_str_of(rows[i].thrown)),
                      "%s: %.*s", rows[i].text, (int)text.len, text.ptr);
        lisp_forget(&answer);
    }
}

/* What is large is thrown as its text, cut; what is too deep ends the program as well. */
Test(lisp_spaces, thrown_is_bounded)
{
    lisp_answer answer =
        lisp_evaluate(PTC_STR("(throw {:rows (range 100000)})"), NULL, NULL);

    cr_expect(answer.result.is_thrown);
    cr_expect_eq(answer.result.value.kind, PTC_STRING);
    cr_expect_lt(answer.result.value.aux, 16500u);
    cr_expect_lt(strlen(answer.result.error.message.ptr), 401u);
    lisp_forget(&answer);
    answer = lisp_evaluate(
        PTC_STR("(throw (loop [x nil i 0] (if (< i 600) (recur [x] (inc i)) x)))"), NULL,
        NULL);
    cr_expect_eq(answer.result.error.reason, PTC_REASON_RUNTIME);
    cr_expect(!answer.is_ok);
    lisp_forget(&answer);
}
