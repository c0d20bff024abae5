/* SPDX-License-Identifier: MIT */
/* Notifications of progress: when they are sent, and what they say. [mcp 5] */
#include <criterion/criterion.h>

#include "served.h"

#define TOKEN ",'_meta':{'progressToken':'p'}"
#define TOLD(is)                                                                         \
    "{'jsonrpc':'2.0','method':'notifications/progress','params':{'progressToken':'p',"  \
    "'progress':" is "}}\n"
#define DONE                                                                             \
    "{'jsonrpc':'2.0','id':1,'result':{'content':[{'type':'text','text':'ok'}]}}\n"

/* One call of ptc_tool_progress, `wait_ms` after the one before. */
typedef struct step {
    uint64_t wait_ms;
    double done;
    double total;
    const char *message;
} step;

typedef struct plan {
    served server;
    const step *steps;
    size_t count;
} plan;

static ptc_status walk(ptc_tool_call *call, void *user)
{
    plan *all = user; /* begins with the server */

    for (size_t i = 0; i < all->count; i++) {
        all->server.now_ms += all->steps[i].wait_ms;
        ptc_tool_progress(call, all->steps[i].done, all->steps[i].total,
                          all->steps[i].message);
    }
    return PTC_OK;
}

static void expect_steps(const step *steps, size_t count, const char *more,
                         const char *wanted)
{
    plan all;

    served_init(&all.server);
    all.steps = steps;
    all.count = count;
    served_add(&all.server, "walk", walk, "() -> :nil");
    served_begin(&all.server, NULL, "2025-11-25");
    served_expect(served_call_with(&all.server, "walk", "{}", more), wanted);
    served_end(&all.server);
}

#define EXPECT_STEPS(steps, more, wanted)                                                \
    expect_steps(steps, sizeof(steps) / sizeof *(steps), more, wanted)

/* M510 */
Test(mcp_progress, comes_before_the_reply_with_pauses)
{
    static const step steps[] = {
        {0, 1, 4, "one"},      {99, 2, 4, "too early"}, {1, 3, 4, "three"},
        {100, 3, 4, "again"},  {0, 2.5, 4, "back"},     {0, 3.5, 0, NULL},
        {100, 4, -1, "where"}, {500, 5, 4.5, "beyond"},
    };

    EXPECT_STEPS(steps, TOKEN,
                 TOLD("1,'total':4,'message':'one'") TOLD("3,'total':4,'message':'three'")
                     TOLD("3.5") TOLD("4,'message':"
                                      "'where'") TOLD("5,'total':4.5,'message':'beyond'")
                         DONE);
}

/* M510 */
Test(mcp_progress, is_silent_unless_it_is_asked_for)
{
    static const step steps[] = {{0, 1, 2, "one"}, {1000, 2, 2, "two"}};

    EXPECT_STEPS(steps, "", DONE);
    EXPECT_STEPS(steps, ",'_meta':{}", DONE);
}

/* M510 */
Test(mcp_progress, ignores_what_is_no_number)
{
    volatile double zero = 0;
    const step steps[] = {{0, 0.0 / zero, 1, "nan"},
                          {0, 1.0 / zero, 1, "infinite"},
                          {0, -1, 1, "below"},
                          {0, 0, 1.0 / zero, "start"},
                          {100, 1e300, 0.0 / zero, "far"}};

    EXPECT_STEPS(steps, TOKEN,
                 TOLD("0,'message':'start'") TOLD("1e300,'message':'far'") DONE);
}

/* M510 */
Test(mcp_progress, makes_hostile_words_safe)
{
    static const step steps[] = {{0, 1, 0, "a\nb\x1b[2J\xff\xe2\x80\xae\" \\"}};

    EXPECT_STEPS(steps, TOKEN,
                 TOLD("1,'message':'a\\\\u000ab\\\\u001b[2J\\\\xff\\\\u202e\\' \\\\'")
                     DONE);
}

/* M510 */
Test(mcp_progress, cuts_long_words)
{
    static char words[100001];
    const step steps[] = {{0, 1, 0, words}};
    const char *sent;
    plan all;

    memset(words, 'x', sizeof words - 1);
    served_init(&all.server);
    all.steps = steps;
    all.count = 1;
    served_add(&all.server, "walk", walk, "() -> :nil");
    served_begin(&all.server, NULL, "2025-11-25");
    sent = served_call_with(&all.server, "walk", "{}", TOKEN);
    cr_expect(strlen(sent) < 1500 && strstr(sent, "xxx...'}}\n") != NULL, "%s", sent);
    served_end(&all.server);
}

/* Reports progress while it is cancelled, and when its time is over. */
static ptc_status outlive(ptc_tool_call *call, void *user)
{
    served *server = user;

    ptc_tool_progress(call, 1, 0, NULL);
    served_feed(server, "{'jsonrpc':'2.0','method':'notifications/cancelled','params':"
                        "{'requestId':1}}");
    server->now_ms += 100;
    ptc_tool_progress(call, 2, 0, NULL);
    return PTC_OK;
}

static ptc_status oversleep(ptc_tool_call *call, void *user)
{
    served *server = user;

    server->now_ms += 60000;
    ptc_mcp_tick(server->session);
    ptc_tool_progress(call, 2, 0, NULL);
    return PTC_OK;
}

/* M510 */
Test(mcp_progress, ends_with_the_call)
{
    served server;

    served_init(&server);
    served_add(&server, "outlive", outlive, "() -> :nil");
    served_add(&server, "oversleep", oversleep, "() -> :nil");
    served_begin(&server, NULL, "2025-11-25");
    served_expect(served_call_with(&server, "outlive", "{}", TOKEN), TOLD("1"));
    served_expect(
        served_call_with(&server, "oversleep", "{}", TOKEN),
        "{'jsonrpc':'2.0','id':1,'result':{'content':[{'type':'text','text':'oversleep: "
        "no answer within 60000 ms'}],'isError':true}}\n");
    served_end(&server);
}
