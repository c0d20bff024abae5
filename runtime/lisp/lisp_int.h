/* SPDX-License-Identifier: MIT */
/*
 * Programs from text to result, for hosts: compile_text.c is the one file that knows
 * reader, compiler and machine, each by its first header; run.c runs the programs that it
 * and lisp/image make, and knows only the machine. Both use lisp/heap, and run.c also
 * lisp/host; no room below runtime/lisp knows them, and neither uses the other except
 * where a text is compiled and run at once.
 */
#ifndef PTC_LISP_INT_H
#define PTC_LISP_INT_H

#include "lisp/heap/heap_int.h"

#endif
