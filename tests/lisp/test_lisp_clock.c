/* SPDX-License-Identifier: MIT */
/*
 * The clock is looked at inside of long builtins, whatever they do: a run whose time is
 * over ends there, not when the builtin is done. [ptc-lisp 18]
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lisp_rows.h"

#include "lisp/heap/watch.h"

/* A clock that does not move for that many checks and is then far beyond every limit. */
typedef struct clock_state {
    uint64_t looks;
    uint64_t most;
} clock_state;

static uint64_t clock_read(void *user)
{
    clock_state *state = user;

    return ++state->looks > state->most ? 1000000 : 0;
}

/*
 * Rows: what is defined before; the expression, about 2^20 elements or 16 MiB of text;
 * how often the clock must be looked at.
 */
typedef struct clock_row {
    const char *before;
    const char *text;
} clock_row;

enum { CLOCK_LEAST = 6 };

#define CLOCK_INTS   "(def v (vec (range 262144)))"
#define CLOCK_MIXED  "(def v (vec (map (fn [i] (rem (* i 7919) 262139)) (range 262144))))"
#define CLOCK_FLOATS "(def v (vec (range 0.5 262144.5)))"
#define CLOCK_SHORT  "(def v (vec (map (fn [i] (str (rem i 1000))) (range 262144))))"
#define CLOCK_PAIRS  "(def v (vec (map (fn [i] [i i]) (range 262144))))"
#define CLOCK_MAP    "(def m (zipmap (range 262144) (range 262144)))"
#define CLOCK_SET    "(def s (set (range 262144)))"
#define CLOCK_TEXT   "(def t (reduce (fn [t _] (str t t)) \"ab 1,c.\\n\" (range 19)))"
#define CLOCK_WIDE                                                                       \
    "(def t (reduce (fn [t _] (str t t)) \"\u00e4\u0416 \u4e2d.\" (range 19)))"
#define CLOCK_DIGITS "(def t (reduce (fn [t _] (str t t)) \"07\" (range 16)))"

static const clock_row clock_rows[] = {
    {"", "(range 262144)"},
    {"", "(range 0.5 262144.5)"},
    {"", "(repeat 262144 1)"},
    {"", "(combinations (range 720) 2)"},
    {CLOCK_INTS, "(reverse v)"},
    {CLOCK_INTS, "(into nil v)"},
    {CLOCK_INTS, "(into () v)"},
    {CLOCK_INTS, "(into #{} v)"},
    {CLOCK_MIXED, "(sort v)"},
    {CLOCK_MIXED, "(sort > v)"},
    {CLOCK_INTS, "(sort v)"},
    {CLOCK_FLOATS, "(sort v)"},
    {CLOCK_MIXED, "(sort-by identity v)"},
    {CLOCK_SHORT, "(sort v)"},
    {CLOCK_MIXED, "(distinct v)"},
    {CLOCK_SHORT, "(distinct v)"},
    {CLOCK_SHORT, "(frequencies v)"},
    {CLOCK_INTS, "(frequencies v)"},
    {CLOCK_INTS, "(group-by even? v)"},
    {CLOCK_INTS, "(set v)"},
    {CLOCK_INTS, "(zipmap v v)"},
    {CLOCK_INTS, "(interleave v v)"},
    {CLOCK_INTS, "(interpose 1 v)"},
    {CLOCK_INTS, "(partition 2 v)"},
    {CLOCK_INTS, "(partition-all 3 v)"},
    {CLOCK_INTS, "(take-nth 1 v)"},
    {CLOCK_INTS, "(zip v v)"},
    {CLOCK_INTS, "(dedupe v)"},
    {CLOCK_PAIRS, "(flatten v)"},
    {CLOCK_INTS, "(= v (range 262144))"},
    {CLOCK_INTS, "(compare v (vec (range 262144)))"},
    {CLOCK_INTS, "(get {v 1} v)"},
    {CLOCK_INTS, "(sum v)"},
    {CLOCK_INTS, "(reduce + v)"},
    {CLOCK_INTS, "(min-by identity v)"},
    {CLOCK_INTS, "(replace {1 2} v)"},
    {CLOCK_INTS, "(map-indexed vector v)"},
    {CLOCK_PAIRS, "(into {} v)"},
    {CLOCK_PAIRS, "(into {:a 1} v)"},
    {CLOCK_PAIRS, "(keys v)"},
    {CLOCK_MAP, "(keys m)"},
    {CLOCK_MAP, "(vals m)"},
    {CLOCK_MAP, "(seq m)"},
    {CLOCK_MAP, "(vec m)"},
    {CLOCK_MAP, "(update-vals m inc)"},
    {CLOCK_MAP, "(update-keys m inc)"},
    {CLOCK_MAP, "(merge m {:a 1} m)"},
    {CLOCK_MAP, "(merge {:a 1} m)"},
    {CLOCK_MAP, "(merge-with + m m)"},
    {CLOCK_MAP, "(select-keys m (range 262144))"},
    {CLOCK_MAP, "(map-invert m)"},
    {CLOCK_MAP, "(rename-keys m m)"},
    {CLOCK_MAP, "(= m (into {} (seq m)))"},
    {CLOCK_SET, "(seq s)"},
    {CLOCK_SET, "(union s (set (range 200000 450000)))"},
    {CLOCK_SET, "(intersection s (set (range 262144)))"},
    {CLOCK_SET, "(difference s (set (range 262144)))"},
    {CLOCK_SET, "(sort s)"},
    {CLOCK_INTS, "(join v)"},
    {CLOCK_INTS, "(join \", \" v)"},
    {CLOCK_INTS, "(str v)"},
    {CLOCK_INTS, "(pr-str v)"},
    {CLOCK_INTS, "(json/generate-string v)"},
    {"(def t (json/generate-string (vec (range 262144))))", "(json/parse-string t)"},
    {CLOCK_INTS, "(def w (assoc v 5 5)) (reverse w)"},
    {CLOCK_INTS, "(nth (assoc v 5 5) 7) (sum (assoc v 5 6))"},
    {CLOCK_TEXT, "(count (seq t))"},
    {CLOCK_TEXT, "(count (frequencies t))"},
    {CLOCK_TEXT, "(count (split t \",\"))"},
    {CLOCK_TEXT, "(count (split t \" \"))"},
    {CLOCK_TEXT, "(count (split-lines t))"},
    {CLOCK_TEXT, "(count (replace t \",\" \";;\"))"},
    {CLOCK_TEXT, "(re-find #\"x\" t)"},
    {CLOCK_TEXT, "(re-find #\"[a-z]+\\d\" t)"},
    {CLOCK_TEXT, "(re-find #\"(?s)^.*x\" t)"},
    {CLOCK_TEXT, "(re-find #\"(?s)^[^x]*+\\z\" t)"},
    {CLOCK_TEXT, "(re-matches #\"[^x]*+\" t)"},
    {CLOCK_TEXT, "(re-matches #\"(?s)(?=.*?x).*\" t)"},
    {CLOCK_TEXT, "(re-find #\"(?:[a-z]|1)+,x\" t)"},
    {CLOCK_TEXT, "(re-find #\"^(?s)(.*)\\1x\" t)"},
    {CLOCK_TEXT, "(count (re-seq #\"\\w+\" t))"},
    {CLOCK_TEXT, "(count (split t #\"[,]\"))"},
    {CLOCK_TEXT, "(count (replace t #\"[,]\" \";;\"))"},
    {CLOCK_TEXT, "(count (replace t #\"[,]\" (fn [_] \"\")))"},
    {CLOCK_WIDE, "(re-find #\"x\" t)"},
    {CLOCK_WIDE, "(re-find #\"\\p{L}\\d\" t)"},
    {CLOCK_WIDE, "(re-matches #\"[^x]*+\" t)"},
    {CLOCK_WIDE, "(count (re-seq #\"\\p{L}+\" t))"},
    {CLOCK_WIDE, "(count t)"},
    {CLOCK_WIDE, "(count (str/reverse t))"},
    {CLOCK_WIDE, "(upper-case t)"},
    {CLOCK_WIDE, "(lower-case t)"},
    {CLOCK_WIDE, "(capitalize t)"},
    {CLOCK_WIDE, "(subs t 2000000)"},
    {CLOCK_WIDE, "(subs t 1 2000000)"},
    {CLOCK_WIDE, "(nth t 2000000)"},
    {CLOCK_WIDE, "(index-of t \"zz\" 2000000)"},
    {CLOCK_WIDE, "(last-index-of t \".\" 2000000)"},
    {CLOCK_WIDE, "(count (seq t))"},
    {CLOCK_WIDE, "(count (split t \"\"))"},
    {CLOCK_DIGITS, "(parse-double t)"},
    {CLOCK_DIGITS, "(dotimes [_ 20] (parse-double t))"},
    {CLOCK_DIGITS, "(dotimes [_ 20] (parse-long t))"},
    {CLOCK_DIGITS, "(dotimes [_ 20] (Double/parseDouble t))"},
    {"(def t (join (repeat 99999 \"0\")))", "(parse-long t)"},
    {"(def t (join (repeat 99999 \"0\")))", "(dotimes [_ 20] (Long/parseLong t))"},
    {"(def t (join (repeat 99999 \"a\")))", "(dotimes [_ 20] (keyword t))"},
};

static ptc_lisp_error clock_run(ptc_lisp *lisp, const char *text)
{
    ptc_source source = {PTC_STR("clock"), ptc_str_of(text)};
    ptc_lisp_result result;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    ptc_lisp_eval(&arena, lisp, &source, 0, &result);
    ptc_arena_free(&arena);
    result.error.message.ptr = NULL;
    return result.error;
}

/* A context with this clock that lacks only time. */
static ptc_lisp *clock_open(clock_state *state)
{
    ptc_lisp_options options;
    ptc_lisp *lisp;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 2000000000;
    options.clock_ms = clock_read;
    options.user = state;
    cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
    return lisp;
}

/* How often the clock is looked at for an expression, which is not stopped. */
static uint64_t clock_looks(ptc_lisp *lisp, clock_state *state, const char *name,
                            const char *text)
{
    ptc_reason reason;

    *state = (clock_state){0, UINT64_MAX};
    reason = clock_run(lisp, text).reason;
    cr_expect_eq(reason, PTC_REASON_NONE, "%s: %s", name, ptc_reason_name(reason));
    cr_expect_geq(state->looks, CLOCK_LEAST, "%s: the clock is looked at %llu times",
                  name, (unsigned long long)state->looks);
    return state->looks;
}

/* Each is stopped in its middle, with fuel without limit. Under sanitizers, where this
 * takes minutes, they are stopped without being counted before. */
Test(lisp_clock, inside_builtins)
{
    clock_state state = {0, UINT64_MAX};
    const char *before = NULL; /* what the context has */
    ptc_lisp *lisp = NULL;

    for (size_t i = 0; i < sizeof clock_rows / sizeof *clock_rows; i++) {
        const char *name = clock_rows[i].text;
        uint64_t looks = CLOCK_LEAST;
        ptc_reason reason;
        char text[256];

        state = (clock_state){0, UINT64_MAX};
        if (before == NULL || strcmp(before, clock_rows[i].before) != 0) {
            ptc_lisp_free(lisp);
            lisp = clock_open(&state);
            before = clock_rows[i].before;
            reason = clock_run(lisp, before).reason;
            cr_assert_eq(reason, PTC_REASON_NONE, "before %s: %s", name,
                         ptc_reason_name(reason));
        }
        snprintf(text, sizeof text, "(do %s nil)", name);
        if (!TEST_IS_SANITIZED)
            looks = clock_looks(lisp, &state, name, text);
        state = (clock_state){0, looks / 2};
        reason = clock_run(lisp, text).reason;
        cr_expect_eq(reason, PTC_REASON_TIMEOUT, "%s: %s, not stopped", name,
                     ptc_reason_name(reason));
    }
    ptc_lisp_free(lisp);
}

/* Where matches read beyond their window, each place of the text is a look. */
Test(lisp_clock, far_matches)
{
    clock_state state = {0, UINT64_MAX};
    ptc_lisp *lisp = clock_open(&state);

    clock_run(lisp, "(def t (join (repeat 5000 \"\u00e4b\")))");
    state = (clock_state){0, UINT64_MAX};
    cr_expect_eq(clock_run(lisp, "(re-find #\"[^\u00c4]{5,1000}c\" t)").reason,
                 PTC_REASON_NONE);
    cr_expect_geq(state.looks, 1000u);
    ptc_lisp_free(lisp);
}

/* Compiling has its own time; a short program does not check the clock. */
Test(lisp_clock, compiling)
{
    clock_state state = {0, UINT64_MAX};
    ptc_lisp *lisp = clock_open(&state);
    char *text = malloc(64000);
    ptc_source source = {PTC_STR("clock"), {text, 0}};
    ptc_lisp_error error;
    ptc_program *program;
    ptc_arena arena;

    cr_assert_not_null(text);
    strcpy(text, "(do ");
    for (size_t i = 0; i < 5000; i++)
        memcpy(text + 4 + 8 * i, "(inc 1) ", 8);
    memcpy(text + 4 + 8 * 5000, ")", 2);
    source.text = ptc_str_of(text);
    ptc_arena_init(&arena, NULL, 0);
    state = (clock_state){0, 1};
    cr_expect_eq(ptc_lisp_compile(&arena, lisp, &source, &program, &error),
                 PTC_ERROR_SYNTAX);
    cr_expect_eq(error.reason, PTC_REASON_TIMEOUT);
    cr_expect_str_eq(error.message.ptr,
                     "compiling took longer than 5000ms; make the program shorter");
    cr_expect_eq(state.looks, 2u);
    state = (clock_state){0, UINT64_MAX};
    cr_expect_eq(ptc_lisp_compile(&arena, lisp, &source, &program, &error), PTC_OK);
    cr_expect_eq(state.looks, 4u);
    ptc_program_free(program);
    source.text = PTC_STR("(inc 1)");
    state = (clock_state){0, 0};
    cr_expect_eq(ptc_lisp_compile(&arena, lisp, &source, &program, &error), PTC_OK);
    cr_expect_eq(state.looks, 0u);
    ptc_program_free(program);
    ptc_arena_free(&arena);
    ptc_lisp_free(lisp);
    free(text);
}

/* This many literals of a pattern, none alike, in a vector. */
static ptc_str clock_patterns(ptc_arena *arena, const char *pattern, size_t count)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "[");
    for (size_t i = 0; i < count; i++) {
        ptc_text_cstr(&text, "#\"");
        ptc_text_cstr(&text, pattern);
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, "\" ");
    }
    ptc_text_cstr(&text, "]");
    return ptc_text_view(&text);
}

/* A short run has little time to be compiled; patterns count by their expanded size. */
Test(lisp_clock, compiling_patterns)
{
    static const struct {
        const char *pattern;
        uint64_t time_ms, least;
        const char *says;
    } rows[] = {
        {"((a{1,30}){1,30}){1,15}", 200, 100,
         "compiling took longer than 1000ms; make the program shorter"},
        {"((\\w{1,90}){1,90}){1,2}", 999, 50,
         "compiling took longer than 4995ms; make the program shorter"},
        {"a", 5000, 4, "compiling took longer than 5000ms; make the program shorter"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clock_state state = {0, UINT64_MAX};
        ptc_lisp *lisp = clock_open(&state);
        ptc_source source = {PTC_STR("clock"), PTC_STR("")};
        ptc_lisp_error error;
        ptc_program *program;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        ptc_lisp_set_time(lisp, rows[i].time_ms);
        source.text = clock_patterns(&arena, rows[i].pattern, 300);
        cr_expect_eq(ptc_lisp_compile(&arena, lisp, &source, &program, &error), PTC_OK);
        cr_expect_geq(state.looks, rows[i].least, "%s: %llu looks", rows[i].pattern,
                      (unsigned long long)state.looks);
        ptc_program_free(program);
        state = (clock_state){0, state.looks / 2};
        cr_expect_eq(ptc_lisp_compile(&arena, lisp, &source, &program, &error),
                     PTC_ERROR_SYNTAX);
        cr_expect_eq(error.reason, PTC_REASON_TIMEOUT);
        cr_expect_str_eq(error.message.ptr, rows[i].says);
        ptc_arena_free(&arena);
        ptc_lisp_free(lisp);
    }
}

/* Making a pattern at run time charges its expanded size, even when it is there. */
Test(lisp_clock, making_patterns)
{
    static const struct {
        const char *text;
        uint64_t least, most;
    } rows[] = {
        {"(re-pattern \"a\")", 1, 4},
        {"(re-pattern \"((a{1,30}){1,30}){1,15}\")", 50, 100},
        {"[(re-pattern \"((a{1,30}){1,30}){1,15}\") (re-pattern "
         "\"((a{1,30}){1,30}){1,15}\")]",
         100, 200},
        {"(extract \"((a{1,30}){1,30}){1,15}\" \"a\")", 50, 100},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_source source = {PTC_STR("clock"), ptc_str_of(rows[i].text)};
        ptc_lisp_result result;
        ptc_arena arena;
        ptc_lisp *lisp;

        ptc_arena_init(&arena, NULL, 0);
        cr_assert_eq(ptc_lisp_new(NULL, &lisp), PTC_OK);
        cr_expect_eq(ptc_lisp_eval(&arena, lisp, &source, 0, &result), PTC_OK);
        cr_expect(result.fuel_used >= rows[i].least && result.fuel_used <= rows[i].most,
                  "%s: %llu", rows[i].text, (unsigned long long)result.fuel_used);
        ptc_lisp_free(lisp);
        ptc_arena_free(&arena);
    }
}
