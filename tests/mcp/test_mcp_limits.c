/* SPDX-License-Identifier: MIT */
/* Limits of calls: of those that wait, of results, of memory; and options that are none.
 * [mcp 5] */
#include <criterion/criterion.h>

#include "served.h"

#include <stdio.h>

#define CALL(id, x)                                                                      \
    "{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':{'name':'give',"        \
    "'arguments':{'x':" x "}}}"
#define TEXT(id, is)                                                                     \
    "{'jsonrpc':'2.0','id':" id ",'result':{'content':[{'type':'text','text':'" is "'}]"
#define FAILS(id, is) TEXT(id, is) ",'isError':true}}\n"

/* Gives a string of as many bytes as its argument says. */
static ptc_status give(ptc_tool_call *call, void *user)
{
    size_t count = (size_t)ptc_value_get(&call->arguments, "x")->as.integer;
    char *text = ptc_arena_alloc(call->arena, count);

    (void)user;
    if (text == NULL)
        return PTC_ERROR_MEMORY;
    memset(text, 'x', count);
    call->result = ptc_value_string(ptc_str_make(text, count));
    return PTC_OK;
}

static void open_shop(served *server)
{
    served_add(server, "give", give, "(x :int) -> :string");
    served_begin(server, NULL, "2025-11-25");
}

/* M510 */
Test(mcp_limits, refuses_more_than_may_wait)
{
    served server;

    served_init(&server);
    server.options.max_waiting = 2;
    open_shop(&server);
    served_feed(&server, CALL("1", "1"));
    served_feed(&server, CALL("2", "1"));
    served_feed(&server, CALL("3", "1"));
    served_expect(served_take(&server),
                  FAILS("3", "busy: 2 calls are waiting; try again"));
    ptc_mcp_work(server.session);
    served_feed(&server, CALL("3", "1"));
    served_expect(
        served_say(&server, ""),
        TEXT("1", "x") ",'structuredContent':{'result':'x'}}}\n" TEXT(
            "2", "x") ",'structuredContent':{'result':'x'}}}\n" TEXT("3",
                                                                     "x") ",'"
                                                                          "structuredCont"
                                                                          "ent':{'result'"
                                                                          ":'x'}}}\n");
    served_end(&server);
}

/* M510 */
Test(mcp_limits, refuses_the_65th)
{
    char line[256];
    served server;

    served_init(&server);
    open_shop(&server);
    for (int i = 1; i <= 64; i++) {
        snprintf(line, sizeof line, CALL("%d", "1"), i);
        served_feed(&server, line);
        served_expect(served_take(&server), "");
    }
    served_feed(&server, CALL("65", "1"));
    served_expect(served_take(&server),
                  FAILS("65", "busy: 64 calls are waiting; try again"));
    cr_expect_eq(ptc_mcp_pending(server.session), 64);
    served_end(&server);
}

/* M510 */
Test(mcp_limits, counts_the_bytes_that_wait)
{
    served server;

    served_init(&server);
    server.options.max_waiting_bytes = 20;
    open_shop(&server);
    /* One call alone may be larger than all. */
    served_feed(&server, CALL("1", "1                         "));
    served_feed(&server, CALL("2", "1"));
    served_expect(served_take(&server), FAILS("2", "busy: 1 call is waiting; try again"));
    served_say(&server, "");
    served_feed(&server, CALL("1", "1"));
    served_feed(&server, CALL("2", "1"));
    served_feed(&server, CALL("3", "123456789"));
    served_expect(served_take(&server),
                  FAILS("3", "busy: 2 calls are waiting; try again"));
    served_end(&server);
}

/* M510 */
Test(mcp_limits, refuses_large_results)
{
    served server;

    served_init(&server);
    server.options.max_result = 10;
    server.options.max_memory = 100000;
    open_shop(&server);
    served_expect(served_say(&server, CALL("1", "8")),
                  TEXT("1", "xxxxxxxx") ",'structuredContent':{'result':'xxxxxxxx'}}}\n");
    served_expect(served_say(&server, CALL("1", "9")),
                  FAILS("1", "the result has 11 bytes, the limit is 10: ask for less"));
    served_expect(served_say(&server, CALL("1", "60000")),
                  FAILS("1", "give: out of memory (limit 100000 bytes)"));
    served_expect(served_say(&server, CALL("1", "200000")),
                  FAILS("1", "give: out of memory (limit 100000 bytes)"));
    served_end(&server);
}

/* M510 */
Test(mcp_limits, lets_a_mebibyte_pass)
{
    served server;
    const char *sent;

    served_init(&server);
    open_shop(&server);
    sent = served_say(&server, CALL("1", "1048574"));
    cr_expect(strstr(sent, "isError") == NULL && strlen(sent) > 2 * 1048574);
    served_expect(
        served_say(&server, CALL("1", "1048575")),
        FAILS("1", "the result has 1048577 bytes, the limit is 1048576: ask for less"));
    served_end(&server);
}

/* A value that holds itself often: as text it would have 3^60 bytes. */
static ptc_status fold(ptc_tool_call *call, void *user)
{
    ptc_value inner = ptc_value_int(1);

    (void)user;
    for (int i = 0; i < 60; i++) {
        ptc_value *items = ptc_arena_array(call->arena, 3, sizeof *items);

        cr_assert(items != NULL);
        items[0] = inner;
        items[1] = inner;
        items[2] = inner;
        inner = ptc_value_vector(items, 3);
    }
    call->result = inner;
    return PTC_OK;
}

/* M510 */
Test(mcp_limits, gives_up_on_endless_results)
{
    served server;

    served_init(&server);
    server.options.max_memory = 1000000;
    served_add(&server, "fold", fold, NULL);
    served_begin(&server, NULL, "2025-11-25");
    served_expect(served_call(&server, "fold", "{}"),
                  FAILS("1", "the result has more than 1000000 bytes, the limit is "
                             "1048576: ask for less"));
    served_end(&server);
}

/* M510 */
Test(mcp_limits, keeps_no_memory_of_calls)
{
    char line[256];
    unsigned rounds = test_rounds(100000);
    served server;

    served_init(&server);
    server.options.log_level = PTC_MCP_ERROR;
    open_shop(&server);
    for (unsigned i = 1; i <= rounds; i++) {
        snprintf(line, sizeof line, CALL("%u", "%u"), i, i % 1000 == 0 ? 900000 : i % 99);
        served_feed(&server, line);
        cr_assert(ptc_mcp_work(server.session));
        ptc_mcp_tick(server.session);
        ptc_arena_reset(&server.sent_arena);
        ptc_text_init(&server.sent, &server.sent_arena);
        cr_assert(i % 1000 != 999 || server.held < 65536, "%zu after %u", server.held, i);
    }
    served_end(&server);
}

/* M510 */
Test(mcp_limits, keeps_no_memory_of_calls_of_all_sizes)
{
    static char large[4096];
    served server;

    snprintf(large, sizeof large, CALL("1", "1%*s"), 3000, "");
    served_init(&server);
    server.options.log_level = PTC_MCP_ERROR;
    open_shop(&server);
    for (unsigned i = 0; i < 300; i++) {
        served_feed(&server, large);
        served_feed(&server, CALL("2", "1"));
        served_say(&server, "");
        cr_assert(server.held < 65536, "%zu after %u", server.held, i);
    }
    served_end(&server);
}

/* M510 */
Test(mcp_limits, are_checked_when_they_are_set)
{
    static const ptc_mcp_server none = {.name = "n", .version = "1"};
    const ptc_parse_options parsing = {.struct_size = 0};
    const ptc_mcp_options rows[] = {
        {.struct_size = 0},
        {.struct_size = sizeof *rows, .workers = 65},
        {.struct_size = sizeof *rows, .max_waiting = 1025},
        {.struct_size = sizeof *rows, .program = {.sessions = 65}},
        {.struct_size = sizeof *rows, .parsing = &parsing},
    };
    ptc_mcp_runtime *runtime;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        runtime = (ptc_mcp_runtime *)(uintptr_t)&none;
        cr_expect_eq(ptc_mcp_runtime_new(&none, &rows[i], &runtime), PTC_ERROR_ARGUMENT);
        cr_expect_null(runtime, "%zu", i);
    }
    cr_expect_eq(ptc_mcp_runtime_new(&none, NULL, &runtime), PTC_OK);
    ptc_mcp_runtime_free(runtime);
    ptc_mcp_runtime_free(NULL);
}
