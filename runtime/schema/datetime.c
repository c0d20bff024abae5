/* SPDX-License-Identifier: MIT */
/*
 * Dates and times: an exact checker of the accepted spellings and the way to UTC.
 *
 * One scanner reads every spelling into numbers and notes what was loose about it; the
 * two public functions only look at what it found. No calendar library, no locale, no
 * allocation. [validation 3, 4]
 */
#include "base/base_int.h"
#include "schema/schema_int.h"

#include <ptc/convert.h>

enum {
    DATETIME_DAY = 24 * 60 * 60,  /* seconds */
    DATETIME_OFFSETS = 24 * 60,   /* minutes; offsets are less */
    DATETIME_SECOND = 1000000000, /* nanos */
    DATETIME_LOCAL_MAX = 40,      /* bytes of a text with an offset */
};

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

/* "2024-05-06T07:08:09" */
static char *datetime_put_clock(char *at, const datetime_parts *parts)
{
    at = datetime_put(at, 4, parts->year, '-');
    at = datetime_put(at, 2, parts->month, '-');
    at = datetime_put(at, 2, parts->day, 'T');
    at = datetime_put(at, 2, parts->hour, ':');
    at = datetime_put(at, 2, parts->minute, ':');
    return ptc_put_digits(at, 2, parts->second);
}

static ptc_datetime_form datetime_form(ptc_str text, datetime_parts *parts)
{
    if (!datetime_scan(text, parts))
        return PTC_DATETIME_NONE;
    if (!parts->has_offset)
        return PTC_DATETIME_NO_OFFSET;
    if (parts->is_loose)
        return PTC_DATETIME_LOOSE;
    return parts->offset == 0 ? PTC_DATETIME_UTC : PTC_DATETIME_OFFSET;
}

ptc_datetime_form ptc_datetime_parse(ptc_str text)
{
    datetime_parts parts;

    return datetime_form(text, &parts);
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
    at = datetime_put_clock(at, &parts);
    memcpy(at, text.ptr + 19, parts.fraction);
    at += parts.fraction;
    *at++ = 'Z';
    *len = (size_t)(at - out);
    return PTC_OK;
}

/* --- Moments ----------------------------------------------------------------------- */

/* The fraction ".12" as nanos. */
static int32_t datetime_nanos(ptc_str text, size_t fraction)
{
    int32_t nanos = 0;

    for (size_t i = 1; i < 10; i++)
        nanos = nanos * 10 + (i < fraction ? text.ptr[19 + i] - '0' : 0);
    return nanos;
}

ptc_datetime_form ptc_moment_read(ptc_str text, ptc_datetime *out)
{
    datetime_parts parts;
    ptc_datetime_form form = datetime_form(text, &parts);

    memset(out, 0, sizeof *out);
    if (form == PTC_DATETIME_NONE || form == PTC_DATETIME_NO_OFFSET)
        return form;
    out->text = text;
    out->seconds = ptc_calendar_days(parts.year, parts.month, parts.day) * DATETIME_DAY +
                   (parts.hour * 60 + parts.minute - parts.offset) * 60 + parts.second;
    out->nanos = datetime_nanos(text, parts.fraction);
    out->offset_minutes = (int16_t)parts.offset;
    return form;
}

ptc_status ptc_datetime_read(ptc_str text, ptc_datetime *out)
{
    ptc_datetime_form form = ptc_moment_read(text, out);

    return form == PTC_DATETIME_NONE || form == PTC_DATETIME_NO_OFFSET ? PTC_ERROR_INVALID
                                                                       : PTC_OK;
}

/* Splits seconds into date and clock; false when the year has not four digits. */
static bool datetime_split(int64_t seconds, datetime_parts *parts)
{
    int64_t days = ptc_floor_divide(seconds, DATETIME_DAY);
    int of_day = (int)(seconds - days * DATETIME_DAY);
    int64_t year;

    memset(parts, 0, sizeof *parts);
    if (days < ptc_calendar_days(0, 1, 1) || days > ptc_calendar_days(9999, 12, 31))
        return false;
    ptc_calendar_date(days, &year, &parts->month, &parts->day);
    parts->year = (int)year;
    parts->hour = of_day / 3600;
    parts->minute = of_day / 60 % 60;
    parts->second = of_day % 60;
    return true;
}

/* Nothing, or as many thousandths as it takes. */
static char *datetime_put_nanos(char *at, int32_t nanos)
{
    int count = 9;

    if (nanos == 0)
        return at;
    for (; nanos % 1000 == 0; count -= 3)
        nanos /= 1000;
    *at++ = '.';
    return ptc_put_digits(at, count, nanos);
}

static char *datetime_put_offset(char *at, int offset)
{
    if (offset == 0) {
        *at++ = 'Z';
        return at;
    }
    *at++ = offset < 0 ? '-' : '+';
    offset = offset < 0 ? -offset : offset;
    at = datetime_put(at, 2, offset / 60, ':');
    return ptc_put_digits(at, 2, offset % 60);
}

/* The moment as clocks at `offset` show it. */
static ptc_status datetime_print(const ptc_datetime *moment, int offset,
                                 char out[DATETIME_LOCAL_MAX], size_t *len)
{
    const int64_t far = INT64_MAX / 2; /* beyond all years of four digits */
    datetime_parts parts;
    char *at = out;

    if (moment->nanos < 0 || moment->nanos >= DATETIME_SECOND ||
        moment->offset_minutes <= -DATETIME_OFFSETS ||
        moment->offset_minutes >= DATETIME_OFFSETS)
        return PTC_ERROR_ARGUMENT;
    if (moment->seconds > far || moment->seconds < -far ||
        !datetime_split(moment->seconds + (int64_t)offset * 60, &parts))
        return PTC_ERROR_RANGE;
    at = datetime_put_clock(at, &parts);
    at = datetime_put_nanos(at, moment->nanos);
    at = datetime_put_offset(at, offset);
    *len = (size_t)(at - out);
    return PTC_OK;
}

ptc_status ptc_datetime_make(ptc_arena *arena, int64_t seconds, int32_t nanos,
                             int16_t offset_minutes, ptc_datetime *out)
{
    ptc_datetime moment = {{NULL, 0}, seconds, nanos, offset_minutes};
    char text[DATETIME_LOCAL_MAX];
    size_t len = 0;
    ptc_status status = datetime_print(&moment, 0, text, &len);

    memset(out, 0, sizeof *out);
    if (status != PTC_OK)
        return status;
    moment.text = ptc_str_copy(arena, ptc_str_make(text, len));
    if (moment.text.ptr == NULL)
        return PTC_ERROR_MEMORY;
    *out = moment;
    return PTC_OK;
}

ptc_status ptc_datetime_write_local(ptc_text *text, const ptc_datetime *moment)
{
    char local[DATETIME_LOCAL_MAX];
    size_t len = 0;
    ptc_status status = datetime_print(moment, moment->offset_minutes, local, &len);

    if (status != PTC_OK)
        return status;
    ptc_text_bytes(text, local, len);
    return text->failed ? PTC_ERROR_MEMORY : PTC_OK;
}

ptc_status ptc_datetime_for_sql(ptc_arena *arena, ptc_str spelled, bool has_zone,
                                ptc_str *out)
{
    ptc_datetime moment;
    ptc_status status = ptc_datetime_read(spelled, &moment);
    ptc_text text;

    if (status == PTC_OK)
        status = ptc_datetime_make(arena, moment.seconds, moment.nanos, 0, &moment);
    if (status != PTC_OK)
        return status;
    ptc_text_init(&text, arena);
    for (size_t i = 0; i + 1 < moment.text.len; i++)
        ptc_text_byte(&text, moment.text.ptr[i] == 'T' ? ' ' : moment.text.ptr[i]);
    if (has_zone)
        ptc_text_cstr(&text, "+00");
    if (text.failed)
        return PTC_ERROR_MEMORY;
    *out = ptc_text_view(&text);
    return PTC_OK;
}
