/* SPDX-License-Identifier: MIT */
/*
 * A table of names: fields of a map, parameters, declarations, definitions in scope.
 *
 * It is a stack whose different names are the leaves of a binary tree: a fork asks for
 * the one bit in which the names on its two sides first differ, and forks further down
 * ask for later bits. So finding a name takes one question for each of its bits at most,
 * and a logarithm of their number for names as people write them; no choice of names
 * makes a table slower than reading them.
 *
 * A leaf is the youngest entry of its name and knows the next elder one. An entry with a
 * new name brings a fork; entries go in the opposite order, so that each finds the tree
 * as it left it.
 */
#include "base/base_int.h"

/* --- The tree ----------------------------------------------------------------------- */

/* References: to a fork, or the entry at a leaf. */
static uint32_t names_fork_ref(size_t number)
{
    return (uint32_t)number << 1;
}

static uint32_t names_leaf_ref(size_t number)
{
    return (uint32_t)number << 1 | 1;
}

static bool names_is_leaf(uint32_t ref)
{
    return (ref & 1) != 0;
}

static ptc_name_entry *names_entry(const ptc_names *names, uint32_t ref)
{
    return &names->entries[ref >> 1];
}

/* The byte of a name as it is compared, with a bit more; 0 after its end. */
static unsigned names_byte(const ptc_names *names, ptc_str name, size_t at)
{
    unsigned char byte;

    if (at >= name.len)
        return 0;
    byte = (unsigned char)name.ptr[at];
    return 256u | (byte == '-' && !names->is_exact ? '_' : byte);
}

/* Which side of a fork the name is on. */
static unsigned names_side(const ptc_names *names, const ptc_name_fork *fork,
                           ptc_str name)
{
    return (names_byte(names, name, fork->at) & fork->bit) != 0;
}

/* The leaf that is the name's if the table has it. */
static const ptc_name_entry *names_nearest(const ptc_names *names, ptc_str name)
{
    uint32_t ref = names->root;

    while (!names_is_leaf(ref)) {
        const ptc_name_fork *fork = &names_entry(names, ref)->fork;

        ref = fork->sides[names_side(names, fork, name)];
    }
    return names_entry(names, ref);
}

static bool names_is(const ptc_names *names, const ptc_name_entry *entry, ptc_str name)
{
    return names->is_exact ? ptc_str_equal(entry->name, name)
                           : ptc_str_equal_folded(entry->name, name);
}

/* The first bit in which two different names differ. */
static ptc_name_fork names_difference(const ptc_names *names, ptc_str a, ptc_str b)
{
    ptc_name_fork fork = {.bit = 256};
    unsigned differs;

    while (names_byte(names, a, fork.at) == names_byte(names, b, fork.at))
        fork.at++;
    differs = names_byte(names, a, fork.at) ^ names_byte(names, b, fork.at);
    while ((differs & fork.bit) == 0)
        fork.bit >>= 1;
    return fork;
}

/* Where the tree refers to the first fork on the way to the name that asks for a later
 * bit than `before`, or to what `wanted` is; or to a leaf. */
static uint32_t *names_place(ptc_names *names, ptc_str name, const ptc_name_fork *before,
                             uint32_t wanted)
{
    uint32_t *place = &names->root;

    while (!names_is_leaf(*place) && *place != wanted) {
        ptc_name_fork *fork = &names_entry(names, *place)->fork;

        if (before != NULL && (fork->at > before->at ||
                               (fork->at == before->at && fork->bit < before->bit)))
            break;
        place = &fork->sides[names_side(names, fork, name)];
    }
    return place;
}

/* --- The stack ---------------------------------------------------------------------- */

void ptc_names_init(ptc_names *names, ptc_arena *arena)
{
    *names = (ptc_names){.arena = arena};
}

const ptc_name_entry *ptc_names_find(const ptc_names *names, ptc_str name)
{
    const ptc_name_entry *entry;

    if (names->count == 0)
        return NULL;
    entry = names_nearest(names, name);
    return names_is(names, entry, name) ? entry : NULL;
}

/* Hangs the youngest entry into the tree, which is not empty. */
static void names_hang(ptc_names *names, ptc_name_entry *entry)
{
    size_t number = (size_t)(entry - names->entries);
    const ptc_name_entry *nearest = names_nearest(names, entry->name);
    uint32_t leaf = names_leaf_ref((size_t)(nearest - names->entries));
    uint32_t *place;
    unsigned side;

    if (names_is(names, nearest, entry->name)) {
        place = names_place(names, entry->name, NULL, leaf);
        entry->elder = leaf;
        *place = names_leaf_ref(number);
        return;
    }
    entry->fork = names_difference(names, nearest->name, entry->name);
    place = names_place(names, entry->name, &entry->fork, leaf);
    side = names_side(names, &entry->fork, entry->name);
    entry->fork.sides[side] = names_leaf_ref(number);
    entry->fork.sides[1 - side] = *place;
    *place = names_fork_ref(number);
}

const ptc_name_entry *ptc_names_push(ptc_names *names, ptc_str name, uint32_t value)
{
    void *entries = names->entries;
    ptc_name_entry *entry;

    if (names->count > UINT32_MAX / 2 ||
        !ptc_arena_reserve(names->arena, &entries, &names->capacity, names->count,
                           names->count + 1, sizeof *entry))
        return NULL;
    names->entries = entries;
    entry = &names->entries[names->count];
    *entry = (ptc_name_entry){.name = name, .value = value};
    if (names->count == 0)
        names->root = names_leaf_ref(0);
    else
        names_hang(names, entry);
    names->count++;
    return entry;
}

const ptc_name_entry *ptc_names_add(ptc_names *names, ptc_str name, uint32_t value)
{
    const ptc_name_entry *entry = ptc_names_find(names, name);

    return entry != NULL ? entry : ptc_names_push(names, name, value);
}

/* Takes the youngest entry off the tree. */
static void names_drop(ptc_names *names, const ptc_name_entry *entry)
{
    size_t number = (size_t)(entry - names->entries);

    if (entry->elder != 0) {
        *names_place(names, entry->name, NULL, names_leaf_ref(number)) = entry->elder;
    } else if (number > 0) {
        uint32_t *place = names_place(names, entry->name, NULL, names_fork_ref(number));
        unsigned side = names_side(names, &entry->fork, entry->name);

        *place = entry->fork.sides[1 - side];
    }
}

void ptc_names_pop(ptc_names *names, size_t count)
{
    while (names->count > count)
        names_drop(names, &names->entries[--names->count]);
}

/* --- Order -------------------------------------------------------------------------- */

typedef struct names_list {
    const char *first;
    size_t stride;
} names_list;

static ptc_str names_at(const names_list *list, uint32_t number)
{
    ptc_str name;

    memcpy(&name, list->first + number * list->stride, sizeof name);
    return name;
}

static int names_compare(const void *list, uint32_t a, uint32_t b)
{
    return ptc_str_compare(names_at(list, a), names_at(list, b));
}

const uint32_t *ptc_names_order(ptc_arena *arena, const ptc_str *names, size_t stride,
                                size_t count)
{
    names_list list = {(const char *)names, stride};
    uint32_t *order = ptc_arena_array(arena, count, 2 * sizeof *order);

    for (size_t i = 0; order != NULL && i < count; i++)
        order[i] = (uint32_t)i;
    if (order != NULL)
        ptc_order_numbers(order, order + count, count, names_compare, &list);
    return order;
}
