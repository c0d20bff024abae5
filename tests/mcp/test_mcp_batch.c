/* SPDX-License-Identifier: MIT */
/* Batches, which version 2025-03-26 alone has. [mcp 2] */
#include <criterion/criterion.h>

#include "served.h"

#include <stdio.h>
#include <stdlib.h>

#define R(rest)              "{'jsonrpc':'2.0'," rest "}"
#define PING(id)             R("'id':" id ",'method':'ping'")
#define PONG(id)             R("'id':" id ",'result':{}")
#define CALL(id, name)       R("'id':" id ",'method':'tools/call','params':{'name':'" name "'}")
#define CALLED(id)           R("'id':" id ",'result':{'content':[{'type':'text','text':'ok'}]}")
#define FAULT(code, message) "'error':{'code':" code ",'message':'" message "'}"
#define CANCEL(id)           R("'method':'notifications/cancelled','params':{'requestId':" id "}")

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
    .name = "b", .version = "1", .tools = tools, .tool_count = 1};

/* M510 */
Test(mcp_batch, one_array_answers_it)
{
    static const struct {
        const char *line;
        const char *answer;
    } rows[] = {
        {"[" PING("1") "]", "[" PONG("1") "]\n"},
        {" [ " PING("1") " , " PING("'a'") " ] ", "[" PONG("1") "," PONG("'a'") "]\n"},
        /* Calls come later. */
        {"[" CALL("1", "nothing") "," PING("2") "," CALL("3", "nothing") "]",
         "[" PONG("2") "," CALLED("1") "," CALLED("3") "]\n"},
        {"[" CALL("1", "none") "]",
         "[" R("'id':1," FAULT("-32602", "Unknown tool: none")) "]\n"},
        /* Nothing to answer. */
        {"[" R("'method':'notifications/initialized'") "]", ""},
        {"[" R("'id':1,'result':{}") "," R("'method':'x'") "]", ""},
        {"[" R("'method':'x'") "," PING("1") "]", "[" PONG("1") "]\n"},
        /* No messages. */
        {"[1,[],{}]",
         "[" R(
             FAULT("-32600",
                   "Invalid request: expected an object, "
                   "got 1")) "," R(FAULT("-32600",
                                         "Invalid request: expected an object, got a "
                                         "list")) "," R(FAULT("-32600",
                                                              "Invalid request: jsonrpc: "
                                                              "expected \\'2.0\\', got "
                                                              "nothing")) "]\n"},
        {"[" R("'id':1,'method':'initialize','params':{'protocolVersion':'2025-11-25'"
               "}") "]",
         "[" R(
             "'id':1," FAULT("-32600", "Invalid request: initialize in a batch")) "]\n"},
        {"[" R("'id':1,'method':'tools/list','params':{" SERVED_MODERN "}") "]",
         "[" R("'id':1," FAULT("-32600", "Invalid request: a request of revision "
                                         "2026-07-28 in a batch")) "]\n"},
        {"[" CALL("1", "nothing") "," CALL("1", "nothing") "]",
         "[" R("'id':1," FAULT(
             "-32600", "Invalid request: the id 1 is in flight")) "," CALLED("1") "]\n"},
        /* A cancelled call is not part of it. */
        {"[" CALL("1", "nothing") "," PING("2") "," CANCEL("1") "]", "[" PONG("2") "]\n"},
        {"[" CALL("1", "nothing") "," CANCEL("1") "]", ""},
        /* No batches. */
        {"[]", R(FAULT("-32600", "Invalid request: an empty batch")) "\n"},
        {"[" PING("1"), R(FAULT("-32700", "Parse error: expected ',' or a closing "
                                          "bracket at byte 41")) "\n"},
        {"[" PING("1") ",{'a':1,}]",
         R(FAULT("-32700", "Parse error: expected a key in quotes at byte 49")) "\n"},
    };
    served host;

    served_init(&host);
    served_begin(&host, &server, "2025-03-26");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        served_expect(served_say(&host, rows[i].line), rows[i].answer);
    served_end(&host);
}

/* M510 */
Test(mcp_batch, other_versions_have_none)
{
    static const char *const versions[] = {"2024-11-05", "2025-06-18", "2025-11-25"};
    static const char refused[] =
        R(FAULT("-32600", "Invalid request: expected an object, got a list: only version "
                          "2025-03-26 has batches")) "\n";
    served host;

    served_init(&host);
    served_start(&host, &server);
    served_expect(served_say(&host, "[" PING("1") "]"), refused);
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        char line[300];

        /* The newest initialize holds. */
        for (size_t j = 0; j < 2; j++) {
            snprintf(line, sizeof line,
                     R("'id':0,'method':'initialize','params':{'protocolVersion':'%s'}"),
                     j == 0 ? "2025-03-26" : versions[i]);
            served_say(&host, line);
            served_expect(served_say(&host, "[" PING("1") "]"),
                          j == 0 ? "[" PONG("1") "]\n" : refused);
        }
        served_expect(served_say(&host, "[]"),
                      R(FAULT("-32600", "Invalid request: an empty batch")) "\n");
    }
    served_end(&host);
}

/* M510 */
Test(mcp_batch, has_at_most_100_messages)
{
    static char line[101 * 60];
    served host;

    served_init(&host);
    served_begin(&host, &server, "2025-03-26");
    for (int count = 100; count <= 101; count++) {
        const char *got;
        size_t replies = 0;

        strcpy(line, "[");
        for (int i = 0; i < count; i++)
            sprintf(line + strlen(line), "%s" PING("%d"), i == 0 ? "" : ",", i);
        strcat(line, "]");
        got = served_say(&host, line);
        if (count == 101)
            served_expect(got, R(FAULT("-32600", "Invalid request: a batch of more than "
                                                 "100 messages")) "\n");
        else
            for (; (got = strstr(got, "'result'")) != NULL; got++)
                replies++;
        cr_expect(count == 101 || replies == 100, "%zu", replies);
    }
    served_end(&host);
}

/* Batches that wait side by side; the session may end meanwhile. M510 */
Test(mcp_batch, many_at_once)
{
    served host;

    served_init(&host);
    served_begin(&host, &server, "2025-03-26");
    served_feed(&host, "[" CALL("1", "nothing") "," PING("2") "]");
    served_feed(&host, "[" CALL("3", "nothing") "]");
    served_feed(&host, PING("4"));
    served_feed(&host, "[" CALL("5", "nothing") "," CALL("6", "nothing") "]");
    served_expect(served_take(&host), PONG("4") "\n");
    cr_expect(ptc_mcp_work(host.session));
    served_expect(served_take(&host), "[" PONG("2") "," CALLED("1") "]\n");
    served_feed(&host, CANCEL("5"));
    served_feed(&host, CANCEL("3"));
    cr_expect(ptc_mcp_work(host.session));
    cr_expect(!ptc_mcp_work(host.session));
    served_expect(served_take(&host), "[" CALLED("6") "]\n");
    served_feed(&host, "[" CALL("7", "nothing") "," PING("8") "]");
    served_expect(served_take(&host), "");
    served_end(&host);
}

/* M510 */
Test(mcp_batch, cancelling_all_lets_the_others_answer)
{
    served host;

    served_init(&host);
    served_begin(&host, &server, "2025-03-26");
    served_feed(&host, "[" CALL("1", "nothing") "," PING("2") "]");
    ptc_mcp_cancel(host.session);
    served_expect(served_take(&host), "[" PONG("2") "]\n");
    served_end(&host);
}

static ptc_status give_a_lot(ptc_tool_call *call, void *user)
{
    char *text = ptc_arena_alloc(call->arena, 900000);

    (void)user;
    if (text == NULL)
        return PTC_ERROR_MEMORY;
    memset(text, 'x', 900000);
    call->result = ptc_value_string(ptc_str_make(text, 900000));
    return PTC_OK;
}

/* What a batch holds until it is whole is bounded; every request is answered. */
Test(mcp_batch, its_answers_are_bounded) /* M510 */
{
    enum { CALLS = 40 };
    static char line[CALLS * 100];
    served held_server;
    size_t used = 0;
    size_t errors = 0;
    const char *got;

    served_init(&held_server);
    served_add(&held_server, "lot", give_a_lot, NULL);
    served_begin(&held_server, NULL, "2025-03-26");
    for (int i = 0; i < CALLS; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "%c" CALL("%d", "lot"),
                                 i == 0 ? '[' : ',', i);
    snprintf(line + used, sizeof line - used, "]");
    served_feed(&held_server, line);
    while (ptc_mcp_work(held_server.session))
        cr_expect(held_server.held < (20u << 20), "%zu", held_server.held);
    got = served_take(&held_server);
    cr_expect(strlen(got) > 4 * 900000 && strlen(got) < (16u << 20), "%zu", strlen(got));
    for (int i = 0; i < CALLS; i++) {
        char id[32];

        snprintf(id, sizeof id, "'id':%d,", i);
        cr_expect(strstr(got, id) != NULL, "%d", i);
    }
    for (const char *p = got; (p = strstr(p, "-32603")) != NULL; p++)
        errors++;
    cr_expect(errors > 0 && errors < CALLS - 2, "%zu", errors);
    served_end(&held_server);
}
