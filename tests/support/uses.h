/* SPDX-License-Identifier: MIT */
/* What the suites of the commands share: a command line and what it must answer. */
#ifndef PTC_TEST_USES_H
#define PTC_TEST_USES_H

#include "support.h"

typedef struct use {
    const char *arguments[16];
    const char *input;
    int status;
    const char *out; /* all of stdout; NULL: anything */
    const char *err; /* part of stderr; "": nothing at all; NULL: anything */
} use;

/* Runs the command that the environment variable `program` names (PTC_EXE, PTCC_EXE). */
void run_uses(const char *program, const use *uses, size_t count);

/* Writes a file in the current folder. */
void put_file(const char *name, const char *text);

#endif
