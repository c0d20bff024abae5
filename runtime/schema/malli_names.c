/* SPDX-License-Identifier: MIT */
/*
 * Names of the Malli reader: what is in scope, and what a node has already declared.
 *
 * A stack whose items are chained by hash. A younger name stands before an elder one in
 * its chain, so shadowing is finding it first, and popping is taking the head off.
 */
#include "schema/malli.h"

#define MALLI_BUCKETS 32u

static char malli_fold(const ptc_malli_names *names, char byte)
{
    return names->is_folded && byte == '-' ? '_' : byte;
}

/* FNV-1a of the text as it is compared. */
static uint32_t malli_hash(const ptc_malli_names *names, ptc_str text)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)malli_fold(names, text.ptr[i])) * 16777619u;
    return hash;
}

static uint32_t *malli_bucket(const ptc_malli_names *names, uint32_t hash)
{
    return &names->buckets[hash & (names->bucket_count - 1)];
}

/* Doubles the buckets and hangs every name in again, eldest first. */
static bool malli_names_grow(ptc_malli_names *names)
{
    size_t count = names->bucket_count ? names->bucket_count * 2 : MALLI_BUCKETS;
    uint32_t *buckets = ptc_arena_array(names->arena, count, sizeof *buckets);

    if (!buckets)
        return false;
    names->buckets = buckets;
    names->bucket_count = count;
    for (size_t i = 0; i < names->count; i++) {
        uint32_t *bucket = malli_bucket(names, names->items[i].hash);

        names->items[i].next = *bucket;
        *bucket = (uint32_t)i + 1;
    }
    return true;
}

const ptc_malli_name *ptc_malli_names_find(const ptc_malli_names *names, ptc_str text)
{
    uint32_t hash = malli_hash(names, text);
    uint32_t at = names->bucket_count ? *malli_bucket(names, hash) : 0;

    while (at != 0) {
        const ptc_malli_name *name = &names->items[at - 1];

        if (name->hash == hash &&
            (names->is_folded ? ptc_str_equal_folded(name->text, text)
                              : ptc_str_equal(name->text, text)))
            return name;
        at = name->next;
    }
    return NULL;
}

bool ptc_malli_names_push(ptc_malli_names *names, ptc_str text, uint32_t form,
                          ptc_draft_ref node)
{
    void *items = names->items;
    ptc_malli_name *name;
    uint32_t *bucket;

    if (!ptc_arena_reserve(names->arena, &items, &names->capacity, names->count,
                           names->count + 1, sizeof *name))
        return false;
    names->items = items;
    if (names->count >= names->bucket_count && !malli_names_grow(names))
        return false;
    name = &names->items[names->count++];
    name->text = text;
    name->form = form;
    name->node = node;
    name->hash = malli_hash(names, text);
    bucket = malli_bucket(names, name->hash);
    name->next = *bucket;
    *bucket = (uint32_t)names->count;
    return true;
}

void ptc_malli_names_pop(ptc_malli_names *names, size_t count)
{
    while (names->count > count) {
        const ptc_malli_name *name = &names->items[--names->count];

        *malli_bucket(names, name->hash) = name->next;
    }
}
