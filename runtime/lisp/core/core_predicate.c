/* SPDX-License-Identifier: MIT */
/*
 * Comparisons, logic and questions about values. [ptc-lisp 3, 11.6]
 *
 * Questions about numbers are false for other values: programs filter dirty data with
 * them.
 */
#include "lisp/heap/data.h"
#include "lisp/heap/endless.h"
#include "lisp/language/builtins.h"

#include <math.h>

/* --- Comparisons ------------------------------------------------------------------- */

/* Whether all neighbours are equal. One argument is equal to itself, unchecked. */
static bool predicate_all_equal(ptc_lisp *lisp, const ptc_value *args, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (!ptc_lisp_equal(lisp, &args[i - 1], &args[i]))
            return false;
    }
    return true;
}

ptc_value ptc_core_equal(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    (void)callee;
    return ptc_value_bool(predicate_all_equal(lisp, args, count));
}

ptc_value ptc_core_equal_numbers(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    (void)callee;
    return ptc_value_bool(predicate_all_equal(lisp, args, count));
}

ptc_value ptc_core_not_equal(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    (void)callee;
    return ptc_value_bool(!predicate_all_equal(lisp, args, count));
}

ptc_value ptc_core_less(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (!ptc_lisp_less(lisp, ptc_callee_name(callee), &args[i - 1], &args[i]))
            return ptc_value_bool(false);
    }
    return ptc_value_bool(true);
}

ptc_value ptc_core_less_equal(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (!ptc_lisp_less_equal(lisp, ptc_callee_name(callee), &args[i - 1], &args[i]))
            return ptc_value_bool(false);
    }
    return ptc_value_bool(true);
}

ptc_value ptc_core_greater(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (!ptc_lisp_less(lisp, ptc_callee_name(callee), &args[i], &args[i - 1]))
            return ptc_value_bool(false);
    }
    return ptc_value_bool(true);
}

ptc_value ptc_core_greater_equal(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (!ptc_lisp_less_equal(lisp, ptc_callee_name(callee), &args[i], &args[i - 1]))
            return ptc_value_bool(false);
    }
    return ptc_value_bool(true);
}

/* NaN compares as 0 here, as in Clojure; sorting refuses it. */
ptc_value ptc_core_compare(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    int order;

    (void)callee, (void)count;
    if (ptc_is_number(&args[0]) && ptc_is_number(&args[1])) {
        order = ptc_lisp_compare_numbers(&args[0], &args[1]);
        return ptc_value_int(order == 2 ? 0 : order);
    }
    return ptc_value_int(ptc_lisp_compare(lisp, &args[0], &args[1]));
}

ptc_value ptc_core_not(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    (void)lisp, (void)callee, (void)count;
    return ptc_value_bool(!ptc_is_truthy(args[0]));
}

ptc_value ptc_core_boolean(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                           uint32_t count)
{
    (void)lisp, (void)callee, (void)count;
    return ptc_value_bool(ptc_is_truthy(args[0]));
}

enum { PREDICATE_FEW = 8 }; /* up to this many are compared each with each */

/* By key identity; two NaN are not distinct, as in Clojure. [ptc-lisp 19] */
static bool predicate_is_repeated(ptc_lisp *lisp, const ptc_value *a, const ptc_value *b)
{
    return ptc_lisp_same(lisp, a, b) || (a->kind == PTC_FLOAT && b->kind == PTC_FLOAT &&
                                         isnan(a->as.number) && isnan(b->as.number));
}

/* Two NaN are the same in no set: they are counted instead. */
static bool predicate_are_many_distinct(ptc_lisp *lisp, const ptc_value *args,
                                        uint32_t count)
{
    unsigned nans = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (args[i].kind == PTC_FLOAT && isnan(args[i].as.number))
            nans++;
    }
    return nans < 2 && ptc_lisp_set_of(lisp, args, count).aux == count;
}

ptc_value ptc_core_is_distinct(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    (void)callee;
    if (count > PREDICATE_FEW)
        return ptc_value_bool(predicate_are_many_distinct(lisp, args, count));
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (predicate_is_repeated(lisp, &args[j], &args[i]))
                return ptc_value_bool(false);
        }
    }
    return ptc_value_bool(true);
}

/* --- Questions about one value ----------------------------------------------------- */

/* Defines a builtin that answers `condition` about `x`, its one argument. */
#define PREDICATE(name, condition)                                                       \
    ptc_value ptc_core_##name(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,  \
                              uint32_t count)                                            \
    {                                                                                    \
        const ptc_value x = args[0];                                                     \
                                                                                         \
        (void)lisp, (void)callee, (void)count, (void)x;                                  \
        return ptc_value_bool(condition);                                                \
    }

static bool predicate_is_even(ptc_value x)
{
    if (x.kind == PTC_INT)
        return (x.as.integer & 1) == 0;
    return x.kind == PTC_FLOAT && fmod(x.as.number, 2) == 0;
}

static bool predicate_is_odd(ptc_value x)
{
    if (x.kind == PTC_INT)
        return (x.as.integer & 1) != 0;
    return x.kind == PTC_FLOAT && fabs(fmod(x.as.number, 2)) == 1;
}

/* Not a sequence: it is called, looked up and appended to like a vector. */
static bool predicate_is_vector(ptc_value x)
{
    return x.kind == PTC_VECTOR && (x.flags & PTC_FLAG_SEQ) == 0;
}

PREDICATE(is_nil, x.kind == PTC_NIL)
PREDICATE(is_some, x.kind != PTC_NIL)
PREDICATE(is_true, x.kind == PTC_BOOL && x.as.boolean)
PREDICATE(is_false, x.kind == PTC_BOOL && !x.as.boolean)
PREDICATE(is_boolean, x.kind == PTC_BOOL)
PREDICATE(is_any, true)

PREDICATE(is_number, ptc_is_number(&x))
PREDICATE(is_int, x.kind == PTC_INT)
PREDICATE(is_integer, x.kind == PTC_INT)
PREDICATE(is_rational, x.kind == PTC_INT)
PREDICATE(is_ratio, false)
PREDICATE(is_decimal, false)
PREDICATE(is_float, x.kind == PTC_FLOAT)
PREDICATE(is_double, x.kind == PTC_FLOAT)
PREDICATE(is_nat_int, x.kind == PTC_INT && x.as.integer >= 0)
PREDICATE(is_pos_int, x.kind == PTC_INT && x.as.integer > 0)
PREDICATE(is_neg_int, x.kind == PTC_INT && x.as.integer < 0)
PREDICATE(is_nan, x.kind == PTC_FLOAT && isnan(x.as.number))
PREDICATE(is_infinite, x.kind == PTC_FLOAT && isinf(x.as.number))
PREDICATE(is_zero, ptc_is_number(&x) && ptc_number_of(&x) == 0)
PREDICATE(is_pos, ptc_is_number(&x) && ptc_number_of(&x) > 0)
PREDICATE(is_neg, ptc_is_number(&x) && ptc_number_of(&x) < 0)
PREDICATE(is_even, predicate_is_even(x))
PREDICATE(is_odd, predicate_is_odd(x))

PREDICATE(is_string, x.kind == PTC_STRING)
PREDICATE(is_char, ptc_string_is_character(lisp, &x))
PREDICATE(is_keyword, x.kind == PTC_KEYWORD)
PREDICATE(is_symbol, x.kind == PTC_SYMBOL)
PREDICATE(is_regex, x.kind == PTC_REGEX)

PREDICATE(is_vector, predicate_is_vector(x))
PREDICATE(is_list, x.kind == PTC_VECTOR && !predicate_is_vector(x))
PREDICATE(is_seq, (x.kind == PTC_VECTOR && !predicate_is_vector(x)) || ptc_is_endless(&x))
PREDICATE(is_map, x.kind == PTC_MAP)
PREDICATE(is_set, x.kind == PTC_SET)
PREDICATE(is_coll, ptc_value_is_collection(&x) || ptc_is_endless(&x))
PREDICATE(is_sequential, x.kind == PTC_VECTOR || ptc_is_endless(&x))
PREDICATE(is_seqable, x.kind == PTC_NIL || x.kind == PTC_STRING ||
                          ptc_value_is_collection(&x) || ptc_is_endless(&x))
PREDICATE(is_associative, x.kind == PTC_MAP || predicate_is_vector(x))
PREDICATE(is_counted, ptc_value_is_collection(&x))
PREDICATE(is_indexed, predicate_is_vector(x))
PREDICATE(is_reversible, predicate_is_vector(x) || ptc_is_sorted(&x))
PREDICATE(is_sorted, ptc_is_sorted(&x))
PREDICATE(is_map_entry, false)

PREDICATE(is_fn, x.kind == PTC_FUNCTION)
PREDICATE(is_ifn, x.kind == PTC_FUNCTION || x.kind == PTC_KEYWORD ||
                      x.kind == PTC_SYMBOL || x.kind == PTC_MAP || x.kind == PTC_SET ||
                      predicate_is_vector(x))

/* --- Types ------------------------------------------------------------------------- */

ptc_value ptc_core_type(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    const char *name = "unknown";

    (void)callee, (void)count;
    switch ((unsigned)args[0].kind) {
    case PTC_NIL:
        return ptc_value_nil();
    case PTC_BOOL:
        name = "boolean";
        break;
    case PTC_INT:
    case PTC_FLOAT:
        name = "number";
        break;
    case PTC_STRING:
        name = "string";
        break;
    case PTC_KEYWORD:
        name = "keyword";
        break;
    case PTC_VECTOR:
        name = "vector";
        break;
    case PTC_SET:
        name = "set";
        break;
    case PTC_MAP:
        name = "map";
        break;
    case PTC_FUNCTION:
        name = "function";
        break;
    case PTC_REGEX:
        name = "regex";
        break;
    case PTC_ENDLESS:
        name = "endless";
        break;
    case PTC_TEMPORAL:
        name = "java_object";
        break;
    default:
        break;
    }
    return ptc_name_value(ptc_name_intern(lisp, ptc_str_of(name)), PTC_KEYWORD);
}

#define PTC_BUILTIN_PREDICATE PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
