/* SPDX-License-Identifier: MIT */
/* Sets of maps as relations, as clojure.set has them. [ptc-lisp 11.5] */
#include "lisp/core/core_int.h"
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

/* Makes args[at], a collection of maps or nil, flat. */
static const ptc_value *relation_arg(ptc_lisp *lisp, const ptc_value *callee,
                                     ptc_value *args, uint32_t count, uint32_t at)
{
    ptc_value rows = args[at];
    const ptc_value *items =
        ptc_lisp_seq(lisp, &rows, ptc_callee_name(callee), args, count);

    ptc_lisp_steps(lisp, rows.aux);
    for (uint32_t i = 0; i < rows.aux; i++) {
        if (items[i].kind != PTC_MAP) {
            ptc_lisp_raise(lisp, PTC_REASON_TYPE, "%s: expected a set of maps, got %s",
                           ptc_callee_name(callee), ptc_lisp_quote(lisp, &items[i]));
        }
    }
    args[at] = rows;
    return items;
}

/* The rows with only these keys, a flat vector. */
static ptc_value relation_select(ptc_lisp *lisp, const ptc_value *rows,
                                 const ptc_value *keys)
{
    ptc_value *items;
    ptc_value result = ptc_vector_new(lisp, rows->aux, rows->aux, &items);

    for (uint32_t i = 0; i < rows->aux; i++)
        items[i] = ptc_map_select(lisp, &rows->as.items[i], keys->as.items, keys->aux);
    return result;
}

ptc_value ptc_core_project(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    ptc_value rows;

    relation_arg(lisp, callee, args, count, 0);
    ptc_seq_arg(lisp, callee, args, count, 1);
    rows = relation_select(lisp, &args[0], &args[1]);
    return ptc_lisp_set_of(lisp, rows.as.items, rows.aux);
}

ptc_value ptc_core_rename(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    const ptc_value *rows = relation_arg(lisp, callee, args, count, 0);
    ptc_value names;
    ptc_value *items;

    if (args[1].kind != PTC_MAP)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    names = ptc_lisp_map_pairs(lisp, &args[1]);
    ptc_vector_new(lisp, args[0].aux, args[0].aux, &items);
    for (uint32_t i = 0; i < args[0].aux; i++)
        items[i] = ptc_map_rename(lisp, rows[i], &names);
    return ptc_lisp_set_of(lisp, items, args[0].aux);
}

/* The rows by their values at the keys: a map to sets of rows. */
static ptc_value relation_index(ptc_lisp *lisp, const ptc_value *rows,
                                const ptc_value *keys)
{
    ptc_value selected = relation_select(lisp, rows, keys);
    ptc_value pairs = ptc_group_pairs(lisp, selected.as.items, rows->as.items, rows->aux);
    ptc_value *items = (ptc_value *)(uintptr_t)pairs.as.items;

    for (uint32_t i = 1; i < pairs.aux; i += 2)
        items[i] = ptc_lisp_set_of(lisp, items[i].as.items, items[i].aux);
    return ptc_lisp_map_of(lisp, items, pairs.aux / 2);
}

ptc_value ptc_core_index(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    relation_arg(lisp, callee, args, count, 0);
    ptc_seq_arg(lisp, callee, args, count, 1);
    return relation_index(lisp, &args[0], &args[1]);
}

/* --- join --------------------------------------------------------------------------- */

/* The keys that the first rows of both have. */
static ptc_value relation_common_keys(ptc_lisp *lisp, const ptc_value *a,
                                      const ptc_value *b)
{
    ptc_value keys = ptc_lisp_map_keys(lisp, a);
    ptc_value result;
    ptc_value value;

    ptc_build_start(lisp, &result, keys.aux, 0);
    for (uint32_t i = 0; i < keys.aux; i++) {
        if (ptc_lisp_map_get(lisp, b, &keys.as.items[i], &value))
            ptc_build_push(lisp, &result, keys.as.items[i]);
    }
    return result;
}

/*
 * Joins each row of `*large` with the rows of `*small` that have the same values: at
 * `small_keys` what it has at `large_keys`, both flat and of one length. Rows of the
 * left relation come first in the merge.
 */
static ptc_value joined_match(ptc_lisp *lisp, const ptc_value *small,
                              const ptc_value *small_keys, const ptc_value *large,
                              const ptc_value *large_keys, bool is_small_left)
{
    ptc_value index = relation_index(lisp, small, small_keys);
    ptc_value *pairs;
    ptc_value result;
    uint32_t width = large_keys->aux;

    ptc_build_start(lisp, &result, ptc_build_guess(large->aux), 0);
    ptc_vector_new(lisp, 2 * (size_t)width, 2 * (size_t)width, &pairs);
    for (uint32_t i = 0; i < large->aux; i++) {
        uint32_t found = 0;
        ptc_value key;
        ptc_value rows;

        for (uint32_t j = 0; j < width; j++) {
            if (!ptc_lisp_get(lisp, &large->as.items[i], &large_keys->as.items[j],
                              &pairs[2 * (size_t)found + 1]))
                continue;
            pairs[2 * (size_t)found++] = small_keys->as.items[j];
        }
        key = ptc_lisp_map_of(lisp, pairs, found);
        if (!ptc_lisp_map_get(lisp, &index, &key, &rows))
            continue;
        ptc_lisp_try_seq(lisp, &rows);
        for (uint32_t j = 0; j < rows.aux; j++) {
            const ptc_value *left =
                is_small_left ? &rows.as.items[j] : &large->as.items[i];
            const ptc_value *right =
                is_small_left ? &large->as.items[i] : &rows.as.items[j];

            ptc_build_push(lisp, &result, ptc_lisp_map_merge(lisp, *left, right));
        }
    }
    return ptc_lisp_set_of(lisp, result.as.items, result.aux);
}

/* (join a b) on the common keys, (join a b {key-of-a key-of-b}). */
ptc_value ptc_core_set_join(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    ptc_value *a = &args[0];
    ptc_value *b = &args[1];
    ptc_value keys_of_a;
    ptc_value keys_of_b;

    if (count == 3 && args[2].kind != PTC_MAP)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    relation_arg(lisp, callee, args, count, 0);
    relation_arg(lisp, callee, args, count, 1);
    if (a->aux == 0 || b->aux == 0)
        return ptc_lisp_set_empty(lisp);
    if (count == 3) {
        keys_of_a = ptc_lisp_map_keys(lisp, &args[2]);
        keys_of_b = ptc_lisp_map_values(lisp, &args[2]);
    } else {
        keys_of_a = relation_common_keys(lisp, &a->as.items[0], &b->as.items[0]);
        keys_of_b = keys_of_a;
    }
    if (a->aux <= b->aux)
        return joined_match(lisp, a, &keys_of_a, b, &keys_of_b, true);
    return joined_match(lisp, b, &keys_of_b, a, &keys_of_a, false);
}

#define PTC_BUILTIN_RELATION PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
