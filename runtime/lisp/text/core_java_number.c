/* SPDX-License-Identifier: MIT */
/* Java's Integer, Long, Double and String, as far as programs use them. [ptc-lisp 15]
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

#include <math.h>

enum { JAVA_DIGITS = 65 }; /* of an integer in base 2, with a sign */

/* --- Arguments --------------------------------------------------------------------- */

/* Argument `at`, an integer of 32 bits when `is_int`. */
static int64_t number_arg(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                          uint32_t count, uint32_t at, bool is_int)
{
    int64_t number = args[at].as.integer;

    if (args[at].kind != PTC_INT)
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    if (is_int && (number < INT32_MIN || number > INT32_MAX))
        ptc_lisp_raise(lisp, PTC_REASON_ARITHMETIC,
                       "%s: %s is outside the 32 bits of int; use Long",
                       ptc_callee_name(callee), ptc_lisp_quote(lisp, &args[at]));
    return number;
}

/* --- Texts in a base --------------------------------------------------------------- */

static ptc_value number_digits(ptc_lisp *lisp, uint64_t number, unsigned base,
                               bool is_negative)
{
    char text[JAVA_DIGITS];
    size_t at = sizeof text;

    do {
        text[--at] = "0123456789abcdefghijklmnopqrstuvwxyz"[number % base];
        number /= base;
    } while (number > 0);
    if (is_negative)
        text[--at] = '-';
    return ptc_string_of(lisp, ptc_str_make(text + at, sizeof text - at));
}

/* Java treats any other base as ten. */
static ptc_value number_to_string(ptc_lisp *lisp, const ptc_value *callee,
                                  const ptc_value *args, uint32_t count, bool is_int)
{
    int64_t number = number_arg(lisp, callee, args, count, 0, is_int);
    int64_t base = count == 2 ? number_arg(lisp, callee, args, count, 1, true) : 10;
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    if (base < 2 || base > 36)
        base = 10;
    return number_digits(lisp, size, (unsigned)base, number < 0);
}

/* In two's complement. */
static ptc_value number_to_bits(ptc_lisp *lisp, const ptc_value *callee,
                                const ptc_value *args, uint32_t count, bool is_int,
                                unsigned base)
{
    uint64_t bits = (uint64_t)number_arg(lisp, callee, args, count, 0, is_int);

    return number_digits(lisp, is_int ? (uint32_t)bits : bits, base, false);
}

#define NUMBER_TEXTS(name, is_int)                                                       \
    ptc_value ptc_core_##name##_to_string(ptc_lisp *lisp, const ptc_value *callee,       \
                                          ptc_value *args, uint32_t count)               \
    {                                                                                    \
        return number_to_string(lisp, callee, args, count, is_int);                      \
    }                                                                                    \
    ptc_value ptc_core_##name##_to_binary(ptc_lisp *lisp, const ptc_value *callee,       \
                                          ptc_value *args, uint32_t count)               \
    {                                                                                    \
        return number_to_bits(lisp, callee, args, count, is_int, 2);                     \
    }                                                                                    \
    ptc_value ptc_core_##name##_to_octal(ptc_lisp *lisp, const ptc_value *callee,        \
                                         ptc_value *args, uint32_t count)                \
    {                                                                                    \
        return number_to_bits(lisp, callee, args, count, is_int, 8);                     \
    }                                                                                    \
    ptc_value ptc_core_##name##_to_hex(ptc_lisp *lisp, const ptc_value *callee,          \
                                       ptc_value *args, uint32_t count)                  \
    {                                                                                    \
        return number_to_bits(lisp, callee, args, count, is_int, 16);                    \
    }

NUMBER_TEXTS(integer, true)
NUMBER_TEXTS(long, false)

/* --- Values ------------------------------------------------------------------------ */

ptc_value ptc_core_integer_value_of(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    if (args[0].kind == PTC_STRING)
        return ptc_text_parse_integer(lisp, callee, args, count, INT32_MIN, INT32_MAX);
    return ptc_value_int(number_arg(lisp, callee, args, count, 0, true));
}

ptc_value ptc_core_long_value_of(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    if (args[0].kind == PTC_STRING)
        return ptc_text_parse_integer(lisp, callee, args, count, INT64_MIN, INT64_MAX);
    return ptc_value_int(number_arg(lisp, callee, args, count, 0, false));
}

static ptc_value number_bit_count(uint64_t bits)
{
    unsigned count = 0;

    for (; bits != 0; bits &= bits - 1)
        count++;
    return ptc_value_int((int64_t)count);
}

ptc_value ptc_core_integer_bit_count(ptc_lisp *lisp, const ptc_value *callee,
                                     ptc_value *args, uint32_t count)
{
    return number_bit_count((uint32_t)number_arg(lisp, callee, args, count, 0, true));
}

ptc_value ptc_core_long_bit_count(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    return number_bit_count((uint64_t)number_arg(lisp, callee, args, count, 0, false));
}

static ptc_value number_compare_by(int64_t a, int64_t b)
{
    return ptc_value_int(a < b ? -1 : a > b);
}

ptc_value ptc_core_integer_compare(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    return number_compare_by(number_arg(lisp, callee, args, count, 0, true),
                             number_arg(lisp, callee, args, count, 1, true));
}

ptc_value ptc_core_long_compare(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    return number_compare_by(number_arg(lisp, callee, args, count, 0, false),
                             number_arg(lisp, callee, args, count, 1, false));
}

ptc_value ptc_core_integer_signum(ptc_lisp *lisp, const ptc_value *callee,
                                  ptc_value *args, uint32_t count)
{
    return number_compare_by(number_arg(lisp, callee, args, count, 0, true), 0);
}

ptc_value ptc_core_long_signum(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    return number_compare_by(number_arg(lisp, callee, args, count, 0, false), 0);
}

/* --- Floats and strings ------------------------------------------------------------ */

static double number_float(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                           uint32_t count)
{
    if (!ptc_is_number(&args[0]))
        ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
    return ptc_number_of(&args[0]);
}

ptc_value ptc_core_double_is_nan(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    return ptc_value_bool(isnan(number_float(lisp, callee, args, count)));
}

ptc_value ptc_core_double_is_infinite(ptc_lisp *lisp, const ptc_value *callee,
                                      ptc_value *args, uint32_t count)
{
    return ptc_value_bool(isinf(number_float(lisp, callee, args, count)));
}

ptc_value ptc_core_double_to_string(ptc_lisp *lisp, const ptc_value *callee,
                                    ptc_value *args, uint32_t count)
{
    ptc_value number = ptc_value_float(number_float(lisp, callee, args, count));

    return ptc_text_join(lisp, PTC_STR(""), &number, 1);
}

ptc_value ptc_core_double_value_of(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    if (args[0].kind == PTC_STRING)
        return ptc_core_double_parse(lisp, callee, args, count);
    return ptc_value_float(number_float(lisp, callee, args, count));
}

/* The constructors, which read the same texts as `valueOf`. */
#define NUMBER_NEW(name)                                                                 \
    ptc_value ptc_core_##name##_new(ptc_lisp *lisp, const ptc_value *callee,             \
                                    ptc_value *args, uint32_t count)                     \
    {                                                                                    \
        return ptc_core_##name##_value_of(lisp, callee, args, count);                    \
    }

NUMBER_NEW(integer)
NUMBER_NEW(long)
NUMBER_NEW(double)

/* Java's text of null is "null". */
ptc_value ptc_core_string_value_of(ptc_lisp *lisp, const ptc_value *callee,
                                   ptc_value *args, uint32_t count)
{
    (void)callee;
    if (args[0].kind == PTC_NIL)
        return ptc_string_of(lisp, PTC_STR("null"));
    return ptc_text_join(lisp, PTC_STR(""), args, count);
}

ptc_value ptc_core_string_join(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    ptc_text_check(lisp, callee, args, count, 1);
    return ptc_core_join(lisp, callee, args, count);
}

#define PTC_BUILTIN_JAVA_NUMBER PTC_BUILTIN_DEFINE
#include "lisp/language/builtins.def"
