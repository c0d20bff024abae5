/* SPDX-License-Identifier: MIT */
/*
 * `bench_aot PART ROUNDS` runs one program again and again, the six lines of bench_lisp's
 * w2, and prints how many rounds gave a result.
 *
 *   w2    built from a constant that ptcc emitted
 *   text  compiled from that constant's text
 */
#include "orders.h"
#include "six.ptc.h"

#include <ptc/compiled.h>
#include <ptc/gen_lisp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *what)
{
    fprintf(stderr, "bench_aot: %s\n", what);
    exit(1);
}

static ptc_value make_context(ptc_arena *arena, ptc_map_entry *entry)
{
    ptc_value *rows = ptc_arena_array(arena, 100, sizeof *rows);
    ptc_value map;

    for (int i = 0; i < 100; i++)
        rows[i] = bench_order(arena, i, PTC_KEYWORD);
    entry->key = ptc_value_keyword(PTC_STR("orders"));
    entry->value = ptc_value_vector(rows, 100);
    if (ptc_map_make(arena, entry, 1, &map, NULL) != PTC_OK)
        fail("no memory for the context");
    return map;
}

static ptc_lisp *open_context(const ptc_value *context)
{
    ptc_lisp_options options = {.struct_size = sizeof options};
    ptc_lisp *lisp;

    options.time_ms = PTC_UNLIMITED;
    options.seed = 1;
    if (ptc_lisp_new(&options, &lisp) != PTC_OK ||
        ptc_lisp_set_context(lisp, context) != PTC_OK)
        fail("no context");
    return lisp;
}

static ptc_program *make(ptc_arena *arena, ptc_lisp *lisp, bool is_from_text)
{
    ptc_source source = {PTC_STR("six"), six_compiled.source};
    ptc_lisp_error error;
    ptc_program *program;
    ptc_status status =
        is_from_text
            ? ptc_lisp_compile(arena, lisp, &source, &program, &error)
            : ptc_image_bind(arena, lisp, six_compiled.stages[0], &program, &error);

    if (status != PTC_OK)
        fail(error.message.ptr);
    return program;
}

static void run(ptc_arena *arena, ptc_lisp *lisp, const ptc_program *program)
{
    ptc_lisp_result result;

    if (ptc_lisp_run(arena, lisp, program, 0, &result) != PTC_OK)
        fail(result.error.message.ptr);
    ptc_arena_reset(arena);
}

int main(int argc, char **argv)
{
    long rounds = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    ptc_map_entry entry;
    ptc_program *program;
    ptc_value context;
    ptc_arena arena;
    ptc_arena data;
    ptc_lisp *lisp;

    if (rounds <= 0)
        fail("usage: bench_aot PART ROUNDS");
    ptc_arena_init(&arena, NULL, 0);
    ptc_arena_init(&data, NULL, 0);
    context = make_context(&data, &entry);
    lisp = open_context(&context);
    program = make(&arena, lisp, strcmp(argv[1], "text") == 0);
    run(&arena, lisp, program);
    for (long i = 0; i < rounds; i++)
        run(&arena, lisp, program);
    ptc_lisp_free(lisp);
    printf("%ld\n", rounds);
    ptc_arena_free(&arena);
    ptc_arena_free(&data);
    return 0;
}
