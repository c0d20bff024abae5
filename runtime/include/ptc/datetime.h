/* SPDX-License-Identifier: MIT */
/*
 * <ptc/datetime.h> - moments and days in C: what a :datetime and a :date of a contract
 * are in generated structs.
 *
 * The spellings that contracts accept are in <ptc/convert.h>. [validation 3, 4]
 */
#ifndef PTC_DATETIME_H
#define PTC_DATETIME_H

#include <ptc/status.h>
#include <ptc/text.h>

PTC_BEGIN

/*
 * A moment. Parsers set all members. To write one back there are two ways: a text that is
 * not empty is written, and the other members are ignored; if it is empty, the text is
 * made from the other members.
 */
typedef struct ptc_datetime {
    ptc_str text;           /* RFC 3339; of inputs in UTC: "2026-01-02T07:00:00Z" */
    int64_t seconds;        /* since 1970-01-01T00:00:00Z; negative before */
    int32_t nanos;          /* after these seconds, 0 to 999,999,999 */
    int16_t offset_minutes; /* east of UTC, as the caller wrote it: 120 for "+02:00" */
} ptc_datetime;

/*
 * The moment that a text spells, strictly or loosely; `out->text` is that text, not
 * converted to UTC. PTC_ERROR_INVALID for what is not a moment or has no offset.
 */
PTC_API ptc_status ptc_datetime_read(ptc_str text, ptc_datetime *out);

/*
 * Makes a moment, with its text in UTC in the arena. PTC_ERROR_RANGE when its year is
 * outside 0000-9999, PTC_ERROR_ARGUMENT for nanos outside 0-999,999,999 and for offsets
 * of a day or more, PTC_ERROR_MEMORY. Then `*out` is zeroed.
 */
PTC_API ptc_status ptc_datetime_make(ptc_arena *arena, int64_t seconds, int32_t nanos,
                                     int16_t offset_minutes, ptc_datetime *out);

/*
 * Appends the moment as a clock at its offset shows it: "2026-01-02T09:00:00+02:00".
 * Looks at the numbers only. Faults are those of ptc_datetime_make; nothing is appended
 * then.
 */
PTC_API ptc_status ptc_datetime_write_local(ptc_text *text, const ptc_datetime *moment);

/*
 * A day: what a :date of a contract is. As with moments, the text is written back if it
 * is not empty; otherwise it is made from year, month and day.
 */
typedef struct ptc_date {
    ptc_str text;  /* "2026-01-02" */
    int32_t days;  /* since 1970-01-01; negative before */
    int16_t year;  /* 0 to 9999 */
    uint8_t month; /* 1 to 12 */
    uint8_t day;   /* 1 to 31 */
} ptc_date;

/* The day that a text spells, YYYY-MM-DD; `out->text` is that text. PTC_ERROR_INVALID,
 * and a zeroed `*out`, for anything else and for days that are not in the calendar. */
PTC_API ptc_status ptc_date_read(ptc_str text, ptc_date *out);

/* Makes a day, with its text in the arena. PTC_ERROR_RANGE when the calendar has no such
 * day or the year is outside 0-9999, PTC_ERROR_MEMORY; `*out` is zeroed then. */
PTC_API ptc_status ptc_date_make(ptc_arena *arena, int year, int month, int day,
                                 ptc_date *out);

/* The same from days since 1970-01-01: `date.days + 1` is the day after a date. */
PTC_API ptc_status ptc_date_from_days(ptc_arena *arena, int64_t days, ptc_date *out);

PTC_END

#endif
