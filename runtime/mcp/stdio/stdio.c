/* SPDX-License-Identifier: MIT */
/* A server on standard input and output: the thread that waits. [mcp 2, 3, 5] */
#define _POSIX_C_SOURCE 200809L
#include "mcp/stdio/stdio_int.h"

#ifndef PTC_STDIO_WORKS

int ptc_mcp_serve_stdio(const ptc_mcp_server *server, const ptc_mcp_options *options)
{
    (void)server;
    (void)options;
    return 1;
}

#else

#include <string.h>
#include <unistd.h>

enum {
    STDIO_DRAIN_MS = 1000, /* for calls that run at the end of input */
    STDIO_STOP_MS = 500,   /* for those that were cancelled */
};

typedef struct stdio_server {
    ptc_stdio_files files;
    ptc_turns turns;
    ptc_mcp_options given; /* by the host */
    pthread_mutex_t lock;  /* of the session */
    bool is_gone;          /* no one reads; under the lock */
    ptc_mcp_runtime *runtime;
    ptc_mcp_session *session;
    struct sigaction before[PTC_STDIO_SIGNALS];
    char buffer[PTC_STDIO_CHUNK + PTC_PADDING];
} stdio_server;

/* --- Functions for the runtime
 * ------------------------------------------------------- */

static void stdio_lock(void *user)
{
    stdio_server *s = user;

    pthread_mutex_lock(&s->lock);
}

static void stdio_unlock(void *user)
{
    stdio_server *s = user;

    pthread_mutex_unlock(&s->lock);
}

static uint64_t stdio_clock(void *user)
{
    const stdio_server *s = user;

    return s->given.clock_ms(s->given.user);
}

static uint64_t stdio_random(void *user)
{
    const stdio_server *s = user;

    return s->given.random(s->given.user);
}

static void stdio_log(ptc_mcp_level level, ptc_str line, void *user)
{
    const stdio_server *s = user;

    if (s->given.log != NULL)
        s->given.log(level, line, s->given.user);
    else
        ptc_stdio_say(level, line, NULL);
}

/* Our functions, with the host's after them. */
static ptc_mcp_options stdio_options(stdio_server *s)
{
    ptc_mcp_options own = s->given;

    own.struct_size = sizeof own;
    own.lock = stdio_lock;
    own.unlock = stdio_unlock;
    own.log = stdio_log;
    own.clock_ms = s->given.clock_ms != NULL ? stdio_clock : NULL;
    own.random = s->given.random != NULL ? stdio_random : NULL;
    own.user = s;
    return own;
}

/* For ptc_mcp_sink: under the lock. */
static void stdio_send(const ptc_mcp_line *line, void *user)
{
    stdio_server *s = user;

    if (s->is_gone || ptc_stdio_write(s->files.out, line->text) == 0)
        return;
    s->is_gone = true;
    ptc_stdio_tell(&s->files, PTC_STDIO_GONE);
}

/* --- Until the end ------------------------------------------------------------------ */

/* The stages of the end. */
typedef enum stdio_stage {
    STDIO_SERVES,
    STDIO_CLOSED, /* the client sends nothing more; what it sent is still read */
    STDIO_DRAINS, /* everything is read: calls are awaited */
    STDIO_STOPS,  /* they are cancelled */
} stdio_stage;

/* The serving thread, which waits. */
typedef struct stdio_wait {
    stdio_server *server;
    stdio_stage stage;
    uint64_t end;    /* of the time for this stage */
    uint64_t reads;  /* turns of readers when that began */
    bool watches_in; /* for its end */
} stdio_wait;

static void stdio_enter(stdio_wait *wait, stdio_stage stage)
{
    uint64_t time_ms = stage == STDIO_STOPS ? STDIO_STOP_MS : STDIO_DRAIN_MS;

    wait->stage = stage;
    wait->end = ptc_stdio_now() + time_ms;
    wait->watches_in = false;
    wait->reads = ptc_turns_reads(&wait->server->turns);
    if (stage == STDIO_STOPS)
        ptc_turns_stop(&wait->server->turns);
}

/* When input that has ended is not read, no one reads the output. */
static bool stdio_reads_on(const stdio_wait *wait)
{
    return wait->stage == STDIO_CLOSED &&
           ptc_turns_reads(&wait->server->turns) != wait->reads;
}

/* Handles an event, or the end of the time, before the calls are cancelled. */
static void stdio_take(stdio_wait *wait, int event, bool is_late)
{
    if (event == PTC_STDIO_END)
        stdio_enter(wait, STDIO_DRAINS);
    else if (event == PTC_STDIO_SIGNAL || event == PTC_STDIO_GONE ||
             (is_late && !stdio_reads_on(wait)))
        stdio_enter(wait, STDIO_STOPS);
    else if (is_late || event == PTC_STDIO_CLOSED)
        stdio_enter(wait, STDIO_CLOSED);
}

/* Waits until all threads have ended. False: they did not end in time. */
static bool stdio_await(stdio_server *s)
{
    stdio_wait wait = {.server = s, .end = PTC_STDIO_FOREVER, .watches_in = true};

    for (;;) {
        uint64_t now = ptc_stdio_now();
        uint64_t left = wait.end == PTC_STDIO_FOREVER ? wait.end
                        : wait.end > now              ? wait.end - now
                                                      : 0;
        int event = ptc_stdio_wait(&s->files, &wait.watches_in, left);
        bool is_late = event == PTC_STDIO_NOTHING && ptc_stdio_now() >= wait.end;

        if (event == PTC_STDIO_DONE)
            return true;
        if (wait.stage != STDIO_STOPS)
            stdio_take(&wait, event, is_late);
        else if (is_late)
            return false;
    }
}

static int stdio_run(stdio_server *s)
{
    int error;

    s->turns = (ptc_turns){.session = s->session,
                           .files = &s->files,
                           .buffer = s->buffer,
                           .workers = s->given.workers > 0 ? s->given.workers : 1};
    error = ptc_turns_start(&s->turns);
    if (error != 0) {
        stdio_log(PTC_MCP_ERROR, PTC_STR("no thread can be started"), s);
        return 1;
    }
    if (!stdio_await(s)) /* functions of tools are running that nothing can end */
        _exit(0);
    ptc_turns_join(&s->turns);
    return 0;
}

static int stdio_serve(stdio_server *s, const ptc_mcp_server *server)
{
    const ptc_mcp_options own = stdio_options(s);
    const ptc_mcp_sink sink = {stdio_send, s};
    ptc_status status = ptc_mcp_runtime_new(server, &own, &s->runtime);
    int result = 1;

    if (status == PTC_OK)
        status = ptc_mcp_session_new(s->runtime, &sink, &s->session);
    if (status == PTC_OK) {
        ptc_stdio_catch_signals(&s->files, s->before);
        result = stdio_run(s);
        ptc_stdio_release_signals(s->before);
    } else {
        stdio_log(PTC_MCP_ERROR,
                  status == PTC_ERROR_MEMORY
                      ? PTC_STR("out of memory")
                      : PTC_STR("the options are beyond what <ptc/mcp.h> allows"),
                  s);
    }
    ptc_mcp_session_free(s->session);
    ptc_mcp_runtime_free(s->runtime);
    return result;
}

/* With everything that it needs except memory. */
static int stdio_open(stdio_server *s, const ptc_mcp_server *server)
{
    int error = ptc_stdio_open(&s->files);
    int result = 1;

    if (error != 0) {
        stdio_log(PTC_MCP_ERROR, ptc_str_of(strerror(error)), s);
    } else if (s->files.out < 0) {
        stdio_log(PTC_MCP_ERROR, PTC_STR("standard output is closed"), s);
        result = 0;
    } else {
        result = stdio_serve(s, server);
    }
    ptc_stdio_close(&s->files);
    return result;
}

int ptc_mcp_serve_stdio(const ptc_mcp_server *server, const ptc_mcp_options *options)
{
    ptc_mcp_options given = {.log_level = PTC_MCP_WARNING};
    ptc_arena arena;
    stdio_server *s;
    int result = 1;

    if (!ptc_options_take(PTC_OPTIONS("options", ptc_mcp_options), "ptc_mcp_serve_stdio",
                          options, &given))
        return 1;
    ptc_arena_init(&arena, given.allocator.allocate != NULL ? &given.allocator : NULL, 0);
    s = ptc_arena_alloc(&arena, sizeof *s);
    if (s != NULL && pthread_mutex_init(&s->lock, NULL) == 0) {
        s->given = given;
        s->runtime = NULL;
        s->session = NULL;
        s->is_gone = false;
        result = stdio_open(s, server);
        pthread_mutex_destroy(&s->lock);
    } else {
        ptc_stdio_say(PTC_MCP_ERROR, PTC_STR("out of memory"), NULL);
    }
    ptc_arena_free(&arena);
    return result;
}

#endif
