/* SPDX-License-Identifier: MIT */
/*
 * Numbers to text, and comparison across int and double. See <ptc/number.h>; reading is
 * in number_read.c.
 *
 * The shortest digits of a double are found with Schubfach (Raffaello Giulietti, "The
 * Schubfach way to render doubles"): of all decimals in the interval that rounds to the
 * double, scaled by a power of ten so that the interval holds between two and twenty
 * integers, the one with a digit less, if there is one, else the nearest.
 */
#include "base/base_int.h"

/* --- integers ----------------------------------------------------------------------- */

static size_t number_write_digits(uint64_t value, char *out)
{
    char digits[20];
    size_t start = sizeof digits;

    do {
        digits[--start] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    memcpy(out, digits + start, sizeof digits - start);
    return sizeof digits - start;
}

size_t ptc_number_write_uint(uint64_t value, char out[PTC_NUMBER_MAX])
{
    return number_write_digits(value, out);
}

size_t ptc_number_write_int(int64_t value, char out[PTC_NUMBER_MAX])
{
    size_t sign = value < 0 ? 1 : 0;

    out[0] = '-';
    return sign +
           number_write_digits(sign ? 0 - (uint64_t)value : (uint64_t)value, out + sign);
}

/* --- the shortest digits ------------------------------------------------------------ */

typedef struct number_shortest {
    uint64_t digits;
    int exponent; /* of ten */
} number_shortest;

/* value * power / 2^127, whose last bit also says whether anything was cut off. */
static uint64_t number_scale_to_odd(ptc_wide power, uint64_t value)
{
    uint64_t cut = ptc_wide_multiply(power.low, value).high;
    ptc_wide product = ptc_wide_multiply(power.high, value);

    product.low += cut;
    product.high += product.low < cut ? 1 : 0;
    return product.high | (product.low > 1 ? 1 : 0);
}

/* 10^exponent rounded up, as Schubfach asks for. */
static ptc_wide number_power_above(int exponent)
{
    ptc_wide power = ptc_number_power(exponent);

    if ((exponent < 0 || exponent > 55) && ++power.low == 0)
        power.high++;
    return power;
}

/*
 * The shortest decimal that rounds to mantissa * 2^binary, among several the nearest to
 * it. It has at least two digits, the last of which may be 0. `is_closer_below`: the next
 * smaller double is half as far away as the next larger one.
 */
static number_shortest number_find_shortest(uint64_t mantissa, int binary,
                                            bool is_closer_below)
{
    uint64_t margin = mantissa & 1; /* the ends of the interval round to even mantissas */
    int k = (binary * 1262611 - (is_closer_below ? 524031 : 0)) >> 22;
    int shift = binary + ((-k * 1741647) >> 19) + 1;
    ptc_wide power = number_power_above(-k);
    uint64_t exact = number_scale_to_odd(power, 4 * mantissa << shift);
    uint64_t below = is_closer_below ? 1 : 2;
    uint64_t least = number_scale_to_odd(power, (4 * mantissa - below) << shift) + margin;
    uint64_t greatest = number_scale_to_odd(power, (4 * mantissa + 2) << shift) - margin;
    uint64_t digits = exact / 4;
    bool is_in;
    bool is_next_in;

    if (digits >= 100) {
        uint64_t fewer = digits / 10;

        is_in = least <= 40 * fewer;
        is_next_in = 40 * fewer + 40 <= greatest;
        if (is_in != is_next_in)
            return (number_shortest){fewer + (is_next_in ? 1 : 0), k + 1};
    }
    is_in = least <= 4 * digits;
    is_next_in = 4 * digits + 4 <= greatest;
    if (is_in == is_next_in)
        is_next_in =
            exact > 4 * digits + 2 || (exact == 4 * digits + 2 && (digits & 1) != 0);
    return (number_shortest){digits + (is_next_in ? 1 : 0), k};
}

/* The shortest decimal of a finite double above 0. */
static number_shortest number_shorten(uint64_t bits)
{
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int field = (int)(bits >> 52);
    uint64_t mantissa = field != 0 ? fraction | UINT64_C(1) << 52 : fraction;
    int binary = (field != 0 ? field : 1) - 1075;
    number_shortest shortest;

    if (binary <= 0 && binary > -53 && (mantissa & ((UINT64_C(1) << -binary) - 1)) == 0)
        return (number_shortest){mantissa >> -binary, 0}; /* an integer below 2^53 */
    if (field != 0 || mantissa > 2)
        return number_find_shortest(mantissa, binary, fraction == 0 && field > 1);
    /* The two least doubles have one digit only; ten times as large they get a second. */
    shortest = number_find_shortest(10 * mantissa, binary, false);
    shortest.exponent--;
    return shortest;
}

/* --- text --------------------------------------------------------------------------- */

/* Plain notation: `count` digits, the point after the first `whole` of them. */
static size_t number_write_plain(const char *digits, int count, int whole, char *out)
{
    size_t len = 0;

    if (whole <= 0)
        out[len++] = '0';
    for (int i = 0; i < whole; i++)
        out[len++] = i < count ? digits[i] : '0';
    out[len++] = '.';
    for (int i = whole; i < 0; i++)
        out[len++] = '0';
    for (int i = whole > 0 ? whole : 0; i < count; i++)
        out[len++] = digits[i];
    if (count <= whole)
        out[len++] = '0';
    return len;
}

/* One digit before the point. JSON needs no point where an exponent says "float". */
static size_t number_write_exponential(const char *digits, int count, int exponent,
                                       bool is_json, char *out)
{
    size_t len = 0;

    out[len++] = digits[0];
    if (count > 1 || !is_json)
        out[len++] = '.';
    for (int i = 1; i < count; i++)
        out[len++] = digits[i];
    if (count == 1 && !is_json)
        out[len++] = '0';
    out[len++] = is_json ? 'e' : 'E';
    return len + ptc_number_write_int(exponent, out + len);
}

static size_t number_write_finite(uint64_t bits, bool is_json, char *out)
{
    number_shortest shortest;
    char digits[20];
    int count;
    int exponent;

    if (bits == 0) {
        memcpy(out, "0.0", 3);
        return 3;
    }
    shortest = number_shorten(bits);
    count = (int)number_write_digits(shortest.digits, digits);
    exponent = shortest.exponent + count - 1; /* of the first digit */
    while (count > 1 && digits[count - 1] == '0')
        count--;
    if (exponent >= -3 && exponent < 7)
        return number_write_plain(digits, count, exponent + 1, out);
    return number_write_exponential(digits, count, exponent, is_json, out);
}

static size_t number_write_real(double value, bool is_json, char *out)
{
    const uint64_t sign = UINT64_C(1) << 63;
    uint64_t bits;
    size_t start = 0;

    memcpy(&bits, &value, sizeof bits);
    if (bits & sign)
        out[start++] = '-';
    return start + number_write_finite(bits & ~sign, is_json, out + start);
}

size_t ptc_number_write_double(double value, char out[PTC_NUMBER_MAX])
{
    const char *word = value != value ? "##NaN" : value > 0 ? "##Inf" : "##-Inf";

    if (value - value == 0)
        return number_write_real(value, false, out);
    memcpy(out, word, strlen(word));
    return strlen(word);
}

size_t ptc_number_write_json(double value, char out[PTC_NUMBER_MAX])
{
    return number_write_real(value, true, out);
}

/* --- comparison --------------------------------------------------------------------- */

int ptc_number_compare_int_double(int64_t a, double b)
{
    const double limit = 9223372036854775808.0; /* 2^63 */
    int64_t whole;
    double rest;

    if (b != b)
        return 2;
    if (b >= limit)
        return -1;
    if (b < -limit)
        return 1;
    whole = (int64_t)b;
    if (a != whole)
        return a < whole ? -1 : 1;
    rest = b - (double)whole; /* exact: 0 unless |b| < 2^53 */
    return (rest < 0) - (rest > 0);
}
