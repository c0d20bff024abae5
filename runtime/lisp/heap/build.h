/* SPDX-License-Identifier: MIT */
/* Internal to runtime/lisp: sequences, and vectors that grow item by item. seq.c */
#ifndef PTC_LISP_BUILD_H
#define PTC_LISP_BUILD_H

#include "lisp/heap/data.h"

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

/* --- Vectors that grow ------------------------------------------------------------- */

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

/* Appends to the vector that ptc_build_start made; it stays flat. Garbage collections
 * take its spare room away. */
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

/* Initial room where few of `count` items may be kept. */
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

/* The entry of a map as a vector, which is printed as the map prints it. */
PTC_INLINE ptc_value ptc_vector_entry(ptc_lisp *lisp, ptc_value key, ptc_value value)
{
    ptc_value entry = ptc_vector_pair(lisp, key, value);

    entry.flags |= PTC_FLAG_ENTRY;
    return entry;
}

#endif
