/* SPDX-License-Identifier: MIT */
/*
 * Servers on standard input and output. The room uses mcp and base. [mcp 2, 3, 5]
 *
 *     descriptors.c  moving them, reading, writing, the operator's lines
 *     signals.c      SIGTERM and SIGINT: the one place of the library with writable data
 *     turns.c        threads that take turns at reading and running calls
 *     stdio.c        ptc_mcp_serve_stdio: the thread that waits for the end
 *
 * The thread that serves only waits, for bytes of a pipe that say what has happened: so
 * the end comes in time whatever the functions of tools do, and even if no one reads.
 */
#ifndef PTC_MCP_STDIO_INT_H
#define PTC_MCP_STDIO_INT_H

#include "mcp/mcp_int.h"

/* Systems with the functions that the room needs; elsewhere its files are empty. */
#if defined(__unix__) || defined(__APPLE__)
#define PTC_STDIO_WORKS 1

#include <pthread.h>
#include <signal.h>

enum {
    PTC_STDIO_CHUNK = 65536,    /* bytes of a read */
    PTC_STDIO_WORKERS_MAX = 64, /* as in <ptc/mcp.h> */
    PTC_STDIO_NOTHING = -1,     /* of reading: interrupted, or the time is over */
};

#define PTC_STDIO_FOREVER UINT64_MAX

/* --- descriptors.c -------------------------------------------------------------------
 */

/* Events: all except the last are bytes of the pipe that wakes the serving thread. */
typedef enum ptc_stdio_event {
    PTC_STDIO_SIGNAL = 's', /* SIGTERM, SIGINT */
    PTC_STDIO_END = 'e',    /* of input */
    PTC_STDIO_GONE = 'g',   /* no one reads our output */
    PTC_STDIO_DONE = 'd',   /* the last thread that takes turns has ended */
    PTC_STDIO_CLOSED = 'c', /* no one writes to `in` any more; it may not be read yet */
} ptc_stdio_event;

/* Our own descriptors, all of them closed in children. */
typedef struct ptc_stdio_files {
    int in;      /* what 0 was */
    int out;     /* what 1 was; -1: it was closed */
    int null;    /* /dev/null */
    int wake[2]; /* the pipe: its reading end and its writing end */
} ptc_stdio_files;

/* Moves 0 and 1 away; 0 becomes /dev/null and 1 standard error. 0, or errno. */
int ptc_stdio_open(ptc_stdio_files *files);
void ptc_stdio_close(ptc_stdio_files *files);

/* Makes readers of `in` find the end there. A waiting reader must be interrupted
 * afterwards: there is no moment in between in which it could start to wait. */
void ptc_stdio_cut(const ptc_stdio_files *files);

/* Bytes that were read, 0 at the end, PTC_STDIO_NOTHING; `wait_ms` may be
 * PTC_STDIO_FOREVER. */
ptrdiff_t ptc_stdio_read(const ptc_stdio_files *files, char *out, size_t size,
                         uint64_t wait_ms);

/* Writes everything, however long that takes; 0, or errno. */
int ptc_stdio_write(int file, ptc_str text);

/* The next event; PTC_STDIO_NOTHING when there is none in time. PTC_STDIO_CLOSED is one
 * while `*watches_in`, which is false afterwards. */
int ptc_stdio_wait(const ptc_stdio_files *files, bool *watches_in, uint64_t wait_ms);
void ptc_stdio_tell(const ptc_stdio_files *files, ptc_stdio_event event);

/* `mcp: LEVEL: line` to standard error, escaped as for people. A ptc_mcp_options.log. */
void ptc_stdio_say(ptc_mcp_level level, ptc_str line, void *user);

uint64_t ptc_stdio_now(void); /* in milliseconds */

/* --- signals.c ---------------------------------------------------------------------- */

enum { PTC_STDIO_SIGNALS = 4 }; /* that are caught */

/* From now on SIGTERM and SIGINT are events, unless they were ignored, and a second one
 * of them ends the process with 143; SIGPIPE is ignored; ptc_stdio_interrupt works.
 * `before` holds the former handlers of PTC_STDIO_SIGNALS. */
void ptc_stdio_catch_signals(const ptc_stdio_files *files, struct sigaction *before);
void ptc_stdio_release_signals(const struct sigaction *before);

/* Ends a system call in which the thread waits. */
void ptc_stdio_interrupt(pthread_t thread);

/* --- turns.c ------------------------------------------------------------------------ */

/* Who reads. */
typedef enum ptc_turns_reading {
    PTC_TURNS_FREE,  /* no thread: the next one that checks does */
    PTC_TURNS_TAKEN, /* a thread that waits for input, or answers it */
    PTC_TURNS_LENT,  /* one that runs calls in between, until another one takes over */
} ptc_turns_reading;

/*
 * Threads that take turns. The reading thread has sole use of everything for reading. A
 * reader that finds calls lends the reading, runs them, and goes on reading: when calls
 * are short, no thread ever waits for another. One thread watches; it takes over a
 * reading that has been lent for a millisecond or two, and sleeps when nothing is lent
 * any more.
 */
typedef struct ptc_turns {
    ptc_mcp_session *session;
    const ptc_stdio_files *files;
    unsigned workers;
    /* Of the reader */
    char *buffer; /* PTC_STDIO_CHUNK bytes */
    size_t start; /* of the bytes not fed yet */
    size_t end;
    bool is_at_end; /* of input */
    /* Under the lock, which is never held while a function of the session runs */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t threads[PTC_STDIO_WORKERS_MAX + 1];
    unsigned started;
    unsigned alive;
    unsigned idle;   /* wait here */
    unsigned wanted; /* idle ones that should look for calls */
    ptc_turns_reading reading;
    uint64_t loans;   /* so far */
    uint64_t reads;   /* turns of readers so far */
    pthread_t reader; /* if has_reader: it may wait for input */
    bool has_reader;
    bool is_watched;  /* an idle one checks every millisecond */
    bool is_draining; /* the input is at its end: calls are awaited */
    bool is_over;
    bool is_refused; /* a thread could not be started */
} ptc_turns;

/* Starts the first thread; 0, or errno. `buffer` has PTC_STDIO_CHUNK bytes. */
int ptc_turns_start(ptc_turns *turns);

/* Turns of readers so far; while there is input, the count keeps rising. */
uint64_t ptc_turns_reads(ptc_turns *turns);

/* No thread continues reading; calls are cancelled. */
void ptc_turns_stop(ptc_turns *turns);

/* After PTC_STDIO_DONE. */
void ptc_turns_join(ptc_turns *turns);

#endif
#endif
