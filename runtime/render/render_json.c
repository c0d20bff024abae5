/* SPDX-License-Identifier: MIT */
/*
 * Keys of maps as the names of JSON members: the one place that says which name a key has
 * and which keys would be one. [ptc-lisp 15]
 *
 * Names of strings are themselves, of keywords theirs, of all else their EDN text. Two
 * keys of one kind never have the same name, so a map whose keys are of one kind needs no
 * check; names only collide with strings and keywords. But NaN is not equal to itself,
 * nor is a value that holds it.
 */
#include "render/render_int.h"

#include <ptc/json.h>
#include <stdlib.h>

ptc_str ptc_json_key_name(ptc_arena *arena, const ptc_value *key)
{
    ptc_text text;

    if (key->kind == PTC_STRING || key->kind == PTC_KEYWORD)
        return ptc_value_text(key);
    ptc_text_init(&text, arena);
    ptc_value_write(&text, key);
    return text.failed ? ptc_str_make(NULL, 0) : ptc_text_view(&text);
}

/* Whether the keys may be of several kinds; those of constants are not known. */
static bool json_is_mixed(const ptc_map *map)
{
    return map->kinds == 0 || (map->kinds & (map->kinds - 1)) != 0;
}

/* The other kinds look for strings. */
static bool json_name_meets(const ptc_map *map, const ptc_value *key, ptc_str name)
{
    if (key->kind == PTC_STRING)
        return false;
    return ptc_map_find_text(map, PTC_STRING, name) != NULL ||
           (key->kind != PTC_KEYWORD &&
            ptc_map_find_text(map, PTC_KEYWORD, name) != NULL);
}

/* Whether a key is NaN, or may hold it. */
static bool json_has_odd_keys(const ptc_map *map)
{
    const uint32_t odd = UINT32_C(1) << PTC_FLOAT | UINT32_C(1) << PTC_VECTOR |
                         UINT32_C(1) << PTC_SET | UINT32_C(1) << PTC_MAP;
    bool is_odd = false;

    if (map->kinds != 0 && (map->kinds & odd) == 0)
        return false;
    for (uint32_t i = 0; i < map->count && !is_odd; i++) {
        const ptc_value *key = &map->entries[i].key;

        is_odd = !ptc_value_is_scalar(key) ||
                 (key->kind == PTC_FLOAT && key->as.number != key->as.number);
    }
    return is_odd;
}

/* Whether two names of any keys are the same, by all names in order. */
static bool json_names_meet(ptc_arena *arena, const ptc_map *map, ptc_str *name)
{
    const uint32_t *ranks = ptc_json_key_ranks(arena, map);

    *name = ptc_str_make(NULL, 0);
    for (uint32_t i = 0; ranks != NULL && i < map->count; i++) {
        if (ranks[i] == 0)
            continue;
        *name = ptc_json_key_name(arena, &map->entries[i].key);
        return true;
    }
    return ranks == NULL;
}

bool ptc_json_keys_meet(ptc_arena *arena, const ptc_map *map, ptc_str *name)
{
    ptc_arena_mark mark = ptc_arena_place(arena);

    for (uint32_t i = 0; json_is_mixed(map) && i < map->count; i++) {
        const ptc_value *key = &map->entries[i].key;

        *name = ptc_json_key_name(arena, key);
        if (name->ptr == NULL || json_name_meets(map, key, *name))
            return true;
        ptc_arena_rewind(arena, mark);
    }
    if (map->count < 2 || !json_has_odd_keys(map))
        return false;
    if (json_names_meet(arena, map, name))
        return true;
    ptc_arena_rewind(arena, mark);
    return false;
}

/* --- Entries with one name ---------------------------------------------------------- */

typedef struct json_named {
    ptc_str name;
    uint32_t index;
} json_named;

static int json_compare_named(const void *a, const void *b)
{
    const json_named *left = a;
    const json_named *right = b;
    int order = ptc_str_compare(left->name, right->name);

    if (order != 0)
        return order;
    return left->index < right->index ? -1 : left->index > right->index;
}

uint32_t *ptc_json_key_ranks(ptc_arena *arena, const ptc_map *map)
{
    json_named *named = ptc_arena_array(arena, map->count, sizeof *named);
    uint32_t *ranks = ptc_arena_array(arena, map->count, sizeof *ranks);

    if (named == NULL || ranks == NULL)
        return NULL;
    for (uint32_t i = 0; i < map->count; i++) {
        named[i].name = ptc_json_key_name(arena, &map->entries[i].key);
        named[i].index = i;
        if (named[i].name.ptr == NULL)
            return NULL;
    }
    if (map->count > 1)
        qsort(named, map->count, sizeof *named, json_compare_named);
    for (uint32_t i = 0; i < map->count; i++) {
        bool repeats = i > 0 && ptc_str_equal(named[i - 1].name, named[i].name);

        ranks[named[i].index] = repeats ? ranks[named[i - 1].index] + 1 : 0;
    }
    return ranks;
}

/* --- Names instead of keys ---------------------------------------------------------- */

static ptc_status json_name_value(ptc_arena *arena, const ptc_value *value,
                                  unsigned depth, ptc_value *out);

static ptc_status json_name_items(ptc_arena *arena, const ptc_value *value,
                                  unsigned depth, ptc_value *out)
{
    ptc_value *items = ptc_arena_array(arena, value->aux, sizeof *items);
    ptc_status status = items != NULL ? PTC_OK : PTC_ERROR_MEMORY;

    for (uint32_t i = 0; i < value->aux && status == PTC_OK; i++)
        status = json_name_value(arena, &value->as.items[i], depth, &items[i]);
    *out = ptc_value_vector(items, value->aux);
    return status;
}

static ptc_status json_name_map(ptc_arena *arena, const ptc_map *map, unsigned depth,
                                ptc_value *out)
{
    ptc_map_entry *entries = ptc_arena_array(arena, map->count, sizeof *entries);
    ptc_status status = entries != NULL ? PTC_OK : PTC_ERROR_MEMORY;

    for (uint32_t i = 0; i < map->count && status == PTC_OK; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        ptc_str name = ptc_json_key_name(arena, &entry->key);

        if (name.ptr == NULL)
            return PTC_ERROR_MEMORY;
        entries[i].key = ptc_value_string(name);
        status = json_name_value(arena, &entry->value, depth, &entries[i].value);
    }
    if (status == PTC_OK)
        status = ptc_map_make(arena, entries, map->count, out, NULL);
    return status == PTC_ERROR_DUPLICATE ? PTC_ERROR_INVALID : status;
}

/* Recursion is counted. */
static ptc_status json_name_value(ptc_arena *arena, const ptc_value *value,
                                  unsigned depth, ptc_value *out)
{
    *out = *value;
    if (ptc_value_is_scalar(value))
        return PTC_OK;
    if (depth == 0)
        return PTC_ERROR_DEPTH;
    return value->kind == PTC_MAP ? json_name_map(arena, value->as.map, depth - 1, out)
                                  : json_name_items(arena, value, depth - 1, out);
}

/* Most values can be written as they are. */
ptc_status ptc_json_write_named(ptc_text *text, const ptc_value *value, unsigned indent)
{
    ptc_status status = ptc_json_write(text, value, indent);
    ptc_value named;

    if (status != PTC_ERROR_INVALID)
        return status;
    status = json_name_value(text->arena, value, PTC_DEPTH_MAX, &named);
    return status == PTC_OK ? ptc_json_write(text, &named, indent) : status;
}
