/* SPDX-License-Identifier: MIT */
/*
 * The walker where a schema is made of schemas for the same value: unions, conjunctions,
 * negation, dispatch. [validation 3, 8, 11.2]
 *
 * Verdicts that would be asked for again are remembered: see walk_memo.c.
 */
#include "base/base_int.h"
#include "schema/schema_int.h"
#include "walk/walk_int.h"

enum {
    WALK_KINDS_MAX = 4, /* unions within unions that are searched for a kind */
};

static bool walk_members_have_kind(const ptc_walker *walker, const ptc_schema_node *node,
                                   const ptc_value *value)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    ptc_value number = *value;

    if (ptc_schema_is_json_equal(node))
        number = ptc_value_json_number(value);
    for (uint32_t i = 0; i < count; i++) {
        ptc_kind kind = (ptc_kind)node->members[i].kind;

        if (kind == number.kind ||
            (walker->is_json && kind == PTC_KEYWORD && value->kind == PTC_STRING))
            return true;
    }
    return false;
}

static bool walk_union_has_kind(const ptc_walker *walker, const ptc_schema_node *node,
                                const ptc_value *value, unsigned nesting);

static bool walk_has_kind(const ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *value, unsigned nesting)
{
    bool is_big = ptc_value_is_big_int(value);

    node = ptc_schema_target(walker->nodes, node);
    while (node->type == PTC_TYPE_AND)
        node = ptc_schema_target(walker->nodes, &walker->nodes[node->first]);
    if ((value->kind == PTC_NIL && (node->flags & PTC_NODE_NULLABLE) != 0) ||
        ptc_schema_is_other(node, value))
        return true;
    switch ((ptc_type)node->type) {
    case PTC_TYPE_ANY:
        return true;
    case PTC_TYPE_NIL:
        return value->kind == PTC_NIL;
    case PTC_TYPE_BOOL:
        return value->kind == PTC_BOOL;
    case PTC_TYPE_INT:
        return value->kind == PTC_INT || is_big ||
               (value->kind == PTC_FLOAT && (node->flags & PTC_NODE_INTEGRAL) != 0);
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return value->kind == PTC_INT || value->kind == PTC_FLOAT ||
               (walker->is_json && is_big);
    case PTC_SPELLED_AND(STRING):
        return value->kind == PTC_STRING;
    case PTC_TYPE_DECIMAL:
        return value->kind == PTC_STRING || value->kind == PTC_INT ||
               (walker->is_json && is_big);
    case PTC_TYPE_KEYWORD:
        return value->kind == PTC_KEYWORD ||
               (walker->is_json && value->kind == PTC_STRING);
    case PTC_TYPE_MALLI_SCHEMA:
        return value->kind == PTC_VECTOR || value->kind == PTC_KEYWORD;
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return walk_members_have_kind(walker, node, value);
    case PTC_TYPE_LIST:
    case PTC_TYPE_TUPLE:
        return value->kind == PTC_VECTOR;
    case PTC_TYPE_SET:
        return value->kind == PTC_SET || (walker->is_json && value->kind == PTC_VECTOR);
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_MAP:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_MULTI:
        return value->kind == PTC_MAP;
    case PTC_TYPE_UNION:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
        return walk_union_has_kind(walker, node, value, nesting);
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
        return (node->flags & PTC_NODE_OTHERS) != 0 ||
               ptc_walk_is_about(walker, node, value);
    case PTC_TYPE_NOT_CONST:
    case PTC_TYPE_NOT:
    case PTC_TYPE_CUSTOM:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_AND:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_COUNT:
        break;
    }
    return false;
}

static bool walk_union_has_kind(const ptc_walker *walker, const ptc_schema_node *node,
                                const ptc_value *value, unsigned nesting)
{
    if (nesting >= WALK_KINDS_MAX)
        return true;
    for (uint32_t i = node->type == PTC_TYPE_IF ? 1 : 0; i < node->count; i++) {
        if (walk_has_kind(walker, &walker->nodes[node->first + i], value, nesting + 1))
            return true;
    }
    return false;
}

bool ptc_walk_has_kind(const ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value)
{
    return walk_has_kind(walker, node, value, 0);
}

const ptc_schema_node *ptc_walk_only_kind(const ptc_walker *walker,
                                          const ptc_schema_node *node,
                                          const ptc_value *value)
{
    const ptc_schema_node *only = NULL;

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *child = &walker->nodes[node->first + i];

        if (!ptc_walk_has_kind(walker, child, value))
            continue;
        if (only != NULL)
            return NULL;
        only = child;
    }
    return only;
}

/* Checks the alternatives in silence. */
static bool walk_any_accepts(ptc_walker *walker, const ptc_schema_node *node,
                             const ptc_value *value)
{
    const ptc_memo *memo = ptc_memo_find(walker, node, value, PTC_MEMO_ACCEPTS);
    bool was_deep = walker->was_deep;
    bool is_valid = false;

    if (memo != NULL)
        return memo->is_valid;
    walker->was_deep = false;
    for (uint32_t i = 0; i < node->count && !is_valid; i++)
        is_valid = ptc_walk_accepts(walker, &walker->nodes[node->first + i], value);
    ptc_memo_keep(walker, node, value, PTC_MEMO_ACCEPTS, is_valid, 0, NULL);
    walker->was_deep |= was_deep;
    return is_valid;
}

static bool walk_union(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    const ptc_schema_node *only;
    bool is_valid;

    is_valid = walk_any_accepts(walker, node, value);
    if (is_valid || walker->report == NULL)
        return is_valid;
    only = ptc_walk_only_kind(walker, node, value);
    if (only != NULL)
        return ptc_walk_check(walker, only, value, place);
    return ptc_fault_union(walker, place, node, value);
}

/* Whether to check the next conjunct after one that refused the value: if the value has
 * another kind, the next would only say so again. What the conjuncts say nothing about is
 * unknown when one refuses. */
static bool walk_goes_on(const ptc_walker *walker, const ptc_schema_node *child,
                         const ptc_value *value)
{
    return walker->report != NULL && !ptc_report_is_full(walker->report) &&
           ptc_walk_has_kind(walker, child, value);
}

static bool walk_and(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    const ptc_memo *memo = ptc_memo_find(walker, node, value, PTC_MEMO_ACCEPTS);
    bool was_deep = walker->was_deep;
    bool is_valid = true;

    if (memo != NULL && (memo->is_valid || walker->report == NULL))
        return memo->is_valid;
    walker->was_deep = false;
    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *child = &walker->nodes[node->first + i];

        if ((!is_valid && ptc_type_is_of_others((ptc_type)child->type)) ||
            ptc_walk_check(walker, child, value, place))
            continue;
        is_valid = false;
        if (!walk_goes_on(walker, child, value))
            break;
    }
    ptc_memo_keep(walker, node, value, PTC_MEMO_ACCEPTS, is_valid, 0, NULL);
    walker->was_deep |= was_deep;
    return is_valid;
}

/* What is too deep to be checked is neither a member nor none. */
static bool walk_not(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    bool was_deep = walker->was_deep;

    walker->was_deep = false;
    if (ptc_walk_accepts(walker, &walker->nodes[node->first], value))
        return ptc_fault_not(walker, place, node, value);
    if (walker->was_deep)
        return ptc_fault_depth(walker, place, node);
    walker->was_deep = was_deep;
    return true;
}

const ptc_schema_node *ptc_walk_branch(const ptc_walker *walker,
                                       const ptc_schema_node *node,
                                       const ptc_value *dispatch, bool is_loose)
{
    const ptc_schema_node *loose = NULL;
    const ptc_schema_node *otherwise = NULL;

    for (uint32_t i = 0; i < node->count; i++) {
        const ptc_schema_node *branch = &walker->nodes[node->first + i];

        if ((branch->flags & PTC_NODE_OTHERWISE) != 0)
            otherwise = branch;
        else if (ptc_member_is(&branch->extra->branch, dispatch, walker->is_json))
            return branch;
        else if (is_loose && loose == NULL &&
                 ptc_member_is_named(&branch->extra->branch, dispatch))
            loose = branch;
    }
    return loose != NULL ? loose : otherwise;
}

static bool walk_multi(ptc_walker *walker, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place)
{
    static const ptc_value absent = {0};
    const ptc_map_entry *entry;
    const ptc_schema_node *branch;

    if (value->kind != PTC_MAP)
        return ptc_fault_kind(walker, place, node, value);
    entry = ptc_map_find_field(value->as.map, node->type_name, 0);
    branch =
        ptc_walk_branch(walker, node, entry != NULL ? &entry->value : &absent, false);
    if (branch == NULL)
        return ptc_fault_dispatch(walker, place, node, value,
                                  entry != NULL ? &entry->value : NULL);
    return ptc_walk_check(walker, branch, value, place);
}

bool ptc_walk_choice(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    bool is_valid;

    if (!ptc_walk_step(walker, node, place))
        return false;
    if (node->type == PTC_TYPE_UNION)
        is_valid = walk_union(walker, node, value, place);
    else if (node->type == PTC_TYPE_AND)
        is_valid = walk_and(walker, node, value, place);
    else if (node->type == PTC_TYPE_NOT)
        is_valid = walk_not(walker, node, value, place);
    else if (node->type == PTC_TYPE_ONE)
        is_valid = ptc_walk_one(walker, node, value, place);
    else if (node->type == PTC_TYPE_IF)
        is_valid = ptc_walk_if(walker, node, value, place);
    else
        is_valid = walk_multi(walker, node, value, place);
    walker->steps--;
    return is_valid;
}
