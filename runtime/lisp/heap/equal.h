/* SPDX-License-Identifier: MIT */
/* Internal to runtime/lisp: `=` without a call where that is short, for the instructions
 * and builtins that compare once for each row. */
#ifndef PTC_LISP_EQUAL_H
#define PTC_LISP_EQUAL_H

#include "lisp/heap/data.h"

#include <string.h>

PTC_INLINE bool ptc_same_bytes(const char *a, const char *b, size_t len)
{
    uint64_t words[4];

    if (len > 16 || len < 8)
        return memcmp(a, b, len) == 0;
    memcpy(&words[0], a, 8);
    memcpy(&words[1], b, 8);
    memcpy(&words[2], a + len - 8, 8);
    memcpy(&words[3], b + len - 8, 8);
    return ((words[0] ^ words[1]) | (words[2] ^ words[3])) == 0;
}

/* `=` of short texts, which most comparisons of programs are, without a call. */
PTC_INLINE bool ptc_same_text(const char *a, const char *b, size_t len)
{
    uint32_t halves[4];

    if (a == b)
        return true;
    if (len < 4 || len > 8)
        return ptc_same_bytes(a, b, len);
    memcpy(&halves[0], a, 4);
    memcpy(&halves[1], b, 4);
    memcpy(&halves[2], a + len - 4, 4);
    memcpy(&halves[3], b + len - 4, 4);
    return ((halves[0] ^ halves[1]) | (halves[2] ^ halves[3])) == 0;
}

/* `=` without a call where that is short. */
PTC_INLINE bool ptc_equal(ptc_lisp *lisp, const ptc_value *x, const ptc_value *y)
{
    if (x->kind == y->kind) {
        if (x->kind == PTC_KEYWORD)
            return x->as.text == y->as.text;
        if (x->kind == PTC_STRING)
            return x->aux == y->aux && ptc_same_text(x->as.text, y->as.text, x->aux);
        if (x->kind == PTC_INT)
            return x->as.integer == y->as.integer;
        if (x->kind == PTC_NIL)
            return true;
    }
    return ptc_lisp_equal(lisp, x, y);
}

#endif
