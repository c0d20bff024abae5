/* SPDX-License-Identifier: MIT */
/*
 * JSON Schema reader: any bytes give a schema or a diagnostic. What was read renders as a
 * signature that reads back as an equal schema.
 */
#include <stdlib.h>

#include "contract/json_schema/json_schema_int.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(ptc_arena *arena, const ptc_schema *schema)
{
    ptc_source source = {PTC_STR("rendered"), {NULL, 0}};
    ptc_schema bare;
    ptc_schema again;
    ptc_diags diags;
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_schema_write_signature(&text, schema, NULL);
    source.text = ptc_text_view(&text);
    ptc_diags_init(&diags, arena);
    diags.source = &source;
    if (text.failed ||
        ptc_signature_read(arena, &source, NULL, &diags, &again) != PTC_OK) {
        if (arena->failed || text.failed)
            return;
        abort();
    }
    bare = again;
    bare.root = ptc_schema_root(&again)->first + 1;
    if (!ptc_schema_equal(schema, &bare))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptc_source source = {PTC_STR("fuzz.json"), {(const char *)data, size}};
    ptc_arena arena;
    ptc_diags diags;
    ptc_draft draft;
    ptc_draft_ref ref;
    ptc_schema schema;

    ptc_arena_init(&arena, NULL, (size_t)256 << 20);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    ptc_draft_init(&draft, &arena, &diags);
    ref = ptc_json_schema_draft(&draft, &source, NULL);
    if (ref == 0 && diags.errors == 0 && !arena.failed)
        abort();
    if (ref != 0 && ptc_draft_finish(&arena, &draft, ref, &schema) == PTC_OK)
        check_round_trip(&arena, &schema);
    ptc_arena_free(&arena);
    return 0;
}
