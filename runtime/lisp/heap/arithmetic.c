/* SPDX-License-Identifier: MIT */
/*
 * The operations on numbers that opcodes and builtins share. [ptc-lisp 11.6]
 *
 * Integers stay integers and raise on overflow; one float makes the result a float.
 * Comparisons of an integer with a float are exact. Nothing here allocates, and every
 * function begins with the case of two integers, so that callers need no fast path.
 */
#include "lisp/heap/data.h"

#include <ptc/number.h>

#include <math.h>

/* Both operands as doubles; raises the type error of `name` unless they are numbers. */
static void arithmetic_doubles(ptc_lisp *lisp, const char *name, const ptc_value *pair,
                               double *a, double *b)
{
    if (PTC_UNLIKELY(!ptc_is_number(&pair[0]) || !ptc_is_number(&pair[1])))
        ptc_lisp_type_error(lisp, name, pair, 2);
    *a = ptc_number_of(&pair[0]);
    *b = ptc_number_of(&pair[1]);
}

PTC_COLD PTC_NORETURN static void arithmetic_overflow(ptc_lisp *lisp, const char *name,
                                                      ptc_value a, ptc_value b)
{
    ptc_lisp_raise(lisp, PTC_REASON_ARITHMETIC,
                   "integer overflow: (%s %s %s) is outside the 64 bits of integers; "
                   "calculate with floats",
                   name, ptc_lisp_quote(lisp, &a), ptc_lisp_quote(lisp, &b));
}

PTC_COLD PTC_NORETURN static void
arithmetic_zero_divisor(ptc_lisp *lisp, const char *name, ptc_value a, ptc_value b)
{
    ptc_lisp_raise(lisp, PTC_REASON_ARITHMETIC,
                   "division by zero: (%s %s %s); test the divisor first", name,
                   ptc_lisp_quote(lisp, &a), ptc_lisp_quote(lisp, &b));
}

ptc_value ptc_lisp_add(ptc_lisp *lisp, ptc_value a, ptc_value b)
{
    double x;
    double y;

    if (PTC_LIKELY(a.kind == PTC_INT && b.kind == PTC_INT)) {
        int64_t sum;

        if (PTC_UNLIKELY(ptc_int_add_overflows(a.as.integer, b.as.integer, &sum)))
            arithmetic_overflow(lisp, "+", a, b);
        return ptc_value_int(sum);
    }
    arithmetic_doubles(lisp, "+", (ptc_value[]){a, b}, &x, &y);
    return ptc_value_float(x + y);
}

ptc_value ptc_lisp_subtract(ptc_lisp *lisp, ptc_value a, ptc_value b)
{
    double x;
    double y;

    if (PTC_LIKELY(a.kind == PTC_INT && b.kind == PTC_INT)) {
        int64_t difference;

        if (PTC_UNLIKELY(
                ptc_int_subtract_overflows(a.as.integer, b.as.integer, &difference)))
            arithmetic_overflow(lisp, "-", a, b);
        return ptc_value_int(difference);
    }
    arithmetic_doubles(lisp, "-", (ptc_value[]){a, b}, &x, &y);
    return ptc_value_float(x - y);
}

ptc_value ptc_lisp_multiply(ptc_lisp *lisp, ptc_value a, ptc_value b)
{
    double x;
    double y;

    if (PTC_LIKELY(a.kind == PTC_INT && b.kind == PTC_INT)) {
        int64_t product;

        if (PTC_UNLIKELY(
                ptc_int_multiply_overflows(a.as.integer, b.as.integer, &product)))
            arithmetic_overflow(lisp, "*", a, b);
        return ptc_value_int(product);
    }
    arithmetic_doubles(lisp, "*", (ptc_value[]){a, b}, &x, &y);
    return ptc_value_float(x * y);
}

/*
 * There are no ratios: a quotient of integers that is not an integer is a float. Only the
 * integer 0 is refused as a divisor. [ptc-lisp D6]
 */
ptc_value ptc_lisp_divide(ptc_lisp *lisp, ptc_value a, ptc_value b)
{
    double x;
    double y;

    if (PTC_LIKELY(a.kind == PTC_INT && b.kind == PTC_INT)) {
        if (PTC_UNLIKELY(b.as.integer == 0))
            arithmetic_zero_divisor(lisp, "/", a, b);
        if (PTC_UNLIKELY(b.as.integer == -1 && a.as.integer == INT64_MIN))
            arithmetic_overflow(lisp, "/", a, b);
        if (a.as.integer % b.as.integer == 0)
            return ptc_value_int(a.as.integer / b.as.integer);
        return ptc_value_float((double)a.as.integer / (double)b.as.integer);
    }
    arithmetic_doubles(lisp, "/", (ptc_value[]){a, b}, &x, &y);
    if (PTC_UNLIKELY(b.kind == PTC_INT && b.as.integer == 0))
        arithmetic_zero_divisor(lisp, "/", a, b);
    return ptc_value_float(x / y);
}

/*
 * The truncated quotient of floats; never -0.0. A finite number divided by an infinite
 * one is 0; other operands that are not finite raise, and so does a quotient that is not
 * finite.
 */
static double arithmetic_float_quot(ptc_lisp *lisp, const char *name, ptc_value a,
                                    ptc_value b, double x, double y)
{
    double quotient = x / y;

    if (y == 0)
        arithmetic_zero_divisor(lisp, name, a, b);
    if (!isfinite(quotient))
        ptc_lisp_raise(lisp, PTC_REASON_ARITHMETIC,
                       "%s: no finite quotient of %s and %s; test with NaN? and "
                       "infinite? first",
                       name, ptc_lisp_quote(lisp, &a), ptc_lisp_quote(lisp, &b));
    return trunc(quotient) + 0.0;
}

ptc_value ptc_lisp_quot(ptc_lisp *lisp, ptc_value a, ptc_value b)
{
    double x;
    double y;

    if (PTC_LIKELY(a.kind == PTC_INT && b.kind == PTC_INT)) {
        if (PTC_UNLIKELY(b.as.integer == 0))
            arithmetic_zero_divisor(lisp, "quot", a, b);
        if (PTC_UNLIKELY(b.as.integer == -1 && a.as.integer == INT64_MIN))
            arithmetic_overflow(lisp, "quot", a, b);
        return ptc_value_int(a.as.integer / b.as.integer);
    }
    arithmetic_doubles(lisp, "quot", (ptc_value[]){a, b}, &x, &y);
    return ptc_value_float(arithmetic_float_quot(lisp, "quot", a, b, x, y));
}

/* As Clojure calculates it, rounding included: not fmod. */
static double arithmetic_float_rem(ptc_lisp *lisp, const char *name, ptc_value a,
                                   ptc_value b)
{
    double x;
    double y;

    arithmetic_doubles(lisp, name, (ptc_value[]){a, b}, &x, &y);
    return x - arithmetic_float_quot(lisp, name, a, b, x, y) * y;
}

ptc_value ptc_lisp_rem(ptc_lisp *lisp, ptc_value a, ptc_value b)
{
    if (PTC_LIKELY(a.kind == PTC_INT && b.kind == PTC_INT)) {
        if (PTC_UNLIKELY(b.as.integer == 0))
            arithmetic_zero_divisor(lisp, "rem", a, b);
        /* INT64_MIN % -1 traps on some machines. */
        return ptc_value_int(b.as.integer == -1 ? 0 : a.as.integer % b.as.integer);
    }
    return ptc_value_float(arithmetic_float_rem(lisp, "rem", a, b));
}

ptc_value ptc_lisp_mod(ptc_lisp *lisp, ptc_value a, ptc_value b)
{
    double rest;
    double divisor;

    if (PTC_LIKELY(a.kind == PTC_INT && b.kind == PTC_INT)) {
        int64_t whole;

        if (PTC_UNLIKELY(b.as.integer == 0))
            arithmetic_zero_divisor(lisp, "mod", a, b);
        whole = b.as.integer == -1 ? 0 : a.as.integer % b.as.integer;
        if (whole != 0 && (whole < 0) != (b.as.integer < 0))
            whole += b.as.integer;
        return ptc_value_int(whole);
    }
    rest = arithmetic_float_rem(lisp, "mod", a, b);
    divisor = ptc_number_of(&b);
    if (rest != 0 && (ptc_number_of(&a) > 0) != (divisor > 0))
        rest += divisor;
    return ptc_value_float(rest);
}

int ptc_lisp_compare_numbers(const ptc_value *a, const ptc_value *b)
{
    double x;
    double y;

    if (PTC_LIKELY(a->kind == PTC_INT && b->kind == PTC_INT))
        return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
    if (a->kind == PTC_INT)
        return ptc_number_compare_int_double(a->as.integer, b->as.number);
    if (b->kind == PTC_INT) {
        int swapped = ptc_number_compare_int_double(b->as.integer, a->as.number);

        return swapped == 2 ? 2 : -swapped;
    }
    x = a->as.number;
    y = b->as.number;
    if (x != x || y != y)
        return 2;
    return (x > y) - (x < y);
}

/* `>` and `>=` ask with their arguments exchanged; messages name them in the order of
 * programs. */
PTC_COLD PTC_NORETURN static void arithmetic_refuse_order(ptc_lisp *lisp,
                                                          const char *name,
                                                          const ptc_value *a,
                                                          const ptc_value *b)
{
    bool is_exchanged = name[0] == '>';

    ptc_lisp_type_error(lisp, name,
                        (ptc_value[]){is_exchanged ? *b : *a, is_exchanged ? *a : *b}, 2);
}

static int arithmetic_order(ptc_lisp *lisp, const char *name, const ptc_value *a,
                            const ptc_value *b)
{
    if (PTC_UNLIKELY(!ptc_is_number(a) || !ptc_is_number(b)))
        arithmetic_refuse_order(lisp, name, a, b);
    return ptc_lisp_compare_numbers(a, b);
}

bool ptc_lisp_less(ptc_lisp *lisp, const char *name, const ptc_value *a,
                   const ptc_value *b)
{
    return arithmetic_order(lisp, name, a, b) == -1;
}

bool ptc_lisp_less_equal(ptc_lisp *lisp, const char *name, const ptc_value *a,
                         const ptc_value *b)
{
    return arithmetic_order(lisp, name, a, b) <= 0;
}
