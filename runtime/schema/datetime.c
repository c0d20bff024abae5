/* SPDX-License-Identifier: MIT */
/*
 * Dates and times: an exact checker of the accepted spellings and the way to UTC.
 *
 * One scanner reads every spelling into numbers and notes what was loose about it; the
 * two public functions only look at what it found. No calendar library, no locale, no
 * allocation. [validation 3, 4]
 */
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

typedef struct datetime_cursor {
    const char *at;
    const char *end;
} datetime_cursor;

static bool datetime_digits(datetime_cursor *cursor, int count, int *out)
{
    int value = 0;

    if (cursor->end - cursor->at < count)
        return false;
    for (int i = 0; i < count; i++) {
        int digit = cursor->at[i] - '0';

        if (digit < 0 || digit > 9)
            return false;
        value = value * 10 + digit;
    }
    cursor->at += count;
    *out = value;
    return true;
}

static bool datetime_byte(datetime_cursor *cursor, char byte)
{
    if (cursor->at == cursor->end || *cursor->at != byte)
        return false;
    cursor->at++;
    return true;
}

static bool datetime_is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int datetime_month_days(int year, int month)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return month == 2 && datetime_is_leap(year) ? 29 : days[month - 1];
}

/* "YYYY-MM-DDThh:mm:ss" */
static bool datetime_scan_clock(datetime_cursor *cursor, datetime_parts *parts)
{
    if (!datetime_digits(cursor, 4, &parts->year) || !datetime_byte(cursor, '-') ||
        !datetime_digits(cursor, 2, &parts->month) || !datetime_byte(cursor, '-') ||
        !datetime_digits(cursor, 2, &parts->day))
        return false;
    if (!datetime_byte(cursor, 'T')) {
        if (!datetime_byte(cursor, 't') && !datetime_byte(cursor, ' '))
            return false;
        parts->is_loose = true;
    }
    if (!datetime_digits(cursor, 2, &parts->hour) || !datetime_byte(cursor, ':') ||
        !datetime_digits(cursor, 2, &parts->minute) || !datetime_byte(cursor, ':') ||
        !datetime_digits(cursor, 2, &parts->second))
        return false;
    return parts->month >= 1 && parts->month <= 12 && parts->day >= 1 &&
           parts->day <= datetime_month_days(parts->year, parts->month) &&
           parts->hour <= 23 && parts->minute <= 59 && parts->second <= 59;
}

/* ".f{1,9}", or nothing */
static bool datetime_scan_fraction(datetime_cursor *cursor, datetime_parts *parts)
{
    const char *start = cursor->at;
    int digit;

    if (!datetime_byte(cursor, '.'))
        return true;
    while (datetime_digits(cursor, 1, &digit))
        continue;
    parts->fraction = (size_t)(cursor->at - start);
    return parts->fraction >= 2 && parts->fraction <= 10;
}

/* "Z", "+hh:mm"; loosely "z", "+hhmm", "+hh"; or nothing at all */
static bool datetime_scan_offset(datetime_cursor *cursor, datetime_parts *parts)
{
    bool is_west = false;
    int hours;
    int minutes = 0;

    if (cursor->at == cursor->end)
        return true;
    parts->has_offset = true;
    if (datetime_byte(cursor, 'Z'))
        return true;
    if (datetime_byte(cursor, 'z')) {
        parts->is_loose = true;
        return true;
    }
    if (!datetime_byte(cursor, '+')) {
        is_west = datetime_byte(cursor, '-');
        if (!is_west)
            return false;
    }
    if (!datetime_digits(cursor, 2, &hours))
        return false;
    if (datetime_byte(cursor, ':')) {
        if (!datetime_digits(cursor, 2, &minutes))
            return false;
    } else {
        parts->is_loose = true;
        if (cursor->at != cursor->end && !datetime_digits(cursor, 2, &minutes))
            return false;
    }
    parts->offset = (hours * 60 + minutes) * (is_west ? -1 : 1);
    return hours <= 23 && minutes <= 59;
}

static bool datetime_scan(ptc_str text, datetime_parts *parts)
{
    datetime_cursor cursor = {text.ptr, text.ptr + text.len};

    memset(parts, 0, sizeof *parts);
    return text.len != 0 && datetime_scan_clock(&cursor, parts) &&
           datetime_scan_fraction(&cursor, parts) &&
           datetime_scan_offset(&cursor, parts) && cursor.at == cursor.end;
}

static void datetime_next_day(datetime_parts *parts)
{
    if (++parts->day <= datetime_month_days(parts->year, parts->month))
        return;
    parts->day = 1;
    if (++parts->month <= 12)
        return;
    parts->month = 1;
    parts->year++;
}

static void datetime_previous_day(datetime_parts *parts)
{
    if (--parts->day >= 1)
        return;
    if (--parts->month < 1) {
        parts->month = 12;
        parts->year--;
    }
    parts->day = datetime_month_days(parts->year, parts->month);
}

/* An offset is less than a day, so at most one day is crossed. */
static void datetime_shift(datetime_parts *parts)
{
    int minutes = parts->hour * 60 + parts->minute - parts->offset;

    if (minutes < 0) {
        minutes += 24 * 60;
        datetime_previous_day(parts);
    } else if (minutes >= 24 * 60) {
        minutes -= 24 * 60;
        datetime_next_day(parts);
    }
    parts->hour = minutes / 60;
    parts->minute = minutes % 60;
}

static char *datetime_put(char *out, int count, int value, char after)
{
    for (int i = count - 1; i >= 0; i--) {
        out[i] = (char)('0' + value % 10);
        value /= 10;
    }
    out[count] = after;
    return out + count + 1;
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
