/* SPDX-License-Identifier: MIT */
/*
 * Two servers in one process, fed in turns and on threads: what a stream is sent depends
 * on that stream alone. Loops of hosts are in test_mcp_loops.c. [mcp 1, 5, 10]
 */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include "mcp_host.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* --- Streams ------------------------------------------------------------------------ */

/* One of everything: both eras, faults, calls that fail, a program, an end. */
static const char stream[] =
    "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':"
    "'2025-11-25','capabilities':{},'clientInfo':{'name':'c','version':'1'}}}\n"
    "{'jsonrpc':'2.0','method':'notifications/initialized'}\n"
    "{'jsonrpc':'2.0','id':1,'method':'tools/list'}\n"
    "{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'who',"
    "'arguments':{'n':'3'}}}\n"
    "{'jsonrpc':'2.0','id':3,'method':'tools/call','params':{'name':'who',"
    "'arguments':{'n':10}}}\n"
    "{'jsonrpc':'2.0','id':4,'method':'tools/call','params':{'name':'lose'}}\n"
    "{'jsonrpc':'2.0','id':5,'method':'tools/call','params':{'name':'run_progam'}}\n"
    "{'jsonrpc':'2.0','id':'six','method':'tools/call','params':{'name':'who',"
    "'arguments':{'n':4}," TEST_MCP_MODERN "}}\n"
    "\r\n"
    "no JSON\n"
    "{'jsonrpc':'2.0','id':7,'method':'ping'}\n"
    "{'jsonrpc':'2.0','id':8,'method':'tools/call','params':{'name':'run_program',"
    "'arguments':{'program':'(return [(:name (tool/who {:n 1})) (tool/who {:n 2})])'}}}\n"
    "{'jsonrpc':'2.0','id':9,'method':'server/discover','params':{" TEST_MCP_MODERN "}}\n"
    "{'jsonrpc':'2.0','id':10,'method':'ping'}";

/* Feeds the next bytes, at most `most` and no more than a line; false at the end. */
static bool feed_some(test_host *self, ptc_str *rest, size_t most)
{
    const char *end;
    size_t len = rest->len < most ? rest->len : most;

    if (rest->len == 0)
        return false;
    end = memchr(rest->ptr, '\n', len);
    if (end != NULL)
        len = (size_t)(end - rest->ptr) + 1;
    cr_assert(ptc_mcp_feed(self->session, rest->ptr, len) == PTC_OK);
    *rest = ptc_str_make(rest->ptr + len, rest->len - len);
    if (rest->len == 0)
        cr_assert(ptc_mcp_feed_end(self->session) == PTC_OK);
    test_host_work(self->session);
    return true;
}

/* What a host sends that has the process for itself: a copy, for free(). */
static char *alone(const char *name, const char *secret)
{
    ptc_str rest;
    test_host self;
    char *copy;

    test_host_make(&self, name, secret);
    test_host_start(&self, NULL);
    rest = ptc_str_of(test_quoted(&self.arena, stream));
    while (feed_some(&self, &rest, SIZE_MAX))
        ;
    copy = strdup(self.sent.ptr);
    cr_assert(copy != NULL && !self.sent.failed);
    test_host_end(&self);
    return copy;
}

/* M510 */
Test(mcp_hosts, one_stream_has_an_answer_for_every_request)
{
    char *sent = alone("alpha", "canary-alpha");

    cr_expect_eq(test_count_lines(sent), 12, "%s", sent);
    test_expect_has(sent, "{\"name\":\"alpha\",\"n\":3}");
    test_expect_has(sent, "Tool validation errors:\\n- n: expected 1..9, got 10\\n");
    test_expect_has(sent, "no_luck: alpha");
    test_expect_has(sent, "Unknown tool: run_progam; did you mean run_program");
    test_expect_has(sent, "\"id\":\"six\"");
    test_expect_has(sent, "-32700");
    test_expect_lacks(sent, "canary");
    free(sent);
}

/* Two servers in one process, fed in turns by a few bytes: each sends what it sends
 * alone, byte for byte, and knows nothing of the other. M510 */
Test(mcp_hosts, two_servers_in_turns)
{
    char *wanted[2] = {alone("alpha", "canary-alpha"), alone("beta", "canary-beta")};
    test_random random = test_random_start("mcp_hosts", 510);
    unsigned rounds = test_rounds(50);

    for (unsigned round = 0; round < rounds; round++) {
        test_host hosts[2];
        ptc_str rest[2];
        bool goes_on = true;

        test_host_make(&hosts[0], "alpha", "canary-alpha");
        test_host_make(&hosts[1], "beta", "canary-beta");
        for (size_t i = 0; i < 2; i++) {
            test_host_start(&hosts[i], NULL);
            rest[i] = ptc_str_of(test_quoted(&hosts[i].arena, stream));
        }
        while (goes_on) {
            goes_on = false;
            for (size_t i = 0; i < 2; i++) {
                size_t most = 1 + test_random_below(&random, 60);

                goes_on |= feed_some(&hosts[i], &rest[i], most);
            }
        }
        for (size_t i = 0; i < 2; i++) {
            cr_expect_str_eq(hosts[i].sent.ptr, wanted[i]);
            test_expect_lacks(hosts[i].sent.ptr, i == 0 ? "beta" : "alpha");
            test_host_end(&hosts[i]);
        }
    }
    free(wanted[0]);
    free(wanted[1]);
}

/* Two sessions of one runtime are two streams: what one agreed on, the other did not. */
Test(mcp_hosts, sessions_of_one_runtime_do_not_meet)
{
    static const char list[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n";
    static const char hello[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
        "\"protocolVersion\":\"2024-11-05\",\"capabilities\":{}}}\n";
    ptc_mcp_session *second;
    ptc_mcp_sink sink;
    test_host first;
    test_host other;

    test_host_make(&first, "alpha", "canary-alpha");
    test_host_make(&other, "none", "none"); /* only keeps what the second session sends */
    test_host_start(&first, NULL);
    sink = test_host_sink(&other);
    cr_assert(ptc_mcp_session_new(first.runtime, &sink, &second) == PTC_OK);
    ptc_mcp_feed(first.session, hello, sizeof hello - 1);
    ptc_mcp_feed(second, list, sizeof list - 1);
    ptc_mcp_feed(first.session, list, sizeof list - 1);
    test_expect_has(first.sent.ptr, "\"protocolVersion\":\"2024-11-05\"");
    test_expect_has(first.sent.ptr, "\"tools\":[");
    test_expect_has(other.sent.ptr, "no initialize yet");
    test_expect_lacks(other.sent.ptr, "\"tools\":[");
    ptc_mcp_session_free(second);
    test_host_end(&other);
    test_host_end(&first);
}

/* --- Threads ------------------------------------------------------------------------ */

static void take_lock(void *user)
{
    pthread_mutex_lock(user);
}

static void give_lock(void *user)
{
    pthread_mutex_unlock(user);
}

typedef struct stream_thread {
    pthread_t id;
    ptc_mcp_runtime *shared; /* or NULL: its own */
    const char *name;
    const char *secret;
    const char *wanted;
    unsigned rounds;
    unsigned wrong;
} stream_thread;

static void *run_streams(void *user)
{
    stream_thread *self = user;

    for (unsigned i = 0; i < self->rounds; i++) {
        ptc_mcp_sink sink;
        ptc_str rest;
        test_host own;

        test_host_make(&own, self->name, self->secret);
        sink = test_host_sink(&own);
        if (self->shared == NULL)
            test_host_start(&own, NULL);
        else
            cr_assert(ptc_mcp_session_new(self->shared, &sink, &own.session) == PTC_OK);
        rest = ptc_str_of(test_quoted(&own.arena, stream));
        while (feed_some(&own, &rest, 1 + i % 70))
            ;
        self->wrong += strcmp(own.sent.ptr, self->wanted) != 0;
        test_host_end(&own);
    }
    return NULL;
}

static void expect_threads(stream_thread *threads, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cr_assert(pthread_create(&threads[i].id, NULL, run_streams, &threads[i]) == 0);
    for (size_t i = 0; i < count; i++) {
        pthread_join(threads[i].id, NULL);
        cr_expect_eq(threads[i].wrong, 0, "%s: %u of %u streams differ", threads[i].name,
                     threads[i].wrong, threads[i].rounds);
    }
}

Test(mcp_hosts, two_servers_on_two_threads)
{
    char *wanted[2] = {alone("alpha", "canary-alpha"), alone("beta", "canary-beta")};
    stream_thread threads[2] = {
        {.name = "alpha", .secret = "canary-alpha", .wanted = wanted[0]},
        {.name = "beta", .secret = "canary-beta", .wanted = wanted[1]}};

    threads[0].rounds = threads[1].rounds = test_rounds(200);
    expect_threads(threads, 2);
    free(wanted[0]);
    free(wanted[1]);
}

Test(mcp_hosts, one_runtime_for_sessions_on_four_threads)
{
    char *wanted = alone("alpha", "canary-alpha");
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    ptc_mcp_options options = {.struct_size = sizeof options,
                               .lock = take_lock,
                               .unlock = give_lock,
                               .user = &mutex};
    stream_thread threads[4];
    test_host shared;

    test_host_make(&shared, "alpha", "canary-alpha");
    test_host_start(&shared, &options);
    for (size_t i = 0; i < 4; i++)
        threads[i] = (stream_thread){.shared = shared.runtime,
                                     .name = "alpha",
                                     .secret = "unused",
                                     .wanted = wanted,
                                     .rounds = test_rounds(100)};
    expect_threads(threads, 4);
    test_host_end(&shared);
    free(wanted);
}

/* One thread feeds, two work on the same session. */
typedef struct working_thread {
    pthread_t id;
    ptc_mcp_session *session;
    volatile int *is_over;
} working_thread;

static void *work_until_over(void *user)
{
    struct timespec pause = {0, 100000};
    working_thread *self = user;

    while (!__atomic_load_n(self->is_over, __ATOMIC_ACQUIRE)) {
        if (!ptc_mcp_work(self->session))
            nanosleep(&pause, NULL);
    }
    return NULL;
}

Test(mcp_hosts, one_feeds_while_two_work, .timeout = 60)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    ptc_mcp_options options = {.struct_size = sizeof options,
                               .lock = take_lock,
                               .unlock = give_lock,
                               .user = &mutex,
                               .workers = 2,
                               .max_waiting = 1024};
    unsigned calls = test_rounds(500);
    working_thread threads[2];
    volatile int is_over = 0;
    test_host self;

    test_host_make(&self, "alpha", "canary-alpha");
    test_host_start(&self, &options);
    for (size_t i = 0; i < 2; i++) {
        threads[i] = (working_thread){.session = self.session, .is_over = &is_over};
        pthread_create(&threads[i].id, NULL, work_until_over, &threads[i]);
    }
    for (unsigned i = 0; i < calls; i++) {
        char line[400];
        int len = snprintf(
            line, sizeof line,
            "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"tools/call\","
            "\"params\":{\"name\":\"who\",\"arguments\":{\"n\":%u}," TEST_MCP_MODERN
            "}}\n",
            i, 1 + i % 9);

        for (int c = 0; c < len; c++)
            line[c] = line[c] == '\'' ? '"' : line[c];
        cr_assert(ptc_mcp_feed(self.session, line, (size_t)len) == PTC_OK);
    }
    while (ptc_mcp_pending(self.session) > 0)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    __atomic_store_n(&is_over, 1, __ATOMIC_RELEASE);
    for (size_t i = 0; i < 2; i++)
        pthread_join(threads[i].id, NULL);
    cr_expect_eq(test_count_lines(self.sent.ptr), calls);
    test_expect_lacks(self.sent.ptr, "isError");
    test_host_end(&self);
}
