/* SPDX-License-Identifier: MIT */
/*
 * Vectors as 32-way tries, for writes inside large ones. See data.h.
 *
 * A tree is a view [start, end) of positions. The positions before the last leaf are in
 * the trie under `root`, at the place that their bits give; the last leaf is the tail,
 * which is filled in place by the view that covers all of it. Positions outside [base,
 * stored) do not exist: children may be NULL, or hold items of earlier versions.
 *
 * Large buffers remember the tree of their items, so that writes to one old version do
 * not each make a tree.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"

enum {
    TREE_BITS = 5,
    TREE_WIDTH = 32,
    TREE_MASK = 31,
    TREE_KEPT = 1024, /* positions that a view may always leave unused */
};

/* Trees whose positions come near the limit of 32 bits are rebuilt. */
#define TREE_STORED_MAX (UINT32_C(1) << 31)

static ptc_tree *trie_of_value(const ptc_value *vector)
{
    return (ptc_tree *)(void *)vector->as.object;
}

static ptc_value trie_value(ptc_tree *tree, unsigned seq)
{
    ptc_value vector =
        ptc_value_make(PTC_VECTOR, PTC_FLAG_TREE | seq, tree->end - tree->start);

    vector.as.object = (ptc_object *)(void *)tree;
    return vector;
}

static ptc_leaf *trie_leaf(ptc_object *object)
{
    return (ptc_leaf *)(void *)object;
}

static ptc_branch *trie_branch(ptc_object *object)
{
    return (ptc_branch *)(void *)object;
}

/* Where the tail begins. */
static uint32_t trie_tail_start(const ptc_tree *tree)
{
    return (tree->stored - 1) & ~(uint32_t)TREE_MASK;
}

static ptc_leaf *trie_new_leaf(ptc_lisp *lisp)
{
    ptc_leaf *leaf = ptc_heap_alloc(lisp, sizeof *leaf);

    leaf->head = ptc_object_head(PTC_OBJECT_LEAF, sizeof *leaf);
    leaf->fill = 0;
    leaf->reserved = 0;
    return leaf;
}

/* A copy of a leaf with `fill` values; without one nil. */
static ptc_leaf *trie_copy_leaf(ptc_lisp *lisp, const ptc_leaf *old, uint32_t fill)
{
    ptc_leaf *leaf = trie_new_leaf(lisp);

    leaf->fill = fill;
    if (old != NULL && old->fill >= fill) {
        memcpy(leaf->values, old->values, fill * sizeof(ptc_value));
    } else {
        memset(leaf->values, 0, fill * sizeof(ptc_value));
        if (old != NULL)
            memcpy(leaf->values, old->values, old->fill * sizeof(ptc_value));
    }
    return leaf;
}

/* A copy of a branch, or one without children. */
static ptc_branch *trie_new_branch(ptc_lisp *lisp, const ptc_branch *old)
{
    ptc_branch *branch = ptc_heap_alloc(lisp, sizeof *branch);

    if (old != NULL)
        *branch = *old;
    else
        *branch = (ptc_branch){.reserved = 0};
    branch->head = ptc_object_head(PTC_OBJECT_BRANCH, sizeof *branch);
    return branch;
}

/* Another view of the same, for its fields to be changed. */
static ptc_tree *trie_copy(ptc_lisp *lisp, const ptc_tree *old)
{
    ptc_tree *tree = ptc_heap_alloc(lisp, sizeof *tree);

    *tree = *old;
    tree->head = ptc_object_head(PTC_OBJECT_TREE, sizeof *tree);
    tree->flat = NULL;
    return tree;
}

/* --- Reading ----------------------------------------------------------------------- */

/* The leaf of a stored position. */
static ptc_leaf *trie_leaf_at(const ptc_tree *tree, uint32_t position)
{
    ptc_object *node = tree->root;

    if (position >= trie_tail_start(tree))
        return trie_leaf(tree->tail);
    for (uint32_t shift = tree->shift; shift != 0; shift -= TREE_BITS)
        node = trie_branch(node)->children[position >> shift & TREE_MASK];
    return trie_leaf(node);
}

ptc_value ptc_tree_nth(const ptc_value *vector, uint32_t index)
{
    const ptc_tree *tree = trie_of_value(vector);
    uint32_t position = tree->start + index;

    return trie_leaf_at(tree, position)->values[position & TREE_MASK];
}

void ptc_tree_copy(const ptc_value *vector, uint32_t start, uint32_t count,
                   ptc_value *items)
{
    const ptc_tree *tree = trie_of_value(vector);
    uint32_t position = tree->start + start;
    uint32_t end = position + count;

    while (position < end) {
        const ptc_leaf *leaf = trie_leaf_at(tree, position);
        uint32_t from = position & TREE_MASK;
        uint32_t run = TREE_WIDTH - from;

        if (run > end - position)
            run = end - position;
        memcpy(items, leaf->values + from, run * sizeof *items);
        items += run;
        position += run;
    }
}

/* --- Making ------------------------------------------------------------------------ */

/* Puts `count` nodes, in an array that is lost, under one root. */
static ptc_object *trie_join(ptc_lisp *lisp, ptc_object **nodes, uint32_t count,
                             uint32_t *shift)
{
    *shift = 0;
    while (count > 1) {
        uint32_t parents = 0;

        for (uint32_t i = 0; i < count; i += TREE_WIDTH) {
            uint32_t width = count - i < TREE_WIDTH ? count - i : TREE_WIDTH;
            ptc_branch *branch = trie_new_branch(lisp, NULL);

            memcpy(branch->children, nodes + i, width * sizeof(ptc_object *));
            nodes[parents++] = (ptc_object *)(void *)branch;
        }
        count = parents;
        *shift += TREE_BITS;
    }
    return count == 0 ? NULL : nodes[0];
}

/* Memory that no value refers to, gone with the next collection. */
static void *trie_scratch(ptc_lisp *lisp, size_t size)
{
    ptc_bytes *bytes = ptc_heap_alloc(lisp, sizeof *bytes + size);

    bytes->head = ptc_object_head(PTC_OBJECT_BYTES, sizeof *bytes + size);
    return bytes + 1;
}

static ptc_leaf *trie_leaf_of(ptc_lisp *lisp, const ptc_value *items, uint32_t count)
{
    ptc_leaf *leaf = trie_new_leaf(lisp);

    leaf->fill = count;
    memcpy(leaf->values, items, count * sizeof *items);
    return leaf;
}

/* A tree of `count` > 0 items. */
static ptc_tree *trie_make(ptc_lisp *lisp, const ptc_value *items, uint32_t count)
{
    uint32_t leaves = (count - 1) / TREE_WIDTH;
    ptc_object **nodes = trie_scratch(lisp, (leaves + 1) * sizeof *nodes);
    ptc_tree *tree = ptc_heap_alloc(lisp, sizeof *tree);

    ptc_lisp_work(lisp, count / 64);
    *tree = (ptc_tree){.head = ptc_object_head(PTC_OBJECT_TREE, sizeof *tree),
                       .end = count,
                       .stored = count};
    for (size_t i = 0; i < leaves; i++)
        nodes[i] =
            (ptc_object *)(void *)trie_leaf_of(lisp, items + i * TREE_WIDTH, TREE_WIDTH);
    tree->root = trie_join(lisp, nodes, leaves, &tree->shift);
    tree->tail = (ptc_object *)(void *)trie_leaf_of(
        lisp, items + (size_t)leaves * TREE_WIDTH, count - leaves * TREE_WIDTH);
    return tree;
}

/* --- Writing ----------------------------------------------------------------------- */

/*
 * The trie with a leaf at a position that it has room for; a path of it is copied.
 * Recursion is as deep as the trie.
 */
static ptc_object *trie_put_leaf(ptc_lisp *lisp, ptc_object *node, uint32_t shift,
                                 uint32_t position, ptc_leaf *leaf)
{
    ptc_branch *branch;
    uint32_t place = position >> shift & TREE_MASK;

    if (shift == 0)
        return (ptc_object *)(void *)leaf;
    branch = trie_new_branch(lisp, node != NULL ? trie_branch(node) : NULL);
    branch->children[place] =
        trie_put_leaf(lisp, branch->children[place], shift - TREE_BITS, position, leaf);
    return (ptc_object *)(void *)branch;
}

/* Makes the trie higher until it has room for a position. */
static void trie_raise(ptc_lisp *lisp, ptc_tree *tree, uint32_t position)
{
    while ((uint64_t)position >> tree->shift >> TREE_BITS != 0) {
        if (tree->root != NULL) {
            ptc_branch *branch = trie_new_branch(lisp, NULL);

            branch->children[0] = tree->root;
            tree->root = (ptc_object *)(void *)branch;
        }
        tree->shift += TREE_BITS;
    }
}

/* Forgets the positions from `end` on, which is more than `start`. */
static void trie_truncate(ptc_tree *tree, uint32_t end)
{
    if (end <= trie_tail_start(tree))
        tree->tail = (ptc_object *)(void *)trie_leaf_at(tree, end - 1);
    tree->stored = end;
    tree->end = end;
}

/* Appends to a tree that only the caller sees. */
static void trie_push(ptc_lisp *lisp, ptc_tree *tree, ptc_value item)
{
    ptc_leaf *tail = trie_leaf(tree->tail);
    uint32_t used = ((tree->stored - 1) & TREE_MASK) + 1;

    if (used == TREE_WIDTH) {
        uint32_t position = trie_tail_start(tree);

        trie_raise(lisp, tree, position);
        tree->root = trie_put_leaf(lisp, tree->root, tree->shift, position, tail);
        tail = trie_new_leaf(lisp);
        used = 0;
    } else if (tail->fill != used) {
        tail = trie_copy_leaf(lisp, tail, used);
    }
    tail->values[used] = item;
    tail->fill = used + 1;
    tree->tail = (ptc_object *)(void *)tail;
    tree->end = ++tree->stored;
}

/* Sets a position in [base, stored) of a tree that only the caller sees; one before base
 * when the trie has room for it. */
static void trie_set(ptc_lisp *lisp, ptc_tree *tree, uint32_t position, ptc_value item)
{
    ptc_object *node = tree->root;
    ptc_leaf *leaf;

    if (position >= trie_tail_start(tree)) {
        leaf = trie_copy_leaf(lisp, trie_leaf(tree->tail),
                              ((tree->stored - 1) & TREE_MASK) + 1);
        tree->tail = (ptc_object *)(void *)leaf;
    } else {
        for (uint32_t shift = tree->shift; shift != 0 && node != NULL; shift -= TREE_BITS)
            node = trie_branch(node)->children[position >> shift & TREE_MASK];
        leaf = trie_copy_leaf(lisp, node != NULL ? trie_leaf(node) : NULL, TREE_WIDTH);
        tree->root = trie_put_leaf(lisp, tree->root, tree->shift, position, leaf);
    }
    leaf->values[position & TREE_MASK] = item;
}

/* --- The trees of buffers ---------------------------------------------------------- */

/* The tree that a large buffer remembers, of items up to `end` at least, from `start` at
 * most; NULL when it cannot remember one. */
static ptc_tree *trie_of_large(ptc_lisp *lisp, ptc_large *large, uint32_t start,
                               uint32_t end)
{
    ptc_tree *tree = large->tree;

    if (!ptc_large_is_writable(large) ||
        (!(large->head & PTC_OBJECT_MOVES) && ptc_vector_number(lisp, large) == 0))
        return NULL;
    if (tree != NULL && tree->origin <= start && end <= tree->origin + tree->stored)
        return tree;
    if (tree == NULL || tree->origin > start ||
        large->fill - tree->origin > tree->stored + tree->stored / 4) {
        tree = trie_make(lisp, ptc_large_items(large) + large->front,
                         large->fill - large->front);
        tree->origin = large->front;
    } else {
        tree = trie_copy(lisp, tree);
        while (tree->origin + tree->stored < large->fill)
            trie_push(lisp, tree, ptc_large_items(large)[tree->origin + tree->stored]);
    }
    large->tree = tree;
    return tree;
}

/* A new tree that only the caller sees, of a vector that is not empty. */
static ptc_tree *trie_of(ptc_lisp *lisp, const ptc_value *vector)
{
    uint32_t start;
    ptc_large *large;
    ptc_tree *known = NULL;
    ptc_tree *tree;
    ptc_value flat;

    if (vector->flags & PTC_FLAG_TREE) {
        tree = trie_of_value(vector);
        if (tree->stored < TREE_STORED_MAX)
            return trie_copy(lisp, tree);
        flat = *vector;
        return trie_make(lisp, ptc_vector_items(lisp, &flat), vector->aux);
    }
    large = ptc_vector_large(lisp, vector, &start);
    if (large != NULL)
        known = trie_of_large(lisp, large, start, start + vector->aux);
    if (known == NULL)
        return trie_make(lisp, vector->as.items, vector->aux);
    known->head |= PTC_OBJECT_WANTED;
    tree = trie_copy(lisp, known);
    tree->head &= ~PTC_OBJECT_WANTED;
    tree->start = start - known->origin;
    tree->base = tree->start;
    tree->end = tree->start + vector->aux;
    return tree;
}

/* --- Vectors ----------------------------------------------------------------------- */

ptc_value ptc_tree_conj(ptc_lisp *lisp, ptc_value vector, ptc_value item)
{
    return ptc_tree_append(lisp, vector, &item, 1);
}

ptc_value ptc_tree_append(ptc_lisp *lisp, ptc_value vector, const ptc_value *items,
                          size_t count)
{
    ptc_tree *tree = trie_of(lisp, &vector);

    if (count > TREE_STORED_MAX)
        ptc_lisp_memory_error(lisp);
    trie_truncate(tree, tree->end);
    for (size_t i = 0; i < count; i++)
        trie_push(lisp, tree, items[i]);
    return trie_value(tree, vector.flags & PTC_FLAG_SEQ);
}

ptc_value ptc_tree_assoc(ptc_lisp *lisp, ptc_value vector, uint32_t index, ptc_value item)
{
    ptc_tree *tree = trie_of(lisp, &vector);

    trie_set(lisp, tree, tree->start + index, item);
    return trie_value(tree, vector.flags & PTC_FLAG_SEQ);
}

/*
 * Puts the trie half way into a higher one, so that there is room before it. The room
 * grows with the height, so that this happens once per 16-fold growth.
 */
static void trie_make_front(ptc_lisp *lisp, ptc_tree *tree)
{
    uint32_t place;
    uint32_t offset;

    trie_raise(lisp, tree, trie_tail_start(tree));
    tree->shift += TREE_BITS;
    if (tree->shift > 6 * TREE_BITS)
        ptc_lisp_memory_error(lisp);
    place = tree->shift < 6 * TREE_BITS ? TREE_WIDTH / 2 : 1;
    offset = place << tree->shift;
    if (tree->root != NULL) {
        ptc_branch *branch = trie_new_branch(lisp, NULL);

        branch->children[place] = tree->root;
        tree->root = (ptc_object *)(void *)branch;
    }
    tree->start += offset;
    tree->end += offset;
    tree->base += offset;
    tree->stored += offset;
}

ptc_value ptc_tree_prepend(ptc_lisp *lisp, ptc_value vector, ptc_value item)
{
    ptc_tree *tree = trie_of(lisp, &vector);

    if (tree->start == 0)
        trie_make_front(lisp, tree);
    tree->start--;
    tree->base = tree->start;
    trie_raise(lisp, tree, tree->start);
    trie_set(lisp, tree, tree->start, item);
    return trie_value(tree, vector.flags & PTC_FLAG_SEQ);
}

/* The part of a trie with positions [from, to), neither of them outside it. Recursion is
 * as deep as the trie. */
static ptc_object *trie_trim(ptc_lisp *lisp, ptc_object *node, uint32_t shift,
                             uint32_t from, uint32_t to)
{
    uint32_t first = from >> shift & TREE_MASK;
    uint32_t last = (to - 1) >> shift & TREE_MASK;
    ptc_branch *old = trie_branch(node);
    ptc_branch *branch;

    if (shift == 0)
        return node;
    branch = trie_new_branch(lisp, NULL);
    memcpy(branch->children + first, old->children + first,
           (last - first + 1) * sizeof(ptc_object *));
    if (first == last) {
        branch->children[first] =
            trie_trim(lisp, old->children[first], shift - TREE_BITS, from, to);
        return (ptc_object *)(void *)branch;
    }
    branch->children[first] = trie_trim(lisp, old->children[first], shift - TREE_BITS,
                                        from, ((from >> shift) + 1) << shift);
    branch->children[last] = trie_trim(lisp, old->children[last], shift - TREE_BITS,
                                       (to - 1) >> shift << shift, to);
    return (ptc_object *)(void *)branch;
}

/* Moves all positions down, as far as the trie has nothing below them. */
static void trie_lower(ptc_tree *tree)
{
    uint32_t limit = trie_tail_start(tree);
    uint32_t offset = 0;

    if (tree->root == NULL) {
        offset = limit;
        tree->shift = 0;
    }
    while (tree->root != NULL && tree->shift != 0) {
        uint32_t low = (tree->start - offset) >> tree->shift;

        if (low != (limit - 1 - offset) >> tree->shift)
            break;
        tree->root = trie_branch(tree->root)->children[low];
        offset += low << tree->shift;
        tree->shift -= TREE_BITS;
    }
    tree->start -= offset;
    tree->end -= offset;
    tree->base -= offset;
    tree->stored -= offset;
}

ptc_value ptc_tree_slice(ptc_lisp *lisp, ptc_value vector, uint32_t start, uint32_t end)
{
    ptc_tree *tree = trie_of(lisp, &vector);
    uint32_t count = end - start;

    tree->end = tree->start + end;
    tree->start += start;
    if ((uint64_t)(tree->stored - tree->base) > 16 * (uint64_t)count + TREE_KEPT) {
        uint32_t limit;

        trie_truncate(tree, tree->end);
        tree->base = tree->start;
        limit = trie_tail_start(tree);
        tree->root = tree->start < limit
                         ? trie_trim(lisp, tree->root, tree->shift, tree->start, limit)
                         : NULL;
        trie_lower(tree);
    }
    return trie_value(tree, vector.flags & PTC_FLAG_SEQ);
}
