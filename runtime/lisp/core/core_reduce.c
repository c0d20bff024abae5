/* SPDX-License-Identifier: MIT */
/* Builtins that fold a sequence. [ptc-lisp 11.2] */
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/language/builtins.h"

#include <string.h>

/* The value itself, or the x of a (reduced x). */
static ptc_value reduce_open(ptc_value value)
{
    if (value.kind == PTC_REDUCED)
        return ((const ptc_boxed *)(const void *)value.as.object)->content;
    return value;
}

static bool reduce_is_sum(const ptc_value *function)
{
    const ptc_function *object = (const ptc_function *)(const void *)function->as.object;

    return (unsigned)function->kind == PTC_FUNCTION && ptc_function_is_native(object) &&
           strcmp((const char *)object->code, "+") == 0;
}

/* Folds with `+`, without calls but at the same price. */
static ptc_value reduce_sum(ptc_lisp *lisp, const ptc_value *vector, uint32_t start,
                            ptc_value sum)
{
    for (uint32_t i = start; i < vector->aux; i++) {
        const ptc_value *item = &vector->as.items[i];

        ptc_lisp_steps(lisp, 2);
        if (sum.kind == PTC_FLOAT && item->kind == PTC_FLOAT)
            sum.as.number += item->as.number;
        else
            sum = ptc_lisp_add(lisp, sum, *item);
    }
    return sum;
}

/* Folds the items of `*vector` from number `start` on; `function` and `vector` are slots.
 */
static ptc_value reduce_from(ptc_lisp *lisp, const ptc_value *function,
                             const ptc_value *vector, uint32_t start, ptc_value result)
{
    ptc_caller caller;

    if (reduce_is_sum(function))
        return reduce_sum(lisp, vector, start, result);
    caller = ptc_caller_make(lisp, function, 2, NULL);
    for (uint32_t i = start; i < vector->aux; i++) {
        result = ptc_caller_two(lisp, &caller, result, vector->as.items[i]);
        if (PTC_UNLIKELY(result.kind == PTC_REDUCED))
            return reduce_open(result);
    }
    return result;
}

/* Folds a sequence without an end, the last argument, until (reduced x). */
static ptc_value reduce_endless(ptc_lisp *lisp, ptc_value *args, uint32_t count)
{
    ptc_value *slots = ptc_lisp_reserve(lisp, 3); /* opened, the result, an element */
    ptc_value *call = ptc_lisp_reserve(lisp, 2);

    ptc_endless_check_end(lisp, "reduce", &args[0], &args[count - 1]);
    slots[0] = ptc_endless_open(lisp, &args[count - 1]);
    slots[1] = args[1];
    if (count == 2 && !ptc_endless_pull(lisp, &slots[0], &slots[1]))
        return ptc_lisp_call(lisp, &args[0], lisp->top, 0);
    while (ptc_endless_pull(lisp, &slots[0], &slots[2])) {
        call[0] = slots[1];
        call[1] = slots[2];
        slots[1] = ptc_lisp_call(lisp, &args[0], call, 2);
        if (slots[1].kind == PTC_REDUCED)
            return reduce_open(slots[1]);
    }
    return slots[1];
}

ptc_value ptc_core_reduce(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    uint32_t at = count - 1;

    if (!ptc_seq_ends(lisp, callee, args, count, at))
        return reduce_endless(lisp, args, count);
    if (count == 3)
        return reduce_from(lisp, &args[0], &args[2], 0, args[1]);
    if (args[1].aux == 0)
        return ptc_lisp_call(lisp, &args[0], lisp->top, 0);
    ptc_lisp_step(lisp);
    return reduce_from(lisp, &args[0], &args[1], 1, args[1].as.items[0]);
}

ptc_value ptc_core_reduced(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    ptc_boxed *boxed = ptc_heap_alloc(lisp, sizeof *boxed);
    ptc_value value = ptc_value_make((ptc_kind)PTC_REDUCED, 0, 0);

    (void)callee;
    (void)count;
    boxed->head = ptc_object_head(PTC_OBJECT_BOXED, sizeof *boxed);
    boxed->more = NULL;
    boxed->content = args[0];
    value.as.object = (ptc_object *)(void *)boxed;
    return value;
}

ptc_value ptc_core_is_reduced(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    (void)lisp;
    (void)callee;
    (void)count;
    return ptc_value_bool(args[0].kind == PTC_REDUCED);
}

/* Folds from item `start` on, collecting each state; slots are the result, the state. */
static ptc_value reduce_states(ptc_lisp *lisp, const ptc_value *function,
                               const ptc_value *vector, uint32_t start, ptc_value state)
{
    ptc_value *result = ptc_lisp_reserve(lisp, 1);
    ptc_caller caller;

    ptc_build_start(lisp, result, (size_t)vector->aux + 1, PTC_FLAG_SEQ);
    ptc_build_push(lisp, result, state);
    caller = ptc_caller_make(lisp, function, 2, NULL);
    for (uint32_t i = start; i < vector->aux; i++) {
        state = ptc_caller_two(lisp, &caller, state, vector->as.items[i]);
        if (state.kind == PTC_REDUCED) {
            ptc_build_push(lisp, result, reduce_open(state));
            break;
        }
        ptc_build_push(lisp, result, state);
    }
    return *result;
}

static ptc_value reduce_endless_states(ptc_lisp *lisp, const ptc_value *callee,
                                       const ptc_value *args, uint32_t count)
{
    ptc_value value =
        ptc_endless_make(lisp, PTC_STAGE_REDUCTIONS, &args[count - 1], 1, args[0]);
    ptc_endless *node = ptc_endless_of(&value);

    if (count == 3) {
        node->phase = 1;
        node->values[2] = args[1];
    }
    return ptc_endless_finish(lisp, callee, value);
}

ptc_value ptc_core_reductions(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    uint32_t at = count - 1;

    if (!ptc_seq_ends(lisp, callee, args, count, at))
        return reduce_endless_states(lisp, callee, args, count);
    if (count == 3)
        return reduce_states(lisp, &args[0], &args[2], 0, args[1]);
    if (args[1].aux == 0) {
        ptc_value only = ptc_lisp_call(lisp, &args[0], lisp->top, 0);

        return ptc_value_as_seq(ptc_vector_of(lisp, &only, 1));
    }
    ptc_lisp_step(lisp);
    return reduce_states(lisp, &args[0], &args[1], 1, args[1].as.items[0]);
}

/* (f acc key value) over `*pairs`, a slot with keys and values in turn, or over a vector
 * by index. */
static ptc_value reduce_kv(ptc_lisp *lisp, const ptc_value *function,
                           const ptc_value *vector, bool is_pairs, ptc_value result)
{
    uint32_t width = is_pairs ? 2 : 1;
    ptc_value *slots = ptc_lisp_reserve(lisp, 3);

    for (uint32_t i = 0; i < vector->aux; i += width) {
        const ptc_value *items = vector->as.items + i;

        ptc_lisp_step(lisp);
        slots[0] = result;
        slots[1] = is_pairs ? items[0] : ptc_value_int(i);
        slots[2] = items[width - 1];
        result = ptc_lisp_call(lisp, function, slots, 3);
        if (result.kind == PTC_REDUCED)
            return reduce_open(result);
    }
    return result;
}

ptc_value ptc_core_reduce_kv(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    if (args[2].kind == PTC_NIL)
        return args[1];
    if (args[2].kind == PTC_MAP) {
        args[2] = ptc_lisp_map_pairs(lisp, &args[2]);
        return reduce_kv(lisp, &args[0], &args[2], true, args[1]);
    }
    if (args[2].kind != PTC_VECTOR)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (ptc_value_is_seq(&args[2])) {
        args[2] = ptc_entry_pairs(lisp, callee, args, count, 2);
        return reduce_kv(lisp, &args[0], &args[2], true, args[1]);
    }
    ptc_vector_items(lisp, &args[2]);
    return reduce_kv(lisp, &args[0], &args[2], false, args[1]);
}

#define PTC_BUILTIN_REDUCE PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
