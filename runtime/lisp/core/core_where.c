/* SPDX-License-Identifier: MIT */
/*
 * Predicates of rows: where, all-of, any-of, none-of. [ptc-lisp 10]
 *
 * The compiler turns `(where f op v)` into a call with the operator as a keyword. What it
 * gives captures the field, the operator as a number, and the value.
 */
#include "lisp/core/core_int.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

/* ORDER WHERE */
typedef enum where_operator {
    WHERE_EQUAL,
    WHERE_NOT_EQUAL,
    WHERE_GREATER,
    WHERE_LESS,
    WHERE_GREATER_EQUAL,
    WHERE_LESS_EQUAL,
    WHERE_INCLUDES,
    WHERE_IN,
    WHERE_COUNT,
    WHERE_TRUTHY = WHERE_COUNT, /* (where f) */
} where_operator;

/* ORDER WHERE */
static const char *const where_names[WHERE_COUNT] = {"=",  "not=", ">",        "<",
                                                     ">=", "<=",   "includes", "in"};

static const ptc_value *where_captured(const ptc_value *callee)
{
    return ((const ptc_function *)(const void *)callee->as.object)->captured;
}

/* --- Comparing --------------------------------------------------------------------- */

/* A keyword as the string of its name. */
static ptc_value where_plain(const ptc_value *value)
{
    ptc_value plain = *value;

    if (plain.kind == PTC_KEYWORD)
        plain.kind = PTC_STRING;
    return plain;
}

/* Equal, where keywords and strings of the same name are. */
static bool where_is_equal(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    ptc_value x = where_plain(a);
    ptc_value y = where_plain(b);

    return ptc_lisp_equal(lisp, &x, &y);
}

/* Whether a vector or set has an equal member. */
static bool where_has(ptc_lisp *lisp, ptc_value collection, const ptc_value *item)
{
    const ptc_value *items;

    if (collection.kind == PTC_SET) {
        if (ptc_lisp_set_has(lisp, &collection, item))
            return true;
        collection = ptc_lisp_set_items(lisp, &collection);
    }
    if (collection.kind != PTC_VECTOR)
        return false;
    items = ptc_vector_items(lisp, &collection);
    for (uint32_t i = 0; i < collection.aux; i++) {
        ptc_lisp_step(lisp);
        if (where_is_equal(lisp, &items[i], item))
            return true;
    }
    return false;
}

/* -1, 0, 1 for numbers and for strings; 2 for what has no order. */
static int where_order(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    if (ptc_is_number(a) && ptc_is_number(b))
        return ptc_lisp_compare_numbers(a, b);
    if (a->kind == PTC_STRING && b->kind == PTC_STRING)
        return ptc_lisp_compare(lisp, a, b);
    return 2;
}

static bool where_includes(ptc_lisp *lisp, const ptc_value *field, const ptc_value *value)
{
    ptc_value part = where_plain(value);

    if (field->kind != PTC_STRING)
        return where_has(lisp, *field, value);
    ptc_lisp_read_bytes(lisp, field->aux);
    return part.kind == PTC_STRING &&
           ptc_text_find(lisp, ptc_value_text(field), ptc_value_text(&part)) != SIZE_MAX;
}

static bool where_holds(ptc_lisp *lisp, where_operator operator, const ptc_value * field,
                        const ptc_value *value)
{
    int order;

    switch (operator) {
    case WHERE_EQUAL:
        return where_is_equal(lisp, field, value);
    case WHERE_NOT_EQUAL:
        return !where_is_equal(lisp, field, value);
    case WHERE_GREATER:
        return where_order(lisp, field, value) == 1;
    case WHERE_LESS:
        return where_order(lisp, field, value) == -1;
    case WHERE_GREATER_EQUAL:
        order = where_order(lisp, field, value);
        return order == 0 || order == 1;
    case WHERE_LESS_EQUAL:
        return where_order(lisp, field, value) <= 0;
    case WHERE_INCLUDES:
        return where_includes(lisp, field, value);
    case WHERE_IN:
        return field->kind != PTC_NIL && where_has(lisp, *value, field);
    case WHERE_TRUTHY:
        break;
    }
    return ptc_is_truthy(*field);
}

/* --- where ------------------------------------------------------------------------- */

/* The field of a row: a key, or the path of a vector; missing is nil. */
static ptc_value where_field(ptc_lisp *lisp, ptc_value row, const ptc_value *field)
{
    ptc_value found;

    if (field->kind != PTC_VECTOR)
        return ptc_lisp_get(lisp, &row, field, &found) ? found : ptc_value_nil();
    for (uint32_t i = 0; i < field->aux; i++) {
        ptc_value key = ptc_vector_nth(field, i);

        if (!ptc_lisp_get(lisp, &row, &key, &found))
            return ptc_value_nil();
        row = found;
    }
    return row;
}

static ptc_value where_entry(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    const ptc_value *captured = where_captured(callee);
    ptc_value field = where_field(lisp, args[0], &captured[0]);

    (void)count;
    return ptc_value_bool(
        where_holds(lisp, (where_operator)captured[1].as.integer, &field, &captured[2]));
}

static where_operator where_read_operator(ptc_lisp *lisp, const ptc_value *value)
{
    for (unsigned i = 0; i < WHERE_COUNT; i++) {
        if (value->kind == PTC_KEYWORD &&
            ptc_str_equal(ptc_value_text(value), ptc_str_of(where_names[i])))
            return (where_operator)i;
    }
    ptc_lisp_raise(lisp, PTC_REASON_INVALID_WHERE_OPERATOR,
                   "where: no operator %s; use = not= > < >= <= includes in",
                   ptc_lisp_quote(lisp, value));
}

static bool where_is_field(const ptc_value *value)
{
    if (value->kind != PTC_VECTOR)
        return value->kind == PTC_KEYWORD || value->kind == PTC_STRING;
    for (uint32_t i = 0; i < value->aux; i++) {
        ptc_value key = ptc_vector_nth(value, i);

        if (key.kind != PTC_KEYWORD && key.kind != PTC_STRING)
            return false;
    }
    return true;
}

/* The function of one argument that `entry` runs. */
static ptc_value where_make(ptc_lisp *lisp, const ptc_value *callee, ptc_entry entry,
                            const ptc_value *parts, uint32_t count)
{
    ptc_value value = ptc_lisp_compose(lisp, callee, entry, parts, count);
    ptc_function *function = (ptc_function *)(void *)value.as.object;

    function->min_args = 1;
    function->max_args = 1;
    return value;
}

ptc_value ptc_core_where(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    where_operator operator= WHERE_TRUTHY;

    if (count == 2 || !where_is_field(&args[0]))
        ptc_lisp_raise(lisp, PTC_REASON_INVALID_WHERE_FORM,
                       "expected (where :field) or (where :field = value); a field is a "
                       "keyword or a vector of keywords and strings");
    if (count == 3)
        operator= where_read_operator(lisp, &args[1]);
    return where_make(lisp, callee, where_entry,
                      (ptc_value[]){args[0], ptc_value_int((int64_t) operator),
                                    count == 3 ? args[2] : ptc_value_nil()},
                      3);
}

/* --- all-of, any-of, none-of ------------------------------------------------------- */

/* Whether one of the captured predicates gives `wanted` for the row. */
static bool where_some_gives(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             bool wanted)
{
    uint32_t parts = ((const ptc_function *)(const void *)callee->as.object)->count;
    ptc_value *slots = ptc_lisp_reserve(lisp, 2);

    for (uint32_t i = 0; i < parts; i++) {
        slots[0] = where_captured(callee)[i];
        slots[1] = args[0];
        if (ptc_is_truthy(ptc_lisp_call(lisp, &slots[0], &slots[1], 1)) == wanted)
            return true;
    }
    return false;
}

static ptc_value where_all(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    (void)count;
    return ptc_value_bool(!where_some_gives(lisp, callee, args, false));
}

static ptc_value where_any(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    (void)count;
    return ptc_value_bool(where_some_gives(lisp, callee, args, true));
}

static ptc_value where_none(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    (void)count;
    return ptc_value_bool(!where_some_gives(lisp, callee, args, true));
}

ptc_value ptc_core_all_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    return where_make(lisp, callee, where_all, args, count);
}

ptc_value ptc_core_any_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    return where_make(lisp, callee, where_any, args, count);
}

ptc_value ptc_core_none_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    return where_make(lisp, callee, where_none, args, count);
}

#define PTC_BUILTIN_WHERE PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
