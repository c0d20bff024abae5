/* SPDX-License-Identifier: MIT */
/*
 * Predicates of rows: where, all-of, any-of, none-of. [ptc-lisp 10]
 *
 * The compiler turns `(where f op v)` into a call with the operator as a number. The
 * result captures the field, the operator, the value, and for each key of the field where
 * it was last found, so that rows of one shape are read without a search.
 */
#include "lisp/core/core_int.h"
#include "lisp/heap/equal.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

/* ORDER WHERE: compile_case.c has the names */
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

/* The captured parts; the places of the field's keys follow. */
enum { WHERE_FIELD, WHERE_OPERATOR, WHERE_VALUE, WHERE_PLACES };

/* A key that the field cannot have in rows of that shape. */
#define WHERE_ABSENT UINT32_MAX

static ptc_function *where_function(const ptc_value *callee)
{
    return (ptc_function *)(void *)callee->as.object;
}

static ptc_value *where_captured(const ptc_value *callee)
{
    return where_function(callee)->captured;
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
PTC_INLINE bool where_is_equal(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    ptc_value x;
    ptc_value y;

    if (a->kind == b->kind || (a->kind != PTC_KEYWORD && b->kind != PTC_KEYWORD))
        return ptc_equal(lisp, a, b);
    x = where_plain(a);
    y = where_plain(b);
    return ptc_equal(lisp, &x, &y);
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

/* -1, 0, 1 for numbers and for strings; 2 for values without an order. */
static int where_order(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    if (a->kind == PTC_INT && b->kind == PTC_INT)
        return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
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

PTC_INLINE bool where_holds(ptc_lisp *lisp, where_operator operator,
                            const ptc_value * field, const ptc_value *value)
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

/* Where the key is in rows of the shape of this one: the place is an integer that holds
 * the number of the shape, and in aux the index. */
static void where_learn(const ptc_lisp *lisp, const ptc_shape *shape,
                        const ptc_value *key, ptc_value *place)
{
    place->aux = ptc_shape_find_flexible(lisp, shape, key);
    place->as.integer = shape->number;
}

/* The row's value at the key: in the row, or in `other`; missing is nil. */
PTC_INLINE const ptc_value *where_read(ptc_lisp *lisp, const ptc_value *row,
                                       const ptc_value *key, ptc_value *place,
                                       ptc_value *other)
{
    ptc_value found;

    if (PTC_LIKELY(row->kind == PTC_MAP && !(row->flags & PTC_FLAG_TREE) &&
                   key->kind == PTC_KEYWORD)) {
        const ptc_record *record = ptc_record_of(row);

        if (PTC_UNLIKELY(place->as.integer != record->shape->number))
            where_learn(lisp, record->shape, key, place);
        if (PTC_LIKELY(place->aux != WHERE_ABSENT))
            return &record->values[place->aux];
        *other = ptc_value_nil();
    } else {
        *other = ptc_lisp_get(lisp, row, key, &found) ? found : ptc_value_nil();
    }
    return other;
}

/* Whether the row passes the test that a function of where_entry captured; not a
 * SAFEPOINT. */
PTC_INLINE bool where_test(ptc_lisp *lisp, ptc_value *captured, const ptc_value *row)
{
    const ptc_value *field = &captured[WHERE_FIELD];
    ptc_value other;

    if (PTC_LIKELY(field->kind != PTC_VECTOR)) {
        row = where_read(lisp, row, field, &captured[WHERE_PLACES], &other);
    } else {
        for (uint32_t i = 0; i < field->aux; i++) {
            ptc_value key = ptc_vector_nth(field, i);

            row = where_read(lisp, row, &key, &captured[WHERE_PLACES + i], &other);
        }
    }
    return where_holds(lisp, (where_operator)captured[WHERE_OPERATOR].as.integer, row,
                       &captured[WHERE_VALUE]);
}

static ptc_value where_entry(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    (void)count;
    return ptc_value_bool(where_test(lisp, where_captured(callee), &args[0]));
}

/* The function of one argument that `entry` runs. */
static ptc_value where_make(ptc_lisp *lisp, const ptc_value *callee, ptc_entry entry,
                            const ptc_value *parts, uint32_t count)
{
    ptc_value value = ptc_lisp_compose(lisp, callee, entry, parts, count);

    where_function(&value)->min_args = 1;
    where_function(&value)->max_args = 1;
    return value;
}

ptc_value ptc_core_where(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    uint32_t places = args[0].kind == PTC_VECTOR ? args[0].aux : 1;
    ptc_value value = where_make(lisp, callee, where_entry, NULL, WHERE_PLACES + places);
    ptc_value *captured = where_captured(&value);

    captured[WHERE_FIELD] = args[0];
    captured[WHERE_OPERATOR] = count == 3 ? args[1] : ptc_value_int(WHERE_TRUTHY);
    captured[WHERE_VALUE] = count == 3 ? args[2] : ptc_value_nil();
    for (uint32_t i = 0; i < places; i++)
        captured[WHERE_PLACES + i] = ptc_value_int(-1);
    return value;
}

/* --- all-of, any-of, none-of ------------------------------------------------------- */

/* Whether the predicate holds for the row; `slots` are two. A SAFEPOINT. */
static bool where_part_holds(ptc_lisp *lisp, const ptc_value *part, const ptc_value *row,
                             ptc_value *slots)
{
    if (part->kind == PTC_FUNCTION && where_function(part)->entry == where_entry) {
        ptc_lisp_step(lisp);
        return where_test(lisp, where_captured(part), row);
    }
    slots[0] = *part;
    slots[1] = *row;
    return ptc_is_truthy(ptc_lisp_call(lisp, &slots[0], &slots[1], 1));
}

/* Whether one of the captured predicates gives `wanted` for the row. */
static bool where_some_gives(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             bool wanted)
{
    uint32_t parts = where_function(callee)->count;
    ptc_value *slots = ptc_lisp_reserve(lisp, 2);

    for (uint32_t i = 0; i < parts; i++) {
        if (where_part_holds(lisp, &where_captured(callee)[i], &args[0], slots) == wanted)
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
