/* SPDX-License-Identifier: MIT */
/*
 * The walker on values without parts: numbers, strings, members of enums, registered
 * types, and the limits that sizes share with numbers. [validation 3, 8, 15]
 */
#include "schema/schema_int.h"
#include "walk/walk_int.h"

#include <ptc/convert.h>

enum { WALK_TEXT_PART = 8 }; /* bytes that a pattern reads in the time of a node */

static bool walk_is_within(const ptc_interval *interval, const ptc_value *number)
{
    if (interval->low.kind != PTC_NIL &&
        !ptc_interval_is_above(&interval->low, interval->low_open, number))
        return false;
    if (interval->high.kind != PTC_NIL) {
        int order = ptc_interval_compare(number, &interval->high);

        return order == -1 || (order == 0 && !interval->high_open);
    }
    return true;
}

bool ptc_walk_is_count(const ptc_schema_node *node, size_t count)
{
    ptc_value number = ptc_value_int((int64_t)count);

    return node->interval == NULL || walk_is_within(node->interval, &number);
}

bool ptc_walk_size(ptc_walker *walker, const ptc_schema_node *node,
                   const ptc_value *value, size_t count, const ptc_place *place)
{
    return ptc_walk_is_count(node, count) ||
           ptc_fault_size(walker, place, node, value, count);
}

/* A float that may stand for an int: one without a fraction, in int64, is checked as it.
 */
static bool walk_integral(ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_place *place)
{
    ptc_value whole = ptc_value_json_number(value);

    if (whole.kind == PTC_INT)
        return node->interval == NULL || walk_is_within(node->interval, &whole) ||
               ptc_fault_bound(walker, place, node, &whole);
    if (ptc_value_is_whole(value))
        return ptc_fault_range(walker, place, node, value);
    return ptc_fault_kind(walker, place, node, value);
}

static bool walk_int(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    if (value->kind == PTC_INT)
        return node->interval == NULL || walk_is_within(node->interval, value) ||
               ptc_fault_bound(walker, place, node, value);
    if (value->kind == PTC_FLOAT && (node->flags & PTC_NODE_INTEGRAL) != 0)
        return walk_integral(walker, node, value, place);
    if (value->kind == PTC_OPAQUE && (value->flags & PTC_FLAG_NUMBER) != 0)
        return ptc_fault_range(walker, place, node, value);
    return ptc_fault_kind(walker, place, node, value);
}

/* FLOAT and NUMBER. An integer that int64 cannot hold counts as its nearest double, where
 * numbers have only one kind: in JSON. */
static bool walk_number(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    ptc_value number = *value;
    bool is_exact;

    if (walker->is_json && value->kind == PTC_OPAQUE &&
        (value->flags & PTC_FLAG_NUMBER) != 0) {
        double nearest;

        if (!ptc_convert_big_int(ptc_value_text(value), &nearest, &is_exact))
            return ptc_fault_range(walker, place, node, value);
        number = ptc_value_float(nearest);
    } else if (value->kind == PTC_FLOAT) {
        double zero = value->as.number - value->as.number;

        if (walker->is_json && zero != 0.0)
            return ptc_fault_not_finite(walker, place, node, value);
    } else if (value->kind != PTC_INT) {
        return ptc_fault_kind(walker, place, node, value);
    }
    return node->interval == NULL || walk_is_within(node->interval, &number) ||
           ptc_fault_bound(walker, place, node, value);
}

static size_t walk_count_points(const ptc_value *string)
{
    if ((string->flags & PTC_FLAG_ASCII) != 0)
        return string->aux;
    return ptc_utf8_count(string->as.text, string->aux);
}

static bool walk_string(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    bool is_valid = true;

    if (value->kind != PTC_STRING)
        return ptc_fault_kind(walker, place, node, value);
    if ((value->flags & PTC_FLAG_ASCII) == 0 &&
        ptc_utf8_check(value->as.text, value->aux) != value->aux)
        return ptc_fault_encoding(walker, place, node, value);
    if (node->interval != NULL) {
        size_t length = walk_count_points(value);

        if (!ptc_walk_is_count(node, length))
            is_valid = ptc_fault_length(walker, place, node, value, length);
    }
    for (uint32_t i = 0; i < node->pattern_count && (is_valid || walker->report != NULL);
         i++) {
        const ptc_pattern *pattern = &node->patterns[i];

        ptc_walk_spend(walker, value->aux / WALK_TEXT_PART);
        if (!ptc_regex_search(pattern->dfa, value->as.text, value->aux))
            is_valid = ptc_fault_pattern(walker, place, node, value, pattern);
    }
    return is_valid;
}

static bool walk_keyword(ptc_walker *walker, const ptc_schema_node *node,
                         const ptc_value *value, const ptc_place *place)
{
    return value->kind == PTC_KEYWORD ||
           (walker->is_json && value->kind == PTC_STRING &&
            ptc_keyword_is_legal(ptc_value_text(value))) ||
           ptc_fault_kind(walker, place, node, value);
}

static bool walk_datetime(ptc_walker *walker, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_place *place)
{
    ptc_datetime_form form = PTC_DATETIME_NONE;

    if (value->kind == PTC_STRING)
        form = ptc_datetime_parse(ptc_value_text(value));
    if (form == PTC_DATETIME_UTC || form == PTC_DATETIME_OFFSET)
        return true;
    if (form == PTC_DATETIME_NO_OFFSET)
        return ptc_fault_offset(walker, place, node, value);
    if (value->kind == PTC_STRING)
        return ptc_fault_spelling(walker, place, node, value);
    return ptc_fault_kind(walker, place, node, value);
}

static bool walk_spelled(ptc_walker *walker, const ptc_schema_node *node,
                         const ptc_value *value, const ptc_place *place)
{
    if (value->kind != PTC_STRING)
        return ptc_fault_kind(walker, place, node, value);
    return ptc_spelling_is_good((ptc_type)node->type, ptc_value_text(value)) ||
           ptc_fault_spelling(walker, place, node, value);
}

/* Integers count as decimals; those that int64 cannot hold where numbers have only one
 * kind, as for FLOAT. */
static bool walk_decimal(ptc_walker *walker, const ptc_schema_node *node,
                         const ptc_value *value, const ptc_place *place)
{
    char digits[PTC_NUMBER_MAX];
    ptc_str text;
    ptc_status status = ptc_decimal_text(value, digits, &text);

    if (status == PTC_ERROR_RANGE)
        return ptc_fault_range(walker, place, node, value);
    if (status != PTC_OK && value->kind == PTC_STRING)
        return ptc_fault_spelling(walker, place, node, value);
    if (status != PTC_OK || (value->kind == PTC_OPAQUE && !walker->is_json))
        return ptc_fault_kind(walker, place, node, value);
    ptc_walk_spend(walker, text.len / WALK_TEXT_PART);
    return node->interval == NULL || ptc_decimal_is_within(text, node->interval) ||
           ptc_fault_bound(walker, place, node, value);
}

static bool walk_member(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    bool is_wanted = node->type != PTC_TYPE_NOT_CONST;
    bool is_member = ptc_member_find(node, value, walker->is_json) != NULL;

    return is_member == is_wanted || ptc_fault_member(walker, place, node, value);
}

static bool walk_custom(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    const char *reason = NULL;

    if (walker->validator_count == PTC_VALIDATORS_LATER)
        return true;
    for (size_t i = 0; i < walker->validator_count; i++) {
        const ptc_validator *validator = &walker->validators[i];

        if (!ptc_str_equal(validator->name, node->type_name))
            continue;
        if (validator->is_valid(value, &reason, validator->user))
            return true;
        break;
    }
    return ptc_fault_because(walker, place, node, value, ptc_str_of(reason));
}

static bool walk_schema(ptc_walker *walker, const ptc_schema_node *node,
                        const ptc_value *value, const ptc_place *place)
{
    if (node->extra != NULL && node->extra->judge != NULL)
        return node->extra->judge(walker, node, value, place);
    return ptc_fault_kind(walker, place, node, value);
}

bool ptc_walk_scalar(ptc_walker *walker, const ptc_schema_node *node,
                     const ptc_value *value, const ptc_place *place)
{
    switch ((ptc_type)node->type) {
    case PTC_TYPE_INT:
        return walk_int(walker, node, value, place);
    case PTC_TYPE_FLOAT:
    case PTC_TYPE_NUMBER:
        return walk_number(walker, node, value, place);
    case PTC_TYPE_STRING:
        return walk_string(walker, node, value, place);
    case PTC_TYPE_KEYWORD:
        return walk_keyword(walker, node, value, place);
    case PTC_TYPE_DATETIME:
        return walk_datetime(walker, node, value, place);
    case PTC_TYPE_DATE:
        return walk_spelled(walker, node, value, place);
    case PTC_TYPE_DECIMAL:
        return walk_decimal(walker, node, value, place);
    case PTC_TYPE_MALLI_SCHEMA:
        return walk_schema(walker, node, value, place);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
    case PTC_TYPE_NOT_CONST:
        return walk_member(walker, node, value, place);
    case PTC_TYPE_CUSTOM:
        return walk_custom(walker, node, value, place);
    case PTC_TYPE_ANY:
    case PTC_TYPE_NIL:
    case PTC_TYPE_BOOL:
    case PTC_TYPE_ANY_MAP:
    case PTC_TYPE_LIST:
    case PTC_TYPE_SET:
    case PTC_TYPE_TUPLE:
    case PTC_TYPE_MAP:
    case PTC_TYPE_MAP_OF:
    case PTC_TYPE_UNION:
    case PTC_TYPE_AND:
    case PTC_TYPE_NOT:
    case PTC_TYPE_MULTI:
    case PTC_TYPE_REGISTRY:
    case PTC_TYPE_REF:
    case PTC_TYPE_FUNCTION:
    case PTC_TYPE_MULTIPLE:
    case PTC_TYPE_ONE:
    case PTC_TYPE_IF:
    case PTC_TYPE_PREFIX:
    case PTC_TYPE_CONTAINS:
    case PTC_TYPE_KEYS:
    case PTC_TYPE_OTHER_KEYS:
    case PTC_TYPE_OTHER_ITEMS:
    case PTC_TYPE_COUNT:
        break;
    }
    return ptc_fault_kind(walker, place, node, value);
}
