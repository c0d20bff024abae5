/* SPDX-License-Identifier: MIT */
/*
 * One image, and one snapshot, used by 8 threads at once, each in its own contexts: for
 * sanitizers, and so without a test framework. What programs give, print, define and use
 * of steps, and the bytes that memory is saved as, are the same on every thread.
 * [subagent 15]
 *
 *   image_threads [ROUNDS]
 */
#include <ptc/snapshot.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lisp/image/image_int.h"

enum { THREADS = 8, ROUNDS = 40 };

/* Constants of every kind, patterns, sites that learn, closures, namespaces. */
static const char definitions[] =
    "(ns report.core (:require [clojure.string :as str]))"
    "(defn area [shape] (case (:kind shape) :square (* (:side shape) (:side shape))"
    " :circle (* 3 (:r shape) (:r shape)) 0))"
    "(def shapes [{:kind :square :side 2} {:kind :circle :r 1} {:kind :other}])"
    "(def scale (let [k 3] (fn [x] (* k x))))"
    "(defn words [t] (re-seq #\"[a-z]+\" (str/lower-case t)))"
    "(def table {:a 1 \"b\" [2.5 nil #{1 2}] 'c '(x \"\xC3\xA9\")})"
    "(def sizes (sorted-map 3 :c 1 :a)) (println \"defined\")"
    "[(map area shapes) (scale 7) (words \"One TWO\") (get table \"b\") sizes"
    " (reduce + (map (fn [i] (rem (* i i) 7)) (range 500)))]";

static const char questions[] =
    "[(map area shapes) (scale 2) (words \"X y\") (str/upper-case \"q\") (first sizes)"
    " (= (get table \"b\") [2.5 nil #{2 1}]) *1]";

/* What a thread came to. */
typedef struct outcome {
    ptc_str printed;
    ptc_str output;
    uint64_t steps;
    ptc_str bytes;
    ptc_str answer; /* of the successor */
} outcome;

typedef struct work {
    const ptc_image *image;
    unsigned rounds;
    const outcome *expected; /* NULL: this is the first */
    unsigned failures;
    outcome got;
    ptc_arena arena;
} work;

static ptc_lisp *new_lisp(uint64_t seed)
{
    ptc_lisp_options options = {.struct_size = sizeof options};
    ptc_lisp *lisp;

    options.seed = seed;
    options.time_ms = PTC_UNLIMITED;
    if (ptc_lisp_new(&options, &lisp) != PTC_OK)
        abort();
    return lisp;
}

static bool is_same(const outcome *a, const outcome *b)
{
    return ptc_str_equal(a->printed, b->printed) && ptc_str_equal(a->output, b->output) &&
           a->steps == b->steps && ptc_str_equal(a->bytes, b->bytes) &&
           ptc_str_equal(a->answer, b->answer);
}

/* Restores the bytes in a new context; returns what programs find there. */
static bool ask_successor(ptc_arena *arena, const ptc_image *image, ptc_str bytes,
                          ptc_str *answer)
{
    ptc_snapshot_options options = {.struct_size = sizeof options};
    ptc_source source = {PTC_STR("questions"), ptc_str_of(questions)};
    ptc_lisp *lisp = new_lisp(0);
    ptc_lisp_result result;
    bool is_good;

    options.images = &image;
    options.image_count = 1;
    is_good = ptc_lisp_restore(arena, lisp, bytes, &options, NULL) == PTC_OK &&
              ptc_lisp_eval(arena, lisp, &source, PTC_LISP_PRINTED, &result) == PTC_OK;
    if (is_good)
        *answer = result.printed;
    ptc_lisp_free(lisp);
    return is_good;
}

static bool run_once(ptc_arena *arena, const ptc_image *image, uint64_t seed,
                     outcome *out)
{
    ptc_lisp *lisp = new_lisp(seed);
    ptc_program *program = NULL;
    ptc_lisp_result result;
    ptc_lisp_error error;
    bool is_good = ptc_image_bind(arena, lisp, image, &program, &error) == PTC_OK &&
                   ptc_lisp_run(arena, lisp, program, PTC_LISP_PRINTED | PTC_LISP_HISTORY,
                                &result) == PTC_OK &&
                   ptc_lisp_save(arena, lisp, &out->bytes, &error) == PTC_OK;

    if (is_good) {
        out->printed = result.printed;
        out->output = result.output;
        out->steps = result.fuel_used;
        is_good = ask_successor(arena, image, out->bytes, &out->answer);
    }
    ptc_program_free(program);
    ptc_lisp_free(lisp);
    return is_good;
}

static void *run_all(void *user)
{
    work *w = user;

    for (unsigned i = 0; i < w->rounds; i++) {
        ptc_arena_reset(&w->arena);
        w->failures += !run_once(&w->arena, w->image, i, &w->got) ||
                       (w->expected != NULL && !is_same(&w->got, w->expected));
    }
    return NULL;
}

static unsigned run_threads(const ptc_image *image, unsigned rounds,
                            const outcome *expected)
{
    pthread_t threads[THREADS];
    work works[THREADS];
    unsigned failures = 0;

    for (unsigned i = 0; i < THREADS; i++) {
        works[i] = (work){.image = image, .rounds = rounds, .expected = expected};
        ptc_arena_init(&works[i].arena, NULL, 0);
        if (pthread_create(&threads[i], NULL, run_all, &works[i]) != 0)
            abort();
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        failures += works[i].failures;
        ptc_arena_free(&works[i].arena);
    }
    return failures;
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : ROUNDS;
    ptc_source source = {PTC_STR("definitions"), ptc_str_of(definitions)};
    ptc_lisp *writer = new_lisp(1);
    ptc_program *program;
    work first = {.rounds = 1};
    ptc_image *image;
    ptc_arena arena;
    unsigned failures;

    ptc_arena_init(&arena, NULL, 0);
    ptc_arena_init(&first.arena, NULL, 0);
    if (ptc_lisp_compile(&arena, writer, &source, &program, NULL) != PTC_OK ||
        ptc_image_of(&arena, program, &image) != PTC_OK)
        return 2;
    first.image = image;
    run_all(&first);
    failures = first.failures + run_threads(image, rounds, &first.got);
    printf("%u rounds on %d threads, %u failed; %.*s\n", rounds, THREADS, failures,
           (int)first.got.answer.len, first.got.answer.ptr);
    ptc_lisp_free(writer);
    ptc_arena_free(&first.arena);
    ptc_arena_free(&arena);
    return failures == 0 ? 0 : 1;
}
