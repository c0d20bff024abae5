/* SPDX-License-Identifier: MIT */
/*
 * Multiples of numbers, by the decimals that are written: 0.0075 is a multiple of 0.0001,
 * although the doubles nearest to them are not. [validation 3]
 *
 * A number is DIGITS * 10^exponent, of a double the shortest digits that read back as it.
 * Without zeros at their ends, `a` is a multiple of `b` if a's exponent is not the lower
 * one and a's digits, with zeros for the difference, are a multiple of b's. These fit 64
 * bits, so a remainder is carried along and nothing long is ever computed.
 */
#include "base/base_int.h"
#include "schema/schema_int.h"

typedef struct multiple_number {
    ptc_str digits; /* none: zero; no zeros at the ends */
    int64_t exponent;
} multiple_number;

static multiple_number multiple_trim(ptc_str digits, int64_t exponent)
{
    while (digits.len > 0 && digits.ptr[digits.len - 1] == '0') {
        digits.len--;
        exponent++;
    }
    while (digits.len > 0 &&
           (*digits.ptr == '0' || *digits.ptr == '-' || *digits.ptr == '+')) {
        digits.ptr++;
        digits.len--;
    }
    return (multiple_number){digits, exponent};
}

/* The text of a double has two digits at least, and those nearest to it: 4.9E-324 is
 * shorter as 5e-324. */
static void multiple_shorten(ptc_digits *decimal, double number)
{
    ptc_digits one = *decimal;
    char text[2 * PTC_NUMBER_MAX];
    size_t len = 1;
    double again;

    if (decimal->count != 2)
        return;
    ptc_digits_round(&one, 1);
    text[0] = one.digits[0];
    text[len++] = 'e';
    len += ptc_number_write_int(one.point - 1, text + len);
    if (ptc_number_read_double(text, len, &again) &&
        (again == number || again == -number))
        *decimal = one;
}

/* The digits of an int or a finite double are in `*room`, of others in the value. */
static multiple_number multiple_read(const ptc_value *value, ptc_digits *room)
{
    char text[PTC_NUMBER_MAX];
    size_t len;

    if (value->kind == PTC_OPAQUE)
        return multiple_trim(ptc_value_text(value), 0);
    len = value->kind == PTC_INT ? ptc_number_write_int(value->as.integer, text)
                                 : ptc_number_write_double(value->as.number, text);
    *room = ptc_digits_read(text, len);
    if (value->kind == PTC_FLOAT)
        multiple_shorten(room, value->as.number);
    return multiple_trim(ptc_str_make(room->digits, (size_t)room->count),
                         room->point - (int64_t)room->count);
}

/* All numbers are below 2^63. */
static uint64_t multiple_add(uint64_t a, uint64_t b, uint64_t divisor)
{
    uint64_t sum = a + b;

    return sum >= divisor ? sum - divisor : sum;
}

/* The remainder of a number with one more digit. */
static uint64_t multiple_next(uint64_t remainder, unsigned digit, uint64_t divisor)
{
    uint64_t two = multiple_add(remainder, remainder, divisor);
    uint64_t four = multiple_add(two, two, divisor);
    uint64_t ten = multiple_add(multiple_add(four, four, divisor), two, divisor);

    return multiple_add(ten, digit % divisor, divisor);
}

bool ptc_number_is_multiple(const ptc_value *number, const ptc_value *divisor)
{
    ptc_digits rooms[2];
    multiple_number a;
    multiple_number b;
    uint64_t whole = 0;
    uint64_t remainder = 0;

    if (number->kind == PTC_INT && divisor->kind == PTC_INT)
        return number->as.integer % divisor->as.integer == 0;
    if (number->kind == PTC_FLOAT && number->as.number - number->as.number != 0.0)
        return false;
    a = multiple_read(number, &rooms[0]);
    b = multiple_read(divisor, &rooms[1]);
    if (a.digits.len == 0)
        return true;
    if (a.exponent < b.exponent)
        return false;
    for (size_t i = 0; i < b.digits.len; i++)
        whole = whole * 10 + (unsigned)(b.digits.ptr[i] - '0');
    for (size_t i = 0; i < a.digits.len; i++)
        remainder = multiple_next(remainder, (unsigned)(a.digits.ptr[i] - '0'), whole);
    for (int64_t left = a.exponent - b.exponent; left > 0 && remainder != 0; left--)
        remainder = multiple_next(remainder, 0, whole);
    return remainder == 0;
}

bool ptc_number_times(const ptc_value *divisor, int64_t times, ptc_value *out)
{
    uint64_t size = times < 0 ? 0 - (uint64_t)times : (uint64_t)times;
    char text[3 * PTC_NUMBER_MAX];
    ptc_digits room;
    multiple_number number = multiple_read(divisor, &room);
    ptc_wide product;
    uint64_t digits = 0;
    size_t len = 0;
    double real;

    for (size_t i = 0; i < number.digits.len; i++)
        digits = digits * 10 + (unsigned)(number.digits.ptr[i] - '0');
    product = ptc_wide_multiply(digits, size);
    if (product.high != 0)
        return false;
    if (times < 0)
        text[len++] = '-';
    len += ptc_number_write_uint(product.low, text + len);
    for (; number.exponent > 0 && len < PTC_NUMBER_MAX; number.exponent--)
        text[len++] = '0';
    if (number.exponent == 0 && ptc_number_read_int(text, len, &out->as.integer)) {
        *out = ptc_value_int(out->as.integer);
        return true;
    }
    text[len++] = 'e';
    len += ptc_number_write_int(number.exponent, text + len);
    if (!ptc_number_read_double(text, len, &real))
        return false;
    *out = ptc_value_float(real);
    return true;
}

bool ptc_number_near(const ptc_value *divisor, const ptc_value *number, int more,
                     ptc_value *out)
{
    const double most = 9e15; /* where doubles distinguish all integers */
    double by =
        divisor->kind == PTC_INT ? (double)divisor->as.integer : divisor->as.number;
    double times =
        (number->kind == PTC_INT ? (double)number->as.integer : number->as.number) / by;

    if (!(times > -most && times < most) ||
        !ptc_number_times(divisor, (int64_t)times + more, out))
        return false;
    if (number->kind == PTC_FLOAT && out->kind == PTC_INT)
        *out = ptc_value_float((double)out->as.integer);
    return true;
}
