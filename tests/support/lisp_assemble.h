/* SPDX-License-Identifier: MIT */
/*
 * A small assembler, so that the machine is tested without the compiler. A line is one of
 *
 *     .fn NAME PARAMETERS REGISTERS     a function; the first is the program's own
 *     .rest                             it takes more arguments in one more parameter
 *     .capture rN | cN                  it captures a register, or a captured value
 *     .arity NAME                       it dispatches to that function
 *     .child NAME                       P[next]
 *     .k VALUE                          K[next]: EDN of a scalar, or the name of a
 * builtin .var NAME                         V[next], of the program .get :KEY S[next],
 * that looks up .record :KEY :KEY                 S[next], of a map's shape NAME OPERANDS
 * an instruction; W is a number or @LABEL
 *     @LABEL
 *     ; comment
 *
 * Places are the offsets of the lines in the text.
 */
#ifndef PTC_TEST_LISP_ASSEMBLE_H
#define PTC_TEST_LISP_ASSEMBLE_H

#include "lisp/heap/heap_int.h"

/* The program, of the context; not verified. Fails the test for a faulty text. */
ptc_program *test_assemble(ptc_lisp *lisp, const char *text);

#endif
