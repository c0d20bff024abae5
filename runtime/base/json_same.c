/* SPDX-License-Identifier: MIT */
/*
 * Equality of JSON, which has numbers of one kind: 1 is 1.0, and an integer beyond int64
 * is the double that it is exactly. Sets and keywords, which JSON does not have, are
 * compared as they are, and so are keys.
 *
 * The functions here recurse into collections and count the levels, as those of value.c.
 */
#include "base/base_int.h"

#include <float.h>

#include <ptc/number.h>

/* Digits and sign of the largest double: what is longer is none, and not read. */
enum { JSON_DOUBLE_DIGITS = DBL_MAX_10_EXP + 2 };

#define JSON_INT_END 9223372036854775808.0 /* 2^63 */

/* --- Numbers ------------------------------------------------------------------------ */

static ptc_value json_of_double(double number)
{
    if (number >= -JSON_INT_END && number < JSON_INT_END &&
        (double)(int64_t)number == number)
        return ptc_value_int((int64_t)number);
    return ptc_value_float(number);
}

ptc_value ptc_value_json_number(const ptc_value *value)
{
    double nearest;

    if (value->kind == PTC_FLOAT)
        return json_of_double(value->as.number);
    if (value->kind == PTC_OPAQUE && (value->flags & PTC_FLAG_NUMBER) != 0 &&
        value->aux <= JSON_DOUBLE_DIGITS &&
        ptc_number_read_double(value->as.text, value->aux, &nearest) &&
        ptc_number_is_exact(value->as.text, value->aux, nearest))
        return json_of_double(nearest);
    return *value;
}

bool ptc_value_is_whole(const ptc_value *value)
{
    double number = value->kind == PTC_FLOAT ? value->as.number : 0.5;

    if (value->kind != PTC_FLOAT)
        return value->kind == PTC_INT ||
               (value->kind == PTC_OPAQUE && (value->flags & PTC_FLAG_NUMBER) != 0);
    if (number >= -JSON_INT_END && number < JSON_INT_END)
        return (double)(int64_t)number == number;
    return number - number == 0; /* so large a double has no fraction */
}

/* --- Comparing ---------------------------------------------------------------------- */

static bool json_same(const ptc_value *a, const ptc_value *b, unsigned depth);

static bool json_same_items(const ptc_value *a, const ptc_value *b, unsigned depth)
{
    if (a->aux != b->aux)
        return false;
    for (uint32_t i = 0; i < a->aux; i++) {
        if (!json_same(&a->as.items[i], &b->as.items[i], depth))
            return false;
    }
    return true;
}

/* Entries are mostly in the same order. */
static bool json_same_entries(const ptc_map *a, const ptc_map *b, unsigned depth)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const ptc_map_entry *entry = &a->entries[i];
        const ptc_map_entry *other = &b->entries[i];

        if (!ptc_value_same_within(&entry->key, &other->key, depth))
            other = ptc_map_find_within(b, &entry->key, i, depth);
        if (other == NULL || !json_same(&entry->value, &other->value, depth))
            return false;
    }
    return true;
}

static bool json_same(const ptc_value *a, const ptc_value *b, unsigned depth)
{
    ptc_value x;
    ptc_value y;

    if (a->kind == PTC_VECTOR && b->kind == PTC_VECTOR)
        return depth > 0 && json_same_items(a, b, depth - 1);
    if (a->kind == PTC_MAP && b->kind == PTC_MAP)
        return depth > 0 && json_same_entries(a->as.map, b->as.map, depth - 1);
    x = ptc_value_json_number(a);
    y = ptc_value_json_number(b);
    return ptc_value_same_within(&x, &y, depth);
}

bool ptc_value_same_json(const ptc_value *a, const ptc_value *b)
{
    return json_same(ptc_value_or_nil(a), ptc_value_or_nil(b), PTC_DEPTH_MAX);
}

/* --- The one that stands for all ---------------------------------------------------- */

static bool json_form(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                      unsigned depth);

/* Whether what was made of a value is another. */
static bool json_is_other(const ptc_value *made, const ptc_value *value)
{
    return made->kind != value->kind || made->as.integer != value->as.integer;
}

static bool json_form_items(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                            unsigned depth)
{
    const ptc_value *from = value->as.items;
    ptc_value *copy = NULL;

    for (uint32_t i = 0; i < value->aux; i++) {
        ptc_value item;

        if (!json_form(arena, &from[i], &item, depth))
            return false;
        if (copy == NULL && json_is_other(&item, &from[i])) {
            copy = ptc_arena_array(arena, value->aux, sizeof *copy);
            if (copy == NULL)
                return false;
            memcpy(copy, from, value->aux * sizeof *copy);
            out->as.items = copy;
        }
        if (copy != NULL)
            copy[i] = item;
    }
    return true;
}

/* Keys stay, and so does an index of them. */
static bool json_form_entries(ptc_arena *arena, const ptc_map *map, ptc_value *out,
                              unsigned depth)
{
    ptc_map *copy = NULL;
    ptc_map_entry *entries = NULL;

    for (uint32_t i = 0; i < map->count; i++) {
        ptc_value value;

        if (!json_form(arena, &map->entries[i].value, &value, depth))
            return false;
        if (copy == NULL && json_is_other(&value, &map->entries[i].value)) {
            copy = ptc_arena_copy(arena, map, sizeof *map);
            entries = ptc_arena_copy(arena, map->entries, map->count * sizeof *entries);
            if (copy == NULL || entries == NULL)
                return false;
            copy->entries = entries;
            out->as.map = copy;
        }
        if (copy != NULL)
            entries[i].value = value;
    }
    return true;
}

static bool json_form(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                      unsigned depth)
{
    *out = *value;
    if (value->kind == PTC_VECTOR)
        return depth == 0 || json_form_items(arena, value, out, depth - 1);
    if (value->kind == PTC_MAP)
        return depth == 0 || json_form_entries(arena, value->as.map, out, depth - 1);
    *out = ptc_value_json_number(value);
    return true;
}

bool ptc_value_json_form(ptc_arena *arena, const ptc_value *value, ptc_value *out)
{
    return json_form(arena, value, out, PTC_DEPTH_MAX);
}

static bool json_has_twin(const ptc_value *value, unsigned depth)
{
    if (value->kind == PTC_VECTOR) {
        for (uint32_t i = 0; depth > 0 && i < value->aux; i++) {
            if (json_has_twin(&value->as.items[i], depth - 1))
                return true;
        }
        return false;
    }
    if (value->kind == PTC_MAP) {
        for (uint32_t i = 0; depth > 0 && i < value->as.map->count; i++) {
            if (json_has_twin(&value->as.map->entries[i].value, depth - 1))
                return true;
        }
        return false;
    }
    return ptc_value_is_whole(value);
}

bool ptc_value_has_json_twin(const ptc_value *value)
{
    return json_has_twin(value, PTC_DEPTH_MAX);
}
