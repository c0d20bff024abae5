/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a signature and as a `.sig` file. The result is written and read again:
 * the schema must be equal, canonical text must be rendered unchanged, and formatting
 * twice must change nothing. The first byte limits the memory, so that refused memory is
 * also tested.
 */
#include <ptc/ptc.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* A pattern may take a while to compile; the fuzzer should look elsewhere. */
#define FUZZ_SIZE   4096
#define FUZZ_MEMORY ((size_t)16 << 20)

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Faults are written in one of the styles, chosen by the input. Writing all styles would
 * take longer than everything else. */
static void write_faults(ptc_arena *arena, const ptc_diags *diags, size_t choice)
{
    static const ptc_diag_style styles[] = {PTC_DIAG_STYLE_TEXT, PTC_DIAG_STYLE_GNU,
                                            PTC_DIAG_STYLE_MSVC, PTC_DIAG_STYLE_JSON};
    ptc_text text;

    ptc_text_init(&text, arena);
    ptc_diags_write(&text, diags, styles[choice % (sizeof styles / sizeof styles[0])],
                    choice / 4 % 2 == 0);
    check(text.failed || ptc_utf8_check(text.ptr, text.len) == text.len);
}

static void fuzz_string(ptc_arena *arena, ptc_str bytes, size_t cap)
{
    ptc_read_options options = {.struct_size = sizeof options, .memory_cap = cap};
    ptc_source source = {PTC_STR("fuzz"), bytes};
    ptc_diags diags;
    ptc_schema schema;
    ptc_schema again;
    ptc_status status;
    ptc_text text;
    ptc_text second;

    ptc_diags_init(&diags, arena);
    status = ptc_signature_read(arena, &source, &options, &diags, &schema);
    write_faults(arena, &diags, bytes.len);
    check((status == PTC_ERROR_SYNTAX) == (diags.errors > 0) ||
          status == PTC_ERROR_MEMORY);
    if (status != PTC_OK)
        return;
    ptc_text_init(&text, arena);
    ptc_schema_write_signature(&text, &schema, NULL);
    source.text = ptc_text_view(&text);
    status = ptc_signature_read(arena, &source, NULL, &diags, &again);
    if (arena->failed)
        return;
    check(status == PTC_OK && ptc_schema_equal(&schema, &again));
    ptc_text_init(&second, arena);
    ptc_schema_write_signature(&second, &again, NULL);
    check(arena->failed || ptc_str_equal(ptc_text_view(&text), ptc_text_view(&second)));
}

static void fuzz_file(ptc_arena *arena, ptc_str bytes, size_t cap)
{
    ptc_read_options read = {.struct_size = sizeof read};
    ptc_contract_options options = {.struct_size = sizeof options,
                                    .format = PTC_CONTRACT_SIG};
    ptc_source source = {PTC_STR("fuzz.sig"), bytes};
    ptc_source formatted = {PTC_STR("fuzz.sig"), {"", 0}};
    ptc_contracts contracts;
    ptc_diags diags;
    ptc_text text;
    ptc_text second;

    options.read = &read;
    read.memory_cap = cap;
    ptc_diags_init(&diags, arena);
    if (ptc_contracts_read(arena, &source, &options, &diags, &contracts) != PTC_OK)
        write_faults(arena, &diags, bytes.len + 2);
    read.memory_cap = 0;
    ptc_diags_init(&diags, arena);
    ptc_text_init(&text, arena);
    if (ptc_contracts_format(arena, &text, &source, &options, &diags) != PTC_OK)
        return;
    formatted.text = ptc_text_view(&text);
    ptc_text_init(&second, arena);
    if (ptc_contracts_format(arena, &second, &formatted, &options, &diags) != PTC_OK)
        check(arena->failed);
    else
        check(ptc_str_equal(ptc_text_view(&text), ptc_text_view(&second)));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    ptc_str text;
    size_t cap;
    ptc_arena arena;

    if (size < 1 || size > FUZZ_SIZE)
        return 0;
    cap = bytes[0] < 64 ? (size_t)(bytes[0] + 1) * 512 : 0;
    text = ptc_str_make((const char *)bytes + 1, size - 1);
    ptc_arena_init(&arena, NULL, FUZZ_MEMORY);
    fuzz_string(&arena, text, cap);
    ptc_arena_free(&arena);
    ptc_arena_init(&arena, NULL, FUZZ_MEMORY);
    fuzz_file(&arena, text, cap);
    ptc_arena_free(&arena);
    return 0;
}
