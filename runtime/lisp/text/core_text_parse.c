/* SPDX-License-Identifier: MIT */
/*
 * Numbers and booleans from text. [ptc-lisp 11.7, 15] Functions with Clojure's names give
 * nil for any other text or value; those with Java's names raise.
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"
#include "lisp/language/builtins.h"
#include "lisp/text/text_int.h"

#include <math.h>

static bool parse_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* The value of a hexadecimal digit, or -1. */
static int parse_hex_digit(char byte)
{
    if (parse_is_digit(byte))
        return byte - '0';
    byte |= 32;
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* --- Floats by the grammar of Java's Double.valueOf -------------------------------- */

/* Takes `[+-]?digits` off the front of the text. Numbers beyond 10^15 are not told
 * apart. */
static bool parse_exponent(ptc_str *text, int64_t *out)
{
    size_t at = 0;
    bool is_negative = false;
    int64_t value = 0;

    if (at < text->len && (text->ptr[at] == '+' || text->ptr[at] == '-'))
        is_negative = text->ptr[at++] == '-';
    if (at == text->len || !parse_is_digit(text->ptr[at]))
        return false;
    for (; at < text->len && parse_is_digit(text->ptr[at]); at++)
        value =
            value < INT64_C(100000000000000) ? value * 10 + (text->ptr[at] - '0') : value;
    *out = is_negative ? -value : value;
    *text = ptc_str_make(text->ptr + at, text->len - at);
    return true;
}

/* A mantissa below 2^60, whose first digit is not 0, and its power of two.
 */
typedef struct parse_hex {
    uint64_t mantissa;
    int64_t exponent;
    bool is_cut; /* digits other than 0 follow the mantissa */
    bool has_digits;
} parse_hex;

/* Takes hexadecimal digits with at most one point off the front of the text. */
static parse_hex parse_hex_digits(ptc_str *text)
{
    parse_hex hex = {0, 0, false, false};
    bool is_fraction = false;
    size_t at = 0;

    for (; at < text->len; at++) {
        int digit = parse_hex_digit(text->ptr[at]);

        if (text->ptr[at] == '.' && !is_fraction) {
            is_fraction = true;
            continue;
        }
        if (digit < 0)
            break;
        hex.has_digits = true;
        if (hex.mantissa >> 56 == 0) {
            hex.mantissa = hex.mantissa << 4 | (uint64_t)digit;
            hex.exponent -= is_fraction ? 4 : 0;
        } else {
            hex.is_cut = hex.is_cut || digit != 0;
            hex.exponent += is_fraction ? 0 : 4;
        }
    }
    *text = ptc_str_make(text->ptr + at, text->len - at);
    return hex;
}

/* The nearest double, ties to even. */
static double parse_round_hex(parse_hex hex)
{
    int length;   /* of the mantissa, in bits */
    int64_t high; /* the exponent of its highest bit */
    int64_t kept; /* bits that a double of that size has */
    int dropped;

    if (hex.mantissa == 0)
        return 0;
    length = 64 - (int)ptc_count_leading_zeros(hex.mantissa);
    high = hex.exponent + length - 1;
    kept = high >= -1022 ? 53 : 53 + 1022 + high;
    if (high > 1023)
        return (double)INFINITY;
    if (kept < 0)
        return 0;
    dropped = length - (int)kept;
    if (dropped > 0) {
        uint64_t half = UINT64_C(1) << (dropped - 1);
        uint64_t rest = hex.mantissa & (half * 2 - 1);

        hex.mantissa >>= dropped;
        hex.exponent += dropped;
        if (rest > half || (rest == half && (hex.is_cut || (hex.mantissa & 1) != 0)))
            hex.mantissa++;
    }
    return ldexp((double)hex.mantissa, (int)hex.exponent);
}

/* After 0x: digits, and a required exponent. */
static bool parse_hex_float(ptc_str text, double *out)
{
    parse_hex hex = parse_hex_digits(&text);
    int64_t exponent;

    if (!hex.has_digits || text.len == 0 || (text.ptr[0] | 32) != 'p')
        return false;
    text = ptc_str_make(text.ptr + 1, text.len - 1);
    if (!parse_exponent(&text, &exponent) || text.len > 0)
        return false;
    hex.exponent += exponent;
    *out = parse_round_hex(hex);
    return true;
}

/*
 * Rewrites a decimal for ptc_number_read_double, which requires digits on both sides of a
 * point; `room` has text.len + 2 bytes. Zero bytes for another form.
 */
static size_t parse_normalise(ptc_str text, char *room)
{
    size_t len = 0;
    size_t at = 0;
    size_t digits = 0;

    if (text.len == 0 || !parse_is_digit(text.ptr[0]))
        room[len++] = '0';
    for (; at < text.len && parse_is_digit(text.ptr[at]); at++, digits++)
        room[len++] = text.ptr[at];
    if (at < text.len && text.ptr[at] == '.') {
        room[len++] = '.';
        at++;
        for (; at < text.len && parse_is_digit(text.ptr[at]); at++, digits++)
            room[len++] = text.ptr[at];
        if (room[len - 1] == '.')
            len--;
    }
    if (digits == 0)
        return 0;
    if (at < text.len) {
        ptc_str rest = ptc_str_make(text.ptr + at + 1, text.len - at - 1);
        int64_t exponent;

        if ((text.ptr[at] | 32) != 'e' || !parse_exponent(&rest, &exponent) ||
            rest.len > 0)
            return 0;
        memcpy(room + len, text.ptr + at, text.len - at);
        len += text.len - at;
    }
    return len;
}

/* The number of digits that decide which double is nearest; longer texts are cut to
 * it. */
enum { PARSE_DIGITS = 800 };

/*
 * The same for a long text, with checks of the clock: `0.DIGITSeN` with as many digits
 * as matter, and a 1 for what follows them unless that is zero. `room` has PARSE_DIGITS +
 * 32 bytes.
 */
static size_t parse_shorten(ptc_lisp *lisp, ptc_str text, char *room)
{
    ptc_str rest;
    int64_t scale = 0; /* how many digits the point is after the first kept one */
    int64_t exponent = 0;
    size_t kept = 0;
    size_t at = 0;
    bool has_digits = false;
    bool has_point = false;
    bool has_more = false;

    for (; at < text.len; at++) {
        char byte = text.ptr[at];

        ptc_lisp_fill_look(lisp, at);
        if (byte == '.' && !has_point) {
            has_point = true;
            continue;
        }
        if (!parse_is_digit(byte))
            break;
        has_digits = true;
        if (kept > 0 || byte != '0')
            scale += !has_point;
        else
            scale -= has_point;
        if (kept == PARSE_DIGITS)
            has_more |= byte != '0';
        else if (kept > 0 || byte != '0')
            room[2 + kept++] = byte;
    }
    rest = ptc_str_make(text.ptr + at, text.len - at);
    if (!has_digits)
        return 0;
    if (rest.len > 0) {
        if ((rest.ptr[0] | 32) != 'e')
            return 0;
        rest = ptc_str_make(rest.ptr + 1, rest.len - 1);
        if (!parse_exponent(&rest, &exponent) || rest.len > 0)
            return 0;
    }
    room[0] = '0';
    room[1] = '.';
    room[2 + kept] = has_more ? '1' : '0';
    room[3 + kept] = 'e';
    return 4 + kept + ptc_number_write_int(scale + exponent, room + 4 + kept);
}

static bool parse_decimal(ptc_lisp *lisp, ptc_str text, double *out)
{
    char few[64];
    ptc_arena_mark mark = ptc_arena_place(&lisp->run_arena);
    bool is_long = text.len > PARSE_DIGITS;
    size_t size = is_long ? PARSE_DIGITS + 32 : text.len + 2;
    char *room = few;
    size_t len;

    if (size > sizeof few) {
        room = ptc_arena_alloc(&lisp->run_arena, size);
        if (room == NULL)
            ptc_lisp_memory_error(lisp);
    }
    len = is_long ? parse_shorten(lisp, text, room) : parse_normalise(text, room);
    if (len > 0 && !ptc_number_read_double(room, len, out))
        *out = (double)INFINITY; /* the form is right, so it is too large */
    ptc_arena_rewind(&lisp->run_arena, mark);
    return len > 0;
}

/* After the sign. */
static bool parse_unsigned(ptc_lisp *lisp, ptc_str text, double *out)
{
    char last = text.len > 0 ? (char)(text.ptr[text.len - 1] | 32) : '\0';
    bool is_hex = text.len > 2 && text.ptr[0] == '0' && (text.ptr[1] | 32) == 'x';

    if (ptc_str_equal(text, PTC_STR("NaN"))) {
        *out = (double)NAN;
        return true;
    }
    if (ptc_str_equal(text, PTC_STR("Infinity"))) {
        *out = (double)INFINITY;
        return true;
    }
    if (last == 'f' || last == 'd')
        text.len--; /* not a digit of 0x either: those end with the exponent */
    if (is_hex)
        return parse_hex_float(ptc_str_make(text.ptr + 2, text.len - 2), out);
    return parse_decimal(lisp, text, out);
}

static bool parse_double(ptc_lisp *lisp, ptc_str text, double *out)
{
    bool is_negative = false;

    ptc_lisp_read_bytes(lisp, text.len);
    while (text.len > 0 && (unsigned char)text.ptr[0] <= ' ')
        text = ptc_str_make(text.ptr + 1, text.len - 1);
    while (text.len > 0 && (unsigned char)text.ptr[text.len - 1] <= ' ')
        text.len--;
    if (text.len > 0 && (text.ptr[0] == '-' || text.ptr[0] == '+')) {
        is_negative = text.ptr[0] == '-';
        text = ptc_str_make(text.ptr + 1, text.len - 1);
    }
    if (!parse_unsigned(lisp, text, out))
        return false;
    *out = is_negative ? -*out : *out;
    return true;
}

/* --- As in Clojure ----------------------------------------------------------------- */

ptc_value ptc_core_parse_long(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    ptc_str text;
    int64_t integer;
    size_t zeros = 0;

    (void)callee, (void)count;
    if (args[0].kind != PTC_STRING)
        return ptc_value_nil();
    text = ptc_value_text(&args[0]);
    ptc_lisp_read_bytes(lisp, text.len);
    /* Only zeros can be many; those of a number with a sign are left to the reader. */
    for (; zeros + 1 < text.len && text.ptr[zeros] == '0'; zeros++)
        ptc_lisp_fill_look(lisp, zeros);
    if (!ptc_number_read_int(text.ptr + zeros, text.len - zeros, &integer))
        return ptc_value_nil();
    return ptc_value_int(integer);
}

ptc_value ptc_core_parse_int(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                             uint32_t count)
{
    return ptc_core_parse_long(lisp, callee, args, count);
}

ptc_value ptc_core_parse_double(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    double number;

    (void)callee, (void)count;
    if (args[0].kind == PTC_STRING &&
        parse_double(lisp, ptc_value_text(&args[0]), &number))
        return ptc_value_float(number);
    return ptc_value_nil();
}

ptc_value ptc_core_parse_boolean(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    (void)lisp, (void)callee, (void)count;
    if (args[0].kind != PTC_STRING)
        return ptc_value_nil();
    if (ptc_str_equal(ptc_value_text(&args[0]), PTC_STR("true")))
        return ptc_value_bool(true);
    if (ptc_str_equal(ptc_value_text(&args[0]), PTC_STR("false")))
        return ptc_value_bool(false);
    return ptc_value_nil();
}

/* --- As in Java -------------------------------------------------------------------- */

PTC_COLD PTC_NORETURN static void parse_raise(ptc_lisp *lisp, const ptc_value *callee,
                                              const ptc_value *args)
{
    ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                   "%s: NumberFormatException: For input string: %s; parse-long and "
                   "parse-double give nil instead",
                   ptc_callee_name(callee), ptc_lisp_quote(lisp, &args[0]));
}

/* The value of a digit in a base up to 36, or -1. */
static int parse_digit(char byte)
{
    if (parse_is_digit(byte))
        return byte - '0';
    byte |= 32;
    return byte >= 'a' && byte <= 'z' ? byte - 'a' + 10 : -1;
}

/* Digits in a base, with a sign; also false beyond [least, greatest]. */
static bool parse_digits(ptc_lisp *lisp, ptc_str text, int64_t base, int64_t least,
                         int64_t greatest, int64_t *out)
{
    bool is_negative = text.len > 0 && text.ptr[0] == '-';
    int64_t value = 0; /* negative, since there is one more of those */
    size_t at = text.len > 0 && (is_negative || text.ptr[0] == '+');

    if (at == text.len)
        return false;
    while (at < text.len) {
        int64_t digit = parse_digit(text.ptr[at++]);

        ptc_lisp_fill_look(lisp, at);
        if (digit < 0 || digit >= base || value < (INT64_MIN + digit) / base)
            return false;
        value = value * base - digit;
    }
    if (value < least || (!is_negative && value < -greatest))
        return false;
    *out = is_negative ? value : -value;
    return true;
}

ptc_value ptc_text_parse_integer(ptc_lisp *lisp, const ptc_value *callee,
                                 const ptc_value *args, uint32_t count, int64_t least,
                                 int64_t greatest)
{
    int64_t base = 10;
    int64_t integer;

    ptc_text_check(lisp, callee, args, count, 1);
    if (count == 2) {
        if (args[1].kind != PTC_INT)
            ptc_lisp_type_error(lisp, ptc_callee_name(callee), args, count);
        base = args[1].as.integer;
        if (base < 2 || base > 36)
            ptc_lisp_raise(lisp, PTC_REASON_RUNTIME,
                           "%s: expected a base from 2 to 36, got %s",
                           ptc_callee_name(callee), ptc_lisp_quote(lisp, &args[1]));
    }
    ptc_lisp_read_bytes(lisp, args[0].aux);
    if (!parse_digits(lisp, ptc_value_text(&args[0]), base, least, greatest, &integer))
        parse_raise(lisp, callee, args);
    return ptc_value_int(integer);
}

ptc_value ptc_core_long_parse(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                              uint32_t count)
{
    return ptc_text_parse_integer(lisp, callee, args, count, INT64_MIN, INT64_MAX);
}

ptc_value ptc_core_integer_parse(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    return ptc_text_parse_integer(lisp, callee, args, count, INT32_MIN, INT32_MAX);
}

ptc_value ptc_core_double_parse(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                uint32_t count)
{
    double number;

    ptc_text_check(lisp, callee, args, count, 1);
    if (!parse_double(lisp, ptc_value_text(&args[0]), &number))
        parse_raise(lisp, callee, args);
    return ptc_value_float(number);
}

/* Floats have one size here. */
ptc_value ptc_core_float_parse(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                               uint32_t count)
{
    return ptc_core_double_parse(lisp, callee, args, count);
}

/* "true" in any case; nil is false. */
ptc_value ptc_core_boolean_parse(ptc_lisp *lisp, const ptc_value *callee, ptc_value *args,
                                 uint32_t count)
{
    const char *const word = "true";
    bool is_same = args[0].aux == 4;

    if (args[0].kind == PTC_NIL)
        return ptc_value_bool(false);
    ptc_text_check(lisp, callee, args, count, 1);
    for (size_t i = 0; i < 4 && is_same; i++)
        is_same = (args[0].as.text[i] | 32) == word[i];
    return ptc_value_bool(is_same);
}
