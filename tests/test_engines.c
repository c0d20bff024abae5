/* SPDX-License-Identifier: MIT */
/*
 * Three engines on a fixed sample of schemas, every type at its edges, in all modes and
 * both directions: emitted C, the walker, and rules written from the text alone. The
 * larger groups are judged by test_engines_all.c.
 */
#include "emitted/engines.h"
#include "emitted/groups.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

static const edge *edge_of(const engine_root *root)
{
    for (size_t i = 0; i < EDGE_COUNT; i++) {
        if (group_key(ptc_str_of(edges[i].schema)) == root->key)
            return &edges[i];
    }
    cr_assert(false, "%s is none of the edges", root->functions.name);
    return NULL;
}

Test(engines, edges, .timeout = 600)
{
    const engine_root *root;
    engine_place place = {0, 0};
    engines e;

    engines_print_index("engines/edges", &engine_index_edges);
    cr_expect(engine_index_edges.contracts == EDGE_COUNT);
    engines_start(&e, "engines/edges");
    while ((root = engines_next(&engine_index_edges, &place)) != NULL) {
        const edge *at = edge_of(root);
        bool is_accepted = false;

        engines_choose(&e, root);
        for (size_t i = 0; edge_texts[i] != NULL; i++)
            engines_judge(&e, ptc_str_of(edge_texts[i]));
        for (size_t i = 0; at->texts[i] != NULL; i++)
            is_accepted |= engines_judge(&e, ptc_str_of(at->texts[i]));
        cr_expect(is_accepted, "no text of %s is accepted: %s", root->functions.name,
                  at->schema);
    }
    engines_end(&e);
}

Test(engines, edges_random, .timeout = 600)
{
    test_random random = test_random_start("engines", 7);
    const engine_root *root;
    engine_place place = {0, 0};
    engines e;

    engines_start(&e, "engines/edges_random");
    while ((root = engines_next(&engine_index_edges, &place)) != NULL) {
        engines_choose(&e, root);
        engines_judge_random(&e, &random, 50);
    }
    engines_end(&e);
}

/* What tests/emitted/inspect found: compilers without a word, layout as the formatter
 * leaves it, and what the contracts cost. */
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
