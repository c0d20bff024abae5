/* SPDX-License-Identifier: MIT */
/*
 * Hash tries made of many keys at once: see layout.h. Keys are sorted by their hashes,
 * five bits a level, and every node is made once, in its final size.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/hash_int.h"

/* Keys are known by their place in the input, which is also their number. */
typedef struct hash_make {
    hash_write write;
    const ptc_value *keys;
    size_t stride;
    uint32_t *hashes; /* of each key */
    uint32_t
        *latest;     /* the place of each key's value: of the last key that is the same */
    uint32_t *order; /* keys, sorted by their hashes as far as needed */
    uint32_t *other;
    uint32_t count; /* of different keys so far */
} hash_make;

/* The result of a run of keys: one key, or a node. */
typedef struct hash_made {
    ptc_hash_node *node; /* or NULL */
    uint32_t key;
} hash_made;

static void hash_make_entry(const hash_make *make, ptc_hash_node *node, uint32_t i,
                            uint32_t key)
{
    ptc_hash_entry entry;

    entry.key = make->keys[key * make->stride];
    entry.hash = make->hashes[key];
    entry.number = key;
    if (make->stride == 2)
        entry.value = make->keys[make->latest[key] * make->stride + 1];
    hash_put_entry(&make->write, node, i, &entry);
}

/* Drops keys that are the same as earlier ones; all have the same hash. */
static uint32_t hash_make_distinct(hash_make *make, uint32_t *run, uint32_t count)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++) {
        const ptc_value *key = &make->keys[run[i] * make->stride];
        uint32_t j = 0;

        for (; j < kept; j++) {
            if (kept > HASH_CLASH_FREE)
                ptc_lisp_step(make->write.lisp);
            if (ptc_lisp_same(make->write.lisp, &make->keys[run[j] * make->stride], key))
                break;
        }
        if (j == kept)
            run[kept++] = run[i];
        else
            make->latest[run[j]] = run[i];
    }
    ptc_lisp_fill_look(make->write.lisp, make->count);
    make->count += kept;
    return kept;
}

/* A clash, below one node with one child for each remaining level of bits. */
static ptc_hash_node *hash_make_clash(hash_make *make, const uint32_t *run,
                                      uint32_t count, unsigned shift)
{
    uint32_t hash = make->hashes[run[0]];
    ptc_hash_node *node = hash_new_clash(&make->write, count, run[0]);

    for (uint32_t i = 0; i < count; i++)
        hash_make_entry(make, node, i, run[i]);
    for (unsigned level = HASH_SHIFT_CLASH; level > shift; level -= HASH_BITS) {
        ptc_hash_node *child = node;

        node = hash_new_node(&make->write, 0, hash_bit(hash, level - HASH_BITS), run[0]);
        hash_children(node, make->write.stride)[0] = child;
    }
    return node;
}

/* Sorts a run by five bits of the hashes, keeping the order of keys with the same ones;
 * `ends` is where each of the 32 parts ends. */
static void hash_make_sort(hash_make *make, uint32_t *run, uint32_t count, unsigned shift,
                           uint32_t ends[32])
{
    uint32_t places[32] = {0};
    uint32_t sum = 0;

    for (uint32_t i = 0; i < count; i++)
        places[make->hashes[run[i]] >> shift & HASH_MASK]++;
    for (unsigned slot = 0; slot < 32; slot++) {
        ends[slot] = sum += places[slot];
        places[slot] = sum - places[slot];
    }
    for (uint32_t i = 0; i < count; i++)
        make->other[places[make->hashes[run[i]] >> shift & HASH_MASK]++] = run[i];
    memcpy(run, make->other, count * sizeof *run);
}

static bool hash_make_is_clash(const hash_make *make, const uint32_t *run, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (make->hashes[run[i]] != make->hashes[run[0]])
            return false;
    }
    return true;
}

static ptc_hash_node *hash_make_node(hash_make *make, const hash_made made[32])
{
    uint32_t data = 0;
    uint32_t nodes = 0;
    uint32_t first = UINT32_MAX;
    uint32_t entry = 0;
    uint32_t child = 0;
    ptc_hash_node *node;

    for (unsigned slot = 0; slot < 32; slot++) {
        uint32_t number =
            made[slot].node != NULL ? made[slot].node->first : made[slot].key;

        data |= made[slot].node == NULL && number != UINT32_MAX ? UINT32_C(1) << slot : 0;
        nodes |= made[slot].node != NULL ? UINT32_C(1) << slot : 0;
        first = number < first ? number : first;
    }
    node = hash_new_node(&make->write, data, nodes, first);
    for (unsigned slot = 0; slot < 32; slot++) {
        if (made[slot].node != NULL)
            hash_children(node, make->write.stride)[child++] = made[slot].node;
        else if (made[slot].key != UINT32_MAX)
            hash_make_entry(make, node, entry++, made[slot].key);
    }
    return node;
}

/* The node of `count` > 0 keys below `shift`. Recursion is as deep as the trie. */
static hash_made hash_make_run(hash_make *make, uint32_t *run, uint32_t count,
                               unsigned shift)
{
    hash_made made[32];
    hash_made result = {NULL, run[0]};
    uint32_t ends[32];
    uint32_t start = 0;

    if (hash_make_is_clash(make, run, count)) {
        count = hash_make_distinct(make, run, count);
        if (count > 1)
            result.node = hash_make_clash(make, run, count, shift);
        return result;
    }
    hash_make_sort(make, run, count, shift, ends);
    for (unsigned slot = 0; slot < 32; slot++) {
        made[slot].node = NULL;
        made[slot].key = UINT32_MAX;
        if (ends[slot] != start)
            made[slot] =
                hash_make_run(make, run + start, ends[slot] - start, shift + HASH_BITS);
        start = ends[slot];
    }
    result.node = hash_make_node(make, made);
    return result;
}

static void hash_make_init(hash_make *make, ptc_lisp *lisp, size_t count)
{
    uint32_t *scratch;

    if (make->write.arena == NULL)
        scratch = hash_scratch(lisp, count, 4 * sizeof *scratch);
    else
        scratch = ptc_arena_array(&lisp->run_arena, count, 4 * sizeof *scratch);
    if (scratch == NULL)
        ptc_lisp_memory_error(lisp);
    make->hashes = scratch;
    make->latest = scratch + count;
    make->order = scratch + 2 * count;
    make->other = scratch + 3 * count;
    make->count = 0;
    for (size_t i = 0; i < count; i++) {
        const ptc_value *key = &make->keys[i * make->stride];

        hash_note_key(&make->write, key);
        make->hashes[i] = (uint32_t)ptc_lisp_hash(lisp, key);
        make->latest[i] = (uint32_t)i;
        make->order[i] = (uint32_t)i;
        ptc_lisp_fill_look(lisp, i);
    }
}

ptc_value ptc_hash_make(ptc_lisp *lisp, ptc_arena *arena, ptc_kind kind,
                        const ptc_value *keys, size_t stride, size_t count)
{
    hash_make make;
    hash_made made;
    ptc_hash_node *root;
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);

    hash_write_init(&make.write, lisp, arena, kind);
    if (count == 0)
        return hash_value(&make.write, NULL, 0, 0);
    make.keys = keys;
    make.stride = stride;
    hash_make_init(&make, lisp, count);
    made = hash_make_run(&make, make.order, (uint32_t)count, 0);
    root = made.node;
    if (root == NULL) {
        hash_made alone[32];

        for (unsigned slot = 0; slot < 32; slot++)
            alone[slot] = (hash_made){NULL, UINT32_MAX};
        alone[make.hashes[made.key] & HASH_MASK] = made;
        root = hash_make_node(&make, alone);
    }
    if (arena !=
        NULL) /* no safepoint may come here, since it would clear the scratch memory */
        ptc_arena_rewind(&lisp->run_arena, mark);
    return hash_value(&make.write, root, make.count, (uint32_t)count);
}
