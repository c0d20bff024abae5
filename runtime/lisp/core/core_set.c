/* SPDX-License-Identifier: MIT */
/* Builtins on sets. Results begin with the members of the first set, but where the second
 * is larger than both the first and PTC_SET_SMALL, it is the base, so that the cost
 * depends on the smaller one. [ptc-lisp 11.5] */
#include "lisp/core/core_int.h"
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

ptc_value ptc_core_set(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    if (args[0].kind == PTC_SET)
        return args[0];
    ptc_seq_arg(lisp, callee, args, count, 0);
    ptc_lisp_steps(lisp, args[0].aux);
    return ptc_lisp_set_of(lisp, args[0].as.items, args[0].aux);
}

ptc_value ptc_core_hash_set(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    (void)callee;
    return ptc_lisp_set_of(lisp, args, count);
}

ptc_value ptc_core_disj(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    ptc_value set = args[0];

    if (set.kind == PTC_NIL)
        return set;
    if (set.kind != PTC_SET)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    for (uint32_t i = 1; i < count; i++)
        set = ptc_lisp_set_disj(lisp, set, args[i]);
    return set;
}

/* Makes sets of args [from, count), which may also be vectors and empty maps, and other
 * maps when `takes_maps`; nil stays. */
static void set_take_all(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count, uint32_t from, bool takes_maps)
{
    for (uint32_t i = from; i < count; i++) {
        if (!ptc_value_is_seqable(&args[i]) || args[i].kind == PTC_STRING ||
            (args[i].kind == PTC_MAP && args[i].aux && !takes_maps))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
    for (uint32_t i = from; i < count; i++) {
        if (args[i].kind != PTC_NIL)
            args[i] = ptc_core_set(lisp, callee, &args[i], 1);
    }
}

/* Raises unless args [from, count) are sets or nil. */
static void set_check_all(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                          uint32_t count, uint32_t from)
{
    for (uint32_t i = from; i < count; i++) {
        if (args[i].kind != PTC_SET && args[i].kind != PTC_NIL)
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
}

/* Whether the first set is to be added to the second, or looked up in it. Whether the
 * result is sorted depends on that as in Clojure. */
static bool set_is_second_larger(const ptc_value *a, const ptc_value *b)
{
    return b->aux > a->aux &&
           (b->aux > PTC_SET_SMALL || ptc_is_sorted(a) || ptc_is_sorted(b));
}

/* The items, which are in order, as a set like `like`. */
static ptc_value set_like(ptc_lisp *lisp, const ptc_value *like, const ptc_value *items)
{
    if (ptc_is_sorted(like))
        return ptc_sorted_like(lisp, like, items->as.items, NULL, items->aux);
    return ptc_lisp_set_of(lisp, items->as.items, items->aux);
}

/* The members of both, which are in slots; the larger one is the base when that matters.
 * Two more slots of work. */
static ptc_value set_joined(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *a,
                            const ptc_value *b, ptc_value *slots)
{
    bool is_swapped = set_is_second_larger(a, b);
    ptc_value result = is_swapped ? *b : *a;
    ptc_value added = ptc_lisp_set_items(lisp, is_swapped ? a : b);

    if (ptc_is_sorted(&result)) {
        slots[0] = result;
        slots[1] = added;
        ptc_sorted_pour(lisp, callee, &slots[0], &slots[1]);
        return slots[0];
    }
    for (uint32_t i = 0; i < added.aux; i++) {
        result = ptc_lisp_set_conj(lisp, result, added.as.items[i]);
        ptc_lisp_fill_look(lisp, i);
    }
    return result;
}

ptc_value ptc_core_union(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    ptc_value *slots; /* the result, two for the work */

    if (count == 0)
        return ptc_lisp_set_empty(lisp);
    set_take_all(lisp, callee, args, count, 0, false);
    slots = ptc_lisp_reserve(lisp, 3);
    slots[0] = ptc_value_nil();
    for (uint32_t i = 0; i < count; i++) {
        if (args[i].kind == PTC_NIL || (slots[0].kind == PTC_SET && args[i].aux == 0))
            continue;
        slots[0] = slots[0].aux ? set_joined(lisp, callee, &slots[0], &args[i], &slots[1])
                                : args[i];
    }
    return slots[0];
}

/* Whether the set has the member, or the map the key. */
static bool set_has(ptc_lisp *lisp, const ptc_value *set, const ptc_value *item)
{
    ptc_value value;

    return set->kind == PTC_MAP ? ptc_lisp_map_get(lisp, set, item, &value)
                                : ptc_lisp_set_has(lisp, set, item);
}

/* The members of `*of` that `*in` has. */
static ptc_value set_common(ptc_lisp *lisp, const ptc_value *of, const ptc_value *in)
{
    ptc_value items = ptc_lisp_set_items(lisp, of);
    ptc_value result;

    ptc_build_start(lisp, &result, ptc_build_guess(items.aux), 0);
    for (uint32_t i = 0; i < items.aux; i++) {
        if (set_has(lisp, in, &items.as.items[i]))
            ptc_build_push(lisp, &result, items.as.items[i]);
        ptc_lisp_fill_look(lisp, i);
    }
    return set_like(lisp, of, &result);
}

ptc_value ptc_core_intersection(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    ptc_value result = args[0];

    for (uint32_t i = 0; i < count; i++) {
        if (args[i].kind != PTC_SET && args[i].kind != PTC_NIL &&
            (args[i].kind != PTC_MAP || i == 0))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
    for (uint32_t i = 1; i < count; i++) {
        if (args[i].kind == PTC_NIL || result.kind == PTC_NIL)
            return ptc_value_nil();
        if (result.aux == 0)
            continue;
        if (args[i].aux == 0) {
            result = args[i];
            continue;
        }
        if (args[i].kind == PTC_SET && set_is_second_larger(&args[i], &result))
            result = set_common(lisp, &args[i], &result);
        else
            result = set_common(lisp, &result, &args[i]);
    }
    return result;
}

/* The members of `*set` that `*without` lacks. */
static ptc_value set_minus(ptc_lisp *lisp, ptc_value set, const ptc_value *without)
{
    bool removes =
        ptc_is_sorted(&set) ? without->aux <= set.aux : without->aux < set.aux / 2;
    ptc_value items = ptc_lisp_set_items(lisp, removes ? without : &set);
    ptc_value result;

    if (removes) {
        for (uint32_t i = 0; i < items.aux; i++) {
            set = ptc_lisp_set_disj(lisp, set, items.as.items[i]);
            ptc_lisp_fill_look(lisp, i);
        }
        return set;
    }
    ptc_build_start(lisp, &result, ptc_build_guess(items.aux), 0);
    for (uint32_t i = 0; i < items.aux; i++) {
        if (!ptc_lisp_set_has(lisp, without, &items.as.items[i]))
            ptc_build_push(lisp, &result, items.as.items[i]);
        ptc_lisp_fill_look(lisp, i);
    }
    return set_like(lisp, &set, &result);
}

ptc_value ptc_core_difference(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    ptc_value result = args[0];

    set_check_all(lisp, callee, args, 1, 0);
    set_take_all(lisp, callee, args, count, 1, true);
    for (uint32_t i = 1; i < count && result.kind == PTC_SET; i++) {
        if (args[i].kind != PTC_NIL)
            result = set_minus(lisp, result, &args[i]);
    }
    return result;
}

/* Whether the one set has every member of the other. */
static bool set_has_all(ptc_lisp *lisp, const ptc_value *set, const ptc_value *others)
{
    ptc_value items;

    if (others->aux > set->aux)
        return false;
    if (others->kind == PTC_NIL)
        return true;
    items = ptc_lisp_set_items(lisp, others);
    for (uint32_t i = 0; i < items.aux; i++) {
        ptc_lisp_fill_look(lisp, i);
        if (!ptc_lisp_set_has(lisp, set, &items.as.items[i]))
            return false;
    }
    return true;
}

ptc_value ptc_core_is_subset(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    set_check_all(lisp, callee, args, count, 0);
    return ptc_value_bool(set_has_all(lisp, &args[1], &args[0]));
}

ptc_value ptc_core_is_superset(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    set_check_all(lisp, callee, args, count, 0);
    return ptc_value_bool(set_has_all(lisp, &args[0], &args[1]));
}

/* (select pred set) */
ptc_value ptc_core_select(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    ptc_caller caller;
    ptc_site site;
    ptc_value *kept;

    set_check_all(lisp, callee, args, count, 1);
    if (args[1].kind == PTC_NIL)
        return args[1];
    kept = ptc_lisp_reserve(lisp, 2); /* the members, and the result */
    kept[1] = ptc_is_sorted(&args[1]) ? ptc_sorted_like(lisp, &args[1], NULL, NULL, 0)
                                      : ptc_lisp_set_empty(lisp);
    ptc_seq_arg(lisp, callee, args, count, 1);
    ptc_build_start(lisp, kept, ptc_build_guess(args[1].aux), 0);
    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        if (ptc_is_truthy(ptc_caller_one(lisp, &caller, &args[1].as.items[i])))
            ptc_build_push(lisp, kept, args[1].as.items[i]);
    }
    return set_like(lisp, &kept[1], &kept[0]);
}

#define PTC_BUILTIN_SET PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
