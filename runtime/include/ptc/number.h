/* SPDX-License-Identifier: MIT */
/*
 * <ptc/number.h> - exact numbers in and out, whatever the locale.
 *
 * Reading is correctly rounded (nearest, ties to even), writing is the shortest text that
 * reads back as the same double. strtod and printf are never used, since both follow the
 * locale.
 */
#ifndef PTC_NUMBER_H
#define PTC_NUMBER_H

#include <ptc/text.h>

PTC_BEGIN

/*
 * Reads `-?digits(.digits)?([eE][+-]?digits)?` as the nearest double. The whole text must
 * have that form (leading zeros are allowed). Returns false when the magnitude overflows;
 * underflow gives a subnormal or a signed zero.
 */
PTC_API bool ptc_number_read_double(const char *text, size_t len, double *out);

/*
 * Whether the number that the text spells (in the form above) is exactly `value`, not
 * merely close to it; false for other texts and values that are not finite.
 */
PTC_API bool ptc_number_is_exact(const char *text, size_t len, double value);

/*
 * The nearest double of mantissa * 10^exponent. False when only the slow path of
 * ptc_number_read_double can decide it, or when it overflows. For scanners that have the
 * digits.
 */
PTC_API bool ptc_number_scale(uint64_t mantissa, int exponent, double *out);

/* 10^0 to 10^22, the powers of ten that are exact. */
PTC_API extern const double ptc_number_tens[23];

/* Reads `[+-]?digits`; false when the form differs or int64 cannot hold the value. */
PTC_API bool ptc_number_read_int(const char *text, size_t len, int64_t *out);

/* The maximum number of bytes that the writers below store; none of them adds a NUL. */
#define PTC_NUMBER_MAX 32

/* Each writes the decimal text and returns its length in bytes. */
PTC_API size_t ptc_number_write_int(int64_t value, char out[PTC_NUMBER_MAX]);
PTC_API size_t ptc_number_write_uint(uint64_t value, char out[PTC_NUMBER_MAX]);

/*
 * The shortest text that reads back as `value`, in the form of Java's Double.toString:
 * plain notation with a digit after the point for 1e-3 <= |v| < 1e7 ("100.0"), otherwise
 * "1.0E7"; "-0.0"; NaN and infinities as "##NaN", "##Inf", "##-Inf" (the form of PTC-Lisp
 * and of messages).
 */
PTC_API size_t ptc_number_write_double(double value, char out[PTC_NUMBER_MAX]);

/*
 * The same digits as JSON: "100.0", "1.0E7" becomes "1e7", at least ".0" or an exponent,
 * so that a reader sees a float again. `value` must be finite.
 */
PTC_API size_t ptc_number_write_json(double value, char out[PTC_NUMBER_MAX]);

/*
 * Compares exactly, never through a cast: -1, 0, 1, or 2 when `b` is NaN.
 */
PTC_API int ptc_number_compare_int_double(int64_t a, double b);

PTC_END

#endif
