/* SPDX-License-Identifier: MIT */
/*
 * Builtins on text: strings, regular expressions, dates, JSON; and their basis: the
 * search for a string in another, and patterns from Java's syntax to PCRE2, which only
 * pattern.c knows. Numbers, dates and printing themselves are in lisp/heap. The room uses
 * lisp/language, lisp/heap, the JSON scanner and runtime/base; it does not know the other
 * builtins.
 *
 * No two files need each other: core_text.c, which defines the constants of the family,
 * refers to all of core_text_*.c, and their shared functions are in text_part.c, below
 * them.
 *
 * This header is for the files of the text family, and for other builtins; pattern.h has
 * regular expressions.
 */
#ifndef PTC_LISP_TEXT_INT_H
#define PTC_LISP_TEXT_INT_H

#include "lisp/heap/data.h"

/* --- text_part.c ------------------------------------------------------------------- */

/* Raises the type error of `callee` unless the first `strings` arguments are strings. */
void ptc_text_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                    uint32_t count, uint32_t strings);

/* Argument `which` as an index: floats are truncated, huge ones saturate. */
int64_t ptc_text_index(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                       uint32_t count, uint32_t which);

/* Bytes [start, end) as a string; the string itself when they are all of it. */
ptc_value ptc_text_part(ptc_lisp *lisp, const ptc_value *string, size_t start,
                        size_t end);

/* The texts of the items as by `str`, separated. */
ptc_value ptc_text_join(ptc_lisp *lisp, ptc_str separator, const ptc_value *items,
                        uint32_t count);

/* The texts of the items in a `style`, separated. */
ptc_value ptc_text_print_all(ptc_lisp *lisp, ptc_str separator, const ptc_value *items,
                             uint32_t count, ptc_print_style style);

/* --- find.c ------------------------------------------------------------------------ */

/* A part that is searched for, once or many times. */
typedef struct ptc_finder {
    ptc_str part;   /* borrowed */
    ptc_lisp *lisp; /* whose clock is checked; the rest is private to find.c */
    size_t cut;
    size_t period;
    bool is_periodic;
    bool is_backward;
} ptc_finder;

/* For the first occurrence, or with is_backward the last one. Linear in part.len. */
void ptc_finder_init(ptc_lisp *lisp, ptc_finder *finder, ptc_str part, bool is_backward);
/* Its offset in `text`, or SIZE_MAX. Linear in text.len, without memory. */
size_t ptc_finder_next(const ptc_finder *finder, ptc_str text);

/* The offset of the first `part` in `text`, or SIZE_MAX. */
size_t ptc_text_find(ptc_lisp *lisp, ptc_str text, ptc_str part);

/* --- core_text_find.c -------------------------------------------------------------- */

/* (replace string part other) with literal strings, of the 3 arguments of a builtin. */
ptc_value ptc_text_replace(ptc_lisp *lisp, const ptc_value *callee,
                           const ptc_value *args);

/* --- core_text_case.c -------------------------------------------------------------- */

/* The one character that a character becomes; itself where it becomes several. */
uint32_t ptc_text_case_of(uint32_t c, bool is_upper);

/* --- core_text_parse.c ------------------------------------------------------------- */

/* Argument 0, a string, as an integer in [least, greatest] in the base of argument 1, or
 * ten; raises otherwise. */
ptc_value ptc_text_parse_integer(ptc_lisp *lisp, const ptc_value *callee,
                                 const ptc_value *args, uint32_t count, int64_t least,
                                 int64_t greatest);

/* --- method.c ---------------------------------------------------------------------- */

/* Raises that args[0] does not have the method `callee`, with the methods that it
 * has. */
PTC_COLD PTC_NORETURN void ptc_method_refuse(ptc_lisp *lisp, const ptc_value *callee,
                                             const ptc_value *args, uint32_t count);

#endif
