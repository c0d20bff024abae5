/* SPDX-License-Identifier: MIT */
/*
 * Functions that make functions, and apply. [ptc-lisp 7]
 *
 * A composed function captures its parts. They are read from the function again for each
 * call, through `callee`, because every call may move them; the called function and its
 * arguments are in slots at the top of the stack.
 */
#include "lisp/core/core_int.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

static const ptc_function *function_of(const ptc_value *value)
{
    return (const ptc_function *)(const void *)value->as.object;
}

/* Makes the slots from `args` to the top `count` many; their contents stay. */
static void function_window(ptc_lisp *lisp, ptc_value *args, size_t count)
{
    lisp->top = args;
    ptc_lisp_reserve(lisp, count);
}

ptc_value ptc_lisp_compose(ptc_lisp *lisp, const ptc_value *callee, ptc_entry entry,
                           const ptc_value *parts, uint32_t count)
{
    size_t size = sizeof(ptc_function) + count * sizeof *parts;
    ptc_function *function = ptc_heap_alloc(lisp, size);
    ptc_value value = ptc_value_make((ptc_kind)PTC_FUNCTION, 0, 0);

    ptc_heap_note_function(lisp, count);
    function->head = ptc_object_head(PTC_OBJECT_FUNCTION, size);
    function->entry = entry;
    function->code = ptc_callee_name(callee);
    function->min_args = 0;
    function->max_args = PTC_MANY;
    function->count = count;
    if (parts != NULL)
        memcpy(function->captured, parts, count * sizeof *parts);
    value.as.object = (ptc_object *)(void *)function;
    return value;
}

/* Calls part `index` of `callee` with args, which are shifted by one slot for it. */
static ptc_value function_call_part(ptc_lisp *lisp, const ptc_value *callee,
                                    uint32_t index, ptc_value *args, uint32_t count)
{
    function_window(lisp, args, (size_t)count + 1);
    memmove(args + 1, args, count * sizeof *args);
    args[0] = function_of(callee)->captured[index];
    return ptc_lisp_call(lisp, &args[0], args + 1, count);
}

/* --- identity, constantly, complement ---------------------------------------------- */

ptc_value ptc_core_identity(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    (void)lisp, (void)callee, (void)count;
    return args[0];
}

static ptc_value function_constant(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    (void)lisp, (void)args, (void)count;
    return function_of(callee)->captured[0];
}

ptc_value ptc_core_constantly(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    return ptc_lisp_compose(lisp, callee, function_constant, args, count);
}

static ptc_value function_opposite(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    ptc_value result = function_call_part(lisp, callee, 0, args, count);

    return ptc_value_bool(!ptc_is_truthy(result));
}

ptc_value ptc_core_complement(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    return ptc_lisp_compose(lisp, callee, function_opposite, args, count);
}

/* --- comp, partial, juxt, fnil ----------------------------------------------------- */

static ptc_value function_chain(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    uint32_t left = function_of(callee)->count - 1;
    ptc_value result = function_call_part(lisp, callee, left, args, count);

    while (left-- > 0) {
        function_window(lisp, args, 1);
        args[0] = result;
        result = function_call_part(lisp, callee, left, args, 1);
    }
    return result;
}

ptc_value ptc_core_comp(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    if (count == 0) {
        ptc_value value = ptc_value_make((ptc_kind)PTC_FUNCTION, 0, 0);

        value.as.object = (ptc_object *)(uintptr_t)&ptc_builtin_identity;
        return value;
    }
    if (count == 1)
        return args[0];
    return ptc_lisp_compose(lisp, callee, function_chain, args, count);
}

static ptc_value function_with_first(ptc_lisp *lisp, const ptc_value *callee,
                                     ptc_value *args, uint32_t count)
{
    uint32_t given = function_of(callee)->count; /* the function and its arguments */

    function_window(lisp, args, (size_t)count + given);
    memmove(args + given, args, count * sizeof *args);
    memcpy(args, function_of(callee)->captured, given * sizeof *args);
    return ptc_lisp_call(lisp, &args[0], args + 1, count + given - 1);
}

ptc_value ptc_core_partial(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    if (count == 1)
        return args[0];
    return ptc_lisp_compose(lisp, callee, function_with_first, args, count);
}

static ptc_value function_all_results(ptc_lisp *lisp, const ptc_value *callee,
                                      ptc_value *args, uint32_t count)
{
    uint32_t parts = function_of(callee)->count;
    ptc_value *results = ptc_lisp_reserve(lisp, parts);

    for (uint32_t i = 0; i < parts; i++) {
        ptc_value *copies = ptc_lisp_reserve(lisp, count);
        ptc_value result;

        memcpy(copies, args, count * sizeof *args);
        result = function_call_part(lisp, callee, i, copies, count);
        results[i] = result;
        lisp->top = copies;
    }
    return ptc_vector_of(lisp, results, parts);
}

ptc_value ptc_core_juxt(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    return ptc_lisp_compose(lisp, callee, function_all_results, args, count);
}

static ptc_value function_with_defaults(ptc_lisp *lisp, const ptc_value *callee,
                                        ptc_value *args, uint32_t count)
{
    const ptc_function *function = function_of(callee);

    for (uint32_t i = 0; i < count && i + 1 < function->count; i++) {
        if (args[i].kind == PTC_NIL)
            args[i] = function->captured[i + 1];
    }
    return function_call_part(lisp, callee, 0, args, count);
}

/* As in Clojure, three defaults may be used with two arguments. */
ptc_value ptc_core_fnil(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    ptc_value value = ptc_lisp_compose(lisp, callee, function_with_defaults, args, count);
    ptc_function *function = (ptc_function *)(void *)value.as.object;

    function->min_args = count > 2 ? 2 : 1;
    return value;
}

/* --- every-pred, some-fn ----------------------------------------------------------- */

/* Predicate `part` of `callee` called with one of the arguments. */
static ptc_value function_ask(ptc_lisp *lisp, const ptc_value *callee, uint32_t part,
                              const ptc_value *argument, ptc_value *slots)
{
    function_window(lisp, slots, 1);
    slots[0] = *argument;
    return function_call_part(lisp, callee, part, slots, 1);
}

static ptc_value function_all_true(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    uint32_t parts = function_of(callee)->count;

    for (uint32_t i = 0; i < parts; i++) {
        for (uint32_t j = 0; j < count; j++) {
            if (!ptc_is_truthy(function_ask(lisp, callee, i, &args[j], args + count)))
                return ptc_value_bool(false);
        }
    }
    return ptc_value_bool(true);
}

ptc_value ptc_core_every_pred(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    return ptc_lisp_compose(lisp, callee, function_all_true, args, count);
}

/* When nothing is true, Clojure gives the last result if both counts are up to three. */
static ptc_value function_first_true(ptc_lisp *lisp, const ptc_value *callee,
                                     ptc_value *args, uint32_t count)
{
    uint32_t parts = function_of(callee)->count;
    ptc_value result = ptc_value_nil();

    for (uint32_t i = 0; i < parts; i++) {
        for (uint32_t j = 0; j < count; j++) {
            result = function_ask(lisp, callee, i, &args[j], args + count);
            if (ptc_is_truthy(result))
                return result;
        }
    }
    return parts <= 3 && count <= 3 ? result : ptc_value_nil();
}

ptc_value ptc_core_some_fn(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    return ptc_lisp_compose(lisp, callee, function_first_true, args, count);
}

/* --- comparator, trampoline -------------------------------------------------------- */

/* Whether the predicate holds for the two; the contents of `slots` are lost. */
static bool function_holds(ptc_lisp *lisp, const ptc_value *callee, ptc_value *slots,
                           ptc_value a, ptc_value b)
{
    ptc_value result;

    function_window(lisp, slots, 2);
    slots[0] = a;
    slots[1] = b;
    result = function_call_part(lisp, callee, 0, slots, 2);
    return ptc_is_truthy(result);
}

static ptc_value function_order(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    if (function_holds(lisp, callee, args + count, args[0], args[1]))
        return ptc_value_int(-1);
    return ptc_value_int(function_holds(lisp, callee, args + count, args[1], args[0]));
}

ptc_value ptc_core_comparator(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    ptc_value value = ptc_lisp_compose(lisp, callee, function_order, args, count);
    ptc_function *function = (ptc_function *)(void *)value.as.object;

    function->min_args = function->max_args = 2;
    return value;
}

ptc_value ptc_core_trampoline(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    ptc_value result = ptc_lisp_call(lisp, &args[0], args + 1, count - 1);

    (void)callee;
    while ((unsigned)result.kind == PTC_FUNCTION) {
        function_window(lisp, args, 1);
        args[0] = result;
        result = ptc_lisp_call(lisp, &args[0], args + 1, 0);
    }
    return result;
}

/* --- memoize ----------------------------------------------------------------------- */

/* Parts of a function with a memory: the function, and the map of its results by the
 * vectors of their arguments, nil at first. The map is written into the function, which
 * is never a key and is compared only by identity; it ends with the run. */
enum { MEMOIZED_FUNCTION, MEMOIZED_RESULTS, MEMOIZED_PARTS };

static ptc_value function_remembers(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    ptc_value *key = ptc_lisp_reserve(lisp, 1);
    ptc_value *results;
    ptc_value result;

    ptc_lisp_steps(lisp, 1 + (size_t)count);
    *key = ptc_vector_of(lisp, args, count);
    results = (ptc_value *)(uintptr_t)&function_of(callee)->captured[MEMOIZED_RESULTS];
    if (results->kind == PTC_MAP && ptc_lisp_map_get(lisp, results, key, &result))
        return result;
    function_window(lisp, args, (size_t)count + 1);
    {
        ptc_value *copies = ptc_lisp_reserve(lisp, count);

        memcpy(copies, args, count * sizeof *args);
        result = function_call_part(lisp, callee, MEMOIZED_FUNCTION, copies, count);
    }
    results = (ptc_value *)(uintptr_t)&function_of(callee)->captured[MEMOIZED_RESULTS];
    if (results->kind != PTC_MAP)
        *results = ptc_lisp_map_empty(lisp);
    *results = ptc_lisp_map_assoc(lisp, *results, args[count], result);
    return result;
}

ptc_value ptc_core_memoize(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    ptc_value parts[MEMOIZED_PARTS] = {args[0], ptc_value_nil()};
    ptc_value value =
        ptc_lisp_compose(lisp, callee, function_remembers, parts, MEMOIZED_PARTS);

    (void)count;
    ((ptc_function *)(void *)value.as.object)->head |= PTC_OBJECT_FORGETS;
    return value;
}

/* --- apply ------------------------------------------------------------------------- */

ptc_value ptc_core_apply(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    ptc_value list = args[count - 1];
    const ptc_value *items =
        ptc_lisp_seq(lisp, &list, ptc_callee_name(callee), args, count);

    if ((size_t)(lisp->stack_end - args) < (size_t)count + list.aux)
        ptc_lisp_raise(
            lisp, PTC_REASON_RUNTIME,
            "apply: %u arguments are too many: calls have room for %u in all; use reduce",
            list.aux, (unsigned)(lisp->stack_end - lisp->stack));
    ptc_lisp_steps(lisp, list.aux);
    function_window(lisp, args, (size_t)count - 1 + list.aux);
    if (list.aux > 0)
        memcpy(args + count - 1, items, list.aux * sizeof *items);
    return ptc_lisp_call(lisp, &args[0], args + 1, count - 2 + list.aux);
}

#define PTC_BUILTIN_FUNCTION PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
