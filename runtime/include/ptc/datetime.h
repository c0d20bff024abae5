/* SPDX-License-Identifier: MIT */
/*
 * <ptc/datetime.h> - moments in C: what a :datetime of a contract is in generated
 * structs.
 *
 * The spellings that contracts accept are in <ptc/convert.h>. [validation 3, 4]
 */
#ifndef PTC_DATETIME_H
#define PTC_DATETIME_H

#include <ptc/status.h>
#include <ptc/text.h>

PTC_BEGIN

/*
 * A moment. Parsers set all members. Whoever writes one back has two ways: with a text
 * the text is written and nothing else is looked at; with an empty one the text is made
 * of the other members.
 */
typedef struct ptc_datetime {
    ptc_str text;           /* RFC 3339; of inputs in UTC: "2026-01-02T07:00:00Z" */
    int64_t seconds;        /* since 1970-01-01T00:00:00Z; negative before */
    int32_t nanos;          /* that follow these seconds, 0 to 999,999,999 */
    int16_t offset_minutes; /* east of UTC, as the caller wrote it: 120 for "+02:00" */
} ptc_datetime;

/*
 * The moment that a text spells, strictly or loosely; `out->text` is that text, and not
 * moved to UTC. PTC_ERROR_INVALID for what is not a moment or has no offset.
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
 * Appends the moment as clocks show it at its offset: "2026-01-02T09:00:00+02:00". Looks
 * at the numbers only. Faults are those of ptc_datetime_make; nothing is appended then.
 */
PTC_API ptc_status ptc_datetime_write_local(ptc_text *text, const ptc_datetime *moment);

PTC_END

#endif
