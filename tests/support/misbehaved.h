/* SPDX-License-Identifier: MIT */
/* Lines for tests/mcp/misbehaved.c, and how it is started. */
#ifndef PTC_TEST_MISBEHAVED_H
#define PTC_TEST_MISBEHAVED_H

#include "client.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#define ASK_INITIALIZE                                                                   \
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"               \
    "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"                            \
    "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}\n"
#define ASK_PING(id) "{\"jsonrpc\":\"2.0\",\"id\":" #id ",\"method\":\"ping\"}\n"
#define ASK_CALL(id, name, arguments)                                                    \
    "{\"jsonrpc\":\"2.0\",\"id\":" #id ",\"method\":\"tools/call\",\"params\":{"         \
    "\"name\":\"" name "\",\"arguments\":{" arguments "}}}\n"
#define ASK_CANCEL(id)                                                                   \
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"           \
    "\"requestId\":" #id "}}\n"

/* Starts the server with options, NULL-terminated, and agrees on a version. */
static inline void misbehaved_start(client *c, const char *const *options)
{
    const char *argv[16] = {getenv("MISBEHAVED_EXE")};

    for (size_t i = 0; options != NULL && options[i] != NULL; i++)
        argv[1 + i] = options[i];
    client_start(c, argv);
    client_say(c, ASK_INITIALIZE);
    client_expect(c, "\"misbehaved\"");
}

/* Waits until the function of `hang` or `wait` runs. */
static inline void misbehaved_runs(client *c)
{
    int64_t end = client_now() + CLIENT_PATIENCE;

    while (strstr(client_errors(c), "it runs\n") == NULL)
        cr_assert(client_now() < end, "it should run; stderr: %s", client_errors(c));
}

#endif
