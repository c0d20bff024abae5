/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as EDN data, and as a Malli schema in its EDN and JSON forms. The result is
 * written and read again: data must be the same, a schema equal.
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

static bool has_nan(const ptc_value *value)
{
    ptc_value same = *value;

    return !ptc_value_same(value, &same); /* NaN is not equal to anything */
}

static void fuzz_data(ptc_arena *arena, const ptc_source *source)
{
    ptc_source written = {PTC_STR("written"), {"", 0}};
    ptc_diags diags;
    ptc_forms forms;
    ptc_forms again;
    ptc_value value;
    ptc_value back;
    ptc_text text;
    size_t offset = 0;
    uint32_t form;

    ptc_diags_init(&diags, arena);
    ptc_forms_init(&forms, arena, source);
    while ((form = ptc_edn_read(&forms, &offset, &diags)) != 0) {
        if (ptc_form_to_value(&forms, form, &value, &diags) != PTC_OK || has_nan(&value))
            continue;
        ptc_text_init(&text, arena);
        ptc_value_write(&text, &value);
        written.text = ptc_text_view(&text);
        ptc_forms_init(&again, arena, &written);
        form = ptc_edn_read_one(&again, &diags);
        if (arena->failed)
            return;
        check(form != 0 && ptc_form_to_value(&again, form, &back, &diags) == PTC_OK);
        check(ptc_value_same(&value, &back));
    }
    check(offset <= source->text.len);
}

static void fuzz_schema(ptc_arena *arena, const ptc_source *source, bool is_json)
{
    static const ptc_str names[] = {{"email", 5}};
    static const ptc_type_names types = {names, 1};
    ptc_read_options options = {
        .struct_size = sizeof options, .types = &types, .memory_cap = FUZZ_MEMORY};
    ptc_source written = {PTC_STR("written"), {"", 0}};
    ptc_render_options named = {.struct_size = sizeof named, .malli_names = true};
    ptc_diags diags;
    ptc_schema schema;
    ptc_schema back;
    ptc_status status;
    ptc_text text;

    ptc_diags_init(&diags, arena);
    status = is_json ? ptc_malli_read_json(arena, source, &options, &diags, &schema)
                     : ptc_malli_read(arena, source, &options, &diags, &schema);
    check((status == PTC_ERROR_SYNTAX) == (diags.errors > 0) || arena->failed);
    if (status != PTC_OK)
        return;
    ptc_text_init(&text, arena);
    ptc_schema_write_malli(&text, &schema, &named);
    written.text = ptc_text_view(&text);
    status = ptc_malli_read(arena, &written, &options, &diags, &back);
    check(arena->failed || text.failed || status == PTC_OK);
    check(status != PTC_OK || ptc_schema_equal(&schema, &back));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    ptc_source source = {PTC_STR("fuzz"), {(const char *)bytes, size}};
    ptc_arena arena;

    if (size > FUZZ_SIZE)
        return 0;
    ptc_arena_init(&arena, NULL, FUZZ_MEMORY);
    fuzz_data(&arena, &source);
    ptc_arena_free(&arena);
    for (int is_json = 0; is_json < 2; is_json++) {
        ptc_arena_init(&arena, NULL, FUZZ_MEMORY);
        fuzz_schema(&arena, &source, is_json != 0);
        ptc_arena_free(&arena);
    }
    return 0;
}
