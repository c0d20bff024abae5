/* SPDX-License-Identifier: MIT */
/*
 * Shared by the files that lay out memory: heap.c, collect.c, vector.c, vector_tree.c,
 * record.c, hash.c, hash_make.c, hash_order.c, sorted.c, sorted_order.c, lisp_map.c,
 * set.c, relation.c, print.c, and transfer.c of the host. Objects and fields that no
 * other file uses.
 */
#ifndef PTC_LISP_LAYOUT_H
#define PTC_LISP_LAYOUT_H

#include "base/base_int.h"
#include "lisp/heap/heap_int.h"

/* Of a ptc_large of host data: it may be written to, though it does not move. */
#define PTC_OBJECT_CACHES UINT64_C(0x200)
/* Of a tree that a large buffer remembers: it was used since the last collection. */
#define PTC_OBJECT_WANTED UINT64_C(0x200)
/* Of a node: its entries have no values. */
#define PTC_OBJECT_SET UINT64_C(0x200)
/* Of a HASH: it has had keys that are strings, that are keywords. A bit for each kind,
 * shifted left by this much from that of ptc_shape.kinds. */
#define PTC_OBJECT_KINDS_SHIFT 7
#define PTC_OBJECT_KINDS                                                                 \
    ((UINT64_C(1) << PTC_STRING | UINT64_C(1) << PTC_KEYWORD) << PTC_OBJECT_KINDS_SHIFT)
/* Of an object that is alone in its chunk: the collector moves the chunk from list to
 * list, and the object stays where it is. */
#define PTC_OBJECT_ALONE UINT64_C(0x400)

PTC_INLINE size_t ptc_object_size(const ptc_object *object)
{
    return (size_t)(object->head >> 16);
}

/*
 * Both halves of a product: each bit of the word reaches the low bits of the result, in
 * ways that depend on the hash. With half of it, words that differ only in their highest
 * bits would collide in tables, and texts could be made to collide whatever the seed is.
 */
PTC_INLINE uint64_t ptc_lisp_mix(uint64_t hash, uint64_t word)
{
    ptc_wide product = ptc_wide_multiply(hash ^ word, UINT64_C(0x9E3779B97F4A7C15));

    return product.high ^ product.low;
}

/* --- heap.c ------------------------------------------------------------------------ */

struct ptc_heap_chunk {
    ptc_heap_chunk *older;
    size_t size;    /* as taken from the allocator */
    size_t used;    /* bytes of objects; for the newest chunk the cursor says */
    size_t touched; /* largest number of bytes ever used: other pages cost nothing */
    /* For chunks that a collection copies to, the next one. For chunks of a single
     * object, the next one whose object is still to be scanned. */
    ptc_heap_chunk *gray;
    /* Of the latter: */
    uint32_t plain_start; /* items of its buffer that are known to refer to nothing */
    uint32_t plain_end;
    bool is_reached; /* in this collection */
};

PTC_INLINE unsigned char *ptc_heap_chunk_start(ptc_heap_chunk *chunk)
{
    uintptr_t place = (uintptr_t)(chunk + 1);

    return (unsigned char *)((place + 15u) & ~(uintptr_t)15u);
}

PTC_INLINE unsigned char *ptc_heap_chunk_end(ptc_heap_chunk *chunk)
{
    uintptr_t place = (uintptr_t)chunk + chunk->size;

    return (unsigned char *)(place & ~(uintptr_t)15u);
}

/* A chunk with room for `size` bytes, not yet one of lisp->chunks; or NULL, which is not
 * a fault, since less would also do. */
ptc_heap_chunk *ptc_heap_try_chunk(ptc_lisp *lisp, size_t size);
/* Gives back a list of chunks that nothing refers to. Some are kept for reuse. */
void ptc_heap_retire(ptc_lisp *lisp, ptc_heap_chunk *chunks);
/* Writes into the newest chunk how much of it is used, and returns it. */
size_t ptc_heap_note_used(ptc_lisp *lisp);
/* The bytes of objects. */
size_t ptc_heap_bytes(const ptc_lisp *lisp);
/* Room for a large object in its own chunk; its head must say ALONE. With `grows` there
 * may be room after it, for ptc_heap_extend. */
void *ptc_heap_alloc_alone(ptc_lisp *lisp, size_t size, bool grows);
/* The same for the collector: NULL when refused, and limits are ignored. */
void *ptc_heap_try_alone(ptc_lisp *lisp, size_t size);
/* Enlarges a single object in place, by up to `most` bytes; returns by how many. */
size_t ptc_heap_extend(ptc_lisp *lisp, ptc_object *object, size_t most);

/* At the end of a run, before its chunks are retired: sets how many of them the next run
 * finds. */
void ptc_heap_end_run(ptc_lisp *lisp);
/* Frees spare chunks, the large ones first, until at most `most` bytes are left that were
 * used, in chunks of no more bytes than the heap's limit. */
void ptc_heap_trim(ptc_lisp *lisp, size_t most);

/* Whether an object of that many bytes gets its own chunk. */
PTC_INLINE bool ptc_heap_wants_alone(const ptc_lisp *lisp, size_t size)
{
    return PTC_UNLIKELY(size >= lisp->alone_size);
}

/* The chunk of a single object: its address is stored before the object. */
PTC_INLINE ptc_heap_chunk *ptc_heap_chunk_of(const ptc_object *object)
{
    return ((ptc_heap_chunk *const *)(const void *)object)[-1];
}

PTC_INLINE void *ptc_heap_alone_object(ptc_heap_chunk *chunk)
{
    return ptc_heap_chunk_start(chunk) + 16;
}
/* Sets when the next collection is due, for `live` bytes of objects. */
void ptc_heap_settle(ptc_lisp *lisp, size_t live);

/* --- collect.c --------------------------------------------------------------------- */

/* Calls `visit` for all roots; slots beyond the stack's top are cleared.
 */
typedef void ptc_heap_visit(ptc_lisp *lisp, ptc_value *values, size_t count, void *user);
void ptc_heap_each_root(ptc_lisp *lisp, ptc_heap_visit *visit, void *user);
/* For each object that is reached: notes what release.c needs. */
void ptc_heap_note_object(ptc_lisp *lisp, ptc_object *object);
/* Around a collection: nothing was reached yet; then `gone`, and single objects that were
 * not reached, are given back. */
void ptc_heap_start_collection(ptc_lisp *lisp);
void ptc_heap_end_collection(ptc_lisp *lisp, ptc_heap_chunk *gone);
/* A numbered buffer has moved, or its number can be given again. */
void ptc_heap_settle_number(ptc_lisp *lisp, uint32_t number);

/* --- compact.c --------------------------------------------------------------------- */

/* Moves the reachable objects together in place, when there is no memory to copy them to:
 * slower than a collection. False when there is none for its tables either. */
bool ptc_heap_compact(ptc_lisp *lisp);
/* The most memory that this takes, when that many bytes are in use. */
size_t ptc_heap_compact_room(size_t bytes);

/* --- vector.c, vector_tree.c ------------------------------------------------------- */

typedef struct ptc_leaf {
    uint64_t head;
    uint32_t fill; /* values that some view can see; a view of that many may append */
    uint32_t reserved;
    ptc_value values[32];
} ptc_leaf;

typedef struct ptc_branch {
    uint64_t head;
    uint64_t reserved;
    ptc_object *children[32]; /* NULL where nothing is stored */
} ptc_branch;

PTC_INLINE ptc_value *ptc_large_items(ptc_large *large)
{
    return (ptc_value *)(void *)(large + 1);
}

/* The large buffer of a flat vector, or NULL; `*start` is where the view begins. */
ptc_large *ptc_vector_large(const ptc_lisp *lisp, const ptc_value *vector,
                            uint32_t *start);
/* Gives a large buffer a number, if it has none; 0 when all are taken. */
uint16_t ptc_vector_number(ptc_lisp *lisp, ptc_large *large);
/* Whether fields other than the items may be written. */
PTC_INLINE bool ptc_large_is_writable(const ptc_large *large)
{
    return (large->head & (PTC_OBJECT_MOVES | PTC_OBJECT_CACHES)) != 0;
}

/* Like those of ptc_vector_, for vectors of any form with more than PTC_FLAT_MAX
 * items. */
ptc_value ptc_tree_conj(ptc_lisp *lisp, ptc_value vector, ptc_value item);
ptc_value ptc_tree_append(ptc_lisp *lisp, ptc_value vector, const ptc_value *items,
                          size_t count);
ptc_value ptc_tree_prepend(ptc_lisp *lisp, ptc_value vector, ptc_value item);
ptc_value ptc_tree_assoc(ptc_lisp *lisp, ptc_value vector, uint32_t index,
                         ptc_value item);
/* Of more than PTC_BUFFER_SMALL items. */
ptc_value ptc_tree_slice(ptc_lisp *lisp, ptc_value vector, uint32_t start, uint32_t end);
/* Copies elements [start, start + count) of a TREE vector. */
void ptc_tree_copy(const ptc_value *vector, uint32_t start, uint32_t count,
                   ptc_value *items);

/* --- hash.c, hash_make.c ----------------------------------------------------------- */

/* Of a set without the value. */
typedef struct ptc_hash_entry {
    ptc_value key;
    uint32_t hash;
    uint32_t number; /* keys with smaller ones were added before */
    ptc_value value;
} ptc_hash_entry;

/* NODE: one slot per bit, first those with entries, then those with children.
 * CLASH: `data` entries whose hashes are the same. */
typedef struct ptc_hash_node {
    uint64_t head;
    uint32_t data;
    uint32_t nodes;
    uint32_t first; /* the smallest number of its entries */
    uint32_t reserved;
    unsigned char entries[]; /* ptc_hash_entry, then ptc_hash_node pointers */
} ptc_hash_node;

PTC_INLINE size_t ptc_hash_stride(bool is_set)
{
    return is_set ? offsetof(ptc_hash_entry, value) : sizeof(ptc_hash_entry);
}

PTC_INLINE unsigned ptc_count_bits(uint32_t word)
{
#ifdef __POPCNT__
    return (unsigned)__builtin_popcount(word);
#else
    word -= word >> 1 & 0x55555555u;
    word = (word & 0x33333333u) + (word >> 2 & 0x33333333u);
    word = (word + (word >> 4)) & 0x0F0F0F0Fu;
    return word * 0x01010101u >> 24;
#endif
}

PTC_INLINE ptc_hash *ptc_hash_of(const ptc_value *value)
{
    return (ptc_hash *)(void *)value->as.object;
}

/* The entry of a key, or NULL; `hash` is its ptc_lisp_hash. */
const ptc_hash_entry *ptc_hash_find(ptc_lisp *lisp, const ptc_value *collection,
                                    const ptc_value *key, uint64_t hash);
/* With a key, its value replaced when it exists; `value` is unused in sets. */
ptc_value ptc_hash_with(ptc_lisp *lisp, ptc_value collection, const ptc_value *key,
                        const ptc_value *value);
ptc_value ptc_hash_without(ptc_lisp *lisp, ptc_value collection, const ptc_value *key);
/* The entry that was added first, of a collection that is not empty. */
const ptc_hash_entry *ptc_hash_first(const ptc_value *collection);
/* All entries in order; also of sorted collections. */
const ptc_hash_entry *const *ptc_hash_ordered(ptc_lisp *lisp,
                                              const ptc_value *collection);

/*
 * A map or set of `count` keys, `stride` values apart, for a map each followed by its
 * value. Of equal keys the first stays, with the last of their values. Made in `arena`,
 * never to be moved, or on the heap when that is NULL.
 */
ptc_value ptc_hash_make(ptc_lisp *lisp, ptc_arena *arena, ptc_kind kind,
                        const ptc_value *keys, size_t stride, size_t count);

/* A node of a sorted collection: smaller keys are to the left. The two branches differ by
 * at most one in height, which is stored as the entry's hash. */
typedef struct ptc_twig {
    uint64_t head;
    struct ptc_object *left; /* or NULL */
    struct ptc_object *right;
    ptc_hash_entry entry; /* of a set without the value */
} ptc_twig;

/* Goes through the entries of a sorted collection in order. It stores the turns of the
 * path to the next one, so that it needs no room for the nodes. */
typedef struct ptc_sorted_walk {
    const ptc_twig *root;
    const ptc_twig *next; /* NULL: the end */
    uint64_t turns;       /* to the next one, the last turn lowest: 1 is to the right */
    uint32_t length;
} ptc_sorted_walk;

/* An entry, or a node whose first entry has that number. */
typedef struct ptc_hash_queued {
    const ptc_hash_entry *entry;
    const ptc_hash_node *node;
    uint32_t number;
} ptc_hash_queued;

/* Goes through the entries in order, for callers that may not need all of them; the cost
 * grows with the number taken. Valid until the next safepoint. */
typedef struct ptc_hash_queue {
    ptc_lisp *lisp;
    size_t stride;
    ptc_hash_queued *items; /* a binary heap: the smallest number first */
    uint32_t count;
    uint32_t capacity;
    ptc_sorted_walk sorted; /* root NULL: not a hash, or empty */
} ptc_hash_queue;

void ptc_hash_queue_init(ptc_lisp *lisp, ptc_hash_queue *queue,
                         const ptc_value *collection);
/* The next entry, or NULL. */
const ptc_hash_entry *ptc_hash_queue_next(ptc_hash_queue *queue);

/* Goes through the entries in any order. */
typedef struct ptc_hash_walk {
    const ptc_hash_node *nodes[9];
    uint32_t places[9]; /* the next child */
    unsigned depth;
    const unsigned char *entry; /* the next one */
    uint32_t entries;           /* how many are left in the node */
    size_t stride;
    ptc_sorted_walk sorted; /* root NULL: not a hash, or empty */
} ptc_hash_walk;

void ptc_hash_walk_init(ptc_hash_walk *walk, const ptc_value *collection);
/* The next entry, or NULL. */
const ptc_hash_entry *ptc_hash_walk_next(ptc_hash_walk *walk);

/* --- sorted.c ---------------------------------------------------------------------- */

PTC_INLINE ptc_sorted *ptc_sorted_of(const ptc_value *collection)
{
    return (ptc_sorted *)(void *)collection->as.object;
}

/* The order of two keys, a step: -1 0 1, or PTC_NO_ORDER. sorted_order.c */
int ptc_sorted_compare(ptc_lisp *lisp, const ptc_value *collection, const ptc_value *a,
                       const ptc_value *b);
/*
 * The entry of a key, or NULL; a key without an order among the others is absent. Like
 * all searches, it may call the comparator, during which no garbage is collected: values
 * in C locals stay valid. It may raise and end the run.
 */
const ptc_hash_entry *ptc_sorted_find(ptc_lisp *lisp, const ptc_value *collection,
                                      const ptc_value *key);
/* Like ptc_hash_with and ptc_hash_without; raises for keys without an order. A key that
 * is equal in the order stays, as in Clojure. */
ptc_value ptc_sorted_with(ptc_lisp *lisp, ptc_value collection, const ptc_value *key,
                          const ptc_value *value);
ptc_value ptc_sorted_without(ptc_lisp *lisp, ptc_value collection, const ptc_value *key);
const ptc_hash_entry *ptc_sorted_first(const ptc_value *collection);
void ptc_sorted_walk_init(ptc_sorted_walk *walk, const ptc_value *collection);
/* The next entry, or NULL. */
const ptc_hash_entry *ptc_sorted_walk_next(ptc_sorted_walk *walk);
const ptc_hash_entry *const *ptc_sorted_ordered(ptc_lisp *lisp,
                                                const ptc_value *collection);

#endif
