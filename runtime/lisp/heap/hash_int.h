/* SPDX-License-Identifier: MIT */
/*
 * How nodes of hash tries are laid out and made, for hash.c and hash_make.c.
 */
#ifndef PTC_LISP_HASH_INT_H
#define PTC_LISP_HASH_INT_H

#include "lisp/heap/layout.h"

enum {
    HASH_BITS = 5,
    HASH_MASK = 31,
    HASH_SHIFT_CLASH = 35, /* at this depth all bits are used up */
    HASH_CLASH_FREE = 8,   /* larger clashes cost steps */
};

typedef struct hash_write {
    ptc_lisp *lisp;
    ptc_arena *arena; /* or NULL: the heap */
    size_t stride;
    uint64_t head;  /* SET or nothing, for all new nodes */
    uint64_t kinds; /* KINDS of the hash */
} hash_write;

PTC_INLINE void hash_write_init(hash_write *write, ptc_lisp *lisp, ptc_arena *arena,
                                unsigned kind)
{
    write->lisp = lisp;
    write->arena = arena;
    write->stride = ptc_hash_stride(kind == PTC_SET);
    write->head = kind == PTC_SET ? PTC_OBJECT_SET : 0;
    write->kinds = 0;
}

/* Notes the kind of a key for the hash. */
PTC_INLINE void hash_note_key(hash_write *write, const ptc_value *key)
{
    write->kinds |= UINT64_C(1) << key->kind << PTC_OBJECT_KINDS_SHIFT & PTC_OBJECT_KINDS;
}

PTC_INLINE void *hash_alloc(const hash_write *write, size_t size)
{
    void *place;

    if (write->arena == NULL)
        return ptc_heap_alloc(write->lisp, size);
    place = ptc_arena_alloc(write->arena, size);
    if (place == NULL)
        ptc_lisp_memory_error(write->lisp);
    return place;
}

PTC_INLINE uint64_t hash_head(const hash_write *write, ptc_object_type type, size_t size)
{
    uint64_t head = ptc_object_head(type, size) | write->head;

    return write->arena == NULL ? head : head & ~PTC_OBJECT_MOVES;
}

/* --- Nodes ------------------------------------------------------------------------- */

PTC_INLINE bool hash_is_clash(const ptc_hash_node *node)
{
    return (node->head & PTC_OBJECT_TYPE_MASK) == PTC_OBJECT_CLASH;
}

PTC_INLINE uint32_t hash_entry_count(const ptc_hash_node *node)
{
    return hash_is_clash(node) ? node->data : ptc_count_bits(node->data);
}

PTC_INLINE ptc_hash_entry *hash_entry_at(const ptc_hash_node *node, size_t stride,
                                         uint32_t i)
{
    return (ptc_hash_entry *)(void *)((unsigned char *)(uintptr_t)node->entries +
                                      i * stride);
}

/* The children, which follow the entries. */
PTC_INLINE ptc_hash_node **hash_children(const ptc_hash_node *node, size_t stride)
{
    return (ptc_hash_node **)(void *)((unsigned char *)(uintptr_t)node->entries +
                                      hash_entry_count(node) * stride);
}

/* How many slots in use come before a bit. */
PTC_INLINE uint32_t hash_place(uint32_t slots, uint32_t bit)
{
    return ptc_count_bits(slots & (bit - 1));
}

PTC_INLINE uint32_t hash_bit(uint32_t hash, unsigned shift)
{
    return UINT32_C(1) << (hash >> shift & HASH_MASK);
}

/* A node with uninitialised entries and children. */
PTC_INLINE ptc_hash_node *hash_new_node(const hash_write *write, uint32_t data,
                                        uint32_t nodes, uint32_t first)
{
    size_t size = sizeof(ptc_hash_node) + ptc_count_bits(data) * write->stride +
                  ptc_count_bits(nodes) * sizeof(ptc_hash_node *);
    ptc_hash_node *node = hash_alloc(write, size);

    node->head = hash_head(write, PTC_OBJECT_NODE, size);
    node->data = data;
    node->nodes = nodes;
    node->first = first;
    node->reserved = 0;
    return node;
}

PTC_INLINE ptc_hash_node *hash_new_clash(const hash_write *write, uint32_t count,
                                         uint32_t first)
{
    size_t size = sizeof(ptc_hash_node) + count * write->stride;
    ptc_hash_node *node = hash_alloc(write, size);

    node->head = hash_head(write, PTC_OBJECT_CLASH, size);
    node->data = count;
    node->nodes = 0;
    node->first = first;
    node->reserved = 0;
    return node;
}

PTC_INLINE void hash_put_entry(const hash_write *write, ptc_hash_node *node, uint32_t i,
                               const ptc_hash_entry *entry)
{
    memcpy(hash_entry_at(node, write->stride, i), entry, write->stride);
}

PTC_INLINE ptc_value hash_value(const hash_write *write, const ptc_hash_node *root,
                                uint32_t count, uint32_t next)
{
    ptc_hash *hash = hash_alloc(write, sizeof *hash);
    ptc_kind kind = write->head & PTC_OBJECT_SET ? PTC_SET : PTC_MAP;
    ptc_value value = ptc_value_make(kind, PTC_FLAG_TREE, count);

    hash->head = hash_head(write, PTC_OBJECT_HASH, sizeof *hash) | write->kinds;
    hash->count = count;
    hash->next = next;
    hash->root = (ptc_object *)(uintptr_t)root;
    value.as.object = (ptc_object *)(void *)hash;
    return value;
}

/* Memory that no value refers to, gone with the next collection. */
PTC_INLINE void *hash_scratch(ptc_lisp *lisp, size_t count, size_t size)
{
    ptc_bytes *bytes;

    ptc_heap_check(lisp, count + 1, size);
    bytes = ptc_heap_alloc(lisp, sizeof *bytes + count * size);
    bytes->head = ptc_object_head(PTC_OBJECT_BYTES, sizeof *bytes + count * size);
    return bytes + 1;
}

#endif
