/* SPDX-License-Identifier: MIT */
/*
 * `bench_smallest CALLS` calls an agent that doubles a number, as a constant that ptcc
 * emitted: the cost of a compiled agent before it does anything. Returns 0 if each call
 * gave the right result.
 */
#include "smallest.ptc.h"

#include <stdlib.h>

static bool call(ptc_arena *arena)
{
    smallest_input in = {21};
    const ptc_step *step;
    smallest_result out;
    bool is_good = smallest_execute(arena, &in, NULL, &out, &step) == PTC_OK && out == 42;

    ptc_arena_reset(arena);
    return is_good;
}

int main(int argc, char **argv)
{
    long calls = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    bool is_good = calls > 0;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (long i = 0; i < calls && is_good; i++)
        is_good = call(&arena);
    ptc_arena_free(&arena);
    return is_good ? 0 : 1;
}
