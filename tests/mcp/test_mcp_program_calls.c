/* SPDX-License-Identifier: MIT */
/* Tools that programs call: their time, their flag, their progress. [mcp 5, 6] */
#include <criterion/criterion.h>

#include "coded.h"

/* Milliseconds of the tools of a coded, by name: wait has 200. */
static const uint64_t times[] = {0, 0, 0, 0, 0, 200};

static void open_timed(coded *desk)
{
    coded_init(desk);
    desk->program.times_ms = times;
    coded_start(desk);
}

/* M510 */
Test(mcp_program_calls, flag_is_set_when_the_program_is_late)
{
    static const char late[] =
        "! timeout: execution exceeded 5000ms limit; do less work, or work on fewer "
        "items\n    1 | ";
    static const char *const programs[] = {
        "(tool/wait {:ms 5001})",
        "(attempt (tool/wait {:ms 5001}))",
        "(pmap (fn [i] (tool/wait {:ms i})) [4000 1001])",
    };
    coded desk;

    coded_open(&desk);
    for (int gives_up = 0; gives_up < 2; gives_up++) {
        desk.gives_up = gives_up != 0;
        for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
            const char *got = coded_run(&desk, programs[i]);

            cr_expect_eq(strncmp(got, late, sizeof late - 1), 0, "%s", got);
            cr_expect(desk.saw_cancel);
        }
    }
    coded_expect(&desk, "(tool/wait {:ms 5000})", "5000\n;; 1 tool call: wait 1");
    cr_expect(!desk.saw_cancel);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_calls, time_of_a_tool_holds_in_programs)
{
    coded desk;

    open_timed(&desk);
    coded_expect(&desk, "(tool/wait {:ms 199})", "200\n;; 1 tool call: wait 1");
    cr_expect(!desk.saw_cancel);
    coded_expect(&desk, "(tool/wait {:ms 200}) (tool/order {:id 1})",
                 "! tool_error: Tool 'wait' failed: no answer within 200 ms\n"
                 "    1 | (tool/wait {:ms 200}) (tool/order {:id 1})\n"
                 "      | ^");
    cr_expect(desk.saw_cancel);
    cr_expect_eq(desk.orders, 0);
    /* One that gives up is also late, and the next one is not. */
    desk.gives_up = true;
    coded_expect(
        &desk,
        "[(select-keys (:error (attempt (tool/wait {:ms 300}))) [:reason "
        ":message]) (tool/wait {:ms 0})]",
        "[{\"reason\":\"timeout\",\"message\":\"no answer within 200 ms\"},200]\n"
        ";; 2 tool calls: wait 2 (1 failed)");
    cr_expect(!desk.saw_cancel);
    /* What the program has left is less: that is why it fails. */
    coded_expect(&desk, "(dotimes [i 26] (tool/wait {:ms 195}))",
                 "! timeout: execution exceeded 5000ms limit; do less work, or work on "
                 "fewer items\n"
                 "    1 | (dotimes [i 26] (tool/wait {:ms 195}))\n"
                 "      |                 ^\n"
                 ";; done before it: wait 25");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_calls, hosts_are_asked_to_look_in_time)
{
    coded desk;

    open_timed(&desk);
    coded_run(&desk, "(tool/wait {:ms 190})");
    cr_expect_eq(desk.next_ms, 10);
    coded_run(&desk, "(tool/wait {:ms 10})");
    cr_expect_eq(desk.next_ms, 50);
    served_call(&desk.server, "wait", "{'ms':10}"); /* which can call nothing */
    cr_expect_eq(desk.next_ms, 59990);
    coded_end(&desk);
}

static ptc_status fail_silently(ptc_tool_call *call, void *user)
{
    (void)call;
    return *(const ptc_status *)user;
}

/* M510 */
Test(mcp_program_calls, failures_without_words)
{
    static ptc_status status;
    const ptc_tool tool = {.name = "mute", .function = fail_silently, .user = &status};
    const ptc_tool *tools[] = {&tool};
    coded desk;

    coded_init(&desk);
    desk.program.tools = tools;
    desk.program.tool_count = 1;
    coded_start(&desk);
    status = PTC_ERROR_MEMORY;
    coded_expect(&desk, "(tool/mute)",
                 "! tool_error: Tool 'mute' failed: out of memory\n"
                 "    1 | (tool/mute)\n      | ^");
    status = PTC_ERROR_INVALID;
    coded_expect(&desk, "(tool/mute)",
                 "! tool_error: Tool 'mute' failed: it did not say why (invalid)\n"
                 "    1 | (tool/mute)\n      | ^");
    coded_end(&desk);
}

/* --- Progress ----------------------------------------------------------------------- */

#define TOKEN ",'_meta':{'progressToken':'p'}"
#define TOLD(is)                                                                         \
    "{'jsonrpc':'2.0','method':'notifications/progress','params':{'progressToken':'p',"  \
    "'progress':" is "}}\n"
#define TEXT(is)                                                                         \
    "{'jsonrpc':'2.0','id':1,'result':{'content':[{'type':'text','text':'" is "'}]}}\n"

/* Half of three things, then work whose end is unknown. */
static ptc_status read_slowly(ptc_tool_call *call, void *user)
{
    served *server = user;

    ptc_tool_progress(call, 1.5, 3, "half\x1b");
    server->now_ms += 100;
    ptc_tool_progress(call, 1, 3, "back");
    ptc_tool_progress(call, -1, 3, "below");
    ptc_tool_progress(call, 3, 0, NULL);
    server->now_ms += 100;
    ptc_tool_progress(call, 3, 3, "all");
    ptc_tool_progress(call, 1e308 * 10, 0, "endless");
    return PTC_OK;
}

static const char *slow_with(coded *desk, const char *program, const char *more)
{
    static const ptc_tool *tools[1];

    coded_init(desk);
    served_add(&desk->server, "walk", read_slowly, "() -> :nil");
    tools[0] = &desk->server.tools[desk->server.mcp.tool_count - 1];
    desk->program.tools = tools;
    desk->program.tool_count = 1;
    coded_start(desk);
    return served_call_with(&desk->server, "run_program", program, more);
}

/* M510 */
Test(mcp_program_calls, progress_of_tools_is_that_of_the_program)
{
    coded desk;

    served_expect(
        slow_with(&desk, "{'program':'(tool/walk)(tool/walk)'}", TOKEN),
        TOLD("0.5,'message':'half\\\\u001b'") TOLD("0.75,'message':'walk'")
            TOLD("1,'message':'walk'") TOLD("1.3333333333333333,'message':'back'")
                TOLD("2,'message':'walk'") TEXT("null\\n;; 2 tool calls: walk 2"));
    coded_end(&desk);
    served_expect(slow_with(&desk, "{'program':'(tool/walk)'}", ""),
                  TEXT("null\\n;; 1 tool call: walk 1"));
    coded_end(&desk);
}
