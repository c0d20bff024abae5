/* SPDX-License-Identifier: MIT */
/*
 * Maps and sets that keep their keys in order, as binary trees that are balanced by
 * height: a write copies the nodes on its way. Empty and small ones have no other form,
 * so that their comparator is never lost. [ptc-lisp 11.4]
 *
 * A comparator is a function of the program. It is called wherever a key is looked for,
 * by callers that have values in C locals; therefore no safepoint collects while it runs.
 * Builtins that bring many keys sort them first, with collections (core_sorted.c).
 */
#include "lisp/heap/data.h"
#include "lisp/heap/hash_int.h"

enum { SORTED_DEPTH = 64 }; /* 1.44 log2 of a count below 2^32 */

/* The way to a key, or to where it belongs. */
typedef struct sorted_way {
    ptc_twig *twigs[SORTED_DEPTH];
    bool is_right[SORTED_DEPTH];
    uint32_t length;
} sorted_way;

/* What a write needs. */
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

static const char *sorted_name(unsigned kind)
{
    return kind == PTC_SET ? "sorted-set" : "sorted-map";
}

/* --- The order ---------------------------------------------------------------------- */

/* Slots above all that are in use: instructions that read look for keys while lisp->top
 * is wherever the last call left it. */
static ptc_value *sorted_reserve(ptc_lisp *lisp, size_t count)
{
    const ptc_frame *frame = lisp->frame;

    if (frame > lisp->frames && frame->proto != NULL &&
        frame->base + frame->proto->registers > lisp->top)
        lisp->top = frame->base + frame->proto->registers;
    return ptc_lisp_reserve(lisp, count);
}

/* The comparator's answer about a and b, of which no garbage is collected. */
static ptc_value sorted_ask(ptc_lisp *lisp, const ptc_value *comparator, ptc_value a,
                            ptc_value b)
{
    bool is_holding = lisp->is_holding;
    ptc_value *top = lisp->top;
    ptc_value *slots = sorted_reserve(lisp, 3);
    ptc_value verdict;

    slots[0] = *comparator;
    slots[1] = a;
    slots[2] = b;
    lisp->is_holding = true;
    verdict = ptc_lisp_call(lisp, &slots[0], &slots[1], 2);
    lisp->is_holding = is_holding;
    if (lisp->is_collect_due || lisp->options.collects_always)
        ptc_lisp_hurry(lisp);
    lisp->top = top;
    return verdict;
}

bool ptc_sorted_is_less(ptc_lisp *lisp, const char *name, const ptc_value *verdict)
{
    if (verdict->kind == PTC_BOOL)
        return verdict->as.boolean;
    if (verdict->kind == PTC_INT)
        return verdict->as.integer < 0;
    if (verdict->kind == PTC_FLOAT)
        return verdict->as.number < 0;
    ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                   "%s: the comparator must give a number or a boolean, got %s", name,
                   ptc_lisp_type_name(verdict));
}

/* A comparator that says true puts a first; of one that says false b is asked for. */
static int sorted_call(ptc_lisp *lisp, const char *name, const ptc_value *comparator,
                       const ptc_value *a, const ptc_value *b)
{
    ptc_value verdict = sorted_ask(lisp, comparator, *a, *b);

    if (ptc_sorted_is_less(lisp, name, &verdict))
        return -1;
    if (verdict.kind == PTC_INT)
        return verdict.as.integer > 0;
    if (verdict.kind == PTC_FLOAT)
        return verdict.as.number > 0;
    verdict = sorted_ask(lisp, comparator, *b, *a);
    return ptc_sorted_is_less(lisp, name, &verdict);
}

/* -1 0 1, or PTC_NO_ORDER */
static int sorted_order(ptc_lisp *lisp, const ptc_value *collection, const ptc_value *a,
                        const ptc_value *b)
{
    const ptc_value *comparator = &ptc_sorted_of(collection)->comparator;

    ptc_lisp_step(lisp);
    if (PTC_LIKELY(comparator->kind == PTC_NIL))
        return ptc_lisp_order(lisp, a, b);
    return sorted_call(lisp, sorted_name(collection->kind), comparator, a, b);
}

void ptc_sorted_refuse(ptc_lisp *lisp, unsigned kind, const ptc_value *a,
                       const ptc_value *b)
{
    const char *name = sorted_name(kind);

    if (ptc_lisp_order(lisp, a, a) == PTC_NO_ORDER)
        b = a;
    if (ptc_lisp_order(lisp, b, b) == PTC_NO_ORDER)
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: a %s has no place in an order: %s; use %s-by with a "
                       "comparator, or %s",
                       name, ptc_lisp_type_name(b), ptc_lisp_quote(lisp, b), name,
                       kind == PTC_SET ? "a plain set" : "a plain map");
    ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                   "%s: %s and %s have no order: %s, %s; use keys of one type, or %s-by "
                   "with a comparator",
                   name, ptc_lisp_type_name(a), ptc_lisp_type_name(b),
                   ptc_lisp_quote(lisp, a), ptc_lisp_quote(lisp, b), name);
}

void ptc_sorted_check_key(ptc_lisp *lisp, unsigned kind, const ptc_value *key)
{
    if (key->kind != PTC_FLOAT && key->kind != PTC_VECTOR) {
        if (ptc_lisp_order(lisp, key, key) == PTC_NO_ORDER)
            ptc_sorted_refuse(lisp, kind, key, key);
        return;
    }
    ptc_lisp_refuse_nan(lisp, sorted_name(kind), key);
    if (ptc_lisp_order(lisp, key, key) == PTC_NO_ORDER)
        ptc_sorted_refuse(lisp, kind, key, key);
}

/* --- Reading ------------------------------------------------------------------------ */

/* The node with the key, or NULL; `*clash`, if asked for, is a key without an order to
 * it. */
static ptc_twig *sorted_search(ptc_lisp *lisp, const ptc_value *collection,
                               const ptc_value *key, sorted_way *way,
                               const ptc_value **clash)
{
    ptc_twig *twig = sorted_twig(ptc_sorted_of(collection)->root);
    uint32_t length = 0;

    while (twig != NULL) {
        int order = sorted_order(lisp, collection, key, &twig->entry.key);

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

const ptc_hash_entry *const *ptc_sorted_ordered(ptc_lisp *lisp,
                                                const ptc_value *collection)
{
    const ptc_hash_entry **entries = hash_scratch(lisp, collection->aux, sizeof *entries);
    const ptc_twig *waiting[SORTED_DEPTH];
    const ptc_twig *twig = sorted_twig(ptc_sorted_of(collection)->root);
    uint32_t depth = 0;
    uint32_t count = 0;

    while (twig != NULL || depth > 0) {
        if (twig != NULL) {
            waiting[depth++] = twig;
            twig = sorted_twig(twig->left);
            continue;
        }
        twig = waiting[--depth];
        entries[count] = &twig->entry;
        ptc_lisp_fill_look(lisp, count++);
        twig = sorted_twig(twig->right);
    }
    return entries;
}

void ptc_sorted_rank(ptc_lisp *lisp, const ptc_value *collection, const ptc_value *key,
                     uint32_t *before, uint32_t *through)
{
    const ptc_hash_entry *const *entries = ptc_sorted_ordered(lisp, collection);
    uint32_t low = 0;
    uint32_t high = collection->aux;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = sorted_order(lisp, collection, key, &entries[middle]->key);

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

/* Of branches that differ by two at most. */
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

/* The tree in which the way ends in `branch` instead. */
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

/* A tree of entries [from, to), keys of which stand `stride` values apart. Recursion is
 * as deep as the tree. */
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

/* What is left of a tree without its first entry, which is put into `*first`. */
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
