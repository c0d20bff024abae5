/* SPDX-License-Identifier: MIT */
/*
 * Programs from text to result, for hosts: compile_text.c is the one file that knows
 * reader, compiler and machine, each by its first header; run.c runs what it and
 * lisp/image make, and knows the machine alone. Both use lisp/heap, run.c lisp/host
 * besides; no room below runtime/lisp knows them, and neither uses the other but where a
 * text is compiled and run at once.
 */
#ifndef PTC_LISP_INT_H
#define PTC_LISP_INT_H

#include "lisp/heap/heap_int.h"

#endif
