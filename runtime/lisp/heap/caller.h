/* SPDX-License-Identifier: MIT */
/*
 * Internal to runtime/lisp: functions that a builtin calls for each element.
 *
 * The shape of a builtin that calls back, by the rules of heap_int.h: the collection
 * becomes a flat vector in its argument slot; the result grows in its own slot; the slots
 * of the call are reserved last. Items are read again from their slot after each call.
 */
#ifndef PTC_LISP_CALLER_H
#define PTC_LISP_CALLER_H

#include "lisp/heap/data.h"

/*
 * A function that a builtin calls for each element. Checks that a call makes each time
 * are made once: the C stack has the same depth in every round, and a function keeps its
 * entry wherever it is moved. Keywords are read through an inline cache, without a call.
 * The fuel is the same: one step for the element, one for the call.
 */
typedef struct ptc_caller {
    const ptc_value *function;
    ptc_value *args; /* the slots of the call, topmost */
    ptc_entry entry; /* NULL: call as any value */
    ptc_site *site;  /* NULL: not a keyword */
} ptc_caller;

/* Reserves the slots for `count` arguments: nothing may be reserved after it. `function`
 * is a slot or constant; `site`, which may be NULL for more than one argument, stays the
 * builtin's. */
PTC_INLINE ptc_caller ptc_caller_make(ptc_lisp *lisp, const ptc_value *function,
                                      uint32_t count, ptc_site *site)
{
    ptc_caller caller = {function, ptc_lisp_reserve(lisp, count), NULL, NULL};

    if ((unsigned)function->kind == PTC_FUNCTION) {
        const ptc_function *object =
            (const ptc_function *)(const void *)function->as.object;

        if (PTC_UNLIKELY(PTC_C_STACK() < lisp->c_limit))
            ptc_lisp_stack_overflow(lisp);
        if (ptc_takes_count(object->min_args, object->max_args, count))
            caller.entry = object->entry;
    } else if (function->kind == PTC_KEYWORD && site != NULL) {
        site->shape = NULL;
        site->index = 0;
        site->absent = 0;
        site->key = *function;
        caller.site = site;
    }
    return caller;
}

/* Calls with the arguments in their slots, `count` of them. A SAFEPOINT. */
PTC_INLINE ptc_value ptc_caller_call(ptc_lisp *lisp, const ptc_caller *caller,
                                     uint32_t count)
{
    ptc_value result;

    if (PTC_UNLIKELY(caller->entry == NULL)) {
        ptc_lisp_step(lisp);
        return ptc_lisp_call(lisp, caller->function, caller->args, count);
    }
    lisp->ticks -= 2;
    if (PTC_UNLIKELY(lisp->ticks < 0))
        ptc_lisp_safepoint(lisp);
    result = caller->entry(lisp, caller->function, caller->args, count);
    lisp->top = caller->args + count;
    return result;
}

/* A SAFEPOINT unless the function is a keyword. */
PTC_INLINE ptc_value ptc_caller_one(ptc_lisp *lisp, const ptc_caller *caller,
                                    const ptc_value *item)
{
    if (caller->site != NULL) {
        ptc_lisp_steps(lisp, 2);
        return ptc_site_get(lisp, item, caller->site);
    }
    caller->args[0] = *item;
    return ptc_caller_call(lisp, caller, 1);
}

/* A SAFEPOINT. */
PTC_INLINE ptc_value ptc_caller_two(ptc_lisp *lisp, const ptc_caller *caller, ptc_value a,
                                    ptc_value b)
{
    caller->args[0] = a;
    caller->args[1] = b;
    return ptc_caller_call(lisp, caller, 2);
}

/* Like ptc_caller_one for key functions: strings and paths of keys as well. [ptc-lisp
 * 7] */
PTC_INLINE ptc_value ptc_caller_key(ptc_lisp *lisp, const ptc_caller *caller,
                                    const ptc_value *item)
{
    if (caller->site != NULL || caller->entry != NULL ||
        (caller->function->kind != PTC_STRING && caller->function->kind != PTC_VECTOR))
        return ptc_caller_one(lisp, caller, item);
    ptc_lisp_steps(lisp, 2);
    return ptc_lisp_key_of(lisp, caller->function, item);
}

/* --- seq.c ------------------------------------------------------------------------- */

/* Calls args[0] with element `at` of each of the flat args [1, count), put into `slots`,
 * the topmost. A SAFEPOINT. */
ptc_value ptc_call_across(ptc_lisp *lisp, const ptc_value *args, ptc_value *slots,
                          uint32_t count, uint32_t at);

#endif
