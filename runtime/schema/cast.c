/* SPDX-License-Identifier: MIT */
/*
 * The wider casts of Brimley, for nodes with PTC_NODE_CASTS: the conversion of inputs
 * that neither their type accepts nor the usual coercions convert. The same rules serve
 * the walker and the slow path of generated parsers. [brimley 4]
 */
#include "base/base_int.h"
#include "schema/schema_int.h"

#include <ptc/convert.h>
#include <ptc/number.h>

bool ptc_type_can_cast(ptc_type type)
{
    return type == PTC_TYPE_BOOL || type == PTC_TYPE_INT || type == PTC_TYPE_STRING ||
           type == PTC_TYPE_DATETIME || type == PTC_TYPE_ENUM || type == PTC_TYPE_CONST ||
           type == PTC_TYPE_MAP;
}

static ptc_status cast_to_bool(const ptc_value *value, ptc_value *out)
{
    ptc_status status = PTC_ERROR_INVALID;
    bool boolean = false;

    if (value->kind == PTC_STRING) {
        status = ptc_cast_bool(ptc_value_text(value), &boolean);
    } else if (value->kind == PTC_INT &&
               (value->as.integer == 0 || value->as.integer == 1)) {
        boolean = value->as.integer == 1;
        status = PTC_OK;
    }
    *out = ptc_value_bool(boolean);
    return status;
}

/* A float without a fraction is an int, or beyond all of them. */
static ptc_status cast_to_int(const ptc_value *value, ptc_value *out)
{
    ptc_status status = PTC_ERROR_INVALID;
    int64_t integer = 0;

    if (value->kind == PTC_STRING) {
        status = ptc_cast_int(ptc_value_text(value), &integer);
    } else if (value->kind == PTC_FLOAT && ptc_value_is_whole(value)) {
        *out = ptc_value_json_number(value);
        return out->kind == PTC_INT ? PTC_OK : PTC_ERROR_RANGE;
    }
    *out = ptc_value_int(integer);
    return status;
}

/* Ints and texts, for members that are floats; these take them everywhere else. */
static ptc_status cast_to_float(const ptc_value *value, ptc_value *out)
{
    ptc_status status = PTC_ERROR_INVALID;
    double number = 0;

    if (value->kind == PTC_STRING) {
        status = ptc_convert_float(ptc_value_text(value), &number);
    } else if (value->kind == PTC_INT) {
        number = (double)value->as.integer;
        if (ptc_number_compare_int_double(value->as.integer, number) == 0)
            status = PTC_OK;
    }
    *out = ptc_value_float(number);
    return status;
}

/* Numbers and booleans by their JSON text, which NaN and infinities do not have. */
static ptc_status cast_to_string(const ptc_value *value, char room[PTC_CAST_MAX],
                                 ptc_value *out)
{
    ptc_str text = ptc_str_make(room, 0);

    switch ((unsigned)value->kind) {
    case PTC_BOOL:
        text = value->as.boolean ? PTC_STR("true") : PTC_STR("false");
        break;
    case PTC_INT:
        text.len = ptc_number_write_int(value->as.integer, room);
        break;
    case PTC_FLOAT:
        if (value->as.number - value->as.number != 0)
            return PTC_ERROR_INVALID;
        text.len = ptc_number_write_json(value->as.number, room);
        break;
    case PTC_OPAQUE:
        if ((value->flags & PTC_FLAG_NUMBER) == 0)
            return PTC_ERROR_INVALID;
        text = ptc_value_text(value);
        break;
    default:
        return PTC_ERROR_INVALID;
    }
    *out = ptc_value_string(text);
    out->flags = PTC_FLAG_ASCII;
    return PTC_OK;
}

/* A day is its midnight in UTC. */
static ptc_status cast_to_datetime(const ptc_value *value, char room[PTC_CAST_MAX],
                                   ptc_value *out)
{
    static const char midnight[] = "T00:00:00Z";
    ptc_date day;

    if (value->kind != PTC_STRING || ptc_date_read(ptc_value_text(value), &day) != PTC_OK)
        return PTC_ERROR_INVALID;
    memcpy(room, day.text.ptr, day.text.len);
    memcpy(room + day.text.len, midnight, sizeof midnight - 1);
    *out = ptc_value_string(ptc_str_make(room, day.text.len + sizeof midnight - 1));
    out->flags = PTC_FLAG_ASCII;
    return PTC_OK;
}

/* The value converted to the kind of a member. */
static ptc_status cast_to_kind(ptc_kind kind, const ptc_value *value,
                               char room[PTC_CAST_MAX], ptc_value *out)
{
    switch ((unsigned)kind) {
    case PTC_BOOL:
        return cast_to_bool(value, out);
    case PTC_INT:
        return cast_to_int(value, out);
    case PTC_FLOAT:
        return cast_to_float(value, out);
    case PTC_STRING:
        return cast_to_string(value, room, out);
    default:
        return PTC_ERROR_INVALID;
    }
}

/* The first member that the value is, once it has that member's kind. */
static ptc_status cast_to_member(const ptc_schema_node *node, const ptc_value *value,
                                 ptc_value *out)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    char room[PTC_CAST_MAX];
    ptc_value made;

    for (uint32_t i = 0; i < count; i++) {
        const ptc_value *member = &node->members[i];

        if (cast_to_kind((ptc_kind)member->kind, value, room, &made) == PTC_OK &&
            ptc_value_same_scalar(member, &made)) {
            *out = *member;
            return PTC_OK;
        }
    }
    return PTC_ERROR_INVALID;
}

ptc_status ptc_cast(const ptc_schema_node *node, const ptc_value *value,
                    char room[PTC_CAST_MAX], ptc_value *out)
{
    switch ((unsigned)node->type) {
    case PTC_TYPE_BOOL:
        return cast_to_bool(value, out);
    case PTC_TYPE_INT:
        return cast_to_int(value, out);
    case PTC_TYPE_STRING:
        return cast_to_string(value, room, out);
    case PTC_TYPE_DATETIME:
        return cast_to_datetime(value, room, out);
    case PTC_TYPE_ENUM:
    case PTC_TYPE_CONST:
        return cast_to_member(node, value, out);
    default:
        return PTC_ERROR_INVALID;
    }
}
