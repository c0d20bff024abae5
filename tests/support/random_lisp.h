/* SPDX-License-Identifier: MIT */
/*
 * Random programs of PTC-Lisp, for tests that hold for all of them. They are typed, so
 * most run to an end, except for a wrong argument here and there; every special form,
 * every instruction and every builtin occurs. The same seed gives the same programs.
 */
#ifndef PTC_TEST_RANDOM_LISP_H
#define PTC_TEST_RANDOM_LISP_H

#include "support.h"

#include <ptc/lisp.h>

enum {
    RANDOM_LISP_NAMES = 64, /* locals in scope, definitions of a program */
    RANDOM_LISP_NAME = 12,
};

typedef struct random_lisp_name {
    char type; /* a letter of random_lisp.c; or 0: bound, but not yet in scope */
    char text[RANDOM_LISP_NAME];
} random_lisp_name;

/* A program in stages, of which later ones use what earlier ones define. */
typedef struct random_lisp {
    test_random *random;
    ptc_text *text; /* of the stage */
    random_lisp_name locals[RANDOM_LISP_NAMES];
    unsigned local_count;
    random_lisp_name globals[RANDOM_LISP_NAMES];
    unsigned global_count;
    unsigned named; /* names that were made */
    unsigned left;  /* forms that the stage may still have */
} random_lisp;

/* What `ctx/..` is in the programs, as JSON. */
extern const char random_lisp_context[];

/* The next stage. When it fails, `global_count` must be set to what it was before. */
ptc_str random_lisp_stage(random_lisp *make, ptc_arena *arena);

/* A program with more constants than short instructions have numbers for. */
ptc_str random_lisp_wide(ptc_arena *arena);

/* How often each instruction is in the program. */
void random_lisp_count(const ptc_program *program, size_t *counts);

#endif
