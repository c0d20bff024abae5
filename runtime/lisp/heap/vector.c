/* SPDX-License-Identifier: MIT */
/*
 * Vectors as views of buffers. See data.h; large ones that are written to inside are
 * in vector_tree.c.
 *
 * A buffer is filled at its end, or at its front, by the one view that reaches there: so
 * building a vector by conj, and a list by cons, takes constant time each. A write to an
 * older view makes a copy while that is small, else a tree. A buffer without room is
 * copied to a larger one only the first time; a later write to an older view also makes a
 * tree, so that no operation repeatedly takes time in proportion to a vector.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"

enum {
    VECTOR_LIMIT_PART = 4, /* buffers larger than this part of the heap's limit no longer
                              grow: trees need less */
    VECTOR_CHECKED =
        1024, /* sizes of buffers below this are harmless: allocation checks them */
};

static const ptc_value vector_nothing[1];

ptc_value ptc_vector_empty(void)
{
    return ptc_value_vector(vector_nothing, 0);
}

static ptc_value vector_of_items(const ptc_value *items, size_t count, unsigned flags)
{
    ptc_value vector = ptc_value_make(PTC_VECTOR, flags, count);

    vector.as.items = items;
    return vector;
}

static PTC_NOINLINE ptc_large *vector_new_alone(ptc_lisp *lisp, size_t size,
                                                size_t capacity, bool grows)
{
    ptc_large *large = ptc_heap_alloc_alone(lisp, size, grows);

    *large =
        (ptc_large){.head = ptc_object_head(PTC_OBJECT_LARGE, size) | PTC_OBJECT_ALONE,
                    .capacity = (uint32_t)capacity};
    return large;
}

PTC_INLINE ptc_large *vector_new_large(ptc_lisp *lisp, size_t count, size_t capacity)
{
    ptc_large *large;
    size_t size;

    if (capacity >= VECTOR_CHECKED)
        ptc_heap_check(lisp, capacity, sizeof(ptc_value));
    size = sizeof *large + capacity * sizeof(ptc_value);
    if (ptc_heap_wants_alone(lisp, size))
        return vector_new_alone(lisp, size, capacity, count < capacity);
    large = ptc_heap_alloc(lisp, size);
    *large = (ptc_large){.head = ptc_object_head(PTC_OBJECT_LARGE, size),
                         .capacity = (uint32_t)capacity};
    return large;
}

ptc_value ptc_vector_new(ptc_lisp *lisp, size_t count, size_t capacity, ptc_value **items)
{
    if (capacity < count)
        capacity = count;
    if (capacity <= PTC_BUFFER_SMALL) {
        size_t size = sizeof(ptc_buffer) + capacity * sizeof(ptc_value);
        ptc_buffer *buffer = ptc_heap_alloc(lisp, size);

        buffer->head = ptc_object_head(PTC_OBJECT_BUFFER, size);
        buffer->fill = (uint32_t)count;
        buffer->capacity = (uint32_t)capacity;
        *items = (ptc_value *)(void *)(buffer + 1);
    } else {
        ptc_large *large = vector_new_large(lisp, count, capacity);

        large->fill = (uint32_t)count;
        *items = ptc_large_items(large);
    }
    return vector_of_items(*items, count, PTC_FLAG_BUFFER);
}

ptc_value ptc_vector_of(ptc_lisp *lisp, const ptc_value *items, size_t count)
{
    ptc_value *copy;
    ptc_value vector;

    if (count == 0)
        return ptc_vector_empty();
    vector = ptc_vector_new(lisp, count, count, &copy);
    memcpy(copy, items, count * sizeof *items);
    return vector;
}

/* --- Buffers ------------------------------------------------------------------------ */

ptc_large *ptc_vector_large(const ptc_lisp *lisp, const ptc_value *vector,
                            uint32_t *start)
{
    ptc_large *large;

    *start = 0;
    if (vector->flags & PTC_FLAG_SLICE) {
        large = lisp->numbered[vector->reserved];
        *start = (uint32_t)(vector->as.items - ptc_large_items(large));
        return large;
    }
    if (!(vector->flags & PTC_FLAG_BUFFER) ||
        ptc_items_fill(vector->as.items)[1] <= PTC_BUFFER_SMALL)
        return NULL;
    return (ptc_large *)(uintptr_t)vector->as.items - 1;
}

/* Makes room for number `count` + 1. */
static bool vector_number_room(ptc_lisp *lisp)
{
    const ptc_allocator *allocator = &lisp->arena.allocator;
    uint32_t capacity = lisp->numbered_capacity == 0 ? 64 : 2 * lisp->numbered_capacity;
    ptc_large **numbered;

    if (lisp->numbered_count + 1 < lisp->numbered_capacity)
        return true;
    numbered = allocator->allocate(lisp->numbered,
                                   lisp->numbered_capacity * sizeof *lisp->numbered,
                                   capacity * sizeof *lisp->numbered, allocator->user);
    if (numbered == NULL)
        return false;
    lisp->numbered = numbered;
    lisp->numbered_capacity = capacity;
    return true;
}

uint16_t ptc_vector_number(ptc_lisp *lisp, ptc_large *large)
{
    uint32_t number = lisp->numbered_free;

    if (large->number != 0)
        return large->number;
    if (number != 0) {
        lisp->numbered_free = (uint32_t)((uintptr_t)lisp->numbered[number] >> 1);
    } else {
        if (lisp->numbered_count >= UINT16_MAX || !vector_number_room(lisp))
            return 0;
        number = ++lisp->numbered_count;
    }
    lisp->numbered[number] = large;
    large->number = (uint16_t)number;
    return large->number;
}

/* Enlarges, in place, the buffer of a view that ends at its end, by at least `count`
 * items; false when that is impossible. */
static bool vector_extend(ptc_lisp *lisp, const ptc_value *vector, size_t count)
{
    uint32_t start;
    ptc_large *large = ptc_vector_large(lisp, vector, &start);
    size_t most;

    if (large == NULL || !(large->head & PTC_OBJECT_ALONE) ||
        start + vector->aux != large->fill ||
        large->capacity > lisp->heap_most / VECTOR_LIMIT_PART / sizeof(ptc_value) ||
        count > large->capacity)
        return false;
    most = large->capacity;
    large->capacity += (uint32_t)(ptc_heap_extend(lisp, (ptc_object *)(void *)large,
                                                  most * sizeof(ptc_value)) /
                                  sizeof(ptc_value));
    return large->capacity - large->fill >= count;
}

/* Whether this view, if it reaches the end of its buffer (or the front), may be copied to
 * a larger one; true once for each buffer. */
static bool vector_may_grow(ptc_lisp *lisp, const ptc_value *vector, bool at_front)
{
    uint32_t start;
    ptc_large *large = ptc_vector_large(lisp, vector, &start);

    if (vector->aux > lisp->heap_most / VECTOR_LIMIT_PART / sizeof(ptc_value) / 2)
        return false;
    if (large == NULL)
        return true;
    if (!ptc_large_is_writable(large) || large->has_grown ||
        (at_front ? start != large->front : start + vector->aux != large->fill))
        return false;
    large->has_grown = true;
    return true;
}

/* The fill mark of the buffer when the view ends there and `count` more items fit. */
static uint32_t *vector_room(const ptc_lisp *lisp, const ptc_value *vector, size_t count)
{
    uint32_t *mark;
    uint32_t end = vector->aux;

    if (vector->flags & PTC_FLAG_BUFFER) {
        mark = ptc_items_fill(vector->as.items);
    } else if (vector->flags & PTC_FLAG_SLICE) {
        uint32_t start;

        mark = &ptc_vector_large(lisp, vector, &start)->fill;
        end += start;
    } else {
        return NULL;
    }
    return mark[0] == end && count <= mark[1] - end ? mark : NULL;
}

/* A copy of a flat vector with room at its end. */
static ptc_value vector_copy(ptc_lisp *lisp, const ptc_value *vector, size_t capacity)
{
    ptc_value *items;
    ptc_value copy = ptc_vector_new(lisp, vector->aux, capacity, &items);

    if (vector->aux != 0)
        memcpy(items, vector->as.items, vector->aux * sizeof *items);
    ptc_lisp_work(lisp, vector->aux / 64);
    copy.flags |= vector->flags & PTC_FLAG_SEQ;
    return copy;
}

/* --- Writing at the ends ----------------------------------------------------------- */

/* For a vector that does not end in a buffer with room, or is a slice. */
static PTC_NOINLINE ptc_value vector_conj_slow(ptc_lisp *lisp, ptc_value vector,
                                               ptc_value item)
{
    uint32_t *mark;

    if (vector.flags & PTC_FLAG_TREE)
        return ptc_tree_conj(lisp, vector, item);
    mark = vector_room(lisp, &vector, 1);
    if (mark == NULL && vector_extend(lisp, &vector, 1))
        mark = vector_room(lisp, &vector, 1);
    if (mark == NULL) {
        if (vector.aux > PTC_FLAT_MAX && !vector_may_grow(lisp, &vector, false))
            return ptc_tree_conj(lisp, vector, item);
        vector = vector_copy(lisp, &vector, vector.aux < 2 ? 4 : 2 * (size_t)vector.aux);
        mark = ptc_items_fill(vector.as.items);
    }
    ((ptc_value *)(uintptr_t)vector.as.items)[vector.aux++] = item;
    mark[0]++;
    return vector;
}

ptc_value ptc_vector_conj(ptc_lisp *lisp, ptc_value vector, ptc_value item)
{
    uint32_t count = vector.aux;
    ptc_value *items = (ptc_value *)(uintptr_t)vector.as.items;
    uint32_t *mark;

    if (PTC_UNLIKELY(!(vector.flags & PTC_FLAG_BUFFER)))
        return vector_conj_slow(lisp, vector, item);
    mark = ptc_items_fill(items);
    if (PTC_UNLIKELY(mark[0] != count || count == mark[1]))
        return vector_conj_slow(lisp, vector, item);
    items[count] = item;
    mark[0] = count + 1;
    return vector_of_items(items, (size_t)count + 1, vector.flags);
}

ptc_value ptc_vector_append(ptc_lisp *lisp, ptc_value vector, const ptc_value *items,
                            size_t count)
{
    uint32_t *mark;

    if (count == 0)
        return vector;
    ptc_heap_check(lisp, vector.aux + (uint64_t)count, 1);
    if (vector.flags & PTC_FLAG_TREE)
        return ptc_tree_append(lisp, vector, items, count);
    mark = vector_room(lisp, &vector, count);
    if (mark == NULL && vector_extend(lisp, &vector, count))
        mark = vector_room(lisp, &vector, count);
    if (mark == NULL) {
        if (vector.aux > PTC_FLAT_MAX && count < vector.aux / 4 &&
            !vector_may_grow(lisp, &vector, false))
            return ptc_tree_append(lisp, vector, items, count);
        vector =
            vector_copy(lisp, &vector,
                        count < vector.aux ? 2 * (size_t)vector.aux : vector.aux + count);
        mark = ptc_items_fill(vector.as.items);
    }
    memcpy((ptc_value *)(uintptr_t)vector.as.items + vector.aux, items,
           count * sizeof *items);
    vector.aux += (uint32_t)count;
    mark[0] += (uint32_t)count;
    return vector;
}

/* The vector in a new buffer, with an item and room before it; false when all numbers of
 * buffers are taken. */
static bool vector_prepend_copy(ptc_lisp *lisp, ptc_value *vector, ptc_value item)
{
    size_t count = vector->aux + (size_t)1;
    size_t capacity = 2 * count;
    ptc_large *large = vector_new_large(lisp, capacity, capacity);
    uint16_t number = ptc_vector_number(lisp, large);
    ptc_value *items = ptc_large_items(large) + (capacity - count);

    large->fill = (uint32_t)capacity;
    large->front = (uint32_t)(capacity - count);
    items[0] = item;
    memcpy(items + 1, vector->as.items, (count - 1) * sizeof *items);
    ptc_lisp_work(lisp, count / 64);
    if (number == 0) { /* no one will see it: only memory for the collector */
        large->front = 0;
        large->fill = 0;
        return false;
    }
    *vector =
        vector_of_items(items, count, PTC_FLAG_SLICE | (vector->flags & PTC_FLAG_SEQ));
    vector->reserved = number;
    return true;
}

/* A copy of exactly that size, of a vector of a few items. */
static ptc_value vector_prepend_small(ptc_lisp *lisp, ptc_value vector, ptc_value item)
{
    ptc_value *items;
    ptc_value copy =
        ptc_vector_new(lisp, vector.aux + (size_t)1, vector.aux + (size_t)1, &items);

    items[0] = item;
    if (vector.aux != 0)
        memcpy(items + 1, vector.as.items, vector.aux * sizeof *items);
    copy.flags |= vector.flags & PTC_FLAG_SEQ;
    return copy;
}

ptc_value ptc_vector_prepend(ptc_lisp *lisp, ptc_value vector, ptc_value item)
{
    ptc_large *large;
    uint32_t start;

    if (vector.flags & PTC_FLAG_TREE)
        return ptc_tree_prepend(lisp, vector, item);
    if (vector.aux < PTC_BUFFER_SMALL)
        return vector_prepend_small(lisp, vector, item);
    large = ptc_vector_large(lisp, &vector, &start);
    if ((vector.flags & PTC_FLAG_SLICE) && start == large->front && start != 0) {
        large->front--;
        vector.as.items--;
        vector.aux++;
        ((ptc_value *)(uintptr_t)vector.as.items)[0] = item;
        return vector;
    }
    if ((vector.aux <= PTC_FLAT_MAX || vector_may_grow(lisp, &vector, true)) &&
        vector_prepend_copy(lisp, &vector, item))
        return vector;
    if (vector.aux <= PTC_FLAT_MAX)
        return vector_prepend_small(lisp, vector, item);
    return ptc_tree_prepend(lisp, vector, item);
}

/* --- The rest ---------------------------------------------------------------------- */

ptc_value ptc_vector_assoc(ptc_lisp *lisp, ptc_value vector, uint32_t index,
                           ptc_value item)
{
    if (index == vector.aux)
        return ptc_vector_conj(lisp, vector, item);
    if ((vector.flags & PTC_FLAG_TREE) || vector.aux > PTC_FLAT_MAX)
        return ptc_tree_assoc(lisp, vector, index, item);
    vector = vector_copy(lisp, &vector, vector.aux);
    ((ptc_value *)(uintptr_t)vector.as.items)[index] = item;
    return vector;
}

ptc_value ptc_vector_pop(ptc_lisp *lisp, ptc_value vector)
{
    return ptc_vector_slice(lisp, vector, 0, vector.aux - 1);
}

/* Elements [start, end) in their own buffer. */
static ptc_value vector_slice_copy(ptc_lisp *lisp, const ptc_value *vector,
                                   uint32_t start, uint32_t end)
{
    ptc_value *items;
    ptc_value copy = ptc_vector_new(lisp, end - start, end - start, &items);

    if (vector->flags & PTC_FLAG_TREE)
        ptc_tree_copy(vector, start, end - start, items);
    else if (end > start)
        memcpy(items, vector->as.items + start, (end - start) * sizeof *items);
    return copy;
}

/* Of a flat vector; `count` is not 0. */
static ptc_value vector_slice_flat(ptc_lisp *lisp, ptc_value vector, uint32_t start,
                                   uint32_t count)
{
    uint32_t offset;
    ptc_large *large = ptc_vector_large(lisp, &vector, &offset);
    ptc_value slice = vector;

    slice.as.items += start;
    slice.aux = count;
    if (!(vector.flags & (PTC_FLAG_BUFFER | PTC_FLAG_SLICE)) ||
        (start == 0 && (vector.flags & PTC_FLAG_BUFFER)))
        return slice;
    if (count <= PTC_FLAT_MAX && large != NULL && !(large->head & PTC_OBJECT_MOVES)) {
        slice.flags = 0;
        slice.reserved = 0;
        return slice;
    }
    if (large == NULL || count <= PTC_BUFFER_SMALL)
        return vector_slice_copy(lisp, &vector, start, start + count);
    if (ptc_vector_number(lisp, large) == 0)
        return count <= PTC_FLAT_MAX
                   ? vector_slice_copy(lisp, &vector, start, start + count)
                   : ptc_tree_slice(lisp, vector, start, start + count);
    slice.flags = PTC_FLAG_SLICE;
    slice.reserved = large->number;
    return slice;
}

ptc_value ptc_vector_slice(ptc_lisp *lisp, ptc_value vector, uint32_t start, uint32_t end)
{
    uint32_t count = end - start;
    ptc_value slice;

    if (count == vector.aux)
        return vector;
    if (count == 0)
        slice = ptc_vector_empty();
    else if (!(vector.flags & PTC_FLAG_TREE))
        slice = vector_slice_flat(lisp, vector, start, count);
    else if (count <= PTC_BUFFER_SMALL)
        slice = vector_slice_copy(lisp, &vector, start, end);
    else
        slice = ptc_tree_slice(lisp, vector, start, end);
    slice.flags |= vector.flags & PTC_FLAG_SEQ;
    return slice;
}

const ptc_value *ptc_vector_items(ptc_lisp *lisp, ptc_value *vector)
{
    ptc_tree *tree;

    if (!(vector->flags & PTC_FLAG_TREE))
        return vector->as.items;
    tree = (ptc_tree *)(void *)vector->as.object;
    if (tree->flat == NULL) {
        ptc_value *items;

        ptc_lisp_work(lisp, vector->aux / 64);
        ptc_vector_new(lisp, vector->aux, vector->aux, &items);
        ptc_tree_copy(vector, 0, vector->aux, items);
        tree->flat = items;
    }
    *vector = vector_of_items(tree->flat, vector->aux,
                              PTC_FLAG_BUFFER | (vector->flags & PTC_FLAG_SEQ));
    return vector->as.items;
}

/* The collector may know that no item refers to anything, and would not look again. */
void ptc_vector_put(ptc_lisp *lisp, const ptc_value *vector, uint32_t index,
                    ptc_value item)
{
    uint32_t start;
    ptc_large *large = ptc_vector_large(lisp, vector, &start);

    if (large != NULL && (large->head & PTC_OBJECT_ALONE)) {
        ptc_heap_chunk *chunk = ptc_heap_chunk_of((ptc_object *)(void *)large);

        chunk->plain_end = chunk->plain_start;
    }
    ((ptc_value *)(uintptr_t)vector->as.items)[index] = item;
}
