/* SPDX-License-Identifier: MIT */
/* Builtins on maps: reading, keys and values, joining. Reads find keywords and strings of
 * one name either way; writes by a keyword replace an entry whose key is a string of that
 * name; makers write keys as given. [ptc-lisp 9.3, 11.4] */
#include "lisp/core/core_int.h"
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

/* --- Reading ------------------------------------------------------------------------ */

/* A value that is surely a key, and something to look it up in. */
static bool map_is_turned(const ptc_value *key, const ptc_value *map)
{
    if (map->kind == PTC_MAP)
        return key->kind == PTC_KEYWORD || key->kind == PTC_STRING || ptc_is_number(key);
    return map->kind == PTC_VECTOR && (key->kind == PTC_KEYWORD || ptc_is_number(key));
}

ptc_value ptc_core_get(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    ptc_value found;

    (void)callee;
    if (ptc_lisp_get(lisp, &args[0], &args[1], &found))
        return found;
    if (PTC_UNLIKELY(map_is_turned(&args[0], &args[1]))) {
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "get: the %s comes first: (get %s %s), got a %s and a %s",
                       ptc_lisp_type_name(&args[1]), ptc_lisp_type_name(&args[1]),
                       ptc_lisp_quote(lisp, &args[0]), ptc_lisp_type_name(&args[0]),
                       ptc_lisp_type_name(&args[1]));
    }
    return count == 3 ? args[2] : ptc_value_nil();
}

ptc_value ptc_core_get_in(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_value item = args[0];

    ptc_seq_arg(lisp, callee, args, count, 1);
    ptc_lisp_steps(lisp, args[1].aux);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        ptc_value next;

        if (!ptc_lisp_get(lisp, &item, &args[1].as.items[i], &next))
            return count == 3 ? args[2] : ptc_value_nil();
        item = next;
    }
    return item;
}

/* Every second item of keys and values in turn, or nil. */
static ptc_value map_half(ptc_lisp *lisp, ptc_value pairs, uint32_t from)
{
    ptc_value *items;
    ptc_value half;

    if (pairs.aux == 0)
        return ptc_value_nil();
    half = ptc_vector_new(lisp, pairs.aux / 2, pairs.aux / 2, &items);
    for (uint32_t i = from; i < pairs.aux; i += 2) {
        *items++ = pairs.as.items[i];
        ptc_lisp_fill_look(lisp, i / 2);
    }
    return ptc_value_as_seq(half);
}

ptc_value ptc_core_keys(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    if (args[0].kind == PTC_MAP && args[0].aux)
        return ptc_value_as_seq(ptc_lisp_map_keys(lisp, &args[0]));
    return map_half(lisp, ptc_entry_pairs(lisp, callee, args, count, 0), 0);
}

ptc_value ptc_core_vals(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    if (args[0].kind == PTC_MAP && args[0].aux)
        return ptc_value_as_seq(ptc_lisp_map_values(lisp, &args[0]));
    return map_half(lisp, ptc_entry_pairs(lisp, callee, args, count, 0), 1);
}

ptc_value ptc_core_key(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    if (args[0].kind != PTC_VECTOR || args[0].aux != 2)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return ptc_vector_nth(&args[0], 0);
}

ptc_value ptc_core_val(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    if (args[0].kind != PTC_VECTOR || args[0].aux != 2)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return ptc_vector_nth(&args[0], 1);
}

ptc_value ptc_core_entries(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    if (args[0].kind != PTC_MAP && args[0].kind != PTC_NIL)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    ptc_lisp_try_seq(lisp, &args[0]);
    return ptc_value_as_seq(args[0]);
}

/* --- Makers ------------------------------------------------------------------------- */

ptc_value ptc_core_hash_map(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    ptc_arity_even(lisp, callee, count, 0);
    return ptc_lisp_map_of(lisp, args, count / 2);
}

ptc_value ptc_core_array_map(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    return ptc_core_hash_map(lisp, callee, args, count);
}

/* --- merge -------------------------------------------------------------------------- */

/* Into the sorted map in args[base], which is the first. */
static ptc_value map_merge_sorted(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count, uint32_t base)
{
    for (uint32_t i = base + 1; i < count; i++) {
        if (args[i].kind == PTC_NIL)
            continue;
        if (args[i].kind == PTC_MAP) {
            args[i] = ptc_lisp_map_pairs(lisp, &args[i]);
        } else if (args[i].kind == PTC_VECTOR && args[i].aux == 2) {
            ptc_vector_items(lisp, &args[i]);
        } else {
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
        }
        ptc_sorted_pour(lisp, callee, &args[base], &args[i]);
    }
    return args[base];
}

ptc_value ptc_core_merge(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    ptc_value map = ptc_value_nil();

    if (count == 1) /* unchecked, as in Clojure */
        return args[0];
    for (uint32_t i = 0; i < count; i++) {
        if (args[i].kind == PTC_NIL)
            continue;
        if (args[i].kind == PTC_MAP && map.kind == PTC_NIL) {
            if (ptc_is_sorted(&args[i]))
                return map_merge_sorted(lisp, callee, args, count, i);
            map = args[i];
        } else if (args[i].kind == PTC_MAP) {
            map = ptc_lisp_map_merge(lisp, map, &args[i]);
        } else if (args[i].kind == PTC_VECTOR && args[i].aux == 2 && i > 0) {
            if (map.kind == PTC_NIL)
                map = ptc_lisp_map_empty(lisp);
            map = ptc_lisp_map_put(lisp, map, ptc_vector_nth(&args[i], 0),
                                   ptc_vector_nth(&args[i], 1));
        } else {
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
        }
    }
    return map;
}

/* Adds the entries of the pairs in `*pairs` to the map in `*map`, both slots; where the
 * map has the key, the function of both values decides. */
static void map_merge_with(ptc_lisp *lisp, const ptc_value *function, ptc_value *map,
                           const ptc_value *pairs)
{
    ptc_caller caller;
    ptc_value *above = lisp->top;

    caller = ptc_caller_make(lisp, function, 2, NULL);
    for (uint32_t i = 0; i < pairs->aux; i += 2) {
        ptc_value key = ptc_lisp_map_own_key(lisp, map, pairs->as.items[i]);
        ptc_value value = pairs->as.items[i + 1];
        ptc_value old;

        if (ptc_lisp_map_get(lisp, map, &key, &old))
            value = ptc_caller_two(lisp, &caller, old, value);
        else
            ptc_lisp_step(lisp);
        *map = ptc_lisp_map_put(lisp, *map, pairs->as.items[i], value);
        if (ptc_is_sorted(map) && --lisp->ticks < 0) /* each write leaves garbage */
            ptc_lisp_safepoint(lisp);
    }
    lisp->top = above;
}

ptc_value ptc_core_merge_with(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    ptc_value *map = ptc_lisp_reserve(lisp, 1);

    *map = ptc_value_nil();
    for (uint32_t i = 1; i < count; i++) {
        if (args[i].kind != PTC_MAP && args[i].kind != PTC_NIL)
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
    for (uint32_t i = 1; i < count; i++) {
        if (args[i].kind == PTC_NIL)
            continue;
        if (map->kind == PTC_NIL) {
            *map = args[i];
            continue;
        }
        args[i] = ptc_lisp_map_pairs(lisp, &args[i]);
        map_merge_with(lisp, &args[0], map, &args[i]);
    }
    return *map;
}

/* --- Selecting and renaming --------------------------------------------------------- */

ptc_value ptc_map_select(ptc_lisp *lisp, const ptc_value *map, const ptc_value *keys,
                         uint32_t count)
{
    ptc_value *items;
    ptc_value pairs = ptc_vector_new(lisp, 0, 2 * (size_t)count, &items);
    uint32_t found = 0;

    ptc_lisp_steps(lisp, count);
    for (uint32_t i = 0; i < count; i++) {
        ptc_value *pair = items + 2 * (size_t)found;

        ptc_lisp_fill_look(lisp, i);
        if (!ptc_lisp_get(lisp, map, &keys[i], &pair[1]))
            continue;
        pair[0] = keys[i];
        found++;
    }
    (void)pairs;
    return ptc_lisp_map_of(lisp, items, found);
}

ptc_value ptc_core_select_keys(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    const ptc_value *keys;

    if (args[0].kind != PTC_MAP && args[0].kind != PTC_NIL && args[0].kind != PTC_VECTOR)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    keys = ptc_seq_arg(lisp, callee, args, count, 1);
    return ptc_map_select(lisp, &args[0], keys, args[1].aux);
}

ptc_value ptc_map_rename(ptc_lisp *lisp, ptc_value map, const ptc_value *names)
{
    ptc_value result = map;

    ptc_lisp_steps(lisp, names->aux / 2);
    for (uint32_t i = 0; i < names->aux; i += 2) {
        ptc_value old;
        ptc_value key;

        if (ptc_lisp_map_find(lisp, &result, &names->as.items[i], &old, &key))
            result = ptc_lisp_map_dissoc(lisp, result, key);
        ptc_lisp_fill_look(lisp, i / 2);
    }
    for (uint32_t i = 0; i < names->aux; i += 2) {
        ptc_value old;

        if (ptc_lisp_map_find(lisp, &map, &names->as.items[i], &old, NULL))
            result = ptc_lisp_map_put(lisp, result, names->as.items[i + 1], old);
        ptc_lisp_fill_look(lisp, i / 2);
    }
    return result;
}

ptc_value ptc_core_rename_keys(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    ptc_value names;

    if ((args[0].kind != PTC_MAP && args[0].kind != PTC_NIL) ||
        (args[1].kind != PTC_MAP && args[1].kind != PTC_NIL))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (args[0].kind == PTC_NIL || args[1].kind == PTC_NIL)
        return args[0];
    names = ptc_lisp_map_pairs(lisp, &args[1]);
    return ptc_map_rename(lisp, args[0], &names);
}

static ptc_value map_inverted(ptc_lisp *lisp, const ptc_value *map)
{
    ptc_value from = ptc_lisp_map_pairs(lisp, map);
    ptc_value *items;
    ptc_value pairs = ptc_vector_new(lisp, from.aux, from.aux, &items);

    for (uint32_t i = 0; i < from.aux; i++)
        items[i] = from.as.items[i ^ 1u];
    return ptc_lisp_map_of(lisp, items, pairs.aux / 2);
}

ptc_value ptc_core_map_invert(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    if (args[0].kind == PTC_NIL)
        return ptc_lisp_map_empty(lisp);
    if (args[0].kind != PTC_MAP)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return map_inverted(lisp, &args[0]);
}

/* --- update-vals and update-keys ---------------------------------------------------- */

/* Raises when the function is in the place of the map. */
static void map_check_order(ptc_lisp *lisp, const ptc_value *callee,
                            const ptc_value *args)
{
    const char *name = ptc_callee_name(callee);

    if (((unsigned)args[0].kind != PTC_FUNCTION && args[0].kind != PTC_KEYWORD) ||
        !ptc_value_is_seqable(&args[1]))
        return;
    ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                   "%s: the map comes first: (%s map f); did you use ->> instead of ->?",
                   name, name);
}

/* Keys and values in turn of a map, or indexes and items of a vector; fresh. */
static ptc_value map_numbered_pairs(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    const ptc_value *from;
    ptc_value *items;
    ptc_value pairs;

    if (args[0].kind == PTC_MAP)
        return ptc_lisp_map_pairs(lisp, &args[0]);
    if (args[0].kind != PTC_NIL &&
        (args[0].kind != PTC_VECTOR || ptc_value_is_seq(&args[0])))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    from = ptc_seq_arg(lisp, callee, args, count, 0);
    pairs =
        ptc_vector_new(lisp, 2 * (size_t)args[0].aux, 2 * (size_t)args[0].aux, &items);
    for (uint32_t i = 0; i < args[0].aux; i++) {
        *items++ = ptc_value_int(i);
        *items++ = from[i];
    }
    return pairs;
}

/* Replaces every second item of the fresh pairs in `*pairs`, a slot. */
static void map_update_half(ptc_lisp *lisp, const ptc_value *function, ptc_value *pairs,
                            uint32_t from)
{
    ptc_caller caller;
    ptc_site site;

    caller = ptc_caller_make(lisp, function, 1, &site);
    for (uint32_t i = from; i < pairs->aux; i += 2) {
        ptc_value value;

        value = ptc_caller_one(lisp, &caller, &pairs->as.items[i]);
        ptc_vector_put(lisp, pairs, i, value);
    }
}

ptc_value ptc_core_update_vals(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    bool is_vector = args[0].kind == PTC_VECTOR;

    map_check_order(lisp, callee, args);
    args[0] = map_numbered_pairs(lisp, callee, args, count);
    map_update_half(lisp, &args[1], &args[0], 1);
    if (!is_vector)
        return ptc_lisp_map_of(lisp, args[0].as.items, args[0].aux / 2);
    if (args[0].aux == 0)
        return ptc_vector_empty();
    return ptc_value_as_vector(map_half(lisp, args[0], 1));
}

ptc_value ptc_core_update_keys(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    map_check_order(lisp, callee, args);
    args[0] = map_numbered_pairs(lisp, callee, args, count);
    map_update_half(lisp, &args[1], &args[0], 0);
    return ptc_lisp_map_of(lisp, args[0].as.items, args[0].aux / 2);
}

#define PTC_BUILTIN_MAP PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
