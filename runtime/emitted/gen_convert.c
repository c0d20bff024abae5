/* SPDX-License-Identifier: MIT */
/*
 * Scalars that generated parsers find in another form than that of their type: strings
 * that spell numbers, keywords with a colon, moments with an offset. They become what the
 * rules of <ptc/convert.h> say, which are the walker's; limits are checked by the emitted
 * code after. [validation 4]
 */
#include "emitted/emitted_int.h"
#include "schema/schema_int.h"
#include "walk/walk_int.h"

#include <ptc/convert.h>

/* Whether input is converted to its type. */
static bool gen_converts(const ptc_gen *gen)
{
    return ptc_walk_converts(gen->mode, gen->direction);
}

/* The string that is where another type was wanted. Nothing else can become one, so it
 * ends here. */
static ptc_cursor gen_read_text(ptc_gen *gen, ptc_cursor p, ptc_str *out)
{
    if (!ptc_gen_try_again(gen))
        return NULL;
    p = ptc_scan_blanks(p);
    if (*p != '"' || !gen_converts(gen))
        return ptc_gen_invalid(gen, p);
    return ptc_scan_string(&gen->scan, p + 1, out);
}

/* Ends a conversion that gave `status`. */
static ptc_cursor gen_converted(ptc_gen *gen, ptc_cursor after, ptc_status status)
{
    if (status != PTC_OK)
        return ptc_gen_invalid(gen, after);
    gen->is_coerced = true;
    return after;
}

static PTC_COLD ptc_cursor gen_int_of_text(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_str text;
    ptc_cursor after = gen_read_text(gen, p, &text);

    return after != NULL ? gen_converted(gen, after, ptc_convert_int(text, out)) : NULL;
}

static PTC_COLD ptc_cursor gen_float_of_text(ptc_gen *gen, ptc_cursor p, double *out)
{
    ptc_str text;
    ptc_cursor after;

    if (gen->scan.status == PTC_ERROR_RANGE)
        return NULL; /* no double can hold it, whatever the type */
    after = gen_read_text(gen, p, &text);
    return after != NULL ? gen_converted(gen, after, ptc_convert_float(text, out)) : NULL;
}

ptc_cursor ptc_gen_int_rest(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    p = ptc_scan_blanks(p);
    after = ptc_scan_int_rest(&gen->scan, p, out);
    return PTC_LIKELY(after != NULL) ? after : gen_int_of_text(gen, p, out);
}

ptc_cursor ptc_gen_float_rest(ptc_gen *gen, ptc_cursor p, double *out)
{
    ptc_cursor after;

    p = ptc_scan_blanks(p);
    after = ptc_scan_double_rest(&gen->scan, p, out);
    return PTC_LIKELY(after != NULL) ? after : gen_float_of_text(gen, p, out);
}

PTC_COLD ptc_cursor ptc_gen_bool_rest(ptc_gen *gen, ptc_cursor p, bool *out)
{
    ptc_str text;
    ptc_cursor after = gen_read_text(gen, p, &text);

    return after != NULL ? gen_converted(gen, after, ptc_convert_bool(text, out)) : NULL;
}

ptc_cursor ptc_gen_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *out)
{
    ptc_cursor after = ptc_gen_string(gen, p, out);

    if (after == NULL || ptc_keyword_is_legal(*out))
        return after;
    if (!gen_converts(gen) || !ptc_convert_keyword(*out, out))
        return ptc_gen_invalid(gen, after);
    return gen_converted(gen, after, PTC_OK);
}

/* The text of a moment in UTC, made in the arena and ended by a NUL. */
static ptc_cursor gen_to_utc(ptc_gen *gen, ptc_cursor after, ptc_datetime *out)
{
    char *utc = ptc_arena_alloc(gen->scan.arena, PTC_DATETIME_MAX);
    ptc_status status;
    size_t len = 0;

    if (utc == NULL)
        return ptc_scan_fail(&gen->scan, after, PTC_ERROR_MEMORY, "memory refused");
    status = ptc_datetime_to_utc(out->text, utc, &len);
    utc[len] = '\0';
    out->text = ptc_str_make(utc, len);
    return gen_converted(gen, after, status);
}

ptc_cursor ptc_gen_datetime(ptc_gen *gen, ptc_cursor p, ptc_datetime *out)
{
    ptc_str text;
    ptc_cursor after = ptc_gen_string(gen, p, &text);

    if (after == NULL)
        return NULL;
    switch (ptc_moment_read(text, out)) {
    case PTC_DATETIME_UTC:
        return after;
    case PTC_DATETIME_OFFSET:
        return gen_converts(gen) ? gen_to_utc(gen, after, out) : after;
    case PTC_DATETIME_LOOSE:
        return gen_converts(gen) ? gen_to_utc(gen, after, out)
                                 : ptc_gen_invalid(gen, after);
    case PTC_DATETIME_NO_OFFSET:
    case PTC_DATETIME_NONE:
        break;
    }
    return ptc_gen_invalid(gen, after);
}

ptc_cursor ptc_gen_enum(ptc_gen *gen, ptc_cursor p, const ptc_schema_node *node,
                        unsigned *member)
{
    ptc_value value;
    ptc_cursor after = ptc_gen_read_member(gen, p, &value);

    if (after == NULL || ptc_gen_member(node, &value, member))
        return after;
    if (!gen_converts(gen) || ptc_member_convert(node, &value, &value) != PTC_OK ||
        !ptc_gen_member(node, &value, member))
        return ptc_gen_invalid(gen, after);
    return gen_converted(gen, after, PTC_OK);
}

ptc_cursor ptc_gen_entry_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *key)
{
    p = ptc_scan_key(&gen->scan, p + 1, key);
    if (p == NULL || ptc_keyword_is_legal(*key))
        return p;
    if (!gen_converts(gen) || !ptc_convert_keyword(*key, key))
        return ptc_gen_invalid(gen, p);
    return gen_converted(gen, p, PTC_OK);
}
