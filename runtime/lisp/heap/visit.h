/* SPDX-License-Identifier: MIT */
/*
 * The references of objects on the heap, for the collectors. The only place that knows
 * them: visitors are functions that compilers inline when they are constants.
 */
#ifndef PTC_LISP_VISIT_H
#define PTC_LISP_VISIT_H

#include "lisp/heap/endless.h"
#include "lisp/heap/layout.h"

typedef void ptc_visit_values_fn(void *user, ptc_value *values, size_t count);
/* *place may be NULL. */
typedef void ptc_visit_object_fn(void *user, ptc_object **place);

PTC_INLINE void ptc_visit_node(ptc_hash_node *node, void *user,
                               ptc_visit_values_fn *values, ptc_visit_object_fn *object)
{
    bool is_set = (node->head & PTC_OBJECT_SET) != 0;
    bool is_clash = (node->head & PTC_OBJECT_TYPE_MASK) == PTC_OBJECT_CLASH;
    uint32_t entries = is_clash ? node->data : ptc_count_bits(node->data);
    uint32_t children = is_clash ? 0 : ptc_count_bits(node->nodes);
    unsigned char *place = node->entries;

    for (uint32_t i = 0; i < entries; i++, place += ptc_hash_stride(is_set)) {
        ptc_hash_entry *entry = (ptc_hash_entry *)(void *)place;

        values(user, &entry->key, 1);
        if (!is_set)
            values(user, &entry->value, 1);
    }
    for (uint32_t i = 0; i < children; i++)
        object(user, (ptc_object **)(void *)place + i);
}

PTC_INLINE void ptc_visit_twig(ptc_twig *twig, void *user, ptc_visit_values_fn *values,
                               ptc_visit_object_fn *object)
{
    object(user, &twig->left);
    object(user, &twig->right);
    values(user, &twig->entry.key, 1);
    if (!(twig->head & PTC_OBJECT_SET))
        values(user, &twig->entry.value, 1);
}

/* Trees forget their flat copies. */
PTC_INLINE void ptc_visit_tree(ptc_tree *tree, void *user, ptc_visit_object_fn *object)
{
    tree->flat = NULL;
    object(user, &tree->root);
    object(user, &tree->tail);
}

PTC_INLINE void ptc_visit_large(ptc_large *large, void *user, ptc_visit_values_fn *values,
                                ptc_visit_object_fn *object)
{
    ptc_object *tree = (ptc_object *)(void *)large->tree;

    object(user, &tree);
    large->tree = (ptc_tree *)(void *)tree;
    values(user, ptc_large_items(large) + large->front, large->fill - large->front);
}

/* ORDER OBJECT */
PTC_INLINE void ptc_visit_object(void *place, void *user, ptc_visit_values_fn *values,
                                 ptc_visit_object_fn *object)
{
    switch (ptc_object_type_of(place)) {
    case PTC_OBJECT_BYTES:
        break;
    case PTC_OBJECT_BUFFER:
        values(user, (ptc_value *)(void *)((ptc_buffer *)place + 1),
               ((ptc_buffer *)place)->fill);
        break;
    case PTC_OBJECT_LARGE:
        ptc_visit_large(place, user, values, object);
        break;
    case PTC_OBJECT_RECORD:
        values(user, ((ptc_record *)place)->values, ((ptc_record *)place)->shape->count);
        break;
    case PTC_OBJECT_TREE:
        ptc_visit_tree(place, user, object);
        break;
    case PTC_OBJECT_LEAF:
        values(user, ((ptc_leaf *)place)->values, ((ptc_leaf *)place)->fill);
        break;
    case PTC_OBJECT_BRANCH:
        for (unsigned i = 0; i < 32; i++)
            object(user, &((ptc_branch *)place)->children[i]);
        break;
    case PTC_OBJECT_HASH:
        object(user, &((ptc_hash *)place)->root);
        break;
    case PTC_OBJECT_NODE:
    case PTC_OBJECT_CLASH:
        ptc_visit_node(place, user, values, object);
        break;
    case PTC_OBJECT_FUNCTION:
        values(user, ((ptc_function *)place)->captured, ((ptc_function *)place)->count);
        break;
    case PTC_OBJECT_BOXED:
        values(user, &((ptc_boxed *)place)->content, 1);
        break;
    case PTC_OBJECT_ENDLESS:
        values(user, ((ptc_endless *)place)->values, ((ptc_endless *)place)->count);
        break;
    case PTC_OBJECT_SORTED:
        object(user, &((ptc_sorted *)place)->root);
        values(user, &((ptc_sorted *)place)->comparator, 1);
        break;
    case PTC_OBJECT_TWIG:
        ptc_visit_twig(place, user, values, object);
        break;
    }
}

#endif
