/* SPDX-License-Identifier: MIT */
/*
 * Maps of both forms, records and hashes. See data.h.
 */
#include "lisp/heap/build.h"
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"

enum {
    FIELD_TEXT_MAX = 256, /* longer texts are folded on the heap */
    FIELD_MANY = 16,      /* this many pairs are written at once */
};

static const ptc_record field_none = {.head = PTC_OBJECT_RECORD,
                                      .shape = &ptc_shape_empty};

static bool field_is_record(const ptc_value *map)
{
    return !(map->flags & PTC_FLAG_TREE);
}

ptc_value ptc_lisp_map_empty(ptc_lisp *lisp)
{
    (void)lisp;
    return ptc_record_value((ptc_record *)(uintptr_t)&field_none);
}

/* --- Making ------------------------------------------------------------------------ */

/* The record of few pairs; false when it must be a hash. */
static bool field_record_of(ptc_lisp *lisp, const ptc_value *pairs, size_t count,
                            ptc_value *out)
{
    const ptc_shape *shape = &ptc_shape_empty;
    ptc_value values[PTC_RECORD_MAX];
    ptc_record *record;

    for (size_t i = 0; i < count; i++) {
        uint32_t index = ptc_shape_find(shape, &pairs[2 * i]);

        if (index == UINT32_MAX) {
            index = shape->count;
            shape = ptc_shape_with(lisp, shape, pairs[2 * i]);
            if (shape == NULL)
                return false;
        }
        values[index] = pairs[2 * i + 1];
    }
    record = ptc_record_new(lisp, shape);
    memcpy(record->values, values, shape->count * sizeof *values);
    *out = ptc_record_value(record);
    return true;
}

ptc_value ptc_lisp_map_of(ptc_lisp *lisp, const ptc_value *pairs, size_t count)
{
    ptc_value map;

    if (count == 0)
        return ptc_lisp_map_empty(lisp);
    if (count <= PTC_RECORD_MAX && field_record_of(lisp, pairs, count, &map))
        return map;
    return ptc_hash_make(lisp, NULL, PTC_MAP, pairs, 2, count);
}

/* A record as a hash. */
static ptc_value field_hash_of(ptc_lisp *lisp, const ptc_value *map)
{
    const ptc_record *record = ptc_record_of(map);
    ptc_value pairs[2 * PTC_RECORD_MAX];

    for (size_t i = 0; i < record->shape->count; i++) {
        pairs[2 * i] = record->shape->keys[i];
        pairs[2 * i + 1] = record->values[i];
    }
    return ptc_hash_make(lisp, NULL, PTC_MAP, pairs, 2, record->shape->count);
}

/* --- Reading ----------------------------------------------------------------------- */

/* Which of strings and keywords may be among the keys, as bits of their kinds. */
PTC_INLINE uint32_t field_kinds(const ptc_value *map)
{
    if (field_is_record(map))
        return ptc_record_of(map)->shape->kinds;
    return (uint32_t)((ptc_hash_of(map)->head & PTC_OBJECT_KINDS) >>
                      PTC_OBJECT_KINDS_SHIFT);
}

/* A comparator is asked about a keyword or string only if the map has such keys, or none
 * of the other kind, by which lookup finds the key. */
static const ptc_hash_entry *field_find_sorted(ptc_lisp *lisp, const ptc_value *map,
                                               const ptc_value *key)
{
    uint32_t kinds = field_kinds(map);

    if ((key->kind == PTC_KEYWORD || key->kind == PTC_STRING) && kinds != 0 &&
        (kinds & 1u << key->kind) == 0)
        return NULL;
    return ptc_sorted_find(lisp, map, key);
}

static bool field_get_hash(ptc_lisp *lisp, const ptc_value *map, const ptc_value *key,
                           ptc_value *out, ptc_value *found)
{
    const ptc_hash_entry *entry;

    if (PTC_UNLIKELY(map->flags & PTC_FLAG_SORTED))
        entry = field_find_sorted(lisp, map, key);
    else
        entry = ptc_hash_find(lisp, map, key, ptc_lisp_hash(lisp, key));
    if (entry == NULL)
        return false;
    *out = entry->value;
    if (found != NULL)
        *found = entry->key;
    return true;
}

static bool field_get_record(const ptc_value *map, uint32_t index, ptc_value *out,
                             ptc_value *found)
{
    const ptc_record *record = ptc_record_of(map);

    if (index == UINT32_MAX)
        return false;
    *out = record->values[index];
    if (found != NULL)
        *found = record->shape->keys[index];
    return true;
}

bool ptc_lisp_map_get(ptc_lisp *lisp, const ptc_value *map, const ptc_value *key,
                      ptc_value *out)
{
    if (field_is_record(map))
        return field_get_record(map, ptc_shape_find(ptc_record_of(map)->shape, key), out,
                                NULL);
    return field_get_hash(lisp, map, key, out, NULL);
}

/* The text with '-' read as '_', as a string that lives as long as `buffer` or until the
 * next collection. */
static ptc_value field_fold(ptc_lisp *lisp, ptc_str text, char buffer[FIELD_TEXT_MAX])
{
    char *bytes = buffer;
    ptc_value string = ptc_value_string(ptc_str_make(buffer, text.len));

    if (text.len > FIELD_TEXT_MAX)
        string = ptc_string_new(lisp, text.len, &bytes);
    for (size_t i = 0; i < text.len; i++)
        bytes[i] = text.ptr[i] == '-' ? '_' : text.ptr[i];
    return string;
}

/* Finds the text as a key of one kind, then of the other. `name` is the name of the text,
 * or NULL: then no keyword has it. */
static bool field_find_text(ptc_lisp *lisp, const ptc_value *map, ptc_value string,
                            const ptc_name *name, unsigned kind, ptc_value *out,
                            ptc_value *found)
{
    ptc_value keyword = ptc_value_nil();
    bool is_first_keyword = kind == PTC_KEYWORD;

    if (name != NULL)
        keyword = ptc_name_value(name, PTC_KEYWORD);
    if (is_first_keyword && name != NULL &&
        field_get_hash(lisp, map, &keyword, out, found))
        return true;
    if (field_get_hash(lisp, map, &string, out, found))
        return true;
    return !is_first_keyword && name != NULL &&
           field_get_hash(lisp, map, &keyword, out, found);
}

static bool field_find_hash(ptc_lisp *lisp, const ptc_value *map, const ptc_value *key,
                            ptc_value *out, ptc_value *found)
{
    char buffer[FIELD_TEXT_MAX];
    ptc_str text;
    ptc_value string;
    const ptc_name *name;
    bool is_keyword = key->kind == PTC_KEYWORD;

    if (!is_keyword && key->kind != PTC_STRING)
        return field_get_hash(lisp, map, key, out, found);
    text = ptc_value_text(key);
    ptc_lisp_read_bytes(lisp, text.len);
    string = is_keyword ? ptc_value_string(text) : *key;
    name = is_keyword ? ptc_name_of(key) : ptc_name_find(lisp, text);
    if (field_find_text(lisp, map, string, name, key->kind, out, found))
        return true;
    if (text.len == 0 || memchr(text.ptr, '-', text.len) == NULL)
        return false;
    string = field_fold(lisp, text, buffer);
    name = name != NULL ? name->folded : ptc_name_find_folded(lisp, text);
    return field_find_text(lisp, map, string, name, key->kind, out, found);
}

bool ptc_lisp_map_find(ptc_lisp *lisp, const ptc_value *map, const ptc_value *key,
                       ptc_value *out, ptc_value *found)
{
    const ptc_shape *shape;
    uint32_t index;

    if (!field_is_record(map))
        return field_find_hash(lisp, map, key, out, found);
    shape = ptc_record_of(map)->shape;
    index = ptc_shape_find(shape, key);
    if (index == UINT32_MAX) {
        if (key->kind == PTC_STRING)
            ptc_lisp_read_bytes(lisp, key->aux);
        index = ptc_shape_find_flexible(lisp, shape, key);
    }
    return field_get_record(map, index, out, found);
}

ptc_value ptc_site_get_slow(ptc_lisp *lisp, const ptc_value *map, ptc_site *site)
{
    ptc_value value;

    if (map->kind == PTC_MAP && field_is_record(map)) {
        const ptc_record *record = ptc_record_of(map);

        uint32_t index;

        if (record->shape == site->shape)
            return record->values[site->index];
        if (record->shape->number == site->absent)
            return ptc_value_nil();
        index = ptc_shape_find_flexible(lisp, record->shape, &site->key);
        if (index == UINT32_MAX) {
            site->absent = record->shape->number;
            return ptc_value_nil();
        }
        site->shape = record->shape;
        site->index = index;
        return record->values[index];
    }
    if (map->kind == PTC_MAP)
        return field_find_hash(lisp, map, &site->key, &value, NULL) ? value
                                                                    : ptc_value_nil();
    if (map->kind == PTC_SET && ptc_lisp_set_has(lisp, map, &site->key))
        return site->key;
    return ptc_value_nil();
}

/* --- Writing ----------------------------------------------------------------------- */

uint32_t ptc_lisp_map_kinds(const ptc_value *map)
{
    return field_kinds(map);
}

PTC_INLINE bool field_may_meet(const ptc_value *key, uint32_t kinds)
{
    return key->kind == PTC_KEYWORD && (kinds & 1u << PTC_STRING) != 0;
}

static ptc_value field_own_key(ptc_lisp *lisp, const ptc_value *map, ptc_value key)
{
    ptc_value value;
    ptc_value found;

    if (ptc_lisp_map_find(lisp, map, &key, &value, &found) && found.kind == PTC_STRING)
        return found;
    return key;
}

ptc_value ptc_lisp_map_own_key(ptc_lisp *lisp, const ptc_value *map, ptc_value key)
{
    return field_may_meet(&key, field_kinds(map)) ? field_own_key(lisp, map, key) : key;
}

/* A separate function, so that the others save no registers. */
static PTC_NOINLINE ptc_value field_with_own(ptc_lisp *lisp, ptc_value map, ptc_value key,
                                             ptc_value value)
{
    return ptc_lisp_map_assoc(lisp, map, field_own_key(lisp, &map, key), value);
}

/* The map with the key, or (`is_own`) with its own spelling of it, which is rarely
 * needed. */
PTC_INLINE ptc_value field_with(ptc_lisp *lisp, ptc_value map, ptc_value key,
                                ptc_value value, bool is_own)
{
    const ptc_record *old;
    const ptc_shape *shape;
    ptc_record *record;
    uint32_t index;

    if (!field_is_record(&map)) {
        if (is_own && field_may_meet(&key, field_kinds(&map)))
            return field_with_own(lisp, map, key, value);
        if (PTC_UNLIKELY(map.flags & PTC_FLAG_SORTED))
            return ptc_sorted_with(lisp, map, &key, &value);
        return ptc_hash_with(lisp, map, &key, &value);
    }
    old = ptc_record_of(&map);
    shape = old->shape;
    index = ptc_shape_find(shape, &key);
    if (index == UINT32_MAX) {
        if (is_own && field_may_meet(&key, shape->kinds))
            return field_with_own(lisp, map, key, value);
        index = shape->count;
        shape = ptc_shape_with(lisp, shape, key);
        if (shape == NULL) {
            map = field_hash_of(lisp, &map);
            return ptc_hash_with(lisp, map, &key, &value);
        }
    }
    record = ptc_record_new(lisp, shape);
    memcpy(record->values, old->values, old->shape->count * sizeof value);
    record->values[index] = value;
    return ptc_record_value(record);
}

ptc_value ptc_lisp_map_assoc(ptc_lisp *lisp, ptc_value map, ptc_value key,
                             ptc_value value)
{
    return field_with(lisp, map, key, value, false);
}

ptc_value ptc_lisp_map_put(ptc_lisp *lisp, ptc_value map, ptc_value key, ptc_value value)
{
    return field_with(lisp, map, key, value, true);
}

/* Whether one of the new keys may be a keyword that matches a string key. */
static bool field_can_meet(const ptc_value *map, uint32_t added)
{
    return (added & 1u << PTC_KEYWORD) != 0 &&
           ((field_kinds(map) | added) & 1u << PTC_STRING) != 0;
}

static ptc_value field_put_each(ptc_lisp *lisp, ptc_value map, const ptc_value *pairs,
                                size_t count)
{
    for (size_t i = 0; i < count; i++) {
        map = ptc_lisp_map_put(lisp, map, pairs[2 * i], pairs[2 * i + 1]);
        ptc_lisp_fill_look(lisp, i);
    }
    return map;
}

/* At once when they are many. `kinds` are those of the keys. */
static ptc_value field_put_pairs(ptc_lisp *lisp, ptc_value map, const ptc_value *pairs,
                                 size_t count, uint32_t kinds)
{
    ptc_value all;

    if (ptc_is_sorted(&map) || (map.aux > 0 && count < FIELD_MANY) ||
        count / 2 < map.aux || field_can_meet(&map, kinds))
        return field_put_each(lisp, map, pairs, count);
    if (map.aux == 0)
        return ptc_lisp_map_of(lisp, pairs, count);
    ptc_build_start(lisp, &all, 2 * (map.aux + count), 0);
    map = ptc_lisp_map_pairs(lisp, &map);
    ptc_build_append(lisp, &all, map.as.items, map.aux);
    ptc_build_append(lisp, &all, pairs, 2 * count);
    return ptc_lisp_map_of(lisp, all.as.items, all.aux / 2);
}

ptc_value ptc_lisp_map_put_pairs(ptc_lisp *lisp, ptc_value map, const ptc_value *pairs,
                                 size_t count)
{
    uint32_t kinds = 0;

    for (size_t i = 0; i < count; i++)
        kinds |= 1u << pairs[2 * i].kind;
    return field_put_pairs(lisp, map, pairs, count, kinds);
}

ptc_value ptc_lisp_map_merge(ptc_lisp *lisp, ptc_value map, const ptc_value *other)
{
    uint32_t kinds = field_kinds(other);
    ptc_value pairs;

    if (map.aux == 0 && !field_can_meet(&map, kinds) && !ptc_is_sorted(&map) &&
        !ptc_is_sorted(other))
        return *other;
    pairs = ptc_lisp_map_pairs(lisp, other);
    return field_put_pairs(lisp, map, pairs.as.items, other->aux, kinds);
}

ptc_value ptc_lisp_map_dissoc(ptc_lisp *lisp, ptc_value map, ptc_value key)
{
    const ptc_record *old;
    const ptc_shape *shape = &ptc_shape_empty;
    ptc_record *record;
    uint32_t index;
    uint32_t count;

    if (ptc_is_sorted(&map))
        return ptc_sorted_without(lisp, map, &key);
    if (!field_is_record(&map))
        return ptc_hash_without(lisp, map, &key);
    old = ptc_record_of(&map);
    index = ptc_shape_find(old->shape, &key);
    if (index == UINT32_MAX)
        return map;
    count = old->shape->count;
    for (uint32_t i = 0; i < count && shape != NULL; i++) {
        if (i != index)
            shape = ptc_shape_with(lisp, shape, old->shape->keys[i]);
    }
    if (shape == NULL)
        return ptc_hash_without(lisp, field_hash_of(lisp, &map), &key);
    record = ptc_record_new(lisp, shape);
    memcpy(record->values, old->values, index * sizeof key);
    memcpy(record->values + index, old->values + index + 1,
           (count - index - 1) * sizeof key);
    return ptc_record_value(record);
}

/* --- Entries in order -------------------------------------------------------------- */

enum { FIELD_KEYS = 1, FIELD_VALUES = 2 };

/* Keys, values, or both in turn. */
static ptc_value field_list(ptc_lisp *lisp, const ptc_value *map, unsigned what)
{
    size_t count = (size_t)map->aux * (what == (FIELD_KEYS | FIELD_VALUES) ? 2 : 1);
    const ptc_hash_entry *const *entries =
        field_is_record(map) ? NULL : ptc_hash_ordered(lisp, map);
    const ptc_record *record = ptc_record_of(map);
    ptc_value *items;
    ptc_value vector = ptc_vector_new(lisp, count, count, &items);

    ptc_lisp_steps(lisp, map->aux);
    for (uint32_t i = 0; i < map->aux; i++) {
        if (what & FIELD_KEYS)
            *items++ = entries != NULL ? entries[i]->key : record->shape->keys[i];
        if (what & FIELD_VALUES)
            *items++ = entries != NULL ? entries[i]->value : record->values[i];
        ptc_lisp_fill_look(lisp, i);
    }
    vector.flags |= PTC_FLAG_SEQ;
    return vector;
}

ptc_value ptc_lisp_map_keys(ptc_lisp *lisp, const ptc_value *map)
{
    return field_list(lisp, map, FIELD_KEYS);
}

ptc_value ptc_lisp_map_values(ptc_lisp *lisp, const ptc_value *map)
{
    return field_list(lisp, map, FIELD_VALUES);
}

ptc_value ptc_lisp_map_pairs(ptc_lisp *lisp, const ptc_value *map)
{
    return field_list(lisp, map, FIELD_KEYS | FIELD_VALUES);
}

ptc_value ptc_lisp_map_entries(ptc_lisp *lisp, const ptc_value *map)
{
    ptc_value pairs = ptc_lisp_map_pairs(lisp, map);
    ptc_value *items;
    ptc_value vector = ptc_vector_new(lisp, map->aux, map->aux, &items);

    for (uint32_t i = 0; i < map->aux; i++) {
        items[i] = ptc_vector_of(lisp, pairs.as.items + 2 * (size_t)i, 2);
        items[i].flags |= PTC_FLAG_ENTRY;
        ptc_lisp_fill_look(lisp, i);
    }
    vector.flags |= PTC_FLAG_SEQ;
    return vector;
}

ptc_value ptc_lisp_map_first(ptc_lisp *lisp, const ptc_value *map, ptc_value *value)
{
    const ptc_hash_entry *entry;

    (void)lisp;
    if (field_is_record(map)) {
        const ptc_record *record = ptc_record_of(map);

        *value = record->values[0];
        return record->shape->keys[0];
    }
    entry = ptc_is_sorted(map) ? ptc_sorted_first(map) : ptc_hash_first(map);
    *value = entry->value;
    return entry->key;
}
