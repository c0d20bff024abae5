/* SPDX-License-Identifier: MIT */
/*
 * Contexts that outlive many programs: names, shapes and variables that nothing refers to
 * are given back, and nothing else is. [ptc-lisp 3, 18]
 */
#include "support.h"

#include "lisp/heap/heap_int.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct meter {
    size_t held; /* bytes */
} meter;

static void *metered(void *old, size_t old_size, size_t new_size, void *user)
{
    meter *counts = user;

    counts->held += new_size - (old != NULL ? old_size : 0);
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

typedef struct release_bench {
    ptc_lisp *lisp;
    ptc_arena arena;
    meter counts;
} release_bench;

static void open_bench(release_bench *bench, bool collects_always)
{
    ptc_lisp_options options;

    memset(bench, 0, sizeof *bench);
    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.collects_always = collects_always;
    options.allocator = (ptc_allocator){metered, &bench->counts};
    cr_assert(ptc_lisp_new(&options, &bench->lisp) == PTC_OK);
    ptc_arena_init(&bench->arena, NULL, 0);
}

static void close_bench(release_bench *bench)
{
    ptc_lisp_free(bench->lisp);
    ptc_arena_free(&bench->arena);
    cr_expect(bench->counts.held == 0, "%zu bytes are lost", bench->counts.held);
}

static void expect_value(release_bench *bench, const char *text, const char *expected)
{
    ptc_source source = {PTC_STR("release"), ptc_str_of(text)};
    ptc_lisp_result result;
    ptc_status status;

    ptc_arena_reset(&bench->arena);
    status =
        ptc_lisp_eval(&bench->arena, bench->lisp, &source, PTC_LISP_PRINTED, &result);
    cr_expect(status == PTC_OK, "%s: %s", text, result.error.message.ptr);
    if (status == PTC_OK && expected != NULL)
        cr_expect(ptc_str_equal(result.printed, ptc_str_of(expected)), "%s: %.*s", text,
                  (int)result.printed.len, result.printed.ptr);
}

/* What a predicate remembers of a shape that is gone says nothing about the next one. */
Test(lisp_release, predicates_outlive_the_shapes_they_saw)
{
    release_bench bench;

    open_bench(&bench, false);
    expect_value(&bench, "(def w (where [:u :a] = 1))", NULL);
    for (int i = 0; i < 20000; i++) {
        char text[200];

        snprintf(text, sizeof text,
                 "[(w {:u {:k%d 0 :l%d 2 :a 1}}) (w {:u {:k%d 1 :a 2}})]", i, i, i);
        expect_value(&bench, text, "[true false]");
    }
    close_bench(&bench);
}

/* A hundred thousand programs with five keywords each that no other has. */
Test(lisp_release, programs_take_their_names_along)
{
    release_bench bench;
    size_t early = 0;
    size_t most = 0;

    open_bench(&bench, false);
    expect_value(
        &bench, "(def kept {:a_b 1 \"c\" [:d (quote e)]}) (def f (fn [x] (:g x)))", NULL);
    for (unsigned i = 0; i < 100000; i++) {
        char text[256];

        snprintf(text, sizeof text,
                 "(let [m {:a%u 1 :b%u 2 :c-%u 3}] (count [m :d%u (:e%u m)]))", i, i, i,
                 i, i);
        expect_value(&bench, text, "3");
        if (i == 5000)
            early = bench.counts.held;
        if (i > 5000 && bench.counts.held > most)
            most = bench.counts.held;
    }
    cr_expect(most < 2 * early + 100000, "%zu bytes, then %zu", early, most);
    expect_value(&bench, "[kept (:a-b kept) (f {:g 7}) (= (first (kept \"c\")) :d)]",
                 "[{:a_b 1 \"c\" [:d e]} 1 7 true]");
    close_bench(&bench);
}

/* What programs compute, define and fail with. */
Test(lisp_release, runs_leave_no_names)
{
    release_bench bench;

    open_bench(&bench, false);
    for (unsigned i = 0; i < test_rounds(300); i++) {
        char text[256];

        snprintf(text, sizeof text,
                 "(count (set (map (fn [i] (keyword (str \"k%u-\" i))) (range 400))))",
                 i);
        expect_value(&bench, text, "400");
        snprintf(text, sizeof text,
                 "(count (map (fn [i] {(str \"s%u_\" i) i}) (range 90)))", i);
        expect_value(&bench, text, "90");
    }
    for (unsigned i = 0; i < test_rounds(30000); i++) {
        ptc_source source = {PTC_STR("failing"), {NULL, 0}};
        ptc_lisp_result result;
        char text[128];

        snprintf(text, sizeof text, "(do :x%u (def v%u 1) (unknown%u :y%u))", i, i, i, i);
        source.text = ptc_str_of(text);
        ptc_arena_reset(&bench.arena);
        cr_assert(ptc_lisp_eval(&bench.arena, bench.lisp, &source, 0, &result) != PTC_OK);
        cr_assert(result.error.reason == PTC_REASON_UNBOUND_VAR, "%s: %s", text,
                  result.error.message.ptr);
    }
    cr_expect(bench.lisp->name_count < 10000, "%u names", bench.lisp->name_count);
    close_bench(&bench);
}

/* Many definitions stay, and are found with all that they refer to. */
Test(lisp_release, memory_keeps_its_names)
{
    for (unsigned always = 0; always < 2; always++) {
        release_bench bench;
        char text[512];

        open_bench(&bench, always != 0);
        for (unsigned i = 0; i < 1500; i++) {
            unsigned name = i % 60;

            snprintf(text, sizeof text,
                     "(def v%u {:n%u %u :list [:l%u 's%u #{:u%u}] \"text%u\" :t})"
                     "(defn f%u [m] (get m :n%u)) (def k%u (first (last v%u)))",
                     name, i, i, i, i, i, i, name, i, name, name);
            expect_value(&bench, text, NULL);
            if (i < 60)
                continue;
            name = (i + 7) % 60;
            snprintf(text, sizeof text,
                     "[(f%u v%u) (contains? v%u k%u) (count (keys v%u))"
                     " (get-in v%u [:list 2]) #'f%u]",
                     name, name, name, name, name, name, name);
            expect_value(&bench, text, NULL);
            snprintf(
                text, sizeof text,
                "(and (= (f%u v%u) (get v%u (ffirst v%u))) (= k%u (first (last v%u)))"
                " (= (count v%u) 3) (= (keyword (name (ffirst v%u))) (ffirst v%u)))",
                name, name, name, name, name, name, name, name, name);
            expect_value(&bench, text, "true");
        }
        ptc_lisp_forget(bench.lisp);
        cr_expect(bench.lisp->name_count == 0, "%u names", bench.lisp->name_count);
        cr_expect(bench.lisp->shape_count == 0, "%u shapes", bench.lisp->shape_count);
        cr_expect(bench.lisp->variables == NULL);
        expect_value(&bench, "(def v1 {:n1 1}) (:n1 v1)", "1");
        close_bench(&bench);
    }
}

/* Programs that the host keeps go on, whatever others used names for since. */
Test(lisp_release, programs_keep_their_names)
{
    enum { KEPT = 40 };
    ptc_program *programs[KEPT];
    release_bench bench;
    ptc_lisp_result result;
    ptc_lisp_error error;
    char text[256];

    open_bench(&bench, false);
    for (unsigned i = 0; i < KEPT; i++) {
        ptc_source source = {PTC_STR("kept"), {text, 0}};

        source.text.len = (size_t)snprintf(
            text, sizeof text,
            "(let [m {:p%u 1 :q-%u {:r%u 2}} v [:s%u {:t%u #{:w%u}}]]"
            " [(:p%u m) (get-in m [:q-%u :r%u]) v (count (assoc m :z%u 1))])",
            i, i, i, i, i, i, i, i, i, i);
        cr_assert(ptc_lisp_compile(&bench.arena, bench.lisp, &source, &programs[i],
                                   &error) == PTC_OK);
    }
    for (unsigned round = 0; round < 6000; round++) {
        char expected[128];
        unsigned i = round % KEPT;

        snprintf(text, sizeof text, "(count {:new%u 1 :other-%u 2 \"str%u\" 3})", round,
                 round, round);
        expect_value(&bench, text, "3");
        ptc_arena_reset(&bench.arena);
        cr_assert(ptc_lisp_run(&bench.arena, bench.lisp, programs[i], PTC_LISP_PRINTED,
                               &result) == PTC_OK);
        snprintf(expected, sizeof expected, "[1 2 [:s%u {:t%u #{:w%u}}] 3]", i, i, i);
        cr_expect(ptc_str_equal(result.printed, ptc_str_of(expected)), "%.*s, not %s",
                  (int)result.printed.len, result.printed.ptr, expected);
    }
    for (unsigned i = 0; i < KEPT; i++)
        ptc_program_free(programs[i]);
    close_bench(&bench);
}

/* Data with other keys every time; some of it stays in memory. */
Test(lisp_release, host_data_takes_its_names_along)
{
    release_bench bench;
    size_t early = 0;

    open_bench(&bench, false);
    for (unsigned i = 0; i < 20000; i++) {
        ptc_arena data;
        ptc_map_entry fields[2];
        ptc_map_entry entry;
        ptc_value context;
        char names[2][32];
        char expected[32];
        char text[128];

        ptc_arena_init(&data, NULL, 0);
        for (unsigned k = 0; k < 2; k++) {
            snprintf(names[k], sizeof names[k], "key-%u-%u", k, i);
            fields[k] = (ptc_map_entry){ptc_value_keyword(ptc_str_of(names[k])),
                                        ptc_value_int(i)};
        }
        cr_assert(ptc_map_make(&data, fields, 2, &entry.value, NULL) == PTC_OK);
        entry.key = ptc_value_keyword(PTC_STR("row"));
        cr_assert(ptc_map_make(&data, &entry, 1, &context, NULL) == PTC_OK);
        cr_assert(ptc_lisp_set_context(bench.lisp, &context) == PTC_OK);
        if (i % 1000 == 999) {
            expect_value(&bench, "(def row ctx/row) (count row)", "2");
        } else {
            snprintf(text, sizeof text, "(get ctx/row :key-0-%u)", i);
            snprintf(expected, sizeof expected, "%u", i);
            expect_value(&bench, text, expected);
        }
        if (i > 1000) {
            unsigned kept = i / 1000 * 1000 - (i % 1000 == 999 ? 0 : 1);

            kept = i % 1000 == 999 ? i : kept;
            snprintf(text, sizeof text, "[(:key-0-%u row) (:key-1-%u row)]", kept, kept);
            snprintf(expected, sizeof expected, "[%u %u]", kept, kept);
            expect_value(&bench, text, expected);
        }
        cr_assert(ptc_lisp_set_context(bench.lisp, NULL) == PTC_OK);
        ptc_arena_free(&data);
        if (i == 5000)
            early = bench.counts.held;
        if (i > 5000)
            cr_assert(bench.counts.held < 2 * early + 100000, "%zu bytes, then %zu",
                      early, bench.counts.held);
    }
    close_bench(&bench);
}
