/* SPDX-License-Identifier: MIT */
/* Threads that take turns at reading and running calls. See stdio_int.h. [mcp 5] */
#define _POSIX_C_SOURCE 200809L
#include "mcp/stdio/stdio_int.h"

#ifdef PTC_STDIO_WORKS

#include <errno.h>
#include <time.h>

enum {
    TURNS_TICK_MS = 1,   /* between two checks of the watching thread */
    TURNS_QUIET = 8,     /* checks without news after which it sleeps */
    TURNS_DRAIN_MS = 20, /* between two checks of calls that end after the input */
    TURNS_SLICE = 2048,  /* bytes of short lines that are fed before calls are run */
};

/* Of a thread; functions of tools may need much, and untouched memory costs nothing.
 */
#define TURNS_STACK ((size_t)(sizeof(void *) >= 8 ? 8 : 1) << 20)

/* The clock for waits: a monotonic one, where waits support it. */
#ifdef __APPLE__
#define TURNS_CLOCK CLOCK_REALTIME
#else
#define TURNS_CLOCK CLOCK_MONOTONIC
#endif

static void *turns_run(void *user);

/* --- Starting and waiting, under the lock ------------------------------------------- */

static int turns_start(ptc_turns *turns)
{
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);

    if (error != 0)
        return error;
    pthread_attr_setstacksize(&attributes, TURNS_STACK);
    error =
        pthread_create(&turns->threads[turns->started], &attributes, turns_run, turns);
    pthread_attr_destroy(&attributes);
    if (error == 0) {
        turns->started++;
        turns->alive++;
    }
    return error;
}

/* For that many milliseconds, or until something has changed. */
static void turns_nap(ptc_turns *turns, uint64_t wait_ms)
{
    struct timespec until = {0, 0};

    clock_gettime(TURNS_CLOCK, &until);
    until.tv_nsec += (long)(wait_ms % 1000) * 1000000;
    until.tv_sec += (time_t)(wait_ms / 1000) + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&turns->changed, &turns->lock, &until);
}

/* Whether an idle thread has something to do. */
static bool turns_calls(const ptc_turns *turns)
{
    return turns->is_over || turns->wanted > 0 || turns->reading == PTC_TURNS_FREE;
}

/* Checks every millisecond whether the same loan still runs, and takes over the
 * reading. */
static void turns_watch(ptc_turns *turns)
{
    unsigned quiet = 0;

    turns->is_watched = true;
    while (quiet < TURNS_QUIET && !turns_calls(turns)) {
        uint64_t loan = turns->loans;

        turns_nap(turns, TURNS_TICK_MS);
        if (turns->loans != loan)
            quiet = 0;
        else if (turns->reading == PTC_TURNS_LENT)
            turns->reading = PTC_TURNS_FREE;
        else
            quiet++;
    }
    turns->is_watched = false;
}

static void turns_idle(ptc_turns *turns)
{
    turns->idle++;
    if (!turns->is_watched)
        turns_watch(turns);
    if (!turns_calls(turns))
        pthread_cond_wait(&turns->changed, &turns->lock);
    turns->idle--;
}

/* --- Calls -------------------------------------------------------------------------- */

/* Enters and leaves with the lock held. */
static void turns_work(ptc_turns *turns)
{
    pthread_mutex_unlock(&turns->lock);
    while (ptc_mcp_work(turns->session))
        ;
    pthread_mutex_lock(&turns->lock);
    if (turns->is_draining)
        pthread_cond_broadcast(&turns->changed);
}

/* One thread watches, others help where calls may run in parallel. */
static void turns_call_others(ptc_turns *turns, size_t pending)
{
    const size_t most = turns->workers - 1;
    const size_t helpers = pending - 1 < most ? pending - 1 : most;
    const size_t needed = helpers + !turns->is_watched;

    turns->wanted = (unsigned)helpers;
    for (size_t i = turns->idle; i < needed && turns->started <= turns->workers; i++) {
        if (turns_start(turns) != 0)
            break;
    }
    if (helpers > 0)
        pthread_cond_broadcast(&turns->changed);
    else if (!turns->is_watched && turns->idle > 0)
        pthread_cond_signal(&turns->changed);
}

/* Runs calls instead of reading, until there are none or another thread reads. */
static void turns_lend(ptc_turns *turns, size_t pending)
{
    const uint64_t loan = ++turns->loans;

    turns->reading = PTC_TURNS_LENT;
    turns_call_others(turns, pending);
    turns_work(turns);
    if (turns->reading == PTC_TURNS_LENT && turns->loans == loan)
        turns->reading = PTC_TURNS_FREE;
}

/* --- Reading ------------------------------------------------------------------------ */

/* After the end of input, calls still become late, and end. */
static void turns_drain(ptc_turns *turns)
{
    uint64_t wait = ptc_mcp_tick(turns->session);

    if (ptc_mcp_pending(turns->session) == 0)
        return;
    pthread_mutex_lock(&turns->lock);
    if (!turns->is_over)
        turns_nap(turns, wait < TURNS_DRAIN_MS ? wait : TURNS_DRAIN_MS);
    pthread_mutex_unlock(&turns->lock);
}

static void turns_take_end(ptc_turns *turns)
{
    turns->is_at_end = true;
    ptc_mcp_feed_end(turns->session);
    pthread_mutex_lock(&turns->lock);
    turns->is_draining = true;
    pthread_mutex_unlock(&turns->lock);
    ptc_stdio_tell(turns->files, PTC_STDIO_END);
}

/* Waits for input, unless some of it is left. */
static void turns_fetch(ptc_turns *turns)
{
    ptrdiff_t count;

    if (turns->start < turns->end)
        return;
    turns->start = turns->end = 0;
    count = ptc_stdio_read(turns->files, turns->buffer, PTC_STDIO_CHUNK,
                           ptc_mcp_tick(turns->session));
    if (count > 0)
        turns->end = (size_t)count;
    else if (count == 0)
        turns_take_end(turns);
}

/* How much is fed at once: few enough short lines that all their calls can wait, whole
 * lines where possible. */
static size_t turns_slice(const char *text, size_t len)
{
    const char *found;
    size_t slice = TURNS_SLICE;

    if (len <= TURNS_SLICE)
        return len;
    while (slice > 0 && text[slice - 1] != '\n')
        slice--;
    if (slice > 0)
        return slice;
    found = memchr(text + TURNS_SLICE, '\n', len - TURNS_SLICE);
    return found != NULL ? (size_t)(found - text) + 1 : len;
}

static void turns_feed(ptc_turns *turns)
{
    const char *text = turns->buffer + turns->start;
    size_t slice = turns_slice(text, turns->end - turns->start);

    turns->start += slice;
    if (slice > 0)
        ptc_mcp_feed(turns->session, text, slice); /* it reports what it could not keep */
}

/* A turn of the reader: waits for input, answers it, runs its calls. Enters and leaves
 * with the lock held. */
static void turns_read(ptc_turns *turns)
{
    size_t pending;

    turns->reads++;
    turns->reading = PTC_TURNS_TAKEN;
    turns->reader = pthread_self();
    turns->has_reader = true;
    pthread_mutex_unlock(&turns->lock);
    if (turns->is_at_end)
        turns_drain(turns);
    else
        turns_fetch(turns);
    turns_feed(turns);
    pending = ptc_mcp_pending(turns->session);
    pthread_mutex_lock(&turns->lock);
    turns->has_reader = false;
    turns->reading = PTC_TURNS_FREE;
    if (turns->is_over)
        return;
    if (pending > 0) {
        turns_lend(turns, pending);
    } else if (turns->is_at_end) {
        turns->is_over = true;
        pthread_cond_broadcast(&turns->changed);
    }
}

/* --- Threads ------------------------------------------------------------------------ */

static void *turns_run(void *user)
{
    ptc_turns *turns = user;
    bool is_last;

    pthread_mutex_lock(&turns->lock);
    while (!turns->is_over) {
        if (turns->reading == PTC_TURNS_FREE) {
            turns_read(turns);
        } else if (turns->wanted > 0) {
            turns->wanted--;
            turns_work(turns);
        } else {
            turns_idle(turns);
        }
    }
    pthread_mutex_unlock(&turns->lock);
    ptc_mcp_cancel(turns->session);
    pthread_mutex_lock(&turns->lock);
    is_last = --turns->alive == 0;
    pthread_mutex_unlock(&turns->lock);
    if (is_last)
        ptc_stdio_tell(turns->files, PTC_STDIO_DONE);
    return NULL;
}

static int turns_init(ptc_turns *turns)
{
    pthread_condattr_t attributes;
    int error = pthread_mutex_init(&turns->lock, NULL);

    if (error == 0)
        error = pthread_condattr_init(&attributes);
    if (error != 0)
        return error;
#ifndef __APPLE__
    pthread_condattr_setclock(&attributes, TURNS_CLOCK);
#endif
    error = pthread_cond_init(&turns->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    return error;
}

int ptc_turns_start(ptc_turns *turns)
{
    int error = turns_init(turns);

    if (error != 0)
        return error;
    pthread_mutex_lock(&turns->lock);
    error = turns_start(turns);
    pthread_mutex_unlock(&turns->lock);
    return error;
}

uint64_t ptc_turns_reads(ptc_turns *turns)
{
    uint64_t reads;

    pthread_mutex_lock(&turns->lock);
    reads = turns->reads;
    pthread_mutex_unlock(&turns->lock);
    return reads;
}

void ptc_turns_stop(ptc_turns *turns)
{
    pthread_mutex_lock(&turns->lock);
    turns->is_over = true;
    pthread_cond_broadcast(&turns->changed);
    ptc_stdio_cut(turns->files);
    if (turns->has_reader)
        ptc_stdio_interrupt(turns->reader);
    pthread_mutex_unlock(&turns->lock);
}

void ptc_turns_join(ptc_turns *turns)
{
    unsigned started;

    /* The pipe reported their end, but it does not order memory accesses. */
    pthread_mutex_lock(&turns->lock);
    started = turns->started;
    pthread_mutex_unlock(&turns->lock);
    for (unsigned i = 0; i < started; i++)
        pthread_join(turns->threads[i], NULL);
    pthread_cond_destroy(&turns->changed);
    pthread_mutex_destroy(&turns->lock);
}

#endif
