/* SPDX-License-Identifier: MIT */
/*
 * Exact decimals: what their texts may be, how two of them compare, and the way to and
 * from integers. A text is looked at where it is; its digits may be any number. [brimley
 * 4]
 */
#include "base/base_int.h"
#include "schema/schema_int.h"

#include <ptc/decimal.h>

enum {
    DECIMAL_PLAIN_DIGITS = 21, /* before the point, of a double without an exponent */
    DECIMAL_PLAIN_ZEROS = 6,   /* zeros after the point */
};

/* 0.DIGITS * 10^point. The digits are those of the text from `first` on, without the
 * point among them; there are `count`, and neither the first nor the last is 0. */
typedef struct decimal_parts {
    const char *first;
    size_t count; /* 0: the number is zero */
    int64_t point;
    int64_t scale;
    bool is_negative;
} decimal_parts;

static size_t decimal_digits(ptc_str *rest)
{
    size_t count = 0;

    while (count < rest->len && rest->ptr[count] >= '0' && rest->ptr[count] <= '9')
        count++;
    rest->ptr += count;
    rest->len -= count;
    return count;
}

/* "e-12"; PTC_ERROR_RANGE when it is too large. */
static ptc_status decimal_exponent(ptc_str *rest, int64_t *out)
{
    bool is_negative;
    size_t count;
    const char *digits;

    *out = 0;
    if (!ptc_str_take(rest, 'e') && !ptc_str_take(rest, 'E'))
        return PTC_OK;
    is_negative = ptc_str_take(rest, '-');
    if (!is_negative)
        ptc_str_take(rest, '+');
    digits = rest->ptr;
    count = decimal_digits(rest);
    if (count == 0)
        return PTC_ERROR_INVALID;
    for (size_t i = 0; i < count && *out <= PTC_DECIMAL_EXPONENT_MAX; i++)
        *out = *out * 10 + (digits[i] - '0');
    if (*out > PTC_DECIMAL_EXPONENT_MAX)
        return PTC_ERROR_RANGE;
    *out = is_negative ? -*out : *out;
    return PTC_OK;
}

/* Leaves out zeros at both ends of the digits. */
static void decimal_trim(decimal_parts *parts, size_t whole, size_t fraction)
{
    const char *at = parts->first;
    const char *end = at + whole + (fraction > 0 ? fraction + 1 : 0);

    parts->count = whole + fraction;
    while (at < end && (*at == '0' || *at == '.')) {
        parts->count -= *at == '0';
        parts->point -= *at == '0';
        at++;
    }
    while (end > at && (end[-1] == '0' || end[-1] == '.')) {
        parts->count -= end[-1] == '0';
        end--;
    }
    parts->first = at;
}

static ptc_status decimal_scan(ptc_str text, decimal_parts *parts)
{
    ptc_str rest = text;
    size_t whole;
    size_t fraction = 0;
    int64_t exponent;
    ptc_status status;

    *parts = (decimal_parts){.first = text.ptr};
    if (text.len == 0) /* perhaps without a pointer */
        return PTC_ERROR_INVALID;
    parts->is_negative = ptc_str_take(&rest, '-');
    if (!parts->is_negative)
        ptc_str_take(&rest, '+');
    parts->first = rest.ptr;
    whole = decimal_digits(&rest);
    if (whole == 0)
        return PTC_ERROR_INVALID;
    if (ptc_str_take(&rest, '.')) {
        fraction = decimal_digits(&rest);
        if (fraction == 0)
            return PTC_ERROR_INVALID;
    }
    status = decimal_exponent(&rest, &exponent);
    decimal_digits(&rest); /* of an exponent that is too large */
    if (rest.len > 0)
        return PTC_ERROR_INVALID;
    if (status != PTC_OK)
        return status;
    parts->scale = (int64_t)fraction - exponent;
    parts->point = (int64_t)whole + exponent;
    decimal_trim(parts, whole, fraction);
    return parts->scale > INT32_MAX ? PTC_ERROR_RANGE : PTC_OK;
}

ptc_status ptc_decimal_read(ptc_str text, ptc_decimal *out)
{
    decimal_parts parts;
    ptc_status status = decimal_scan(text, &parts);

    memset(out, 0, sizeof *out);
    if (status != PTC_OK)
        return status;
    out->text = text;
    out->scale = (int32_t)parts.scale;
    return PTC_OK;
}

ptc_status ptc_decimal_text(const ptc_value *value, char digits[PTC_NUMBER_MAX],
                            ptc_str *out)
{
    decimal_parts parts;

    *out = ptc_str_make(NULL, 0);
    if (value->kind == PTC_INT)
        *out = ptc_str_make(digits, ptc_number_write_int(value->as.integer, digits));
    else if (value->kind == PTC_STRING || ptc_value_is_big_int(value))
        *out = ptc_value_text(value);
    return decimal_scan(*out, &parts);
}

/* --- Comparing --------------------------------------------------------------------- */

/* Like strcmp, of the digits after "0." */
static int decimal_compare_digits(const decimal_parts *a, const decimal_parts *b)
{
    const char *left = a->first;
    const char *right = b->first;
    size_t both = a->count < b->count ? a->count : b->count;

    for (size_t i = 0; i < both; i++, left++, right++) {
        left += *left == '.';
        right += *right == '.';
        if (*left != *right)
            return *left < *right ? -1 : 1;
    }
    return (a->count > b->count) - (a->count < b->count);
}

static int decimal_compare_parts(const decimal_parts *a, const decimal_parts *b)
{
    int sign_a = a->count == 0 ? 0 : a->is_negative ? -1 : 1;
    int sign_b = b->count == 0 ? 0 : b->is_negative ? -1 : 1;

    if (sign_a != sign_b)
        return sign_a < sign_b ? -1 : 1;
    if (sign_a == 0)
        return 0;
    if (a->point != b->point)
        return a->point < b->point ? -sign_a : sign_a;
    return decimal_compare_digits(a, b) * sign_a;
}

static decimal_parts decimal_parts_of(ptc_str text)
{
    decimal_parts parts;

    if (decimal_scan(text, &parts) != PTC_OK)
        parts = (decimal_parts){.count = 0};
    return parts;
}

int ptc_decimal_compare(const ptc_decimal *a, const ptc_decimal *b)
{
    decimal_parts left = decimal_parts_of(a->text);
    decimal_parts right = decimal_parts_of(b->text);

    return decimal_compare_parts(&left, &right);
}

int ptc_decimal_compare_bound(ptc_str text, const ptc_value *bound)
{
    char number[PTC_NUMBER_MAX];
    size_t len = bound->kind == PTC_INT
                     ? ptc_number_write_int(bound->as.integer, number)
                     : ptc_number_write_double(bound->as.number, number);
    decimal_parts left = decimal_parts_of(text);
    decimal_parts right = decimal_parts_of(ptc_str_make(number, len));

    if (bound->kind == PTC_FLOAT && bound->as.number - bound->as.number != 0.0)
        return bound->as.number > 0.0 ? -1 : bound->as.number < 0.0 ? 1 : 2;
    return decimal_compare_parts(&left, &right);
}

bool ptc_decimal_is_above(ptc_str text, const ptc_value *bound, bool is_open)
{
    int order = ptc_decimal_compare_bound(text, bound);

    return order == 1 || (order == 0 && !is_open);
}

bool ptc_decimal_is_within(ptc_str text, const ptc_interval *interval)
{
    int order;

    if (interval->low.kind != PTC_NIL &&
        !ptc_decimal_is_above(text, &interval->low, interval->low_open))
        return false;
    if (interval->high.kind == PTC_NIL)
        return true;
    order = ptc_decimal_compare_bound(text, &interval->high);
    return order == -1 || (order == 0 && !interval->high_open);
}

/* --- From floats ------------------------------------------------------------------- */

size_t ptc_decimal_write_double(double number, char out[PTC_NUMBER_MAX])
{
    char text[PTC_NUMBER_MAX];
    size_t len = ptc_number_write_json(number, text);
    decimal_parts parts = decimal_parts_of(ptc_str_make(text, len));
    int64_t digits = (int64_t)parts.count;
    const char *from = parts.first;
    char *at = out;

    if (memchr(text, 'e', len) == NULL || parts.point > DECIMAL_PLAIN_DIGITS ||
        parts.point <= -DECIMAL_PLAIN_ZEROS) {
        memcpy(out, text, len);
        return len;
    }
    if (parts.is_negative)
        *at++ = '-';
    if (parts.point <= 0) {
        *at++ = '0';
        *at++ = '.';
    }
    for (int64_t i = parts.point; i < 0; i++)
        *at++ = '0';
    for (int64_t i = 0; i < digits || i < parts.point; i++) {
        if (i > 0 && i == parts.point)
            *at++ = '.';
        if (i < digits)
            from += *from == '.';
        *at++ = i < digits ? *from++ : '0';
    }
    if (digits <= parts.point) {
        *at++ = '.';
        *at++ = '0';
    }
    return (size_t)(at - out);
}

/* --- To and from integers ---------------------------------------------------------- */

/* Appends a digit to a number that counts downwards; false when int64 cannot hold it. */
static bool decimal_push(int64_t *number, int digit)
{
    if (*number < (INT64_MIN + digit) / 10)
        return false;
    *number = *number * 10 - digit;
    return true;
}

ptc_status ptc_decimal_unscaled(const ptc_decimal *decimal, int32_t scale, int64_t *out)
{
    decimal_parts parts;
    int64_t number = 0;
    int64_t digits; /* of the integer */
    const char *at;

    *out = 0;
    if (decimal_scan(decimal->text, &parts) != PTC_OK)
        return PTC_ERROR_INVALID;
    if (parts.count == 0)
        return PTC_OK;
    digits = parts.point + scale;
    if (digits < (int64_t)parts.count || digits > 19)
        return PTC_ERROR_RANGE;
    at = parts.first;
    for (int64_t i = 0; i < digits; i++) {
        int digit = 0;

        if (i < (int64_t)parts.count) {
            at += *at == '.';
            digit = *at++ - '0';
        }
        if (!decimal_push(&number, digit))
            return PTC_ERROR_RANGE;
    }
    if (!parts.is_negative && number == INT64_MIN)
        return PTC_ERROR_RANGE;
    *out = parts.is_negative ? number : -number;
    return PTC_OK;
}

ptc_status ptc_decimal_make(ptc_arena *arena, int64_t unscaled, int32_t scale,
                            ptc_decimal *out)
{
    char number[PTC_NUMBER_MAX];
    size_t len = ptc_number_write_int(unscaled, number);
    size_t sign = unscaled < 0;
    ptc_text text;

    memset(out, 0, sizeof *out);
    if (scale > PTC_DECIMAL_EXPONENT_MAX || scale < -PTC_DECIMAL_EXPONENT_MAX)
        return PTC_ERROR_ARGUMENT;
    ptc_text_init(&text, arena);
    ptc_text_bytes(&text, number, sign);
    if (scale <= 0) {
        ptc_text_bytes(&text, number + sign, len - sign);
        for (int32_t i = scale; i < 0 && unscaled != 0; i++)
            ptc_text_byte(&text, '0');
    } else {
        size_t digits = len - sign;
        size_t whole = digits > (size_t)scale ? digits - (size_t)scale : 0;

        ptc_text_bytes(&text, number + sign, whole);
        ptc_text_cstr(&text, whole == 0 ? "0." : ".");
        for (size_t i = digits; i < (size_t)scale; i++)
            ptc_text_byte(&text, '0');
        ptc_text_bytes(&text, number + sign + whole, digits - whole);
    }
    if (text.failed)
        return PTC_ERROR_MEMORY;
    return ptc_decimal_read(ptc_text_view(&text), out);
}
