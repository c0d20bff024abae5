/* SPDX-License-Identifier: MIT */
/*
 * Maps and sets of programs against plain lists of pairs: many versions are kept, random
 * operations make new ones from any of them, and all must stay what they were, in order
 * of insertion. Some keys are made so that their hashes are the same.
 */
#include "support.h"

#include "lisp/heap/data.h"
#include "lisp/heap/layout.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

enum { VERSIONS = 16, LARGEST = 1500, KEYS = 400, SEED = 12345 };

/* Keys by number, in order, and their values. */
typedef struct list_model {
    uint32_t count;
    uint32_t keys[LARGEST];
    int64_t values[LARGEST];
} list_model;

typedef struct version_bench {
    test_random random;
    list_model *models;
    ptc_value *slots; /* VERSIONS collections, then KEYS keys */
    unsigned rounds;
    unsigned collect_every;
    bool is_set;
    bool has_names; /* keys are few keywords and strings only */
} version_bench;

/* --- Keys -------------------------------------------------------------------------- */

/* A text whose second half makes up for what the first does to the hash: all are the
 * same.
 */
static ptc_value clashing_text(ptc_lisp *lisp, uint64_t number)
{
    uint64_t words[2] = {number, UINT64_C(0x5A5A5A5A5A5A5A5A)};
    char bytes[16];

    words[1] ^= ptc_lisp_mix(ptc_lisp_mix(SEED, sizeof bytes), words[0]);
    memcpy(bytes, words, sizeof bytes);
    return ptc_string_of(lisp, ptc_str_make(bytes, sizeof bytes));
}

static ptc_value make_text(ptc_lisp *lisp, uint32_t number)
{
    char text[40];

    snprintf(text, sizeof text, "key-%u", number);
    return ptc_string_of(lisp, ptc_str_of(text));
}

static ptc_value make_key(ptc_lisp *lisp, uint32_t number, bool has_names)
{
    ptc_value text = make_text(lisp, number / 2);
    ptc_value parts[2];

    if (has_names)
        number = number % 2 == 0 ? 3 : 4;
    switch (number % 8) {
    case 0:
        return ptc_value_int((int64_t)number);
    case 1:
        return ptc_value_float((double)(number - 1));
    case 2:
    case 6:
        return clashing_text(lisp, number);
    case 3:
        return text;
    case 4:
        return ptc_name_value(ptc_name_intern(lisp, ptc_value_text(&text)), PTC_KEYWORD);
    case 5:
        parts[0] = text;
        parts[1] = ptc_value_int(number);
        return ptc_vector_of(lisp, parts, 2);
    default:
        parts[0] = text;
        parts[1] = ptc_value_int(number);
        return number % 16 == 7 ? ptc_lisp_set_of(lisp, parts, 2)
                                : ptc_lisp_map_of(lisp, parts, 1);
    }
}

static void make_keys(ptc_lisp *lisp, version_bench *bench)
{
    bench->slots = ptc_lisp_reserve(lisp, VERSIONS + KEYS);
    for (uint32_t i = 0; i < KEYS; i++)
        bench->slots[VERSIONS + i] = make_key(lisp, i, bench->has_names);
    for (uint32_t i = 0; i < VERSIONS; i++)
        bench->slots[i] =
            bench->is_set ? ptc_lisp_set_empty(lisp) : ptc_lisp_map_empty(lisp);
}

/* --- Models ------------------------------------------------------------------------ */

static uint32_t place_of(const list_model *model, uint32_t key)
{
    uint32_t i = 0;

    while (i < model->count && model->keys[i] != key)
        i++;
    return i;
}

static void model_put(list_model *model, uint32_t key, int64_t value)
{
    uint32_t place = place_of(model, key);

    model->keys[place] = key;
    model->values[place] = value;
    model->count += place == model->count;
}

static void model_remove(list_model *model, uint32_t key)
{
    uint32_t place = place_of(model, key);

    if (place == model->count)
        return;
    model->count--;
    memmove(model->keys + place, model->keys + place + 1,
            (model->count - place) * sizeof *model->keys);
    memmove(model->values + place, model->values + place + 1,
            (model->count - place) * sizeof *model->values);
}

static bool in_order(ptc_lisp *lisp, const version_bench *bench, const ptc_value *own,
                     const list_model *model)
{
    ptc_value keys =
        bench->is_set ? ptc_lisp_set_items(lisp, own) : ptc_lisp_map_keys(lisp, own);
    ptc_value values = bench->is_set ? keys : ptc_lisp_map_values(lisp, own);

    if (keys.aux != model->count || values.aux != model->count)
        return false;
    for (uint32_t i = 0; i < model->count; i++) {
        if (!ptc_lisp_same(lisp, &keys.as.items[i],
                           &bench->slots[VERSIONS + model->keys[i]]))
            return false;
        if (!bench->is_set && values.as.items[i].as.integer != model->values[i])
            return false;
    }
    return true;
}

static bool has_first(ptc_lisp *lisp, const version_bench *bench, const ptc_value *own,
                      const list_model *model)
{
    ptc_value value;
    ptc_value key;

    if (model->count == 0)
        return true;
    if (bench->is_set)
        return !(own->flags & PTC_FLAG_TREE) ||
               ptc_lisp_same(lisp, &ptc_hash_first(own)->key,
                             &bench->slots[VERSIONS + model->keys[0]]);
    key = ptc_lisp_map_first(lisp, own, &value);
    return ptc_lisp_same(lisp, &key, &bench->slots[VERSIONS + model->keys[0]]) &&
           value.as.integer == model->values[0];
}

static bool finds_keys(ptc_lisp *lisp, version_bench *bench, const ptc_value *own,
                       const list_model *model)
{
    for (uint32_t i = 0; i < KEYS; i++) {
        uint32_t place = place_of(model, i);
        const ptc_value *key = &bench->slots[VERSIONS + i];
        ptc_value value = ptc_value_int(-1);
        bool found = bench->is_set ? ptc_lisp_set_has(lisp, own, key)
                                   : ptc_lisp_map_get(lisp, own, key, &value);

        if (found != (place < model->count))
            return false;
        if (found && !bench->is_set && value.as.integer != model->values[place])
            return false;
    }
    return true;
}

static bool is_as_model(ptc_lisp *lisp, version_bench *bench, unsigned version)
{
    const ptc_value *own = &bench->slots[version];
    const list_model *model = &bench->models[version];

    return own->aux == model->count && in_order(lisp, bench, own, model) &&
           has_first(lisp, bench, own, model) && finds_keys(lisp, bench, own, model);
}

/* --- Random operations ------------------------------------------------------------- */

static uint32_t below(version_bench *bench, uint32_t bound)
{
    return test_random_below(&bench->random, bound);
}

static ptc_value put_key(ptc_lisp *lisp, version_bench *bench, ptc_value own,
                         list_model *model, uint32_t key)
{
    ptc_value value = ptc_value_int(below(bench, 1000));

    model_put(model, key, value.as.integer);
    if (bench->is_set)
        return ptc_lisp_set_conj(lisp, own, bench->slots[VERSIONS + key]);
    return ptc_lisp_map_assoc(lisp, own, bench->slots[VERSIONS + key], value);
}

static ptc_value remove_key(ptc_lisp *lisp, version_bench *bench, ptc_value own,
                            list_model *model, uint32_t key)
{
    model_remove(model, key);
    if (bench->is_set)
        return ptc_lisp_set_disj(lisp, own, bench->slots[VERSIONS + key]);
    return ptc_lisp_map_dissoc(lisp, own, bench->slots[VERSIONS + key]);
}

/* One made of many keys at once, some of them the same. */
static ptc_value make_many(ptc_lisp *lisp, version_bench *bench, list_model *model)
{
    static ptc_value pairs[2 * KEYS];
    uint32_t count = below(bench, below(bench, 2) == 0 ? 20 : KEYS);

    model->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = below(bench, KEYS);

        model_put(model, key, i);
        if (bench->is_set) {
            pairs[i] = bench->slots[VERSIONS + key];
        } else {
            pairs[2 * i] = bench->slots[VERSIONS + key];
            pairs[2 * i + 1] = ptc_value_int(i);
        }
    }
    return bench->is_set ? ptc_lisp_set_of(lisp, pairs, count)
                         : ptc_lisp_map_of(lisp, pairs, count);
}

static void do_something(ptc_lisp *lisp, version_bench *bench, unsigned version)
{
    ptc_value *own = &bench->slots[version];
    list_model *model = &bench->models[version];
    unsigned repeats = below(bench, 6) == 0 ? 60 : 1;

    if (below(bench, 12) == 0)
        *own = make_many(lisp, bench, model);
    for (; repeats != 0; repeats--) {
        if (below(bench, 3) != 0)
            *own = put_key(lisp, bench, *own, model, below(bench, KEYS));
        else if (model->count != 0 && below(bench, 2) == 0)
            *own = remove_key(lisp, bench, *own, model,
                              model->keys[below(bench, model->count)]);
        else
            *own = remove_key(lisp, bench, *own, model, below(bench, KEYS));
    }
}

static void run_rounds(ptc_lisp *lisp, void *user)
{
    version_bench *bench = user;

    make_keys(lisp, bench);
    for (unsigned round = 0; round < bench->rounds; round++) {
        uint32_t from = below(bench, VERSIONS);
        uint32_t to = below(bench, VERSIONS);

        bench->models[to] = bench->models[from];
        bench->slots[to] = bench->slots[from];
        do_something(lisp, bench, to);
        cr_assert(is_as_model(lisp, bench, to), "round %u", round);
        cr_assert(is_as_model(lisp, bench, from), "round %u", round);
        cr_assert(ptc_lisp_equal(lisp, &bench->slots[to], &bench->slots[from]) ==
                      ptc_lisp_equal(lisp, &bench->slots[from], &bench->slots[to]),
                  "round %u", round);
        if (round % bench->collect_every != 0)
            continue;
        ptc_heap_collect(lisp);
        for (unsigned i = 0; i < VERSIONS; i++)
            cr_assert(is_as_model(lisp, bench, i), "round %u, version %u", round, i);
    }
}

static void run_bench(bool is_set, bool has_names, unsigned every, unsigned rounds)
{
    version_bench bench = {.random = test_random_start("lisp_map", every),
                           .rounds = test_rounds(rounds),
                           .collect_every = every,
                           .is_set = is_set,
                           .has_names = has_names};
    ptc_lisp_options options;
    ptc_lisp *lisp;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.heap = 100000000;
    options.seed = SEED;
    for (unsigned compacts = 0; compacts < 2; compacts++) {
        bench.models = calloc(VERSIONS, sizeof *bench.models);
        cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
        lisp->compacts_always = compacts != 0;
        cr_expect(ptc_lisp_protect(lisp, run_rounds, &bench), "%s",
                  lisp->error.message.ptr != NULL ? lisp->error.message.ptr : "");
        ptc_lisp_free(lisp);
        free(bench.models);
    }
}

Test(lisp_map, versions_of_maps_stay_what_they_were)
{
    run_bench(false, false, 1, 150);
    run_bench(false, false, 20, 600);
    run_bench(false, true, 7, 600);
}

Test(lisp_map, versions_of_sets_stay_what_they_were)
{
    run_bench(true, false, 1, 150);
    run_bench(true, false, 20, 600);
    run_bench(true, true, 7, 400);
}

/* --- Clashes ----------------------------------------------------------------------- */

static void run_clashes(ptc_lisp *lisp, void *user)
{
    ptc_value map = ptc_lisp_map_empty(lisp);
    ptc_value first = clashing_text(lisp, 1);
    uint64_t hash = ptc_lisp_hash(lisp, &first);

    (void)user;
    for (uint64_t i = 1; i < 100000; i++) {
        ptc_value key = clashing_text(lisp, i);

        cr_assert(ptc_lisp_hash(lisp, &key) == hash);
        map = ptc_lisp_map_assoc(lisp, map, key, key);
    }
}

/* Keys made to have one hash meet the limit of steps, for every comparison is one. */
Test(lisp_map, clashing_keys_meet_the_limit_of_steps)
{
    ptc_lisp_options options;
    ptc_lisp *lisp;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.seed = SEED;
    options.fuel = 100000;
    options.heap = 1000000000;
    cr_assert(ptc_lisp_new(&options, &lisp) == PTC_OK);
    ptc_lisp_start_limits(lisp);
    cr_expect(!ptc_lisp_protect(lisp, run_clashes, NULL));
    cr_expect(lisp->error.reason == PTC_REASON_FUEL, "%s",
              lisp->error.message.ptr != NULL ? lisp->error.message.ptr : "");
    ptc_lisp_free(lisp);
}

/* --- Flexible lookup --------------------------------------------------------------- */

typedef struct find_row {
    const char *keys;  /* of the map, in order: ":a", "a" for the string */
    const char *key;   /* looked up */
    const char *found; /* the key found, or NULL */
} find_row;

/* [ptc-lisp 9.3] as given; the other spelling; folded, same kind first */
static const find_row find_rows[] = {
    {":a", ":a", ":a"},
    {":a", "a", ":a"},
    {"a", ":a", "a"},
    {":a a", "a", "a"},
    {"a :a", ":a", ":a"},
    {":a", ":b", NULL},
    {":a_b", ":a-b", ":a_b"},
    {"a_b", ":a-b", "a_b"},
    {"a_b :a_b", ":a-b", ":a_b"},
    {":a_b a_b", "a-b", "a_b"},
    {":a_b", "a-b", ":a_b"},
    {"a-b :a_b", ":a-b", "a-b"},
    {":a-b a_b", "a-b", ":a-b"},
    {":a-b", ":a_b", NULL},
    {"a-b", ":a_b", NULL},
    {":a-b", "a_b", NULL},
    {":a_b_c", ":a-b_c", ":a_b_c"},
    {"", ":a", NULL},
};

static ptc_value spelled(ptc_lisp *lisp, ptc_str text)
{
    if (text.ptr[0] == ':')
        return ptc_name_value(
            ptc_name_intern(lisp, ptc_str_make(text.ptr + 1, text.len - 1)), PTC_KEYWORD);
    return ptc_string_of(lisp, text);
}

/* The map of a row with `others` more keys, so that it is a hash. */
static ptc_value map_of_row(ptc_lisp *lisp, const char *keys, unsigned others)
{
    ptc_value map = ptc_lisp_map_empty(lisp);

    while (*keys != '\0') {
        size_t len = strcspn(keys, " ");

        map = ptc_lisp_map_assoc(lisp, map, spelled(lisp, ptc_str_make(keys, len)),
                                 ptc_value_nil());
        keys += len + (keys[len] == ' ');
    }
    for (unsigned i = 0; i < others; i++)
        map = ptc_lisp_map_assoc(lisp, map, ptc_value_int(i), ptc_value_int(i));
    return map;
}

static void run_find_rows(ptc_lisp *lisp, void *user)
{
    (void)user;
    for (size_t i = 0; i < sizeof find_rows / sizeof *find_rows; i++) {
        const find_row *row = &find_rows[i];

        for (unsigned others = 0; others < 40; others += 20) {
            ptc_value map = map_of_row(lisp, row->keys, others);
            ptc_value key = spelled(lisp, ptc_str_of(row->key));
            ptc_site site = {.key = key};
            ptc_value value;
            ptc_value found;
            bool is_found = ptc_lisp_map_find(lisp, &map, &key, &value, &found);

            cr_expect(is_found == (row->found != NULL), "%s in %s, %u", row->key,
                      row->keys, others);
            if (is_found && row->found != NULL) {
                ptc_value expected = spelled(lisp, ptc_str_of(row->found));

                cr_expect(ptc_lisp_same(lisp, &found, &expected), "%s in %s, %u",
                          row->key, row->keys, others);
            }
            if (key.kind == PTC_KEYWORD)
                cr_expect(ptc_site_get(lisp, &map, &site).kind == PTC_NIL);
        }
    }
}

Test(lisp_map, finds_keys_by_any_spelling)
{
    ptc_lisp *lisp;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_expect(ptc_lisp_protect(lisp, run_find_rows, NULL));
    ptc_lisp_free(lisp);
}

/* --- Shapes ------------------------------------------------------------------------ */

static void run_shapes(ptc_lisp *lisp, void *user)
{
    unsigned *records = user;

    for (unsigned i = 0; i < 9000; i++) {
        char text[16];
        ptc_value key;
        ptc_value map;
        ptc_value value;

        snprintf(text, sizeof text, ":k%u", i);
        key = spelled(lisp, ptc_str_of(text));
        map = ptc_lisp_map_assoc(lisp, ptc_lisp_map_empty(lisp), key,
                                 ptc_value_int((int)i));
        *records += !(map.flags & PTC_FLAG_TREE);
        cr_assert(ptc_lisp_map_get(lisp, &map, &key, &value) && value.as.integer == i);
    }
}

/* Maps whose keys a program makes up do not fill the context with shapes. */
Test(lisp_map, shapes_are_limited)
{
    ptc_lisp *lisp;
    unsigned records = 0;

    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_expect(ptc_lisp_protect(lisp, run_shapes, &records));
    cr_expect(records == 4096, "%u", records);
    ptc_lisp_free(lisp);
}
