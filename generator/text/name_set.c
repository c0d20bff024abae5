/* SPDX-License-Identifier: MIT */
/* Sets of names, with what is known about each. */
#include "generator/text/name_set.h"

void ptcc_names_init(ptcc_names *names, ptc_arena *arena)
{
    memset(names, 0, sizeof *names);
    ptc_names_init(&names->ids, arena);
    names->ids.is_exact = true;
}

ptcc_name *ptcc_names_find(const ptcc_names *names, ptc_str id)
{
    const ptc_name_entry *entry = ptc_names_find(&names->ids, id);

    return entry != NULL ? &names->items[entry->value] : NULL;
}

ptcc_name *ptcc_names_add(ptcc_names *names, ptc_str id, bool *is_new)
{
    ptcc_name *name = ptcc_names_find(names, id);

    *is_new = name == NULL;
    if (name != NULL)
        return name;
    name = PTC_ARENA_PUSH(names->ids.arena, names->items, names->count, names->capacity);
    if (name == NULL ||
        ptc_names_push(&names->ids, id, (uint32_t)(names->count - 1)) == NULL)
        return NULL;
    *name = (ptcc_name){.id = id};
    return name;
}
