/* SPDX-License-Identifier: MIT */
/*
 * What the files of builtins (core_FAMILY.c) share: names, numbers among arguments, calls
 * back, vectors that grow.
 *
 * The shape of a builtin that calls back, by the rules of lisp_int.h: the collection
 * becomes a flat vector in its argument slot; the result grows in a slot of its own; the
 * slots of the call are reserved last. Items are read again from their slot after each
 * call.
 */
#ifndef PTC_LISP_CORE_H
#define PTC_LISP_CORE_H

#include "lisp/heap/lisp_int.h"

PTC_INLINE ptc_value ptc_value_as_seq(ptc_value vector)
{
    vector.flags |= PTC_FLAG_SEQ;
    return vector;
}

PTC_INLINE ptc_value ptc_value_as_vector(ptc_value vector)
{
    vector.flags &= (uint8_t)~PTC_FLAG_SEQ;
    return vector;
}

/* The empty sequence `()`. */
PTC_INLINE ptc_value ptc_seq_empty(void)
{
    return ptc_value_as_seq(ptc_vector_empty());
}

PTC_INLINE bool ptc_value_is_seq(const ptc_value *value)
{
    return value->kind == PTC_VECTOR && (value->flags & PTC_FLAG_SEQ);
}

/* nil, strings, vectors, maps and sets have elements. */
PTC_INLINE bool ptc_value_is_seqable(const ptc_value *value)
{
    return value->kind == PTC_VECTOR || value->kind == PTC_NIL ||
           value->kind == PTC_MAP || value->kind == PTC_SET || value->kind == PTC_STRING;
}

/* --- Vectors that grow -------------------------------------------------------------- */

/* An empty vector in `slot`, with room for `capacity` items; `flags` 0 or PTC_FLAG_SEQ.
 */
PTC_INLINE void ptc_build_start(ptc_lisp *lisp, ptc_value *slot, size_t capacity,
                                unsigned flags)
{
    ptc_value *items;

    *slot = ptc_vector_new(lisp, 0, capacity, &items);
    slot->flags |= (uint8_t)flags;
}

/* The same vector with room for more, and the item. */
PTC_COLD ptc_value ptc_build_grow(ptc_lisp *lisp, ptc_value vector, ptc_value item);

/* Appends to the vector that ptc_build_start made; it stays flat. Collections of garbage
 * take its room away. */
PTC_INLINE void ptc_build_push(ptc_lisp *lisp, ptc_value *slot, ptc_value item)
{
    if (PTC_LIKELY(slot->flags & PTC_FLAG_BUFFER)) {
        ptc_value *items = (ptc_value *)(uintptr_t)slot->as.items;
        uint32_t *fill = ptc_items_fill(items);

        if (PTC_LIKELY(fill[0] == slot->aux && fill[0] < fill[1])) {
            items[fill[0]++] = item;
            slot->aux++;
            return;
        }
    }
    *slot = ptc_build_grow(lisp, *slot, item);
}

/* Appends many, which may be of the same vector. */
void ptc_build_append(ptc_lisp *lisp, ptc_value *slot, const ptc_value *items,
                      size_t count);

/* Room to begin with where few of `count` items may be kept. */
PTC_INLINE size_t ptc_build_guess(size_t count)
{
    return count < 64 ? count : 64;
}

/* The vector [a b]. */
PTC_INLINE ptc_value ptc_vector_pair(ptc_lisp *lisp, ptc_value a, ptc_value b)
{
    ptc_value *items;
    ptc_value vector = ptc_vector_new(lisp, 2, 2, &items);

    items[0] = a;
    items[1] = b;
    return vector;
}

/* --- Calls back --------------------------------------------------------------------- */

/*
 * A function that a builtin calls for each element. What a call would look at each time
 * is looked at once: the C stack is as deep in every round, and a function keeps its
 * entry wherever it is moved. Keywords are read through an inline cache, without a call.
 * The fuel is the same: a step for the element, one for the call.
 */
typedef struct ptc_caller {
    const ptc_value *function;
    ptc_value *args; /* the slots of the call, topmost */
    ptc_entry entry; /* NULL: call as any value */
    ptc_site *site;  /* NULL: no keyword */
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

/* As ptc_caller_one for key functions: strings and paths of keys too. [ptc-lisp 7] */
PTC_INLINE ptc_value ptc_caller_key(ptc_lisp *lisp, const ptc_caller *caller,
                                    const ptc_value *item)
{
    if (caller->site != NULL || caller->entry != NULL ||
        (caller->function->kind != PTC_STRING && caller->function->kind != PTC_VECTOR))
        return ptc_caller_one(lisp, caller, item);
    ptc_lisp_steps(lisp, 2);
    return ptc_lisp_key_of(lisp, caller->function, item);
}

/* --- seq.c -------------------------------------------------------------------------- */

/* The items of any seqable argument; the type error names the builtin and all arguments.
 */
PTC_INLINE const ptc_value *ptc_seq_arg(ptc_lisp *lisp, const ptc_value *callee,
                                        ptc_value *args, uint32_t count, uint32_t at)
{
    return ptc_lisp_seq(lisp, &args[at], ptc_callee_name(callee), args, count);
}

/* Raises unless args [from, count) are seqable, before any of them is changed. */
void ptc_seq_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                   uint32_t count, uint32_t from);

/* Makes flat vectors of args [from, count); gives the length of the shortest, 0 when
 * there is none. */
uint32_t ptc_seq_shortest(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count, uint32_t from);

/* Calls args[0] with element `at` of each of the flat args [1, count), put into `slots`,
 * the topmost. A SAFEPOINT. */
ptc_value ptc_call_across(ptc_lisp *lisp, const ptc_value *args, ptc_value *slots,
                          uint32_t count, uint32_t at);

/* Keys and values in turn of args[at]: a map, a collection of [key value] pairs, or
 * nothing. Charges steps. */
ptc_value ptc_entry_pairs(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                          uint32_t count, uint32_t at);

/* The part of a string's bytes as a string; `size` > 0. */
ptc_value ptc_string_part(ptc_lisp *lisp, const ptc_value *string, size_t at,
                          size_t size);

/* How many the number args[at] says: none below zero; 1.5 counts two. Raises the type
 * error when it is no number. */
uint32_t ptc_count_arg(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                       uint32_t count, uint32_t at);

/* A number cut to a whole; int64's ends beyond them, INT64_MIN for NaN. */
int64_t ptc_number_index(const ptc_value *number);

/* The same of args[at]; raises the type error when it is no number. */
int64_t ptc_index_arg(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                      uint32_t count, uint32_t at);

/* Raises the arity error unless the arguments behind the first `fixed` come in pairs. */
void ptc_arity_even(ptc_lisp *lisp, const ptc_value *callee, uint32_t count,
                    uint32_t fixed);

/* Raises that data is nested too deeply. */
PTC_COLD PTC_NORETURN void ptc_raise_depth(ptc_lisp *lisp);

/* --- core_map.c --------------------------------------------------------------------- */

/* select-keys, rename-keys (`names`: old and new in turn), map-invert. */
ptc_value ptc_map_select(ptc_lisp *lisp, const ptc_value *map, const ptc_value *keys,
                         uint32_t count);
ptc_value ptc_map_rename(ptc_lisp *lisp, ptc_value map, const ptc_value *names);
ptc_value ptc_map_inverted(ptc_lisp *lisp, const ptc_value *map);

/* --- core_group.c ------------------------------------------------------------------- */

/*
 * Numbers values by key identity: the same value gets the same number, from 0 in order of
 * first appearance. Lives in the heap and holds values: void after a safepoint.
 */
typedef struct ptc_numbering {
    ptc_lisp *lisp;
    const ptc_value **keys; /* by number: where the first value of it stands */
    uint64_t *hashes;       /* by number */
    uint32_t *table;        /* open addressing: number + 1 */
    uint32_t count;         /* numbers given */
    uint32_t capacity;      /* of keys and hashes */
    uint32_t mask;          /* of the table */
} ptc_numbering;

void ptc_numbering_start(ptc_lisp *lisp, ptc_numbering *numbering);
/* The number of `*key`, which must stay where it is; a new one equals the count before.
 */
uint32_t ptc_numbering_of(ptc_numbering *numbering, const ptc_value *key);

/* The key of each item of `*vector`, a slot, by a key function in a slot: a flat vector
 * in a new slot, the topmost. A SAFEPOINT. */
ptc_value *ptc_keys_of(ptc_lisp *lisp, const ptc_value *function,
                       const ptc_value *vector);

/* Each distinct key and the vector of the items that have it, in turn. */
ptc_value ptc_group_pairs(ptc_lisp *lisp, const ptc_value *keys, const ptc_value *items,
                          uint32_t count);

#endif
