/* SPDX-License-Identifier: MIT */
/*
 * A table of names in which '-' and '_' are the same letter: fields of a map, parameters,
 * declarations. Expected linear time; the hash is a fixed function, so whoever writes
 * contracts can make it slow, but not wrong. [validation 6]
 */
#include "schema/signature_reader.h"

static uint32_t names_hash(ptc_str name)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < name.len; i++) {
        unsigned char byte = (unsigned char)name.ptr[i];

        hash = (hash ^ (byte == '-' ? '_' : byte)) * 16777619u;
    }
    return hash ^ hash >> 15;
}

void ptc_names_init(ptc_names *names, ptc_arena *arena)
{
    *names = (ptc_names){.arena = arena};
}

/* The slot that has `name`, or the empty one where it belongs. */
static size_t names_slot(const ptc_names *names, ptc_str name)
{
    size_t mask = names->slot_count - 1;
    size_t slot = names_hash(name) & mask;

    while (names->slots[slot] != 0 &&
           !ptc_str_equal_folded(names->entries[names->slots[slot] - 1].name, name))
        slot = (slot + 1) & mask;
    return slot;
}

const ptc_name_entry *ptc_names_find(const ptc_names *names, ptc_str name)
{
    size_t slot;

    if (names->slot_count == 0)
        return NULL;
    slot = names_slot(names, name);
    return names->slots[slot] ? &names->entries[names->slots[slot] - 1] : NULL;
}

/* Doubles the slots when they are half full. */
static bool names_make_room(ptc_names *names)
{
    size_t slot_count = names->slot_count ? names->slot_count * 2 : 16;
    uint32_t *slots;

    if (names->count * 2 < names->slot_count)
        return true;
    slots = ptc_arena_array(names->arena, slot_count, sizeof *slots);
    if (slots == NULL)
        return false;
    names->slots = slots;
    names->slot_count = slot_count;
    for (size_t i = 0; i < names->count; i++)
        slots[names_slot(names, names->entries[i].name)] = (uint32_t)i + 1;
    return true;
}

const ptc_name_entry *ptc_names_add(ptc_names *names, ptc_str name, uint32_t value)
{
    void *entries = names->entries;
    size_t slot;

    if (!names_make_room(names) ||
        !ptc_arena_reserve(names->arena, &entries, &names->capacity, names->count,
                           names->count + 1, sizeof *names->entries))
        return NULL;
    names->entries = entries;
    slot = names_slot(names, name);
    if (names->slots[slot] == 0) {
        names->entries[names->count++] = (ptc_name_entry){name, value};
        names->slots[slot] = (uint32_t)names->count;
    }
    return &names->entries[names->slots[slot] - 1];
}
