/* SPDX-License-Identifier: MIT */
/* run_program: time, fuel, memory, calls, results, characters, cancellation. [mcp 6] */
#include <criterion/criterion.h>

#include "coded.h"

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static void expect_start(coded *desk, const char *program, const char *wanted)
{
    const char *got = coded_run(desk, program);

    cr_expect(starts(got, wanted), "%s\ngot    %s\nwanted %s", program, got, wanted);
}

/* M510 */
Test(mcp_program_limits, fuel)
{
    coded desk;

    coded_open(&desk);
    expect_start(&desk, "(loop [i 0] (recur (inc i)))",
                 "! fuel_exceeded: program exceeded its limit of 1000000 steps");
    coded_expect(&desk, "(reduce + (range 1000))", "499500");
    coded_end(&desk);
    coded_init(&desk);
    desk.server.options.program.fuel = 100;
    coded_start(&desk);
    expect_start(&desk, "(reduce + (range 1000))",
                 "! fuel_exceeded: program exceeded its limit of 100 steps");
    coded_expect(&desk, "(reduce + (range 10))", "45");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_limits, heap)
{
    coded desk;

    coded_open(&desk);
    expect_start(&desk, "(count (vec (range 900000)))", "! memory_exceeded: ");
    expect_start(&desk, "(loop [s \"ab\"] (recur (str s s)))", "! memory_exceeded: ");
    coded_expect(&desk, "(count (vec (range 1000)))", "1000");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_limits, time_by_the_clock_that_is_given)
{
    coded desk;

    coded_open(&desk);
    coded_expect(&desk, "(tool/wait {:ms 10})", "5000\n;; 1 tool call: wait 1");
    coded_expect(&desk, "[(tool/wait {:ms 4990}) (tool/wait {:ms 0})]",
                 "[5000,10]\n;; 2 tool calls: wait 2");
    coded_expect(&desk, "(tool/wait {:ms 5001}) 1",
                 "! timeout: execution exceeded 5000ms limit; do less work, or work on "
                 "fewer items\n    1 | (tool/wait {:ms 5001}) 1\n      | ^\n;; done "
                 "before it: wait 1");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_limits, time_of_the_call_ends_a_program_too)
{
    coded desk;

    coded_init(&desk);
    desk.server.options.time_ms = 700;
    coded_start(&desk);
    coded_expect(&desk, "(tool/wait {:ms 10})", "700\n;; 1 tool call: wait 1");
    coded_expect(&desk, "(tool/wait {:ms 700}) (tool/order {:id 1})",
                 "! run_program: no answer within 700 ms");
    cr_expect(desk.saw_cancel);
    cr_expect_eq(desk.orders, 0);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_limits, cancellation_stops_a_program_at_once)
{
    coded desk;

    coded_open(&desk);
    desk.cancels = true;
    coded_expect(&desk, "(tool/wait {:ms 0}) (tool/order {:id 1})", "");
    cr_expect(desk.saw_cancel);
    cr_expect_eq(desk.orders, 0);
    coded_expect(&desk, "(attempt (tool/wait {:ms 0}) 1) (tool/order {:id 1})", "");
    cr_expect_eq(desk.orders, 0);
    desk.cancels = false;
    coded_expect(&desk, "(tool/order {:id 1})", "{\"ok\":true}\n;; 1 tool call: order 1");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_limits, calls)
{
    coded desk;

    coded_open(&desk);
    coded_expect(&desk, "(count (map (fn [i] (tool/order {:id i})) (range 50)))",
                 "50\n;; 50 tool calls: order 50");
    expect_start(&desk, "(count (mapv (fn [i] (tool/order {:id i})) (range 51)))",
                 "! tool_error: Tool 'order' failed: the limit of tool calls is "
                 "reached");
    cr_expect_eq(desk.orders, 100);
    coded_end(&desk);
    coded_init(&desk);
    desk.server.options.program.calls = 2;
    coded_start(&desk);
    expect_start(&desk, "(dotimes [i 3] (tool/order {:id i}))", "! tool_error: ");
    cr_expect_eq(desk.orders, 2);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_limits, bytes_of_one_result_of_a_tool)
{
    coded desk;

    coded_init(&desk);
    desk.server.options.program.result = 100;
    coded_start(&desk);
    coded_expect(&desk, "(count (tool/echo {:x (apply str (repeat 90 \"a\"))}))",
                 "90\n;; 1 tool call: echo 1");
    expect_start(&desk, "(count (tool/echo {:x (apply str (repeat 99 \"a\"))}))",
                 "! tool_error: Tool 'echo' failed: its result is larger than the host "
                 "allows");
    coded_expect(&desk,
                 "(:reason (:error (attempt (tool/echo {:x (apply str (repeat 99 "
                 "\"a\"))}))))",
                 "\"tool_error\"\n;; 1 tool call: echo 1 (1 failed)");
    coded_end(&desk);
}

static size_t characters(const char *text)
{
    return ptc_utf8_count(text, strlen(text));
}

/* M510 */
Test(mcp_program_limits, long_values_are_cut_and_that_is_said)
{
    const char *text;
    coded desk;

    coded_init(&desk);
    desk.server.options.program.characters = 400;
    coded_start(&desk);
    text = coded_run(&desk, "(apply str (repeat 398 \"a\"))");
    cr_expect_eq(strlen(text), 400);
    cr_expect(strstr(text, ";;") == NULL);
    text = coded_run(&desk, "(apply str (repeat 399 \"a\"))");
    cr_expect(starts(text, "\"aaaa"), "%s", text);
    cr_expect(strstr(text, "a\n;; cut: 240 of 401 characters; return less") != NULL, "%s",
              text);
    /* At whole characters. */
    text = coded_run(&desk, "(apply str (repeat 1000 \"\xC3\xA4\"))");
    cr_expect_eq(ptc_utf8_check(text, strlen(text)), strlen(text));
    cr_expect(strstr(text, "\n;; cut: 240 of 1002 characters; return less") != NULL, "%s",
              text);
    cr_expect_leq(characters(text), 400);
    text = coded_run(&desk, "(tool/order {:id 1}) (range 100000)");
    cr_expect(strstr(text, " characters; return less\n;; 1 tool call: order 1") != NULL,
              "%s", text);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_limits, prints_and_value_share_the_room)
{
    const char *text;
    coded desk;

    coded_init(&desk);
    desk.server.options.program.characters = 560;
    coded_start(&desk);
    text = coded_run(&desk, "(println (apply str (repeat 1000 \"p\"))) {:a 1}");
    cr_expect(starts(text, "pppp"));
    cr_expect(strstr(text, "p\n;; cut: 393 of 1001 characters of prints; print less\n"
                           "{\"a\":1}") != NULL,
              "%s", text);
    text = coded_run(&desk, "(println \"few\") (apply str (repeat 1000 \"v\"))");
    cr_expect(starts(text, "few\n\"vvv"));
    cr_expect(strstr(text, "v\n;; cut: 396 of 1002 characters; return less") != NULL,
              "%s", text);
    text = coded_run(&desk, "(println (apply str (repeat 1000 \"p\"))) "
                            "(apply str (repeat 1000 \"v\"))");
    cr_expect(
        strstr(text, "p\n;; cut: 200 of 1001 characters of prints; print less\n\"v") !=
            NULL,
        "%s", text);
    cr_expect(strstr(text, "v\n;; cut: 200 of 1002 characters; return less") != NULL,
              "%s", text);
    cr_expect_leq(characters(text), 560);
    coded_end(&desk);
    /* No room at all. */
    coded_init(&desk);
    desk.server.options.program.characters = 1;
    coded_start(&desk);
    coded_expect(&desk, "(println 12) 345",
                 ";; cut: 0 of 3 characters of prints; print less\n;; cut: 0 of 3 "
                 "characters; return less");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_limits, prints_beyond_64_kib_are_left_out)
{
    const char *text;
    coded desk;

    coded_init(&desk);
    desk.server.options.program.characters = 1 << 20;
    coded_start(&desk);
    text = coded_run(&desk, "(dotimes [i 3000] (println \"0123456789 0123456789\")) 1");
    cr_expect(strstr(text, "\n... (more was printed, and is left out)\n1") != NULL);
    cr_expect_leq(strlen(text), (64 << 10) + 64);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_limits, values_that_are_too_deep_or_endless)
{
    coded desk;

    coded_open(&desk);
    expect_start(&desk, "(reduce (fn [x _] [x]) 1 (range 600))",
                 "! runtime_error: the result is nested deeper than 512 levels");
    expect_start(&desk, "(reduce (fn [x _] [x]) 1 (range 500))", "[[[[[[");
    expect_start(&desk, "(range)", "! ");
    coded_expect(&desk, "(loop [i 0] (if (< i 10) (recur (inc i)) i))", "10");
    coded_end(&desk);
}
