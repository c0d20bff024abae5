/* SPDX-License-Identifier: MIT */
/*
 * A table of names: fields of a map, parameters, declarations, definitions in scope.
 *
 * It is a stack whose entries are chained by hash. A younger name stands before an elder
 * one in its chain, so that shadowing is finding it first, and popping is taking the head
 * off. Expected linear time; the hash is a fixed function, so whoever writes contracts
 * can make it slow, but not wrong.
 */
#include "base/base_int.h"

enum { NAMES_BUCKETS = 32 };

/* FNV-1a of the text as it is compared. */
static uint32_t names_hash(const ptc_names *names, ptc_str name)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < name.len; i++) {
        unsigned char byte = (unsigned char)name.ptr[i];

        hash = (hash ^ (byte == '-' && !names->is_exact ? '_' : byte)) * 16777619u;
    }
    return hash ^ hash >> 15;
}

static uint32_t *names_bucket(const ptc_names *names, uint32_t hash)
{
    return &names->buckets[hash & (names->bucket_count - 1)];
}

/* Doubles the buckets and hangs every name in again, eldest first. */
static bool names_grow(ptc_names *names)
{
    size_t count = names->bucket_count ? names->bucket_count * 2 : NAMES_BUCKETS;
    uint32_t *buckets = ptc_arena_array(names->arena, count, sizeof *buckets);

    if (buckets == NULL)
        return false;
    names->buckets = buckets;
    names->bucket_count = count;
    for (size_t i = 0; i < names->count; i++) {
        uint32_t *bucket = names_bucket(names, names->entries[i].hash);

        names->entries[i].next = *bucket;
        *bucket = (uint32_t)i + 1;
    }
    return true;
}

void ptc_names_init(ptc_names *names, ptc_arena *arena)
{
    *names = (ptc_names){.arena = arena};
}

const ptc_name_entry *ptc_names_find(const ptc_names *names, ptc_str name)
{
    uint32_t hash = names_hash(names, name);
    uint32_t at = names->bucket_count ? *names_bucket(names, hash) : 0;

    while (at != 0) {
        const ptc_name_entry *entry = &names->entries[at - 1];

        if (entry->hash == hash &&
            (names->is_exact ? ptc_str_equal(entry->name, name)
                             : ptc_str_equal_folded(entry->name, name)))
            return entry;
        at = entry->next;
    }
    return NULL;
}

const ptc_name_entry *ptc_names_push(ptc_names *names, ptc_str name, uint32_t value)
{
    void *entries = names->entries;
    ptc_name_entry *entry;
    uint32_t *bucket;

    if (!ptc_arena_reserve(names->arena, &entries, &names->capacity, names->count,
                           names->count + 1, sizeof *entry))
        return NULL;
    names->entries = entries;
    if (names->count >= names->bucket_count && !names_grow(names))
        return NULL;
    entry = &names->entries[names->count++];
    *entry =
        (ptc_name_entry){.name = name, .value = value, .hash = names_hash(names, name)};
    bucket = names_bucket(names, entry->hash);
    entry->next = *bucket;
    *bucket = (uint32_t)names->count;
    return entry;
}

const ptc_name_entry *ptc_names_add(ptc_names *names, ptc_str name, uint32_t value)
{
    const ptc_name_entry *entry = ptc_names_find(names, name);

    return entry != NULL ? entry : ptc_names_push(names, name, value);
}

void ptc_names_pop(ptc_names *names, size_t count)
{
    while (names->count > count) {
        const ptc_name_entry *entry = &names->entries[--names->count];

        *names_bucket(names, entry->hash) = entry->next;
    }
}

/* --- Order ------------------------------------------------------------------------- */

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

/* Merges the runs [start, middle) and [middle, end) of `from` into `to`. */
static void names_merge(const names_list *list, const uint32_t *from, uint32_t *to,
                        size_t start, size_t middle, size_t end)
{
    size_t left = start;
    size_t right = middle;

    for (size_t i = start; i < end; i++) {
        bool is_left =
            right == end ||
            (left < middle && ptc_str_compare(names_at(list, from[left]),
                                              names_at(list, from[right])) <= 0);

        to[i] = is_left ? from[left++] : from[right++];
    }
}

const uint32_t *ptc_names_order(ptc_arena *arena, const ptc_str *names, size_t stride,
                                size_t count)
{
    names_list list = {(const char *)names, stride};
    uint32_t *order = ptc_arena_array(arena, count, 2 * sizeof *order);
    uint32_t *spare = order != NULL ? order + count : NULL;

    for (size_t i = 0; order != NULL && i < count; i++)
        order[i] = (uint32_t)i;
    for (size_t width = 1; order != NULL && width < count; width *= 2) {
        uint32_t *sorted = spare;

        for (size_t start = 0; start < count; start += 2 * width) {
            size_t middle = start + width < count ? start + width : count;
            size_t end = middle + width < count ? middle + width : count;

            names_merge(&list, order, spare, start, middle, end);
        }
        spare = order;
        order = sorted;
    }
    return order;
}
