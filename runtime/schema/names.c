/* SPDX-License-Identifier: MIT */
/*
 * A table of names: fields of a map, parameters, declarations, definitions in scope.
 *
 * It is a stack whose entries are chained by hash. A younger name stands before an elder
 * one in its chain, so that shadowing is finding it first, and popping is taking the head
 * off. Expected linear time; the hash is a fixed function, so whoever writes contracts
 * can make it slow, but not wrong.
 */
#include "ptc_int.h"

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
