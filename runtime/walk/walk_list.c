/* SPDX-License-Identifier: MIT */
/*
 * The walker on lists, sets, tuples and arguments by position. [validation 3]
 */
#include "base/base_int.h"
#include "walk/walk_int.h"

enum {
    WALK_FEW = 64, /* elements that are compared pairwise to find duplicates */
};

static bool walk_items(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    const ptc_schema_node *child = &walker->nodes[node->first];
    ptc_place step = {place, NULL, NULL, 0, value};
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
    if ((is_valid || walker->report != NULL) && (node->flags & PTC_NODE_DISTINCT) != 0)
        is_valid &= ptc_walk_distinct(walker, node, value, place);
    walker->depth--;
    return is_valid;
}

static bool walk_report_duplicate(ptc_walker *walker, const ptc_schema_node *node,
                                  const ptc_value *value, const ptc_place *place,
                                  uint32_t first, uint32_t later)
{
    ptc_place step = {place, NULL, NULL, later, value};

    return ptc_fault_duplicate(walker, &step, node, &value->as.items[later], NULL, first);
}

/* Elements of a set are compared by identity, those of a list as JSON. */
static bool walk_are_same(const ptc_schema_node *node, const ptc_value *a,
                          const ptc_value *b)
{
    return node->type == PTC_TYPE_SET ? ptc_value_same(a, b) : ptc_value_same_json(a, b);
}

static bool walk_distinct_few(ptc_walker *walker, const ptc_schema_node *node,
                              const ptc_value *value, const ptc_place *place)
{
    const ptc_value *items = value->as.items;
    bool is_valid = true;

    for (uint32_t later = 1; later < value->aux; later++) {
        uint32_t first = 0;

        while (first < later && !walk_are_same(node, &items[first], &items[later]))
            first++;
        if (first == later)
            continue;
        is_valid = walk_report_duplicate(walker, node, value, place, first, later);
        if (walker->report == NULL)
            break;
    }
    return is_valid;
}

/* Reports each element of which `items` have the same as of an earlier one. */
static void walk_report_duplicates(ptc_walker *walker, const ptc_schema_node *node,
                                   const ptc_value *value, const ptc_value *items,
                                   const ptc_place *place, ptc_arena *scratch)
{
    uint32_t *firsts = ptc_arena_alloc(scratch, value->aux * sizeof *firsts);

    if (firsts == NULL ||
        ptc_value_repeats(scratch, items, value->aux, firsts) != PTC_ERROR_DUPLICATE) {
        walker->failed = true;
        return;
    }
    for (uint32_t i = 0; i < value->aux; i++) {
        if (firsts[i] != i)
            walk_report_duplicate(walker, node, value, place, firsts[i], i);
    }
}

/* Many are found by the index of maps. */
static bool walk_distinct_many(ptc_walker *walker, const ptc_schema_node *node,
                               const ptc_value *value, const ptc_place *place)
{
    ptc_value compared = *value;
    ptc_arena scratch;
    ptc_status status = PTC_ERROR_MEMORY;

    ptc_arena_init(&scratch, NULL, 0);
    if (node->type == PTC_TYPE_SET || ptc_value_json_form(&scratch, value, &compared))
        status = ptc_value_repeats(&scratch, compared.as.items, value->aux, NULL);
    walker->failed |= status == PTC_ERROR_MEMORY;
    if (status == PTC_ERROR_DUPLICATE && walker->report != NULL)
        walk_report_duplicates(walker, node, value, compared.as.items, place, &scratch);
    ptc_arena_free(&scratch);
    return status == PTC_OK;
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
    ptc_place step = {place, NULL, NULL, 0, value};
    bool is_valid = true;

    for (uint32_t i = 0; i < node->count && (is_valid || walker->report != NULL); i++) {
        const ptc_schema_node *child = &walker->nodes[node->first + i];

        if (ptc_walk_is_from_context(child)) {
            ptc_place slot = {place, child, NULL, 0, NULL};

            is_valid &= ptc_walk_check_context(walker, child, &slot);
            continue;
        }
        is_valid &= ptc_walk_check(walker, child, &value->as.items[step.index], &step);
        step.index++;
    }
    return is_valid;
}

bool ptc_walk_tuple(ptc_walker *walker, const ptc_schema_node *node,
                    const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (value->kind != PTC_VECTOR)
        return ptc_fault_kind(walker, place, node, value);
    if (value->aux != ptc_walk_positions(walker->nodes, node))
        return ptc_fault_arity(walker, place, node, value);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = walk_positions(walker, node, value, place);
    if ((is_valid || walker->report != NULL) && (node->flags & PTC_NODE_DISTINCT) != 0)
        is_valid &= ptc_walk_distinct(walker, node, value, place);
    walker->depth--;
    return is_valid;
}
