/* SPDX-License-Identifier: MIT */
/*
 * Which alternative a reply is written for. A reply fits a node when it has the shape of
 * its strict form, all the way down: kinds, members of enums, keys, and if that is asked
 * for bounds and forms of texts. Patterns are left to the validator.
 */
#include "target/json_writer/json_restore_int.h"

#include <ptc/datetime.h>
#include <ptc/decimal.h>
#include <ptc/number.h>

static bool fit_value(ptc_json_restorer *restorer, uint32_t index, const ptc_value *value,
                      unsigned depth);

static bool fit_is_text(const ptc_value *value)
{
    return value->kind == PTC_STRING || value->kind == PTC_KEYWORD;
}

static bool fit_is_number(const ptc_value *value)
{
    return value->kind == PTC_INT || value->kind == PTC_FLOAT ||
           ptc_value_is_big_int(value);
}

static bool fit_is_within(const ptc_interval *interval, const ptc_value *number)
{
    int order;

    if (interval == NULL)
        return true;
    if (interval->low.kind != PTC_NIL &&
        !ptc_interval_is_above(&interval->low, interval->low_open, number))
        return false;
    order = interval->high.kind != PTC_NIL ? ptc_interval_compare(number, &interval->high)
                                           : -1;
    return order == -1 || (order == 0 && !interval->high_open);
}

/* Whether a length or count is within the bounds of a node. */
static bool fit_is_count(const ptc_json_restorer *restorer, const ptc_schema_node *node,
                         size_t count)
{
    ptc_value number = ptc_value_int((int64_t)count);

    return restorer->is_loose || fit_is_within(node->interval, &number);
}

static bool fit_text(ptc_json_restorer *restorer, const ptc_schema_node *node,
                     const ptc_value *value)
{
    ptc_str text = ptc_value_text(value);

    if (!fit_is_text(value))
        return false;
    if (restorer->is_loose)
        return true;
    restorer->work -= text.len / 64 < restorer->work ? text.len / 64 : restorer->work;
    if (ptc_type_is_spelled((ptc_type)node->type))
        return ptc_spelling_is_good((ptc_type)node->type, text);
    return node->interval == NULL ||
           fit_is_count(restorer, node, ptc_utf8_count(text.ptr, text.len));
}

/* Nodes of shape PLAIN. */
static bool fit_scalar(ptc_json_restorer *restorer, const ptc_schema_node *node,
                       const ptc_value *value)
{
    switch ((unsigned)node->type) {
    case PTC_TYPE_NIL:
        return value->kind == PTC_NIL;
    case PTC_TYPE_BOOL:
        return value->kind == PTC_BOOL;
    case PTC_TYPE_INT:
        return (value->kind == PTC_INT || ptc_value_is_whole(value)) &&
               (restorer->is_loose || fit_is_within(node->interval, value));
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return fit_is_number(value) && (restorer->is_loose || value->kind == PTC_OPAQUE ||
                                        fit_is_within(node->interval, value));
    case PTC_TYPE_MULTIPLE:
        return fit_is_number(value);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return ptc_member_find(node, value, true) != NULL;
    case PTC_TYPE_CUSTOM:
        return ptc_value_is_scalar(value) && value->kind != PTC_NIL;
    default:
        return fit_text(restorer, node, value);
    }
}

static bool fit_list(ptc_json_restorer *restorer, const ptc_schema_node *node,
                     const ptc_value *value, unsigned depth)
{
    if (value->kind != PTC_VECTOR || !fit_is_count(restorer, node, value->aux))
        return false;
    for (uint32_t i = 0; i < value->aux; i++) {
        if (!fit_value(restorer, node->first, &value->as.items[i], depth))
            return false;
    }
    return true;
}

static bool fit_tuple(ptc_json_restorer *restorer, const ptc_schema_node *node,
                      const ptc_value *value, unsigned depth)
{
    char digits[PTC_NUMBER_MAX];

    if (value->kind != PTC_MAP || value->aux != node->count)
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        size_t len = ptc_number_write_uint(i, digits);
        const ptc_value *item =
            ptc_map_find_text(value->as.map, PTC_STRING, ptc_str_make(digits, len));

        if (item == NULL || !fit_value(restorer, node->first + i, item, depth))
            return false;
    }
    return true;
}

/* Whether all keys are fields whose values fit. Fields of the shape PLAIN alone, which
 * are decided at once, or all others; `*required` loses those that are there. */
static bool fit_entries(ptc_json_restorer *restorer, const ptc_json_fields *fields,
                        const ptc_map *map, bool plain, ptc_str dispatch, unsigned depth,
                        size_t *required)
{
    for (uint32_t i = 0; i < map->count; i++) {
        const ptc_map_entry *entry = &map->entries[i];
        const ptc_json_field *field = ptc_json_field_find(fields, &entry->key);

        if (restorer->work == 0)
            return false;
        restorer->work--;
        if (field == NULL && entry->key.kind == PTC_STRING && dispatch.len > 0 &&
            ptc_str_equal(ptc_value_text(&entry->key), dispatch))
            continue;
        if (field == NULL)
            return false;
        if ((ptc_json_shape_of(&restorer->shapes, field->node) == PTC_JSON_SHAPE_PLAIN) !=
            plain)
            continue;
        *required -= !field->is_optional;
        if (!(entry->value.kind == PTC_NIL && field->is_optional) &&
            !fit_value(restorer, field->node, &entry->value, depth))
            return false;
    }
    return true;
}

/* `dispatch` is a key that may be there without a field, or empty. */
static bool fit_object(ptc_json_restorer *restorer, uint32_t index,
                       const ptc_value *value, ptc_str dispatch, unsigned depth)
{
    const ptc_json_fields *fields = ptc_json_fields_of(&restorer->shapes, index);
    size_t required = fields != NULL ? fields->required : 0;

    return fields != NULL && value->kind == PTC_MAP && value->aux >= required &&
           fit_entries(restorer, fields, value->as.map, true, dispatch, depth,
                       &required) &&
           fit_entries(restorer, fields, value->as.map, false, dispatch, depth,
                       &required) &&
           required == 0;
}

/* The branch that the value names. */
static uint32_t fit_branch(const ptc_json_restorer *restorer, const ptc_schema_node *node,
                           const ptc_value *value)
{
    const ptc_value *dispatch =
        value->kind == PTC_MAP
            ? ptc_map_find_text(value->as.map, PTC_STRING, node->type_name)
            : NULL;
    uint32_t otherwise = PTC_NODE_NONE;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const ptc_schema_node *branch = &restorer->nodes[i];

        if ((branch->flags & PTC_NODE_OTHERWISE) != 0)
            otherwise = i;
        else if (dispatch != NULL &&
                 ptc_member_is(&branch->extra->branch, dispatch, true))
            return i;
    }
    return value->kind == PTC_MAP ? otherwise : PTC_NODE_NONE;
}

static bool fit_choice(ptc_json_restorer *restorer, const ptc_schema_node *node,
                       const ptc_value *value, unsigned depth)
{
    uint32_t branch;

    if (node->type == PTC_TYPE_MULTI) {
        branch = fit_branch(restorer, node, value);
        return branch != PTC_NODE_NONE &&
               fit_object(restorer, branch, value, node->type_name, depth);
    }
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (fit_value(restorer, i, value, depth))
            return true;
    }
    return false;
}

static bool fit_value(ptc_json_restorer *restorer, uint32_t index, const ptc_value *value,
                      unsigned depth)
{
    const ptc_schema_node *nodes = restorer->nodes;
    const ptc_schema_node *node = &nodes[index];

    if (restorer->work == 0 || depth == 0)
        return false;
    restorer->work--;
    if (value->kind == PTC_NIL && ptc_schema_takes_nil(nodes, node))
        return true;
    node = ptc_schema_target(nodes, node);
    index = (uint32_t)(node - nodes);
    switch (ptc_json_shape_of(&restorer->shapes, index)) {
    case PTC_JSON_SHAPE_PLAIN:
        return fit_scalar(restorer, node, value);
    case PTC_JSON_SHAPE_LIST:
        return fit_list(restorer, node, value, depth - 1);
    case PTC_JSON_SHAPE_TUPLE:
        return fit_tuple(restorer, node, value, depth - 1);
    case PTC_JSON_SHAPE_MAP:
        return fit_object(restorer, index, value, (ptc_str){NULL, 0}, depth - 1);
    case PTC_JSON_SHAPE_CHOICE:
        return fit_choice(restorer, node, value, depth - 1);
    case PTC_JSON_SHAPE_PART:
        return fit_value(restorer, ptc_json_main_part(&restorer->shapes, index), value,
                         depth - 1);
    case PTC_JSON_SHAPE_TEXT:
    case PTC_JSON_SHAPE_UNKNOWN:
    case PTC_JSON_SHAPE_PENDING:
        break;
    }
    return value->kind == PTC_STRING;
}

/* --- Choosing ------------------------------------------------------------------------
 */

/* Whether a node is written as a value of such a kind at all. */
static bool fit_is_kind(ptc_json_restorer *restorer, uint32_t index,
                        const ptc_value *value)
{
    switch (ptc_json_shape_of(&restorer->shapes, index)) {
    case PTC_JSON_SHAPE_LIST:
        return value->kind == PTC_VECTOR;
    case PTC_JSON_SHAPE_TUPLE:
    case PTC_JSON_SHAPE_MAP:
        return value->kind == PTC_MAP;
    case PTC_JSON_SHAPE_CHOICE:
    case PTC_JSON_SHAPE_PART:
        return !ptc_value_is_scalar(value);
    case PTC_JSON_SHAPE_PLAIN:
    case PTC_JSON_SHAPE_TEXT:
    case PTC_JSON_SHAPE_UNKNOWN:
    case PTC_JSON_SHAPE_PENDING:
        break;
    }
    return false;
}

static uint32_t fit_first(ptc_json_restorer *restorer, const ptc_schema_node *node,
                          const ptc_value *value, unsigned depth, bool is_loose)
{
    restorer->is_loose = is_loose;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (fit_value(restorer, i, value, depth))
            return i;
    }
    return PTC_NODE_NONE;
}

uint32_t ptc_json_choose(ptc_json_restorer *restorer, uint32_t index,
                         const ptc_value *value, unsigned depth)
{
    const ptc_schema_node *node = &restorer->nodes[index];
    uint32_t found;
    uint32_t count = 0;

    if (node->type == PTC_TYPE_MULTI)
        return fit_branch(restorer, node, value);
    found = fit_first(restorer, node, value, depth, false);
    if (found == PTC_NODE_NONE)
        found = fit_first(restorer, node, value, depth, true);
    if (found != PTC_NODE_NONE)
        return found;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (fit_is_kind(restorer, i, value)) {
            found = i;
            count++;
        }
    }
    return count == 1 ? found : PTC_NODE_NONE;
}
