/* SPDX-License-Identifier: MIT */
/*
 * Three engines on a fixed sample of schemas, every type at its edges, in all modes and
 * both directions: emitted C, the walker, and rules written from the text alone. The
 * larger groups are checked against test_engines_all.c.
 */
#include "contracts/engines.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

/* M046, M050, M054, M055, M056, M057, M480, M481, M497 */
Test(engines, edges, .timeout = 600)
{
    engines_judge_edges("engines/edges", &engine_index_edges);
}

Test(engines, edges_random, .timeout = 600)
{
    engines_judge_group("engines/edges_random", &engine_index_edges, 7, 50);
}

/* What tests/emitted/contracts/inspect found: compilers without a word, layout as the
 * formatter leaves it, and what the contracts cost. */
Test(engines, emitted_files_are_clean)
{
    ptc_str found = test_read_file(ENGINES_INSPECTED);
    ptc_str rest = found;
    unsigned number = 0;
    unsigned fine = 0;
    ptc_str line;

    cr_assert(found.ptr != NULL, "%s", ENGINES_INSPECTED);
    while (test_next_line(&rest, &line, &number)) {
        bool is_fine = line.len > 3 && memcmp(line.ptr, "ok ", 3) == 0;

        fine += is_fine;
        if (is_fine)
            continue;
        fprintf(stderr, "%.*s\n", (int)line.len, line.ptr);
        cr_expect(line.len > 4 && memcmp(line.ptr, "bad ", 4) != 0, "%.*s", (int)line.len,
                  line.ptr);
    }
    fprintf(stderr, "engines: %u checks of emitted files\n", fine);
    free((void *)(uintptr_t)found.ptr);
}
