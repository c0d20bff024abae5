/* SPDX-License-Identifier: MIT */
/*
 * Signals of servers on standard input and output. A handler can only use globals: this
 * is the only file of the library with writable data. [mcp 3]
 */
#define _POSIX_C_SOURCE 200809L
#include "mcp/stdio/stdio_int.h"

#ifdef PTC_STDIO_WORKS

#include <errno.h>
#include <unistd.h>

static volatile sig_atomic_t signals_seen;
static volatile sig_atomic_t signals_pipe;

static void signals_handle(int number)
{
    static const char event = PTC_STDIO_SIGNAL;
    int error = errno;

    (void)number;
    if (signals_seen != 0)
        _exit(143);
    signals_seen = 1;
    if (write(signals_pipe, &event, 1) < 0)
        errno = 0; /* the pipe is full: a thread has enough to read */
    errno = error;
}

/* Its only purpose is to have run. */
static void signals_interrupt(int number)
{
    (void)number;
}

/* The handlers of signals. SIGURG is free to use: it is ignored where it is not
 * caught. */
static const struct {
    int number;
    void (*handler)(int);
    bool may_be_ignored; /* and is then left alone */
} signals_caught[PTC_STDIO_SIGNALS] = {{SIGTERM, signals_handle, true},
                                       {SIGINT, signals_handle, true},
                                       {SIGPIPE, SIG_IGN, false},
                                       {SIGURG, signals_interrupt, false}};

void ptc_stdio_catch_signals(const ptc_stdio_files *files, struct sigaction *before)
{
    signals_seen = 0;
    signals_pipe = files->wake[1];
    for (size_t i = 0; i < PTC_STDIO_SIGNALS; i++) {
        struct sigaction action = {.sa_handler = signals_caught[i].handler};

        sigemptyset(&action.sa_mask);
        sigaction(signals_caught[i].number, NULL, &before[i]);
        if (!signals_caught[i].may_be_ignored || before[i].sa_handler != SIG_IGN)
            sigaction(signals_caught[i].number, &action, NULL);
    }
}

void ptc_stdio_release_signals(const struct sigaction *before)
{
    for (size_t i = 0; i < PTC_STDIO_SIGNALS; i++)
        sigaction(signals_caught[i].number, &before[i], NULL);
}

void ptc_stdio_interrupt(pthread_t thread)
{
    pthread_kill(thread, SIGURG);
}

#endif
