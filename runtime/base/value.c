/* SPDX-License-Identifier: MIT */
/*
 * Key identity, hashes and copies of values. See <ptc/value.h>; maps and sets are built
 * and searched in map.c, written in edn_write.c.
 *
 * The functions here recurse into collections and count the levels: every one has a
 * decided answer at PTC_DEPTH_MAX, so no value can exhaust the C stack.
 */
#include "base/base_int.h"

static uint64_t value_hash(const ptc_value *value, unsigned depth);
static ptc_status value_copy(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                             unsigned depth);

/* --- identity ------------------------------------------------------------------- */

static bool value_same_items(const ptc_value *a, const ptc_value *b, unsigned depth)
{
    for (size_t i = 0; i < a->aux; i++) {
        if (!ptc_value_same_within(&a->as.items[i], &b->as.items[i], depth))
            return false;
    }
    return true;
}

/*
 * Items are mostly in the same order, so the same place is tried before a search, which
 * then leaves it out: as no two items are compared twice, the time is at most the product
 * of both sizes, however deep they nest.
 */
static bool value_same_sets(const ptc_value *a, const ptc_value *b, unsigned depth)
{
    for (size_t i = 0; i < a->aux; i++) {
        const ptc_value *item = &a->as.items[i];

        if (!ptc_value_same_within(item, &b->as.items[i], depth) &&
            !ptc_set_contains_within(b, item, i, depth))
            return false;
    }
    return true;
}

static bool value_same_maps(const ptc_map *a, const ptc_map *b, unsigned depth)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const ptc_map_entry *entry = &a->entries[i];
        const ptc_map_entry *other = &b->entries[i];

        if (!ptc_value_same_within(&entry->key, &other->key, depth))
            other = ptc_map_find_within(b, &entry->key, i, depth);
        if (other == NULL || !ptc_value_same_within(&entry->value, &other->value, depth))
            return false;
    }
    return true;
}

bool ptc_value_same_scalar(const ptc_value *a, const ptc_value *b)
{
    if (a->kind != b->kind)
        return false;
    switch ((ptc_kind)a->kind) {
    case PTC_NIL:
        return true;
    case PTC_BOOL:
        return a->as.boolean == b->as.boolean;
    case PTC_INT:
        return a->as.integer == b->as.integer;
    case PTC_FLOAT:
        return a->as.number == b->as.number;
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_OPAQUE:
        return ptc_str_equal(ptc_value_text(a), ptc_value_text(b));
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
        break;
    }
    return false;
}

bool ptc_value_same_within(const ptc_value *a, const ptc_value *b, unsigned depth)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == PTC_VECTOR)
        return depth > 0 && a->aux == b->aux && value_same_items(a, b, depth - 1);
    if (a->kind == PTC_SET)
        return depth > 0 && a->aux == b->aux && value_same_sets(a, b, depth - 1);
    if (a->kind == PTC_MAP)
        return depth > 0 && value_same_maps(a->as.map, b->as.map, depth - 1);
    return ptc_value_same_scalar(a, b);
}

bool ptc_value_same(const ptc_value *a, const ptc_value *b)
{
    return ptc_value_same_within(ptc_value_or_nil(a), ptc_value_or_nil(b), PTC_DEPTH_MAX);
}

/* --- hashes --------------------------------------------------------------------- */

static uint64_t value_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/* Every byte '-' of the word becomes '_'. */
static uint64_t value_fold(uint64_t word)
{
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F);
    uint64_t other = word ^ UINT64_C(0x2D2D2D2D2D2D2D2D); /* zero bytes are the '-' */
    uint64_t found = ~(((other & low) + low) | other | low);

    return word ^ (found >> 7) * ('-' ^ '_');
}

/* The first bytes as a word, the first one lowest: emitted C holds indices that were made
 * on another machine. */
PTC_INLINE uint64_t value_hash_word(const char *bytes, size_t count)
{
    uint64_t word = 0;

    memcpy(&word, bytes, count);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

uint64_t ptc_name_hash(ptc_str name)
{
    uint64_t hash = name.len;
    uint64_t word = 0;
    size_t i = 0;

    for (; i + 8 <= name.len; i += 8)
        hash = value_mix(hash, value_fold(value_hash_word(name.ptr + i, 8)));
    if (i < name.len)
        word = value_hash_word(name.ptr + i, name.len - i);
    return value_mix(hash, value_fold(word));
}

static uint64_t value_hash_items(const ptc_value *value, unsigned depth)
{
    uint64_t hash = value->aux;

    for (size_t i = 0; i < value->aux; i++)
        hash = value_mix(hash, value_hash(&value->as.items[i], depth));
    return hash;
}

/* Sums do not depend on the order. */
static uint64_t value_hash_set(const ptc_value *set, unsigned depth)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < set->aux; i++)
        sum += value_hash(&set->as.items[i], depth);
    return value_mix(PTC_SET, sum);
}

static uint64_t value_hash_map(const ptc_map *map, unsigned depth)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];

        sum +=
            value_mix(value_hash(&entry->key, depth), value_hash(&entry->value, depth));
    }
    return value_mix(PTC_MAP, sum);
}

static uint64_t value_hash_double(double number)
{
    uint64_t bits;

    if (number == 0)
        number = 0.0; /* -0.0 is the same */
    memcpy(&bits, &number, sizeof bits);
    return value_mix(value_mix(PTC_FLOAT, bits), 0); /* whole numbers use the high bits */
}

static uint64_t value_hash(const ptc_value *value, unsigned depth)
{
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
        break;
    case PTC_BOOL:
        return value_mix(PTC_BOOL, value->as.boolean ? 1 : 0);
    case PTC_INT:
        return value_mix(PTC_INT, (uint64_t)value->as.integer);
    case PTC_FLOAT:
        return value_hash_double(value->as.number);
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_OPAQUE:
        return ptc_name_hash(ptc_value_text(value));
    case PTC_VECTOR:
        return depth > 0 ? value_hash_items(value, depth - 1) : PTC_VECTOR;
    case PTC_SET:
        return depth > 0 ? value_hash_set(value, depth - 1) : PTC_SET;
    case PTC_MAP:
        return depth > 0 ? value_hash_map(value->as.map, depth - 1) : PTC_MAP;
    }
    return PTC_NIL;
}

uint64_t ptc_value_hash(const ptc_value *value)
{
    return value_hash(ptc_value_or_nil(value), PTC_DEPTH_MAX);
}

/* --- copies --------------------------------------------------------------------- */

static ptc_status value_copy_text(ptc_arena *arena, const ptc_value *value,
                                  ptc_value *out)
{
    out->as.text = ptc_arena_copy(arena, value->as.text, value->aux);
    return out->as.text != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}

/* Items are copied together with what comes after them: the index of a large set. */
static ptc_status value_copy_items(ptc_arena *arena, const ptc_value *value,
                                   ptc_value *out, unsigned depth)
{
    size_t behind = value->kind == PTC_SET ? ptc_set_index_size(value) : 0;
    size_t size = value->aux * sizeof(ptc_value);
    ptc_value *items;
    ptc_status status = PTC_OK;

    if (depth == 0)
        return PTC_ERROR_DEPTH;
    items = ptc_arena_alloc(arena, size + behind);
    if (items == NULL)
        return PTC_ERROR_MEMORY;
    if (behind != 0)
        memcpy(items + value->aux, value->as.items + value->aux, behind);
    for (size_t i = 0; i < value->aux && status == PTC_OK; i++)
        status = value_copy(arena, &value->as.items[i], &items[i], depth - 1);
    out->as.items = items;
    return status;
}

static ptc_status value_copy_index(ptc_arena *arena, const ptc_map *map, ptc_map *copy)
{
    if (map->index == NULL)
        return PTC_OK;
    copy->index = ptc_arena_copy(arena, map->index, ptc_map_index_size(map));
    return copy->index != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}

static ptc_status value_copy_map(ptc_arena *arena, const ptc_map *map, ptc_value *out,
                                 unsigned depth)
{
    ptc_map *copy;
    ptc_map_entry *entries;
    ptc_status status;

    if (depth == 0)
        return PTC_ERROR_DEPTH;
    copy = ptc_arena_copy(arena, map, sizeof *map);
    entries = ptc_arena_alloc(arena, map->count * sizeof *entries);
    if (copy == NULL || entries == NULL)
        return PTC_ERROR_MEMORY;
    copy->entries = entries;
    status = value_copy_index(arena, map, copy);
    for (size_t i = 0; i < map->count && status == PTC_OK; i++) {
        status = value_copy(arena, &map->entries[i].key, &entries[i].key, depth - 1);
        if (status == PTC_OK)
            status =
                value_copy(arena, &map->entries[i].value, &entries[i].value, depth - 1);
    }
    out->as.map = copy;
    return status;
}

static ptc_status value_copy(ptc_arena *arena, const ptc_value *value, ptc_value *out,
                             unsigned depth)
{
    *out = *value;
    switch ((ptc_kind)value->kind) {
    case PTC_NIL:
    case PTC_BOOL:
    case PTC_INT:
    case PTC_FLOAT:
        return PTC_OK;
    case PTC_STRING:
    case PTC_KEYWORD:
    case PTC_OPAQUE:
        return value_copy_text(arena, value, out);
    case PTC_VECTOR:
    case PTC_SET:
        return value_copy_items(arena, value, out, depth);
    case PTC_MAP:
        return value_copy_map(arena, value->as.map, out, depth);
    }
    return PTC_ERROR_ARGUMENT;
}

ptc_status ptc_value_copy(ptc_arena *arena, const ptc_value *value, ptc_value *out)
{
    ptc_value copy;
    ptc_status status = value_copy(arena, ptc_value_or_nil(value), &copy, PTC_DEPTH_MAX);

    *out = status == PTC_OK ? copy : ptc_value_nil();
    return status;
}

/* --- names ---------------------------------------------------------------------- */

const char *ptc_kind_name(ptc_kind kind)
{
    static const char *const names[] = {"nil",     "bool",   "int", "float", "string",
                                        "keyword", "vector", "set", "map",   "opaque"};

    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

static bool value_is_keyword_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') ||
           (byte != '\0' && strchr("+-*<>=?!_", byte) != NULL);
}

bool ptc_keyword_is_legal(ptc_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        if (!value_is_keyword_byte(name.ptr[i]))
            return false;
    }
    return name.len != 0;
}
