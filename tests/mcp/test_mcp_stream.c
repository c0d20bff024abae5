/* SPDX-License-Identifier: MIT */
/*
 * Streams as a whole: split anywhere, ids in flight, floods, the largest lines, messages
 * without lines. [mcp 1, 2]
 */
#include <criterion/criterion.h>

#include "served.h"

#include <stdio.h>
#include <stdlib.h>

#define V(rest) "{'jsonrpc':'2.0'," rest "}"
#define CALL(id, more)                                                                   \
    V("'id':" id ",'method':'tools/call','params':{'name':'nothing'" more "}")
#define CALLED(id)                                                                       \
    V("'id':" id ",'result':{'content':[{'type':'text','text':'ok'}]}") "\n"
#define IN_FLIGHT(id, shown)                                                             \
    V("'id':" id ",'error':{'code':-32600,'message':'Invalid request: the id " shown     \
      " is in flight'}")                                                                 \
    "\n"

static ptc_status do_nothing(ptc_tool_call *call, void *user)
{
    (void)call;
    (void)user;
    return PTC_OK;
}

static const ptc_tool nothing = {.name = "nothing", .function = do_nothing};
static const ptc_mcp_tool tools[] = {{.name = "nothing",
                                      .tool = &nothing,
                                      .listed = "{}",
                                      .listed_legacy = "{}",
                                      .flags = PTC_MCP_IS_NIL}};
static const ptc_mcp_server server = {
    .name = "s", .version = "1", .tools = tools, .tool_count = 1};

/* A stream of everything that needs no clock. */
static const char stream[] =
    "{'jsonrpc':'2.0','id':1,'method':'tools/list'}\r\n"
    "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':"
    "'2025-03-26','clientInfo':{'name':'\xC3\xA9\\n'}}}\n\n"
    "{'jsonrpc':'2.0','id':'\\u0061','method':'tools/list'}\n \t\r\n"
    "{'jsonrpc':'2.0','id':2,'method':'server/discover','params':{" SERVED_MODERN "}}\n"
    "{'jsonrpc':'2.0','id':3,'method':'subscriptions/listen','params':{'notifications':"
    "{}," SERVED_MODERN "}}\n"
    "nul\n{\n[]\n\xFF\n42\n{}\r\n"
    "[{'jsonrpc':'2.0','id':4,'method':'ping'},5,{'jsonrpc':'2.0','id':6,'method':"
    "'tools/call','params':{'name':'nothing'}}]\n"
    "{'jsonrpc':'2.0','id':7,'method':'tools/call','params':{'name':'nothing',"
    "'arguments':{'x':'0123456789012345678901234567890123456789'}}}\n"
    "{'jsonrpc':'2.0','id':7,'method':'ping'}\n"
    "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
    "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
    "01234567890123456789012345678901234567890123456789012345678901234567890123456789\n"
    "{'jsonrpc':'2.0','id':8,'method':'ping'}";

/* What the stream is answered when it is fed in steps. */
static char *answers(size_t step)
{
    served host;
    const char *bytes;
    const char *said;
    char *copy;
    size_t size = strlen(stream);

    served_init(&host);
    host.options.max_line = 239;
    served_start(&host, &server);
    bytes = test_quoted(&host.arena, stream);
    for (size_t at = 0; at < size; at += step)
        cr_assert_eq(
            ptc_mcp_feed(host.session, bytes + at, size - at < step ? size - at : step),
            PTC_OK);
    cr_assert_eq(ptc_mcp_feed_end(host.session), PTC_OK);
    while (ptc_mcp_work(host.session))
        ;
    said = served_take(&host);
    copy = malloc(strlen(said) + 1);
    cr_assert(copy != NULL);
    strcpy(copy, said);
    served_end(&host);
    return copy;
}

/* M510 */
Test(mcp_stream, answers_are_the_same_however_bytes_are_split)
{
    char *whole = answers(strlen(stream));
    size_t lines = 0;

    for (const char *at = whole; *at != '\0'; at++)
        lines += *at == '\n';
    cr_expect_eq(lines, 17, "%zu\n%s", lines, whole);
    cr_expect(strstr(whole, "Parse error: a line of more than 239 bytes at byte 239") !=
                  NULL,
              "%s", whole);
    for (size_t step = 1; step < strlen(stream); step += step < 80 ? 1 : 37) {
        char *split = answers(step);

        cr_expect_str_eq(split, whole, "steps of %zu:\n%s\n%s", step, split, whole);
        free(split);
    }
    free(whole);
}

/* M510 */
Test(mcp_stream, ids_in_flight)
{
    served host;

    served_init(&host);
    served_begin(&host, &server, "2025-11-25");
    served_feed(&host, CALL("1", ""));
    served_feed(&host, CALL("'1'", ""));
    served_feed(&host, CALL("'a'", ""));
    served_expect(served_take(&host), "");
    served_feed(&host, CALL("1", ""));
    served_expect(served_take(&host), IN_FLIGHT("1", "1"));
    served_feed(&host, V("'id':'\\u0061','method':'ping'"));
    served_expect(served_take(&host), IN_FLIGHT("'\\u0061'", "\\'\\\\u0061\\'"));
    served_feed(&host, V("'id':'\\u0031','method':'none'"));
    served_expect(served_take(&host), IN_FLIGHT("'\\u0031'", "\\'\\\\u0031\\'"));
    /* A cancelled one is free again, and so is an answered one. */
    served_feed(&host,
                V("'method':'notifications/cancelled','params':{'requestId':'a'}"));
    served_expect(served_say(&host, CALL("'\\u0061'", "")),
                  CALLED("1") CALLED("'1'") CALLED("'\\u0061'"));
    served_expect(served_say(&host, CALL("1", "")), CALLED("1"));
    served_end(&host);
}

/* M510 */
Test(mcp_stream, floods_take_no_memory)
{
    static const char *const lines[] = {
        V("'method':'notifications/initialized'"),
        V("'method':'notifications/cancelled','params':{'requestId':'\\u0061'}"),
        V("'id':1,'result':{'a':[1,2,{'b':'\\n'}]}"),
        V("'id':1,'method':'ping'"),
        V("'id':1,'method':'none'"),
        V("'id':null,'method':'ping'"),
        "{'a':1,'a':2}",
        "[1,2,3]",
        "nul",
        V("'id':1,'method':'tools/list','params':{" SERVED_MODERN "}"),
    };
    unsigned rounds = test_rounds(20000);
    served host;
    size_t held = 0;

    served_init(&host);
    host.options.log = NULL;
    served_begin(&host, &server, "2025-11-25");
    for (unsigned round = 0; round < rounds; round++) {
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
            served_feed(&host, lines[i]);
        if (round % 100 == 0) {
            cr_assert(round < 200 || host.held == held, "round %u: %zu, not %zu", round,
                      host.held, held);
            held = host.held;
            served_take(&host);
        }
    }
    served_end(&host);
}

/* A line of exactly the limit, of which all but the envelope is one thing. */
static void expect_large(const char *begin, const char *piece, const char *end,
                         const char *answer)
{
    size_t size = (size_t)8 << 20;
    char *line = malloc(size + 1);
    size_t used = strlen(begin);
    served host;

    cr_assert(line != NULL);
    memset(line, ' ', size);
    memcpy(line, begin, used);
    while (used + strlen(piece) + strlen(end) <= size) {
        memcpy(line + used, piece, strlen(piece));
        used += strlen(piece);
    }
    memcpy(line + used, end, strlen(end));
    line[size] = '\0';
    for (char *at = line; *at != '\0'; at++)
        *at = *at == '\'' ? '"' : *at;
    served_init(&host);
    host.options.log = NULL;
    served_start(&host, &server);
    cr_expect_eq(ptc_mcp_feed(host.session, line, size), PTC_OK);
    cr_expect_eq(ptc_mcp_feed(host.session, "\n", 1), PTC_OK);
    served_expect(served_take(&host), answer);
    cr_expect(host.held < 200000, "%zu", host.held);
    /* One byte more. */
    ptc_mcp_feed(host.session, line, size);
    ptc_mcp_feed(host.session, " \n", 2);
    served_expect(served_take(&host),
                  V("'error':{'code':-32700,'message':'Parse error: a line of more than "
                    "8388608 bytes at byte 8388608'}") "\n");
    cr_expect(host.held < 200000, "%zu", host.held);
    served_end(&host);
    free(line);
}

/* M510 */
Test(mcp_stream, lines_of_the_largest_size)
{
    static const char pong[] = V("'id':1,'result':{}") "\n";

    expect_large(V("'id':1,'method':'ping'"), " ", "", pong);
    expect_large("{'jsonrpc':'2.0','id':1,'method':'ping','x':'", "abcdefgh", "'}", pong);
    expect_large("{'jsonrpc':'2.0','id':1,'method':'ping','x':'", "\\u0061\\n\xC3\xA9",
                 "'}", pong);
    expect_large("{'jsonrpc':'2.0','id':1,'method':'ping','x':[0", ",{}", "]}", pong);
    expect_large("{'jsonrpc':'2.0','id':1,'method':'ping','params':{'arguments':[0",
                 ",{'a':1,'a':[]}", "]}}", pong);
    expect_large("{'jsonrpc':'2.0','id':1,'method':'ping','x':", "[", "",
                 V("'error':{'code':-32700,"
                   "'message':'Parse error: nested too deeply at byte 555'}") "\n");
    expect_large("{'jsonrpc':'2.0','id':1,'method':'ping','x':0", ",'y':1", "}",
                 V("'id':1,'error':{'code':-32600,'message':'Invalid request: a key "
                   "appears twice in the object that ends at byte 8388603'}") "\n");
}

/* M510 */
Test(mcp_stream, messages_without_lines)
{
    static const struct {
        const char *text;
        const char *answer;
    } rows[] = {
        {V("'id':1,'method':'ping'"), V("'id':1,'result':{}") "\n"},
        {"\n{\n  'jsonrpc': '2.0',\r\n\t'id': 1,\n  'method': 'ping'\n}\n",
         V("'id':1,'result':{}") "\n"},
        {"", ""},
        {" \r\n\t\n", ""},
        {"1\n2",
         V("'error':{'code':-32700,'message':'Parse error: expected the end of the "
           "text at byte 2'}") "\n"},
        {"[\n]", V("'error':{'code':-32600,'message':'Invalid request: an empty "
                   "batch'}") "\n"},
        {"{'jsonrpc':'2.0','method':'ping','id':123456789012345678}",
         V("'error':{'code':-32700,'message':'Parse error: a line of more than 56 bytes "
           "at byte 56'}") "\n"},
    };
    served host;

    served_init(&host);
    host.options.max_line = 56;
    served_start(&host, &server);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text = test_quoted(&host.arena, rows[i].text);

        /* Lines that are fed in between are not touched. */
        ptc_mcp_feed(host.session, i == 0 ? "[" : " ", 1);
        cr_expect_eq(ptc_mcp_feed_message(host.session, text, strlen(text)), PTC_OK);
        served_expect(served_take(&host), rows[i].answer);
    }
    ptc_mcp_feed(host.session, "1]\n", 3);
    served_expect(
        served_take(&host),
        V("'error':{'code':-32600,'message':'Invalid request: expected an object, "
          "got a list: only version 2025-03-26 has batches'}") "\n");
    served_end(&host);
}

/* What a sink gets of each line. */
static void note_line(const ptc_mcp_line *line, void *user)
{
    ptc_text *text = user;

    ptc_text_byte(text, line->is_reply ? '!' : '?');
    ptc_text_str(text, line->request);
}

/* The request that a line belongs to is the one whose answer it is: a stream of HTTP.
 * M510 */
Test(mcp_stream, lines_belong_to_requests)
{
    served host;
    ptc_text seen;
    const ptc_mcp_sink sink = {note_line, &seen};
    static const char *const lines[] = {
        V("'id':'\\u0061','method':'ping'"),
        V("'id':1.5,'method':'ping'"),
        V("'id':2,'method':'subscriptions/"
          "listen','params':{'notifications':{}," SERVED_MODERN "}"),
        "nul",
        V("'id':2,'method':'ping'"),
        V("'id':3,'method':'initialize','params':{'protocolVersion':'2025-03-26'}"),
        "[" V("'id':4,'method':'ping'") "]",
    };

    served_init(&host);
    ptc_text_init(&seen, &host.arena);
    cr_assert_eq(ptc_mcp_runtime_new(&server, NULL, &host.runtime), PTC_OK);
    cr_assert_eq(ptc_mcp_session_new(host.runtime, &sink, &host.session), PTC_OK);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        served_feed(&host, lines[i]);
    ptc_mcp_feed_end(host.session);
    cr_expect_str_eq(seen.ptr, "!\"\\u0061\"!?2!!!3!!2", "%s", seen.ptr);
    served_end(&host);
}
