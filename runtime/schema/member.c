/* SPDX-License-Identifier: MIT */
/*
 * Members of enums and constants: which values are one, and which become one. The same
 * rules serve the walker and the slow path of generated parsers. [validation 3, 4]
 */
#include "base/base_int.h"
#include "schema/schema_int.h"

#include <ptc/convert.h>

bool ptc_member_is_scalar(const ptc_value *literal, const ptc_value *value,
                          bool strings_are_keywords)
{
    if (value->kind == PTC_STRING &&
        (literal->kind == PTC_STRING ||
         (literal->kind == PTC_KEYWORD && strings_are_keywords)))
        return ptc_str_equal(ptc_value_text(literal), ptc_value_text(value));
    return ptc_value_same_scalar(literal, value);
}

bool ptc_member_is(const ptc_value *literal, const ptc_value *value,
                   bool strings_are_keywords)
{
    if (ptc_value_is_scalar(value))
        return ptc_member_is_scalar(literal, value, strings_are_keywords);
    return ptc_value_same(literal, value);
}

/* The same by the equality of JSON, which has no keywords. */
static bool member_is_as_json(const ptc_value *literal, const ptc_value *value,
                              bool strings_are_keywords)
{
    if (literal->kind == PTC_KEYWORD && value->kind == PTC_STRING)
        return ptc_member_is_scalar(literal, value, strings_are_keywords);
    return ptc_value_same_json(literal, value);
}

const ptc_value *ptc_member_find(const ptc_schema_node *node, const ptc_value *value,
                                 bool strings_are_keywords)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    bool is_json = ptc_schema_is_json_equal(node);

    for (uint32_t i = 0; i < count; i++) {
        const ptc_value *member = &node->members[i];

        if (is_json ? member_is_as_json(member, value, strings_are_keywords)
                    : ptc_member_is(member, value, strings_are_keywords))
            return member;
    }
    return NULL;
}

bool ptc_member_is_named(const ptc_value *literal, const ptc_value *value)
{
    ptc_str name;

    if (literal->kind == PTC_STRING && value->kind == PTC_KEYWORD)
        return ptc_str_equal(ptc_value_text(literal), ptc_value_text(value));
    return literal->kind == PTC_KEYWORD && value->kind == PTC_STRING &&
           ptc_convert_keyword(ptc_value_text(value), &name) &&
           ptc_str_equal(ptc_value_text(literal), name);
}

/* The number that a string spells, as an int or as a float. */
static bool member_number(const ptc_value *value, bool as_int, ptc_value *out)
{
    ptc_str text = ptc_value_text(value);
    int64_t integer;
    double real;

    if (as_int && ptc_convert_int(text, &integer) == PTC_OK) {
        *out = ptc_value_int(integer);
        return true;
    }
    if (!as_int && ptc_convert_float(text, &real) == PTC_OK) {
        *out = ptc_value_float(real);
        return true;
    }
    return false;
}

ptc_status ptc_member_convert(const ptc_schema_node *node, const ptc_value *value,
                              ptc_value *out)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;
    ptc_value number;

    for (uint32_t i = 0; i < count; i++) {
        if (ptc_member_is_named(&node->members[i], value)) {
            *out = node->members[i];
            return PTC_OK;
        }
    }
    for (int turn = 0; value->kind == PTC_STRING && turn < 2; turn++) {
        if (!member_number(value, turn == 0, &number))
            continue;
        for (uint32_t i = 0; i < count; i++) {
            if (ptc_value_same_scalar(&node->members[i], &number)) {
                *out = node->members[i];
                return PTC_OK;
            }
        }
    }
    return PTC_ERROR_INVALID;
}
