/* SPDX-License-Identifier: MIT */
/* Sets of names: open addressing, at most half full. */
#include "generator/text/name_set.h"

enum { NAMES_FIRST = 16 };

void ptcc_names_init(ptcc_names *names, ptc_arena *arena)
{
    memset(names, 0, sizeof *names);
    names->arena = arena;
}

/* Where the name is, or where it would go. */
static ptcc_name *names_slot(const ptcc_names *names, ptc_str id)
{
    size_t slot = (size_t)ptc_str_hash(id) & (names->size - 1);

    while (names->slots[slot].id.ptr && !ptc_str_equal(names->slots[slot].id, id))
        slot = (slot + 1) & (names->size - 1);
    return &names->slots[slot];
}

static bool names_grow(ptcc_names *names)
{
    ptcc_names grown = *names;

    grown.size = names->size ? names->size * 2 : NAMES_FIRST;
    grown.slots = ptc_arena_array(names->arena, grown.size, sizeof *grown.slots);
    if (grown.slots == NULL)
        return false;
    for (size_t i = 0; i < names->size; i++) {
        if (names->slots[i].id.ptr)
            *names_slot(&grown, names->slots[i].id) = names->slots[i];
    }
    *names = grown;
    return true;
}

ptcc_name *ptcc_names_find(const ptcc_names *names, ptc_str id)
{
    ptcc_name *name = names->size ? names_slot(names, id) : NULL;

    return name && name->id.ptr ? name : NULL;
}

ptcc_name *ptcc_names_add(ptcc_names *names, ptc_str id, bool *is_new)
{
    ptcc_name *name;

    if (names->count * 2 >= names->size && !names_grow(names))
        return NULL;
    name = names_slot(names, id);
    *is_new = name->id.ptr == NULL;
    if (*is_new) {
        name->id = id.ptr ? id : PTC_STR("");
        names->count++;
    }
    return name;
}
