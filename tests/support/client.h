/* SPDX-License-Identifier: MIT */
/* A program that answers lines, and the side that asks it: pipes, lines, time, the end.
 */
#ifndef PTC_TEST_CLIENT_H
#define PTC_TEST_CLIENT_H

#include "support.h"

#include <sys/types.h>

enum {
    CLIENT_PATIENCE = 20000, /* ms for a line that must come; machines are busy */
    CLIENT_RUNS = -1000,     /* of client_end: it had to be killed */
};

typedef struct client {
    pid_t child;
    int in;       /* that the child reads; -1 once closed */
    int out;      /* that it writes */
    int errors;   /* a file without a name */
    size_t start; /* of what was read and not yet given */
    size_t length;
    size_t capacity;
    char *bytes;
} client;

/* Starts a command line, NULL-terminated. */
void client_start(client *c, const char *const *argv);

/* Writes the text; false when no one reads. */
bool client_say(client *c, const char *text);

/* Another process writes the text so often: a caller that writes much must read
 * meanwhile. What the child reads is only at its end when both have closed it. */
void client_say_apart(client *c, const char *text, unsigned times);

/* The next line, without its LF, or NULL: none within this many milliseconds, or no more.
 * Valid until the next one. */
const char *client_line(client *c, int wait_ms);

/* The next line must contain the text. */
void client_expect(client *c, const char *part);

/* No line comes within this many milliseconds. */
void client_expect_none(client *c, int wait_ms);

/* Closes what the child reads; what it writes. */
void client_close(client *c);
void client_leave(client *c);

/* Waits for its end: exit code, 256 + the signal that ended it, or CLIENT_RUNS. */
int client_end(client *c, int wait_ms);

/* What it wrote to standard error so far. */
const char *client_errors(client *c);

/* Milliseconds of a clock. */
int64_t client_now(void);

#endif
