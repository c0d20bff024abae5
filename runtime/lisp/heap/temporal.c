/* SPDX-License-Identifier: MIT */
/*
 * Dates, instants and durations as values: their ranges and texts, as in java.time.
 * [ptc-lisp 15] See data.h. Allocates nothing and uses neither the clock nor a time
 * zone.
 */
#include "base/base_int.h"
#include "lisp/heap/data.h"

enum {
    TEMPORAL_YEAR_MAX = 999999999, /* of local dates; instants have one more */
    TEMPORAL_YEAR_DIGITS = 10,
    TEMPORAL_OFFSET_MAX = 18 * 3600,
    TEMPORAL_NANOS = 1000000000,
};

#define TEMPORAL_DAY INT64_C(86400)

ptc_value ptc_temporal_make(ptc_temporal_class class, int64_t whole, uint32_t nanos)
{
    ptc_value value = ptc_value_make((ptc_kind)PTC_TEMPORAL, 0, nanos);

    value.reserved = (uint16_t) class;
    value.as.integer = whole;
    return value;
}

const char *ptc_temporal_class_name(ptc_temporal_class class)
{
    static const char *const names[] = {"LocalDate", "Instant", "Duration", "Date"};

    return names[class];
}

bool ptc_temporal_has_day(int64_t days)
{
    return days >= ptc_calendar_days(-TEMPORAL_YEAR_MAX, 1, 1) &&
           days <= ptc_calendar_days(TEMPORAL_YEAR_MAX, 12, 31);
}

/* --- Reading ------------------------------------------------------------------------ */

/* Four digits, or a sign and up to ten: with `+` more than four. */
static bool temporal_read_year(ptc_str *rest, int64_t *year)
{
    bool is_negative = ptc_str_take(rest, '-');
    bool is_positive = !is_negative && ptc_str_take(rest, '+');
    int count = 0;
    int digit;

    *year = 0;
    for (; count < TEMPORAL_YEAR_DIGITS && ptc_str_take_digits(rest, 1, &digit); count++)
        *year = *year * 10 + digit;
    if (count < 4 || (is_positive && count == 4) ||
        (!is_positive && !is_negative && count > 4) || (is_negative && *year == 0))
        return false;
    *year = is_negative ? -*year : *year;
    return true;
}

static bool temporal_read_days(ptc_str *rest, int64_t *days)
{
    int64_t year;
    int month;
    int day;

    if (!temporal_read_year(rest, &year) || !ptc_str_take(rest, '-') ||
        !ptc_str_take_digits(rest, 2, &month) || !ptc_str_take(rest, '-') ||
        !ptc_str_take_digits(rest, 2, &day))
        return false;
    if (month < 1 || month > 12 || day < 1 || day > ptc_calendar_month_days(year, month))
        return false;
    *days = ptc_calendar_days(year, month, day);
    return true;
}

bool ptc_temporal_read_date(ptc_str text, ptc_value *out)
{
    int64_t days;

    if (!temporal_read_days(&text, &days) || text.len > 0 || !ptc_temporal_has_day(days))
        return false;
    *out = ptc_temporal_make(PTC_TEMPORAL_DATE, days, 0);
    return true;
}

/* ".f" with up to nine digits, or nothing. */
static bool temporal_read_fraction(ptc_str *rest, uint32_t *nanos)
{
    int count = 0;
    int digit;

    *nanos = 0;
    if (!ptc_str_take(rest, '.'))
        return true;
    for (; count < 9 && ptc_str_take_digits(rest, 1, &digit); count++)
        *nanos = *nanos * 10 + (uint32_t)digit;
    for (int i = count; i < 9; i++)
        *nanos *= 10;
    return count > 0;
}

/* "hh:mm:ss" and a fraction, as seconds of the day. 24:00:00 is the end of the day, and a
 * leap second counts as the second before. */
static bool temporal_read_time(ptc_str *rest, int64_t *seconds, uint32_t *nanos)
{
    int hour;
    int minute;
    int second;

    if (!ptc_str_take_digits(rest, 2, &hour) || !ptc_str_take(rest, ':') ||
        !ptc_str_take_digits(rest, 2, &minute) || !ptc_str_take(rest, ':') ||
        !ptc_str_take_digits(rest, 2, &second) || !temporal_read_fraction(rest, nanos))
        return false;
    if (hour == 23 && minute == 59 && second == 60)
        second = 59;
    *seconds = ((int64_t)hour * 60 + minute) * 60 + second;
    return minute <= 59 && second <= 59 &&
           (hour <= 23 || (*seconds == TEMPORAL_DAY && *nanos == 0));
}

/* "Z", "+hh:mm" or "+hh:mm:ss": seconds east of Greenwich. */
static bool temporal_read_offset(ptc_str *rest, int64_t *offset)
{
    bool is_west;
    int hours;
    int minutes;
    int seconds = 0;

    *offset = 0;
    if (ptc_str_take(rest, 'Z') || ptc_str_take(rest, 'z'))
        return true;
    is_west = ptc_str_take(rest, '-');
    if (!is_west && !ptc_str_take(rest, '+'))
        return false;
    if (!ptc_str_take_digits(rest, 2, &hours) || !ptc_str_take(rest, ':') ||
        !ptc_str_take_digits(rest, 2, &minutes))
        return false;
    if (ptc_str_take(rest, ':') && !ptc_str_take_digits(rest, 2, &seconds))
        return false;
    *offset = ((int64_t)hours * 60 + minutes) * 60 + seconds;
    if (minutes > 59 || seconds > 59 || *offset > TEMPORAL_OFFSET_MAX)
        return false;
    *offset = is_west ? -*offset : *offset;
    return true;
}

bool ptc_temporal_read_instant(ptc_str text, ptc_value *out)
{
    int64_t least = ptc_calendar_days(-TEMPORAL_YEAR_MAX - 1, 1, 1) * TEMPORAL_DAY;
    int64_t end = ptc_calendar_days(TEMPORAL_YEAR_MAX + 2, 1, 1) * TEMPORAL_DAY;
    int64_t days;
    int64_t seconds;
    int64_t offset;
    uint32_t nanos;

    if (!temporal_read_days(&text, &days) ||
        (!ptc_str_take(&text, 'T') && !ptc_str_take(&text, 't')) ||
        !temporal_read_time(&text, &seconds, &nanos) ||
        !temporal_read_offset(&text, &offset) || text.len > 0)
        return false;
    seconds += days * TEMPORAL_DAY - offset;
    *out = ptc_temporal_make(PTC_TEMPORAL_INSTANT, seconds, nanos);
    return seconds >= least && seconds < end;
}

/* --- Writing ------------------------------------------------------------------------ */

static char *temporal_put_year(char *out, int64_t year)
{
    int64_t digits = year < 0 ? -year : year;
    int count = 4;

    for (int64_t rest = digits / 10000; rest > 0; rest /= 10)
        count++;
    if (year < 0 || count > 4)
        *out++ = year < 0 ? '-' : '+';
    return ptc_put_digits(out, count, digits);
}

static char *temporal_put_date(char *out, int64_t days)
{
    int64_t year;
    int month;
    int day;

    ptc_calendar_date(days, &year, &month, &day);
    out = temporal_put_year(out, year);
    *out++ = '-';
    out = ptc_put_digits(out, 2, month);
    *out++ = '-';
    return ptc_put_digits(out, 2, day);
}

/* ".fff" with 3, 6 or 9 digits, or nothing. */
static char *temporal_put_fraction(char *out, uint32_t nanos)
{
    int digits = 9;

    if (nanos == 0)
        return out;
    while (nanos % 1000 == 0) {
        nanos /= 1000;
        digits -= 3;
    }
    *out++ = '.';
    return ptc_put_digits(out, digits, nanos);
}

static char *temporal_put_instant(char *out, int64_t seconds, uint32_t nanos)
{
    int64_t days = ptc_floor_divide(seconds, TEMPORAL_DAY);
    int64_t of_day = seconds - days * TEMPORAL_DAY;

    out = temporal_put_date(out, days);
    *out++ = 'T';
    out = ptc_put_digits(out, 2, of_day / 3600);
    *out++ = ':';
    out = ptc_put_digits(out, 2, of_day / 60 % 60);
    *out++ = ':';
    out = ptc_put_digits(out, 2, of_day % 60);
    out = temporal_put_fraction(out, nanos);
    *out++ = 'Z';
    return out;
}

static char *temporal_put_part(char *out, int64_t number, char unit)
{
    if (number == 0)
        return out;
    out += ptc_number_write_int(number, out);
    *out++ = unit;
    return out;
}

/* The fraction of the seconds of a duration, without zeros at its end. */
static char *temporal_put_nanos(char *out, uint32_t nanos)
{
    if (nanos == 0)
        return out;
    *out++ = '.';
    out = ptc_put_digits(out, 9, nanos);
    while (out[-1] == '0')
        out--;
    return out;
}

/* "PT8H6M12.345S"; in a negative duration each part is negative. */
static char *temporal_put_duration(char *out, int64_t seconds, uint32_t nanos)
{
    char *start;
    int64_t rest;

    memcpy(out, "PT", 2);
    out += 2;
    start = out;
    if (seconds < 0 && nanos > 0) { /* toward zero */
        seconds++;
        nanos = TEMPORAL_NANOS - nanos;
        rest = seconds % 60;
        out = temporal_put_part(out, seconds / 3600, 'H');
        out = temporal_put_part(out, seconds / 60 % 60, 'M');
        if (rest == 0)
            *out++ = '-';
    } else {
        rest = seconds % 60;
        out = temporal_put_part(out, seconds / 3600, 'H');
        out = temporal_put_part(out, seconds / 60 % 60, 'M');
        if (rest == 0 && nanos == 0 && out > start)
            return out;
    }
    out += ptc_number_write_int(rest, out);
    out = temporal_put_nanos(out, nanos);
    *out++ = 'S';
    return out;
}

static char *temporal_put_millis(char *out, int64_t millis)
{
    int64_t rest = millis % 1000;

    rest += rest < 0 ? 1000 : 0;
    return temporal_put_instant(out, ptc_floor_divide(millis, 1000),
                                (uint32_t)rest * 1000000u);
}

size_t ptc_temporal_write(const ptc_value *value, char out[PTC_TEMPORAL_TEXT])
{
    char *end = out;

    switch ((ptc_temporal_class)value->reserved) {
    case PTC_TEMPORAL_DATE:
        end = temporal_put_date(out, value->as.integer);
        break;
    case PTC_TEMPORAL_INSTANT:
        end = temporal_put_instant(out, value->as.integer, value->aux);
        break;
    case PTC_TEMPORAL_DURATION:
        end = temporal_put_duration(out, value->as.integer, value->aux);
        break;
    case PTC_TEMPORAL_JAVA_DATE:
        end = temporal_put_millis(out, value->as.integer);
        break;
    }
    return (size_t)(end - out);
}
