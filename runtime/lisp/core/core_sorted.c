/* SPDX-License-Identifier: MIT */
/*
 * Builtins that make sorted maps and sets and cut parts out of them, and how builtins
 * that join collections add many keys to sorted ones. [ptc-lisp 11.4, 11.5]
 *
 * A sorted collection stays sorted for as long as it lives; its tree is in heap/sorted.c.
 * Many keys are sorted first, by the loops of `sort`, and become a tree at once: without
 * a copy for each of them, and with garbage collection between calls.
 */
#include "lisp/core/core_int.h"
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

#include <string.h>

enum {
    SORTED_FEW = 16
}; /* keys for a collection with this many times more: one by one */

/* --- Bringing in many --------------------------------------------------------------- */

/* Keys and values in turn, or items. */
static size_t sorted_stride(const ptc_value *collection)
{
    return collection->kind == PTC_MAP ? 2 : 1;
}

static void sorted_add_each(ptc_lisp *lisp, ptc_value *collection, const ptc_value *items)
{
    size_t stride = sorted_stride(collection);

    for (size_t i = 0; i < items->aux; i += stride) {
        const ptc_value *item = &items->as.items[i];

        *collection = stride == 2 ? ptc_lisp_map_put(lisp, *collection, item[0], item[1])
                                  : ptc_lisp_set_conj(lisp, *collection, item[0]);
        if (PTC_UNLIKELY(--lisp->ticks < 0))
            ptc_lisp_safepoint(lisp);
    }
}

/* Whether a keyword among the new keys of a map may go to the entry of a string. */
static bool sorted_may_meet(ptc_lisp *lisp, const ptc_value *map, const ptc_value *items)
{
    uint32_t kinds = ptc_lisp_map_kinds(map);
    uint32_t added = 0;

    for (size_t i = 0; i < items->aux; i += 2) {
        added |= 1u << items->as.items[i].kind;
        ptc_lisp_fill_look(lisp, i);
    }
    return (added & 1u << PTC_KEYWORD) != 0 && ((kinds | added) & 1u << PTC_STRING) != 0;
}

/* In slots: the collection's items with the new ones after them, and their keys. */
static void sorted_gather(ptc_lisp *lisp, const ptc_value *collection,
                          const ptc_value *items, ptc_value *all, ptc_value *keys)
{
    size_t stride = sorted_stride(collection);
    ptc_value old = stride == 2 ? ptc_lisp_map_pairs(lisp, collection)
                                : ptc_lisp_set_items(lisp, collection);
    size_t count = (size_t)old.aux + items->aux;
    ptc_value *to;

    ptc_heap_check(lisp, count, sizeof(ptc_value));
    ptc_build_start(lisp, all, count, 0);
    ptc_build_append(lisp, all, old.as.items, old.aux);
    ptc_build_append(lisp, all, items->as.items, items->aux);
    *keys = *all;
    if (stride == 1)
        return;
    *keys = ptc_vector_new(lisp, count / 2, count / 2, &to);
    for (size_t i = 0; i < count; i += 2) {
        *to++ = all->as.items[i];
        ptc_lisp_fill_look(lisp, i);
    }
}

typedef struct sorted_job {
    ptc_lisp *lisp;
    const ptc_value *callee;
    const ptc_value *collection; /* slots, as all below */
    const ptc_value *all;
    const ptc_value *keys;
    const ptc_value *comparator;
    const ptc_value *order; /* bytes: the numbers of the keys in order */
} sorted_job;

static uint32_t *sorted_numbers(const sorted_job *job)
{
    return (uint32_t *)(void *)(uintptr_t)job->order->as.text;
}

/* Whether key a, which is not after key b, is before it. A SAFEPOINT. */
static bool sorted_differ(const sorted_job *job, const ptc_caller *caller, uint32_t a,
                          uint32_t b)
{
    const ptc_value *keys = job->keys->as.items;
    ptc_value verdict;

    if (job->comparator->kind == PTC_NIL) {
        ptc_lisp_step(job->lisp);
        return ptc_lisp_order(job->lisp, &keys[a], &keys[b]) != 0;
    }
    verdict = ptc_caller_two(job->lisp, caller, keys[a], keys[b]);
    return ptc_sorted_is_less(job->lisp, ptc_callee_name(job->callee), &verdict);
}

/* Of equal keys the first stays, with the last value; returns how many are left. */
static uint32_t sorted_unique(const sorted_job *job, uint32_t count)
{
    ptc_value *top = job->lisp->top;
    ptc_caller caller = {NULL, NULL, NULL, NULL};
    uint32_t last = 0;

    if (job->comparator->kind != PTC_NIL)
        caller = ptc_caller_make(job->lisp, job->comparator, 2, NULL);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t a = sorted_numbers(job)[last];
        uint32_t b = sorted_numbers(job)[i];
        bool differ = sorted_differ(job, &caller, a, b);

        if (differ)
            sorted_numbers(job)[++last] = b;
        else if (job->collection->kind == PTC_MAP)
            ptc_vector_put(job->lisp, job->all, 2 * a + 1,
                           job->all->as.items[2 * (size_t)b + 1]);
        ptc_lisp_fill_look(job->lisp, i);
    }
    job->lisp->top = top;
    return last + 1;
}

void ptc_sorted_pour(ptc_lisp *lisp, const ptc_value *callee, ptc_value *collection,
                     const ptc_value *items)
{
    uint32_t added = items->aux / (uint32_t)sorted_stride(collection);
    ptc_value *slots;
    sorted_job job;
    uint32_t count;

    if (added < 2 || added < collection->aux / SORTED_FEW ||
        (collection->kind == PTC_MAP && sorted_may_meet(lisp, collection, items))) {
        sorted_add_each(lisp, collection, items);
        return;
    }
    slots = ptc_lisp_reserve(lisp, 3);
    slots[2] = ptc_sorted_comparator(collection);
    sorted_gather(lisp, collection, items, &slots[0], &slots[1]);
    job = (sorted_job){.lisp = lisp,
                       .callee = callee,
                       .collection = collection,
                       .all = &slots[0],
                       .keys = &slots[1],
                       .comparator = &slots[2]};
    job.order = ptc_sort_order(lisp, callee, job.keys, job.comparator,
                               (unsigned)collection->kind);
    count = sorted_unique(&job, job.keys->aux);
    if (count == 1 && job.comparator->kind == PTC_NIL)
        ptc_sorted_check_key(lisp, collection->kind,
                             &job.keys->as.items[sorted_numbers(&job)[0]]);
    *collection =
        ptc_sorted_like(lisp, collection, job.all->as.items, sorted_numbers(&job), count);
    lisp->top = slots;
}

/* --- Makers ------------------------------------------------------------------------- */

/* A collection of args [from, count). */
static ptc_value sorted_make(ptc_lisp *lisp, const ptc_value *callee, unsigned kind,
                             const ptc_value *args, uint32_t count, uint32_t from)
{
    ptc_value nil = ptc_value_nil();
    ptc_value *slots = ptc_lisp_reserve(lisp, 2); /* the collection, its items */

    slots[0] = ptc_sorted_empty(lisp, kind, from == 1 ? &args[0] : &nil);
    slots[1] = ptc_vector_empty();
    if (count > from)
        slots[1] = ptc_vector_of(lisp, args + from, count - from);
    ptc_vector_items(lisp, &slots[1]);
    ptc_sorted_pour(lisp, callee, &slots[0], &slots[1]);
    return slots[0];
}

static void sorted_check_comparator(ptc_lisp *lisp, const ptc_value *callee,
                                    const ptc_value *comparator)
{
    if (comparator->kind != (uint8_t)PTC_FUNCTION)
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: expected a function of two keys as comparator, got %s",
                       ptc_callee_name(callee), ptc_lisp_quote(lisp, comparator));
}

ptc_value ptc_core_sorted_map(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    ptc_arity_even(lisp, callee, count, 0);
    return sorted_make(lisp, callee, PTC_MAP, args, count, 0);
}

ptc_value ptc_core_sorted_map_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    ptc_arity_even(lisp, callee, count, 1);
    sorted_check_comparator(lisp, callee, &args[0]);
    return sorted_make(lisp, callee, PTC_MAP, args, count, 1);
}

ptc_value ptc_core_sorted_set(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    return sorted_make(lisp, callee, PTC_SET, args, count, 0);
}

ptc_value ptc_core_sorted_set_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    sorted_check_comparator(lisp, callee, &args[0]);
    return sorted_make(lisp, callee, PTC_SET, args, count, 1);
}

/* --- subseq and rsubseq ------------------------------------------------------------- */

/* A bound: `< <= > >=`, and how many keys are before it and not after it. */
typedef struct sorted_bound {
    bool is_low; /* > or >= */
    uint32_t before;
    uint32_t through;
    uint32_t at; /* where the part begins or ends */
} sorted_bound;

static bool sorted_is_test(const ptc_value *value, const char *name)
{
    return value->kind == (uint8_t)PTC_FUNCTION &&
           ptc_function_is_native((const ptc_function *)(const void *)value->as.object) &&
           strcmp(ptc_callee_name(value), name) == 0;
}

/* The bound of (test key), two slots. */
static sorted_bound sorted_bound_of(ptc_lisp *lisp, const ptc_value *callee,
                                    const ptc_value *collection, const ptc_value *test)
{
    bool with_key = sorted_is_test(test, "<=") || sorted_is_test(test, ">");
    sorted_bound bound = {.is_low =
                              sorted_is_test(test, ">") || sorted_is_test(test, ">=")};

    if (!bound.is_low && !with_key && !sorted_is_test(test, "<"))
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: expected one of < <= > >= before a key, got %s",
                       ptc_callee_name(callee), ptc_lisp_quote(lisp, test));
    ptc_sorted_rank(lisp, collection, &test[1], &bound.before, &bound.through);
    bound.at = with_key ? bound.through : bound.before;
    return bound;
}

/* The keys or entries [from, to), in reverse when asked. */
static ptc_value sorted_part(ptc_lisp *lisp, const ptc_value *collection, uint32_t from,
                             uint32_t to, bool backwards)
{
    ptc_value all = *collection;
    uint32_t count = to > from ? to - from : 0;
    ptc_value *items;
    ptc_value part;

    ptc_lisp_try_seq(lisp, &all);
    ptc_lisp_steps(lisp, count);
    part = ptc_vector_new(lisp, count, count, &items);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = all.as.items[backwards ? to - 1 - i : from + i];
        ptc_lisp_fill_look(lisp, i);
    }
    return ptc_value_as_seq(part);
}

/* As in Clojure nil where the search for the first element finds none, else (). */
static ptc_value sorted_cut(ptc_lisp *lisp, const ptc_value *callee,
                            const ptc_value *args, uint32_t count, bool backwards)
{
    sorted_bound low = {.at = 0};
    sorted_bound high = {.at = args[0].aux};
    sorted_bound first;
    bool starts; /* a bound says where to begin */
    ptc_value part;

    if (count == 4)
        ptc_lisp_raise(lisp, PTC_REASON_ARITY,
                       "arity error: %s expects 3 or 5 arguments, got 4",
                       ptc_callee_name(callee));
    if (!ptc_is_sorted(&args[0]))
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: expected a sorted map or set, got %s; make one with (into "
                       "(sorted-%s) coll)",
                       ptc_callee_name(callee), ptc_lisp_quote(lisp, &args[0]),
                       args[0].kind == PTC_MAP ? "map" : "set");
    first = sorted_bound_of(lisp, callee, &args[0], &args[1]);
    if (first.is_low)
        low = first;
    else
        high = first;
    if (count == 5) {
        high = sorted_bound_of(lisp, callee, &args[0], &args[3]);
        if (!first.is_low || high.is_low)
            ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                           "%s: the first of two tests is > or >=, the second < or <=",
                           ptc_callee_name(callee));
    }
    part = sorted_part(lisp, &args[0], low.at, high.at, backwards);
    if (part.aux > 0)
        return part;
    if (count == 5)
        starts = backwards ? high.through == 0 : low.before == args[0].aux;
    else
        starts = first.is_low != backwards;
    return starts ? ptc_value_nil() : part;
}

ptc_value ptc_core_subseq(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    return sorted_cut(lisp, callee, args, count, false);
}

ptc_value ptc_core_rsubseq(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    return sorted_cut(lisp, callee, args, count, true);
}

#define PTC_BUILTIN_SORTED PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
