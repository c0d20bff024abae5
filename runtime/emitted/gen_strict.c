/* SPDX-License-Identifier: MIT */
/*
 * Scalars of generated parsers that coerce nothing, for `ptcc gen --mode=strict`: what is
 * not of its type is refused. [validation 2, 3]
 */
#include "emitted/emitted_int.h"
#include "schema/schema_int.h"
#include "json/json_int.h"

#include <ptc/convert.h>

/* A keyword's name stands for it in JSON, but a string member of that name comes first.
 */
bool ptc_gen_member(const ptc_schema_node *node, const ptc_value *value, unsigned *member)
{
    uint32_t count = node->type == PTC_TYPE_ENUM ? node->count : 1;

    for (unsigned turn = 0; turn < 2; turn++) {
        for (uint32_t i = 0; i < count; i++) {
            if (ptc_member_is_scalar(&node->members[i], value, turn == 1)) {
                *member = i + 1;
                return true;
            }
        }
    }
    return false;
}

ptc_cursor ptc_gen_read_member(ptc_gen *gen, ptc_cursor p, ptc_value *out)
{
    p = ptc_scan_blanks(p);
    if (*p == '{' || *p == '[')
        return ptc_gen_invalid(gen, p);
    return ptc_scan_scalar(&gen->scan, p, out);
}

PTC_COLD ptc_cursor ptc_gen_refused(ptc_gen *gen, ptc_cursor p)
{
    if (gen->scan.status == PTC_ERROR_RANGE)
        return NULL; /* the number, not its type, is at fault */
    return ptc_gen_try_again(gen) ? ptc_gen_invalid(gen, p) : NULL;
}

ptc_cursor ptc_gen_strict_int_rest(ptc_gen *gen, ptc_cursor p, int64_t *out)
{
    ptc_cursor after;

    p = ptc_scan_blanks(p);
    after = ptc_scan_int_rest(&gen->scan, p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_refused(gen, p);
}

ptc_cursor ptc_gen_strict_float_rest(ptc_gen *gen, ptc_cursor p, double *out)
{
    ptc_cursor after;

    p = ptc_scan_blanks(p);
    after = ptc_scan_double_rest(&gen->scan, p, out);
    return PTC_LIKELY(after != NULL) ? after : ptc_gen_refused(gen, p);
}

ptc_cursor ptc_gen_strict_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *out)
{
    ptc_cursor after = ptc_gen_string(gen, p, out);

    return after == NULL || ptc_keyword_is_legal(*out) ? after
                                                       : ptc_gen_invalid(gen, after);
}

ptc_cursor ptc_gen_strict_datetime(ptc_gen *gen, ptc_cursor p, ptc_datetime *out)
{
    ptc_str text;
    ptc_cursor after = ptc_gen_string(gen, p, &text);
    ptc_datetime_form form =
        after != NULL ? ptc_moment_read(text, out) : PTC_DATETIME_UTC;

    return form == PTC_DATETIME_UTC || form == PTC_DATETIME_OFFSET
               ? after
               : ptc_gen_invalid(gen, after);
}

ptc_cursor ptc_gen_strict_enum(ptc_gen *gen, ptc_cursor p, const ptc_schema_node *node,
                               unsigned *member)
{
    ptc_value value;
    ptc_cursor after = ptc_gen_read_member(gen, p, &value);

    if (after == NULL || ptc_gen_member(node, &value, member))
        return after;
    return ptc_gen_invalid(gen, after);
}

ptc_cursor ptc_gen_entry_strict_keyword(ptc_gen *gen, ptc_cursor p, ptc_str *key)
{
    p = ptc_scan_key(&gen->scan, p + 1, key);
    return p == NULL || ptc_keyword_is_legal(*key) ? p : ptc_gen_invalid(gen, p);
}
