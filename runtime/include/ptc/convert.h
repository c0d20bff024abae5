/* SPDX-License-Identifier: MIT */
/*
 * <ptc/convert.h> - text to scalars: the coercions that inputs may need, as pure
 * functions.
 *
 * One set of rules for the walker and for generated code. None of them allocates, reads a
 * locale or looks past the text. [validation 3, 4]
 */
#ifndef PTC_CONVERT_H
#define PTC_CONVERT_H

#include <ptc/status.h>
#include <ptc/text.h>

PTC_BEGIN

/*
 * "42", "+42", "-5", "007"; nothing else, not even blanks. PTC_ERROR_INVALID for another
 * form, PTC_ERROR_RANGE when int64 cannot hold the value.
 */
PTC_API ptc_status ptc_convert_int(ptc_str text, int64_t *out);

/*
 * "3.14", "3", "1e3", "+1.5", "5.", with ASCII blanks around it. PTC_ERROR_INVALID for
 * another form (".5", "NaN", "0x1p3"), PTC_ERROR_RANGE when a double overflows.
 */
PTC_API ptc_status ptc_convert_float(ptc_str text, double *out);

/* Only "true" and "false". */
PTC_API ptc_status ptc_convert_bool(ptc_str text, bool *out);

/*
 * The wider rules of Brimley for the same: blanks around the text are ignored, and so is
 * the letter case of a boolean: "true", "1", "Yes"; "false", "0", "NO". Statuses as
 * above. [brimley 4]
 */
PTC_API ptc_status ptc_cast_int(ptc_str text, int64_t *out);
PTC_API ptc_status ptc_cast_bool(ptc_str text, bool *out);

/* The keyword name that `text` spells, without one leading ':'; false when it is not a
 * legal keyword name. */
PTC_API bool ptc_convert_keyword(ptc_str text, ptc_str *name);

/* The canonical decimal text of an int64: the JSON form of an int key of a map. */
PTC_API bool ptc_convert_int_key(ptc_str text, int64_t *out);

/*
 * The double nearest to the integer that `digits` (an optional '-' and digits) spells.
 * False when it overflows. `*is_exact` says whether the double is that integer.
 */
PTC_API bool ptc_convert_big_int(ptc_str digits, double *out, bool *is_exact);

/* The form in which a text spells a moment. */
typedef enum ptc_datetime_form {
    PTC_DATETIME_NONE,      /* no date and time */
    PTC_DATETIME_UTC,       /* strict, with Z or a zero offset */
    PTC_DATETIME_OFFSET,    /* strict, with another offset */
    PTC_DATETIME_LOOSE,     /* small letters, blank for T, +hhmm or +hh */
    PTC_DATETIME_NO_OFFSET, /* right, but the offset is missing */
} ptc_datetime_form;

/* The maximum number of bytes that ptc_datetime_to_utc stores. */
#define PTC_DATETIME_MAX 32

/*
 * The form in which `text` spells a moment. Strict is
 * YYYY-MM-DDThh:mm:ss[.f{1,9}](Z|+hh:mm|-hh:mm) with a date that exists, hour at most 23,
 * minute and second at most 59.
 */
PTC_API ptc_datetime_form ptc_datetime_parse(ptc_str text);

/*
 * The same moment in UTC: "2024-05-06T07:08:09.120Z", with all digits of the fraction.
 * Stores it without a NUL and sets `*len`. PTC_ERROR_INVALID for forms NONE and
 * NO_OFFSET, PTC_ERROR_RANGE when the year is then outside 0000-9999.
 */
PTC_API ptc_status ptc_datetime_to_utc(ptc_str text, char out[PTC_DATETIME_MAX],
                                       size_t *len);

PTC_END

#endif
