/* SPDX-License-Identifier: MIT */
/*
 * JSON Schema reader: any bytes give contracts or a diagnostic. A type that was read is
 * written as Malli that reads back as an equal schema.
 */
#include <stdlib.h>

#include <ptc/contract.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(ptc_arena *arena, const ptc_schema *schema)
{
    ptc_source source = {PTC_STR("rendered"), {NULL, 0}};
    ptc_schema again;
    ptc_diags diags;
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_schema_write_malli(&text, schema, NULL);
    source.text = ptc_text_view(&text);
    ptc_diags_init(&diags, arena);
    diags.source = &source;
    if (text.failed || ptc_malli_read(arena, &source, NULL, &diags, &again) != PTC_OK) {
        if (arena->failed || text.failed)
            return;
        abort();
    }
    if (!ptc_schema_equal(schema, &again))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptc_source source = {PTC_STR("fuzz.json"), {(const char *)data, size}};
    ptc_read_options read = {.struct_size = sizeof read, .lenient = size % 2 != 0};
    ptc_contract_options options = {.struct_size = sizeof options, .read = &read};
    ptc_arena arena;
    ptc_diags diags;
    ptc_contracts contracts;
    ptc_status status;
    ptc_schema bare;

    ptc_arena_init(&arena, NULL, (size_t)256 << 20);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    status = ptc_contracts_read(&arena, &source, &options, &diags, &contracts);
    if (status == PTC_ERROR_SYNTAX && diags.errors == 0 && !arena.failed)
        abort();
    if (status == PTC_OK && contracts.count > 0 && contracts.items[0].is_type) {
        bare = contracts.items[0].schema;
        bare.root = ptc_schema_root(&bare)->first + 1;
        check_round_trip(&arena, &bare);
    }
    ptc_arena_free(&arena);
    return 0;
}
