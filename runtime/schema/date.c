/* SPDX-License-Identifier: MIT */
/* Days of the calendar: YYYY-MM-DD, and nothing else. [brimley 4] */
#include "base/base_int.h"
#include "schema/schema_int.h"

#include <ptc/datetime.h>

enum { DATE_LENGTH = 10 };

ptc_status ptc_date_read(ptc_str text, ptc_date *out)
{
    ptc_str rest = text;
    int year;
    int month;
    int day;

    memset(out, 0, sizeof *out);
    if (text.len != DATE_LENGTH || !ptc_str_take_digits(&rest, 4, &year) ||
        !ptc_str_take(&rest, '-') || !ptc_str_take_digits(&rest, 2, &month) ||
        !ptc_str_take(&rest, '-') || !ptc_str_take_digits(&rest, 2, &day) || month < 1 ||
        month > 12 || day < 1 || day > ptc_calendar_month_days(year, month))
        return PTC_ERROR_INVALID;
    out->text = text;
    out->days = (int32_t)ptc_calendar_days(year, month, day);
    out->year = (int16_t)year;
    out->month = (uint8_t)month;
    out->day = (uint8_t)day;
    return PTC_OK;
}

ptc_status ptc_date_make(ptc_arena *arena, int year, int month, int day, ptc_date *out)
{
    char text[DATE_LENGTH];
    ptc_date made;
    char *at = text;

    memset(out, 0, sizeof *out);
    if (year < 0 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31)
        return PTC_ERROR_RANGE;
    at = ptc_put_digits(at, 4, year);
    *at++ = '-';
    at = ptc_put_digits(at, 2, month);
    *at++ = '-';
    ptc_put_digits(at, 2, day);
    if (ptc_date_read(ptc_str_make(text, DATE_LENGTH), &made) != PTC_OK)
        return PTC_ERROR_RANGE;
    made.text = ptc_str_copy(arena, made.text);
    if (made.text.ptr == NULL)
        return PTC_ERROR_MEMORY;
    *out = made;
    return PTC_OK;
}

ptc_status ptc_date_from_days(ptc_arena *arena, int64_t days, ptc_date *out)
{
    int64_t year;
    int month;
    int day;

    memset(out, 0, sizeof *out);
    if (days < ptc_calendar_days(0, 1, 1) || days > ptc_calendar_days(9999, 12, 31))
        return PTC_ERROR_RANGE;
    ptc_calendar_date(days, &year, &month, &day);
    return ptc_date_make(arena, (int)year, month, day, out);
}
