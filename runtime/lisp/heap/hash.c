/* SPDX-License-Identifier: MIT */
/*
 * Maps and sets as hash tries (CHAMP): a node has a slot for each of 32 values of 5 bits
 * of the hash, of which those in use are stored, entries first, then children. See
 * layout.h.
 *
 * The order of insertion is kept by numbers: a new key gets the next one, and nodes know
 * the smallest number in them, so that the first entry is found by going down. All
 * entries in order are collected and sorted by number, in linear time.
 *
 * Below 7 levels the 32 bits are used up; keys with the same hash are in a CLASH node
 * there. Only a program that knows the seed can make those grow; each comparison in a
 * large one is a step, so that such a program reaches its limits.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/hash_int.h"

/* The place of a key in a clash, or its count. */
static uint32_t hash_search_clash(ptc_lisp *lisp, const ptc_hash_node *node,
                                  size_t stride, const ptc_value *key)
{
    uint32_t i;

    for (i = 0; i < node->data; i++) {
        if (node->data > HASH_CLASH_FREE)
            ptc_lisp_step(lisp);
        if (ptc_lisp_same(lisp, &hash_entry_at(node, stride, i)->key, key))
            break;
    }
    return i;
}

/* --- Reading ----------------------------------------------------------------------- */

static ptc_hash_node *hash_root(const ptc_hash *hash)
{
    return (ptc_hash_node *)(void *)hash->root;
}

const ptc_hash_entry *ptc_hash_find(ptc_lisp *lisp, const ptc_value *collection,
                                    const ptc_value *key, uint64_t hash)
{
    const ptc_hash_node *node = hash_root(ptc_hash_of(collection));
    size_t stride = ptc_hash_stride(collection->kind == PTC_SET);
    uint32_t bits = (uint32_t)hash;

    for (unsigned shift = 0; node != NULL; shift += HASH_BITS) {
        uint32_t bit;

        if (hash_is_clash(node)) {
            uint32_t i = hash_search_clash(lisp, node, stride, key);

            return i < node->data ? hash_entry_at(node, stride, i) : NULL;
        }
        bit = hash_bit(bits, shift);
        if (node->data & bit) {
            const ptc_hash_entry *entry =
                hash_entry_at(node, stride, hash_place(node->data, bit));

            return entry->hash == bits && ptc_lisp_same(lisp, &entry->key, key) ? entry
                                                                                : NULL;
        }
        if (!(node->nodes & bit))
            return NULL;
        node = hash_children(node, stride)[hash_place(node->nodes, bit)];
    }
    return NULL;
}

const ptc_hash_entry *ptc_hash_first(const ptc_value *collection)
{
    const ptc_hash_node *node = hash_root(ptc_hash_of(collection));
    size_t stride = ptc_hash_stride(collection->kind == PTC_SET);

    for (;;) {
        uint32_t count = hash_entry_count(node);
        ptc_hash_node **children = hash_children(node, stride);
        uint32_t i = 0;

        for (; i < count; i++) {
            if (hash_entry_at(node, stride, i)->number == node->first)
                return hash_entry_at(node, stride, i);
        }
        for (i = 0; children[i]->first != node->first; i++)
            continue;
        node = children[i];
    }
}

static void hash_walk_enter(ptc_hash_walk *walk, const ptc_hash_node *node)
{
    walk->nodes[walk->depth] = node;
    walk->places[walk->depth++] = 0;
    walk->entry = node->entries;
    walk->entries = hash_entry_count(node);
}

void ptc_hash_walk_init(ptc_hash_walk *walk, const ptc_value *collection)
{
    const ptc_hash_node *root;

    walk->depth = 0;
    walk->entries = 0;
    walk->sorted.root = NULL;
    if (ptc_is_sorted(collection)) {
        ptc_sorted_walk_init(&walk->sorted, collection);
        return;
    }
    root = hash_root(ptc_hash_of(collection));
    walk->stride = ptc_hash_stride(collection->kind == PTC_SET);
    if (root != NULL)
        hash_walk_enter(walk, root);
}

const ptc_hash_entry *ptc_hash_walk_next(ptc_hash_walk *walk)
{
    const ptc_hash_entry *entry;

    if (walk->sorted.root != NULL)
        return ptc_sorted_walk_next(&walk->sorted);
    while (walk->entries == 0) {
        const ptc_hash_node *node;
        uint32_t place;

        if (walk->depth == 0)
            return NULL;
        node = walk->nodes[walk->depth - 1];
        place = walk->places[walk->depth - 1]++;
        if (hash_is_clash(node) || place >= ptc_count_bits(node->nodes))
            walk->depth--;
        else
            hash_walk_enter(walk, hash_children(node, walk->stride)[place]);
    }
    entry = (const ptc_hash_entry *)(const void *)walk->entry;
    walk->entry += walk->stride;
    walk->entries--;
    return entry;
}

/* --- Writing ----------------------------------------------------------------------- */

/* Copies `count` entries. */
static void hash_put_entries(const hash_write *write, ptc_hash_node *node, uint32_t to,
                             const ptc_hash_node *old, uint32_t from, uint32_t count)
{
    if (count != 0)
        memcpy(hash_entry_at(node, write->stride, to),
               hash_entry_at(old, write->stride, from), count * write->stride);
}

static void hash_put_children(const hash_write *write, ptc_hash_node *node, uint32_t to,
                              const ptc_hash_node *old, uint32_t from, uint32_t count)
{
    if (count != 0)
        memcpy(hash_children(node, write->stride) + to,
               hash_children(old, write->stride) + from, count * sizeof(ptc_hash_node *));
}

/* A node of two entries with different keys. Recursion ends where all bits are used. */
static ptc_hash_node *hash_pair(const hash_write *write, const ptc_hash_entry *a,
                                const ptc_hash_entry *b, unsigned shift)
{
    uint32_t first = a->number < b->number ? a->number : b->number;
    ptc_hash_node *node;
    uint32_t a_bit;
    uint32_t b_bit;

    if (shift >= HASH_SHIFT_CLASH) {
        node = hash_new_clash(write, 2, first);
        hash_put_entry(write, node, 0, a);
        hash_put_entry(write, node, 1, b);
        return node;
    }
    a_bit = hash_bit(a->hash, shift);
    b_bit = hash_bit(b->hash, shift);
    if (a_bit == b_bit) {
        ptc_hash_node *child = hash_pair(write, a, b, shift + HASH_BITS);

        node = hash_new_node(write, 0, a_bit, first);
        hash_children(node, write->stride)[0] = child;
        return node;
    }
    node = hash_new_node(write, a_bit | b_bit, 0, first);
    hash_put_entry(write, node, a_bit < b_bit ? 0 : 1, a);
    hash_put_entry(write, node, a_bit < b_bit ? 1 : 0, b);
    return node;
}

/* A copy of a node of the same shape. */
static ptc_hash_node *hash_copy(const hash_write *write, const ptc_hash_node *old)
{
    size_t size = ptc_object_size((const ptc_object *)(const void *)old);
    ptc_hash_node *node = hash_alloc(write, size);

    memcpy(node, old, size);
    node->head =
        hash_head(write, ptc_object_type_of((const ptc_object *)(void *)node), size);
    return node;
}

/* The entry's key exists already: its value is replaced. */
static ptc_hash_node *hash_replace(const hash_write *write, ptc_hash_node *old,
                                   uint32_t place, const ptc_hash_entry *entry)
{
    ptc_hash_node *node;

    if (write->head & PTC_OBJECT_SET)
        return old;
    node = hash_copy(write, old);
    hash_entry_at(node, write->stride, place)->value = entry->value;
    return node;
}

static ptc_hash_node *hash_add_entry(const hash_write *write, const ptc_hash_node *old,
                                     uint32_t bit, const ptc_hash_entry *entry)
{
    uint32_t count = hash_entry_count(old);
    uint32_t place = hash_place(old->data, bit);
    ptc_hash_node *node = hash_new_node(write, old->data | bit, old->nodes, old->first);

    hash_put_entries(write, node, 0, old, 0, place);
    hash_put_entry(write, node, place, entry);
    hash_put_entries(write, node, place + 1, old, place, count - place);
    hash_put_children(write, node, 0, old, 0, ptc_count_bits(old->nodes));
    return node;
}

/* An entry's slot gets a child instead. */
static ptc_hash_node *hash_split_entry(const hash_write *write, const ptc_hash_node *old,
                                       uint32_t bit, ptc_hash_node *child)
{
    uint32_t count = hash_entry_count(old);
    uint32_t children = ptc_count_bits(old->nodes);
    uint32_t from = hash_place(old->data, bit);
    uint32_t to = hash_place(old->nodes, bit);
    ptc_hash_node *node =
        hash_new_node(write, old->data & ~bit, old->nodes | bit, old->first);

    hash_put_entries(write, node, 0, old, 0, from);
    hash_put_entries(write, node, from, old, from + 1, count - from - 1);
    hash_put_children(write, node, 0, old, 0, to);
    hash_children(node, write->stride)[to] = child;
    hash_put_children(write, node, to + 1, old, to, children - to);
    return node;
}

static ptc_hash_node *hash_insert_clash(const hash_write *write, ptc_hash_node *old,
                                        const ptc_hash_entry *entry, bool *is_new)
{
    uint32_t place = hash_search_clash(write->lisp, old, write->stride, &entry->key);
    ptc_hash_node *node;

    if (place < old->data)
        return hash_replace(write, old, place, entry);
    *is_new = true;
    node = hash_new_clash(write, old->data + 1, old->first);
    hash_put_entries(write, node, 0, old, 0, old->data);
    hash_put_entry(write, node, old->data, entry);
    return node;
}

/* The node with an entry, whose number is larger than all in it. Recursion is as deep as
 * the trie. */
static ptc_hash_node *hash_insert(const hash_write *write, ptc_hash_node *old,
                                  const ptc_hash_entry *entry, unsigned shift,
                                  bool *is_new)
{
    uint32_t bit;

    if (hash_is_clash(old))
        return hash_insert_clash(write, old, entry, is_new);
    bit = hash_bit(entry->hash, shift);
    if (old->data & bit) {
        uint32_t place = hash_place(old->data, bit);
        const ptc_hash_entry *other = hash_entry_at(old, write->stride, place);

        if (other->hash == entry->hash &&
            ptc_lisp_same(write->lisp, &other->key, &entry->key))
            return hash_replace(write, old, place, entry);
        *is_new = true;
        return hash_split_entry(write, old, bit,
                                hash_pair(write, other, entry, shift + HASH_BITS));
    }
    if (old->nodes & bit) {
        uint32_t place = hash_place(old->nodes, bit);
        ptc_hash_node *child = hash_children(old, write->stride)[place];
        ptc_hash_node *changed =
            hash_insert(write, child, entry, shift + HASH_BITS, is_new);
        ptc_hash_node *node;

        if (changed == child)
            return old;
        node = hash_copy(write, old);
        hash_children(node, write->stride)[place] = changed;
        return node;
    }
    *is_new = true;
    return hash_add_entry(write, old, bit, entry);
}

/* Renumbers when the numbers run out. */
static ptc_value hash_renumber(ptc_lisp *lisp, ptc_value collection)
{
    uint32_t count = collection.aux;
    const ptc_hash_entry *const *entries = ptc_hash_ordered(lisp, &collection);
    size_t stride = collection.kind == PTC_MAP ? 2 : 1;
    ptc_value *keys = hash_scratch(lisp, count, stride * sizeof *keys);

    for (uint32_t i = 0; i < count; i++) {
        keys[i * stride] = entries[i]->key;
        if (stride == 2)
            keys[i * stride + 1] = entries[i]->value;
    }
    return ptc_hash_make(lisp, NULL, (ptc_kind)collection.kind, keys, stride, count);
}

ptc_value ptc_hash_with(ptc_lisp *lisp, ptc_value collection, const ptc_value *key,
                        const ptc_value *value)
{
    ptc_hash *hash = ptc_hash_of(&collection);
    ptc_hash_entry entry;
    ptc_hash_node *root;
    bool is_new = false;
    hash_write write;

    hash_write_init(&write, lisp, NULL, collection.kind);
    if (PTC_UNLIKELY(hash->next == UINT32_MAX)) {
        collection = hash_renumber(lisp, collection);
        hash = ptc_hash_of(&collection);
    }
    write.kinds = hash->head & PTC_OBJECT_KINDS;
    hash_note_key(&write, key);
    entry.key = *key;
    entry.hash = (uint32_t)ptc_lisp_hash(lisp, key);
    entry.number = hash->next;
    entry.value = value != NULL ? *value : ptc_value_nil();
    if (hash->root == NULL) {
        root = hash_new_node(&write, hash_bit(entry.hash, 0), 0, entry.number);
        hash_put_entry(&write, root, 0, &entry);
        is_new = true;
    } else {
        root = hash_insert(&write, hash_root(hash), &entry, 0, &is_new);
        if (root == hash_root(hash))
            return collection;
    }
    return hash_value(&write, root, hash->count + (is_new ? 1 : 0),
                      hash->next + (is_new ? 1 : 0));
}

/* --- Removing ---------------------------------------------------------------------- */

/* Sets `first` again. */
static void hash_find_first(const hash_write *write, ptc_hash_node *node)
{
    uint32_t count = hash_entry_count(node);
    uint32_t children = hash_is_clash(node) ? 0 : ptc_count_bits(node->nodes);

    node->first = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = hash_entry_at(node, write->stride, i)->number;

        node->first = number < node->first ? number : node->first;
    }
    for (uint32_t i = 0; i < children; i++) {
        uint32_t number = hash_children(node, write->stride)[i]->first;

        node->first = number < node->first ? number : node->first;
    }
}

static ptc_hash_node *hash_drop_clash(const hash_write *write, ptc_hash_node *old,
                                      const ptc_value *key)
{
    uint32_t place = hash_search_clash(write->lisp, old, write->stride, key);
    ptc_hash_node *node;

    if (place == old->data)
        return old;
    node = hash_new_clash(write, old->data - 1, 0);
    hash_put_entries(write, node, 0, old, 0, place);
    hash_put_entries(write, node, place, old, place + 1, old->data - place - 1);
    hash_find_first(write, node);
    return node;
}

static ptc_hash_node *hash_drop_entry(const hash_write *write, const ptc_hash_node *old,
                                      uint32_t bit)
{
    uint32_t count = hash_entry_count(old);
    uint32_t place = hash_place(old->data, bit);
    uint32_t number = hash_entry_at(old, write->stride, place)->number;
    ptc_hash_node *node = hash_new_node(write, old->data & ~bit, old->nodes, old->first);

    hash_put_entries(write, node, 0, old, 0, place);
    hash_put_entries(write, node, place, old, place + 1, count - place - 1);
    hash_put_children(write, node, 0, old, 0, ptc_count_bits(old->nodes));
    if (number == old->first)
        hash_find_first(write, node);
    return node;
}

/* A child's slot gets its only entry instead. */
static ptc_hash_node *hash_take_up(const hash_write *write, const ptc_hash_node *old,
                                   uint32_t bit, const ptc_hash_entry *entry)
{
    uint32_t count = hash_entry_count(old);
    uint32_t children = ptc_count_bits(old->nodes);
    uint32_t from = hash_place(old->nodes, bit);
    uint32_t to = hash_place(old->data, bit);
    ptc_hash_node *node = hash_new_node(write, old->data | bit, old->nodes & ~bit, 0);

    hash_put_entries(write, node, 0, old, 0, to);
    hash_put_entry(write, node, to, entry);
    hash_put_entries(write, node, to + 1, old, to, count - to);
    hash_put_children(write, node, 0, old, 0, from);
    hash_put_children(write, node, from, old, from + 1, children - from - 1);
    hash_find_first(write, node);
    return node;
}

/* The node without a key; the same when it is not there. Below the root no node has less
 * than two entries in it and its children. Recursion is as deep as the trie. */
static ptc_hash_node *hash_remove(const hash_write *write, ptc_hash_node *old,
                                  const ptc_value *key, uint32_t hash, unsigned shift)
{
    uint32_t bit;
    uint32_t place;
    ptc_hash_node *child;
    ptc_hash_node *changed;
    ptc_hash_node *node;

    if (hash_is_clash(old))
        return hash_drop_clash(write, old, key);
    bit = hash_bit(hash, shift);
    if (old->data & bit) {
        const ptc_hash_entry *entry =
            hash_entry_at(old, write->stride, hash_place(old->data, bit));

        if (entry->hash != hash || !ptc_lisp_same(write->lisp, &entry->key, key))
            return old;
        return hash_drop_entry(write, old, bit);
    }
    if (!(old->nodes & bit))
        return old;
    place = hash_place(old->nodes, bit);
    child = hash_children(old, write->stride)[place];
    changed = hash_remove(write, child, key, hash, shift + HASH_BITS);
    if (changed == child)
        return old;
    if (changed->nodes == 0 && hash_entry_count(changed) == 1)
        return hash_take_up(write, old, bit, hash_entry_at(changed, write->stride, 0));
    node = hash_copy(write, old);
    hash_children(node, write->stride)[place] = changed;
    if (changed->first != child->first)
        hash_find_first(write, node);
    return node;
}

ptc_value ptc_hash_without(ptc_lisp *lisp, ptc_value collection, const ptc_value *key)
{
    const ptc_hash *hash = ptc_hash_of(&collection);
    ptc_hash_node *root = hash_root(hash);
    hash_write write;

    hash_write_init(&write, lisp, NULL, collection.kind);
    write.kinds = hash->head & PTC_OBJECT_KINDS;
    if (root != NULL)
        root = hash_remove(&write, root, key, (uint32_t)ptc_lisp_hash(lisp, key), 0);
    if (root == hash_root(hash))
        return collection;
    if (hash->count == 1)
        return hash_value(&write, NULL, 0, 0);
    return hash_value(&write, root, hash->count - 1, hash->next);
}
