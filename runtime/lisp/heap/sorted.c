/* SPDX-License-Identifier: MIT */
/*
 * Maps and sets that keep their keys in order, as binary trees that are balanced by
 * height: a write copies the nodes on its path. Empty and small ones have no other form,
 * so that their comparator is never lost. [ptc-lisp 11.4]
 *
 * A comparator is a function of the program. It is called wherever a key is looked for,
 * by callers that have values in C locals; therefore no safepoint collects while it runs.
 * Builtins that bring many keys sort them first, with collections (core_sorted.c).
 */
#include "lisp/heap/data.h"
#include "lisp/heap/hash_int.h"

enum { SORTED_DEPTH = 64 }; /* 1.44 log2 of a count below 2^32 */

/* The path to a key, or to its place. */
typedef struct sorted_way {
    ptc_twig *twigs[SORTED_DEPTH];
    bool is_right[SORTED_DEPTH];
    uint32_t length;
} sorted_way;

/* The arguments of a write. */
typedef struct sorted_write {
    ptc_lisp *lisp;
    size_t size;   /* of a node */
    size_t stride; /* of an entry */
    uint64_t head; /* of a node */
} sorted_write;

static void sorted_write_init(sorted_write *write, ptc_lisp *lisp, unsigned kind)
{
    write->lisp = lisp;
    write->stride = ptc_hash_stride(kind == PTC_SET);
    write->size = offsetof(ptc_twig, entry) + write->stride;
    write->head = ptc_object_head(PTC_OBJECT_TWIG, write->size);
    if (kind == PTC_SET)
        write->head |= PTC_OBJECT_SET;
}

PTC_INLINE ptc_twig *sorted_twig(ptc_object *object)
{
    return (ptc_twig *)(void *)object;
}

/* --- Reading ------------------------------------------------------------------------ */

/* The node with the key, or NULL; `*clash`, unless NULL, is a key that it cannot be
 * compared with. */
static ptc_twig *sorted_search(ptc_lisp *lisp, const ptc_value *collection,
                               const ptc_value *key, sorted_way *way,
                               const ptc_value **clash)
{
    ptc_twig *twig = sorted_twig(ptc_sorted_of(collection)->root);
    uint32_t length = 0;

    while (twig != NULL) {
        int order = ptc_sorted_compare(lisp, collection, key, &twig->entry.key);

        if (order == 0)
            break;
        if (order == PTC_NO_ORDER) {
            *clash = &twig->entry.key;
            return NULL;
        }
        if (way != NULL) {
            way->twigs[length] = twig;
            way->is_right[length++] = order > 0;
        }
        twig = sorted_twig(order < 0 ? twig->left : twig->right);
    }
    if (way != NULL)
        way->length = length;
    return twig;
}

const ptc_hash_entry *ptc_sorted_find(ptc_lisp *lisp, const ptc_value *collection,
                                      const ptc_value *key)
{
    const ptc_value *clash = NULL;
    const ptc_twig *twig;

    if (ptc_sorted_of(collection)->comparator.kind == PTC_NIL &&
        ptc_lisp_has_nan(lisp, key))
        return NULL;
    twig = sorted_search(lisp, collection, key, NULL, &clash);
    return twig != NULL ? &twig->entry : NULL;
}

const ptc_hash_entry *ptc_sorted_first(const ptc_value *collection)
{
    const ptc_twig *twig = sorted_twig(ptc_sorted_of(collection)->root);

    while (twig->left != NULL)
        twig = sorted_twig(twig->left);
    return &twig->entry;
}

/* Down to the left, to the first entry of the branch. */
static void sorted_walk_left(ptc_sorted_walk *walk, const ptc_twig *twig)
{
    for (; twig->left != NULL; twig = sorted_twig(twig->left)) {
        walk->turns <<= 1;
        walk->length++;
    }
    walk->next = twig;
}

void ptc_sorted_walk_init(ptc_sorted_walk *walk, const ptc_value *collection)
{
    *walk = (ptc_sorted_walk){.root = sorted_twig(ptc_sorted_of(collection)->root)};
    if (walk->root != NULL)
        sorted_walk_left(walk, walk->root);
}

/* Up to the first node to the right of the path; length 0 and no next one when there is
 * none. */
static void sorted_walk_up(ptc_sorted_walk *walk)
{
    for (; walk->length > 0 && (walk->turns & 1) != 0; walk->length--)
        walk->turns >>= 1;
    walk->next = NULL;
    if (walk->length == 0)
        return;
    walk->turns >>= 1;
    walk->length--;
    walk->next = walk->root;
    for (uint32_t i = walk->length; i > 0; i--)
        walk->next = sorted_twig(walk->turns >> (i - 1) & 1 ? walk->next->right
                                                            : walk->next->left);
}

const ptc_hash_entry *ptc_sorted_walk_next(ptc_sorted_walk *walk)
{
    const ptc_twig *twig = walk->next;

    if (twig == NULL)
        return NULL;
    if (twig->right != NULL) {
        walk->turns = walk->turns << 1 | 1;
        walk->length++;
        sorted_walk_left(walk, sorted_twig(twig->right));
    } else {
        sorted_walk_up(walk);
    }
    return &twig->entry;
}

const ptc_hash_entry *const *ptc_sorted_ordered(ptc_lisp *lisp,
                                                const ptc_value *collection)
{
    const ptc_hash_entry **entries = hash_scratch(lisp, collection->aux, sizeof *entries);
    ptc_sorted_walk walk;

    ptc_sorted_walk_init(&walk, collection);
    for (uint32_t i = 0; i < collection->aux; i++) {
        entries[i] = ptc_sorted_walk_next(&walk);
        ptc_lisp_fill_look(lisp, i);
    }
    return entries;
}

void ptc_sorted_rank(ptc_lisp *lisp, const ptc_value *collection, const ptc_value *key,
                     uint32_t *before, uint32_t *through)
{
    const ptc_hash_entry *const *entries;
    uint32_t low = 0;
    uint32_t high = collection->aux;

    ptc_lisp_steps(lisp, high);
    entries = ptc_sorted_ordered(lisp, collection);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = ptc_sorted_compare(lisp, collection, key, &entries[middle]->key);

        if (order == PTC_NO_ORDER)
            ptc_sorted_refuse(lisp, collection->kind, key, &entries[middle]->key);
        if (order == 0) {
            *before = middle;
            *through = middle + 1;
            return;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    *before = low;
    *through = low;
}

ptc_value ptc_sorted_plain(ptc_lisp *lisp, const ptc_value *collection)
{
    ptc_value items = collection->kind == PTC_SET ? ptc_lisp_set_items(lisp, collection)
                                                  : ptc_lisp_map_pairs(lisp, collection);

    return collection->kind == PTC_SET
               ? ptc_lisp_set_of(lisp, items.as.items, items.aux)
               : ptc_lisp_map_of(lisp, items.as.items, items.aux / 2);
}

/* --- Nodes -------------------------------------------------------------------------- */

PTC_INLINE uint32_t sorted_height(const ptc_object *object)
{
    return object != NULL ? ((const ptc_twig *)(const void *)object)->entry.hash : 0;
}

static ptc_object *sorted_node(const sorted_write *write, ptc_object *left,
                               const ptc_hash_entry *entry, ptc_object *right)
{
    ptc_twig *twig = ptc_heap_alloc(write->lisp, write->size);
    uint32_t left_height = sorted_height(left);
    uint32_t right_height = sorted_height(right);

    twig->head = write->head;
    twig->left = left;
    twig->right = right;
    memcpy(&twig->entry, entry, write->stride);
    twig->entry.hash = 1 + (left_height > right_height ? left_height : right_height);
    twig->entry.number = 0;
    return (ptc_object *)(void *)twig;
}

/* For branches that differ by two at most. */
static ptc_object *sorted_balanced(const sorted_write *write, ptc_object *left,
                                   const ptc_hash_entry *entry, ptc_object *right)
{
    uint32_t left_height = sorted_height(left);
    uint32_t right_height = sorted_height(right);
    const ptc_twig *side;
    const ptc_twig *inner;

    if (left_height > right_height + 1) {
        side = sorted_twig(left);
        inner = sorted_twig(side->right);
        if (sorted_height(side->left) >= sorted_height(side->right))
            return sorted_node(write, side->left, &side->entry,
                               sorted_node(write, side->right, entry, right));
        return sorted_node(write,
                           sorted_node(write, side->left, &side->entry, inner->left),
                           &inner->entry, sorted_node(write, inner->right, entry, right));
    }
    if (right_height > left_height + 1) {
        side = sorted_twig(right);
        inner = sorted_twig(side->left);
        if (sorted_height(side->right) >= sorted_height(side->left))
            return sorted_node(write, sorted_node(write, left, entry, side->left),
                               &side->entry, side->right);
        return sorted_node(write, sorted_node(write, left, entry, inner->left),
                           &inner->entry,
                           sorted_node(write, inner->right, &side->entry, side->right));
    }
    return sorted_node(write, left, entry, right);
}

/* The tree in which the path ends in `branch` instead. */
static ptc_object *sorted_rebuild(const sorted_write *write, const sorted_way *way,
                                  ptc_object *branch)
{
    for (uint32_t i = way->length; i > 0; i--) {
        const ptc_twig *twig = way->twigs[i - 1];

        if (way->is_right[i - 1])
            branch = sorted_balanced(write, twig->left, &twig->entry, branch);
        else
            branch = sorted_balanced(write, branch, &twig->entry, twig->right);
    }
    return branch;
}

static ptc_value sorted_value(ptc_lisp *lisp, unsigned kind, uint32_t count,
                              ptc_object *root, const ptc_value *comparator,
                              uint64_t kinds)
{
    ptc_sorted *sorted = ptc_heap_alloc(lisp, sizeof *sorted);
    ptc_value value =
        ptc_value_make((ptc_kind)kind, PTC_FLAG_TREE | PTC_FLAG_SORTED, count);

    sorted->head = ptc_object_head(PTC_OBJECT_SORTED, sizeof *sorted) | kinds;
    sorted->root = root;
    sorted->comparator = *comparator;
    value.as.object = (ptc_object *)(void *)sorted;
    return value;
}

static uint64_t sorted_kind_bit(const ptc_value *key)
{
    return UINT64_C(1) << key->kind << PTC_OBJECT_KINDS_SHIFT & PTC_OBJECT_KINDS;
}

/* --- Writing ------------------------------------------------------------------------ */

ptc_value ptc_sorted_empty(ptc_lisp *lisp, unsigned kind, const ptc_value *comparator)
{
    return sorted_value(lisp, kind, 0, NULL, comparator, 0);
}

ptc_value ptc_sorted_comparator(const ptc_value *collection)
{
    return ptc_sorted_of(collection)->comparator;
}

/* A tree of entries [from, to), whose keys are `stride` values apart. Recursion is as
 * deep as the tree. */
static ptc_object *sorted_grow(const sorted_write *write, const ptc_value *items,
                               const uint32_t *order, uint32_t from, uint32_t to)
{
    size_t stride = write->head & PTC_OBJECT_SET ? 1 : 2;
    uint32_t middle = from + (to - from) / 2;
    size_t place;
    ptc_hash_entry entry;
    ptc_object *left;

    if (from == to)
        return NULL;
    ptc_lisp_fill_look(write->lisp, from);
    place = stride * (order != NULL ? order[middle] : middle);
    left = sorted_grow(write, items, order, from, middle);
    entry.key = items[place];
    entry.value = stride == 2 ? items[place + 1] : ptc_value_nil();
    return sorted_node(write, left, &entry,
                       sorted_grow(write, items, order, middle + 1, to));
}

ptc_value ptc_sorted_like(ptc_lisp *lisp, const ptc_value *like, const ptc_value *items,
                          const uint32_t *order, uint32_t count)
{
    size_t stride = like->kind == PTC_MAP ? 2 : 1;
    uint64_t kinds = 0;
    sorted_write write;

    sorted_write_init(&write, lisp, like->kind);
    ptc_heap_check(lisp, count, write.size);
    for (uint32_t i = 0; i < count; i++)
        kinds |= sorted_kind_bit(&items[stride * (order != NULL ? order[i] : i)]);
    return sorted_value(lisp, like->kind, count,
                        sorted_grow(&write, items, order, 0, count),
                        &ptc_sorted_of(like)->comparator, kinds);
}

ptc_value ptc_sorted_with(ptc_lisp *lisp, ptc_value collection, const ptc_value *key,
                          const ptc_value *value)
{
    const ptc_sorted *sorted = ptc_sorted_of(&collection);
    const ptc_value *clash = NULL;
    ptc_hash_entry entry = {.key = *key};
    uint64_t kinds = (sorted->head & PTC_OBJECT_KINDS) | sorted_kind_bit(key);
    ptc_object *branch;
    const ptc_twig *twig;
    sorted_write write;
    sorted_way way;

    if (sorted->comparator.kind == PTC_NIL &&
        (sorted->root == NULL || key->kind == PTC_FLOAT || key->kind == PTC_VECTOR))
        ptc_sorted_check_key(lisp, collection.kind, key);
    twig = sorted_search(lisp, &collection, key, &way, &clash);
    if (clash != NULL)
        ptc_sorted_refuse(lisp, collection.kind, key, clash);
    if (twig != NULL && collection.kind == PTC_SET)
        return collection;
    entry.value = value != NULL ? *value : ptc_value_nil();
    sorted_write_init(&write, lisp, collection.kind);
    if (twig != NULL) {
        entry.key = twig->entry.key;
        branch = sorted_node(&write, twig->left, &entry, twig->right);
    } else {
        branch = sorted_node(&write, NULL, &entry, NULL);
    }
    return sorted_value(lisp, collection.kind, collection.aux + (twig == NULL ? 1 : 0),
                        sorted_rebuild(&write, &way, branch), &sorted->comparator, kinds);
}

/* A tree without its first entry, which is put into `*first`. */
static ptc_object *sorted_take_first(const sorted_write *write, ptc_twig *twig,
                                     const ptc_hash_entry **first)
{
    sorted_way way = {.length = 0};

    for (; twig->left != NULL; twig = sorted_twig(twig->left)) {
        way.twigs[way.length] = twig;
        way.is_right[way.length++] = false;
    }
    *first = &twig->entry;
    return sorted_rebuild(write, &way, twig->right);
}

/* The two branches of a node as one tree. */
static ptc_object *sorted_join(const sorted_write *write, const ptc_twig *twig)
{
    const ptc_hash_entry *first;
    ptc_object *right;

    if (twig->left == NULL || twig->right == NULL)
        return twig->left != NULL ? twig->left : twig->right;
    right = sorted_take_first(write, sorted_twig(twig->right), &first);
    return sorted_balanced(write, twig->left, first, right);
}

ptc_value ptc_sorted_without(ptc_lisp *lisp, ptc_value collection, const ptc_value *key)
{
    const ptc_sorted *sorted = ptc_sorted_of(&collection);
    const ptc_value *clash = NULL;
    const ptc_twig *twig;
    sorted_write write;
    sorted_way way;

    if (sorted->comparator.kind == PTC_NIL && ptc_lisp_has_nan(lisp, key))
        return collection;
    twig = sorted_search(lisp, &collection, key, &way, &clash);
    if (twig == NULL)
        return collection;
    sorted_write_init(&write, lisp, collection.kind);
    return sorted_value(lisp, collection.kind, collection.aux - 1,
                        sorted_rebuild(&write, &way, sorted_join(&write, twig)),
                        &sorted->comparator, sorted->head & PTC_OBJECT_KINDS);
}
