/* SPDX-License-Identifier: MIT */
/*
 * Sources of other languages: any bytes as Elixir or as a C header, as the first byte
 * chooses, give contracts or diagnostics with places in the text. The result is written
 * as a signature that can be read.
 */
#include "generator/dialect/dialect_int.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(ptc_arena *arena, const ptc_schema *schema)
{
    ptc_source source = {PTC_STR("rendered"), {NULL, 0}};
    ptc_schema again;
    ptc_diags diags;
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_schema_write_signature(&text, schema, NULL);
    source.text = ptc_text_view(&text);
    ptc_diags_init(&diags, arena);
    diags.source = &source;
    if (!text.failed && !arena->failed &&
        ptc_signature_read(arena, &source, NULL, &diags, &again) != PTC_OK &&
        !arena->failed)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptc_source source = {PTC_STR(""), PTC_STR("")};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .dialects = &ptcc_dialects};
    ptc_contracts contracts;
    ptc_arena arena;
    ptc_diags diags;

    if (size == 0)
        return 0;
    source.name = *data & 2 ? PTC_STR("f.h") : PTC_STR("f.ex"); /* 'C', 'A' */
    options.result_unions = *data & 4;
    source.text = ptc_str_make((const char *)data + 1, size - 1);
    ptc_arena_init(&arena, NULL, (size_t)256 << 20);
    ptc_diags_init(&diags, &arena);
    diags.source = &source;
    if (ptc_contracts_read(&arena, &source, &options, &diags, &contracts) ==
            PTC_ERROR_SYNTAX &&
        diags.errors == 0 && !arena.failed)
        abort();
    for (size_t i = 0; i < diags.count; i++) {
        if (diags.items[i].span.start > diags.items[i].span.end ||
            diags.items[i].span.end > size - 1)
            abort();
    }
    for (size_t i = 0; i < contracts.count && i < 8; i++)
        check_round_trip(&arena, &contracts.items[i].schema);
    ptc_arena_free(&arena);
    return 0;
}
