/* SPDX-License-Identifier: MIT */
/*
 * Sets: up to PTC_SET_SMALL items flat, in order of insertion, larger ones as hashes.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"

static bool set_is_flat(const ptc_value *set)
{
    return !(set->flags & PTC_FLAG_TREE);
}

/* The place of an item in a flat set, or its count. */
static uint32_t set_place(ptc_lisp *lisp, const ptc_value *items, uint32_t count,
                          const ptc_value *item)
{
    uint32_t i = 0;

    while (i < count && !ptc_lisp_same(lisp, &items[i], item))
        i++;
    return i;
}

/* A flat set whose items the caller fills, with room for one more. */
static ptc_value set_new(ptc_lisp *lisp, uint32_t count, ptc_value **items)
{
    ptc_value set = ptc_vector_new(lisp, count, count, items);

    set.kind = PTC_SET;
    return set;
}

ptc_value ptc_lisp_set_empty(ptc_lisp *lisp)
{
    ptc_value set = ptc_vector_empty();

    (void)lisp;
    set.kind = PTC_SET;
    return set;
}

ptc_value ptc_lisp_set_of(ptc_lisp *lisp, const ptc_value *items, size_t count)
{
    ptc_value kept[PTC_SET_SMALL];
    uint32_t kept_count = 0;
    ptc_value *copy;
    ptc_value set;

    for (size_t i = 0; i < count; i++) {
        ptc_lisp_fill_look(lisp, i);
        if (set_place(lisp, kept, kept_count, &items[i]) < kept_count)
            continue;
        if (kept_count == PTC_SET_SMALL)
            return ptc_hash_make(lisp, NULL, PTC_SET, items, 1, count);
        kept[kept_count++] = items[i];
    }
    if (kept_count == 0)
        return ptc_lisp_set_empty(lisp);
    set = set_new(lisp, kept_count, &copy);
    memcpy(copy, kept, kept_count * sizeof *kept);
    return set;
}

bool ptc_lisp_set_has(ptc_lisp *lisp, const ptc_value *set, const ptc_value *item)
{
    if (set_is_flat(set))
        return set_place(lisp, set->as.items, set->aux, item) < set->aux;
    if (ptc_is_sorted(set))
        return ptc_sorted_find(lisp, set, item) != NULL;
    return ptc_hash_find(lisp, set, item, ptc_lisp_hash(lisp, item)) != NULL;
}

bool ptc_lisp_set_find(ptc_lisp *lisp, const ptc_value *set, const ptc_value *item,
                       ptc_value *found)
{
    const ptc_hash_entry *entry;

    *found = *item;
    if (!ptc_is_sorted(set))
        return ptc_lisp_set_has(lisp, set, item);
    entry = ptc_sorted_find(lisp, set, item);
    if (entry != NULL)
        *found = entry->key;
    return entry != NULL;
}

ptc_value ptc_lisp_set_conj(ptc_lisp *lisp, ptc_value set, ptc_value item)
{
    ptc_value *items;
    ptc_value copy;

    if (ptc_is_sorted(&set))
        return ptc_sorted_with(lisp, set, &item, NULL);
    if (!set_is_flat(&set))
        return ptc_hash_with(lisp, set, &item, NULL);
    if (set_place(lisp, set.as.items, set.aux, &item) < set.aux)
        return set;
    if (set.aux >= PTC_SET_SMALL) {
        set = ptc_hash_make(lisp, NULL, PTC_SET, set.as.items, 1, set.aux);
        return ptc_hash_with(lisp, set, &item, NULL);
    }
    copy = set_new(lisp, set.aux + 1, &items);
    if (set.aux != 0)
        memcpy(items, set.as.items, set.aux * sizeof *items);
    items[set.aux] = item;
    return copy;
}

ptc_value ptc_lisp_set_disj(ptc_lisp *lisp, ptc_value set, ptc_value item)
{
    ptc_value *items;
    ptc_value copy;
    uint32_t place;

    if (ptc_is_sorted(&set))
        return ptc_sorted_without(lisp, set, &item);
    if (!set_is_flat(&set))
        return ptc_hash_without(lisp, set, &item);
    place = set_place(lisp, set.as.items, set.aux, &item);
    if (place == set.aux)
        return set;
    if (set.aux == 1)
        return ptc_lisp_set_empty(lisp);
    copy = set_new(lisp, set.aux - 1, &items);
    memcpy(items, set.as.items, place * sizeof *items);
    memcpy(items + place, set.as.items + place + 1,
           (set.aux - place - 1) * sizeof *items);
    return copy;
}

ptc_value ptc_lisp_set_first(const ptc_value *set)
{
    if (ptc_is_sorted(set))
        return ptc_sorted_first(set)->key;
    return set_is_flat(set) ? set->as.items[0] : ptc_hash_first(set)->key;
}

ptc_value ptc_lisp_set_items(ptc_lisp *lisp, const ptc_value *set)
{
    const ptc_hash_entry *const *entries;
    ptc_value *items;
    ptc_value vector;

    ptc_lisp_steps(lisp, set->aux);
    if (set_is_flat(set)) {
        vector = *set;
        vector.kind = PTC_VECTOR;
        vector.flags |= PTC_FLAG_SEQ;
        return vector;
    }
    entries = ptc_hash_ordered(lisp, set);
    vector = ptc_vector_new(lisp, set->aux, set->aux, &items);
    for (uint32_t i = 0; i < set->aux; i++) {
        items[i] = entries[i]->key;
        ptc_lisp_fill_look(lisp, i);
    }
    vector.flags |= PTC_FLAG_SEQ;
    return vector;
}
