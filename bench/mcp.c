/* SPDX-License-Identifier: MIT */
/*
 * `bench_mcp WORKLOAD COUNT` asks the server of mcp.sig COUNT times in its own process:
 * bytes in, lines out, under a lock like that of ptc_mcp_serve_stdio.
 * [docs/performance.md]
 *
 *   legacy, modern  search, a request of 112 or 297 bytes
 *   kb              total, with a kilobyte of arguments
 *   program         run_program: six lines and two calls
 *   ping, list      requests without a tool
 *
 * Prints the number of correct replies.
 */
#define _POSIX_C_SOURCE 200809L
#include "mcp.h"

#include "mcp.ptc.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    const char *line;
    const char *answer; /* a part of it */
} workloads[] = {
    {"legacy", MCP_CALL("search", MCP_SEARCH, ""), "\"structuredContent\":{\"count\":2"},
    {"modern", MCP_CALL("search", MCP_SEARCH, MCP_META),
     "\"structuredContent\":{\"count\":2"},
    {"kb", MCP_CALL("total", MCP_ORDERS, ""), "\"result\":899.7"},
    {"program", MCP_CALL("run_program", MCP_PROGRAM, ""), "\\\"left\\\":30"},
    {"ping", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n", "\"result\":{}"},
    {"list", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n", "\"tools\":["},
};

static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;

static void lock(void *user)
{
    (void)user;
    pthread_mutex_lock(&shared);
}

static void unlock(void *user)
{
    (void)user;
    pthread_mutex_unlock(&shared);
}

/* The last line. */
static char reply[65536];

static void take_line(const ptc_mcp_line *line, void *user)
{
    (void)user;
    if (line->text.len < sizeof reply) {
        memcpy(reply, line->text.ptr, line->text.len);
        reply[line->text.len] = '\0';
    }
}

static int fail(const char *what)
{
    fprintf(stderr, "bench_mcp: %s: %s\n", what, reply);
    return 1;
}

static int ask(ptc_mcp_session *session, const char *line, const char *answer, long count)
{
    const size_t len = strlen(line);

    for (long i = 0; i < count; i++) {
        ptc_mcp_feed(session, line, len);
        while (ptc_mcp_work(session))
            ;
        if (i == 0 && strstr(reply, answer) == NULL)
            return fail(answer);
    }
    printf("%ld\n", strstr(reply, answer) != NULL ? count : 0);
    return 0;
}

int main(int argc, char **argv)
{
    const ptc_mcp_options options = {
        .struct_size = sizeof options, .lock = lock, .unlock = unlock};
    const ptc_mcp_sink sink = {take_line, NULL};
    ptc_mcp_runtime *runtime;
    ptc_mcp_session *session;
    size_t at = 0;
    int result;

    while (argc == 3 && at < sizeof workloads / sizeof *workloads &&
           strcmp(workloads[at].name, argv[1]) != 0)
        at++;
    if (argc != 3 || at == sizeof workloads / sizeof *workloads ||
        ptc_mcp_runtime_new(&mcp_mcp, &options, &runtime) != PTC_OK ||
        ptc_mcp_session_new(runtime, &sink, &session) != PTC_OK)
        return fail("WORKLOAD COUNT");
    ptc_mcp_feed(session, MCP_INITIALIZE, strlen(MCP_INITIALIZE));
    result =
        ask(session, workloads[at].line, workloads[at].answer, strtol(argv[2], NULL, 10));
    ptc_mcp_session_free(session);
    ptc_mcp_runtime_free(runtime);
    return result;
}
