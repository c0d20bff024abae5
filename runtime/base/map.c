/* SPDX-License-Identifier: MIT */
/*
 * Maps and sets: building, finding. See <ptc/value.h>.
 *
 * Small collections are searched from first to last. Large ones have an index: a table of
 * entry numbers + 1 with linear probing, at most half full. Names that differ only in '-'
 * and '_', and a keyword and a string of the same name, have the same hash, so that one
 * probe sequence meets every spelling of a declared field.
 *
 * Hostile keys can be made to meet in the table. A probe sequence that grows too long
 * therefore replaces the table by the entry numbers sorted by hash, then by content
 * (index_size 0), which no choice of text or number keys can slow down. Only keys that
 * are themselves vectors, sets or maps are compared one by one when their hashes meet.
 *
 * A set with an index (PTC_FLAG_INDEX) keeps it behind its items: the table's size, then
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

static bool map_has_text(uint8_t kind)
{
    return kind == PTC_STRING || kind == PTC_KEYWORD || kind == PTC_OPAQUE;
}

/* --- the sorted form ------------------------------------------------------------ */

/* Orders keys of equal hash; 0 says nothing about keys that are collections. */
static int map_order_content(const ptc_value *a, const ptc_value *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (map_has_text(a->kind))
        return ptc_str_compare(ptc_value_text(a), ptc_value_text(b));
    if (a->kind == PTC_INT)
        return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
    if (a->kind == PTC_FLOAT)
        return (a->as.number > b->as.number) - (a->as.number < b->as.number);
    return 0;
}

static int map_order(uint64_t hash_a, const ptc_value *a, uint64_t hash_b,
                     const ptc_value *b)
{
    if (hash_a != hash_b)
        return hash_a < hash_b ? -1 : 1;
    return map_order_content(a, b);
}

static bool map_is_before(const map_keys *keys, const uint64_t *hashes, uint32_t a,
                          uint32_t b)
{
    int order = map_order(hashes[a], map_key(keys, a), hashes[b], map_key(keys, b));

    return order != 0 ? order < 0 : a < b;
}

/* Restores the heap (greatest first) of `count` numbers below `root`. */
static void map_sift(const map_keys *keys, const uint64_t *hashes, uint32_t *heap,
                     size_t root, size_t count)
{
    uint32_t moved = heap[root];
    size_t child;

    while ((child = 2 * root + 1) < count) {
        if (child + 1 < count &&
            map_is_before(keys, hashes, heap[child], heap[child + 1]))
            child++;
        if (!map_is_before(keys, hashes, moved, heap[child]))
            break;
        heap[root] = heap[child];
        root = child;
    }
    heap[root] = moved;
}

/* Heap sort: no memory, and no order of the input that makes it slow. */
static void map_sort(const map_keys *keys, const uint64_t *hashes, uint32_t *numbers)
{
    size_t count = keys->count;

    for (size_t i = 0; i < count; i++)
        numbers[i] = (uint32_t)i;
    for (size_t i = count / 2; i-- > 0;)
        map_sift(keys, hashes, numbers, i, count);
    for (size_t end = count; end-- > 1;) {
        uint32_t greatest = numbers[0];

        numbers[0] = numbers[end];
        numbers[end] = greatest;
        map_sift(keys, hashes, numbers, 0, end);
    }
}

/* Whether numbers[at] names a key that stands earlier in the sorted order, too. */
static bool map_repeats(const map_keys *keys, const uint64_t *hashes,
                        const uint32_t *numbers, size_t at)
{
    const ptc_value *key = map_key(keys, numbers[at]);

    for (size_t i = at; i-- > 0;) {
        const ptc_value *other = map_key(keys, numbers[i]);

        if (map_order(hashes[numbers[i]], other, hashes[numbers[at]], key) != 0)
            return false;
        if (ptc_value_same(other, key))
            return true;
    }
    return false;
}

/* The first place in the sorted order that is not before the key. */
static size_t map_lower_bound(const map_keys *keys, uint64_t hash, const ptc_value *key)
{
    size_t low = 0;
    size_t high = keys->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const ptc_value *other = map_key(keys, keys->index[middle]);
        uint64_t other_hash = ptc_value_hash(other);
        int order = key != NULL ? map_order(other_hash, other, hash, key)
                                : (other_hash < hash ? -1 : 0);

        if (order < 0)
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
    if (walk->at >= keys->count)
        return false;
    *number = keys->index[walk->at++];
    return ptc_value_hash(map_key(keys, *number)) == walk->hash;
}

/* `key` NULL: all keys of that hash, in whatever spelling. */
static map_walk map_walk_start(map_keys keys, uint64_t hash, const ptc_value *key)
{
    map_walk walk = {.keys = keys, .hash = hash, .at = 0};

    if (keys.index != NULL && keys.index_size == 0)
        walk.at = map_lower_bound(&keys, hash, key);
    else if (keys.index != NULL)
        walk.at = (size_t)hash;
    return walk;
}

/*
 * The number of the key that is the same, in up to `depth` levels; key number `skipped`
 * is left out (MAP_NONE: none is).
 */
static bool map_find_number(map_keys keys, const ptc_value *key, size_t skipped,
                            unsigned depth, uint32_t *number)
{
    map_walk walk = map_walk_start(keys, keys.index ? ptc_value_hash(key) : 0, key);

    while (map_walk_next(&walk, number)) {
        const ptc_value *other = map_key(&keys, *number);

        if (*number != skipped && ptc_value_same_within(other, key, depth))
            return true;
        if (keys.index != NULL && keys.index_size == 0 &&
            map_order_content(other, key) != 0)
            return false;
    }
    return false;
}

/* --- building ------------------------------------------------------------------- */

typedef enum map_added { MAP_ADDED, MAP_PRESENT, MAP_CROWDED } map_added;

/* Enters key `number`, unless the same key is there. */
static map_added map_add(const map_keys *keys, uint32_t *table, uint32_t size,
                         uint32_t number, const ptc_value *key)
{
    size_t at = (size_t)ptc_value_hash(key);

    for (unsigned probes = 0; probes < MAP_PROBE_MAX; probes++, at++) {
        uint32_t *slot = &table[at & (size - 1)];

        if (*slot == 0) {
            *slot = number + 1;
            return MAP_ADDED;
        }
        if (ptc_value_same(map_key(keys, *slot - 1), key))
            return MAP_PRESENT;
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

static uint64_t *map_hashes(ptc_arena *arena, const map_keys *keys)
{
    uint64_t *hashes = map_room(arena, keys->count * (uint64_t)sizeof *hashes);

    for (size_t i = 0; hashes != NULL && i < keys->count; i++)
        hashes[i] = ptc_value_hash(map_key(keys, i));
    return hashes;
}

/* Fills `numbers` with the sorted order; the first repeated entry goes to `*duplicate`.
 */
static ptc_status map_finish_sorted(ptc_arena *arena, const map_keys *keys,
                                    uint32_t *numbers, size_t *duplicate)
{
    ptc_arena_mark mark = ptc_arena_place(arena);
    uint64_t *hashes = map_hashes(arena, keys);
    ptc_status status = PTC_OK;

    if (hashes == NULL)
        return PTC_ERROR_MEMORY;
    map_sort(keys, hashes, numbers);
    for (size_t i = 1; i < keys->count; i++) {
        if (!map_repeats(keys, hashes, numbers, i))
            continue;
        if (status == PTC_OK || numbers[i] < *duplicate)
            *duplicate = numbers[i];
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

ptc_status ptc_map_finish(ptc_arena *arena, ptc_map *map, size_t *duplicate)
{
    map_keys keys = map_keys_of(map);
    uint32_t size = map_table_size(keys.count);
    uint32_t *table;
    map_added added = size != 0 ? MAP_ADDED : MAP_CROWDED;
    size_t ignored;

    if (duplicate == NULL)
        duplicate = &ignored;
    map->index = NULL;
    map->index_size = 0;
    if (keys.count <= PTC_MAP_SMALL)
        return map_finish_small(&keys, duplicate);
    table = ptc_arena_array(arena, size != 0 ? size : keys.count, sizeof *table);
    if (table == NULL)
        return PTC_ERROR_MEMORY;
    map->index = table;
    for (uint32_t i = 0; i < keys.count && added == MAP_ADDED; i++) {
        *duplicate = i;
        added = map_add(&keys, table, size, i, map_key(&keys, i));
    }
    if (added == MAP_PRESENT)
        return PTC_ERROR_DUPLICATE;
    if (added == MAP_CROWDED)
        return map_finish_sorted(arena, &keys, table, duplicate);
    map->index_size = size;
    return PTC_OK;
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
    map_keys keys = {.first = kept, .stride = 1};

    for (size_t i = 0; i < count; i++) {
        map_added added = map_add(&keys, table, size, keys.count, &items[i]);

        if (added == MAP_CROWDED)
            return false;
        if (added == MAP_ADDED)
            kept[keys.count++] = items[i];
    }
    *kept_count = keys.count;
    return true;
}

/* The same by sorting; `numbers` has room for `count`. */
static ptc_status map_distinct_sorted(ptc_arena *arena, const ptc_value *items,
                                      size_t count, ptc_value *kept, uint32_t *numbers,
                                      uint32_t *kept_count)
{
    ptc_arena_mark mark = ptc_arena_place(arena);
    map_keys keys = {.first = items, .stride = 1, .count = (uint32_t)count};
    uint64_t *hashes = map_hashes(arena, &keys);
    bool *is_dropped = ptc_arena_array(arena, count, sizeof *is_dropped);

    if (hashes == NULL || is_dropped == NULL)
        return PTC_ERROR_MEMORY;
    map_sort(&keys, hashes, numbers);
    for (size_t i = 1; i < count; i++)
        is_dropped[numbers[i]] = map_repeats(&keys, hashes, numbers, i);
    *kept_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_dropped[i])
            kept[(*kept_count)++] = items[i];
    }
    ptc_arena_rewind(arena, mark);
    return PTC_OK;
}

/*
 * Moves the index of a large set behind the items that were kept. The table numbers kept
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
    size_t slots = size != 0 ? size : count;
    /* The items, then the size of the index, then its slots. */
    ptc_value *kept =
        map_room(arena, (uint64_t)count * sizeof *kept + (slots + UINT64_C(1)) * 4);
    uint32_t *table;
    uint32_t kept_count = 0;

    if (kept == NULL)
        return PTC_ERROR_MEMORY;
    table = (uint32_t *)(void *)(kept + count) + 1;
    memset(table, 0, slots * sizeof *table);
    if (size == 0 || !map_distinct_table(items, count, kept, table, size, &kept_count)) {
        map_keys keys = {.first = kept, .stride = 1};
        size_t unused;
        ptc_status status =
            map_distinct_sorted(arena, items, count, kept, table, &kept_count);

        keys.count = kept_count;
        if (status == PTC_OK)
            status = map_finish_sorted(arena, &keys, table, &unused);
        if (status != PTC_OK)
            return status;
        size = 0;
        slots = kept_count;
    }
    *out = ptc_value_set(kept, kept_count);
    map_attach_index(out, kept, table, size, slots);
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
    return ptc_set_contains_within(set, item, MAP_NONE, PTC_DEPTH_MAX);
}

size_t ptc_set_index_size(const ptc_value *set)
{
    map_keys keys = map_keys_of_set(set);

    if (keys.index == NULL)
        return 0;
    return ((keys.index_size != 0 ? (size_t)keys.index_size : keys.count) + 1) *
           sizeof *keys.index;
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
    const ptc_map_entry *entry = ptc_map_find_within(map, key, MAP_NONE, PTC_DEPTH_MAX);

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
    walk = map_walk_start(map_keys_of(map), map->index ? ptc_name_hash(name) : 0, NULL);
    while (best_rank > sure && map_walk_next(&walk, &number)) {
        unsigned rank = map_rank(&map->entries[number].key, name);

        if (rank < best_rank) {
            best_rank = rank;
            best = &map->entries[number];
        }
    }
    return best;
}
