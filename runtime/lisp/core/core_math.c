/* SPDX-License-Identifier: MIT */
/*
 * Numbers: the builtins over arithmetic.c, rounding, conversion, and the parts of Java's
 * Math that programs use. [ptc-lisp 11.6, 15]
 *
 * Operators with many arguments fold pairwise from the left, so that a fold with `reduce`
 * gives the same.
 */
#include "lisp/core/core_int.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"

#include <ptc/number.h>

#include <math.h>

/* --- Operators --------------------------------------------------------------------- */

typedef ptc_value (*math_operation)(ptc_lisp *lisp, ptc_value a, ptc_value b);

/* Raises the type error of the called builtin unless all arguments are numbers. */
static void math_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (PTC_UNLIKELY(!ptc_is_number(&args[i])))
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    }
}

static ptc_value math_fold(ptc_lisp *lisp, math_operation operation, ptc_value first,
                           const ptc_value *args, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        first = operation(lisp, first, args[i]);
    return first;
}

ptc_value ptc_core_add(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    int64_t sum;

    if (PTC_LIKELY(count == 2)) { /* as `reduce` calls it */
        if (args[0].kind == PTC_INT && args[1].kind == PTC_INT &&
            !ptc_int_add_overflows(args[0].as.integer, args[1].as.integer, &sum))
            return ptc_value_int(sum);
        if (args[0].kind == PTC_FLOAT && args[1].kind == PTC_FLOAT)
            return ptc_value_float(args[0].as.number + args[1].as.number);
    }
    if (count == 0)
        return ptc_value_int(0);
    math_check(lisp, callee, args, 1);
    return math_fold(lisp, ptc_lisp_add, args[0], args + 1, count - 1);
}

ptc_value ptc_core_subtract(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    math_check(lisp, callee, args, 1);
    if (count > 1)
        return math_fold(lisp, ptc_lisp_subtract, args[0], args + 1, count - 1);
    if (args[0].kind == PTC_FLOAT)
        return ptc_value_float(-args[0].as.number); /* 0 - x would lose the sign of 0.0 */
    return ptc_lisp_subtract(lisp, ptc_value_int(0), args[0]);
}

ptc_value ptc_core_multiply(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    if (count == 0)
        return ptc_value_int(1);
    math_check(lisp, callee, args, 1);
    return math_fold(lisp, ptc_lisp_multiply, args[0], args + 1, count - 1);
}

ptc_value ptc_core_divide(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    math_check(lisp, callee, args, 1);
    if (count == 1)
        return ptc_lisp_divide(lisp, ptc_value_int(1), args[0]);
    return math_fold(lisp, ptc_lisp_divide, args[0], args + 1, count - 1);
}

ptc_value ptc_core_inc(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    math_check(lisp, callee, args, count);
    return ptc_lisp_add(lisp, args[0], ptc_value_int(1));
}

ptc_value ptc_core_dec(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    math_check(lisp, callee, args, count);
    return ptc_lisp_subtract(lisp, args[0], ptc_value_int(1));
}

/* There are no arbitrary-size integers to promote to. [ptc-lisp D5] */
ptc_value ptc_core_add_promoting(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    return ptc_core_add(lisp, callee, args, count);
}

ptc_value ptc_core_subtract_promoting(ptc_lisp *lisp, const ptc_value *callee,
                                      ptc_value *args, uint32_t count)
{
    return ptc_core_subtract(lisp, callee, args, count);
}

ptc_value ptc_core_multiply_promoting(ptc_lisp *lisp, const ptc_value *callee,
                                      ptc_value *args, uint32_t count)
{
    return ptc_core_multiply(lisp, callee, args, count);
}

ptc_value ptc_core_inc_promoting(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    return ptc_core_inc(lisp, callee, args, count);
}

ptc_value ptc_core_dec_promoting(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    return ptc_core_dec(lisp, callee, args, count);
}

ptc_value ptc_core_quot(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    (void)callee, (void)count;
    return ptc_lisp_quot(lisp, args[0], args[1]);
}

ptc_value ptc_core_rem(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    (void)callee, (void)count;
    return ptc_lisp_rem(lisp, args[0], args[1]);
}

ptc_value ptc_core_mod(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    (void)callee, (void)count;
    return ptc_lisp_mod(lisp, args[0], args[1]);
}

/* --- Greatest and smallest --------------------------------------------------------- */

/*
 * The greater of two numbers (`sign` 1) or the lesser (-1), in its own type; NaN wins; of
 * equal numbers the later one, but of two zeros the one that Java's Math prefers.
 */
static ptc_value math_extreme(const ptc_value *a, const ptc_value *b, int sign)
{
    int order = ptc_lisp_compare_numbers(a, b);

    if (order == 2)
        return a->kind == PTC_FLOAT && a->as.number != a->as.number ? *a : *b;
    if (order == 0 && a->kind == PTC_FLOAT && b->kind == PTC_FLOAT)
        return (signbit(a->as.number) != 0) == (sign < 0) ? *a : *b;
    return order == sign ? *a : *b;
}

static bool math_is_nan(const ptc_value *value)
{
    return value->kind == PTC_FLOAT && value->as.number != value->as.number;
}

/* As in Clojure, NaN is noticed before a value that is not a number, and a single
 * argument is returned unchecked; except a collection, whose greatest element was
 * meant. */
static ptc_value math_extreme_of(ptc_lisp *lisp, const ptc_value *callee,
                                 const ptc_value *args, uint32_t count, int sign)
{
    ptc_value found = args[0];

    if (PTC_UNLIKELY(count == 1 && ptc_value_is_collection(&found)))
        math_check(lisp, callee, args, count);
    for (uint32_t i = 1; i < count; i++) {
        if (math_is_nan(&found))
            break;
        if (math_is_nan(&args[i])) {
            found = args[i];
            continue;
        }
        if (!ptc_is_number(&found) || !ptc_is_number(&args[i]))
            math_check(lisp, callee, args, count);
        found = math_extreme(&found, &args[i], sign);
    }
    return found;
}

ptc_value ptc_core_max(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    return math_extreme_of(lisp, callee, args, count, 1);
}

ptc_value ptc_core_min(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    return math_extreme_of(lisp, callee, args, count, -1);
}

ptc_value ptc_core_abs(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    math_check(lisp, callee, args, count);
    if (args[0].kind == PTC_FLOAT)
        return ptc_value_float(fabs(args[0].as.number));
    if (args[0].as.integer < 0)
        return ptc_lisp_subtract(lisp, ptc_value_int(0), args[0]);
    return args[0];
}

/* --- Powers ------------------------------------------------------------------------ */

ptc_value ptc_core_sqrt(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    math_check(lisp, callee, args, count);
    return ptc_value_float(sqrt(ptc_number_of(&args[0])));
}

/* C gives 1 for powers of 1 whatever the exponent; Java gives NaN when the exponent is
 * not finite. */
ptc_value ptc_core_pow(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    double base;
    double exponent;

    math_check(lisp, callee, args, count);
    base = ptc_number_of(&args[0]);
    exponent = ptc_number_of(&args[1]);
    if (isnan(exponent) || (isinf(exponent) && fabs(base) == 1))
        return ptc_value_float((double)NAN);
    return ptc_value_float(pow(base, exponent));
}

/* --- Rounding and conversion ------------------------------------------------------- */

PTC_COLD PTC_NORETURN static void math_range_error(ptc_lisp *lisp,
                                                   const ptc_value *callee,
                                                   const ptc_value *value,
                                                   const char *range)
{
    ptc_lisp_raise(lisp, PTC_REASON_ARITHMETIC, "%s: %s is outside %s",
                   ptc_callee_name(callee), ptc_lisp_quote(lisp, value), range);
}

static bool math_fits_int64(double number)
{
    return number >= -0x1p63 && number < 0x1p63;
}

/* The argument rounded by `rounding` to an integer; infinities and NaN stay. */
static ptc_value math_round_with(ptc_lisp *lisp, const ptc_value *callee,
                                 const ptc_value *args, double (*rounding)(double))
{
    double rounded;

    math_check(lisp, callee, args, 1);
    if (args[0].kind == PTC_INT || !isfinite(args[0].as.number))
        return args[0];
    rounded = rounding(args[0].as.number);
    if (!math_fits_int64(rounded))
        math_range_error(lisp, callee, &args[0], "the 64 bits of integers");
    return ptc_value_int((int64_t)rounded);
}

ptc_value ptc_core_floor(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    (void)count;
    return math_round_with(lisp, callee, args, floor);
}

ptc_value ptc_core_ceil(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    (void)count;
    return math_round_with(lisp, callee, args, ceil);
}

ptc_value ptc_core_round(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    (void)count;
    return math_round_with(lisp, callee, args, round);
}

ptc_value ptc_core_trunc(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    (void)count;
    return math_round_with(lisp, callee, args, trunc);
}

/* A string of one character is its code point, as a character is in Clojure. */
static ptc_value math_character(ptc_lisp *lisp, const ptc_value *callee,
                                const ptc_value *args)
{
    uint32_t code_point = 0;

    if (args[0].kind != PTC_STRING || args[0].aux == 0 ||
        ptc_utf8_decode(args[0].as.text, args[0].aux, &code_point) != args[0].aux)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, 1);
    return ptc_value_int((int64_t)code_point);
}

ptc_value ptc_core_int(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    const char *const range = "the 32 bits of int; use long";

    (void)count;
    if (args[0].kind == PTC_INT) {
        if (args[0].as.integer < INT32_MIN || args[0].as.integer > INT32_MAX)
            math_range_error(lisp, callee, &args[0], range);
        return args[0];
    }
    if (args[0].kind != PTC_FLOAT)
        return math_character(lisp, callee, args);
    if (isnan(args[0].as.number))
        return ptc_value_int(0);
    if (args[0].as.number < INT32_MIN || args[0].as.number > INT32_MAX)
        math_range_error(lisp, callee, &args[0], range);
    return ptc_value_int((int64_t)args[0].as.number);
}

ptc_value ptc_core_long(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                        uint32_t count)
{
    (void)count;
    if (args[0].kind == PTC_INT)
        return args[0];
    if (args[0].kind != PTC_FLOAT)
        return math_character(lisp, callee, args);
    if (isnan(args[0].as.number))
        return ptc_value_int(0);
    if (!math_fits_int64(args[0].as.number))
        math_range_error(lisp, callee, &args[0], "the 64 bits of integers");
    return ptc_value_int((int64_t)args[0].as.number);
}

/* For an integer outside int64, which data may hold, the nearest float. */
ptc_value ptc_core_double(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                          uint32_t count)
{
    double number;

    if (args[0].kind == PTC_OPAQUE && (args[0].flags & PTC_FLAG_NUMBER) != 0 &&
        ptc_number_read_double(args[0].as.text, args[0].aux, &number))
        return ptc_value_float(number);
    math_check(lisp, callee, args, count);
    return ptc_value_float(ptc_number_of(&args[0]));
}

ptc_value ptc_core_float(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                         uint32_t count)
{
    return ptc_core_double(lisp, callee, args, count);
}

ptc_value ptc_core_num(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                       uint32_t count)
{
    if (args[0].kind != PTC_NIL)
        math_check(lisp, callee, args, count);
    return args[0];
}

/* --- Java's Math ------------------------------------------------------------------- */

ptc_value ptc_core_math_abs(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    math_check(lisp, callee, args, count);
    if (args[0].kind == PTC_INT && args[0].as.integer == INT64_MIN)
        return args[0]; /* as Java's */
    return ptc_core_abs(lisp, callee, args, count);
}

ptc_value ptc_core_math_sqrt(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    return ptc_core_sqrt(lisp, callee, args, count);
}

ptc_value ptc_core_math_pow(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    return ptc_core_pow(lisp, callee, args, count);
}

ptc_value ptc_core_math_ceil(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    math_check(lisp, callee, args, count);
    return ptc_value_float(ceil(ptc_number_of(&args[0])));
}

ptc_value ptc_core_math_floor(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    math_check(lisp, callee, args, count);
    return ptc_value_float(floor(ptc_number_of(&args[0])));
}

/* floor(x + 1/2) without the rounding of that sum; NaN is 0, large numbers saturate. */
ptc_value ptc_core_math_round(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    double below;

    math_check(lisp, callee, args, count);
    if (args[0].kind == PTC_INT)
        return args[0];
    if (isnan(args[0].as.number))
        return ptc_value_int(0);
    below = floor(args[0].as.number);
    if (args[0].as.number - below >= 0.5)
        below += 1;
    if (!math_fits_int64(below))
        return ptc_value_int(below > 0 ? INT64_MAX : INT64_MIN);
    return ptc_value_int((int64_t)below);
}

static ptc_value math_extreme_of_two(ptc_lisp *lisp, const ptc_value *callee,
                                     const ptc_value *args, int sign)
{
    math_check(lisp, callee, args, 2);
    if (args[0].kind != args[1].kind)
        ptc_lisp_raise(lisp, PTC_REASON_TYPE,
                       "%s: expected two integers or two floats, got %s and %s; use "
                       "max or min for mixed ones",
                       ptc_callee_name(callee), ptc_lisp_quote(lisp, &args[0]),
                       ptc_lisp_quote(lisp, &args[1]));
    return math_extreme(&args[0], &args[1], sign);
}

ptc_value ptc_core_math_max(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    (void)count;
    return math_extreme_of_two(lisp, callee, args, 1);
}

ptc_value ptc_core_math_min(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                            uint32_t count)
{
    (void)count;
    return math_extreme_of_two(lisp, callee, args, -1);
}

#define PTC_BUILTIN_MATH PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
