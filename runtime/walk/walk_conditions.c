/* SPDX-License-Identifier: MIT */
/*
 * The walker on conditions that only JSON Schema has: exactly one of many, if-then-else,
 * and conditions on parts of a value that are next to its type in a conjunction.
 * [validation 3, 8]
 *
 * A condition is about values of one kind; others it refuses, or accepts if it says so
 * (PTC_NODE_OTHERS). A value that is too deep to be checked satisfies no condition that
 * relies on a refusal, such as a negation.
 */
#include "schema/schema_int.h"
#include "walk/walk_int.h"

enum {
    WALK_DIGITS_PART = 8,    /* digits that are divided in the time of a node */
    WALK_FLOAT_DIGITS = 256, /* of a double, with zeros, in between */
};

typedef enum walk_answer {
    WALK_NO,
    WALK_YES,
    WALK_TOO_DEEP,
} walk_answer;

static walk_answer walk_answer_of(ptc_walker *walker, bool was_deep, bool is_valid)
{
    bool is_deep = walker->was_deep;

    walker->was_deep = was_deep || (is_deep && !is_valid);
    return is_valid ? WALK_YES : is_deep ? WALK_TOO_DEEP : WALK_NO;
}

static walk_answer walk_asks(ptc_walker *walker, const ptc_schema_node *node,
                             const ptc_value *value)
{
    bool was_deep = walker->was_deep;

    walker->was_deep = false;
    return walk_answer_of(walker, was_deep, ptc_walk_accepts(walker, node, value));
}

static walk_answer walk_asks_key(ptc_walker *walker, const ptc_schema_node *node,
                                 const ptc_value *key)
{
    bool was_deep = walker->was_deep;

    walker->was_deep = false;
    return walk_answer_of(walker, was_deep, ptc_walk_accepts_key(walker, node, key));
}

/* --- Choices ------------------------------------------------------------------------ */

/* Counts the alternatives that accept, without a report up to two; if one is unknown, the
 * count is useless. */
static walk_answer walk_count(ptc_walker *walker, const ptc_schema_node *node,
                              const ptc_value *value, uint32_t *count, uint32_t *numbers)
{
    bool is_deep = false;

    *count = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        walk_answer answer = walk_asks(walker, &walker->nodes[node->first + i], value);

        is_deep |= answer == WALK_TOO_DEEP;
        if (answer != WALK_YES)
            continue;
        if (*count < PTC_WALK_TOLD)
            numbers[*count] = i;
        if (++*count > 1 && walker->report == NULL)
            break;
    }
    if (*count == 1)
        return is_deep ? WALK_TOO_DEEP : WALK_YES;
    return WALK_NO;
}

static bool walk_tell_one(ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_place *place, uint32_t count,
                          const uint32_t *numbers)
{
    const ptc_schema_node *only;

    if (walker->report == NULL)
        return false;
    if (count > 0)
        return ptc_fault_one(walker, place, node, value, count, numbers);
    only = ptc_walk_only_kind(walker, node, value);
    if (only != NULL)
        return ptc_walk_check(walker, only, value, place);
    return ptc_fault_union(walker, place, node, value);
}

bool ptc_walk_one(ptc_walker *walker, const ptc_schema_node *node, const ptc_value *value,
                  const ptc_place *place)
{
    const ptc_memo *memo = ptc_memo_find(walker, node, value, PTC_MEMO_ACCEPTS);
    bool was_deep = walker->was_deep;
    uint32_t numbers[PTC_WALK_TOLD];
    uint32_t count = 0;
    walk_answer answer;

    if (memo != NULL && (memo->is_valid || walker->report == NULL))
        return memo->is_valid;
    walker->was_deep = false;
    answer = walk_count(walker, node, value, &count, numbers);
    ptc_memo_keep(walker, node, value, PTC_MEMO_ACCEPTS, answer == WALK_YES, 0, NULL);
    walker->was_deep |= was_deep;
    if (answer == WALK_NO)
        return walk_tell_one(walker, node, value, place, count, numbers);
    return answer == WALK_YES || ptc_fault_depth(walker, place, node);
}

bool ptc_walk_if(ptc_walker *walker, const ptc_schema_node *node, const ptc_value *value,
                 const ptc_place *place)
{
    const ptc_schema_node *condition = &walker->nodes[node->first];
    const ptc_memo *memo = ptc_memo_find(walker, node, value, PTC_MEMO_ACCEPTS);
    bool was_deep = walker->was_deep;
    walk_answer answer;
    bool is_valid;

    if (memo != NULL && (memo->is_valid || walker->report == NULL))
        return memo->is_valid;
    walker->was_deep = false;
    answer = walk_asks(walker, condition, value);
    if (answer == WALK_TOO_DEEP)
        is_valid = ptc_fault_depth(walker, place, node);
    else
        is_valid = ptc_walk_check(walker, condition + (answer == WALK_YES ? 1 : 2), value,
                                  place);
    ptc_memo_keep(walker, node, value, PTC_MEMO_ACCEPTS, is_valid, 0, NULL);
    walker->was_deep |= was_deep;
    return is_valid;
}

/* --- Numbers ------------------------------------------------------------------------ */

static bool walk_multiple(ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_place *place)
{
    size_t digits = value->kind == PTC_OPAQUE  ? value->aux
                    : value->kind == PTC_FLOAT ? WALK_FLOAT_DIGITS
                                               : 0;

    ptc_walk_spend(walker, digits / WALK_DIGITS_PART);
    return ptc_number_is_multiple(value, &node->members[0]) ||
           ptc_fault_multiple(walker, place, node, value);
}

/* --- Lists -------------------------------------------------------------------------- */

bool ptc_walk_is_never(const ptc_walker *walker, const ptc_schema_node *node)
{
    node = ptc_schema_target(walker->nodes, node);
    return node->type == PTC_TYPE_NOT && (node->flags & PTC_NODE_NULLABLE) == 0 &&
           ptc_schema_target(walker->nodes, &walker->nodes[node->first])->type ==
               PTC_TYPE_ANY;
}

static bool walk_prefix(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    ptc_place step = {place, NULL, NULL, 0, value};
    uint32_t rest = node->count - 1;
    uint32_t count = value->aux;
    bool is_valid = ptc_walk_size(walker, node, value, value->aux, place);

    if (count > rest && ptc_walk_is_never(walker, &walker->nodes[node->first + rest])) {
        is_valid &= ptc_fault_behind(walker, place, node, value);
        count = rest;
    }
    for (uint32_t i = 0; i < count && (is_valid || walker->report != NULL); i++) {
        step.index = i;
        is_valid &=
            ptc_walk_check(walker, &walker->nodes[node->first + (i < rest ? i : rest)],
                           &value->as.items[i], &step);
    }
    if ((is_valid || walker->report != NULL) && (node->flags & PTC_NODE_DISTINCT) != 0)
        is_valid &= ptc_walk_distinct(walker, node, value, place);
    return is_valid;
}

static bool walk_contains(ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_place *place)
{
    const ptc_schema_node *child = &walker->nodes[node->first];
    ptc_value count = ptc_value_int(0);

    for (uint32_t i = 0; i < value->aux; i++) {
        walk_answer answer = walk_asks(walker, child, &value->as.items[i]);

        if (answer == WALK_TOO_DEEP)
            return ptc_fault_depth(walker, place, node);
        count.as.integer += answer == WALK_YES;
    }
    return ptc_walk_is_count(node, (size_t)count.as.integer) ||
           ptc_fault_contains(walker, place, node, value, (size_t)count.as.integer);
}

/* --- Maps --------------------------------------------------------------------------- */

static bool walk_keys(ptc_walker *walker, const ptc_schema_node *node,
                      const ptc_value *value, const ptc_place *place)
{
    const ptc_map *map = value->as.map;
    const ptc_schema_node *key = &walker->nodes[node->first];
    ptc_place step = {place, NULL, NULL, 0, NULL};
    bool is_never = ptc_walk_is_never(walker, key + 1);
    bool is_valid = true;

    for (uint32_t i = 0; i < map->count && (is_valid || walker->report != NULL); i++) {
        const ptc_map_entry *entry = &map->entries[i];
        walk_answer answer = walk_asks_key(walker, key, &entry->key);

        step.key = &entry->key;
        if (answer == WALK_TOO_DEEP)
            is_valid = ptc_fault_depth(walker, &step, node);
        else if (answer == WALK_YES && is_never)
            is_valid = ptc_fault_unexpected(walker, &step, node, &entry->value);
        else if (answer == WALK_YES)
            is_valid &= ptc_walk_check(walker, key + 1, &entry->value, &step);
    }
    return is_valid;
}

/* --- All of them -------------------------------------------------------------------- */

bool ptc_walk_is_about(const ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value)
{
    switch ((unsigned)node->type) {
    case PTC_TYPE_MULTIPLE:
        return value->kind == PTC_INT || value->kind == PTC_FLOAT ||
               (walker->is_json && value->kind == PTC_OPAQUE &&
                (value->flags & PTC_FLAG_NUMBER) != 0);
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
        return value->kind == PTC_MAP;
    default:
        return value->kind == PTC_VECTOR;
    }
}

/* The conditions of nodes on the parts of a list or map. */
static bool walk_parts(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    switch ((unsigned)node->type) {
    case PTC_TYPE_PREFIX:
        return walk_prefix(walker, node, value, place);
    case PTC_TYPE_CONTAINS:
        return walk_contains(walker, node, value, place);
    case PTC_TYPE_KEYS:
        return walk_keys(walker, node, value, place);
    default:
        return ptc_walk_others(walker, node, value, place);
    }
}

bool ptc_walk_condition(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (!ptc_walk_is_about(walker, node, value))
        return (node->flags & PTC_NODE_OTHERS) != 0 ||
               ptc_fault_kind(walker, place, node, value);
    if (node->type == PTC_TYPE_MULTIPLE)
        return walk_multiple(walker, node, value, place);
    if (!ptc_walk_enter(walker, node, place))
        return false;
    is_valid = walk_parts(walker, node, value, place);
    walker->depth--;
    return is_valid;
}
