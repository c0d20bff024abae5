/* SPDX-License-Identifier: MIT */
/*
 * Random values of schemas: valid by the walker, the same for a seed everywhere, small,
 * and with all that a schema allows among them.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "random_schema.h"
#include "refuse.h"
#include "same.h"

static const char *written(ptc_arena *arena, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_value_write(&text, value);
    return ptc_text_view(&text).ptr;
}

static ptc_schema read_schema(ptc_arena *arena, const char *malli)
{
    ptc_source source = {.name = PTC_STR("test"), .text = ptc_str_of(malli)};
    ptc_read_options options = {.struct_size = sizeof options,
                                .types = &random_type_names};
    ptc_schema schema;
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    diags.source = &source;
    cr_assert_eq(ptc_malli_read(arena, &source, &options, &diags, &schema), PTC_OK,
                 "%s: %s", malli, diags.count ? diags.items[0].message.ptr : "memory");
    return schema;
}

/* --- Random schemas ---------------------------------------------------------------- */

typedef struct tally {
    unsigned made;
    unsigned refused;
    size_t longest;
} tally;

/* Whether the schema has a node of which a sample need not be found. */
static bool is_hard(const ptc_schema *schema)
{
    for (uint32_t i = schema->root; i < schema->count; i++) {
        const ptc_schema_node *node = &schema->nodes[i];

        if (node->type == PTC_TYPE_CUSTOM || node->type == PTC_TYPE_AND ||
            node->type == PTC_TYPE_NOT || node->type == PTC_TYPE_MULTI ||
            node->type == PTC_TYPE_MAP_OF || node->type == PTC_TYPE_SET ||
            node->type == PTC_TYPE_CONST || node->type == PTC_TYPE_ENUM ||
            node->pattern_count > 0 || node->type == PTC_TYPE_REF)
            return true;
    }
    return false;
}

static void try_random(ptc_arena *arena, const ptc_schema *schema, uint64_t seed,
                       tally *all)
{
    ptc_walk_options options = {.struct_size = sizeof options};
    ptc_value value;
    ptc_value coerced;
    ptc_report report;
    ptc_status status;
    ptc_str why;

    options.mode = seed % 8 < 6 ? PTC_MODE_STRICT : PTC_MODE_ENABLED;
    options.direction = seed % 2 ? PTC_INPUT : PTC_OUTPUT;
    options.boundary = seed % 4 < 2 ? PTC_BOUNDARY_JSON : PTC_BOUNDARY_LISP;
    status = ptc_schema_sample(arena, schema, &options, seed, seed / 4, &value, &why);
    if (status != PTC_OK) {
        if (status != PTC_ERROR_INVALID) { ptc_text t; ptc_text_init(&t, arena); ptc_schema_write_malli(&t, schema, NULL); cr_assert_fail("%d %s", (int)status, t.ptr);}
        cr_assert(why.len > 0 && memchr(why.ptr, '\n', why.len) == NULL);
        if (!is_hard(schema)) {
            ptc_text text;

            ptc_text_init(&text, arena);
            ptc_schema_write_malli(&text, schema, NULL);
            cr_assert_fail("%s\n  %s", why.ptr, text.ptr);
        }
        all->refused++;
        return;
    }
    all->made++;
    ptc_report_init(&report, arena);
    if (ptc_schema_validate(schema, &value, &options, &report) != PTC_OK)
        cr_assert_fail("%s", written(arena, &value));
    if (ptc_schema_coerce(arena, schema, &value, &options, &coerced, &report) != PTC_OK) {
        ptc_text text;

        ptc_text_init(&text, arena);
        ptc_report_write_errors(&text, &report, "");
        cr_assert_fail("%s %s", text.ptr, written(arena, &value));
    }
    if (options.boundary == PTC_BOUNDARY_JSON)
        cr_assert_eq(ptc_json_check(&value, &report), PTC_OK, "%s",
                     written(arena, &value));
    if (strlen(written(arena, &value)) > all->longest)
        all->longest = strlen(written(arena, &value));
}

Test(sample, random) /* M500 */
{
    test_random random = test_random_start("sample", 20261127);
    unsigned schemas = TEST_IS_SANITIZED ? 1000 : 5000;
    tally all = {0};
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (unsigned i = 0; i < schemas; i++) {
        ptc_schema schema;

        random_schema(&random, &arena, 2 + test_random_below(&random, 30), i % 3 == 0,
                      &schema);
        for (unsigned k = 0; k < 20; k++) {
            ptc_arena_mark mark = ptc_arena_place(&arena);

            try_random(&arena, &schema, test_random_next(&random), &all);
            ptc_arena_rewind(&arena, mark);
        }
        ptc_arena_reset(&arena);
    }
    printf("sample/random: %u samples, %u refused, longest %zu bytes\n", all.made,
           all.refused, all.longest);
    cr_assert_gt(all.made, schemas * 16, "%u of %u", all.made, schemas * 20);
    ptc_arena_free(&arena);
}
