/* SPDX-License-Identifier: MIT */
/*
 * Dates and times: an exact checker of the accepted spellings and the way to UTC.
 *
 * One scanner reads every spelling into numbers and notes what was loose about it; the
 * two public functions only look at what it found. No calendar library, no locale, no
 * allocation. [validation 3, 4]
 */
#include "base/base_int.h"

#include <ptc/convert.h>

typedef struct datetime_parts {
    int year;
    int month;
    int day;
    int hour;
    int minute;
    int second;
    int offset;      /* minutes east of UTC */
    size_t fraction; /* bytes of ".fff" at offset 19, or 0 */
    bool has_offset;
    bool is_loose;
} datetime_parts;

/* "YYYY-MM-DDThh:mm:ss" */
static bool datetime_scan_clock(ptc_str *cursor, datetime_parts *parts)
{
    if (!ptc_str_take_digits(cursor, 4, &parts->year) || !ptc_str_take(cursor, '-') ||
        !ptc_str_take_digits(cursor, 2, &parts->month) || !ptc_str_take(cursor, '-') ||
        !ptc_str_take_digits(cursor, 2, &parts->day))
        return false;
    if (!ptc_str_take(cursor, 'T')) {
        if (!ptc_str_take(cursor, 't') && !ptc_str_take(cursor, ' '))
            return false;
        parts->is_loose = true;
    }
    if (!ptc_str_take_digits(cursor, 2, &parts->hour) || !ptc_str_take(cursor, ':') ||
        !ptc_str_take_digits(cursor, 2, &parts->minute) || !ptc_str_take(cursor, ':') ||
        !ptc_str_take_digits(cursor, 2, &parts->second))
        return false;
    return parts->month >= 1 && parts->month <= 12 && parts->day >= 1 &&
           parts->day <= ptc_calendar_month_days(parts->year, parts->month) &&
           parts->hour <= 23 && parts->minute <= 59 && parts->second <= 59;
}

/* ".f{1,9}", or nothing */
static bool datetime_scan_fraction(ptc_str *cursor, datetime_parts *parts)
{
    const char *start = cursor->ptr;
    int digit;

    if (!ptc_str_take(cursor, '.'))
        return true;
    while (ptc_str_take_digits(cursor, 1, &digit))
        continue;
    parts->fraction = (size_t)(cursor->ptr - start);
    return parts->fraction >= 2 && parts->fraction <= 10;
}

/* "Z", "+hh:mm"; loosely "z", "+hhmm", "+hh"; or nothing at all */
static bool datetime_scan_offset(ptc_str *cursor, datetime_parts *parts)
{
    bool is_west = false;
    int hours;
    int minutes = 0;

    if (cursor->len == 0)
        return true;
    parts->has_offset = true;
    if (ptc_str_take(cursor, 'Z'))
        return true;
    if (ptc_str_take(cursor, 'z')) {
        parts->is_loose = true;
        return true;
    }
    if (!ptc_str_take(cursor, '+')) {
        is_west = ptc_str_take(cursor, '-');
        if (!is_west)
            return false;
    }
    if (!ptc_str_take_digits(cursor, 2, &hours))
        return false;
    if (ptc_str_take(cursor, ':')) {
        if (!ptc_str_take_digits(cursor, 2, &minutes))
            return false;
    } else {
        parts->is_loose = true;
        if (cursor->len != 0 && !ptc_str_take_digits(cursor, 2, &minutes))
            return false;
    }
    parts->offset = (hours * 60 + minutes) * (is_west ? -1 : 1);
    return hours <= 23 && minutes <= 59;
}

static bool datetime_scan(ptc_str text, datetime_parts *parts)
{
    ptc_str cursor = text;

    memset(parts, 0, sizeof *parts);
    return text.len != 0 && datetime_scan_clock(&cursor, parts) &&
           datetime_scan_fraction(&cursor, parts) &&
           datetime_scan_offset(&cursor, parts) && cursor.len == 0;
}

/* An offset is less than a day, so at most one day is crossed. */
static void datetime_shift(datetime_parts *parts)
{
    int minutes = parts->hour * 60 + parts->minute - parts->offset;
    int crossed = minutes < 0 ? -1 : minutes >= 24 * 60 ? 1 : 0;
    int64_t year;

    if (crossed != 0) {
        ptc_calendar_date(
            ptc_calendar_days(parts->year, parts->month, parts->day + crossed), &year,
            &parts->month, &parts->day);
        parts->year = (int)year;
    }
    minutes -= crossed * 24 * 60;
    parts->hour = minutes / 60;
    parts->minute = minutes % 60;
}

static char *datetime_put(char *out, int count, int value, char after)
{
    out = ptc_put_digits(out, count, value);
    *out = after;
    return out + 1;
}

ptc_datetime_form ptc_datetime_parse(ptc_str text)
{
    datetime_parts parts;

    if (!datetime_scan(text, &parts))
        return PTC_DATETIME_NONE;
    if (!parts.has_offset)
        return PTC_DATETIME_NO_OFFSET;
    if (parts.is_loose)
        return PTC_DATETIME_LOOSE;
    return parts.offset == 0 ? PTC_DATETIME_UTC : PTC_DATETIME_OFFSET;
}

ptc_status ptc_datetime_to_utc(ptc_str text, char out[PTC_DATETIME_MAX], size_t *len)
{
    datetime_parts parts;
    char *at = out;

    if (!datetime_scan(text, &parts) || !parts.has_offset)
        return PTC_ERROR_INVALID;
    datetime_shift(&parts);
    if (parts.year < 0 || parts.year > 9999)
        return PTC_ERROR_RANGE;
    at = datetime_put(at, 4, parts.year, '-');
    at = datetime_put(at, 2, parts.month, '-');
    at = datetime_put(at, 2, parts.day, 'T');
    at = datetime_put(at, 2, parts.hour, ':');
    at = datetime_put(at, 2, parts.minute, ':');
    at = datetime_put(at, 2, parts.second, 'Z') - 1;
    memcpy(at, text.ptr + 19, parts.fraction);
    at += parts.fraction;
    *at++ = 'Z';
    *len = (size_t)(at - out);
    return PTC_OK;
}
