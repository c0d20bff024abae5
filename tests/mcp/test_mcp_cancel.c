/* SPDX-License-Identifier: MIT */
/* Calls that are cancelled or late: who is answered, with what, and who is not. [mcp 5]
 */
#include <criterion/criterion.h>

#include "served.h"

#include <ptc/llm.h>

#define CALL(id)                                                                         \
    "{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':{'name':'act'}}"
#define CANCEL(id)                                                                       \
    "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':" id "}}"
#define ANSWER(id, is)                                                                   \
    "{'jsonrpc':'2.0','id':" id ",'result':{'content':[{'type':'text','text':'" is "'}]"
#define OK(id)   ANSWER(id, "ok") "}}\n"
#define LATE(id) ANSWER(id, "act: no answer within 60000 ms") ",'isError':true}}\n"

/* What `act` does while it runs. */
typedef struct scene {
    served server;
    const char *feeds; /* a line; or NULL */
    uint64_t takes_ms;
    bool ticks;
    bool cancels; /* all */
    bool saw_flag;
    unsigned ran;
} scene;

static ptc_status act(ptc_tool_call *call, void *user)
{
    scene *now = user; /* begins with the server */

    now->ran++;
    now->server.now_ms += now->takes_ms;
    if (now->feeds != NULL)
        served_feed(&now->server, now->feeds);
    if (now->ticks)
        ptc_mcp_tick(now->server.session);
    if (now->cancels)
        ptc_mcp_cancel(now->server.session);
    now->saw_flag = ptc_cancel_is_set(call->cancel);
    return PTC_OK;
}

static void scene_open(scene *now, const char *version)
{
    memset(now, 0, sizeof *now);
    served_init(&now->server);
    served_add(&now->server, "act", act, "() -> :nil");
    served_begin(&now->server, NULL, version);
}

/* M510 */
Test(mcp_cancel, takes_a_waiting_call_out)
{
    scene now;

    scene_open(&now, "2025-11-25");
    served_feed(&now.server, CALL("1"));
    served_feed(&now.server, CALL("'b'"));
    served_feed(&now.server, CALL("3"));
    cr_expect_eq(ptc_mcp_pending(now.server.session), 3);
    served_feed(&now.server, CANCEL("'b'"));
    cr_expect_eq(ptc_mcp_pending(now.server.session), 2);
    served_expect(served_say(&now.server, CANCEL("3")), OK("1"));
    cr_expect_eq(now.ran, 1);
    /* The queue is whole: the next call waits for none. */
    served_expect(served_say(&now.server, CALL("3")), OK("3"));
    served_end(&now.server);
}

/* M510 */
Test(mcp_cancel, ignores_what_it_does_not_know)
{
    static const char *const lines[] = {
        CANCEL("7"),
        CANCEL("'1'"),
        CANCEL("null"),
        CANCEL("1.5"),
        CANCEL("{}"),
        "{'jsonrpc':'2.0','method':'notifications/cancelled'}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{}}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'reason':'x'}}",
    };
    scene now;

    scene_open(&now, "2025-11-25");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        served_feed(&now.server, CALL("1"));
        served_expect(served_say(&now.server, lines[i]), OK("1"));
    }
    served_end(&now.server);
}

/* M510 */
Test(mcp_cancel, sets_the_flag_of_a_running_call_and_drops_its_answer)
{
    scene now;

    scene_open(&now, "2025-11-25");
    now.feeds = CANCEL("1");
    served_expect(served_say(&now.server, CALL("1")), "");
    cr_expect(now.saw_flag);
    cr_expect_eq(ptc_mcp_pending(now.server.session), 0);
    /* The same slot, with another flag. */
    now.feeds = CANCEL("2");
    served_expect(served_say(&now.server, CALL("1")), OK("1"));
    cr_expect(!now.saw_flag);
    served_end(&now.server);
}

/* M510 */
Test(mcp_cancel, knows_ids_that_are_in_flight)
{
    scene now;

    scene_open(&now, "2025-11-25");
    now.feeds = CALL("1"); /* while it runs */
    served_expect(served_say(&now.server, CALL("1")),
                  "{'jsonrpc':'2.0','id':1,'error':{'code':-32600,'message':'Invalid "
                  "request: the id 1 is in flight'}}\n" OK("1"));
    /* Over: the id is free at once, even for a call that still runs. */
    now.feeds = CANCEL("1");
    served_feed(&now.server, CALL("1"));
    ptc_mcp_work(now.server.session);
    now.feeds = NULL;
    served_expect(served_say(&now.server, CALL("1")), OK("1"));
    served_end(&now.server);
}

/* M510 */
Test(mcp_cancel, answers_late_calls_once)
{
    scene now;

    scene_open(&now, "2025-11-25");
    now.takes_ms = 59999;
    served_expect(served_say(&now.server, CALL("1")), OK("1"));
    now.takes_ms = 60000; /* no one looked meanwhile */
    served_expect(served_say(&now.server, CALL("1")), LATE("1"));
    cr_expect(!now.saw_flag);
    now.ticks = true;
    served_expect(served_say(&now.server, CALL("1")), LATE("1"));
    cr_expect(now.saw_flag);
    now.server.rows[0].time_ms = 5; /* of the tool */
    now.takes_ms = 5;
    served_expect(served_say(&now.server, CALL("1")),
                  ANSWER("1", "act: no answer within 5 ms") ",'isError':true}}\n");
    served_end(&now.server);
}

/* M510 */
Test(mcp_cancel, says_when_to_look_again)
{
    scene now;

    scene_open(&now, "2025-11-25");
    cr_expect_eq(ptc_mcp_tick(now.server.session), UINT64_MAX);
    served_feed(&now.server, CALL("1"));
    now.server.now_ms += 1000;
    /* It may begin to run now. */
    cr_expect_eq(ptc_mcp_tick(now.server.session), 60000);
    served_say(&now.server, "");
    cr_expect_eq(ptc_mcp_tick(now.server.session), UINT64_MAX);
    served_end(&now.server);
}

/* Two lines after a call that is late: they wait in vain. */
static ptc_status hang(ptc_tool_call *call, void *user)
{
    scene *now = user;
    served *server = &now->server;

    (void)call;
    if (now->ran++ > 0)
        return PTC_OK;
    server->now_ms += 50000;
    served_feed(server, CALL("2"));
    server->now_ms += 10000;
    cr_expect_eq(ptc_mcp_tick(server->session), 60000); /* call 1 is late from now on */
    served_expect(served_take(server), LATE("1"));
    server->now_ms += 30000;
    served_feed(server, CALL("3"));
    cr_expect_eq(ptc_mcp_tick(server->session), 30000);
    server->now_ms += 30000;
    cr_expect_eq(ptc_mcp_tick(server->session), 30000);
    served_expect(served_take(server), LATE("2"));
    return PTC_OK;
}

/* M510 */
Test(mcp_cancel, counts_the_time_of_calls_that_wait_for_late_ones)
{
    scene now;

    scene_open(&now, "2025-11-25");
    now.server.tools[0].function = hang;
    served_expect(served_say(&now.server, CALL("1")), OK("3"));
    cr_expect_eq(now.ran, 2);
    served_end(&now.server);
}

/* A call that waits for others that are in time may wait for long. */
static ptc_status dawdle(ptc_tool_call *call, void *user)
{
    served *server = &((scene *)user)->server;

    (void)call;
    server->now_ms += 50000;
    ptc_mcp_tick(server->session);
    return PTC_OK;
}

/* M510 */
Test(mcp_cancel, does_not_count_the_time_of_calls_that_wait_for_others)
{
    scene now;

    scene_open(&now, "2025-11-25");
    now.server.tools[0].function = dawdle;
    served_feed(&now.server, CALL("1"));
    served_feed(&now.server, CALL("2"));
    served_expect(served_say(&now.server, CALL("3")), OK("1") OK("2") OK("3"));
    served_end(&now.server);
}

/* M510 */
Test(mcp_cancel, cancels_all)
{
    scene now;

    scene_open(&now, "2025-11-25");
    now.cancels = true;
    served_feed(&now.server, CALL("1"));
    served_feed(&now.server, CALL("2"));
    served_expect(served_say(&now.server, CALL("3")), "");
    cr_expect(now.saw_flag);
    cr_expect_eq(now.ran, 1);
    now.cancels = false;
    served_expect(served_say(&now.server, CALL("4")), OK("4"));
    served_end(&now.server);
}

/* M510 */
Test(mcp_cancel, leaves_batches)
{
    scene now;

    scene_open(&now, "2025-03-26");
    served_feed(&now.server, "[" CALL("1") "," CALL("2") "," CALL("3") "]");
    served_feed(&now.server, CANCEL("2"));
    served_expect(served_say(&now.server, CANCEL("3")), "[" ANSWER("1", "ok") "}}]\n");
    /* One that runs, the last. */
    now.feeds = CANCEL("2");
    served_feed(&now.server, "[" CALL("1") "," CALL("2") "]");
    ptc_mcp_work(now.server.session);
    served_expect(served_say(&now.server, ""), "[" ANSWER("1", "ok") "}}]\n");
    /* All of them: no line at all. */
    served_feed(&now.server, "[" CALL("1") "," CALL("2") "]");
    now.feeds = NULL;
    ptc_mcp_cancel(now.server.session);
    served_expect(served_say(&now.server, ""), "");
    /* Late ones are answered. */
    now.takes_ms = 60000;
    now.ticks = true;
    served_expect(
        served_say(&now.server, "[" CALL("1") "]"),
        "[" ANSWER("1", "act: no answer within 60000 ms") ",'isError':true}}]\n");
    served_end(&now.server);
}

/* M510 */
Test(mcp_cancel, forgets_what_waits_with_the_session)
{
    scene now;

    scene_open(&now, "2025-03-26");
    served_feed(&now.server, CALL("1"));
    served_feed(&now.server, "[" CALL("2") "," CALL("3") "]");
    served_end(&now.server);
}
