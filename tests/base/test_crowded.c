/* SPDX-License-Identifier: MIT */
/* Keys whose hashes were made to collide: by solving the hash for what makes it the
 * same. */
#include <criterion/criterion.h>

#include "base/base_int.h"
#include "support.h"

#include <math.h>

enum { COUNT = 1500 };

static ptc_arena arena;

static void begin(void)
{
    ptc_arena_init(&arena, NULL, 0);
}

static void end(void)
{
    ptc_arena_free(&arena);
}

TestSuite(crowded, .init = begin, .fini = end);

/* --- solving the hash --------------------------------------------------------------- */

/* The word that value.c mixes with `hash` into `mixed`. */
static uint64_t unmix(uint64_t hash, uint64_t mixed)
{
    const uint64_t inverse = UINT64_C(0xF1DE83E19937733D); /* of 0x9E3779B97F4A7C15 */

    return ((mixed ^ mixed >> 32) * inverse) ^ hash;
}

/* The integer with a hash. */
static ptc_value int_of_hash(uint64_t hash)
{
    return ptc_value_int((int64_t)unmix(PTC_INT, hash));
}

static ptc_value items_of(ptc_kind kind, ptc_value a, ptc_value b)
{
    ptc_value *items = ptc_arena_array(&arena, 2, sizeof *items);
    ptc_value value;

    items[0] = a;
    items[1] = b;
    if (kind == PTC_VECTOR)
        return ptc_value_vector(items, 2);
    cr_assert(ptc_value_set_of(&arena, items, 2, &value, NULL) == PTC_OK);
    return value;
}

static ptc_value map_of(ptc_value key, ptc_value held)
{
    ptc_map_entry *entry = ptc_arena_array(&arena, 1, sizeof *entry);
    ptc_value map;

    entry->key = key;
    entry->value = held;
    cr_assert(ptc_map_make(&arena, entry, 1, &map, NULL) == PTC_OK);
    return map;
}

static uint64_t mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static const uint64_t same_hash = UINT64_C(0x1234567887654321);

static ptc_value crowded_int(uint64_t i)
{
    return int_of_hash((i + 1) << 32 | 0x7654321); /* the low half is the same */
}

/* [i x]: the hash of x closes that of the vector. */
static ptc_value crowded_vector(uint64_t i)
{
    ptc_value first = ptc_value_int((int64_t)i);
    uint64_t hash = mixed(2, ptc_value_hash(&first));

    return items_of(PTC_VECTOR, first, int_of_hash(unmix(hash, same_hash)));
}

/* #{i x}: both hashes have the same sum. */
static ptc_value crowded_set(uint64_t i)
{
    ptc_value first = ptc_value_int((int64_t)i);

    return items_of(PTC_SET, first,
                    int_of_hash(unmix(PTC_SET, same_hash) - ptc_value_hash(&first)));
}

/* {i x} */
static ptc_value crowded_map(uint64_t i)
{
    ptc_value key = ptc_value_int((int64_t)i);

    return map_of(key, int_of_hash(unmix(ptc_value_hash(&key), same_hash)));
}

/* #{#{..} x}, with sets that collide with each other. */
static ptc_value crowded_set_of_sets(uint64_t i)
{
    return items_of(PTC_SET, crowded_set(i), ptc_value_int(0));
}

/* [#{..} {..}] */
static ptc_value crowded_mixture(uint64_t i)
{
    return items_of(PTC_VECTOR, crowded_set(i / 2), crowded_map(i % 2));
}

/* Spellings that are folded when they are hashed: - and _ for each bit of the number. */
static ptc_value crowded_name(uint64_t i)
{
    char *text = ptc_arena_array(&arena, 13, 1);

    for (unsigned bit = 0; bit < 12; bit++)
        text[bit] = i >> bit & 1 ? '-' : '_';
    return i % 2 ? ptc_value_string(ptc_str_make(text, 12))
                 : ptc_value_keyword(ptc_str_make(text, 12));
}

static ptc_value crowded_kind(uint64_t i)
{
    return i % 3 == 0   ? crowded_vector(i)
           : i % 3 == 1 ? int_of_hash(same_hash + (i << 40))
                        : crowded_set(i);
}

static const struct {
    const char *name;
    ptc_value (*key)(uint64_t i);
} rows[] = {
    {"ints", crowded_int},
    {"vectors", crowded_vector},
    {"sets", crowded_set},
    {"maps", crowded_map},
    {"sets of sets", crowded_set_of_sets},
    {"collections in vectors", crowded_mixture},
    {"strings and keywords", crowded_name},
    {"kinds", crowded_kind},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* --- tests -------------------------------------------------------------------------- */

/* All keys twice, the second time from the last to the first. */
static ptc_value *twice(size_t row)
{
    ptc_value *items = ptc_arena_array(&arena, 2 * COUNT, sizeof *items);

    for (unsigned i = 0; i < COUNT; i++)
        items[i] = items[2 * COUNT - 1 - i] = rows[row].key(i);
    for (unsigned i = 1; i < COUNT; i++)
        cr_assert((uint32_t)ptc_value_hash(&items[i]) % 4096 ==
                      (uint32_t)ptc_value_hash(&items[0]) % 4096,
                  "%s: key %u does not meet the first", rows[row].name, i);
    return items;
}

Test(crowded, sets_keep_each_item_once_and_find_it)
{
    for (size_t row = 0; row < ROWS; row++) {
        const ptc_value *items = twice(row);
        ptc_value absent = rows[row].key(COUNT + 5);
        size_t dropped;
        ptc_value set;
        ptc_value copy;

        cr_assert(ptc_value_set_of(&arena, items, 2 * COUNT, &set, &dropped) == PTC_OK);
        cr_assert(set.aux == COUNT && dropped == COUNT, "%s: %u", rows[row].name,
                  set.aux);
        cr_assert(ptc_value_copy(&arena, &set, &copy) == PTC_OK);
        for (unsigned i = 0; i < COUNT; i++) {
            ptc_value again = rows[row].key(i);

            cr_assert(ptc_value_same(&set.as.items[i], &items[i]), "%s", rows[row].name);
            cr_assert(ptc_set_contains(&copy, &again), "%s: %u", rows[row].name, i);
        }
        cr_expect(!ptc_set_contains(&set, &absent), "%s", rows[row].name);
    }
}

Test(crowded, sets_are_the_same_in_any_order)
{
    for (size_t row = 0; row < ROWS; row++) {
        const ptc_value *items = twice(row);
        ptc_value a;
        ptc_value b;

        ptc_value_set_of(&arena, items, COUNT, &a, NULL);
        ptc_value_set_of(&arena, items + COUNT, COUNT, &b, NULL);
        cr_expect(ptc_value_same(&a, &b), "%s", rows[row].name);
        cr_expect(ptc_value_order_within(&a, &b, PTC_DEPTH_MAX) == 0, "%s",
                  rows[row].name);
        ptc_value_set_of(&arena, items + COUNT, COUNT - 1, &b, NULL);
        cr_expect(!ptc_value_same(&a, &b), "%s", rows[row].name);
    }
}

Test(crowded, maps_find_their_keys_and_the_first_that_repeats)
{
    for (size_t row = 0; row < ROWS; row++) {
        const ptc_value *items = twice(row);
        ptc_map_entry *entries = ptc_arena_array(&arena, COUNT + 1, sizeof *entries);
        size_t duplicate = 0;
        ptc_value map;

        for (unsigned i = 0; i < COUNT; i++)
            entries[i] = (ptc_map_entry){items[i], ptc_value_int(i)};
        cr_assert(ptc_map_make(&arena, entries, COUNT, &map, NULL) == PTC_OK);
        for (unsigned i = 0; i < COUNT; i++) {
            const ptc_value *found = ptc_map_find(map.as.map, &items[i]);

            cr_assert(found != NULL && found->as.integer == i, "%s", rows[row].name);
        }
        entries[COUNT - 1].key = items[3];
        entries[COUNT].key = items[2];
        cr_expect(ptc_map_make(&arena, entries, COUNT + 1, &map, &duplicate) ==
                  PTC_ERROR_DUPLICATE);
        cr_expect(duplicate == COUNT - 1, "%s: %zu", rows[row].name, duplicate);
    }
}

Test(crowded, repetitions_name_the_first_of_each)
{
    uint32_t *firsts = ptc_arena_array(&arena, 2 * COUNT, sizeof *firsts);

    for (size_t row = 0; row < ROWS; row++) {
        const ptc_value *items = twice(row);

        cr_expect(ptc_value_repeats(&arena, items, COUNT, NULL) == PTC_OK);
        cr_expect(ptc_value_repeats(&arena, items, COUNT, firsts) == PTC_OK);
        cr_expect(ptc_value_repeats(&arena, items, 2 * COUNT, NULL) ==
                  PTC_ERROR_DUPLICATE);
        cr_expect(ptc_value_repeats(&arena, items, 2 * COUNT, firsts) ==
                  PTC_ERROR_DUPLICATE);
        for (uint32_t i = 0; i < 2 * COUNT; i++)
            cr_assert(firsts[i] == (i < COUNT ? i : 2 * COUNT - 1 - i), "%s: %u",
                      rows[row].name, i);
    }
}

Test(crowded, declared_fields_are_found_among_keys_that_meet_them)
{
    ptc_map_entry *entries = ptc_arena_array(&arena, COUNT, sizeof *entries);
    ptc_value map;

    for (unsigned i = 0; i < COUNT; i++)
        entries[i] = (ptc_map_entry){crowded_name(i), ptc_value_int(i)};
    entries[COUNT - 7].key = ptc_value_keyword(PTC_STR("user_id"));
    cr_assert(ptc_map_make(&arena, entries, COUNT, &map, NULL) == PTC_OK);
    cr_expect(ptc_map_find_field(map.as.map, PTC_STR("user-id"), UINT32_MAX) ==
              &entries[COUNT - 7]);
    cr_expect(ptc_map_find_field(map.as.map, ptc_value_text(&entries[8].key),
                                 UINT32_MAX) == &entries[8]);
    cr_expect(ptc_map_find_field(map.as.map, PTC_STR("user-name"), UINT32_MAX) == NULL);
}

Test(crowded, numbers_that_are_the_same_as_nothing_stay_apart)
{
    ptc_value *items = ptc_arena_array(&arena, COUNT + 4, sizeof *items);
    ptc_value set;

    for (unsigned i = 0; i < COUNT; i++)
        items[i] = i % 2 ? ptc_value_float(NAN)
                         : items_of(PTC_VECTOR, ptc_value_int(1), ptc_value_float(NAN));
    items[COUNT] = ptc_value_float(0.0);
    items[COUNT + 1] = ptc_value_float(-0.0);
    items[COUNT + 2] = ptc_value_int(0);
    items[COUNT + 3] = ptc_value_bool(false);
    cr_assert(ptc_value_set_of(&arena, items, COUNT + 4, &set, NULL) == PTC_OK);
    cr_expect(set.aux == COUNT + 3, "0.0 and -0.0 are the same, but not 0: %u", set.aux);
    cr_expect(!ptc_set_contains(&set, &items[0]) && !ptc_set_contains(&set, &items[1]));
    for (unsigned i = 0; i < 4; i++)
        cr_expect(ptc_set_contains(&set, &items[COUNT + i]), "%u", i);
    cr_expect(!ptc_value_same(&set, &set));
}

/* --- the order ---------------------------------------------------------------------- */

static ptc_value order_value(test_random *random, unsigned depth)
{
    uint32_t kind = test_random_below(random, depth > 0 ? 8 : 5);
    int64_t number = test_random_below(random, 3);
    ptc_value a;

    if (kind == 0)
        return ptc_value_nil();
    if (kind == 1)
        return ptc_value_bool(number != 0);
    if (kind == 2)
        return ptc_value_int(number - 1);
    if (kind == 3)
        return ptc_value_float(number == 1 ? -0.0 : (double)number / 2);
    if (kind == 4)
        return ptc_value_string(number == 0   ? PTC_STR("")
                                : number == 1 ? PTC_STR("a")
                                              : PTC_STR("b"));
    a = order_value(random, depth - 1);
    if (kind == 5)
        return map_of(a, order_value(random, depth - 1));
    return items_of(kind == 6 ? PTC_SET : PTC_VECTOR, a, order_value(random, depth - 1));
}

Test(crowded, the_order_of_values_is_one)
{
    enum { VALUES = 60 };
    test_random random = test_random_start("order of values", 44);
    ptc_value values[VALUES];
    int order[VALUES][VALUES];

    for (size_t i = 0; i < VALUES; i++)
        values[i] = order_value(&random, 3);
    for (size_t i = 0; i < VALUES; i++) {
        for (size_t j = 0; j < VALUES; j++) {
            order[i][j] = ptc_value_order_within(&values[i], &values[j], PTC_DEPTH_MAX);
            cr_assert((order[i][j] == 0) == ptc_value_same(&values[i], &values[j]));
        }
    }
    for (size_t i = 0; i < VALUES; i++) {
        for (size_t j = 0; j < VALUES; j++) {
            cr_assert((order[i][j] < 0) == (order[j][i] > 0));
            for (size_t k = 0; order[i][j] <= 0 && k < VALUES; k++)
                cr_assert(order[j][k] > 0 || order[i][k] <= 0, "%zu %zu %zu", i, j, k);
        }
    }
}
