/* SPDX-License-Identifier: MIT */
/*
 * Coercion of values without parts: the table of conversions. [validation 4]
 *
 * A value that its type takes is only brought into the form that the type stores: a
 * double for :float, a text for :decimal, UTC for :datetime. Others are converted if
 * possible, and then checked.
 */
#include "schema/schema_int.h"
#include "walk/coerce_int.h"

#include <ptc/convert.h>
#include <ptc/decimal.h>

static ptc_value coerce_to_float(ptc_coercer *c, const ptc_schema_node *node,
                                 const ptc_value *value, const ptc_place *place)
{
    double number = 0;
    bool is_exact = true;

    if (value->kind == PTC_INT) {
        number = (double)value->as.integer;
        is_exact = ptc_number_compare_int_double(value->as.integer, number) == 0;
    } else {
        ptc_convert_big_int(ptc_value_text(value), &number, &is_exact);
    }
    if (!is_exact)
        ptc_warn_coerced(&c->walk, place, node, value, PTC_TYPE_FLOAT,
                         " (precision lost)");
    return ptc_value_float(number);
}

static ptc_status coerce_to_utc(ptc_coercer *c, const ptc_value *value, ptc_value *out)
{
    char *utc = ptc_coerce_allocate(c, PTC_DATETIME_MAX, 1);
    size_t len;
    ptc_status status;

    if (utc == NULL)
        return PTC_ERROR_MEMORY;
    status = ptc_datetime_to_utc(ptc_value_text(value), utc, &len);
    if (status == PTC_OK) {
        *out = ptc_value_string(ptc_str_make(utc, len));
        out->flags = PTC_FLAG_ASCII;
    }
    return status;
}

/* A text that was made, with a NUL after it: structs may have it. */
static ptc_status coerce_store(ptc_coercer *c, ptc_str text, ptc_value *out)
{
    text = ptc_str_copy(c->arena, text);
    if (text.ptr == NULL) {
        c->walk.failed = true;
        return PTC_ERROR_MEMORY;
    }
    *out = ptc_value_string(text);
    out->flags = PTC_FLAG_ASCII;
    return PTC_OK;
}

/* A float by its shortest decimal, a text without the blanks around it. */
static ptc_status coerce_to_decimal(ptc_coercer *c, const ptc_value *value,
                                    ptc_value *out)
{
    char digits[PTC_NUMBER_MAX];
    ptc_str text;
    ptc_decimal decimal;
    ptc_status status;

    if (value->kind == PTC_FLOAT && value->as.number - value->as.number == 0.0)
        return coerce_store(
            c, ptc_str_make(digits, ptc_decimal_write_double(value->as.number, digits)),
            out);
    if (value->kind != PTC_STRING)
        return PTC_ERROR_INVALID;
    text = ptc_convert_trim(ptc_value_text(value));
    if (text.len == value->aux)
        return PTC_ERROR_INVALID; /* it is not one, or out of bounds */
    status = ptc_decimal_read(text, &decimal);
    if (status == PTC_OK) {
        *out = ptc_value_string(text);
        out->flags = PTC_FLAG_ASCII;
    }
    return status;
}

/* A valid value in the form that its type stores. */
static bool coerce_settle(ptc_coercer *c, const ptc_schema_node *node,
                          const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    char digits[PTC_NUMBER_MAX];
    ptc_status status;
    ptc_str text;

    if (node->type == PTC_TYPE_DECIMAL) {
        if (value->kind != PTC_STRING && ptc_decimal_text(value, digits, &text) == PTC_OK)
            return coerce_store(c, text, out) == PTC_OK;
    } else if ((node->type == PTC_TYPE_FLOAT && value->kind == PTC_INT) ||
               (value->kind == PTC_OPAQUE &&
                (node->type == PTC_TYPE_FLOAT || node->type == PTC_TYPE_NUMBER))) {
        *out = coerce_to_float(c, node, value, place);
    } else if (node->type == PTC_TYPE_DATETIME &&
               ptc_datetime_parse(ptc_value_text(value)) == PTC_DATETIME_OFFSET) {
        status = coerce_to_utc(c, value, out);
        if (status != PTC_OK)
            return status == PTC_ERROR_RANGE &&
                   ptc_fault_range(&c->walk, place, node, value);
        ptc_warn_utc(&c->walk, place, node, value, ptc_value_text(out));
    }
    return true;
}

static ptc_status coerce_string_to_float(const ptc_value *value, ptc_value *out)
{
    double number;
    ptc_status status = ptc_convert_float(ptc_value_text(value), &number);

    if (status == PTC_OK)
        *out = ptc_value_float(number);
    return status;
}

static ptc_status coerce_string_to_int(const ptc_value *value, ptc_value *out)
{
    int64_t integer;
    ptc_status status = ptc_convert_int(ptc_value_text(value), &integer);

    if (status == PTC_OK)
        *out = ptc_value_int(integer);
    return status;
}

/* Converts a value that its type does not accept into one that it may accept.
 * PTC_ERROR_INVALID: there is no way from one to the other. */
static ptc_status coerce_convert(ptc_coercer *c, const ptc_schema_node *node,
                                 const ptc_value *value, ptc_value *out)
{
    bool is_string = value->kind == PTC_STRING;
    ptc_str text = is_string ? ptc_value_text(value) : ptc_str_make(NULL, 0);
    ptc_status status = PTC_ERROR_INVALID;
    ptc_str name;
    bool boolean;

    if (node->type == PTC_TYPE_ENUM || node->type == PTC_TYPE_CONST)
        return ptc_member_convert(node, value, out);
    if (node->type == PTC_TYPE_STRING && value->kind == PTC_KEYWORD) {
        *out = ptc_value_string(ptc_value_text(value));
        return PTC_OK;
    }
    if (node->type == PTC_TYPE_DECIMAL)
        return coerce_to_decimal(c, value, out);
    if (!is_string)
        return PTC_ERROR_INVALID;
    if (node->type == PTC_TYPE_INT || node->type == PTC_TYPE_NUMBER)
        status = coerce_string_to_int(value, out);
    if (node->type == PTC_TYPE_FLOAT ||
        (node->type == PTC_TYPE_NUMBER && status != PTC_OK))
        status = coerce_string_to_float(value, out);
    if (node->type == PTC_TYPE_BOOL && ptc_convert_bool(text, &boolean) == PTC_OK) {
        *out = ptc_value_bool(boolean);
        status = PTC_OK;
    }
    if (node->type == PTC_TYPE_KEYWORD && ptc_convert_keyword(text, &name)) {
        *out = ptc_value_keyword(name);
        status = PTC_OK;
    }
    if (node->type == PTC_TYPE_DATETIME && ptc_datetime_parse(text) == PTC_DATETIME_LOOSE)
        status = coerce_to_utc(c, value, out);
    return status;
}

/* The same by the wider rules. [brimley 4] */
static ptc_status coerce_cast(ptc_coercer *c, const ptc_schema_node *node,
                              const ptc_value *value, ptc_value *out)
{
    char room[PTC_CAST_MAX];
    ptc_status status = ptc_cast(node, value, room, out);

    if (status != PTC_OK || out->kind != PTC_STRING || out->as.text != room)
        return status;
    return coerce_store(c, ptc_value_text(out), out);
}

/* ORDER KIND */
static ptc_type coerce_type_of(const ptc_schema_node *node, const ptc_value *value)
{
    if (node->type == PTC_TYPE_DATETIME || node->type == PTC_TYPE_DECIMAL)
        return (ptc_type)node->type;
    switch ((ptc_kind)value->kind) {
    case PTC_BOOL:
        return PTC_TYPE_BOOL;
    case PTC_INT:
        return PTC_TYPE_INT;
    case PTC_FLOAT:
        return PTC_TYPE_FLOAT;
    case PTC_KEYWORD:
        return PTC_TYPE_KEYWORD;
    case PTC_NIL:
    case PTC_STRING:
    case PTC_VECTOR:
    case PTC_SET:
    case PTC_MAP:
    case PTC_OPAQUE:
        break;
    }
    return PTC_TYPE_STRING;
}

/* What is equal as JSON is stored as the type has it, whether anything is converted or
 * not: the int of an integral float, the member that a value is. */
static bool coerce_as_json(ptc_coercer *c, const ptc_schema_node *node,
                           const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    const ptc_value *member;

    if (!ptc_walk_check(&c->walk, node, value, place))
        return false;
    if (node->type == PTC_TYPE_INT) {
        *out = ptc_value_json_number(value);
        return true;
    }
    member = ptc_member_find(node, value, c->walk.is_json);
    if (member != NULL && !ptc_value_same(member, value))
        *out = *member;
    return true;
}

/* Whether the node has a fact by which the value may be equal to another as JSON. */
static bool coerce_is_of_json(const ptc_schema_node *node, const ptc_value *value)
{
    if (node->type == PTC_TYPE_INT)
        return (node->flags & PTC_NODE_INTEGRAL) != 0 && value->kind == PTC_FLOAT;
    return (node->type == PTC_TYPE_ENUM || node->type == PTC_TYPE_CONST) &&
           ptc_schema_is_json_equal(node);
}

bool ptc_coerce_scalar(ptc_coercer *c, const ptc_schema_node *node,
                       const ptc_value *value, const ptc_place *place, ptc_value *out)
{
    ptc_value converted;
    ptc_status status;

    if (coerce_is_of_json(node, value) &&
        (!c->converts || ptc_walk_accepts(&c->walk, node, value)))
        return coerce_as_json(c, node, value, place, out);
    if (!c->converts)
        return ptc_walk_check(&c->walk, node, value, place);
    if (ptc_walk_accepts(&c->walk, node, value))
        return coerce_settle(c, node, value, place, out);
    status = coerce_convert(c, node, value, &converted);
    if (status == PTC_ERROR_INVALID && (node->flags & PTC_NODE_CASTS) != 0)
        status = coerce_cast(c, node, value, &converted);
    if (status == PTC_ERROR_RANGE)
        return ptc_fault_range(&c->walk, place, node, value);
    if (status != PTC_OK)
        return ptc_walk_check(&c->walk, node, value, place);
    ptc_warn_coerced(&c->walk, place, node, value, coerce_type_of(node, &converted), "");
    *out = converted;
    return ptc_walk_check(&c->walk, node, &converted, place);
}
