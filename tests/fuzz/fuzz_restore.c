/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: the first byte chooses the subset and the options; then come a schema (up
 * to the first NUL), Malli or JSON Schema, and a reply in JSON. What must hold: a schema
 * is written completely or not at all, and is JSON; a reply is restored in bounded time
 * to a value that can be written as JSON; a reply that does not change takes no memory.
 */
#include <ptc/contract.h>
#include <ptc/json_schema.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

static bool read_schema(ptc_arena *arena, ptc_str text, bool is_json, ptc_schema *out)
{
    ptc_source source = {is_json ? PTC_STR("fuzz.json") : PTC_STR("fuzz"), text};
    ptc_contracts contracts;
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    diags.source = &source;
    if (!is_json)
        return ptc_malli_read(arena, &source, NULL, &diags, out) == PTC_OK;
    if (ptc_contracts_read(arena, &source, NULL, &diags, &contracts) != PTC_OK ||
        contracts.count == 0)
        return false;
    *out = contracts.items[0].schema;
    return true;
}

static void check_written(ptc_arena *arena, const ptc_schema *schema,
                          const ptc_json_schema_options *options)
{
    ptc_text text;
    ptc_value value;
    ptc_status status;

    ptc_text_init(&text, arena);
    status = ptc_schema_write_json_schema(&text, schema, options);
    require(status == PTC_OK || text.len == 0);
    if (status == PTC_OK) {
        status = ptc_json_read(arena, text.ptr, text.len, NULL, &value, NULL, NULL);
        require(status == PTC_OK || status == PTC_ERROR_MEMORY);
    }
}

static void check_restored(ptc_arena *arena, const ptc_schema *schema,
                           const ptc_json_schema_options *options, ptc_str text)
{
    ptc_arena made;
    ptc_value reply, out;
    ptc_text shown;
    ptc_status status;

    if (ptc_json_read(arena, text.ptr, text.len, NULL, &reply, NULL, NULL) != PTC_OK)
        return;
    ptc_arena_init(&made, NULL, (size_t)64 << 20);
    status = ptc_json_schema_restore(&made, schema, options, &reply, &out);
    require(status == PTC_OK || status == PTC_ERROR_MEMORY);
    ptc_text_init(&shown, arena);
    if (status == PTC_OK) {
        status = ptc_json_write(&shown, &out, 0);
        require(status == PTC_OK || status == PTC_ERROR_MEMORY ||
                status == PTC_ERROR_DEPTH);
    }
    ptc_arena_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptc_json_schema_options options = {.struct_size = sizeof options};
    const uint8_t *end;
    ptc_arena arena;
    ptc_schema schema;
    ptc_str text;

    if (size == 0)
        return 0;
    options.subset = (ptc_json_schema_subset)(data[0] % 3);
    options.wrap_root = (data[0] & 16) != 0;
    options.keep_formats = options.keep_patterns = (data[0] & 32) != 0;
    options.direction = (ptc_direction)((data[0] >> 6) % 3);
    end = memchr(data + 1, 0, size - 1);
    if (end == NULL)
        return 0;
    ptc_arena_init(&arena, NULL, (size_t)256 << 20);
    text = ptc_str_make((const char *)data + 1, (size_t)(end - data - 1));
    if (read_schema(&arena, text, (data[0] & 8) != 0, &schema)) {
        check_written(&arena, &schema, &options);
        text = ptc_str_make((const char *)end + 1, size - (size_t)(end - data) - 1);
        check_restored(&arena, &schema, &options, text);
    }
    ptc_arena_free(&arena);
    return 0;
}
