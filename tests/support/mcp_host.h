/* SPDX-License-Identifier: MIT */
/*
 * A server of the Model Context Protocol for suites that are its host: four tools, one of
 * them run_program, without generated code. Everything that its session sends is kept.
 */
#ifndef PTC_TEST_MCP_HOST_H
#define PTC_TEST_MCP_HOST_H

#include "support.h"

#include <ptc/gen_mcp.h>

enum { TEST_HOST_TOOLS = 3, TEST_HOST_ROWS = TEST_HOST_TOOLS + 1 };

/*
 * It knows its name and a secret, which is in a firewalled field of a result:
 *
 *     lose()                 -> fails with its name, for the reason no_luck
 *     run_program(program, ..)
 *     wait()                 -> works until it is cancelled, at most 50 ms
 *     who(n :int[1..9])      -> {name, n, _secret}
 */
typedef struct test_host {
    const char *name;
    const char *secret;
    ptc_arena arena; /* of schemas, and of what was sent */
    ptc_tool tools[TEST_HOST_TOOLS];
    const ptc_tool *of_programs[TEST_HOST_TOOLS];
    ptc_mcp_program program;
    ptc_mcp_tool rows[TEST_HOST_ROWS];
    ptc_mcp_server server;
    ptc_mcp_runtime *runtime;
    ptc_mcp_session *session;
    ptc_text sent;
} test_host;

/* Makes the server; it does not run yet. */
void test_host_make(test_host *self, const char *name, const char *secret);

/* A sink whose lines are kept in `sent`. */
ptc_mcp_sink test_host_sink(test_host *self);

/* Lets it run: a runtime, and a session on that sink. */
void test_host_start(test_host *self, const ptc_mcp_options *options);

/* Frees the session and the runtime, where there are any, and the rest. */
void test_host_end(test_host *self);

/* Works until no call waits. */
void test_host_work(ptc_mcp_session *session);

/* What modern requests have in their params, with ' for ". */
#define TEST_MCP_MODERN                                                                  \
    "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"                   \
    "'io.modelcontextprotocol/clientCapabilities':{}}"

/* The LFs in a text. */
size_t test_count_lines(const char *text);

/* Whether the text has the part, and has it not. */
void test_expect_has(const char *text, const char *part);
void test_expect_lacks(const char *text, const char *part);

#endif
