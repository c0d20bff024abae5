/* SPDX-License-Identifier: MIT */
/*
 * Decimal text to the nearest int64 or double. See <ptc/number.h>.
 *
 * A decimal is read as mantissa * 10^exponent with a mantissa of up to 19 digits. Three
 * ways lead to its double, each taken when the one before cannot decide:
 *
 *  1. Mantissa and power of ten are both exact doubles: one rounded operation (Clinger).
 *  2. The product with a 128-bit power of five (Eisel, Lemire), here as an interval: the
 *     product with the power as rounded down is not above the decimal, and with the next
 *     128-bit number (and next mantissa, if digits were cut off) not below. When both
 * ends round to the same double, that is the answer.
 *  3. Otherwise both ends are neighbours, and the decimal is compared, as a large
 * integer, with the middle between them.
 */
#include "base/base_int.h"

enum {
    NUMBER_EXPONENT_LEAST = -342,   /* below, every 19-digit mantissa gives zero */
    NUMBER_EXPONENT_GREATEST = 308, /* above, every mantissa but 0 overflows */
    NUMBER_DIGITS_MAX = 770, /* the middle between two doubles has at most 767 digits */
    NUMBER_LIMBS = 128,      /* 770 digits, or 10^1112 / 2^1074, stay below 2^2800 */
};

static const uint64_t NUMBER_INFINITY_BITS = UINT64_C(0x7FF0000000000000);

/* --- text --------------------------------------------------------------------------- */

typedef struct number_decimal {
    uint64_t mantissa; /* the first 19 significant digits */
    int64_t exponent;  /* of ten, for that mantissa */
    bool is_cut;       /* digits other than 0 follow the mantissa */
    bool is_negative;
    ptc_str digits; /* significant digits and at most one point, none before the first */
} number_decimal;

static bool number_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static size_t number_skip_digits(const char *text, size_t len, size_t at)
{
    while (at < len && number_is_digit(text[at]))
        at++;
    return at;
}

/* Reads `[eE][+-]?digits` to the end of the text. Larger ones than 10^15 stay there. */
static bool number_read_exponent(const char *text, size_t len, size_t at,
                                 int64_t *exponent)
{
    bool is_negative = false;
    int64_t value = 0;

    if (at == len)
        return true;
    if ((text[at++] | 32) != 'e')
        return false;
    if (at < len && (text[at] == '+' || text[at] == '-'))
        is_negative = text[at++] == '-';
    if (at == len || number_skip_digits(text, len, at) != len)
        return false;
    for (; at < len; at++)
        value = value < INT64_C(100000000000000) ? value * 10 + (text[at] - '0') : value;
    *exponent += is_negative ? -value : value;
    return true;
}

/* Takes the first of decimal->digits into the mantissa. */
static void number_take_digits(number_decimal *decimal, bool is_fraction)
{
    unsigned taken = 0;

    for (size_t i = 0; i < decimal->digits.len; i++) {
        char byte = decimal->digits.ptr[i];

        if (byte == '.') {
            is_fraction = true;
        } else if (taken < 19) {
            decimal->mantissa = decimal->mantissa * 10 + (uint64_t)(byte - '0');
            decimal->exponent -= is_fraction ? 1 : 0;
            taken++;
        } else {
            decimal->is_cut |= byte != '0';
            decimal->exponent += is_fraction ? 0 : 1;
        }
    }
}

static bool number_parse(const char *text, size_t len, number_decimal *decimal)
{
    size_t at = len != 0 && text[0] == '-' ? 1 : 0;
    size_t start = at;
    size_t whole_end = number_skip_digits(text, len, at);
    size_t end = whole_end;

    *decimal = (number_decimal){.is_negative = at == 1};
    if (whole_end == at)
        return false;
    if (end < len && text[end] == '.') {
        end = number_skip_digits(text, len, end + 1);
        if (end == whole_end + 1)
            return false;
    }
    while (start < end && (text[start] == '0' || text[start] == '.'))
        start++;
    decimal->digits = ptc_str_make(text + start, end - start);
    if (start > whole_end)
        decimal->exponent = -(int64_t)(start - whole_end - 1);
    number_take_digits(decimal, start > whole_end);
    return number_read_exponent(text, len, end, &decimal->exponent);
}

/* --- large integers ----------------------------------------------------------------- */

typedef struct number_large {
    uint32_t limbs[NUMBER_LIMBS]; /* lowest first */
    unsigned count;
} number_large;

/* Adds a highest limb, unless that is 0. */
static void number_large_push(number_large *large, uint32_t limb)
{
    if (limb != 0 && large->count < NUMBER_LIMBS)
        large->limbs[large->count++] = limb;
}

/* large = large * factor + add */
static void number_large_scale(number_large *large, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;

    for (unsigned i = 0; i < large->count; i++) {
        carry += (uint64_t)large->limbs[i] * factor;
        large->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    number_large_push(large, (uint32_t)carry);
}

static void number_large_scale_by_five(number_large *large, unsigned exponent)
{
    for (; exponent >= 13; exponent -= 13)
        number_large_scale(large, 1220703125, 0);
    for (; exponent > 0; exponent--)
        number_large_scale(large, 5, 0);
}

static void number_large_shift(number_large *large, unsigned bits)
{
    unsigned limbs = bits / 32;

    number_large_scale(large, UINT32_C(1) << bits % 32, 0);
    if (large->count == 0 || large->count + limbs > NUMBER_LIMBS)
        return;
    memmove(large->limbs + limbs, large->limbs, large->count * sizeof large->limbs[0]);
    memset(large->limbs, 0, limbs * sizeof large->limbs[0]);
    large->count += limbs;
}

static int number_large_compare(const number_large *a, const number_large *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (unsigned i = a->count; i-- > 0;) {
        if (a->limbs[i] != b->limbs[i])
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
    }
    return 0;
}

/*
 * Takes up to NUMBER_DIGITS_MAX digits of the decimal; when other digits than 0 follow, a
 * last 1 stands for them, which no middle between doubles can end with. Returns how many
 * digits were taken.
 */
static unsigned number_large_digits(number_large *large, ptc_str digits)
{
    unsigned taken = 0;

    for (size_t i = 0; i < digits.len; i++) {
        char byte = digits.ptr[i];

        if (byte == '.')
            continue;
        if (taken == NUMBER_DIGITS_MAX) {
            if (byte == '0')
                continue;
            number_large_scale(large, 10, 1);
            return taken + 1;
        }
        number_large_scale(large, 10, (uint32_t)(byte - '0'));
        taken++;
    }
    return taken;
}

/*
 * Orders the magnitude of the decimal against mantissa * 2^binary, exactly. Both must be
 * near to each other, for that bounds the integers.
 */
static int number_compare(const number_decimal *decimal, uint64_t mantissa, int binary)
{
    number_large left = {.count = 0};
    number_large right = {.count = 0};
    unsigned taken = number_large_digits(&left, decimal->digits);
    int exponent = (int)decimal->exponent - (taken > 19 ? (int)taken - 19 : 0);

    right.limbs[0] = (uint32_t)mantissa;
    right.limbs[1] = (uint32_t)(mantissa >> 32);
    right.count = right.limbs[1] != 0 ? 2 : 1;
    if (exponent >= 0)
        number_large_scale_by_five(&left, (unsigned)exponent);
    else
        number_large_scale_by_five(&right, (unsigned)-exponent);
    binary -= exponent; /* what is left of 10^exponent */
    if (binary >= 0)
        number_large_shift(&right, (unsigned)binary);
    else
        number_large_shift(&left, (unsigned)-binary);
    return number_large_compare(&left, &right);
}

/* A double's magnitude is mantissa * 2^binary. */
static uint64_t number_mantissa(uint64_t bits, int *binary)
{
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    unsigned field = (unsigned)(bits >> 52) & 0x7FF;

    *binary = (field != 0 ? (int)field : 1) - 1075;
    return fraction | (uint64_t)(field != 0) << 52;
}

/* Orders the decimal against the middle between the double of `bits` and the next one. */
static int number_compare_middle(const number_decimal *decimal, uint64_t bits)
{
    int binary;
    uint64_t mantissa = number_mantissa(bits, &binary);

    return number_compare(decimal, 2 * mantissa + 1, binary - 1);
}

/* --- rounding ----------------------------------------------------------------------- */

typedef struct number_product {
    uint64_t high;
    uint64_t middle;
    uint64_t low;
} number_product;

/* Nearest double (its bits) of the 192-bit product, whose highest bit counts 2^binary. */
static uint64_t number_round(number_product product, int binary)
{
    uint64_t field = binary >= -1022 ? (uint64_t)(binary + 1022) : 0;
    unsigned drop = 11;
    uint64_t mantissa;
    uint64_t rest;
    const uint64_t half = UINT64_C(1) << 63;

    if (product.high >> 63 == 0) {
        product.high = product.high << 1 | product.middle >> 63;
        product.middle = product.middle << 1 | product.low >> 63;
        product.low <<= 1;
        return number_round(product, binary - 1);
    }
    if (binary > 1023)
        return NUMBER_INFINITY_BITS;
    if (binary < -1022)
        drop += (unsigned)(-1022 - binary);
    if (drop > 64)
        return 0;
    mantissa = drop < 64 ? product.high >> drop : 0;
    rest = drop < 64 ? product.high << (64 - drop) : product.high;
    if (rest > half || (rest == half && (product.middle != 0 || product.low != 0)) ||
        (rest == half && (mantissa & 1) != 0))
        mantissa++;
    return (field << 52) + mantissa; /* the leading bit adds 1 to the field */
}

static number_product number_multiply(uint64_t mantissa, ptc_wide power)
{
    ptc_wide high = ptc_wide_multiply(mantissa, power.high);
    ptc_wide low = ptc_wide_multiply(mantissa, power.low);
    number_product product = {high.high, high.low + low.high, low.low};

    product.high += product.middle < high.low ? 1 : 0;
    return product;
}

static void number_product_add(number_product *product, uint64_t value)
{
    product->low += value;
    if (product->low < value && ++product->middle == 0)
        product->high++;
}

/*
 * Rounds both ends of the interval in which mantissa * 10^exponent (and, when digits were
 * cut off, all up to the next mantissa) lies. mantissa > 0, exponent within its bounds.
 */
static void number_round_interval(uint64_t mantissa, int exponent, bool is_cut,
                                  uint64_t *least, uint64_t *greatest)
{
    unsigned shift = ptc_count_leading_zeros(mantissa);
    ptc_wide power = ptc_number_power(exponent);
    bool is_power_exact = exponent >= 0 && exponent <= 55; /* 5^55 < 2^128 */
    int binary = ((exponent * 217706) >> 16) + 64 - (int)shift;
    uint64_t upper = (mantissa + (is_cut ? 1 : 0)) << shift;
    number_product product = number_multiply(mantissa << shift, power);

    *least = number_round(product, binary);
    if (is_cut && upper == 0) { /* the next mantissa is 2^64 */
        upper = UINT64_C(1) << 63;
        binary++;
    }
    if (is_cut)
        product = number_multiply(upper, power);
    if (!is_power_exact)
        number_product_add(&product, upper);
    *greatest = number_round(product, binary);
}

static double number_from_bits(uint64_t bits, bool is_negative)
{
    double number;

    bits |= (uint64_t)is_negative << 63;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* --- public ------------------------------------------------------------------------- */

const double ptc_number_tens[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool ptc_number_scale(uint64_t mantissa, int exponent, double *out)
{
    uint64_t least;
    uint64_t greatest;

    if (mantissa >> 53 == 0 && exponent >= -22 && exponent <= 22) {
        *out = exponent < 0 ? (double)mantissa / ptc_number_tens[-exponent]
                            : (double)mantissa * ptc_number_tens[exponent];
        return true;
    }
    if (mantissa == 0 || exponent < NUMBER_EXPONENT_LEAST ||
        exponent > NUMBER_EXPONENT_GREATEST)
        return false;
    number_round_interval(mantissa, exponent, false, &least, &greatest);
    *out = number_from_bits(least, false);
    return least == greatest && least != NUMBER_INFINITY_BITS;
}

bool ptc_number_read_double(const char *text, size_t len, double *out)
{
    number_decimal decimal;
    uint64_t least = 0;
    uint64_t greatest = 0;
    double exact;

    if (!number_parse(text, len, &decimal))
        return false;
    if (decimal.mantissa != 0 && decimal.exponent > NUMBER_EXPONENT_GREATEST)
        return false;
    if (!decimal.is_cut && decimal.exponent >= -22 && decimal.exponent <= 22 &&
        ptc_number_scale(decimal.mantissa, (int)decimal.exponent, &exact)) {
        *out = decimal.is_negative ? -exact : exact;
        return true;
    }
    if (decimal.mantissa != 0 && decimal.exponent >= NUMBER_EXPONENT_LEAST)
        number_round_interval(decimal.mantissa, (int)decimal.exponent, decimal.is_cut,
                              &least, &greatest);
    if (least != greatest) {
        int order = number_compare_middle(&decimal, least);

        if (order > 0 || (order == 0 && (least & 1) != 0))
            least = greatest;
    }
    *out = number_from_bits(least, decimal.is_negative);
    return least != NUMBER_INFINITY_BITS;
}

bool ptc_number_is_exact(const char *text, size_t len, double value)
{
    number_decimal decimal;
    double nearest;
    uint64_t bits;
    uint64_t mantissa;
    int binary;

    if (!ptc_number_read_double(text, len, &nearest) || nearest != value)
        return false;
    number_parse(text, len, &decimal);
    memcpy(&bits, &value, sizeof bits);
    mantissa = number_mantissa(bits, &binary);
    if (mantissa == 0 || decimal.mantissa == 0)
        return mantissa == decimal.mantissa;
    return number_compare(&decimal, mantissa, binary) == 0;
}

bool ptc_number_read_int(const char *text, size_t len, int64_t *out)
{
    size_t at = len != 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    bool is_negative = at == 1 && text[0] == '-';
    uint64_t limit = is_negative ? UINT64_C(1) << 63 : (UINT64_C(1) << 63) - 1;
    uint64_t value = 0;

    if (at == len)
        return false;
    for (; at < len; at++) {
        uint64_t digit = (uint64_t)(unsigned char)text[at] - '0';

        if (digit > 9 || value > (limit - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    /* -2^63 has no positive counterpart, so the sign is applied to value - 1. */
    *out = !is_negative || value == 0 ? (int64_t)value : -(int64_t)(value - 1) - 1;
    return true;
}
