/* SPDX-License-Identifier: MIT */
/*
 * <ptc/decimal.h> - exact decimals in C: what a :decimal of a contract is in generated
 * structs.
 *
 * A decimal is kept as it is spelled, digits after the point included: "1.50" has two.
 * Nothing here converts it to a double, allocates more than documented, or reads a
 * locale. [brimley 4]
 */
#ifndef PTC_DECIMAL_H
#define PTC_DECIMAL_H

#include <ptc/status.h>
#include <ptc/text.h>

PTC_BEGIN

/* An exact number: an integer divided by 10 to the power of `scale`. */
typedef struct ptc_decimal {
    ptc_str text;  /* "-12.50", "1e3": [+-]digits[.digits][e[+-]digits] */
    int32_t scale; /* 2, -3: digits after the point minus the exponent */
} ptc_decimal;

/* The largest exponent, and the smallest one below zero, of a decimal's text. */
#define PTC_DECIMAL_EXPONENT_MAX 99999

/*
 * The decimal that a text spells; `out->text` is that text. PTC_ERROR_INVALID for any
 * other text, including one with blanks; PTC_ERROR_RANGE for an exponent beyond
 * PTC_DECIMAL_EXPONENT_MAX. `*out` is zeroed then.
 */
PTC_API ptc_status ptc_decimal_read(ptc_str text, ptc_decimal *out);

/*
 * Makes the decimal unscaled / 10^scale, with its text in the arena and no exponent:
 * (1250, 2) is "12.50", (5, -3) is "5000". PTC_ERROR_ARGUMENT for a scale outside
 * -PTC_DECIMAL_EXPONENT_MAX..PTC_DECIMAL_EXPONENT_MAX, PTC_ERROR_MEMORY. `*out` is zeroed
 * then.
 */
PTC_API ptc_status ptc_decimal_make(ptc_arena *arena, int64_t unscaled, int32_t scale,
                                    ptc_decimal *out);

/*
 * The integer decimal * 10^scale: for "12.5" and 2 it is 1250. It is exact;
 * PTC_ERROR_RANGE when digits would be lost or int64 cannot hold it. PTC_ERROR_INVALID
 * when the text is not a decimal. `*out` is 0 then.
 */
PTC_API ptc_status ptc_decimal_unscaled(const ptc_decimal *decimal, int32_t scale,
                                        int64_t *out);

/* Less than, equal to or greater than 0 as the number `a` is less than, equal to or
 * greater than `b`: "1.50" is equal to "1.5". Texts that are not decimals count as 0. */
PTC_API int ptc_decimal_compare(const ptc_decimal *a, const ptc_decimal *b);

PTC_END

#endif
