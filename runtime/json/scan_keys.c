/* SPDX-License-Identifier: MIT */
/*
 * Whether a key appears twice in an object whose keys are known as texts alone. Maps of
 * values find that while they make their index: see map.c.
 *
 * Few keys are compared with each other. Many are first put into groups by their hashes,
 * so that a group has few; keys that were made to collide in one are sorted.
 */
#include "base/base_int.h"
#include "json/json_int.h"

/* Up to this many keys are few. */
enum { KEYS_FEW = 16 };

/* Texts, each at the beginning of `stride` bytes, which need not be aligned. */
typedef struct keys_row {
    const unsigned char *first;
    size_t stride;
    size_t count;
} keys_row;

static ptc_str keys_at(const keys_row *keys, size_t number)
{
    ptc_str key;

    memcpy(&key, keys->first + number * keys->stride, sizeof key);
    return key;
}

/* Each key marks one of 64 places, chosen by its length and first byte, and only one that
 * finds its place marked is compared. */
static bool keys_repeat_few(const keys_row *keys)
{
    uint64_t marks = 0;

    for (size_t i = 0; i < keys->count; i++) {
        ptc_str key = keys_at(keys, i);
        size_t first = key.len != 0 ? (unsigned char)*key.ptr : 0;
        uint64_t mark = UINT64_C(1) << ((first * 5 + key.len * 23) & 63);

        for (size_t j = 0; (marks & mark) != 0 && j < i; j++) {
            if (ptc_str_equal(keys_at(keys, j), key))
                return true;
        }
        marks |= mark;
    }
    return false;
}

/* --- groups ------------------------------------------------------------------------- */

/* A power of two that leaves some four keys to a group. */
static size_t keys_group_count(size_t count)
{
    size_t groups = 1;

    while (groups < count / 4)
        groups *= 2;
    return groups;
}

/* Copies keys to `sorted`, group by group; group `i` is from starts[i] to starts[i + 1].
 * All starts are 0 before. */
static void keys_group(const keys_row *keys, ptc_str *sorted, size_t *starts,
                       size_t groups)
{
    for (size_t i = 0; i < keys->count; i++)
        starts[ptc_name_hash(keys_at(keys, i)) & (groups - 1)]++;
    for (size_t i = 1; i <= groups; i++)
        starts[i] += starts[i - 1];
    for (size_t i = 0; i < keys->count; i++) {
        ptc_str key = keys_at(keys, i);

        sorted[--starts[ptc_name_hash(key) & (groups - 1)]] = key;
    }
}

static ptc_status keys_check_sorted(ptc_arena *arena, const ptc_str *keys, size_t count)
{
    const uint32_t *order = ptc_names_order(arena, keys, sizeof *keys, count);

    if (order == NULL)
        return PTC_ERROR_MEMORY;
    for (size_t i = 1; i < count; i++) {
        if (ptc_str_equal(keys[order[i - 1]], keys[order[i]]))
            return PTC_ERROR_DUPLICATE;
    }
    return PTC_OK;
}

static ptc_status keys_check_groups(ptc_arena *arena, const ptc_str *sorted,
                                    const size_t *starts, size_t groups)
{
    ptc_status status = PTC_OK;

    for (size_t i = 0; i < groups && status == PTC_OK; i++) {
        const ptc_str *first = sorted + starts[i];
        keys_row group = {(const unsigned char *)first, sizeof *first,
                          starts[i + 1] - starts[i]};

        if (group.count > KEYS_FEW)
            status = keys_check_sorted(arena, first, group.count);
        else if (keys_repeat_few(&group))
            status = PTC_ERROR_DUPLICATE;
    }
    return status;
}

static ptc_status keys_check_many(ptc_arena *arena, const keys_row *keys)
{
    ptc_arena_mark mark = ptc_arena_place(arena);
    size_t groups = keys_group_count(keys->count);
    size_t *starts = ptc_arena_array(arena, groups + 1, sizeof *starts);
    ptc_str *sorted = ptc_arena_array(arena, keys->count, sizeof *sorted);
    ptc_status status = PTC_ERROR_MEMORY;

    if (starts != NULL && sorted != NULL) {
        keys_group(keys, sorted, starts, groups);
        status = keys_check_groups(arena, sorted, starts, groups);
    }
    ptc_arena_rewind(arena, mark);
    return status;
}

bool ptc_scan_keys(ptc_scan *scan, const unsigned char *p, const void *keys,
                   size_t stride, size_t count)
{
    keys_row row = {keys, stride, count};
    ptc_status status = PTC_OK;

    if (count > KEYS_FEW)
        status = keys_check_many(scan->arena, &row);
    else if (keys_repeat_few(&row))
        status = PTC_ERROR_DUPLICATE;
    if (status != PTC_OK)
        ptc_scan_fail(scan, p, status,
                      status == PTC_ERROR_MEMORY ? "memory refused" : "duplicate key");
    return status == PTC_OK;
}
