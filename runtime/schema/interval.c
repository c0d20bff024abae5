/* SPDX-License-Identifier: MIT */
/*
 * Intervals of numbers, lengths and counts: exact comparison across int and double,
 * intersection, and the form they have in a finished schema. [signature 6.3, validation
 * 3]
 */
#include "schema/schema_int.h"

#include <ptc/number.h>

int ptc_interval_compare(const ptc_value *a, const ptc_value *b)
{
    if (a->kind == PTC_INT && b->kind == PTC_INT)
        return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
    if (a->kind == PTC_INT)
        return ptc_number_compare_int_double(a->as.integer, b->as.number);
    if (b->kind == PTC_INT) {
        int order = ptc_number_compare_int_double(b->as.integer, a->as.number);

        return order == 2 ? 2 : -order;
    }
    if (a->as.number != a->as.number || b->as.number != b->as.number)
        return 2;
    return (a->as.number > b->as.number) - (a->as.number < b->as.number);
}

static bool interval_is_nan(const ptc_value *bound)
{
    return bound->kind == PTC_FLOAT && bound->as.number != bound->as.number;
}

void ptc_interval_tighten(ptc_interval *to, const ptc_interval *by)
{
    int order;

    if (by->low.kind != PTC_NIL) {
        order = to->low.kind == PTC_NIL ? -1 : ptc_interval_compare(&to->low, &by->low);
        if (order == 0) {
            to->low_open = to->low_open || by->low_open;
        } else if (order != 1) {
            to->low = by->low;
            to->low_open = by->low_open;
        }
    }
    if (by->high.kind != PTC_NIL) {
        order = to->high.kind == PTC_NIL ? 1 : ptc_interval_compare(&to->high, &by->high);
        if (order == 0) {
            to->high_open = to->high_open || by->high_open;
        } else if (order != -1) {
            to->high = by->high;
            to->high_open = by->high_open;
        }
    }
}

/* The whole part of a finite double within int64: towards -inf, or +inf when `up`. */
static int64_t interval_whole(double number, bool up)
{
    int64_t whole = (int64_t)number;

    if (up && (double)whole < number)
        return whole + 1;
    if (!up && (double)whole > number)
        return whole - 1;
    return whole;
}

#define INTERVAL_TWO_63 9223372036854775808.0

/*
 * Makes a double bound of an int type an int. A whole number keeps its openness, a
 * fraction becomes the next int inside. False when no int64 is inside the bound.
 */
static bool interval_bound_to_int(ptc_value *bound, bool *is_open, bool is_low)
{
    double number;
    int64_t whole;

    if (bound->kind != PTC_FLOAT)
        return true;
    number = bound->as.number;
    if (number >= INTERVAL_TWO_63 || number < -INTERVAL_TWO_63) {
        bool is_beyond = is_low == (number > 0);

        *bound = ptc_value_nil();
        *is_open = false;
        return !is_beyond;
    }
    whole = interval_whole(number, is_low);
    *is_open = *is_open && (double)whole == number;
    *bound = ptc_value_int(whole);
    return true;
}

/* Makes an open int bound inclusive; false when nothing is left. */
static bool interval_close(ptc_value *bound, bool *is_open, bool is_low)
{
    if (bound->kind != PTC_INT || !*is_open)
        return true;
    *is_open = false;
    if (bound->as.integer == (is_low ? INT64_MAX : INT64_MIN))
        return false;
    bound->as.integer += is_low ? 1 : -1;
    return true;
}

/* Whether no value is between the bounds of INT (bounds are ints). */
static bool interval_is_empty_int(ptc_interval interval)
{
    if (!interval_close(&interval.low, &interval.low_open, true) ||
        !interval_close(&interval.high, &interval.high_open, false))
        return true;
    return interval.low.kind == PTC_INT && interval.high.kind == PTC_INT &&
           interval.low.as.integer > interval.high.as.integer;
}

static bool interval_settle_int(ptc_interval *interval)
{
    return interval_bound_to_int(&interval->low, &interval->low_open, true) &&
           interval_bound_to_int(&interval->high, &interval->high_open, false) &&
           !interval_is_empty_int(*interval);
}

/* Lengths and counts: inclusive ints from 0 on. */
static bool interval_settle_count(ptc_interval *interval)
{
    if (!interval_settle_int(interval) ||
        !interval_close(&interval->low, &interval->low_open, true) ||
        !interval_close(&interval->high, &interval->high_open, false))
        return false;
    if (interval->low.kind == PTC_INT && interval->low.as.integer < 0)
        interval->low = ptc_value_nil();
    return interval->high.kind != PTC_INT || interval->high.as.integer >= 0;
}

static bool interval_settle_number(const ptc_interval *interval)
{
    int order;

    if (interval->low.kind == PTC_NIL || interval->high.kind == PTC_NIL)
        return true;
    order = ptc_interval_compare(&interval->low, &interval->high);
    return order < 0 || (order == 0 && !interval->low_open && !interval->high_open);
}

/* An infinite bound of decimals, all of which are finite: gone, or in the way of all. */
static bool interval_drop_infinite(ptc_value *bound, bool *is_open, bool is_low)
{
    if (bound->kind != PTC_FLOAT || bound->as.number - bound->as.number == 0.0)
        return true;
    if ((bound->as.number > 0) == is_low)
        return false;
    *bound = ptc_value_nil();
    *is_open = false;
    return true;
}

static bool interval_settle_decimal(ptc_interval *interval)
{
    char text[PTC_NUMBER_MAX];
    size_t len;
    int order;

    if (!interval_drop_infinite(&interval->low, &interval->low_open, true) ||
        !interval_drop_infinite(&interval->high, &interval->high_open, false))
        return false;
    if (interval->low.kind == PTC_NIL || interval->high.kind == PTC_NIL)
        return true;
    len = interval->low.kind == PTC_INT
              ? ptc_number_write_int(interval->low.as.integer, text)
              : ptc_number_write_double(interval->low.as.number, text);
    order = ptc_decimal_compare_bound(ptc_str_make(text, len), &interval->high);
    return order < 0 || (order == 0 && !interval->low_open && !interval->high_open);
}

bool ptc_interval_settle(ptc_interval *interval, ptc_type type)
{
    if (interval_is_nan(&interval->low) || interval_is_nan(&interval->high))
        return false;
    if (interval->low.kind == PTC_NIL)
        interval->low_open = false;
    if (interval->high.kind == PTC_NIL)
        interval->high_open = false;
    if (type == PTC_TYPE_INT)
        return interval_settle_int(interval);
    if (type == PTC_TYPE_FLOAT || type == PTC_TYPE_NUMBER)
        return interval_settle_number(interval);
    if (type == PTC_TYPE_DECIMAL)
        return interval_settle_decimal(interval);
    return interval_settle_count(interval);
}

bool ptc_interval_is_open(const ptc_interval *interval)
{
    return interval->low.kind == PTC_NIL && interval->high.kind == PTC_NIL;
}

bool ptc_interval_same(const ptc_interval *a, const ptc_interval *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return ptc_value_same(&a->low, &b->low) && ptc_value_same(&a->high, &b->high) &&
           a->low_open == b->low_open && a->high_open == b->high_open;
}
