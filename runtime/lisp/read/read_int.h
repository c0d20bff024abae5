/* SPDX-License-Identifier: MIT */
/*
 * Text of programs to forms, and where a program ends. The room uses the tokens of edn.re
 * and runtime/base; from lisp/heap it knows the context, for its seed and for where the
 * text begins. It does not know the meaning of forms: that is the compiler's task.
 *
 * No two files need each other. This header is for the rooms above; reader.h is only for
 * read*.c.
 */
#ifndef PTC_LISP_READ_INT_H
#define PTC_LISP_READ_INT_H

#include "lisp/heap/heap_int.h"

/* --- read.c ------------------------------------------------------------------------ */

/*
 * Reads a whole program into `forms` (initialised; in forms->arena). Each top-level
 * form's index goes to `*roots`. False with `*error` set: the first fault. Afterwards
 * forms->text is the copy of the source that texts are borrowed from. [ptc-lisp 2]
 *
 * Forms of programs: `#(..)` is a LIST with PTC_FORM_SHORT; 'x and (quote x) are the form
 * x with PTC_FORM_QUOTED, which all forms in it have; #'x is the symbol x; characters are
 * STRING; ns/name is a SYMBOL with PTC_FORM_QUALIFIED. number.integer of a SYMBOL is the
 * ptc_symbol_hash of its whole text. `lisp` may be NULL.
 */
bool ptc_lisp_read(ptc_lisp *lisp, ptc_forms *forms, uint32_t **roots,
                   uint32_t *root_count, ptc_lisp_error *error);

/* For tables of the compile phase, whose size is bounded by the limits on programs. */
PTC_INLINE uint32_t ptc_symbol_hash(ptc_str name)
{
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t hash = name.len * odd;
    uint64_t word = 0;
    size_t i = 0;

    for (; i + 8 <= name.len; i += 8) {
        memcpy(&word, name.ptr + i, 8);
        hash = (hash ^ word) * odd;
        hash ^= hash >> 32;
    }
    if (name.len >= 8) {
        memcpy(&word, name.ptr + name.len - 8, 8);
    } else if (name.len >= 4) {
        uint32_t first;
        uint32_t last;

        memcpy(&first, name.ptr, 4);
        memcpy(&last, name.ptr + name.len - 4, 4);
        word = (uint64_t)first << 32 | last;
    } else if (name.len > 0) {
        word = (uint64_t)(unsigned char)name.ptr[0] << 16 |
               (uint64_t)(unsigned char)name.ptr[name.len / 2] << 8 |
               (unsigned char)name.ptr[name.len - 1];
    }
    hash = (hash ^ word) * odd;
    return (uint32_t)(hash >> 32);
}

/* --- read_extent.c: where programs end, for callers that get them line by line
 * ------ */

enum { PTC_READ_DEPTH_MAX = 64 }; /* nested collections */

/* What is open at the end of the text so far; all zero at first. */
typedef struct ptc_extent {
    uint32_t depth;    /* collections */
    uint32_t discards; /* forms that prefixes outside collections wait for, to drop */
    bool is_awaited;   /* the form that ^ describes is to come */
    bool is_quoted;    /* the form after ' or #' is to come */
    bool is_var;       /* it is a name */
    bool is_within;    /* a string or pattern goes on */
    bool is_faulty;    /* the reader will say why; the rest is ignored */
    uint8_t tokens[PTC_READ_DEPTH_MAX]; /* that opened the collections */
} ptc_extent;

/*
 * Reads on from `*at` (after a newline, or 0, where a string goes on) to the end of the
 * next form outside collections, and moves `*at` there: true. False at the end of the
 * text, or at a fault. The text ends with a NUL after its `len` bytes; it is written to,
 * but restored. Linear in the size of the new text.
 */
bool ptc_extent_next(ptc_extent *extent, char *text, size_t len, size_t *at);

/* Whether more text can make the rest a form: no fault, and something is open. */
bool ptc_extent_is_open(const ptc_extent *extent);

#endif
