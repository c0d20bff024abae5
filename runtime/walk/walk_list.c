/* SPDX-License-Identifier: MIT */
/*
 * The walker on lists, sets, tuples and arguments by position. [validation 3]
 */
#include "walk/walk_int.h"

enum {
    WALK_FEW = 64, /* elements that are compared pairwise to find duplicates */
};

static bool walk_items(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    const ptc_schema_node *child = &walker->nodes[node->first];
    ptc_place step = {place, NULL, NULL, 0};
    bool is_valid = true;

    for (uint32_t i = 0; i < value->aux; i++) {
        step.index = i;
        if (!ptc_walk_check(walker, child, &value->as.items[i], &step)) {
            if (walker->report == NULL)
                return false;
            is_valid = false;
        }
    }
    return is_valid;
}

bool ptc_walk_list(ptc_walker *walker, const ptc_schema_node *node,
                   const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (value->kind != PTC_VECTOR)
        return ptc_fault_kind(walker, place, node, value);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = ptc_walk_size(walker, node, value, value->aux, place);
    if (is_valid || walker->report != NULL)
        is_valid &= walk_items(walker, node, value, place);
    walker->depth--;
    return is_valid;
}

static bool walk_report_duplicate(ptc_walker *walker, const ptc_schema_node *node,
                                  const ptc_value *value, const ptc_place *place,
                                  uint32_t first, uint32_t later)
{
    ptc_place step = {place, NULL, NULL, later};

    return ptc_fault_duplicate(walker, &step, node, &value->as.items[later], NULL, first);
}

static bool walk_distinct_few(ptc_walker *walker, const ptc_schema_node *node,
                              const ptc_value *value, const ptc_place *place)
{
    const ptc_value *items = value->as.items;
    bool is_valid = true;

    for (uint32_t later = 1; later < value->aux; later++) {
        uint32_t first = 0;

        while (first < later && !ptc_value_same(&items[first], &items[later]))
            first++;
        if (first == later)
            continue;
        is_valid = walk_report_duplicate(walker, node, value, place, first, later);
        if (walker->report == NULL)
            break;
    }
    return is_valid;
}

/* Element numbers + 1 by hash, with open addressing; the table is freed at once. */
static bool walk_distinct_many(ptc_walker *walker, const ptc_schema_node *node,
                               const ptc_value *value, const ptc_place *place)
{
    const ptc_value *items = value->as.items;
    size_t size = WALK_FEW;
    uint32_t *table;
    ptc_arena scratch;
    bool is_valid = true;

    while (size / 2 < value->aux)
        size *= 2;
    ptc_arena_init(&scratch, NULL, 0);
    table = ptc_arena_array(&scratch, size, sizeof *table);
    if (table == NULL) {
        walker->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < value->aux && (is_valid || walker->report); i++) {
        size_t at = (size_t)ptc_value_hash(&items[i]) & (size - 1);

        while (table[at] != 0 && !ptc_value_same(&items[table[at] - 1], &items[i]))
            at = (at + 1) & (size - 1);
        if (table[at] != 0)
            is_valid =
                walk_report_duplicate(walker, node, value, place, table[at] - 1, i);
        else
            table[at] = i + 1;
    }
    ptc_arena_free(&scratch);
    return is_valid;
}

bool ptc_walk_distinct(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    return value->aux <= WALK_FEW ? walk_distinct_few(walker, node, value, place)
                                  : walk_distinct_many(walker, node, value, place);
}

bool ptc_walk_set(ptc_walker *walker, const ptc_schema_node *node, const ptc_value *value,
                  const ptc_place *place)
{
    bool is_list = walker->is_json && value->kind == PTC_VECTOR;
    bool is_valid;

    if (value->kind != PTC_SET && !is_list)
        return ptc_fault_kind(walker, place, node, value);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = ptc_walk_size(walker, node, value, value->aux, place);
    if (is_valid || walker->report != NULL)
        is_valid &= walk_items(walker, node, value, place);
    if (is_list && (is_valid || walker->report != NULL))
        is_valid &= ptc_walk_distinct(walker, node, value, place);
    walker->depth--;
    return is_valid;
}

static bool walk_positions(ptc_walker *walker, const ptc_schema_node *node,
                           const ptc_value *value, const ptc_place *place)
{
    ptc_place step = {place, NULL, NULL, 0};
    bool is_valid = true;

    for (uint32_t i = 0; i < value->aux; i++) {
        step.index = i;
        if (!ptc_walk_check(walker, &walker->nodes[node->first + i], &value->as.items[i],
                            &step)) {
            if (walker->report == NULL)
                return false;
            is_valid = false;
        }
    }
    return is_valid;
}

bool ptc_walk_tuple(ptc_walker *walker, const ptc_schema_node *node,
                    const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (value->kind != PTC_VECTOR)
        return ptc_fault_kind(walker, place, node, value);
    if (value->aux != node->count)
        return ptc_fault_arity(walker, place, node, value);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = walk_positions(walker, node, value, place);
    walker->depth--;
    return is_valid;
}
