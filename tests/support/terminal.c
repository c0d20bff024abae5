/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE   700
#define _DEFAULT_SOURCE /* TIOCSWINSZ, TIOCSCTTY */
#include "terminal.h"

#include <criterion/criterion.h>

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { TERMINAL_PATIENCE = 10000 /* milliseconds */ };

/* The child: the terminal is its own, and all it has. */
static void become(const char *slave, const char *const *argv)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    int file;

    setsid();
    file = open(slave, O_RDWR);
    ioctl(file, TIOCSCTTY, 0);
    ioctl(file, TIOCSWINSZ, &size);
    dup2(file, 0);
    dup2(file, 1);
    dup2(file, 2);
    execv(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
}

bool terminal_start(terminal *person, const char *const *argv)
{
    const char *slave = NULL;

    person->length = 0;
    person->seen = 0;
    person->shown[0] = '\0';
    person->master = posix_openpt(O_RDWR | O_NOCTTY);
    if (person->master >= 0 && grantpt(person->master) == 0 &&
        unlockpt(person->master) == 0)
        slave = ptsname(person->master);
    if (slave == NULL) {
        fprintf(stderr, "note: no pseudo-terminals here\n");
        return false;
    }
    person->child = fork();
    cr_assert(person->child >= 0);
    if (person->child == 0) {
        close(person->master);
        become(slave, argv);
    }
    return true;
}

void terminal_type(terminal *person, const char *keys)
{
    size_t length = strlen(keys);

    cr_assert(write(person->master, keys, length) == (ssize_t)length);
}

/* Takes what is shown next; false after the end, or when nothing comes. */
static bool take(terminal *person)
{
    struct pollfd wait = {.fd = person->master, .events = POLLIN};
    size_t room = sizeof person->shown - 1 - person->length;
    ssize_t got;

    if (room == 0 || poll(&wait, 1, TERMINAL_PATIENCE) <= 0)
        return false;
    got = read(person->master, person->shown + person->length, room);
    if (got <= 0)
        return false;
    person->length += (size_t)got;
    person->shown[person->length] = '\0';
    return true;
}

void terminal_expect(terminal *person, const char *text)
{
    const char *found;

    while ((found = strstr(person->shown + person->seen, text)) == NULL) {
        if (!take(person)) {
            cr_assert_fail("not shown: %s\nafter: %s", text,
                           person->shown + person->seen);
            return;
        }
    }
    person->seen = (size_t)(found - person->shown) + strlen(text);
}

int terminal_end(terminal *person)
{
    int status;

    while (take(person))
        continue;
    close(person->master); /* hangs up on a command that goes on */
    if (waitpid(person->child, &status, 0) != person->child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

bool terminal_has_shown(const terminal *person, const char *text)
{
    return strstr(person->shown, text) != NULL;
}
