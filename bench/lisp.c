/* SPDX-License-Identifier: MIT */
/*
 * `bench_lisp WORKLOAD FOLDER ROUNDS` runs a PTC-Lisp workload ROUNDS times, with its
 * program from FOLDER, and prints how many rounds gave the right result, a tab,
 * and the CPU seconds of the rounds alone. [docs/performance.md]
 *
 *   w1  compiles and runs six lines over 100 orders      w2  only runs them
 *   w3  groups, sums, counts and sorts 100,000 orders
 *   w4  splits, searches, replaces in and joins 10,000 lines
 *   w5a loop/recur, 10 M rounds                          w5b fib 30
 *   w6a 1 M nested updates                               w6b 1 M conj
 *   w7  makes a context, evaluates 1 and frees it
 */
#include "orders.h"

#include <ptc/lisp.h>
#include <ptc/ptc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct workload {
    const char *name;
    const char *file; /* of the program; NULL: `before` is all */
    const char *before;
    const char *after;
    const char *expected; /* as printed */
    unsigned orders;
    unsigned lines;
    size_t heap;
    bool compiles; /* in every round */
    bool is_fresh; /* a context in every round */
} workload;

#define MB ((size_t)1000000)

static const workload workloads[] = {
    {"w1", "prog.clj", "(let [orders ctx/orders] ", ")", NULL, 100, 0, 10 * MB, true,
     false},
    {"w2", "prog.clj", "(let [orders ctx/orders] ", ")", NULL, 100, 0, 10 * MB, false,
     false},
    {"w3", "w3.clj", "(let [orders ctx/orders] ", ")", "513763", 100000, 0, 500 * MB,
     false, false},
    {"w4", "w4.clj", "(let [lines ctx/lines] ", ")", "26527463", 0, 10000, 10 * MB, false,
     false},
    {"w5a", "w5a.clj", "", "", "1395", 0, 0, 10 * MB, false, false},
    {"w5b", "w5b.clj", "", "", "832040", 0, 0, 10 * MB, false, false},
    {"w6a", "w6a.clj", "(let [ks (mapv (fn [i] (str \"u\" i)) (range 1000))] ", ")",
     "1000", 0, 0, 10 * MB, false, false},
    {"w6b", "w6b.clj", "", "", "1000000", 0, 0, 500 * MB, false, false},
    {"w7", NULL, "1", "", "1", 0, 0, 10 * MB, true, true},
};

typedef struct bench {
    const workload *work;
    ptc_arena data;
    ptc_value context;
    ptc_source source;
    ptc_lisp *lisp;
    ptc_program *program;
    char expected[256];
} bench;

static void fail(const char *what)
{
    fprintf(stderr, "bench_lisp: %s\n", what);
    exit(1);
}

/* --- Data, as the peers make them -------------------------------------------------- */

static ptc_value keyed_order(ptc_arena *arena, int id)
{
    return bench_order(arena, id, PTC_KEYWORD);
}

static ptc_value line(ptc_arena *arena, int i)
{
    static const char *const levels[] = {"INFO", "WARN", "ERROR", "DEBUG"};
    const char *level = levels[bench_random_below(4)];
    int service = bench_random_below(20);
    int user = bench_random_below(1000);
    int item = bench_random_below(10000);
    char text[128];
    int len = snprintf(text, sizeof text,
                       "2026-01-17T10:22:%d %s svc-%d user=%d path=/api/v1/item/%d ms=%d",
                       i % 60, level, service, user, item, bench_random_below(5000));

    return ptc_value_string(ptc_str_copy(arena, ptc_str_make(text, (size_t)len)));
}

/* A vector of values that `make` returns. */
static void put_rows(ptc_arena *arena, ptc_map_entry *entry, const char *name,
                     unsigned count, ptc_value (*make)(ptc_arena *arena, int number))
{
    ptc_value *rows = ptc_arena_array(arena, count, sizeof *rows);

    for (unsigned i = 0; i < count; i++)
        rows[i] = make(arena, (int)i);
    entry->key = ptc_value_keyword(ptc_str_of(name));
    entry->value = ptc_value_vector(rows, count);
}

static void make_context(bench *run)
{
    ptc_map_entry *entries = ptc_arena_array(&run->data, 2, sizeof *entries);

    put_rows(&run->data, &entries[0], "orders", run->work->orders, keyed_order);
    put_rows(&run->data, &entries[1], "lines", run->work->lines, line);
    if (ptc_map_make(&run->data, entries, 2, &run->context, NULL) != PTC_OK)
        fail("no memory for the context");
}

/* --- Rounds ------------------------------------------------------------------------ */

static void load_program(bench *run, const char *folder)
{
    char path[1024];
    static char text[65536];
    size_t len = 0;
    FILE *file;

    len = (size_t)snprintf(text, sizeof text, "%s", run->work->before);
    if (run->work->file != NULL) {
        snprintf(path, sizeof path, "%s/%s", folder, run->work->file);
        file = fopen(path, "rb");
        if (file == NULL)
            fail("cannot read the program");
        len += fread(text + len, 1, sizeof text / 2, file);
        fclose(file);
    }
    len += (size_t)snprintf(text + len, sizeof text - len, "%s", run->work->after);
    run->source = (ptc_source){ptc_str_of(run->work->name), ptc_str_make(text, len)};
}

static void open_context(bench *run)
{
    ptc_lisp_options options;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.seed = 1;
    options.heap = run->work->heap;
    if (ptc_lisp_new(&options, &run->lisp) != PTC_OK ||
        ptc_lisp_set_context(run->lisp, &run->context) != PTC_OK)
        fail("no context");
}

static void compile(bench *run)
{
    ptc_arena arena;
    ptc_lisp_error error;

    ptc_arena_init(&arena, NULL, 0);
    if (ptc_lisp_compile(&arena, run->lisp, &run->source, &run->program, &error) !=
        PTC_OK)
        fail(error.message.ptr);
    ptc_arena_free(&arena);
}

static void one_round(bench *run, unsigned texts, ptc_arena *arena,
                      ptc_lisp_result *result)
{
    ptc_status status;

    ptc_arena_reset(arena);
    if (run->work->is_fresh)
        open_context(run);
    if (run->work->compiles)
        status = ptc_lisp_eval(arena, run->lisp, &run->source, texts, result);
    else
        status = ptc_lisp_run(arena, run->lisp, run->program, texts, result);
    if (status != PTC_OK)
        fail(result->error.message.ptr);
    if (run->work->is_fresh)
        ptc_lisp_free(run->lisp);
}

/* The first round warms caches and shows that the result is right. */
static void check(bench *run, ptc_arena *arena)
{
    ptc_lisp_result result;

    one_round(run, PTC_LISP_PRINTED, arena, &result);
    if (run->work->expected != NULL &&
        !ptc_str_equal(result.printed, ptc_str_of(run->work->expected))) {
        fprintf(stderr, "bench_lisp: %.*s\n", (int)result.printed.len,
                result.printed.ptr);
        fail("a wrong result");
    }
}

static const workload *find_workload(const char *name)
{
    for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++) {
        if (strcmp(workloads[i].name, name) == 0)
            return &workloads[i];
    }
    fail("no such workload");
    return NULL;
}

int main(int argc, char **argv)
{
    static bench run;
    ptc_arena arena;
    ptc_lisp_result result;
    long rounds = argc == 4 ? strtol(argv[3], NULL, 10) : 0;
    clock_t start;

    if (rounds <= 0)
        fail("usage: bench_lisp WORKLOAD FOLDER ROUNDS");
    run.work = find_workload(argv[1]);
    ptc_arena_init(&run.data, NULL, 0);
    ptc_arena_init(&arena, NULL, 0);
    make_context(&run);
    load_program(&run, argv[2]);
    if (!run.work->is_fresh)
        open_context(&run);
    if (!run.work->compiles)
        compile(&run);
    check(&run, &arena);
    start = clock();
    for (long i = 0; i < rounds; i++)
        one_round(&run, 0, &arena, &result);
    printf("%ld\t%.6f\n", rounds, (double)(clock() - start) / CLOCKS_PER_SEC);
    if (!run.work->is_fresh)
        ptc_lisp_free(run.lisp);
    ptc_arena_free(&arena);
    ptc_arena_free(&run.data);
    return 0;
}
