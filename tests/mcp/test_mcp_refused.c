/* SPDX-License-Identifier: MIT */
/*
 * A stream of everything with memory refused at each place in turn where any is asked
 * for, once and from there on for ever: every request still has one answer, each line is
 * whole, and nothing is left. [mcp 5, 11.5]
 */
#include <criterion/criterion.h>

#include "refuse.h"
#include "support.h"

#include <ptc/mcp.h>

#include <stdio.h>

static ptc_status echo(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = call->arguments;
    return PTC_OK;
}

static ptc_status fail(ptc_tool_call *call, void *user)
{
    (void)user;
    call->message = "no";
    return PTC_ERROR_INVALID;
}

static const ptc_tool echo_tool = {.name = "echo", .function = echo};
static const ptc_tool fail_tool = {.name = "fail", .function = fail};
static const ptc_mcp_tool tools[] = {
    {.name = "echo", .tool = &echo_tool, .listed = "{}", .listed_legacy = "{}"},
    {.name = "fail", .tool = &fail_tool, .listed = "{}", .listed_legacy = "{}"},
};
static const ptc_mcp_server server = {.name = "r",
                                      .title = "R",
                                      .version = "1",
                                      .instructions = "x",
                                      .tools = tools,
                                      .tool_count = 2};

#define MODERN                                                                           \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","             \
    "\"io.modelcontextprotocol/clientCapabilities\":{\"a\":{\"b\":1}}}"
#define V "{\"jsonrpc\":\"2.0\","

static const char *const lines[] = {
    V
    "\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-03-26\"}}",
    V "\"id\":2,\"method\":\"tools/list\"}",
    V "\"id\":3,\"method\":\"tools/list\",\"params\":{\"cursor\":\"none\\u0020\"}}",
    V "\"id\":\"\\u0061\",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
      "\"arguments\":{\"_a\":\"\\n\",\"b\":[1,2]}," MODERN "}}",
    V "\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"fail\"}}",
    V "\"id\":6,\"method\":\"tools/call\",\"params\":{\"name\":\"feil\"}}",
    V "\"id\":7,\"method\":\"server/discover\",\"params\":{" MODERN "}}",
    V "\"id\":8,\"method\":\"subscriptions/"
      "listen\",\"params\":{\"notifications\":{}," MODERN "}}",
    V "\"id\":9,\"method\":\"none\"}",
    V "\"id\":10,\"method\":\"ping\",\"params\":[]}",
    V "\"id\":11,\"method\":\"x\",\"a\":{\"b\":1,\"b\":\"\\n\"}}",
    "nul",
    "[" V "\"id\":12,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}," V
    "\"id\":13,\"method\":\"ping\"},4," V
    "\"id\":14,\"method\":\"tools/call\",\"params\":{\"name\":\"fail\"}}]",
    V "\"id\":15,\"method\":\"ping\"}",
};
enum { LINES = sizeof lines / sizeof *lines };

/* What was sent: no memory of the library's is asked for. */
static struct {
    char text[1 << 16];
    size_t len;
    size_t replies;
    bool is_whole;
} sent;

static void keep(const ptc_mcp_line *line, void *user)
{
    const char *feed = memchr(line->text.ptr, '\n', line->text.len);

    (void)user;
    sent.is_whole = sent.is_whole && feed == line->text.ptr + line->text.len - 1 &&
                    sent.len + line->text.len < sizeof sent.text;
    if (!sent.is_whole)
        return;
    memcpy(sent.text + sent.len, line->text.ptr, line->text.len);
    sent.len += line->text.len;
    sent.replies += line->is_reply ? 1 : 0;
}

/* Feeds all lines to a new session; false when there was no memory for one. */
static bool serve(void)
{
    const ptc_mcp_options options = {.struct_size = sizeof options};
    const ptc_mcp_sink sink = {keep, NULL};
    ptc_mcp_runtime *runtime = NULL;
    ptc_mcp_session *session = NULL;

    sent.len = sent.replies = 0;
    sent.is_whole = true;
    if (ptc_mcp_runtime_new(&server, &options, &runtime) != PTC_OK)
        return false;
    if (ptc_mcp_session_new(runtime, &sink, &session) == PTC_OK) {
        for (size_t i = 0; i < LINES; i++) {
            ptc_mcp_feed(session, lines[i], strlen(lines[i]));
            ptc_mcp_feed(session, "\n", 1);
        }
        while (ptc_mcp_work(session))
            ;
        ptc_mcp_feed_end(session);
        ptc_mcp_session_free(session);
    }
    ptc_mcp_runtime_free(runtime);
    return session != NULL;
}

/* Each line is JSON. */
static void expect_json(size_t place)
{
    ptc_str rest = ptc_str_make(sent.text, sent.len);
    ptc_str line;
    unsigned number = 0;

    while (test_next_line(&rest, &line, &number)) {
        ptc_arena arena;
        ptc_value value;

        ptc_arena_init(&arena, NULL, 0);
        cr_expect_eq(ptc_json_read(&arena, line.ptr, line.len, NULL, &value, NULL, NULL),
                     PTC_OK, "place %zu: " PTC_FMT, place, PTC_ARG(line));
        ptc_arena_free(&arena);
    }
}

/* M510 */
Test(mcp_refused, every_request_has_an_answer, .timeout = 120)
{
    size_t asked;

    refuse_from(0, false);
    cr_assert(serve());
    asked = refuse_stop();
    cr_expect_eq(sent.replies, LINES, "%zu\n%.*s", sent.replies, (int)sent.len,
                 sent.text);
    cr_expect_geq(asked, 60, "%zu", asked);
    for (size_t place = 1; place <= asked; place = refuse_next(place, asked)) {
        for (int for_ever = 0; for_ever < 2; for_ever++) {
            bool is_served;

            refuse_from(place, for_ever != 0);
            is_served = serve();
            refuse_stop();
            cr_expect(sent.is_whole);
            /* One more where a batch lost a reply. */
            cr_expect(!is_served || sent.replies == LINES ||
                          (sent.replies == LINES + 1 && for_ever),
                      "place %zu of %zu%s: %zu replies\n%.*s", place, asked,
                      for_ever ? ", for ever" : "", sent.replies, (int)sent.len,
                      sent.text);
            cr_expect_eq(refuse_held(), 0, "place %zu: %zu blocks", place, refuse_held());
            expect_json(place);
        }
    }
}
