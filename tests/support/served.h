/* SPDX-License-Identifier: MIT */
/*
 * A server of MCP in the test itself: lines go in, lines come out; its clock is the
 * test's, its memory is counted, its log is kept.
 */
#ifndef PTC_TEST_SERVED_H
#define PTC_TEST_SERVED_H

#include "support.h"

#include <ptc/mcp.h>

/* What a request of 2026-07-28 has among its params. */
#define SERVED_MODERN                                                                    \
    "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"                   \
    "'io.modelcontextprotocol/clientCapabilities':{}}"

enum { SERVED_TOOLS = 16 };

typedef struct served {
    ptc_mcp_options options; /* changed before served_start by those who want others */
    ptc_tool tools[SERVED_TOOLS];
    ptc_mcp_tool rows[SERVED_TOOLS];
    ptc_mcp_server mcp;
    ptc_mcp_runtime *runtime;
    ptc_mcp_session *session;
    ptc_arena arena; /* of what the test is given, and the log */
    ptc_text log;
    ptc_arena sent_arena;
    ptc_text sent; /* all lines since they were last asked for */
    uint64_t now_ms;
    size_t held; /* bytes that the library has */
} served;

/* Options by which a server has the clock, the log and the memory of the test. */
void served_init(served *server);
/* A signature, which lives as long as the server; fails the test when it is none. */
const ptc_schema *served_signature(served *server, const char *text);
/* A row that is a plain tool, after those that there are; `signature` may be NULL. Its
 * user is the server. */
ptc_mcp_tool *served_add(served *server, const char *name, ptc_tool_function function,
                         const char *signature);
/* Makes the server, of rows of the test's own or NULL, and a session; fails the test when
 * it cannot. */
void served_start(served *server, const ptc_mcp_server *rows);
/* The same, and says initialize with the version. */
void served_begin(served *server, const ptc_mcp_server *rows, const char *version);
/* Frees all; fails the test when something is left. */
void served_end(served *server);

/* Feeds a line, in which each ' is a ". */
void served_feed(served *server, const char *line);
/* What was sent since, with each " as a '. Valid until the next call. */
const char *served_take(served *server);
/* Feeds a line, lets all calls run, and takes what was sent. */
const char *served_say(served *server, const char *line);
/* Whether what was got is what was wanted, with " as '. */
void served_expect(const char *got, const char *wanted);
/* Calls a tool, as id 1, as a legacy client or a modern one. */
const char *served_call(served *server, const char *name, const char *arguments);
const char *served_call_modern(served *server, const char *name, const char *arguments);
/* The same with more members of params, each with a comma before it. */
const char *served_call_with(served *server, const char *name, const char *arguments,
                             const char *more);

#endif
