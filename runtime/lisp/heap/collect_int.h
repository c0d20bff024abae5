/* SPDX-License-Identifier: MIT */
/* What collect.c and collect_large.c share: where things are moved to. See collect.c. */
#ifndef PTC_LISP_COLLECT_INT_H
#define PTC_LISP_COLLECT_INT_H

#include "lisp/heap/layout.h"
#include "lisp/heap/memory.h"

/* A moved object leaves its new address, odd, in its head. */
PTC_INLINE bool collect_is_moved(const ptc_object *object)
{
    return (object->head & 1) != 0;
}

PTC_INLINE ptc_object *collect_new_place(const ptc_object *object)
{
    return (ptc_object *)(uintptr_t)(object->head & ~UINT64_C(1));
}

/* The next of the chunks that were taken. */
void ptc_collect_next_chunk(ptc_lisp *lisp);

/* Room in the new chunks; there is always enough. */
PTC_INLINE void *collect_alloc(ptc_lisp *lisp, size_t size)
{
    void *place;

    size = (size + 15u) & ~(size_t)15u;
    if (PTC_UNLIKELY(size > (size_t)(lisp->limit - lisp->cursor)))
        ptc_collect_next_chunk(lisp);
    place = lisp->cursor;
    lisp->cursor += size;
    return place;
}

PTC_INLINE void collect_set_moved(ptc_object *object, void *place)
{
    object->head = (uint64_t)(uintptr_t)place | 1;
}

PTC_INLINE bool collect_is_done(const ptc_object *object)
{
    return collect_is_moved(object) ||
           ((object->head & PTC_OBJECT_ALONE) && ptc_heap_chunk_of(object)->is_reached);
}

/* For its items to be scanned. */
PTC_INLINE void collect_add_gray(ptc_lisp *lisp, ptc_large *large)
{
    ptc_heap_chunk *chunk = ptc_heap_chunk_of((ptc_object *)(void *)large);

    chunk->is_reached = true;
    chunk->gray = lisp->gray;
    lisp->gray = chunk;
}

/* New items with a buffer of either size before them, for the scan to find. */
ptc_value *ptc_collect_copy_items(ptc_lisp *lisp, const ptc_value *items, uint32_t count);

/* --- collect_large.c --------------------------------------------------------------- */

/* Moves the items of a slice or of a vector in a large buffer, and updates the value. */
void ptc_collect_view(ptc_lisp *lisp, ptc_value *value);

#endif
