/* SPDX-License-Identifier: MIT */
/*
 * <ptc/jansson.h> - values and verdicts for programs whose JSON is json_t.
 *
 * An adapter of inline functions: libptc itself neither needs nor links jansson, and the
 * umbrella <ptc/ptc.h> leaves this header out. A program that includes it links jansson
 * (2.14 or later, for keys with explicit lengths).
 *
 * Ownership: a value that was read from a json_t borrows the strings and keys in it, so
 * the json_t must stay alive and unchanged as long as the value, values coerced from it,
 * and its reports are in use. ptc_value_copy makes a value that owns its bytes. A json_t
 * that was written owns all that is in it and is the caller's (json_decref).
 *
 * Reading takes memory from the arena only; writing from jansson's allocator only. Both
 * count their depth, so a json_t that contains itself (by misuse) ends with the status
 * `depth`.
 */
#ifndef PTC_JANSSON_H
#define PTC_JANSSON_H

#include <ptc/number.h>
#include <ptc/walk.h>

#include <jansson.h>

#if JANSSON_VERSION_HEX < 0x020e00
#error "<ptc/jansson.h> needs jansson 2.14 or later"
#endif

PTC_BEGIN

/*
 * The value of `json`: what ptc_json_read makes of the same document, objects in their
 * order. PTC_ERROR_ARGUMENT for NULL, _DEPTH beyond PTC_DEPTH_MAX levels, _ENCODING for
 * text that is not UTF-8 (which the `_nocheck` functions of jansson let in), _RANGE for
 * more than PTC_COUNT_MAX bytes, items or members, _MEMORY. `*out` is nil then.
 */
static inline ptc_status ptc_jansson_read(ptc_arena *arena, const json_t *json,
                                          ptc_value *out);

/*
 * A new json_t of `value`, as ptc_json_write spells it: keyword values and keys become
 * their names, integer keys their decimal text, sets arrays. PTC_ERROR_INVALID for NaN,
 * infinities, opaque values that are not numbers, other keys, and keys that become the
 * same; _RANGE for integers that json_int_t cannot hold; _DEPTH, _MEMORY. `*out` is NULL
 * then.
 */
static inline ptc_status ptc_jansson_write(const ptc_value *value, json_t **out);

/*
 * ptc_schema_validate and ptc_schema_coerce of <ptc/walk.h> over a json_t. A json_t that
 * cannot be read gives the status of ptc_jansson_read and no report. The value is made in
 * `arena`; coercion leaves `*out` nil when nothing was read.
 */
static inline ptc_status ptc_jansson_validate(ptc_arena *arena, const ptc_schema *schema,
                                              const json_t *json,
                                              const ptc_walk_options *options,
                                              ptc_report *report);
static inline ptc_status ptc_jansson_coerce(ptc_arena *arena, const ptc_schema *schema,
                                            const json_t *json,
                                            const ptc_walk_options *options,
                                            ptc_value *out, ptc_report *report);

/* --- Reading ------------------------------------------------------------------------ */

/* `levels` containers may still be opened. */
static inline ptc_status ptc_jansson_read_node(ptc_arena *arena, const json_t *json,
                                               unsigned levels, ptc_value *out);

/* A string of a json_t. The functions from here on are private. */
static inline ptc_status ptc_jansson_read_text(const char *text, size_t len,
                                               ptc_value *out)
{
    if (len > PTC_COUNT_MAX)
        return PTC_ERROR_RANGE;
    if (ptc_utf8_check(text, len) != len)
        return PTC_ERROR_ENCODING;
    *out = ptc_value_string(ptc_str_make(text, len));
    return PTC_OK;
}

/* The items, read one by one. */
static inline ptc_status ptc_jansson_read_array(ptc_arena *arena, const json_t *json,
                                                unsigned levels, ptc_value *out)
{
    size_t count = json_array_size(json);
    ptc_value *items;

    if (count > PTC_COUNT_MAX)
        return PTC_ERROR_RANGE;
    items = (ptc_value *)ptc_arena_array(arena, count, sizeof *items);
    if (items == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        ptc_status status =
            ptc_jansson_read_node(arena, json_array_get(json, i), levels, &items[i]);

        if (status != PTC_OK)
            return status;
    }
    *out = ptc_value_vector(items, count);
    return PTC_OK;
}

/* The members, read one by one. */
static inline ptc_status ptc_jansson_read_object(ptc_arena *arena, const json_t *json,
                                                 unsigned levels, ptc_value *out)
{
    json_t *object = (json_t *)(uintptr_t)json; /* jansson's iterators are not
                                                 * const-correct */
    size_t count = json_object_size(json);
    void *place = json_object_iter(object);
    ptc_map_entry *entries;

    if (count > PTC_COUNT_MAX)
        return PTC_ERROR_RANGE;
    entries = (ptc_map_entry *)ptc_arena_array(arena, count, sizeof *entries);
    if (entries == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        ptc_status status =
            ptc_jansson_read_text(json_object_iter_key(place),
                                  json_object_iter_key_len(place), &entries[i].key);

        if (status == PTC_OK)
            status = ptc_jansson_read_node(arena, json_object_iter_value(place), levels,
                                           &entries[i].value);
        if (status != PTC_OK)
            return status;
        place = json_object_iter_next(object, place);
    }
    return ptc_map_make(arena, entries, count, out, NULL);
}

static inline ptc_status ptc_jansson_read_node(ptc_arena *arena, const json_t *json,
                                               unsigned levels, ptc_value *out)
{
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return levels == 0 ? PTC_ERROR_DEPTH
                           : ptc_jansson_read_object(arena, json, levels - 1, out);
    case JSON_ARRAY:
        return levels == 0 ? PTC_ERROR_DEPTH
                           : ptc_jansson_read_array(arena, json, levels - 1, out);
    case JSON_STRING:
        return ptc_jansson_read_text(json_string_value(json), json_string_length(json),
                                     out);
    case JSON_INTEGER:
        *out = ptc_value_int((int64_t)json_integer_value(json));
        return PTC_OK;
    case JSON_REAL:
        *out = ptc_value_float(json_real_value(json));
        return PTC_OK;
    case JSON_TRUE:
    case JSON_FALSE:
        *out = ptc_value_bool(json_typeof(json) == JSON_TRUE);
        return PTC_OK;
    case JSON_NULL:
        *out = ptc_value_nil();
        return PTC_OK;
    }
    return PTC_ERROR_ARGUMENT;
}

static inline ptc_status ptc_jansson_read(ptc_arena *arena, const json_t *json,
                                          ptc_value *out)
{
    ptc_status status = PTC_ERROR_ARGUMENT;

    if (json != NULL)
        status = ptc_jansson_read_node(arena, json, PTC_DEPTH_MAX, out);
    if (status != PTC_OK)
        *out = ptc_value_nil();
    return status;
}

/* --- Writing ------------------------------------------------------------------------ */

/* Makes `*out`, which is NULL when the status is not PTC_OK. */
static inline ptc_status ptc_jansson_write_node(const ptc_value *value, unsigned levels,
                                                json_t **out);

/* The bytes of a text value; jansson refuses NULL, even for no bytes. */
static inline const char *ptc_jansson_bytes(const ptc_value *value)
{
    return value->aux != 0 ? value->as.text : "";
}

/* An integer that json_int_t can hold. */
static inline ptc_status ptc_jansson_write_int(int64_t integer, json_t **out)
{
    if ((int64_t)(json_int_t)integer != integer)
        return PTC_ERROR_RANGE;
    *out = json_integer((json_int_t)integer);
    return *out ? PTC_OK : PTC_ERROR_MEMORY;
}

/* A number that JSON can write. */
static inline ptc_status ptc_jansson_write_real(double number, json_t **out)
{
    if (number - number != 0)
        return PTC_ERROR_INVALID;
    *out = json_real(number);
    return *out ? PTC_OK : PTC_ERROR_MEMORY;
}

/* Takes over `array`, even on failure. */
static inline ptc_status ptc_jansson_write_items(json_t *array, const ptc_value *value,
                                                 unsigned levels, json_t **out)
{
    ptc_status status = array ? PTC_OK : PTC_ERROR_MEMORY;

    for (uint32_t i = 0; status == PTC_OK && i < value->aux; i++) {
        json_t *item;

        status = ptc_jansson_write_node(&value->as.items[i], levels, &item);
        if (status == PTC_OK && json_array_append_new(array, item) != 0)
            status = PTC_ERROR_MEMORY;
    }
    if (status == PTC_OK)
        *out = array;
    else
        json_decref(array);
    return status;
}

/* Adds a member whose name no other member of `object` has. */
static inline ptc_status
ptc_jansson_write_member(json_t *object, const ptc_map_entry *entry, unsigned levels)
{
    char digits[PTC_NUMBER_MAX];
    ptc_status status;
    json_t *member;
    ptc_str name;

    if (entry->key.kind == PTC_INT)
        name = ptc_str_make(digits, ptc_number_write_int(entry->key.as.integer, digits));
    else if (entry->key.kind == PTC_STRING || entry->key.kind == PTC_KEYWORD)
        name = ptc_str_make(ptc_jansson_bytes(&entry->key), entry->key.aux);
    else
        return PTC_ERROR_INVALID;
    if (json_object_getn(object, name.ptr, name.len) != NULL)
        return PTC_ERROR_INVALID;
    status = ptc_jansson_write_node(&entry->value, levels, &member);
    if (status == PTC_OK &&
        json_object_setn_new_nocheck(object, name.ptr, name.len, member) != 0)
        status = PTC_ERROR_MEMORY;
    return status;
}

/* Takes over `object`, even on failure. */
static inline ptc_status ptc_jansson_write_members(json_t *object, const ptc_map *map,
                                                   unsigned levels, json_t **out)
{
    ptc_status status = object ? PTC_OK : PTC_ERROR_MEMORY;

    for (uint32_t i = 0; status == PTC_OK && i < map->count; i++)
        status = ptc_jansson_write_member(object, &map->entries[i], levels);
    if (status == PTC_OK)
        *out = object;
    else
        json_decref(object);
    return status;
}

static inline ptc_status ptc_jansson_write_node(const ptc_value *value, unsigned levels,
                                                json_t **out)
{
    *out = NULL;
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        *out = json_null();
        return PTC_OK;
    case PTC_BOOL:
        *out = json_boolean(value->as.boolean);
        return PTC_OK;
    case PTC_INT:
        return ptc_jansson_write_int(value->as.integer, out);
    case PTC_FLOAT:
        return ptc_jansson_write_real(value->as.number, out);
    case PTC_STRING:
    case PTC_KEYWORD:
        *out = json_stringn_nocheck(ptc_jansson_bytes(value), value->aux);
        return *out ? PTC_OK : PTC_ERROR_MEMORY;
    case PTC_VECTOR:
    case PTC_SET:
        return levels == 0
                   ? PTC_ERROR_DEPTH
                   : ptc_jansson_write_items(json_array(), value, levels - 1, out);
    case PTC_MAP:
        return levels == 0 ? PTC_ERROR_DEPTH
                           : ptc_jansson_write_members(json_object(), value->as.map,
                                                       levels - 1, out);
    case PTC_OPAQUE:
        return value->flags & PTC_FLAG_NUMBER ? PTC_ERROR_RANGE : PTC_ERROR_INVALID;
    }
    return PTC_ERROR_ARGUMENT;
}

static inline ptc_status ptc_jansson_write(const ptc_value *value, json_t **out)
{
    const ptc_value nil = ptc_value_nil();

    return ptc_jansson_write_node(value != NULL ? value : &nil, PTC_DEPTH_MAX, out);
}

/* --- Validating --------------------------------------------------------------------- */

static inline ptc_status ptc_jansson_validate(ptc_arena *arena, const ptc_schema *schema,
                                              const json_t *json,
                                              const ptc_walk_options *options,
                                              ptc_report *report)
{
    ptc_value value;
    ptc_status status = ptc_jansson_read(arena, json, &value);

    if (status == PTC_OK)
        status = ptc_schema_validate(schema, &value, options, report);
    return status;
}

static inline ptc_status ptc_jansson_coerce(ptc_arena *arena, const ptc_schema *schema,
                                            const json_t *json,
                                            const ptc_walk_options *options,
                                            ptc_value *out, ptc_report *report)
{
    ptc_value value;
    ptc_status status = ptc_jansson_read(arena, json, &value);

    *out = ptc_value_nil();
    if (status == PTC_OK)
        status = ptc_schema_coerce(arena, schema, &value, options, out, report);
    return status;
}

PTC_END

#endif
