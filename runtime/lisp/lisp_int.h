/* SPDX-License-Identifier: MIT */
/*
 * Programs from text to result, for hosts: run.c is the one file that knows reader,
 * compiler and machine, each by its first header. It uses lisp/heap and lisp/host
 * besides; no room below runtime/lisp knows it.
 */
#ifndef PTC_LISP_INT_H
#define PTC_LISP_INT_H

#include "lisp/heap/heap_int.h"

/* --- run.c ------------------------------------------------------------------------- */

/* An empty program of that text, among the context's; NULL when refused memory. */
ptc_program *ptc_program_new(ptc_lisp *lisp, ptc_str text);

#endif
