/* SPDX-License-Identifier: MIT */
/*
 * Fuzz target: JSON text through jansson and back. What must hold: a document that both
 * libraries read is the same value, in the same order, either way; and a json_t that was
 * read is written as an equal json_t.
 */
#include <ptc/jansson.h>
#include <ptc/ptc.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

static ptc_str text_of(ptc_arena *arena, const ptc_value *value)
{
    ptc_text text;

    ptc_text_init(&text, arena);
    require(ptc_json_write(&text, value, 0) == PTC_OK);
    return ptc_text_view(&text);
}

static void compare(ptc_arena *arena, const json_t *json, const ptc_value *wanted)
{
    ptc_value value;
    json_t *written;

    require(ptc_jansson_read(arena, json, &value) == PTC_OK);
    require(ptc_str_equal(text_of(arena, &value), text_of(arena, wanted)));
    require(ptc_jansson_write(&value, &written) == PTC_OK);
    require(ptc_jansson_read(arena, written, &value) == PTC_OK);
    require(ptc_str_equal(text_of(arena, &value), text_of(arena, wanted)));
    json_decref(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *json =
        json_loadb((const char *)data, size,
                   JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, NULL);
    ptc_value wanted;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, (size_t)64 << 20);
    /* jansson accepts deeper nesting, and refuses integers that are opaque here. */
    if (json != NULL && ptc_json_read(&arena, (const char *)data, size, NULL, &wanted,
                                      NULL, NULL) == PTC_OK)
        compare(&arena, json, &wanted);
    json_decref(json);
    ptc_arena_free(&arena);
    return 0;
}
