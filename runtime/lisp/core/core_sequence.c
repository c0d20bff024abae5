/* SPDX-License-Identifier: MIT */
/* Builtins that apply a function to each element of a sequence. [ptc-lisp 11.1, 11.2] */
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/language/builtins.h"

/* A stage over args[1], by the function args[0]. */
static PTC_NOINLINE ptc_value sequence_stage(ptc_lisp *lisp, const ptc_value *callee,
                                             const ptc_value *args, ptc_stage stage)
{
    return ptc_endless_stage(lisp, callee, stage, &args[1], 1, args[0]);
}

/* --- map ---------------------------------------------------------------------------- */

/* (map f coll): the result's slot is after the arguments. */
static ptc_value sequence_map_one(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, unsigned flags)
{
    ptc_caller caller;
    ptc_site site;
    ptc_value *result;

    if (!ptc_seq_ends(lisp, callee, args, 2, 1)) {
        if (!(flags & PTC_FLAG_SEQ))
            ptc_seq_arg(lisp, callee, args, 2, 1);
        return sequence_stage(lisp, callee, args, PTC_STAGE_MAP);
    }
    result = ptc_lisp_reserve(lisp, 1);
    ptc_build_start(lisp, result, args[1].aux, flags);
    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        ptc_build_push(lisp, result, ptc_caller_one(lisp, &caller, &args[1].as.items[i]));
    }
    return *result;
}

static ptc_value sequence_map(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count, unsigned flags)
{
    uint32_t shortest;
    ptc_value *result;
    ptc_value *slots;

    if (count == 2)
        return sequence_map_one(lisp, callee, args, flags);
    if ((flags & PTC_FLAG_SEQ) && ptc_endless_are_all(args, count, 1))
        return ptc_endless_stage(lisp, callee, PTC_STAGE_MAP, &args[1], count - 1,
                                 args[0]);
    shortest = ptc_seq_shortest(lisp, callee, args, count, 1);
    result = ptc_lisp_reserve(lisp, 1);
    ptc_build_start(lisp, result, shortest, flags);
    slots = ptc_lisp_reserve(lisp, count - 1);
    for (uint32_t i = 0; i < shortest; i++) {
        ptc_build_push(lisp, result, ptc_call_across(lisp, args, slots, count, i));
    }
    return *result;
}

ptc_value ptc_core_map(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    return sequence_map(lisp, callee, args, count, PTC_FLAG_SEQ);
}

ptc_value ptc_core_mapv(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    return sequence_map(lisp, callee, args, count, 0);
}

ptc_value ptc_core_map_indexed(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    ptc_caller caller;
    ptc_value *result;

    if (!ptc_seq_ends(lisp, callee, args, count, 1))
        return sequence_stage(lisp, callee, args, PTC_STAGE_MAP_INDEXED);
    result = ptc_lisp_reserve(lisp, 1);
    ptc_build_start(lisp, result, args[1].aux, PTC_FLAG_SEQ);
    caller = ptc_caller_make(lisp, &args[0], 2, NULL);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        ptc_build_push(
            lisp, result,
            ptc_caller_two(lisp, &caller, ptc_value_int(i), args[1].as.items[i]));
    }
    return *result;
}

/* Appends the elements of a call's result. */
static void sequence_push_all(ptc_lisp *lisp, const ptc_value *callee, ptc_value *result,
                              ptc_value part)
{
    ptc_value of_call = part;

    if (!ptc_lisp_try_seq(lisp, &part)) {
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: the function must give a collection or nil, got %s",
                       ptc_callee_name(callee), ptc_lisp_quote(lisp, &of_call));
    }
    ptc_lisp_steps(lisp, part.aux);
    ptc_build_append(lisp, result, part.as.items, part.aux);
}

/* The last source is the part that was begun. */
static ptc_value sequence_mapcat_endless(ptc_lisp *lisp, const ptc_value *callee,
                                         ptc_value *args, uint32_t count)
{
    *ptc_lisp_reserve(lisp, 1) = ptc_value_nil();
    return ptc_endless_stage(lisp, callee, PTC_STAGE_MAPCAT, &args[1], count, args[0]);
}

ptc_value ptc_core_mapcat(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    uint32_t shortest;
    ptc_value *result;
    ptc_value *slots;

    if (ptc_endless_are_all(args, count, 1))
        return sequence_mapcat_endless(lisp, callee, args, count);
    shortest = ptc_seq_shortest(lisp, callee, args, count, 1);
    result = ptc_lisp_reserve(lisp, 1);
    ptc_build_start(lisp, result, shortest, PTC_FLAG_SEQ);
    slots = ptc_lisp_reserve(lisp, count - 1);
    for (uint32_t i = 0; i < shortest; i++) {
        sequence_push_all(lisp, callee, result,
                          ptc_call_across(lisp, args, slots, count, i));
    }
    return *result;
}

ptc_value ptc_core_pluck(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    ptc_caller caller;
    ptc_site site;
    ptc_value *result;

    ptc_seq_arg(lisp, callee, args, count, 1);
    result = ptc_lisp_reserve(lisp, 1);
    ptc_build_start(lisp, result, args[1].aux, PTC_FLAG_SEQ);
    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        ptc_build_push(lisp, result, ptc_caller_key(lisp, &caller, &args[1].as.items[i]));
    }
    return *result;
}

/* --- filter ------------------------------------------------------------------------- */

/* The items for which the function's truth is `wanted`. */
PTC_INLINE ptc_value sequence_filter(ptc_lisp *lisp, const ptc_value *callee,
                                     ptc_value *args, unsigned flags, bool wanted)
{
    ptc_caller caller;
    ptc_site site;
    ptc_value *result;

    if (!ptc_seq_ends(lisp, callee, args, 2, 1)) {
        if (!(flags & PTC_FLAG_SEQ))
            ptc_seq_arg(lisp, callee, args, 2, 1);
        return sequence_stage(lisp, callee, args,
                              wanted ? PTC_STAGE_FILTER : PTC_STAGE_REMOVE);
    }
    result = ptc_lisp_reserve(lisp, 1);
    ptc_build_start(lisp, result, ptc_build_guess(args[1].aux), flags);
    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        if (ptc_is_truthy(ptc_caller_one(lisp, &caller, &args[1].as.items[i])) == wanted)
            ptc_build_push(lisp, result, args[1].as.items[i]);
    }
    return *result;
}

ptc_value ptc_core_filter(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    (void)count;
    return sequence_filter(lisp, callee, args, PTC_FLAG_SEQ, true);
}

ptc_value ptc_core_filterv(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    (void)count;
    return sequence_filter(lisp, callee, args, 0, true);
}

ptc_value ptc_core_remove(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    (void)count;
    return sequence_filter(lisp, callee, args, PTC_FLAG_SEQ, false);
}

ptc_value ptc_core_keep(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    ptc_caller caller;
    ptc_site site;
    ptc_value *result;

    if (!ptc_seq_ends(lisp, callee, args, count, 1))
        return sequence_stage(lisp, callee, args, PTC_STAGE_KEEP);
    result = ptc_lisp_reserve(lisp, 1);
    ptc_build_start(lisp, result, ptc_build_guess(args[1].aux), PTC_FLAG_SEQ);
    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        ptc_value kept;

        kept = ptc_caller_one(lisp, &caller, &args[1].as.items[i]);
        if (kept.kind != PTC_NIL)
            ptc_build_push(lisp, result, kept);
    }
    return *result;
}

ptc_value ptc_core_keep_indexed(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    ptc_caller caller;
    ptc_value *result;

    if (!ptc_seq_ends(lisp, callee, args, count, 1))
        return sequence_stage(lisp, callee, args, PTC_STAGE_KEEP_INDEXED);
    result = ptc_lisp_reserve(lisp, 1);
    ptc_build_start(lisp, result, ptc_build_guess(args[1].aux), PTC_FLAG_SEQ);
    caller = ptc_caller_make(lisp, &args[0], 2, NULL);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        ptc_value kept;

        kept = ptc_caller_two(lisp, &caller, ptc_value_int(i), args[1].as.items[i]);
        if (kept.kind != PTC_NIL)
            ptc_build_push(lisp, result, kept);
    }
    return *result;
}

/* --- Tests of all elements ---------------------------------------------------------- */

/* The same of a sequence without an end. */
static bool sequence_search_endless(ptc_lisp *lisp, ptc_value *args, bool wanted,
                                    ptc_value *result)
{
    ptc_value *opened = ptc_lisp_reserve(lisp, 1);
    ptc_value *slot = ptc_lisp_reserve(lisp, 1);

    *opened = ptc_endless_open(lisp, &args[1]);
    while (ptc_endless_pull(lisp, opened, slot)) {
        *result = ptc_lisp_call(lisp, &args[0], slot, 1);
        if (ptc_is_truthy(*result) == wanted)
            return true;
    }
    return false;
}

/* The first result whose truth is `wanted`, in `*result`; false when there is none. */
static bool sequence_search(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            bool wanted, ptc_value *result)
{
    ptc_caller caller;
    ptc_site site;

    if (!ptc_list_ends(lisp, callee, args, 2, 1))
        return sequence_search_endless(lisp, args, wanted, result);
    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        ptc_value item = ptc_vector_nth(&args[1], i);

        *result = ptc_caller_one(lisp, &caller, &item);
        if (ptc_is_truthy(*result) == wanted)
            return true;
    }
    return false;
}

ptc_value ptc_core_some(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    ptc_value result;

    (void)count;
    if (sequence_search(lisp, callee, args, true, &result))
        return result;
    return ptc_value_nil();
}

ptc_value ptc_core_every(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    ptc_value result;

    (void)count;
    return ptc_value_bool(!sequence_search(lisp, callee, args, false, &result));
}

ptc_value ptc_core_not_any(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    ptc_value result;

    (void)count;
    return ptc_value_bool(!sequence_search(lisp, callee, args, true, &result));
}

ptc_value ptc_core_not_every(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    ptc_value result;

    (void)count;
    return ptc_value_bool(sequence_search(lisp, callee, args, false, &result));
}

/* --- Prefixes by a predicate -------------------------------------------------------- */

/* How many leading elements of args[1], a vector, pass args[0]. */
static uint32_t sequence_prefix(ptc_lisp *lisp, ptc_value *args)
{
    ptc_caller caller;
    ptc_site site;
    uint32_t i;

    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (i = 0; i < args[1].aux; i++) {
        ptc_value item = ptc_vector_nth(&args[1], i);

        if (!ptc_is_truthy(ptc_caller_one(lisp, &caller, &item)))
            break;
    }
    return i;
}

ptc_value ptc_core_take_while(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    uint32_t prefix;

    if (!ptc_list_ends(lisp, callee, args, count, 1))
        return sequence_stage(lisp, callee, args, PTC_STAGE_TAKE_WHILE);
    prefix = sequence_prefix(lisp, args);
    return ptc_value_as_seq(ptc_vector_slice(lisp, args[1], 0, prefix));
}

ptc_value ptc_core_drop_while(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    uint32_t prefix;

    if (!ptc_list_ends(lisp, callee, args, count, 1))
        return sequence_stage(lisp, callee, args, PTC_STAGE_DROP_WHILE);
    prefix = sequence_prefix(lisp, args);
    return ptc_value_as_seq(ptc_vector_slice(lisp, args[1], prefix, args[1].aux));
}

/* The leading elements that pass, and the rest, from the first that does not. */
static ptc_value sequence_split_endless(ptc_lisp *lisp, ptc_value *args)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, 3); /* opened, prefix, an element */
    ptc_value *call = ptc_lisp_reserve(lisp, 1);

    slots[0] = ptc_endless_open(lisp, &args[1]);
    ptc_build_start(lisp, &slots[1], 0, PTC_FLAG_SEQ);
    while (ptc_endless_pull(lisp, &slots[0], &slots[2])) {
        call[0] = slots[2];
        if (!ptc_is_truthy(ptc_lisp_call(lisp, &args[0], call, 1))) {
            slots[2] = ptc_vector_of(lisp, &slots[2], 1);
            slots[0] = ptc_endless_make(lisp, PTC_STAGE_PREPEND, &slots[0], 1, slots[2]);
            break;
        }
        ptc_build_push(lisp, &slots[1], slots[2]);
    }
    return ptc_vector_pair(lisp, slots[1], slots[0]);
}

ptc_value ptc_core_split_with(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    uint32_t prefix;
    ptc_value first;
    ptc_value rest;

    if (!ptc_list_ends(lisp, callee, args, count, 1))
        return sequence_split_endless(lisp, args);
    prefix = sequence_prefix(lisp, args);
    first = ptc_vector_slice(lisp, args[1], 0, prefix);
    rest = ptc_vector_slice(lisp, args[1], prefix, args[1].aux);
    return ptc_vector_pair(lisp, ptc_value_as_seq(first), ptc_value_as_seq(rest));
}

/* Runs of elements for which the function gives the same value. */
ptc_value ptc_core_partition_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    ptc_caller caller;
    ptc_site site;
    ptc_value *slots; /* the result, the key of the run */
    uint32_t start = 0;

    if (!ptc_seq_ends(lisp, callee, args, count, 1))
        return sequence_stage(lisp, callee, args, PTC_STAGE_PARTITION_BY);
    slots = ptc_lisp_reserve(lisp, 2);
    ptc_build_start(lisp, &slots[0], ptc_build_guess(args[1].aux), PTC_FLAG_SEQ);
    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        ptc_value key;

        key = ptc_caller_one(lisp, &caller, &args[1].as.items[i]);
        if (i > start && !ptc_lisp_same(lisp, &key, &slots[1])) {
            ptc_value run = ptc_vector_slice(lisp, args[1], start, i);

            ptc_build_push(lisp, &slots[0], ptc_value_as_seq(run));
            start = i;
        }
        slots[1] = key;
    }
    if (args[1].aux > start) {
        ptc_value run = ptc_vector_slice(lisp, args[1], start, args[1].aux);

        ptc_build_push(lisp, &slots[0], ptc_value_as_seq(run));
    }
    return slots[0];
}

#define PTC_BUILTIN_SEQUENCE PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
