/* SPDX-License-Identifier: MIT */
/*
 * A server of MCP on threads, asked by another process: for sanitizers, and so without a
 * test framework. Calls run on four workers, some of them long, some cancelled, some
 * late, while pings and lists are answered; then the input ends among calls. Then a host
 * with its own loop, in which calls and programs run side by side. [mcp 5, 6]
 *
 *   mcp_threads [ROUNDS]
 */
#define _POSIX_C_SOURCE 200809L
#include "workers.h"

#include <ptc/llm.h>
#include <ptc/mcp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 200, WORKERS = 4, CALLS = 8, CALLS_BESIDE = 1000 };

/* --- The server --------------------------------------------------------------------- */

static void nap(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static int64_t number_of(const ptc_tool_call *call, const char *name)
{
    const ptc_value *value = ptc_value_get(&call->arguments, name);

    return value != NULL && value->kind == PTC_INT ? value->as.integer : 0;
}

static ptc_status add(ptc_tool_call *call, void *user)
{
    (void)user;
    ptc_tool_progress(call, 1, 2, "half of it");
    call->result = ptc_value_int(number_of(call, "a") + number_of(call, "b"));
    return PTC_OK;
}

/* As long as requested, or until no one waits any more. */
static ptc_status wait_for(ptc_tool_call *call, void *user)
{
    int64_t left = number_of(call, "ms");

    (void)user;
    while (left-- > 0 && !ptc_cancel_is_set(call->cancel))
        nap(1);
    call->result = ptc_value_string(PTC_STR("waited"));
    return PTC_OK;
}

static const ptc_tool functions[] = {{.name = "add", .function = add},
                                     {.name = "wait", .function = wait_for}};
static const char add_listed[] =
    "{\"name\":\"add\",\"inputSchema\":{\"type\":\"object\"}}";
static const char late_listed[] =
    "{\"name\":\"late\",\"inputSchema\":{\"type\":\"object\"}}";
static const char wait_listed[] =
    "{\"name\":\"wait\",\"inputSchema\":{\"type\":\"object\"}}";
static const ptc_mcp_tool rows[] = {{.name = "add",
                                     .tool = &functions[0],
                                     .listed = add_listed,
                                     .listed_legacy = add_listed,
                                     .flags = PTC_MCP_WRAPS},
                                    {.name = "late",
                                     .tool = &functions[1],
                                     .listed = late_listed,
                                     .listed_legacy = late_listed,
                                     .time_ms = 40,
                                     .flags = PTC_MCP_WRAPS},
                                    {.name = "wait",
                                     .tool = &functions[1],
                                     .listed = wait_listed,
                                     .listed_legacy = wait_listed,
                                     .flags = PTC_MCP_WRAPS}};
static const ptc_mcp_server server = {.name = "threads",
                                      .version = "1",
                                      .tools = rows,
                                      .tool_count = sizeof rows / sizeof *rows};

/* --- Who asks ----------------------------------------------------------------------- */

static FILE *to;
static FILE *from;

static void fail(const char *what, const char *line)
{
    fprintf(stderr, "mcp_threads: %s: %s\n", what, line);
    _exit(1);
}

static void call_tool(int id, const char *name, const char *arguments)
{
    fprintf(to,
            "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{"
            "\"name\":\"%s\",\"arguments\":{%s},\"_meta\":{\"progressToken\":%d}}}\n",
            id, name, arguments, id);
}

static void ask(int id, const char *method)
{
    fprintf(to, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\"}\n", id, method);
}

/* Takes this many replies, without notifications, each whole and with one of our ids. */
static void take(int replies)
{
    static char line[65536];

    fflush(to);
    while (replies > 0) {
        if (fgets(line, sizeof line, from) == NULL)
            fail("no answer", "");
        if (strncmp(line, "{\"jsonrpc\":\"2.0\",\"", 18) != 0 ||
            strchr(line, '\n') == NULL)
            fail("not one of our lines", line);
        replies -= strncmp(line + 18, "id\":", 4) == 0;
    }
}

/* Eight calls, of which one is late and one is cancelled, among other requests; `id` is
 * that of the first. */
static void ask_a_round(int id)
{
    const int cancelled = id + CALLS - 1;

    call_tool(cancelled, "wait", "\"ms\":60000");
    call_tool(id, "wait", "\"ms\":2");
    call_tool(id + 1, "late", id % 256 == 1 ? "\"ms\":60000" : "\"ms\":1");
    for (int i = id + 2; i < cancelled; i++)
        call_tool(i, "add", "\"a\":20,\"b\":22");
    ask(id + CALLS, "ping");
    ask(id + CALLS + 1, "tools/list");
    fflush(to);
    fprintf(to,
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
            "\"requestId\":%d}}\n",
            cancelled);
    ask(id + CALLS + 2, "ping");
    take(CALLS - 1 + 3);
}

static int drive(long rounds)
{
    fprintf(to, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
                "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                "\"clientInfo\":{\"name\":\"threads\",\"version\":\"1\"}}}\n");
    take(1);
    for (int id = 1; rounds > 0; rounds--, id += 2 * CALLS)
        ask_a_round(id);
    call_tool(-1, "wait", "\"ms\":20"); /* and the input ends */
    fclose(to);
    while (fgetc(from) != EOF)
        ;
    return 0;
}

static int check_workers(unsigned calls)
{
    workers_came came = workers_run(calls);

    if (came.error == NULL && came.unanswered == 0 && came.answered_more == 0 &&
        came.told_late == 0 && came.failed == 0 && came.sessions > 0)
        return 0;
    fprintf(stderr,
            "mcp_threads: %s: of %u calls %u unanswered, %u answered more than once, %u "
            "followed by progress, %u failed; %u sessions\n",
            came.error != NULL ? came.error : "calls side by side", calls,
            came.unanswered, came.answered_more, came.told_late, came.failed,
            came.sessions);
    return 1;
}

int main(int argc, char **argv)
{
    static const ptc_mcp_options options = {.struct_size = sizeof options,
                                            .workers = WORKERS};
    int in[2];
    int out[2];
    int status = 1;
    pid_t client;

    if (pipe(in) != 0 || pipe(out) != 0 || (client = fork()) < 0)
        return 2;
    if (client == 0) {
        close(in[0]);
        close(out[1]);
        to = fdopen(in[1], "w");
        from = fdopen(out[0], "r");
        _exit(to != NULL && from != NULL
                  ? drive(argc > 1 ? strtol(argv[1], NULL, 10) : ROUNDS)
                  : 2);
    }
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    close(in[0]);
    close(in[1]);
    close(out[0]);
    close(out[1]);
    if (ptc_mcp_serve_stdio(&server, &options) != 0)
        return 1;
    waitpid(client, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return 1;
    return check_workers(CALLS_BESIDE);
}
