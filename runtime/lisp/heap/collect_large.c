/* SPDX-License-Identifier: MIT */
/*
 * Large buffers, and views of them, in a collection.
 *
 * They lose most of their free parts and their unused trees. A short view does not keep a
 * large buffer: its items are copied alone, unless that would cost a quarter of the
 * buffer in all, or the buffer was kept before.
 */
#include "lisp/heap/collect_int.h"

enum {
    COLLECT_SHORT = 16, /* views are short below this part of a buffer */
    COLLECT_COUNTS =
        2, /* a use of has_grown: the place of the tree counts copied items */
};

/*
 * The tree that the new place of a buffer remembers: one that was used since the last
 * collection stays, since otherwise writes to old versions of large vectors would rebuild
 * it after each collection; unless items have moved inside the buffer, or memory is
 * short.
 */
static ptc_tree *collect_remembered(const ptc_lisp *lisp, const ptc_large *large,
                                    uint32_t front)
{
    ptc_tree *tree = large->has_grown != COLLECT_COUNTS ? large->tree : NULL;

    if (tree == NULL || front != large->front || lisp->is_keeping ||
        lisp->heap_threshold > lisp->heap_most / 2)
        return NULL;
    if (collect_is_moved((ptc_object *)(void *)tree))
        return tree;
    if (!(tree->head & PTC_OBJECT_WANTED))
        return NULL;
    tree->head &= ~PTC_OBJECT_WANTED;
    return tree;
}

/* A buffer stays where it is, with all of its free part. */
static ptc_large *collect_stay(ptc_lisp *lisp, ptc_large *large)
{
    large->tree = collect_remembered(lisp, large, large->front);
    large->has_grown = large->has_grown == 1;
    collect_add_gray(lisp, large);
    return large;
}

/* Room for a large buffer that loses its free part; NULL: it must stay. */
static ptc_large *collect_large_room(ptc_lisp *lisp, const ptc_large *large, size_t size)
{
    if (!(large->head & PTC_OBJECT_ALONE))
        return collect_alloc(lisp, size);
    return ptc_heap_try_alone(lisp, size);
}

/*
 * The new place of a large buffer. It stays large even when little is in use, and keeps
 * free parts that are not larger than the part in use: without them, a program that fills
 * it would copy it once for every collection.
 */
static ptc_large *collect_move_large(ptc_lisp *lisp, ptc_large *large)
{
    uint32_t count = large->fill - large->front;
    uint32_t front = large->front;
    uint32_t capacity = large->capacity;
    uint64_t alone = large->head & PTC_OBJECT_ALONE;
    ptc_large *copy = NULL;
    size_t size;

    if (capacity - count > count) {
        front = 0;
        capacity = count > PTC_BUFFER_SMALL ? count : PTC_BUFFER_SMALL + 1;
    }
    size = sizeof *large + capacity * sizeof(ptc_value);
    if (!alone || capacity != large->capacity)
        copy = collect_large_room(lisp, large, size);
    if (copy == NULL)
        return collect_stay(lisp, large);
    *copy = (ptc_large){.head = ptc_object_head(PTC_OBJECT_LARGE, size) | alone,
                        .tree = collect_remembered(lisp, large, front),
                        .number = large->number,
                        .has_grown = large->has_grown == 1,
                        .front = front,
                        .fill = front + count,
                        .capacity = capacity};
    memcpy(ptc_large_items(copy) + front, ptc_large_items(large) + large->front,
           count * sizeof(ptc_value));
    collect_set_moved((ptc_object *)(void *)large, copy);
    if (alone)
        collect_add_gray(lisp, copy);
    return copy;
}

/* Whether the new chunks have room for that many items of a short view, in addition to
 * their buffer. */
static bool collect_has_view_room(ptc_lisp *lisp, uint32_t count)
{
    size_t size = sizeof(ptc_large) + count * sizeof(ptc_value);

    if (size > lisp->view_room)
        return false;
    lisp->view_room -= size;
    return true;
}

/* The items copied so far for short views are counted where the tree was; has_grown is
 * then set. */
static bool collect_copies_alone(ptc_lisp *lisp, ptc_large *large, uint32_t count)
{
    uint64_t used = large->fill - large->front;
    uint64_t copied =
        large->has_grown == COLLECT_COUNTS ? (uint64_t)(uintptr_t)large->tree : 0;

    if ((uint64_t)count * COLLECT_SHORT >= used || (copied + count + 2) * 4 > used ||
        !collect_has_view_room(lisp, count))
        return false;
    large->tree = (ptc_tree *)(uintptr_t)(copied + count + 2);
    large->has_grown = COLLECT_COUNTS;
    return true;
}

/* The items of a view alone, or NULL. */
static const ptc_value *collect_copy_view(ptc_lisp *lisp, const ptc_value *items,
                                          uint32_t count)
{
    size_t size = sizeof(ptc_large) + count * sizeof(ptc_value);
    ptc_large *large;

    if (!ptc_heap_wants_alone(lisp, size))
        return ptc_collect_copy_items(lisp, items, count);
    large = ptc_heap_try_alone(lisp, size);
    if (large == NULL)
        return NULL;
    *large =
        (ptc_large){.head = ptc_object_head(PTC_OBJECT_LARGE, size) | PTC_OBJECT_ALONE,
                    .fill = count,
                    .capacity = count};
    memcpy(ptc_large_items(large), items, count * sizeof *items);
    collect_add_gray(lisp, large);
    return ptc_large_items(large);
}

void ptc_collect_view(ptc_lisp *lisp, ptc_value *value)
{
    const ptc_value *items;
    uint32_t start;
    ptc_large *large = ptc_vector_large(lisp, value, &start);
    ptc_object *object = (ptc_object *)(void *)large;
    ptc_large *copy = large;

    if (!collect_is_done(object)) {
        if (!(large->head & PTC_OBJECT_MOVES)) {
            large->reserved |= (value->flags & PTC_FLAG_SLICE) != 0;
            if (lisp->is_keeping)
                ptc_lisp_keep(lisp, value->as.items);
            return;
        }
        items = collect_copies_alone(lisp, large, value->aux)
                    ? collect_copy_view(lisp, value->as.items, value->aux)
                    : NULL;
        if (items != NULL) {
            value->as.items = items;
            value->flags = (uint8_t)((value->flags & ~PTC_FLAG_SLICE) | PTC_FLAG_BUFFER);
            value->reserved = 0;
            return;
        }
        collect_move_large(lisp, large);
    }
    if (collect_is_moved(object))
        copy = (ptc_large *)(void *)collect_new_place(object);
    value->as.items = ptc_large_items(copy) + copy->front + (start - large->front);
    large->reserved |= (value->flags & PTC_FLAG_SLICE) != 0;
}
