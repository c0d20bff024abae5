/* SPDX-License-Identifier: MIT */
/*
 * The entries of hash tries in order of insertion, by their numbers: all at once in
 * linear time, or the first ones, one after the other, in time that grows with their
 * number. See layout.h.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/hash_int.h"

/* --- All of them ------------------------------------------------------------------- */

/* One pass of a radix sort by number. */
static void hash_sort_pass(const ptc_hash_entry *const *from, const ptc_hash_entry **to,
                           uint32_t count, unsigned shift)
{
    uint32_t places[256] = {0};
    uint32_t sum = 0;

    for (uint32_t i = 0; i < count; i++)
        places[from[i]->number >> shift & 255]++;
    for (unsigned digit = 0; digit < 256; digit++) {
        uint32_t next = sum + places[digit];

        places[digit] = sum;
        sum = next;
    }
    for (uint32_t i = 0; i < count; i++)
        to[places[from[i]->number >> shift & 255]++] = from[i];
}

const ptc_hash_entry *const *ptc_hash_ordered(ptc_lisp *lisp, const ptc_value *collection)
{
    const ptc_hash *hash = ptc_hash_of(collection);
    const ptc_hash_entry **entries;
    const ptc_hash_entry **other;
    const ptc_hash_entry *entry;
    ptc_hash_walk walk;
    uint32_t count = 0;

    if (ptc_is_sorted(collection))
        return ptc_sorted_ordered(lisp, collection);
    entries = hash_scratch(lisp, hash->count, sizeof *entries);
    ptc_hash_walk_init(&walk, collection);
    if (hash->next == hash->count) {
        while ((entry = ptc_hash_walk_next(&walk)) != NULL) {
            entries[entry->number] = entry;
            ptc_lisp_fill_look(lisp, count++);
        }
        return entries;
    }
    while ((entry = ptc_hash_walk_next(&walk)) != NULL) {
        ptc_lisp_fill_look(lisp, count);
        entries[count++] = entry;
    }
    other = hash_scratch(lisp, count, sizeof *other);
    for (unsigned shift = 0; shift < 32 && hash->next >> shift != 0; shift += 8) {
        const ptc_hash_entry **sorted = other;

        hash_sort_pass(entries, other, count, shift);
        other = entries;
        entries = sorted;
    }
    return entries;
}

/* --- One after the other ------------------------------------------------------------ */

enum { HASH_QUEUE_LEAST = 64 };

static bool hash_queue_is_before(const ptc_hash_queued *a, const ptc_hash_queued *b)
{
    return a->number < b->number;
}

static void hash_queue_push(ptc_hash_queue *queue, ptc_hash_queued item)
{
    uint32_t at = queue->count;

    if (at == queue->capacity) {
        uint32_t capacity = at == 0 ? HASH_QUEUE_LEAST : 2 * at;
        ptc_hash_queued *items = hash_scratch(queue->lisp, capacity, sizeof *items);

        if (at > 0)
            memcpy(items, queue->items, at * sizeof *items);
        queue->items = items;
        queue->capacity = capacity;
    }
    queue->count++;
    while (at > 0 && hash_queue_is_before(&item, &queue->items[(at - 1) / 2])) {
        queue->items[at] = queue->items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    queue->items[at] = item;
}

static ptc_hash_queued hash_queue_pop(ptc_hash_queue *queue)
{
    ptc_hash_queued least = queue->items[0];
    ptc_hash_queued last = queue->items[--queue->count];
    uint32_t at = 0;

    for (;;) {
        uint32_t child = 2 * at + 1;

        if (child + 1 < queue->count &&
            hash_queue_is_before(&queue->items[child + 1], &queue->items[child]))
            child++;
        if (child >= queue->count || !hash_queue_is_before(&queue->items[child], &last))
            break;
        queue->items[at] = queue->items[child];
        at = child;
    }
    queue->items[at] = last;
    return least;
}

/* Replaces the node by its contents. */
static void hash_queue_open(ptc_hash_queue *queue, const ptc_hash_node *node)
{
    uint32_t count = hash_entry_count(node);
    uint32_t children = hash_is_clash(node) ? 0 : ptc_count_bits(node->nodes);

    ptc_lisp_work(queue->lisp, (count + children) / 8);
    for (uint32_t i = 0; i < count; i++) {
        const ptc_hash_entry *entry = hash_entry_at(node, queue->stride, i);

        hash_queue_push(queue, (ptc_hash_queued){entry, NULL, entry->number});
    }
    for (uint32_t i = 0; i < children; i++) {
        const ptc_hash_node *child = hash_children(node, queue->stride)[i];

        hash_queue_push(queue, (ptc_hash_queued){NULL, child, child->first});
    }
}

void ptc_hash_queue_init(ptc_lisp *lisp, ptc_hash_queue *queue,
                         const ptc_value *collection)
{
    const ptc_hash *hash = ptc_hash_of(collection);

    *queue = (ptc_hash_queue){.lisp = lisp,
                              .stride = ptc_hash_stride(collection->kind == PTC_SET)};
    if (ptc_is_sorted(collection)) {
        ptc_sorted_walk_init(&queue->sorted, collection);
        return;
    }
    if (hash->root != NULL)
        hash_queue_open(queue, (const ptc_hash_node *)(const void *)hash->root);
}

const ptc_hash_entry *ptc_hash_queue_next(ptc_hash_queue *queue)
{
    if (queue->sorted.root != NULL)
        return ptc_sorted_walk_next(&queue->sorted);
    while (queue->count > 0) {
        ptc_hash_queued item = hash_queue_pop(queue);

        if (item.entry != NULL)
            return item.entry;
        hash_queue_open(queue, item.node);
    }
    return NULL;
}
