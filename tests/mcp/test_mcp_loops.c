/* SPDX-License-Identifier: MIT */
/*
 * Hosts with their own loop: one that polls a socket, one with a session object for each
 * message, as HTTP wants it. What must not leave the process does not: it is put wherever
 * a server takes data, and looked for in all that it sends. [mcp 1, 5, 6, 10]
 */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include "mcp_host.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* --- A loop over a socket ----------------------------------------------------------- */

typedef struct socket_host {
    test_host host;
    int fd;
} socket_host;

static void write_to_socket(const ptc_mcp_line *line, void *user)
{
    const socket_host *self = user;

    cr_assert(write(self->fd, line->text.ptr, line->text.len) == (ssize_t)line->text.len);
}

/* The loop of the comment in <ptc/mcp.h>, until the peer ends. */
static void *serve_socket(void *user)
{
    socket_host *self = user;
    ptc_mcp_sink sink = {write_to_socket, self};
    struct pollfd watched = {.fd = self->fd, .events = POLLIN};
    ptc_mcp_session *session;
    uint64_t timeout = UINT64_MAX;
    char bytes[64];
    ssize_t count;

    cr_assert(ptc_mcp_session_new(self->host.runtime, &sink, &session) == PTC_OK);
    for (;;) {
        if (poll(&watched, 1, timeout > 1000 ? -1 : (int)timeout) > 0) {
            count = read(self->fd, bytes, sizeof bytes);
            if (count <= 0)
                break;
            ptc_mcp_feed(session, bytes, (size_t)count);
        }
        test_host_work(session);
        timeout = ptc_mcp_tick(session);
    }
    ptc_mcp_feed_end(session);
    test_host_work(session);
    ptc_mcp_session_free(session);
    close(self->fd);
    return NULL;
}

/* Sends lines (' for ") and gives what came until `lines` were read; for free(). */
static char *ask_socket(int fd, const char *request, size_t lines)
{
    ptc_arena arena;
    const char *text;
    char *answer = calloc(1, 1 << 16);
    size_t len = 0;

    ptc_arena_init(&arena, NULL, 0);
    text = test_quoted(&arena, request);
    for (size_t i = 0; i < strlen(text); i += 50) { /* in pieces */
        size_t piece = strlen(text + i) < 50 ? strlen(text + i) : 50;

        cr_assert(write(fd, text + i, piece) == (ssize_t)piece);
    }
    while (test_count_lines(answer) < lines) {
        ssize_t count = read(fd, answer + len, (1 << 16) - 1 - len);

        cr_assert(count > 0);
        len += (size_t)count;
    }
    ptc_arena_free(&arena);
    return answer;
}

/* A call that waits for ever ends on the socket when its time is over. M510 */
Test(mcp_loops, a_poll_loop_on_a_socket, .timeout = 60)
{
    socket_host self;
    pthread_t thread;
    int fds[2];
    char *answer;

    test_host_make(&self.host, "alpha", "canary-alpha");
    cr_assert(ptc_mcp_runtime_new(&self.host.server, NULL, &self.host.runtime) == PTC_OK);
    cr_assert(socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0);
    self.fd = fds[1];
    cr_assert(pthread_create(&thread, NULL, serve_socket, &self) == 0);
    answer = ask_socket(fds[0],
                        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':"
                        "'who','arguments':{'n':3}," TEST_MCP_MODERN "}}\n"
                        "{'jsonrpc':'2.0','id':2,'method':'server/discover','params':"
                        "{" TEST_MCP_MODERN "}}\n"
                        "{'jsonrpc':'2.0','id':3,'method':'tools/call','params':{'name':"
                        "'lose'," TEST_MCP_MODERN "}}\n"
                        "{'jsonrpc':'2.0','id':4,'method':'tools/call','params':{'name':"
                        "'wait'," TEST_MCP_MODERN "}}\n",
                        4);
    test_expect_has(answer, "{\"name\":\"alpha\",\"n\":3}");
    test_expect_has(answer, "\"supportedVersions\":[\"2026-07-28\"");
    test_expect_has(answer, "no_luck: alpha");
    test_expect_has(answer, "wait: no answer within 50 ms");
    free(answer);
    shutdown(fds[0], SHUT_WR);
    pthread_join(thread, NULL);
    close(fds[0]);
    test_host_end(&self.host);
}

/* --- A session object for each message ---------------------------------------------- */

/* The stream of one response: what was sent, and whether it is complete. */
typedef struct response {
    ptc_text text;
    bool is_complete;
    bool was_late; /* something came after the reply */
} response;

static void write_response(const ptc_mcp_line *line, void *user)
{
    response *self = user;

    self->was_late |= self->is_complete;
    self->is_complete |= line->is_reply;
    cr_expect(line->request.len > 0, "%s", test_cstr(line->text));
    ptc_text_str(&self->text, line->text);
}

/* Answers one POST as a host of HTTP would: no LF, and nothing of it outlives it. */
static const char *post(test_host *host, const char *message)
{
    ptc_mcp_session *session;
    response answer = {0};
    ptc_mcp_sink sink = {write_response, &answer};
    const char *text = test_quoted(&host->arena, message);

    ptc_text_init(&answer.text, &host->arena);
    cr_assert(ptc_mcp_session_new(host->runtime, &sink, &session) == PTC_OK);
    cr_assert(ptc_mcp_feed_message(session, text, strlen(text)) == PTC_OK);
    cr_assert(ptc_mcp_feed_end(session) == PTC_OK);
    while (!answer.is_complete && ptc_mcp_pending(session) > 0) {
        ptc_mcp_work(session);
        ptc_mcp_tick(session);
    }
    ptc_mcp_session_free(session);
    cr_expect(answer.is_complete, "no reply to %s", message);
    cr_expect(!answer.was_late);
    return answer.text.ptr;
}

#define CALL(name, arguments)                                                            \
    "{'jsonrpc':'2.0','id':'a','method':'tools/call','params':{'name':'" name            \
    "','arguments':" arguments "," TEST_MCP_MODERN "}}"

/* M510 */
Test(mcp_loops, one_session_object_for_each_message)
{
    test_host self;
    const char *list;

    test_host_make(&self, "alpha", "canary-alpha");
    cr_assert(ptc_mcp_runtime_new(&self.server, NULL, &self.runtime) == PTC_OK);
    list = post(&self, "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':"
                       "{" TEST_MCP_MODERN "}}");
    test_expect_has(list, "\"name\":\"who\"");
    test_expect_has(list, "\"ttlMs\":");
    test_expect_has(post(&self, CALL("who", "{'n':1}")), "{\"name\":\"alpha\",\"n\":1}");
    test_expect_has(post(&self, CALL("who", "{'n':0}")), "expected 1..9, got 0");
    test_expect_has(post(&self, CALL("nobody", "{}")), "Unknown tool: nobody");
    /* No handshake is remembered: a legacy request has no session before it. */
    post(&self, "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{"
                "'protocolVersion':'2025-11-25','capabilities':{}}}");
    test_expect_has(post(&self, "{'jsonrpc':'2.0','id':1,'method':'tools/list'}"),
                    "no initialize yet");
    test_host_end(&self);
}

/* The handle of a session of code mode, from the line that says it. */
static const char *handle_of(test_host *host, const char *text)
{
    static const char mark[] = ";; session ";
    const char *at = strstr(text, mark);
    char *handle;

    cr_assert(at != NULL, "%s", text);
    handle = ptc_arena_array(&host->arena, 25, 1);
    memcpy(handle, at + sizeof mark - 1, 24);
    cr_assert(strncmp(handle, "s_", 2) == 0, "%s", text);
    return handle;
}

static const char *run_in(test_host *host, const char *program, const char *handle)
{
    char message[1000];

    snprintf(message, sizeof message,
             CALL("run_program", "{'program':'%s','session':'%s'}"), program, handle);
    return post(host, message);
}

/* What a program defines is found by its handle, whatever object brought the message; a
 * handle of another server is as one that never was. M510 */
Test(mcp_loops, memory_of_programs_is_found_across_session_objects)
{
    ptc_mcp_options options = {.struct_size = sizeof options, .program.sessions = 4};
    test_host hosts[2];
    const char *handle;
    const char *first;

    test_host_make(&hosts[0], "alpha", "canary-alpha");
    test_host_make(&hosts[1], "beta", "canary-beta");
    for (size_t i = 0; i < 2; i++)
        cr_assert(ptc_mcp_runtime_new(&hosts[i].server, &options, &hosts[i].runtime) ==
                  PTC_OK);
    first = run_in(&hosts[0], "(def found (:n (tool/who {:n 7}))) (return found)", "new");
    handle = handle_of(&hosts[0], first);
    test_expect_has(run_in(&hosts[0], "(return (* 6 found))", handle), "42");
    test_expect_has(run_in(&hosts[1], "(return 1)", handle), "\"isError\":true");
    cr_expect_str_eq(run_in(&hosts[1], "(return 1)", handle),
                     run_in(&hosts[1], "(return 1)", "s_0000000000000000000000"));
    test_host_end(&hosts[0]);
    test_host_end(&hosts[1]);
}

/* --- Canaries ----------------------------------------------------------------------- */

static void keep_log(ptc_mcp_level level, ptc_str line, void *user)
{
    (void)level;
    ptc_text_str(user, line);
    ptc_text_byte(user, '\n');
}

/* Messages of all sorts, good and bad, for the servers to answer. */
static const char *const messages[] = {
    "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{" TEST_MCP_MODERN "}}",
    "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{" TEST_MCP_MODERN "}}",
    "{'jsonrpc':'2.0','id':1,'method':'tools/"
    "list','params':{'cursor':'x'," TEST_MCP_MODERN "}}",
    "{'jsonrpc':'2.0','id':1,'method':'resources/list','params':{" TEST_MCP_MODERN "}}",
    "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{" TEST_MCP_MODERN "}}",
    CALL("who", "{'n':1}"),
    CALL("who", "{'n':'x'}"),
    CALL("who", "{'n':1,'_secret':1}"),
    CALL("who", "7"),
    CALL("lose", "{}"),
    CALL("whom", "{}"),
    CALL("wait", "{}"),
    CALL("run_program", "{'program':'(return (tool/who {:n 1}))'}"),
    CALL("run_program", "{'program':'(println (tool/who {:n 1})) (return 1)'}"),
    CALL("run_program", "{'program':'(+ 1 (tool/who {:n 1}))'}"),
    CALL("run_program", "{'program':'(fail (tool/who {:n 1}))'}"),
    CALL("run_program", "{'program':'(tool/lose {})'}"),
    CALL("run_program", "{'program':'((('}"),
};

static void expect_clean(const char *text, const char *other)
{
    static const char *const canaries[] = {"canary-alpha", "canary-beta",
                                           "canary-of-the-environment"};

    for (size_t i = 0; i < sizeof canaries / sizeof canaries[0]; i++)
        test_expect_lacks(text, canaries[i]);
    test_expect_lacks(text, other);
}

/* Nothing of one server is in what another sends, nothing firewalled in what either
 * sends or logs, and nothing of the environment. M510 */
Test(mcp_loops, nothing_leaks, .timeout = 60)
{
    static const char *const names[] = {"alpha", "beta"};
    ptc_mcp_options options = {
        .struct_size = sizeof options, .log = keep_log, .log_level = PTC_MCP_DEBUG};
    test_host hosts[2];
    ptc_text logs[2];

    setenv("PTC_CANARY", "canary-of-the-environment", 1);
    setenv("HOME", "/canary-of-the-environment", 1);
    setenv("USER", "canary-of-the-environment", 1);
    for (size_t i = 0; i < 2; i++) {
        test_host_make(&hosts[i], names[i], i == 0 ? "canary-alpha" : "canary-beta");
        ptc_text_init(&logs[i], &hosts[i].arena);
        options.user = &logs[i];
        cr_assert(ptc_mcp_runtime_new(&hosts[i].server, &options, &hosts[i].runtime) ==
                  PTC_OK);
    }
    for (size_t m = 0; m < sizeof messages / sizeof messages[0]; m++) {
        for (size_t i = 0; i < 2; i++)
            expect_clean(post(&hosts[i], messages[m]), names[1 - i]);
    }
    for (size_t i = 0; i < 2; i++) {
        expect_clean(logs[i].ptr, names[1 - i]);
        test_host_end(&hosts[i]);
    }
}

/* A host may give the memory: all of it is given back, whatever was served. */
Test(mcp_loops, memory_is_given_back, .timeout = 60)
{
    test_refusing state = {.left = SIZE_MAX};
    ptc_mcp_options options = {.struct_size = sizeof options,
                               .allocator = test_refusing_allocator(&state),
                               .program.sessions = 4};
    test_host self;

    test_host_make(&self, "alpha", "canary-alpha");
    cr_assert(ptc_mcp_runtime_new(&self.server, &options, &self.runtime) == PTC_OK);
    for (size_t m = 0; m < sizeof messages / sizeof messages[0]; m++)
        post(&self, messages[m]);
    run_in(&self, "(def kept 1) (return kept)", "new");
    test_host_end(&self);
    cr_expect_eq(state.held, 0, "%zu blocks", state.held);
}
