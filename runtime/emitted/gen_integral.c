/* SPDX-License-Identifier: MIT */
/*
 * Ints of JSON Schema that are spelled with a point or an exponent: 1.0 is the int 1.
 * Plain ints come here only where they would otherwise go to ptc_gen_int_rest.
 * [validation 3]
 */
#include "base/base_int.h"
#include "emitted/emitted_int.h"

/* A number that is not a plain int. */
static PTC_COLD ptc_cursor integral_number(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    double number = 0;
    ptc_cursor after;
    ptc_value given;
    ptc_value whole;

    if (!ptc_gen_try_again(gen))
        return NULL;
    after = ptc_scan_double_rest(&gen->scan, p, &number);
    if (after == NULL)
        return NULL;
    given = ptc_value_float(number);
    whole = ptc_value_json_number(&given);
    if (whole.kind == PTC_INT) {
        *out = whole.as.integer;
        return after;
    }
    if (ptc_value_is_whole(&given))
        return ptc_scan_fail(&gen->scan, p, PTC_ERROR_RANGE, "integer out of range");
    return ptc_gen_invalid(gen, p);
}

/* Reads a number; false when there is none at `p`, which is not at a blank. */
static bool integral_read(ptc_gen *gen, ptc_cursor p, int64_t *out, ptc_cursor *after)
{
    if (*p != '-' && (unsigned)*p - '0' > 9)
        return false;
    *after = ptc_scan_int_rest(&gen->scan, p, out);
    if (PTC_UNLIKELY(*after == NULL) && gen->scan.status == PTC_ERROR_INVALID)
        *after = integral_number(gen, p, out);
    return true;
}

ptc_cursor ptc_gen_integral_rest(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    p = ptc_scan_blanks(p);
    return integral_read(gen, p, out, &after) ? after : ptc_gen_int_rest(gen, p, out);
}

ptc_cursor ptc_gen_strict_integral_rest(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    p = ptc_scan_blanks(p);
    return integral_read(gen, p, out, &after) ? after
                                              : ptc_gen_strict_int_rest(gen, p, out);
}
