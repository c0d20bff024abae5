/* SPDX-License-Identifier: MIT */
/*
 * Orders: sorting numbers, and the order of values in indices that were crowded.
 *
 * The order of values serves finding, not reading: kinds by their number, longer
 * collections after shorter ones, vectors item by item. Of two sets or maps the one that
 * has the least item or key in which they differ goes first; maps that differ in its
 * value alone are ordered by that. This finds the difference by looking items up, without
 * memory for sorting them, in at most the product of both sizes, like comparing them.
 */
#include "base/base_int.h"

/* --- Sorting ------------------------------------------------------------------------ */

/* Merges the runs [start, middle) and [middle, end) of `from` into `to`. */
static void order_merge(const uint32_t *from, uint32_t *to, size_t start, size_t middle,
                        size_t end, ptc_order_function *order, const void *list)
{
    size_t left = start;
    size_t right = middle;

    for (size_t i = start; i < end; i++) {
        bool is_left =
            right == end || (left < middle && order(list, from[left], from[right]) <= 0);

        to[i] = is_left ? from[left++] : from[right++];
    }
}

void ptc_order_numbers(uint32_t *numbers, uint32_t *spare, size_t count,
                       ptc_order_function *order, const void *list)
{
    uint32_t *from = numbers;
    uint32_t *to = spare;

    for (size_t width = 1; width < count; width *= 2) {
        uint32_t *sorted = to;

        for (size_t start = 0; start < count; start += 2 * width) {
            size_t middle = width < count - start ? start + width : count;
            size_t end = width < count - middle ? middle + width : count;

            order_merge(from, to, start, middle, end, order, list);
        }
        to = from;
        from = sorted;
    }
    if (from != numbers)
        memcpy(numbers, from, count * sizeof *numbers);
}

/* --- Values ------------------------------------------------------------------------- */

static int order_counts(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* By their bits, which order NaN as well; 0.0 and -0.0 are the same. */
static int order_doubles(double a, double b)
{
    uint64_t x;
    uint64_t y;

    if (a == b)
        return 0;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return order_counts(x, y);
}

static int order_scalars(const ptc_value *a, const ptc_value *b)
{
    if (a->kind == PTC_STRING || a->kind == PTC_KEYWORD || a->kind == PTC_OPAQUE)
        return a->aux != b->aux ? order_counts(a->aux, b->aux)
                                : ptc_str_compare(ptc_value_text(a), ptc_value_text(b));
    if (a->kind == PTC_INT)
        return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
    if (a->kind == PTC_FLOAT)
        return order_doubles(a->as.number, b->as.number);
    if (a->kind == PTC_BOOL)
        return (int)a->as.boolean - (int)b->as.boolean;
    return 0;
}

static int order_vectors(const ptc_value *a, const ptc_value *b, unsigned depth)
{
    int order = 0;

    for (uint32_t i = 0; i < a->aux && order == 0; i++)
        order = ptc_value_order_within(&a->as.items[i], &b->as.items[i], depth);
    return order;
}

/* The least item of a set that another of the same size lacks, or NULL. */
static const ptc_value *order_least_item(const ptc_value *set, const ptc_value *other,
                                         unsigned depth)
{
    const ptc_value *least = NULL;

    for (uint32_t i = 0; i < set->aux; i++) {
        const ptc_value *item = &set->as.items[i];

        if (ptc_value_same_within(item, &other->as.items[i], depth) ||
            ptc_set_contains_within(other, item, i, depth))
            continue;
        if (least == NULL || ptc_value_order_within(item, least, depth) < 0)
            least = item;
    }
    return least;
}

static int order_sets(const ptc_value *a, const ptc_value *b, unsigned depth)
{
    const ptc_value *x = order_least_item(a, b, depth);
    const ptc_value *y = x != NULL ? order_least_item(b, a, depth) : NULL;

    return x != NULL && y != NULL ? ptc_value_order_within(x, y, depth) : 0;
}

/* The entry with the least key that another map of the same size lacks, or has with
 * another value; or NULL. */
static const ptc_map_entry *order_least_entry(const ptc_map *map, const ptc_map *other,
                                              unsigned depth)
{
    const ptc_map_entry *least = NULL;

    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        const ptc_map_entry *found = &other->entries[i];

        if (!ptc_value_same_within(&entry->key, &found->key, depth))
            found = ptc_map_find_within(other, &entry->key, i, depth);
        if (found != NULL && ptc_value_same_within(&entry->value, &found->value, depth))
            continue;
        if (least == NULL || ptc_value_order_within(&entry->key, &least->key, depth) < 0)
            least = entry;
    }
    return least;
}

static int order_maps(const ptc_map *a, const ptc_map *b, unsigned depth)
{
    const ptc_map_entry *x = order_least_entry(a, b, depth);
    const ptc_map_entry *y = x != NULL ? order_least_entry(b, a, depth) : NULL;
    int order = 0;

    if (x != NULL && y != NULL)
        order = ptc_value_order_within(&x->key, &y->key, depth);
    if (x == NULL || y == NULL || order != 0 ||
        !ptc_value_same_within(&x->key, &y->key, depth))
        return order;
    return ptc_value_order_within(&x->value, &y->value, depth);
}

int ptc_value_order_within(const ptc_value *a, const ptc_value *b, unsigned depth)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (ptc_value_is_scalar(a))
        return order_scalars(a, b);
    if (a->aux != b->aux)
        return order_counts(a->aux, b->aux);
    if (depth == 0)
        return 0;
    if (a->kind == PTC_VECTOR)
        return order_vectors(a, b, depth - 1);
    if (a->kind == PTC_SET)
        return order_sets(a, b, depth - 1);
    return order_maps(a->as.map, b->as.map, depth - 1);
}
