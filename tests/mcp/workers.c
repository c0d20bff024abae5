/* SPDX-License-Identifier: MIT */
#include "workers.h"

#include <ptc/gen_mcp.h>
#include <ptc/llm.h>
#include <ptc/mcp.h>

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

enum { HANDLE = 24, MOST_WAITING = 40 };

typedef struct hall {
    pthread_mutex_t mutex;
    ptc_mcp_session *session;
    bool is_open;
    unsigned answers[WORKERS_CALLS_MAX + 1];      /* of each id */
    bool may_be_cancelled[WORKERS_CALLS_MAX + 1]; /* of each id */
    char handle[HANDLE + 1];                      /* of the newest session; or empty */
    unsigned running;
    workers_came came;
} hall;

/* --- Receivers ------------------------------------------------------------------------
 */

static void hall_lock(void *user)
{
    pthread_mutex_lock(&((hall *)user)->mutex);
}

static void hall_unlock(void *user)
{
    pthread_mutex_unlock(&((hall *)user)->mutex);
}

/* Where the words are in a line; NULL: nowhere. */
static const char *hall_find(ptc_str line, const char *words)
{
    const size_t len = strlen(words);

    for (size_t i = 0; i + len <= line.len; i++) {
        if (memcmp(line.ptr + i, words, len) == 0)
            return line.ptr + i + len;
    }
    return NULL;
}

/* Under the lock. */
static void hall_write(const ptc_mcp_line *line, void *user)
{
    hall *all = user;
    const char *handle = hall_find(line->text, ";; session ");
    unsigned id = 0;

    for (size_t i = 0; i < line->request.len; i++)
        id = id * 10 + (unsigned)(line->request.ptr[i] - '0');
    if (line->is_reply) {
        all->answers[id]++;
        all->came.failed += hall_find(line->text, "\"result\":") == NULL;
    } else {
        all->came.told_late += all->answers[id] != 0;
    }
    if (handle != NULL) {
        memcpy(all->handle, handle, HANDLE);
        all->came.sessions++;
    }
}

/* --- What is called -------------------------------------------------------------------
 */

static ptc_status step(ptc_tool_call *call, void *user)
{
    hall *all = user;

    hall_lock(all);
    all->running++;
    all->came.most = all->running > all->came.most ? all->running : all->came.most;
    hall_unlock(all);
    for (int i = 0; i < 20 && !ptc_cancel_is_set(call->cancel); i++) {
        ptc_tool_progress(call, i, 20, "on the way");
        sched_yield();
    }
    hall_lock(all);
    all->running--;
    hall_unlock(all);
    call->result = ptc_value_int(1);
    return PTC_OK;
}

/* --- Who works ------------------------------------------------------------------------
 */

static void *hall_work(void *user)
{
    hall *all = user;

    for (;;) {
        bool is_open;

        hall_lock(all);
        is_open = all->is_open;
        hall_unlock(all);
        if (!ptc_mcp_work(all->session) && !is_open)
            return NULL;
        sched_yield();
    }
}

/* --- Who asks -------------------------------------------------------------------------
 */

static void hall_say(hall *all, const char *line)
{
    ptc_mcp_feed(all->session, line, strlen(line));
}

/* Every third call is of a program, and every thirtieth begins a session. */
static void hall_ask(hall *all, unsigned id)
{
    char handle[HANDLE + 1];
    char arguments[128] = "\"name\":\"step\"";
    char line[256];

    hall_lock(all);
    memcpy(handle, all->handle, sizeof handle);
    hall_unlock(all);
    if (id % 30 == 0 || handle[0] == '\0')
        strcpy(handle, "new");
    if (id % 3 == 0)
        snprintf(
            arguments, sizeof arguments,
            "\"name\":\"run_program\",\"arguments\":{\"program\":\"(def n (tool/step "
            "{})) [n *1]\",\"session\":%s%s%s}",
            id % 2 == 0 ? "\"" : "", id % 2 == 0 ? handle : "null",
            id % 2 == 0 ? "\"" : "");
    snprintf(line, sizeof line,
             "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"tools/call\",\"params\":{%s,"
             "\"_meta\":{\"progressToken\":%u}}}\n",
             id, arguments, id);
    hall_say(all, line);
}

static void hall_cancel(hall *all, unsigned id)
{
    char line[128];

    all->may_be_cancelled[id] = true;
    snprintf(line, sizeof line,
             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
             "\"requestId\":%u}}\n",
             id);
    hall_say(all, line);
}

static void hall_feed(hall *all, unsigned calls)
{
    hall_say(all, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
                  "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":"
                  "{\"name\":\"t\",\"version\":\"1\"}}}\n");
    for (unsigned id = 1; id <= calls; id++) {
        while (ptc_mcp_pending(all->session) > MOST_WAITING)
            sched_yield();
        hall_ask(all, id);
        if (id % 7 == 0)
            hall_cancel(all, id - id % 5);
        ptc_mcp_tick(all->session);
    }
    while (ptc_mcp_pending(all->session) > 0)
        sched_yield();
}

/* --- All of it ------------------------------------------------------------------------
 */

static void hall_count(hall *all, unsigned calls)
{
    for (unsigned id = 1; id <= calls; id++) {
        all->came.answered_more += all->answers[id] > 1;
        all->came.unanswered += all->answers[id] == 0 && !all->may_be_cancelled[id];
    }
}

/* Threads that work, and calls for them. */
static void hall_run(hall *all, unsigned calls)
{
    pthread_t threads[WORKERS_AT_A_TIME + 1];
    unsigned started = 0;

    while (started <= WORKERS_AT_A_TIME &&
           pthread_create(&threads[started], NULL, hall_work, all) == 0)
        started++;
    if (started > 0)
        hall_feed(all, calls);
    else
        all->came.error = "no thread can be started";
    hall_lock(all);
    all->is_open = false;
    hall_unlock(all);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    hall_count(all, calls);
}

workers_came workers_run(unsigned calls)
{
    static hall all = {.mutex = PTHREAD_MUTEX_INITIALIZER, .is_open = true};
    const ptc_tool tool = {.name = "step", .function = step, .user = &all};
    const ptc_tool *const tools[] = {&tool};
    const ptc_mcp_program program = {
        .tools = tools, .tool_count = 1, .sessions = 1 + WORKERS_CALLS_MAX / 30};
    const ptc_mcp_tool rows[] = {
        {.name = "run_program",
         .function = ptc_mcp_run_program,
         .data = &program,
         .listed = "{}",
         .listed_legacy = "{}"},
        {.name = "step", .tool = &tool, .listed = "{}", .listed_legacy = "{}"}};
    const ptc_mcp_server server = {
        .name = "w", .version = "1", .tools = rows, .tool_count = 2};
    const ptc_mcp_options options = {.struct_size = sizeof options,
                                     .lock = hall_lock,
                                     .unlock = hall_unlock,
                                     .user = &all,
                                     .workers = WORKERS_AT_A_TIME};
    const ptc_mcp_sink sink = {hall_write, &all};
    ptc_mcp_runtime *runtime = NULL;

    if (ptc_mcp_runtime_new(&server, &options, &runtime) == PTC_OK &&
        ptc_mcp_session_new(runtime, &sink, &all.session) == PTC_OK)
        hall_run(&all, calls);
    else
        all.came.error = "out of memory";
    ptc_mcp_session_free(all.session);
    ptc_mcp_runtime_free(runtime);
    return all.came;
}
