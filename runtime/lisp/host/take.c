/* SPDX-License-Identifier: MIT */
/*
 * Host data into a program. See host_int.h.
 *
 * The values are in the host arena and lack MOVES, so the collector leaves them alone.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"
#include "lisp/host/host_int.h"

static ptc_value take_value(ptc_lisp *lisp, const ptc_value *value, unsigned depth);

static void *take_alloc(ptc_lisp *lisp, size_t size)
{
    void *place = ptc_arena_alloc(&lisp->host_arena, size);

    if (place == NULL)
        ptc_lisp_memory_error(lisp);
    return place;
}

static ptc_value take_text(ptc_lisp *lisp, const ptc_value *value)
{
    ptc_value string = ptc_value_make((ptc_kind)value->kind, 0, value->aux);
    char *bytes = take_alloc(lisp, value->aux + (size_t)1);

    if (value->aux != 0)
        memcpy(bytes, value->as.text, value->aux);
    bytes[value->aux] = '\0';
    string.as.text = bytes;
    if (value->kind == PTC_STRING)
        ptc_string_done(&string, value->aux);
    else
        string.flags = value->flags;
    return string;
}

/* Items with a buffer before them when there are many, for slices and trees of them. */
static ptc_value *take_items(ptc_lisp *lisp, uint32_t count)
{
    size_t size = sizeof(ptc_large) + count * sizeof(ptc_value);
    ptc_large *large;

    if (count <= PTC_BUFFER_SMALL)
        return take_alloc(lisp, count * sizeof(ptc_value));
    large = take_alloc(lisp, size);
    *large = (ptc_large){.head = ptc_object_head(PTC_OBJECT_LARGE, size),
                         .fill = count,
                         .capacity = count};
    large->head = (large->head & ~PTC_OBJECT_MOVES) | PTC_OBJECT_CACHES;
    return ptc_large_items(large);
}

static ptc_value take_vector(ptc_lisp *lisp, const ptc_value *value, unsigned depth)
{
    ptc_value *items = take_items(lisp, value->aux);
    unsigned flags = value->flags & (PTC_FLAG_SEQ | PTC_FLAG_ENTRY);
    ptc_value vector;

    if (value->aux > PTC_BUFFER_SMALL)
        flags |= PTC_FLAG_BUFFER;
    for (uint32_t i = 0; i < value->aux; i++)
        items[i] = take_value(lisp, &value->as.items[i], depth);
    vector = ptc_value_make(PTC_VECTOR, flags, value->aux);
    vector.as.items = items;
    return vector;
}

static ptc_value take_set(ptc_lisp *lisp, const ptc_value *value, unsigned depth)
{
    ptc_value *items = take_alloc(lisp, value->aux * sizeof *items);

    for (uint32_t i = 0; i < value->aux; i++)
        items[i] = take_value(lisp, &value->as.items[i], depth);
    if (value->aux > PTC_SET_SMALL)
        return ptc_hash_make(lisp, &lisp->host_arena, PTC_SET, items, 1, value->aux);
    return ptc_value_set(items, value->aux);
}

/* The shape of a map's keys, or NULL when it must be a hash. */
static const ptc_shape *take_shape(ptc_lisp *lisp, const ptc_map *map)
{
    const ptc_shape *shape = &ptc_shape_empty;

    if (map->count > PTC_RECORD_MAX)
        return NULL;
    for (uint32_t i = 0; i < map->count && shape != NULL; i++) {
        const ptc_value *key = &map->entries[i].key;

        if (key->kind == PTC_KEYWORD)
            shape = ptc_shape_with(
                lisp, shape,
                ptc_name_value(ptc_name_intern(lisp, ptc_value_text(key)), PTC_KEYWORD));
        else if (key->kind == PTC_STRING) {
            ptc_value string = *key;

            ptc_string_done(&string, string.aux);
            shape = ptc_shape_with(lisp, shape, string);
        } else {
            shape = NULL;
        }
    }
    return shape;
}

static ptc_value take_hash(ptc_lisp *lisp, const ptc_map *map, unsigned depth)
{
    ptc_value *pairs = take_alloc(lisp, (size_t)map->count * 2 * sizeof *pairs);

    for (uint32_t i = 0; i < map->count; i++) {
        pairs[2 * (size_t)i] = take_value(lisp, &map->entries[i].key, depth);
        pairs[2 * (size_t)i + 1] = take_value(lisp, &map->entries[i].value, depth);
    }
    return ptc_hash_make(lisp, &lisp->host_arena, PTC_MAP, pairs, 2, map->count);
}

static ptc_value take_map(ptc_lisp *lisp, const ptc_map *map, unsigned depth)
{
    const ptc_shape *shape = take_shape(lisp, map);
    size_t size;
    ptc_record *record;

    if (map->count == 0)
        return ptc_lisp_map_empty(lisp);
    if (shape == NULL)
        return take_hash(lisp, map, depth);
    size = sizeof *record + map->count * sizeof(ptc_value);
    record = take_alloc(lisp, size);
    record->head = ptc_object_head(PTC_OBJECT_RECORD, size) & ~PTC_OBJECT_MOVES;
    record->shape = shape;
    for (uint32_t i = 0; i < map->count; i++)
        record->values[i] = take_value(lisp, &map->entries[i].value, depth);
    return ptc_record_value(record);
}

/* Recursion is counted. */
static ptc_value take_value(ptc_lisp *lisp, const ptc_value *value, unsigned depth)
{
    if (depth == 0)
        ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                       "the host's data is nested deeper than %d levels", PTC_DEPTH_MAX);
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
        return *value;
    case PTC_STRING:
    case PTC_OPAQUE:
        return take_text(lisp, value);
    case PTC_KEYWORD:
        return ptc_name_value(ptc_name_intern(lisp, ptc_value_text(value)), PTC_KEYWORD);
    case PTC_VECTOR:
        return take_vector(lisp, value, depth - 1);
    case PTC_SET:
        return take_set(lisp, value, depth - 1);
    case PTC_MAP:
        return take_map(lisp, value->as.map, depth - 1);
    }
    ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                   "the host's data has a value of unknown kind");
}

ptc_value ptc_lisp_import(ptc_lisp *lisp, const ptc_value *value)
{
    ptc_pins *pins = lisp->pins;
    ptc_value taken;

    lisp->pins = &lisp->host_pins;
    taken = take_value(lisp, value, PTC_DEPTH_MAX);
    lisp->pins = pins;
    return taken;
}
