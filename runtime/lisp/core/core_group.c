/* SPDX-License-Identifier: MIT */
/* Builtins that group, count and add up; key functions may be strings and paths.
 * [ptc-lisp 7, 11.3] */
#include "lisp/core/core_int.h"
#include "lisp/heap/arguments.h"
#include "lisp/heap/build.h"
#include "lisp/heap/caller.h"
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/language/builtins.h"

#include <string.h>

/* --- Numbering ---------------------------------------------------------------------- */

/*
 * Numbers values by key identity: the same value gets the same number, from 0 in order of
 * first appearance. Lives in the heap and holds values: invalid after a safepoint.
 */
typedef struct group_numbering {
    ptc_lisp *lisp;
    const ptc_value **keys; /* by number: where its first value is */
    uint64_t *hashes;       /* by number */
    uint32_t *table;        /* open addressing: number + 1 */
    uint32_t count;         /* numbers given */
    uint32_t capacity;      /* of keys and hashes */
    uint32_t mask;          /* of the table */
} group_numbering;

static void numbering_make_table(group_numbering *numbering, uint32_t size)
{
    numbering->table = ptc_heap_alloc(numbering->lisp, size * sizeof *numbering->table);
    numbering->mask = size - 1;
    memset(numbering->table, 0, size * sizeof *numbering->table);
}

static void numbering_start(ptc_lisp *lisp, group_numbering *numbering)
{
    numbering->lisp = lisp;
    numbering->count = 0;
    numbering->capacity = 8;
    numbering->keys = ptc_heap_alloc(lisp, 8 * sizeof *numbering->keys);
    numbering->hashes = ptc_heap_alloc(lisp, 8 * sizeof *numbering->hashes);
    numbering_make_table(numbering, 16);
}

/* Doubles the room; the old memory becomes garbage. */
static void numbering_grow(group_numbering *numbering)
{
    ptc_lisp *lisp = numbering->lisp;
    uint32_t capacity = numbering->capacity * 2;
    const ptc_value **keys;
    uint64_t *hashes;

    ptc_heap_check(lisp, capacity, 3 * sizeof(uint64_t));
    keys = ptc_heap_alloc(lisp, capacity * sizeof *keys);
    hashes = ptc_heap_alloc(lisp, capacity * sizeof *hashes);
    memcpy(keys, numbering->keys, numbering->count * sizeof *keys);
    memcpy(hashes, numbering->hashes, numbering->count * sizeof *hashes);
    numbering->keys = keys;
    numbering->hashes = hashes;
    numbering->capacity = capacity;
    numbering_make_table(numbering, capacity * 2);
    for (uint32_t i = 0; i < numbering->count; i++) {
        uint32_t at = (uint32_t)hashes[i] & numbering->mask;

        while (numbering->table[at])
            at = (at + 1) & numbering->mask;
        numbering->table[at] = i + 1;
        ptc_lisp_fill_look(lisp, i);
    }
}

/* The number of `*key`, which must stay where it is; a new number equals the count
 * before.
 */
static uint32_t numbering_of(group_numbering *numbering, const ptc_value *key)
{
    uint64_t hash = ptc_lisp_hash(numbering->lisp, key);
    uint32_t at = (uint32_t)hash & numbering->mask;

    for (; numbering->table[at]; at = (at + 1) & numbering->mask) {
        uint32_t number = numbering->table[at] - 1;

        if (numbering->hashes[number] == hash &&
            ptc_lisp_same(numbering->lisp, numbering->keys[number], key))
            return number;
    }
    if (numbering->count == numbering->capacity) {
        numbering_grow(numbering);
        for (at = (uint32_t)hash & numbering->mask; numbering->table[at];)
            at = (at + 1) & numbering->mask;
    }
    numbering->keys[numbering->count] = key;
    numbering->hashes[numbering->count] = hash;
    numbering->table[at] = ++numbering->count;
    return numbering->count - 1;
}

/* --- Keys of all items -------------------------------------------------------------- */

ptc_value *ptc_keys_of(ptc_lisp *lisp, const ptc_value *function, const ptc_value *vector)
{
    ptc_value *keys = ptc_lisp_reserve(lisp, 1);
    ptc_caller caller;
    ptc_site site;

    ptc_build_start(lisp, keys, vector->aux, 0);
    caller = ptc_caller_make(lisp, function, 1, &site);
    for (uint32_t i = 0; i < vector->aux; i++) {
        ptc_build_push(lisp, keys, ptc_caller_key(lisp, &caller, &vector->as.items[i]));
    }
    lisp->top = keys + 1;
    return keys;
}

/* --- Groups ------------------------------------------------------------------------- */

/* Splits `count` items into vectors, one for each number in `numbers`; gives pairs of the
 * numbering's key and its vector. */
static ptc_value group_collect(const group_numbering *numbering, const uint32_t *numbers,
                               const ptc_value *items, uint32_t count)
{
    ptc_lisp *lisp = numbering->lisp;
    uint32_t groups = numbering->count;
    uint32_t *sizes = ptc_heap_alloc(lisp, (groups + (size_t)1) * sizeof *sizes);
    ptc_value **ends = ptc_heap_alloc(lisp, (groups + (size_t)1) * sizeof *ends);
    ptc_value *pairs;
    ptc_value flat = ptc_vector_new(lisp, 2 * (size_t)groups, 2 * (size_t)groups, &pairs);

    memset(sizes, 0, (groups + (size_t)1) * sizeof *sizes);
    for (uint32_t i = 0; i < count; i++)
        sizes[numbers[i]]++;
    for (uint32_t i = 0; i < groups; i++) {
        pairs[2 * (size_t)i] = *numbering->keys[i];
        pairs[2 * (size_t)i + 1] = ptc_vector_new(lisp, sizes[i], sizes[i], &ends[i]);
        ptc_lisp_fill_look(lisp, i);
    }
    for (uint32_t i = 0; i < count; i++) {
        *ends[numbers[i]]++ = items[i];
        ptc_lisp_fill_look(lisp, i);
    }
    return flat;
}

ptc_value ptc_group_pairs(ptc_lisp *lisp, const ptc_value *keys, const ptc_value *items,
                          uint32_t count)
{
    uint32_t *numbers;
    group_numbering numbering;

    ptc_heap_check(lisp, count, sizeof *numbers);
    numbers = ptc_heap_alloc(lisp, (count + (size_t)1) * sizeof *numbers);
    numbering_start(lisp, &numbering);
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = numbering_of(&numbering, &keys[i]);
        ptc_lisp_fill_look(lisp, i);
    }
    return group_collect(&numbering, numbers, items, count);
}

ptc_value ptc_core_group_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    const ptc_value *keys;
    ptc_value pairs;

    ptc_seq_arg(lisp, callee, args, count, 1);
    keys = ptc_keys_of(lisp, &args[0], &args[1]);
    pairs = ptc_group_pairs(lisp, keys->as.items, args[1].as.items, args[1].aux);
    return ptc_lisp_map_of(lisp, pairs.as.items, pairs.aux / 2);
}

ptc_value ptc_core_frequencies(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    const ptc_value *items = ptc_seq_arg(lisp, callee, args, count, 0);
    uint32_t length = args[0].aux;
    group_numbering numbering;
    uint32_t *counts;
    ptc_value *pairs;

    ptc_heap_check(lisp, length, sizeof *counts);
    ptc_lisp_steps(lisp, length);
    counts = ptc_heap_alloc(lisp, (length + (size_t)1) * sizeof *counts);
    numbering_start(lisp, &numbering);
    for (uint32_t i = 0; i < length; i++) {
        uint32_t number = numbering_of(&numbering, &items[i]);

        if (number + 1 == numbering.count && numbering.keys[number] == &items[i])
            counts[number] = 0;
        counts[number]++;
        ptc_lisp_fill_look(lisp, i);
    }
    ptc_vector_new(lisp, 2 * (size_t)numbering.count, 2 * (size_t)numbering.count,
                   &pairs);
    for (uint32_t i = 0; i < numbering.count; i++) {
        pairs[2 * (size_t)i] = *numbering.keys[i];
        pairs[2 * (size_t)i + 1] = ptc_value_int(counts[i]);
    }
    return ptc_lisp_map_of(lisp, pairs, numbering.count);
}

/* The items whose key is new. */
static ptc_value group_distinct(ptc_lisp *lisp, const ptc_value *keys,
                                const ptc_value *items, uint32_t count)
{
    group_numbering numbering;
    ptc_value result;

    numbering_start(lisp, &numbering);
    ptc_build_start(lisp, &result, ptc_build_guess(count), PTC_FLAG_SEQ);
    for (uint32_t i = 0; i < count; i++) {
        if (numbering_of(&numbering, &keys[i]) == result.aux)
            ptc_build_push(lisp, &result, items[i]);
        ptc_lisp_fill_look(lisp, i);
    }
    return result;
}

ptc_value ptc_core_distinct(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    const ptc_value *items;

    if (args[0].kind == PTC_SET) {
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "distinct: a set has no repetitions; take its elements with seq");
    }
    if (!ptc_seq_ends(lisp, callee, args, count, 0))
        return ptc_endless_stage(lisp, callee, PTC_STAGE_DISTINCT, &args[0], 1,
                                 ptc_lisp_set_empty(lisp));
    items = args[0].as.items;
    ptc_lisp_steps(lisp, args[0].aux);
    return group_distinct(lisp, items, items, args[0].aux);
}

ptc_value ptc_core_distinct_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    const ptc_value *keys;

    ptc_seq_arg(lisp, callee, args, count, 1);
    keys = ptc_keys_of(lisp, &args[0], &args[1]);
    return group_distinct(lisp, keys->as.items, args[1].as.items, args[1].aux);
}

/* --- Sums and means ----------------------------------------------------------------- */

typedef struct group_total {
    ptc_value sum;
    uint32_t count;
    bool is_mean; /* a sum beyond the integers continues as a double */
} group_total;

/* Adds a number; nil adds nothing. */
static void group_add(ptc_lisp *lisp, const ptc_value *callee, group_total *total,
                      ptc_value value)
{
    if (value.kind == PTC_NIL)
        return;
    if (!ptc_is_number(&value))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), &value, 1);
    if (total->is_mean && total->sum.kind == PTC_INT && value.kind == PTC_INT) {
        int64_t sum;

        if (ptc_int_add_overflows(total->sum.as.integer, value.as.integer, &sum))
            total->sum = ptc_value_float((double)total->sum.as.integer);
    }
    total->sum = ptc_lisp_add(lisp, total->sum, value);
    total->count++;
}

static group_total group_sum(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count, bool is_mean)
{
    const ptc_value *items = ptc_seq_arg(lisp, callee, args, count, 0);
    group_total total = {ptc_value_int(0), 0, is_mean};

    ptc_lisp_steps(lisp, args[0].aux);
    for (uint32_t i = 0; i < args[0].aux; i++) {
        group_add(lisp, callee, &total, items[i]);
        ptc_lisp_fill_look(lisp, i);
    }
    return total;
}

static group_total group_sum_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count, bool is_mean)
{
    group_total total = {ptc_value_int(0), 0, is_mean};
    ptc_caller caller;
    ptc_site site;

    ptc_seq_arg(lisp, callee, args, count, 1);
    caller = ptc_caller_make(lisp, &args[0], 1, &site);
    for (uint32_t i = 0; i < args[1].aux; i++) {
        group_add(lisp, callee, &total,
                  ptc_caller_key(lisp, &caller, &args[1].as.items[i]));
    }
    return total;
}

static ptc_value group_mean(const group_total *total)
{
    if (total->count == 0)
        return ptc_value_nil();
    return ptc_value_float(ptc_number_of(&total->sum) / (double)total->count);
}

ptc_value ptc_core_sum(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    return group_sum(lisp, callee, args, count, false).sum;
}

ptc_value ptc_core_avg(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    group_total total = group_sum(lisp, callee, args, count, true);

    return group_mean(&total);
}

ptc_value ptc_core_sum_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    return group_sum_by(lisp, callee, args, count, false).sum;
}

ptc_value ptc_core_avg_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    group_total total = group_sum_by(lisp, callee, args, count, true);

    return group_mean(&total);
}

/* --- Smallest and greatest
 * ---------------------------------------------------------- */

/* The first item with the smallest (sign 1) or greatest (sign -1) key that is not
 * nil. */
static ptc_value group_extreme(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count, int sign)
{
    const ptc_value *keys;
    uint32_t best = UINT32_MAX;

    if (count > 2 || !ptc_value_is_seqable(&args[1]))
        args[1] = ptc_vector_of(lisp, &args[1], count - 1);
    ptc_seq_arg(lisp, callee, args, 2, 1);
    keys = ptc_keys_of(lisp, &args[0], &args[1])->as.items;
    for (uint32_t i = 0; i < args[1].aux; i++) {
        if (keys[i].kind == PTC_NIL)
            continue;
        ptc_lisp_refuse_nan(lisp, ptc_callee_name(callee), &keys[i]);
        if (best == UINT32_MAX || ptc_lisp_compare(lisp, &keys[i], &keys[best]) == -sign)
            best = i;
    }
    return best == UINT32_MAX ? ptc_value_nil() : args[1].as.items[best];
}

ptc_value ptc_core_min_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    return group_extreme(lisp, callee, args, count, 1);
}

ptc_value ptc_core_max_by(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    return group_extreme(lisp, callee, args, count, -1);
}

/* As Clojure's min-key and max-key decide, including for NaN: of the first two, the
 * second unless the first is strictly better; then the later one unless it is worse. */
static ptc_value group_key_extreme(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count, int sign)
{
    const ptc_value *keys;
    uint32_t best = 0;

    if (count == 2)
        return args[1];
    args[1] = ptc_vector_of(lisp, &args[1], count - 1);
    keys = ptc_keys_of(lisp, &args[0], &args[1])->as.items;
    for (uint32_t i = 0; i < args[1].aux; i++) {
        int order;

        if (!ptc_is_number(&keys[i]))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), &keys[i], 1);
        if (i == 0)
            continue;
        order = ptc_lisp_compare_numbers(&keys[i], &keys[best]);
        if (i == 1 ? order != sign : order == 0 || order == -sign)
            best = i;
    }
    return args[1].as.items[best];
}

ptc_value ptc_core_min_key(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    return group_key_extreme(lisp, callee, args, count, 1);
}

ptc_value ptc_core_max_key(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    return group_key_extreme(lisp, callee, args, count, -1);
}

#define PTC_BUILTIN_GROUP PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
