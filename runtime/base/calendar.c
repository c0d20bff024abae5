/* SPDX-License-Identifier: MIT */
/*
 * Days and dates in the Gregorian calendar, which is taken to have been always in use:
 * what the checks of schemas and the dates of programs share.
 *
 * A year is counted from March, so that the day that leap years add is its last one, and
 * five months from March on have 153 days, over and over.
 */
#include "base/base_int.h"

enum {
    CALENDAR_ERA_YEARS = 400,
    CALENDAR_ERA_DAYS = 146097,
    CALENDAR_EPOCH = 719468, /* days from 0000-03-01 to 1970-01-01 */
};

int ptc_calendar_month_days(int64_t year, int month)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return month == 2 && is_leap ? 29 : days[month - 1];
}

int64_t ptc_calendar_days(int64_t year, int month, int day)
{
    int64_t from_march = month > 2 ? year : year - 1;
    int64_t era = ptc_floor_divide(from_march, CALENDAR_ERA_YEARS);
    int64_t of_era = from_march - era * CALENDAR_ERA_YEARS;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

    return era * CALENDAR_ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 + of_year -
           CALENDAR_EPOCH;
}

void ptc_calendar_date(int64_t days, int64_t *year, int *month, int *day)
{
    int64_t from_epoch = days + CALENDAR_EPOCH;
    int64_t era = ptc_floor_divide(from_epoch, CALENDAR_ERA_DAYS);
    int of_era = (int)(from_epoch - era * CALENDAR_ERA_DAYS);
    int years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int of_year = of_era - (365 * years + years / 4 - years / 100);
    int from_march = (5 * of_year + 2) / 153;

    *day = of_year - (153 * from_march + 2) / 5 + 1;
    *month = from_march < 10 ? from_march + 3 : from_march - 9;
    *year = era * CALENDAR_ERA_YEARS + years + (*month <= 2 ? 1 : 0);
}
