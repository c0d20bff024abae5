/* SPDX-License-Identifier: MIT */
/* Drafts become schemas in normal form; see <ptc/schema.h>. */
#include <criterion/criterion.h>

#include "support.h"

typedef struct bench {
    ptc_arena arena;
    ptc_diags diags;
    ptc_draft draft;
} bench;

static void bench_start(bench *b)
{
    ptc_arena_init(&b->arena, NULL, 0);
    ptc_diags_init(&b->diags, &b->arena);
    ptc_draft_init(&b->draft, &b->arena, &b->diags);
}

static ptc_draft_ref leaf(bench *b, ptc_type type)
{
    ptc_span span = {0, 0};

    return ptc_draft_add(&b->draft, type, span);
}

Test(normal, a_million_nested_lists_are_laid_out)
{
    enum { DEPTH = 1000000 };
    bench b;
    ptc_schema schema;
    ptc_draft_ref root;

    bench_start(&b);
    root = leaf(&b, PTC_TYPE_INT);
    for (int i = 0; i < DEPTH; i++) {
        ptc_draft_ref list = leaf(&b, PTC_TYPE_LIST);

        ptc_draft_append(&b.draft, list, root);
        root = list;
    }
    cr_assert_eq(ptc_draft_finish(&b.draft, root, &b.arena, &schema), PTC_OK);
    cr_expect_eq(schema.count, DEPTH + 1u);
    cr_expect_eq(schema.nodes[DEPTH].type, PTC_TYPE_INT);
    cr_expect(ptc_schema_equal(&schema, &schema));
    ptc_arena_free(&b.arena);
}
