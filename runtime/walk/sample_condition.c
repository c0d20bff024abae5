/* SPDX-License-Identifier: MIT */
/*
 * Random values for conditions: values for a single condition, and changes that make
 * another value satisfy one. Whether it does is checked by the caller.
 */
#include "walk/sample_int.h"

enum {
    SAMPLED_TIMES = 20, /* a divisor alone, at most */
    SAMPLED_MORE = 3,   /* elements and entries beyond those that there must be */
};

static const ptc_str sampled_nameless = {NULL, 0};

/* --- Numbers ----------------------------------------------------------------------- */

bool ptc_sample_multiple(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    int64_t times =
        (int64_t)ptc_sample_below(sample, 2 * SAMPLED_TIMES + 1) - SAMPLED_TIMES;

    /* None of it is exact. */
    while (!ptc_number_times(&node->members[0], times, out) ||
           !ptc_number_is_multiple(out, &node->members[0]))
        times /= 2;
    return true;
}

/* A multiple near to a number, of the same kind where it can be. */
static void sampled_round(const ptc_schema_node *node, ptc_value *value)
{
    ptc_value near;

    if (ptc_number_near(&node->members[0], value, 0, &near))
        *value = near;
}

/* --- Lists ------------------------------------------------------------------------- */

/* Makes elements from `from` on, by the last child of a PREFIX after its first ones, or
 * by the only child. */
static bool sampled_extend(ptc_sample *sample, const ptc_schema_node *node,
                           ptc_value *items, uint32_t from, uint32_t count)
{
    uint32_t rest = node->count - 1;

    for (uint32_t i = from; i < count; i++) {
        if (!ptc_sample_part(sample, node->first + (i < rest ? i : rest),
                             sampled_nameless, i, &items[i]))
            return false;
    }
    return true;
}

bool ptc_sample_items(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    uint32_t few = node->count - 1 + SAMPLED_MORE;
    uint32_t least;
    uint32_t count;
    ptc_value *items;

    if (!ptc_sample_count(sample, node, SAMPLE_ITEMS_MAX, few, &least, &count))
        return ptc_sample_fault(sample, node, "it needs too many elements");
    items = ptc_arena_array(sample->arena, count, sizeof *items);
    *out = ptc_value_vector(items, count);
    if (items == NULL)
        return false;
    while (!sampled_extend(sample, node, items, 0, count)) {
        if (count == least || sample->arena->failed)
            return false;
        count = least; /* elements that no value satisfies are left out */
        *out = ptc_value_vector(items, count);
    }
    return true;
}

/* The first elements of a list, as a PREFIX has them. */
static bool sampled_begin(ptc_sample *sample, const ptc_schema_node *node,
                          ptc_value *items, uint32_t count)
{
    uint32_t first = node->count - 1;

    return sampled_extend(sample, node, items, 0, count < first ? count : first);
}

/* As many elements that a CONTAINS counts as there must be, after the others; those of
 * the list that it accepts count. */
static bool sampled_contain(ptc_sample *sample, const ptc_schema_node *node,
                            ptc_value *list)
{
    int64_t least = node->interval != NULL && node->interval->low.kind == PTC_INT
                        ? node->interval->low.as.integer
                        : 0;
    uint32_t count = list->aux;
    ptc_value *items;

    for (uint32_t i = 0; i < list->aux && least > 0; i++)
        least -= ptc_sample_accepts(sample, node->first, &list->as.items[i]);
    if (least == 0)
        return true;
    if (least > SAMPLE_ITEMS_MAX)
        return ptc_sample_fault(sample, node, "it needs too many elements");
    items = ptc_arena_array(sample->arena, count + (size_t)least, sizeof *items);
    if (items == NULL)
        return false;
    if (count > 0)
        memcpy(items, list->as.items, count * sizeof *items);
    for (uint32_t i = 0; i < (uint32_t)least; i++) {
        if (!ptc_sample_part(sample, node->first, sampled_nameless, count + i,
                             &items[count + i]))
            return false;
    }
    *list = ptc_value_vector(items, count + (uint32_t)least);
    return true;
}

static bool sampled_adapt_list(ptc_sample *sample, const ptc_schema_node *node,
                               ptc_value *list)
{
    uint32_t count = list->aux;
    ptc_value *items;

    if (node->type == PTC_TYPE_CONTAINS)
        return sampled_contain(sample, node, list);
    if (node->type != PTC_TYPE_PREFIX)
        return true;
    /* After its own elements there is room for those of others. */
    if (count < node->count - 1 && ptc_sample_chance(sample, 50))
        count = node->count - 1;
    items = ptc_arena_array(sample->arena, count, sizeof *items);
    if (items == NULL)
        return false;
    if (list->aux > 0)
        memcpy(items, list->as.items, list->aux * sizeof *items);
    if (!sampled_begin(sample, node, items, count))
        return false;
    *list = ptc_value_vector(items, count);
    return true;
}

/* --- Maps -------------------------------------------------------------------------- */

/* Keys that the node says something about, where there can be any. */
bool ptc_sample_keys(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    uint32_t wanted = ptc_sample_is_small(sample) ? 0 : ptc_sample_below(sample, 3);
    ptc_map_entry *entries = ptc_arena_array(sample->arena, wanted, sizeof *entries);
    uint32_t value = node->first + node->count - 1;
    uint32_t count = 0;

    for (uint32_t i = 0; entries != NULL && i < wanted; i++) {
        bool is_made = node->type == PTC_TYPE_KEYS
                           ? ptc_sample_key(sample, node->first, &entries[count].key)
                           : ptc_sample_keyword(sample, &entries[count].key);

        if (is_made &&
            (count == 0 || !ptc_value_same(&entries[0].key, &entries[count].key)) &&
            ptc_sample_part(sample, value, PTC_STR("(key)"), 0, &entries[count].value))
            count++;
        else if (sample->arena->failed)
            return false;
    }
    return entries != NULL &&
           ptc_map_make(sample->arena, entries, count, out, NULL) == PTC_OK;
}

/* --- All of them ------------------------------------------------------------------- */

bool ptc_sample_adapt(ptc_sample *sample, const ptc_schema_node *node, ptc_value *value)
{
    if (value->kind == PTC_VECTOR)
        return sampled_adapt_list(sample, node, value);
    if (node->type == PTC_TYPE_MULTIPLE &&
        (value->kind == PTC_INT || value->kind == PTC_FLOAT))
        sampled_round(node, value);
    return true;
}
