/* SPDX-License-Identifier: MIT */
/* Internal to runtime/lisp: faults of runs that the text of the program explains. */
#ifndef PTC_LISP_FAULT_H
#define PTC_LISP_FAULT_H

#include "lisp/heap/heap_int.h"

/* The kinds of fault that an explanation depends on, apart from the form at the place.
 * Images hold the numbers: they never change. */
typedef enum ptc_fault_sort {
    PTC_FAULT_NONE,         /* no text explains it */
    PTC_FAULT_CALLED,       /* a value that is not a function was called */
    PTC_FAULT_PARTS_CALLED, /* a sequence or string was, or nil */
    PTC_FAULT_ARITY,        /* a builtin was called with another count */
    PTC_FAULT_ONE,          /* a function: with one argument */
    PTC_FAULT_ONE_FOR_NONE, /* and it has none */
    PTC_FAULT_TWO,
    PTC_FAULT_COUNT, /* with another count, whose first digit the explanation has */
    PTC_FAULT_SORTS
} ptc_fault_sort;

/* In explanations, the placeholder for the digit of PTC_FAULT_COUNT. */
#define PTC_FAULT_DIGIT '\1'

/* The kind of lisp->error, of a run that failed, and its digit. */
ptc_fault_sort ptc_fault_sort_of(const ptc_lisp *lisp, char *count);
/* The more general kind: its explanation also explains this one, unless there is more to
 * say; PTC_FAULT_NONE. */
ptc_fault_sort ptc_fault_general(ptc_fault_sort sort);
/* Ends the message of lisp->error with the explanation, unless that makes it too
 * long. */
void ptc_fault_explain(ptc_lisp *lisp, ptc_str explanation, char count);

#endif
