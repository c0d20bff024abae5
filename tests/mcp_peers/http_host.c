/* SPDX-License-Identifier: MIT */
/*
 * An MCP host without its own stream: tests/check_mcp_conformance passes it the messages
 * that clients post by HTTP. Each post has its own session, as [mcp 1] says of the seam.
 *
 *     KEY TAB MESSAGE LF      a message of the session KEY; the first one begins it
 *     KEY LF                  the session ends
 *
 * It writes KEY TAB ID TAB reply|more TAB MESSAGE LF. Clients before 2026 have one
 * session from `initialize` on, and their replies find their post by ID.
 */
#define _POSIX_C_SOURCE 200809L
#include "conformance.ptc.h"

#include <ptc/mcp.h>
#include <ptc/ptc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const ptc_mcp_server conformance_mcp;

ptc_status test_simple_text_call(test_simple_text_result *out, ptc_tool_call *call)
{
    (void)call;
    *out = PTC_STR("This is a simple text response for testing.");
    return PTC_OK;
}

ptc_status test_error_handling_call(test_error_handling_result *out, ptc_tool_call *call)
{
    (void)out;
    call->message = "This tool intentionally returns an error for testing";
    return PTC_ERROR_INVALID;
}

ptc_status test_tool_with_progress_call(test_tool_with_progress_result *out,
                                        ptc_tool_call *call)
{
    static const struct timespec wait = {0, 120 * 1000000L};
    int step;

    for (step = 0; step <= 100; step += 50) {
        ptc_tool_progress(call, step, 100, NULL);
        nanosleep(&wait, NULL);
    }
    *out = PTC_STR("done");
    return PTC_OK;
}

ptc_status json_schema_2020_12_tool_call(const json_schema_2020_12_tool *in,
                                         json_schema_2020_12_tool_result *out,
                                         ptc_tool_call *call)
{
    (void)in;
    (void)call;
    *out = PTC_STR("done");
    return PTC_OK;
}

/* --- Sessions ------------------------------------------------------------------------
 */

typedef struct http_stream {
    char key[64];
    ptc_mcp_session *session;
    struct http_stream *next;
} http_stream;

static void http_write(const ptc_mcp_line *line, void *user)
{
    const http_stream *stream = user;

    printf("%s\t%.*s\t%s\t%.*s", stream->key, (int)line->request.len,
           line->request.len > 0 ? line->request.ptr : "",
           line->is_reply ? "reply" : "more", (int)line->text.len, line->text.ptr);
    fflush(stdout);
}

static http_stream *http_open(ptc_mcp_runtime *runtime, const char *key)
{
    http_stream *stream = calloc(1, sizeof *stream);
    ptc_mcp_sink sink = {http_write, stream};

    if (stream == NULL)
        return NULL;
    snprintf(stream->key, sizeof stream->key, "%s", key);
    if (ptc_mcp_session_new(runtime, &sink, &stream->session) == PTC_OK)
        return stream;
    free(stream);
    return NULL;
}

static void http_close(http_stream **link)
{
    http_stream *stream = *link;

    *link = stream->next;
    ptc_mcp_session_free(stream->session);
    free(stream);
}

/* The place of the session, or the end of the list. */
static http_stream **http_find(http_stream **list, const char *key)
{
    while (*list != NULL && strcmp((*list)->key, key) != 0)
        list = &(*list)->next;
    return list;
}

static bool http_take(ptc_mcp_runtime *runtime, http_stream **list, char *line)
{
    char *message = strchr(line, '\t');
    http_stream **place;

    if (message != NULL)
        *message++ = '\0';
    place = http_find(list, line);
    if (message == NULL) {
        if (*place != NULL)
            http_close(place);
        return true;
    }
    if (*place == NULL)
        *place = http_open(runtime, line);
    if (*place == NULL)
        return false;
    ptc_mcp_feed_message((*place)->session, message, strlen(message));
    while (ptc_mcp_work((*place)->session))
        ;
    return true;
}

int main(void)
{
    ptc_mcp_runtime *runtime;
    http_stream *list = NULL;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t len;
    bool is_good = true;

    if (ptc_mcp_runtime_new(&conformance_mcp, NULL, &runtime) != PTC_OK)
        return 1;
    while (is_good && (len = getline(&line, &capacity, stdin)) > 0) {
        line[len - 1] = '\0'; /* its LF */
        is_good = http_take(runtime, &list, line);
    }
    while (list != NULL)
        http_close(&list);
    free(line);
    ptc_mcp_runtime_free(runtime);
    return is_good ? 0 : 1;
}
