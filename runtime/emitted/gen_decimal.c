/* SPDX-License-Identifier: MIT */
/*
 * Decimals in generated parsers. Their texts are views of the text that is read; memory
 * is taken only for one that was given as a float. [brimley 4]
 */
#include "emitted/emitted_int.h"
#include "schema/schema_int.h"
#include "walk/walk_int.h"
#include "json/json_int.h"

ptc_str ptc_gen_decimal_text(ptc_arena *arena, const ptc_value *number)
{
    char digits[PTC_NUMBER_MAX];
    ptc_str text;

    if (number->kind == PTC_FLOAT)
        text = ptc_str_make(digits, ptc_decimal_write_double(number->as.number, digits));
    else
        ptc_decimal_text(number, digits, &text);
    return ptc_str_copy(arena, text);
}

bool ptc_gen_is_within(const ptc_decimal *decimal, const ptc_schema_node *node)
{
    return ptc_decimal_is_within(decimal->text, node->interval);
}

static ptc_cursor gen_decimal_of(ptc_gen *gen, ptc_cursor after, ptc_str text,
                                 ptc_decimal *out)
{
    return ptc_decimal_read(text, out) == PTC_OK ? after : ptc_gen_invalid(gen, after);
}

/* An integer of any length is the decimal that it spells; -0 is the int 0. */
static ptc_cursor gen_decimal_number(ptc_gen *gen, ptc_cursor p, bool converts,
                                     ptc_decimal *out)
{
    ptc_value value;
    ptc_str text;
    ptc_cursor after = ptc_scan_scalar(&gen->scan, p, &value);

    if (after == NULL)
        return NULL;
    if (value.kind != PTC_FLOAT) {
        text = ptc_str_make((const char *)p, (size_t)(after - p));
        if (value.kind == PTC_INT && value.as.integer == 0)
            text = PTC_STR("0");
        return gen_decimal_of(gen, after, text, out);
    }
    if (!converts)
        return ptc_gen_invalid(gen, p);
    text = ptc_gen_decimal_text(gen->scan.arena, &value);
    if (text.ptr == NULL)
        return ptc_scan_fail(&gen->scan, p, PTC_ERROR_MEMORY, "memory refused");
    gen->is_coerced = true;
    return gen_decimal_of(gen, after, text, out);
}

/* A decimal with blanks around it. */
static PTC_COLD ptc_cursor gen_decimal_trimmed(ptc_gen *gen, ptc_cursor after,
                                               ptc_str text, ptc_decimal *out)
{
    ptc_str trimmed = ptc_convert_trim(text);

    if (trimmed.len == text.len)
        return ptc_gen_invalid(gen, after);
    gen->is_coerced = true;
    return gen_decimal_of(gen, after, trimmed, out);
}

static ptc_cursor gen_decimal_read(ptc_gen *gen, ptc_cursor p, bool converts,
                                   ptc_decimal *out)
{
    ptc_cursor after;
    ptc_str text;

    p = ptc_scan_blanks(p);
    if (*p == '-' || (unsigned)*p - '0' <= 9)
        return gen_decimal_number(gen, p, converts, out);
    after = ptc_gen_string(gen, p, &text);
    if (after == NULL || PTC_LIKELY(ptc_decimal_read(text, out) == PTC_OK))
        return after;
    return converts ? gen_decimal_trimmed(gen, after, text, out)
                    : ptc_gen_invalid(gen, after);
}

ptc_cursor ptc_gen_decimal(ptc_gen *gen, ptc_cursor p, ptc_decimal *out)
{
    return gen_decimal_read(gen, p, ptc_walk_converts(gen->mode, gen->direction), out);
}

ptc_cursor ptc_gen_strict_decimal(ptc_gen *gen, ptc_cursor p, ptc_decimal *out)
{
    return gen_decimal_read(gen, p, false, out);
}
