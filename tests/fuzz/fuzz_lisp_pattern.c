/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: a pattern, a line break, and a text it is searched in. What must hold: the
 * pattern is refused, or searches end within the limits; machine code and the interpreter
 * give the same; a whole match is the text; the first of all matches is the one that is
 * found; replacing matches by themselves changes nothing.
 */
#include <ptc/lisp.h>
#include <ptc/ptc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATTERN_MAX = 300, TEXT_MAX = 400 };

static void require(bool holds, const char *what, const ptc_lisp_result *result)
{
    if (!holds) {
        fprintf(stderr, "fuzz_lisp_pattern: %s: %.*s %s\n", what,
                (int)result->printed.len, result->printed.ptr,
                result->error.message.ptr != NULL ? result->error.message.ptr : "");
        abort();
    }
}

/* Each is true for all patterns and texts; machine code is generated on the way. */
static const char *const programs[] = {
    "(let [re (re-pattern ctx/p)] (apply = (map (fn [_] (re-seq re ctx/t)) (range 40))))",
    "(let [re (re-pattern ctx/p)] (apply = (map (fn [_] (re-matches re ctx/t)) (range "
    "40))))",
    "(let [m (re-matches (re-pattern ctx/p) ctx/t)]"
    "  (or (nil? m) (= ctx/t (if (vector? m) (first m) m))))",
    "(let [re (re-pattern ctx/p) m (re-find re ctx/t)] (= m (first (re-seq re ctx/t))))",
    "(= ctx/t (replace ctx/t (re-pattern ctx/p) \"$0\"))",
    "(= ctx/t (replace ctx/t (re-pattern ctx/p) (fn [m] (if (vector? m) (first m) m))))",
    "(let [re (re-pattern ctx/p)] (= (str re) ctx/p (str (re-pattern (str re)))))",
    "(let [re (re-pattern ctx/p)] (every? string? (concat (split ctx/t re -1) (re-split "
    "re "
    "ctx/t))))",
};

static void check(ptc_lisp *lisp, size_t which)
{
    ptc_source source = {PTC_STR("fuzz"), ptc_str_of(programs[which])};
    ptc_lisp_result result;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    if (ptc_lisp_eval(&arena, lisp, &source, PTC_LISP_PRINTED, &result) == PTC_OK)
        require(ptc_str_equal(result.printed, PTC_STR("true")), programs[which], &result);
    else
        require(result.error.reason == PTC_REASON_RUNTIME ||
                    result.error.reason == PTC_REASON_FUEL ||
                    result.error.reason == PTC_REASON_MEMORY,
                programs[which], &result);
    ptc_arena_free(&arena);
}

static bool is_text(const char *bytes, size_t size)
{
    return ptc_utf8_check(bytes, size) == size && memchr(bytes, 0, size) == NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    const char *end = size > 0 ? memchr(bytes, '\n', size) : NULL;
    size_t length = end != NULL ? (size_t)(end - bytes) : 0;
    ptc_map_entry entries[2];
    ptc_lisp_options options;
    ptc_value context;
    ptc_arena arena;
    ptc_lisp *lisp;

    if (end == NULL || length > PATTERN_MAX || size - length > TEXT_MAX ||
        !is_text(bytes, length) || !is_text(end + 1, size - length - 1))
        return 0;
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.fuel = 200000;
    options.seed = 1;
    options.collects_always = length % 2 == 1;
    ptc_arena_init(&arena, NULL, 0);
    entries[0] = (ptc_map_entry){ptc_value_keyword(PTC_STR("p")),
                                 ptc_value_string(ptc_str_make(bytes, length))};
    entries[1] =
        (ptc_map_entry){ptc_value_keyword(PTC_STR("t")),
                        ptc_value_string(ptc_str_make(end + 1, size - length - 1))};
    if (ptc_lisp_new(&options, &lisp) != PTC_OK ||
        ptc_map_make(&arena, entries, 2, &context, NULL) != PTC_OK ||
        ptc_lisp_set_context(lisp, &context) != PTC_OK)
        abort();
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        check(lisp, i);
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
    return 0;
}
