/* SPDX-License-Identifier: MIT */
/*
 * Random numbers within bounds, and counts. The bounds themselves, and what is next to
 * them, come often. Floats are found by their bits or as quarters, never by an operation
 * that machines could round differently.
 */
#include "walk/sample_int.h"

#include <ptc/decimal.h>

/* --- Whole numbers ----------------------------------------------------------------- */

/* The inclusive bounds of an interval of ints; false for an empty one. */
static bool sample_int_bounds(const ptc_interval *interval, int64_t *low, int64_t *high)
{
    *low = INT64_MIN;
    *high = INT64_MAX;
    if (interval == NULL)
        return true;
    if (interval->low.kind == PTC_INT) {
        *low = interval->low.as.integer;
        if (interval->low_open && *low == INT64_MAX)
            return false;
        *low += interval->low_open;
    }
    if (interval->high.kind == PTC_INT) {
        *high = interval->high.as.integer;
        if (interval->high_open && *high == INT64_MIN)
            return false;
        *high -= interval->high_open;
    }
    return *low <= *high;
}

/* A number near `middle` within the bounds. */
static int64_t sample_near(ptc_sample *sample, int64_t middle, int64_t low, int64_t high)
{
    const int64_t reach = 100;

    if (middle < low)
        middle = low;
    if (middle > high)
        middle = high;
    if (middle > INT64_MIN + reach && middle - reach > low)
        low = middle - reach;
    if (middle < INT64_MAX - reach && middle + reach < high)
        high = middle + reach;
    /* Two's complement makes the order of unsigned differences that of the numbers. */
    return (int64_t)((uint64_t)low +
                     ptc_sample_between(sample, 0, (uint64_t)high - (uint64_t)low));
}

static int64_t sample_int(ptc_sample *sample, int64_t low, int64_t high)
{
    uint32_t draw = ptc_sample_below(sample, 100);

    if (draw < 12)
        return low;
    if (draw < 24)
        return high;
    if (draw < 32)
        return low <= 0 && high >= 0 ? 0 : low;
    if (draw < 40)
        return (int64_t)((uint64_t)low +
                         ptc_sample_between(sample, 0, (uint64_t)high - (uint64_t)low));
    return sample_near(sample, 0, low, high);
}

/* --- Floats ------------------------------------------------------------------------ */

/* The doubles in the order of whole numbers; and back. */
static int64_t sample_order(double number)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    if (bits >> 63 != 0)
        return -(int64_t)(bits & INT64_MAX);
    return (int64_t)bits;
}

static double sample_ordered(int64_t order)
{
    uint64_t bits = order < 0 ? (uint64_t)-order | UINT64_C(1) << 63 : (uint64_t)order;
    double number;

    memcpy(&number, &bits, sizeof number);
    return number;
}

#define SAMPLE_FLOAT_MOST 1.7976931348623157e308

static double sample_float_of(const ptc_value *bound)
{
    return bound->kind == PTC_INT ? (double)bound->as.integer : bound->as.number;
}

/* The least or the greatest double that is within a bound, in their order. */
static int64_t sample_float_bound(const ptc_value *bound, bool is_open, bool is_low)
{
    const int64_t most = sample_order(SAMPLE_FLOAT_MOST);
    int64_t order = is_low ? -most : most;
    ptc_value number;
    int side;

    if (bound->kind == PTC_NIL)
        return order;
    number = ptc_value_float(sample_float_of(bound));
    if (number.as.number > SAMPLE_FLOAT_MOST || number.as.number < -SAMPLE_FLOAT_MOST)
        return number.as.number > 0 ? most : -most;
    order = sample_order(number.as.number);
    side = ptc_interval_compare(&number, bound); /* rounding may have left the interval */
    if (is_low && (side < 0 || (side == 0 && is_open)))
        order++;
    if (!is_low && (side > 0 || (side == 0 && is_open)))
        order--;
    return order;
}

/* A quarter of a whole number, of which all in this range are doubles. */
static bool sample_quarter(ptc_sample *sample, double low, double high, double *out)
{
    const double most = 1e12;
    int64_t from;
    int64_t to;

    if (low > most || high < -most)
        return false;
    from = low < -most ? (int64_t)-most * 4 : (int64_t)(low * 4);
    to = high > most ? (int64_t)most * 4 : (int64_t)(high * 4);
    from += (double)from < low * 4;
    to -= (double)to > high * 4;
    if (from > to)
        return false;
    *out = (double)sample_near(sample, 0, from, to) / 4;
    return true;
}

static bool sample_float(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    static const ptc_interval open = {.low = {0}};
    const ptc_interval *interval = node->interval != NULL ? node->interval : &open;
    int64_t low = sample_float_bound(&interval->low, interval->low_open, true);
    int64_t high = sample_float_bound(&interval->high, interval->high_open, false);
    uint32_t draw = ptc_sample_below(sample, 100);
    double number;

    if (low > high)
        return false;
    if (draw < 12)
        number = sample_ordered(low);
    else if (draw < 24)
        number = sample_ordered(high);
    else if (draw < 30 && low <= 0 && high >= 0)
        number = 0;
    else if (draw < 36 ||
             !sample_quarter(sample, sample_ordered(low), sample_ordered(high), &number))
        number = sample_ordered(
            (int64_t)((uint64_t)low +
                      ptc_sample_between(sample, 0, (uint64_t)high - (uint64_t)low)));
    *out = ptc_value_float(number);
    return true;
}

/* The ints of an interval whose bounds may be floats. */
static bool sample_whole(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    ptc_interval interval;
    int64_t low;
    int64_t high;

    memset(&interval, 0, sizeof interval);
    if (node->interval != NULL)
        interval = *node->interval;
    if (!ptc_interval_settle(&interval, PTC_TYPE_INT) ||
        !sample_int_bounds(&interval, &low, &high))
        return false;
    *out = ptc_value_int(sample_int(sample, low, high));
    return true;
}

bool ptc_sample_number(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    bool is_whole = node->type == PTC_TYPE_INT ||
                    (node->type == PTC_TYPE_NUMBER && ptc_sample_chance(sample, 50));

    if (is_whole && sample_whole(sample, node, out))
        return true;
    if (node->type != PTC_TYPE_INT &&
        (sample_float(sample, node, out) || sample_whole(sample, node, out)))
        return true;
    return ptc_sample_fault(sample, node, "no number is within the bounds");
}

/* --- Decimals ---------------------------------------------------------------------- */

/* The most places after the point, next to those that bounds need. */
enum { SAMPLE_PLACES = 4 };

/* The text of a number, if it is within the bounds. */
static bool sample_decimal_of(ptc_sample *sample, const ptc_schema_node *node,
                              const ptc_value *number, ptc_value *out)
{
    char digits[PTC_NUMBER_MAX];
    size_t len = number->kind == PTC_INT
                     ? ptc_number_write_int(number->as.integer, digits)
                     : ptc_decimal_write_double(number->as.number, digits);
    ptc_str text = ptc_str_make(digits, len);

    if (node->interval != NULL && !ptc_decimal_is_within(text, node->interval))
        return false;
    text = ptc_str_copy(sample->arena, text);
    *out = ptc_value_string(text);
    return text.ptr != NULL;
}

/* The decimal of a bound; false if there is none. */
static bool sample_decimal_bound(const ptc_value *bound, char digits[PTC_NUMBER_MAX],
                                 ptc_decimal *out)
{
    size_t len;

    if (bound->kind == PTC_NIL)
        return false;
    len = bound->kind == PTC_INT ? ptc_number_write_int(bound->as.integer, digits)
                                 : ptc_number_write_double(bound->as.number, digits);
    return ptc_decimal_read(ptc_str_make(digits, len), out) == PTC_OK;
}

/* A bound times 10^scale, or as far away as numbers of ten and more digits are. */
static ptc_value sample_decimal_whole(const ptc_value *bound, int32_t scale, bool is_low)
{
    const int64_t far = INT64_C(1000000000000);
    char digits[PTC_NUMBER_MAX];
    ptc_decimal decimal;
    int64_t whole = is_low ? -far : far;

    if (sample_decimal_bound(bound, digits, &decimal) &&
        ptc_decimal_unscaled(&decimal, scale, &whole) != PTC_OK)
        whole = (digits[0] == '-') == is_low ? (is_low ? -far : far)
                                             : (is_low ? INT64_MAX : INT64_MIN);
    return ptc_value_int(whole);
}

/* A whole number of cents and the like within the bounds: its text has that many places,
 * zeros at its end as well. */
static bool sample_decimal_scaled(ptc_sample *sample, const ptc_schema_node *node,
                                  ptc_value *out)
{
    static const ptc_interval open = {.low = {0}};
    const ptc_interval *interval = node->interval != NULL ? node->interval : &open;
    int32_t scale = (int32_t)ptc_sample_below(sample, SAMPLE_PLACES + 1);
    ptc_interval whole = *interval;
    char digits[PTC_NUMBER_MAX];
    ptc_decimal decimal;
    int64_t low;
    int64_t high;

    if (sample_decimal_bound(&interval->low, digits, &decimal) && decimal.scale > scale)
        scale = decimal.scale;
    if (sample_decimal_bound(&interval->high, digits, &decimal) && decimal.scale > scale)
        scale = decimal.scale;
    whole.low = sample_decimal_whole(&interval->low, scale, true);
    whole.high = sample_decimal_whole(&interval->high, scale, false);
    if (!sample_int_bounds(&whole, &low, &high) ||
        ptc_decimal_make(sample->arena, sample_int(sample, low, high), scale, &decimal) !=
            PTC_OK)
        return false;
    *out = ptc_value_string(decimal.text);
    return node->interval == NULL || ptc_decimal_is_within(decimal.text, node->interval);
}

bool ptc_sample_decimal(ptc_sample *sample, const ptc_schema_node *node, ptc_value *out)
{
    ptc_value number;

    if (ptc_sample_chance(sample, 85) && sample_decimal_scaled(sample, node, out))
        return true;
    if (ptc_sample_chance(sample, 50) && sample_whole(sample, node, &number)) {
        *out = number;
        return true;
    }
    if (sample_float(sample, node, &number) &&
        sample_decimal_of(sample, node, &number, out))
        return true;
    if (sample_whole(sample, node, &number) &&
        sample_decimal_of(sample, node, &number, out))
        return true;
    return ptc_sample_fault(sample, node, "no number is within the bounds");
}

/* --- Counts ------------------------------------------------------------------------ */

bool ptc_sample_count(ptc_sample *sample, const ptc_schema_node *node, uint32_t limit,
                      uint32_t few, uint32_t *least, uint32_t *count)
{
    int64_t low;
    int64_t high;
    uint32_t draw = ptc_sample_below(sample, 100);
    uint32_t room;

    sample_int_bounds(node->interval, &low, &high);
    if (low > (int64_t)limit)
        return false;
    *least = low > 0 ? (uint32_t)low : 0;
    *count = *least;
    room = high < (int64_t)limit ? (uint32_t)high - *least : limit - *least;
    if (ptc_sample_is_small(sample) || draw < 15)
        return true;
    if (draw < 25 && high <= (int64_t)limit && room <= few * 16)
        *count += room; /* as many as there may be */
    else
        *count += ptc_sample_below(sample, (room < few ? room : few) + 1);
    return true;
}
