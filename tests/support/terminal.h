/* SPDX-License-Identifier: MIT */
/* A command at a terminal of its own, and a person who types and waits. */
#ifndef PTC_TEST_TERMINAL_H
#define PTC_TEST_TERMINAL_H

#include "support.h"

#include <sys/types.h>

typedef struct terminal {
    int master;
    pid_t child;
    size_t length; /* of what was shown so far */
    size_t seen;   /* of that, what expectations have passed */
    char shown[1 << 18];
} terminal;

/* Starts the command on a terminal of 24 x 80. False after a note where the machine
 * has none to give. */
bool terminal_start(terminal *person, const char *const *argv);

void terminal_type(terminal *person, const char *keys);

/* Waits until `text` is shown after what was expected before; fails the test after ten
 * seconds. */
void terminal_expect(terminal *person, const char *text);

/* Waits for the end of the command; its exit code, or -1. */
int terminal_end(terminal *person);

/* Whether `text` has been shown at all. */
bool terminal_has_shown(const terminal *person, const char *text);

#endif
