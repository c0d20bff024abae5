/* SPDX-License-Identifier: MIT */
/*
 * What the files of the text family share: core_text.c, which defines its constants, and
 * core_text_*.c.
 */
#ifndef PTC_LISP_CORE_TEXT_H
#define PTC_LISP_CORE_TEXT_H

#include "lisp/heap/lisp_int.h"

/* Raises the type error of `callee` unless the first `strings` arguments are strings. */
void ptc_text_check(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                    uint32_t count, uint32_t strings);

/* Argument `which` as an index: floats are truncated, huge ones saturate. */
int64_t ptc_text_index(ptc_lisp *lisp, const ptc_value *callee, const ptc_value *args,
                       uint32_t count, uint32_t which);

/* Bytes [start, end) as a string; the string itself when that is all of it. */
ptc_value ptc_text_part(ptc_lisp *lisp, const ptc_value *string, size_t start,
                        size_t end);

/* The offset `count` graphemes behind offset `at`, at most the end. */
size_t ptc_text_advance(ptc_lisp *lisp, const ptc_value *string, size_t at,
                        uint64_t count);

/* The texts of the items as of `str`, separated. */
ptc_value ptc_text_join(ptc_lisp *lisp, ptc_str separator, const ptc_value *items,
                        uint32_t count);

#endif
