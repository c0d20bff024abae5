/* SPDX-License-Identifier: MIT */
/*
 * Data of the host onto a program's heap: results of tools, memory that the host sets.
 * See data.h; transfer.c takes in data that must not count there. Nothing moves
 * meanwhile, since allocation never collects; when the heap has no room, the values made
 * so far are garbage.
 */
#include "lisp/heap/take.h"
#include "lisp/heap/data.h"

/* --- Sizes -------------------------------------------------------------------------- */

/* The rest of a size. */
typedef struct take_budget {
    size_t rest;
    bool is_utf8;
} take_budget;

static bool take_spend(take_budget *budget, size_t size)
{
    if (budget->rest < size)
        return false;
    budget->rest -= size;
    return true;
}

static bool take_measure_text(take_budget *budget, const ptc_value *value)
{
    if (!take_spend(budget, (size_t)value->aux + 2))
        return false;
    if (value->aux > 0 && !(value->flags & PTC_FLAG_ASCII) &&
        ptc_utf8_check(value->as.text, value->aux) != value->aux)
        budget->is_utf8 = false;
    return true;
}

/* Recursion is counted. */
static bool take_measure(take_budget *budget, const ptc_value *value, unsigned depth)
{
    const ptc_map *map;

    if (depth == 0)
        return false;
    switch ((unsigned)value->kind) {
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_OPAQUE:
        return take_measure_text(budget, value);
    case PTC_VECTOR:
    case PTC_SET:
        for (uint32_t i = 0; i < value->aux; i++) {
            if (!take_measure(budget, &value->as.items[i], depth - 1))
                return false;
        }
        return take_spend(budget, 2 + (size_t)value->aux);
    case PTC_MAP:
        map = value->as.map;
        for (uint32_t i = 0; i < map->count; i++) {
            if (!take_measure(budget, &map->entries[i].key, depth - 1) ||
                !take_measure(budget, &map->entries[i].value, depth - 1))
                return false;
        }
        return take_spend(budget, 2 + 2 * (size_t)map->count);
    default: /* a host's value may not be data at all */
        return value->kind <= PTC_OPAQUE && take_spend(budget, 6);
    }
}

size_t ptc_data_measure(const ptc_value *value, size_t most, bool *is_utf8)
{
    take_budget budget = {most, true};
    bool is_measured = take_measure(&budget, value, PTC_DEPTH_MAX);

    *is_utf8 = budget.is_utf8;
    return is_measured ? most - budget.rest : SIZE_MAX;
}

/* --- Values ------------------------------------------------------------------------- */

static ptc_value take_data_text(ptc_lisp *lisp, const ptc_value *value)
{
    ptc_value string = ptc_string_of(lisp, ptc_value_text(value));

    string.kind = value->kind;
    string.flags |= value->flags & PTC_FLAG_NUMBER;
    return string;
}

static ptc_value take_data_items(ptc_lisp *lisp, const ptc_value *value)
{
    ptc_value *items;
    ptc_value vector = ptc_vector_new(lisp, value->aux, value->aux, &items);

    for (uint32_t i = 0; i < value->aux; i++)
        items[i] = ptc_data_take(lisp, &value->as.items[i]);
    if (value->kind == PTC_SET)
        return ptc_lisp_set_of(lisp, items, value->aux);
    vector.flags |= value->flags & (PTC_FLAG_SEQ | PTC_FLAG_ENTRY);
    return vector;
}

static ptc_value take_data_map(ptc_lisp *lisp, const ptc_map *map)
{
    ptc_value *pairs;

    ptc_vector_new(lisp, (size_t)map->count * 2, (size_t)map->count * 2, &pairs);
    for (uint32_t i = 0; i < map->count; i++) {
        pairs[2 * (size_t)i] = ptc_data_take(lisp, &map->entries[i].key);
        pairs[2 * (size_t)i + 1] = ptc_data_take(lisp, &map->entries[i].value);
    }
    return ptc_lisp_map_of(lisp, pairs, map->count);
}

/* As deep as measured. */
ptc_value ptc_data_take(ptc_lisp *lisp, const ptc_value *value)
{
    switch ((unsigned)value->kind) {
    case PTC_STRING:
    case PTC_OPAQUE:
        return take_data_text(lisp, value);
    case PTC_KEYWORD:
        return ptc_name_value(ptc_name_intern(lisp, ptc_value_text(value)), PTC_KEYWORD);
    case PTC_VECTOR:
    case PTC_SET:
        return take_data_items(lisp, value);
    case PTC_MAP:
        return take_data_map(lisp, value->as.map);
    default:
        return *value;
    }
}
