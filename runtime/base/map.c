/* SPDX-License-Identifier: MIT */
/*
 * Maps and sets: building, finding. See <ptc/value.h>.
 *
 * Small collections are searched from first to last. Large ones have an index: a table of
 * entry numbers + 1 with linear probing, at most half full. Names that differ only in '-'
 * and '_', and a keyword and a string of the same name, have the same hash, so that one
 * probe sequence meets every spelling of a declared field.
 *
 * The hash is known to the sender of the data, so keys can be made to collide in the
 * table. A probe sequence that grows too long therefore replaces the table by the entry
 * numbers sorted by hash, then by content, with their hashes after them (index_size 0).
 * For n keys of s bytes in all that is in the order of s log n, whatever the keys are,
 * also vectors, sets and maps in each other (see order.c): making an index takes at most
 * that, finding a key log n comparisons with it.
 *
 * A set with an index (PTC_FLAG_INDEX) keeps it after its items: the table's size, then
 * the table.
 */
#include "base/base_int.h"

enum { MAP_PROBE_MAX = 256 };

#define MAP_NONE SIZE_MAX

/* The keys of a map or the items of a set, with their index. */
typedef struct map_keys {
    const ptc_value *first;
    size_t stride; /* in values: 2 in a map, 1 in a set */
    uint32_t count;
    const uint32_t *index; /* NULL when small */
    uint32_t index_size;   /* 0: sorted */
} map_keys;

static map_keys map_keys_of(const ptc_map *map)
{
    return (map_keys){
        .first = map->count != 0 ? &map->entries->key : NULL,
        .stride = 2,
        .count = map->count,
        .index = map->index,
        .index_size = map->index_size,
    };
}

static map_keys map_keys_of_set(const ptc_value *set)
{
    map_keys keys = {.first = set->as.items, .stride = 1, .count = set->aux};

    if (set->flags & PTC_FLAG_INDEX) {
        const uint32_t *behind =
            (const uint32_t *)(const void *)(set->as.items + set->aux);

        keys.index_size = behind[0];
        keys.index = behind + 1;
    }
    return keys;
}

static const ptc_value *map_key(const map_keys *keys, size_t number)
{
    return keys->first + number * keys->stride;
}

static bool map_is_text(const ptc_value *key, ptc_kind kind, ptc_str text)
{
    return key->kind == kind && ptc_str_equal(ptc_value_text(key), text);
}

/* --- the sorted form ------------------------------------------------------------ */

/* What the sorted form keeps of a hash. */
static uint32_t map_short_hash(const ptc_value *key)
{
    return (uint32_t)ptc_value_hash(key);
}

static const uint32_t *map_sorted_hashes(const map_keys *keys)
{
    return keys->index + keys->count;
}

/* Keys that are being sorted, with the hash of each. */
typedef struct map_sorting {
    const map_keys *keys;
    const uint32_t *hashes;
} map_sorting;

static int map_order(const void *sorting_, uint32_t a, uint32_t b)
{
    const map_sorting *sorting = sorting_;
    uint32_t hash_a = sorting->hashes[a];
    uint32_t hash_b = sorting->hashes[b];

    if (hash_a != hash_b)
        return hash_a < hash_b ? -1 : 1;
    return ptc_value_order_within(map_key(sorting->keys, a), map_key(sorting->keys, b),
                                  PTC_DEPTH_MAX);
}

/*
 * The first place in the sorted order that is not before the key, or with `key` NULL
 * before the hash. Where `depth` ends the comparison early, no key is the same.
 */
static size_t map_lower_bound(const map_keys *keys, uint32_t hash, const ptc_value *key,
                              unsigned depth)
{
    const uint32_t *hashes = map_sorted_hashes(keys);
    size_t low = 0;
    size_t high = keys->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        bool is_before = hashes[middle] < hash;

        if (hashes[middle] == hash && key != NULL)
            is_before = ptc_value_order_within(map_key(keys, keys->index[middle]), key,
                                               depth) < 0;
        if (is_before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* --- candidates ----------------------------------------------------------------- */

/* Walks the keys that may be the wanted one: a superset of those with its hash. */
typedef struct map_walk {
    map_keys keys;
    uint64_t hash;
    size_t at;
} map_walk;

static bool map_walk_next(map_walk *walk, uint32_t *number)
{
    const map_keys *keys = &walk->keys;

    if (keys->index == NULL) {
        *number = (uint32_t)walk->at;
        return walk->at++ < keys->count;
    }
    if (keys->index_size != 0) {
        *number = keys->index[walk->at++ & (keys->index_size - 1)] - 1;
        return *number != UINT32_MAX;
    }
    if (walk->at >= keys->count ||
        map_sorted_hashes(keys)[walk->at] != (uint32_t)walk->hash)
        return false;
    *number = keys->index[walk->at++];
    return true;
}

static map_walk map_walk_start(map_keys keys, uint64_t hash)
{
    map_walk walk = {.keys = keys, .hash = hash, .at = 0};

    if (keys.index != NULL)
        walk.at = keys.index_size != 0 ? (size_t)hash
                                       : map_lower_bound(&keys, (uint32_t)hash, NULL, 0);
    return walk;
}

/* As map_find_number, in the sorted form, where different keys have different places, so
 * that there is one candidate. */
static bool map_find_sorted(const map_keys *keys, const ptc_value *key, size_t skipped,
                            unsigned depth, uint32_t *number)
{
    uint32_t hash = map_short_hash(key);
    size_t at = map_lower_bound(keys, hash, key, depth);

    if (at >= keys->count || map_sorted_hashes(keys)[at] != hash)
        return false;
    *number = keys->index[at];
    return *number != skipped &&
           ptc_value_same_within(map_key(keys, *number), key, depth);
}

/*
 * The number of the key that is the same, in up to `depth` levels; key number `skipped`
 * is left out (MAP_NONE: none is).
 */
static bool map_find_number(map_keys keys, const ptc_value *key, size_t skipped,
                            unsigned depth, uint32_t *number)
{
    map_walk walk;

    if (keys.index != NULL && keys.index_size == 0)
        return map_find_sorted(&keys, key, skipped, depth, number);
    walk = map_walk_start(keys, keys.index != NULL ? ptc_value_hash(key) : 0);
    while (map_walk_next(&walk, number)) {
        if (*number != skipped &&
            ptc_value_same_within(map_key(&keys, *number), key, depth))
            return true;
    }
    return false;
}

/* --- building ------------------------------------------------------------------- */

#define MAP_CROWDED UINT32_MAX

/* Enters key `number`, unless the same key is there; gives the number of the one that is
 * there now, or MAP_CROWDED. The keys are `stride` values apart. */
PTC_INLINE uint32_t map_add(const ptc_value *keys, size_t stride, uint32_t *table,
                            uint32_t size, uint32_t number, const ptc_value *key)
{
    size_t at = (size_t)ptc_value_hash(key);

    for (unsigned probes = 0; probes < MAP_PROBE_MAX; probes++, at++) {
        uint32_t *slot = &table[at & (size - 1)];

        if (*slot == 0) {
            *slot = number + 1;
            return number;
        }
        if (ptc_value_same(keys + (*slot - 1) * stride, key))
            return *slot - 1;
    }
    return MAP_CROWDED;
}

/* The power of two that is at least twice `count`, or 0 when it has no 32-bit value. */
static uint32_t map_table_size(size_t count)
{
    uint32_t size = 4 * PTC_MAP_SMALL;

    while (size != 0 && size / 2 < count)
        size *= 2;
    return size;
}

/* `size` bytes that may be more than an address can count. */
static void *map_room(ptc_arena *arena, uint64_t size)
{
    return ptc_arena_alloc(arena, size < SIZE_MAX ? (size_t)size : SIZE_MAX);
}

/* The slots of an index; sorted keys have two each, for the number and the hash. */
static uint64_t map_index_slots(uint32_t index_size, uint32_t count)
{
    return index_size != 0 ? index_size : 2 * (uint64_t)count;
}

/*
 * Puts the numbers of all keys into `numbers`, in sorted order, and after them their
 * hashes. `firsts`, unless NULL, gets for each key the number of the first one that is
 * the same. PTC_ERROR_DUPLICATE when some are: `*duplicate` is the first that repeats
 * another.
 *
 * Keys that are equal in order are either all the same, or hold a NaN or too many levels
 * and are the same as nothing; so each is compared with its neighbour alone.
 */
static ptc_status map_sort(ptc_arena *arena, const map_keys *keys, uint32_t *numbers,
                           uint32_t *firsts, size_t *duplicate)
{
    ptc_arena_mark mark = ptc_arena_place(arena);
    uint32_t *hashes = map_room(arena, keys->count * (uint64_t)sizeof *hashes);
    map_sorting sorting = {keys, hashes};
    ptc_status status = PTC_OK;

    if (hashes == NULL)
        return PTC_ERROR_MEMORY;
    for (uint32_t i = 0; i < keys->count; i++) {
        hashes[i] = map_short_hash(map_key(keys, i));
        numbers[i] = i;
    }
    ptc_order_numbers(numbers, numbers + keys->count, keys->count, map_order, &sorting);
    for (size_t i = 0; i < keys->count; i++) {
        uint32_t number = numbers[i];
        uint32_t before = i > 0 ? numbers[i - 1] : number;
        bool is_repeated = i > 0 && hashes[before] == hashes[number] &&
                           ptc_value_same(map_key(keys, before), map_key(keys, number));

        numbers[keys->count + i] = hashes[number];
        if (firsts != NULL)
            firsts[number] = is_repeated ? firsts[before] : number;
        if (is_repeated && (status == PTC_OK || number < *duplicate))
            *duplicate = number;
        if (is_repeated)
            status = PTC_ERROR_DUPLICATE;
    }
    ptc_arena_rewind(arena, mark);
    return status;
}

static ptc_status map_finish_small(const map_keys *keys, size_t *duplicate)
{
    for (size_t i = 1; i < keys->count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (ptc_value_same(map_key(keys, i), map_key(keys, j))) {
                *duplicate = i;
                return PTC_ERROR_DUPLICATE;
            }
        }
    }
    return PTC_OK;
}

/* Room for a table of `size` slots, or for the sorted form of `size` keys; all are 0. */
static uint32_t *map_index_room(ptc_arena *arena, uint32_t size, uint32_t count)
{
    uint64_t bytes = map_index_slots(size, count) * sizeof(uint32_t);
    uint32_t *index = map_room(arena, bytes);

    if (index != NULL)
        memset(index, 0, (size_t)bytes);
    return index;
}

/* Enters all keys of a map; as map_add, of the last one that was tried, `*last`. */
static uint32_t map_add_entries(const ptc_map *map, uint32_t *table, uint32_t size,
                                size_t *last)
{
    const ptc_value *keys = &map->entries->key;
    uint32_t added = MAP_CROWDED;

    for (uint32_t i = 0; i < map->count; i++) {
        *last = i;
        added = map_add(keys, 2, table, size, i, keys + 2 * (size_t)i);
        if (added != i)
            break;
    }
    return added;
}

ptc_status ptc_map_finish(ptc_arena *arena, ptc_map *map, size_t *duplicate)
{
    map_keys keys = map_keys_of(map);
    uint32_t size = map_table_size(keys.count);
    uint32_t added = MAP_CROWDED;
    uint32_t *table;
    size_t ignored;

    if (duplicate == NULL)
        duplicate = &ignored;
    map->index = NULL;
    map->index_size = 0;
    if (keys.count <= PTC_MAP_SMALL)
        return map_finish_small(&keys, duplicate);
    table = map_index_room(arena, size, keys.count);
    if (table == NULL)
        return PTC_ERROR_MEMORY;
    map->index = table;
    if (size != 0)
        added = map_add_entries(map, table, size, duplicate);
    if (added == MAP_CROWDED)
        return map_sort(arena, &keys, table, NULL, duplicate);
    map->index_size = size;
    return added == keys.count - 1 ? PTC_OK : PTC_ERROR_DUPLICATE;
}

ptc_status ptc_map_make(ptc_arena *arena, const ptc_map_entry *entries, size_t count,
                        ptc_value *out, size_t *duplicate)
{
    ptc_map *map;
    ptc_status status;

    *out = ptc_value_nil();
    if (count > PTC_COUNT_MAX)
        return PTC_ERROR_RANGE;
    map = ptc_arena_array(arena, 1, sizeof *map);
    if (map == NULL)
        return PTC_ERROR_MEMORY;
    map->entries = entries;
    map->count = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        map->kinds |= UINT32_C(1) << entries[i].key.kind;
    status = ptc_map_finish(arena, map, duplicate);
    if (status == PTC_OK)
        *out = ptc_value_map(map);
    return status;
}

/* --- sets ----------------------------------------------------------------------- */

/* Keeps the distinct ones of few items; returns how many. */
static uint32_t map_distinct_small(const ptc_value *items, size_t count, ptc_value *kept)
{
    map_keys keys = {.first = kept, .stride = 1};
    uint32_t number;

    for (size_t i = 0; i < count; i++) {
        if (!map_find_number(keys, &items[i], MAP_NONE, PTC_DEPTH_MAX, &number))
            kept[keys.count++] = items[i];
    }
    return keys.count;
}

/* The same through a table of `size`; false when the table gets crowded. */
static bool map_distinct_table(const ptc_value *items, size_t count, ptc_value *kept,
                               uint32_t *table, uint32_t size, uint32_t *kept_count)
{
    uint32_t number = 0;

    for (size_t i = 0; i < count; i++) {
        uint32_t added = map_add(kept, 1, table, size, number, &items[i]);

        if (added == MAP_CROWDED)
            return false;
        if (added == number)
            kept[number++] = items[i];
    }
    *kept_count = number;
    return true;
}

/* The same by sorting; `index` has room for the sorted form, which it gets. */
static ptc_status map_distinct_sorted(ptc_arena *arena, const ptc_value *items,
                                      size_t count, ptc_value *kept, uint32_t *index,
                                      uint32_t *kept_count)
{
    ptc_arena_mark mark = ptc_arena_place(arena);
    map_keys keys = {.first = items, .stride = 1, .count = (uint32_t)count};
    uint32_t *firsts = map_room(arena, count * (uint64_t)sizeof *firsts);
    size_t unused;
    ptc_status status = PTC_ERROR_MEMORY;

    if (firsts != NULL)
        status = map_sort(arena, &keys, index, firsts, &unused);
    if (status != PTC_ERROR_DUPLICATE && status != PTC_OK)
        return status;
    *kept_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (firsts[i] == i)
            kept[(*kept_count)++] = items[i];
    }
    ptc_arena_rewind(arena, mark);
    keys = (map_keys){.first = kept, .stride = 1, .count = *kept_count};
    return map_sort(arena, &keys, index, NULL, &unused);
}

/*
 * Moves the index of a large set after the items that were kept. The table numbers kept
 * items already; after dropping many it is merely larger than it must be.
 */
static void map_attach_index(ptc_value *set, ptc_value *kept, const uint32_t *index,
                             uint32_t index_size, size_t slots)
{
    uint32_t *behind = (uint32_t *)(void *)(kept + set->aux);

    memmove(behind + 1, index, slots * sizeof *index);
    behind[0] = index_size;
    set->flags |= PTC_FLAG_INDEX;
}

static ptc_status map_set_large(ptc_arena *arena, const ptc_value *items, size_t count,
                                ptc_value *out)
{
    uint32_t size = map_table_size(count);
    uint64_t slots = map_index_slots(size, (uint32_t)count);
    /* The items, then the size of the index, then its slots. */
    ptc_value *kept =
        map_room(arena, (uint64_t)count * sizeof *kept + (slots + 1) * sizeof(uint32_t));
    uint32_t *table;
    uint32_t kept_count = 0;

    if (kept == NULL)
        return PTC_ERROR_MEMORY;
    table = (uint32_t *)(void *)(kept + count) + 1;
    memset(table, 0, (size_t)slots * sizeof *table);
    if (size == 0 || !map_distinct_table(items, count, kept, table, size, &kept_count)) {
        ptc_status status =
            map_distinct_sorted(arena, items, count, kept, table, &kept_count);

        if (status != PTC_OK)
            return status;
        size = 0;
    }
    *out = ptc_value_set(kept, kept_count);
    map_attach_index(out, kept, table, size, (size_t)map_index_slots(size, kept_count));
    return PTC_OK;
}

ptc_status ptc_value_set_of(ptc_arena *arena, const ptc_value *items, size_t count,
                            ptc_value *out, size_t *dropped)
{
    ptc_status status = PTC_OK;

    *out = ptc_value_nil();
    if (count > PTC_COUNT_MAX)
        return PTC_ERROR_RANGE;
    if (count <= PTC_MAP_SMALL) {
        ptc_value *kept = ptc_arena_alloc(arena, count * sizeof *kept);

        if (kept == NULL)
            return PTC_ERROR_MEMORY;
        *out = ptc_value_set(kept, map_distinct_small(items, count, kept));
    } else {
        status = map_set_large(arena, items, count, out);
    }
    if (status == PTC_OK && dropped != NULL)
        *dropped = count - out->aux;
    return status;
}

bool ptc_set_contains_within(const ptc_value *set, const ptc_value *item, size_t skipped,
                             unsigned depth)
{
    uint32_t number;

    return map_find_number(map_keys_of_set(set), item, skipped, depth, &number);
}

bool ptc_set_contains(const ptc_value *set, const ptc_value *item)
{
    return ptc_value_kind(set) == PTC_SET &&
           ptc_set_contains_within(set, ptc_value_or_nil(item), MAP_NONE, PTC_DEPTH_MAX);
}

size_t ptc_set_index_size(const ptc_value *set)
{
    map_keys keys = map_keys_of_set(set);

    if (keys.index == NULL)
        return 0;
    return (size_t)(map_index_slots(keys.index_size, keys.count) + 1) *
           sizeof *keys.index;
}

size_t ptc_map_index_size(const ptc_map *map)
{
    if (map->index == NULL)
        return 0;
    return (size_t)map_index_slots(map->index_size, map->count) * sizeof *map->index;
}

/* --- repetitions ---------------------------------------------------------------- */

/* As map_add, of all items until one is not new. */
static uint32_t map_add_items(const ptc_value *items, uint32_t count, uint32_t *table,
                              uint32_t size)
{
    const ptc_value *item = items;
    uint32_t added = MAP_CROWDED;

    for (uint32_t i = 0; i < count; i++) {
        added = map_add(items, 1, table, size, i, item++);
        if (added != i)
            break;
    }
    return added;
}

ptc_status ptc_value_repeats(ptc_arena *arena, const ptc_value *items, uint32_t count,
                             uint32_t *firsts)
{
    ptc_arena_mark mark = ptc_arena_place(arena);
    map_keys keys = {.first = items, .stride = 1, .count = count};
    uint32_t size = map_table_size(count);
    uint32_t *table = map_index_room(arena, size, count);
    uint32_t added = MAP_CROWDED;
    ptc_status status = PTC_OK;
    size_t unused;

    if (table == NULL)
        return PTC_ERROR_MEMORY;
    if (size != 0 && firsts == NULL)
        added = map_add_items(items, count, table, size);
    if (added == MAP_CROWDED)
        status = map_sort(arena, &keys, table, firsts, &unused);
    else if (added != count - 1)
        status = PTC_ERROR_DUPLICATE;
    ptc_arena_rewind(arena, mark);
    return status;
}

/* --- finding -------------------------------------------------------------------- */

const ptc_map_entry *ptc_map_find_within(const ptc_map *map, const ptc_value *key,
                                         size_t skipped, unsigned depth)
{
    uint32_t number;

    if (!map_find_number(map_keys_of(map), key, skipped, depth, &number))
        return NULL;
    return &map->entries[number];
}

const ptc_value *ptc_map_find(const ptc_map *map, const ptc_value *key)
{
    const ptc_map_entry *entry =
        ptc_map_find_within(map, ptc_value_or_nil(key), MAP_NONE, PTC_DEPTH_MAX);

    return entry != NULL ? &entry->value : NULL;
}

const ptc_value *ptc_map_find_text(const ptc_map *map, ptc_kind kind, ptc_str text)
{
    ptc_value key = ptc_value_make(kind, 0, text.len);

    if (text.len > PTC_COUNT_MAX)
        return NULL;
    key.as.text = text.ptr;
    return ptc_map_find(map, &key);
}

enum { MAP_NO_RANK = 4 };

/* How well a key spells a declared name: 0 best, MAP_NO_RANK not at all. [validation 6]
 */
static unsigned map_rank(const ptc_value *key, ptc_str name)
{
    unsigned rank;

    if (key->aux != name.len || (key->kind != PTC_KEYWORD && key->kind != PTC_STRING))
        return MAP_NO_RANK;
    rank = key->kind == PTC_KEYWORD ? 0 : 1;
    if (ptc_str_equal(ptc_value_text(key), name))
        return rank;
    return ptc_str_equal_folded(ptc_value_text(key), name) ? rank + 2 : MAP_NO_RANK;
}

const ptc_map_entry *ptc_map_find_field(const ptc_map *map, ptc_str name, uint32_t guess)
{
    const ptc_map_entry *best = NULL;
    unsigned best_rank = MAP_NO_RANK;
    bool has_keywords = map->kinds == 0 || (map->kinds & 1u << PTC_KEYWORD) != 0;
    unsigned sure = has_keywords ? 0 : 1; /* the rank that nothing can better */
    map_walk walk;
    uint32_t number;

    if (name.len > PTC_COUNT_MAX)
        return NULL;
    if (guess < map->count) {
        const ptc_value *key = &map->entries[guess].key;

        if (map_is_text(key, PTC_KEYWORD, name) ||
            (!has_keywords && map_is_text(key, PTC_STRING, name)))
            return &map->entries[guess];
    }
    walk = map_walk_start(map_keys_of(map), map->index != NULL ? ptc_name_hash(name) : 0);
    while (best_rank > sure && map_walk_next(&walk, &number)) {
        unsigned rank = map_rank(&map->entries[number].key, name);

        if (rank < best_rank) {
            best_rank = rank;
            best = &map->entries[number];
        }
    }
    return best;
}
