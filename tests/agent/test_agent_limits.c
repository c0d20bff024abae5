/* SPDX-License-Identifier: MIT */
/* The limits of runs, and what running out of turns means. [subagent 5, 7] */
#include <criterion/criterion.h>

#include "agents.h"

#include <stdio.h>

/* --- Turns ------------------------------------------------------------------------- */

Test(agent_limits, implicit_completion_takes_the_newest_value) /* M236, M366 */
{
    static const struct {
        const char *signature;
        const char *replies[3];
        const char *result; /* NULL: must_return_missing */
    } rows[] = {
        {"", {"(+ 1 1)", "(+ 1 2)", "(do nil)"}, "3"},
        {"", {"(+ 1 1)", "(+ 1 \"x\")", "hello"}, "2"},
        {"{n :int}",
         {"(identity {:n 1})", "(identity {:n \"x\"})", "(+ 1 1)"},
         "{\"n\" 1}"},
        {"{n :int}", {"(+ 1 1)", "(+ 1 1)", "(+ 1 1)"}, NULL},
        {"", {"(do nil)", "(println 1)", "(+ 1 \"x\")"}, NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.max_turns = 3;
        run.agent.completion = PTC_COMPLETION_IMPLICIT;
        run.agent.signature_text = ptc_str_of(rows[i].signature);
        test_agent_replies(&run, rows[i].replies[0], rows[i].replies[1],
                           rows[i].replies[2], NULL);
        test_agent_go(&run);
        if (rows[i].result != NULL)
            test_expect_result(&run, rows[i].result);
        else
            test_expect_fail(&run, "must_return_missing", NULL);
        cr_expect_eq(run.step->usage.fallback_used, rows[i].result != NULL);
        cr_expect_eq(run.step->usage.turns, 3u);
        test_agent_stop(&run);
    }
}

Test(agent_limits, retry_turns_accept_ends_alone) /* M365 */
{
    static const struct {
        const char *replies[4];
        const char *result; /* NULL: budget_exhausted */
        uint32_t turns;
    } rows[] = {
        {{"(+ 1 1)", "(return 5)", NULL}, "5", 2},
        {{"(+ 1 1)", "(+ 1 2)", "(return *1)"}, "2", 3},
        {{"(+ 1 1)", "(do (def a 1) a)", "(return (memory/get :a))"}, "nil", 3},
        {{"(+ 1 1)", "(+ 1 2)", "(+ 1 3)"}, NULL, 3},
        {{"(+ 1 1)", "(call \"grep\" {:pattern \"a\" :text \"a\"})", "(return 1)"},
         "1",
         3},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.max_turns = 1;
        run.agent.retry_turns = 2;
        run.agent.flags = PTC_AGENT_GREP | PTC_AGENT_NO_ENVELOPE;
        for (size_t k = 0; k < 3 && rows[i].replies[k] != NULL; k++)
            test_agent_replies(&run, rows[i].replies[k], NULL);
        test_agent_go(&run);
        if (rows[i].result != NULL)
            test_expect_result(&run, rows[i].result);
        else
            test_expect_fail(&run, "budget_exhausted", NULL);
        cr_expect_eq(run.step->usage.turns, rows[i].turns, "row %zu", i);
        cr_expect(run.tool_counts[0] > 0);
        cr_expect_eq(run.tool_counts[1], (size_t)0);
        cr_expect(strstr(test_told(&run, 1), "Retry 1 of 2 (2 remaining)") != NULL, "%s",
                  test_told(&run, 1));
        test_agent_stop(&run);
    }
}

/* M233: one turn with tools is not a judgment */
Test(agent_limits, one_turn_with_tools_must_return)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.max_turns = 1;
    run.agent.flags = PTC_AGENT_GREP;
    test_agent_replies(&run, "(+ 1 1)", NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "max_turns_exceeded", "Exceeded max_turns limit of 1");
    test_agent_stop(&run);
}

/* --- Trees ------------------------------------------------------------------------- */

static const ptc_agent helper = {.struct_size = sizeof helper,
                                 .name = "helper",
                                 .prompt = PTC_STR_INIT("Help"),
                                 .max_turns = 3};
static const ptc_agent_tool helper_tools[] = {{.name = "helper", .agent = &helper}};

static void start_tree(test_agent_run *run)
{
    test_agent_start(run, "Go");
    run->agent.tools = helper_tools;
    run->agent.tool_count = 1;
}

/* A child's turns also use its parent's budget. M362 */
Test(agent_limits, turns_are_counted_for_the_tree)
{
    test_agent_run run;

    start_tree(&run);
    run.agent.turn_budget = 3;
    test_agent_replies(&run, "(tool/helper {})", "(+ 1 1)", "(return 5)", "(return 6)",
                       NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "turn_budget_exhausted", "Turn budget exhausted: 3 of 3");
    cr_expect_eq(run.step->usage.turns, 1u);
    cr_expect_eq(run.step->usage.llm_requests, 3u);
    test_agent_stop(&run);
}

Test(agent_limits, a_child_may_have_less)
{
    static const ptc_agent small = {.struct_size = sizeof small,
                                    .name = "helper",
                                    .prompt = PTC_STR_INIT("Help"),
                                    .turn_budget = 1};
    static const ptc_agent_tool tools[] = {{.name = "helper", .agent = &small}};
    const ptc_step *child;
    test_agent_run run;

    start_tree(&run);
    run.agent.tools = tools;
    test_agent_replies(&run, "(tool/helper {})", "(+ 1 1)", "(return 5)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "5");
    child = run.step->trace->turns[0].calls[0].child;
    cr_assert(child != NULL);
    cr_expect_str_eq(test_cstr(child->fail.reason), "turn_budget_exhausted");
    test_agent_stop(&run);
}

Test(agent_limits, requests_and_tokens_are_counted_for_the_tree)
{
    test_agent_run run;

    start_tree(&run);
    run.agent.llm_budget = 3;
    run.tokens = 10;
    test_agent_replies(&run, "(tool/helper {})", "(+ 1 1)", "(+ 1 2)", "(return 6)",
                       NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "budget_exhausted", "LLM request budget exhausted: 3 of 3");
    cr_expect_eq(run.step->usage.llm_requests, 3u);
    cr_expect_eq(run.step->usage.input_tokens, 30);
    test_agent_stop(&run);
}

/* A child has what its mission gives it, and not more than its parent has. */
Test(agent_limits, missions_bound_their_children)
{
    const ptc_step *child;
    test_agent_run run;

    start_tree(&run);
    run.agent.mission_timeout_ms = 50;
    run.request_ms = 20;
    test_agent_replies(&run, "(tool/helper {})", "(+ 1 1)", "(return 5)", "(return 6)",
                       NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "mission_timeout", NULL);
    child = run.step->trace->turns[0].calls[0].child;
    cr_assert(child != NULL);
    cr_expect_str_eq(test_cstr(child->fail.reason), "mission_timeout");
    test_agent_stop(&run);
}

/* --- Time -------------------------------------------------------------------------- */

/* The mission ends within a program, and with it the run. M202 */
Test(agent_limits, missions_end_within_programs)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.mission_timeout_ms = 200;
    run.agent.fuel = 1000000000;
    run.tick_ns = 1000000;
    test_agent_replies(&run, "(loop [i 0] (recur (inc i)))", "(return 1)", NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "mission_timeout", NULL);
    cr_expect_eq(run.asked, (size_t)1);
    cr_expect_lt(run.step->usage.duration_ms, (uint64_t)300);
    test_agent_stop(&run);
}

/* The time limit of a program alone is a mistake like others. */
Test(agent_limits, programs_out_of_time_may_be_repaired)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.timeout_ms = 20;
    run.agent.fuel = 1000000000;
    run.tick_ns = 1000000;
    test_agent_replies(&run, "(loop [i 0] (recur (inc i)))",
                       "(return (:reason ctx/fail))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "\"timeout\"");
    test_agent_stop(&run);
}

static ptc_cancel cancelled;

static ptc_status tool_cancels(ptc_tool_call *call, void *user)
{
    (void)call, (void)user;
    ptc_cancel_set(&cancelled);
    return PTC_OK;
}

Test(agent_limits, cancelling_ends_a_program)
{
    static const ptc_tool cancel = {.name = "cancel", .function = tool_cancels};
    static const ptc_agent_tool tools[] = {{.name = "cancel", .function = &cancel}};
    test_agent_run run;

    test_agent_start(&run, "Go");
    cancelled = (ptc_cancel){0};
    run.options.cancel = &cancelled;
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    run.agent.fuel = 1000000000;
    test_agent_replies(&run, "(do (tool/cancel {}) (loop [i 0] (recur (inc i))))",
                       "(return 1)", NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "cancelled", "the run was cancelled");
    cr_expect_eq(run.asked, (size_t)1);
    test_agent_stop(&run);
}

/* --- Memory ------------------------------------------------------------------------ */

/* M210, M360, M364 */
Test(agent_limits, memory_is_limited)
{
    static const char *const large =
        "(do (def a 1) (def b \"0123456789012345678901234567890123456789\"))";
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.memory_limit = 40;
    test_agent_replies(&run, "(def a 0)", large, "(return 1)", NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "memory_limit_exceeded", NULL);
    cr_expect(strncmp(run.step->fail.message.ptr,
                      "Memory limit exceeded: 54 bytes > 40 bytes", 42) == 0,
              "%s", test_cstr(run.step->fail.message));
    cr_expect_str_eq(test_edn(&run, &run.step->memory), "{\"a\" 0}");
    cr_expect_eq(run.step->usage.memory_bytes, (uint64_t)7);
    test_agent_stop(&run);

    test_agent_start(&run, "Go");
    run.agent.memory_limit = 40;
    run.agent.memory_strategy = PTC_MEMORY_ROLLBACK;
    test_agent_replies(&run, "(def a 0)", large, "(return [a (memory/get :b)])", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[0 nil]");
    cr_expect(strstr(test_told(&run, 2), "Error: Memory limit exceeded: 54 bytes > 40 "
                                         "bytes") != NULL,
              "%s", test_told(&run, 2));
    test_agent_stop(&run);
}

/* --- Results ----------------------------------------------------------------------- */

Test(agent_limits, modes_judge_results) /* M431 */
{
    static const struct {
        ptc_mode mode;
        const char *value;
        const char *result; /* NULL: validation_error */
    } rows[] = {
        {PTC_MODE_ENABLED, "{:n 1 :x 2}", "{\"n\" 1 :x 2}"},
        {PTC_MODE_ENABLED, "{:n \"1\"}", NULL},
        {PTC_MODE_WARN_ONLY, "{:n \"1\"}", "{\"n\" \"1\"}"},
        {PTC_MODE_STRICT, "{:n 1 :x 2}", NULL},
        {PTC_MODE_STRICT, "{:n 1}", "{\"n\" 1}"},
        {PTC_MODE_DISABLED, "{:n \"1\"}", "{:n \"1\"}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;
        ptc_text text;

        test_agent_start(&run, "Go");
        ptc_text_init(&text, &run.arena);
        ptc_text_cstr(&text, "(return ");
        ptc_text_cstr(&text, rows[i].value);
        ptc_text_cstr(&text, ")");
        run.agent.max_turns = 1;
        run.agent.mode = rows[i].mode;
        run.agent.signature_text = PTC_STR("{n :int}");
        test_agent_replies(&run, text.ptr, NULL);
        test_agent_go(&run);
        if (rows[i].result != NULL)
            test_expect_result(&run, rows[i].result);
        else
            test_expect_fail(&run, "validation_error", NULL);
        cr_expect_eq(run.step->trace->turns[0].warnings.len > 0,
                     rows[i].mode == PTC_MODE_WARN_ONLY, "row %zu", i);
        test_agent_stop(&run);
    }
}

/* Host data that is not as declared is reported in the trace. */
Test(agent_limits, modes_judge_contexts) /* M055 */
{
    static const struct {
        ptc_mode mode;
        const char *context;
        const char *warnings; /* NULL: validation_error */
    } rows[] = {
        {PTC_MODE_ENABLED, "{:n 1}", ""},
        {PTC_MODE_ENABLED, "{:n \"1\"}",
         "Context validation warnings:\n- n: coerced string \"1\" to int"},
        {PTC_MODE_ENABLED, "{:n \"x\"}", NULL},
        {PTC_MODE_WARN_ONLY, "{:n \"x\"}",
         "Context validation errors:\n- n: expected int, got string \"x\""},
        {PTC_MODE_DISABLED, "{:n \"x\"}", ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;
        ptc_value context;

        test_agent_start(&run, "Go");
        context = test_value(&run, rows[i].context);
        run.options.context = &context;
        run.agent.max_turns = 1;
        run.agent.mode = rows[i].mode;
        run.agent.signature_text = PTC_STR("(n :int) -> :any");
        test_agent_replies(&run, "(return 1)", NULL);
        test_agent_go(&run);
        if (rows[i].warnings != NULL) {
            test_expect_result(&run, "1");
            cr_expect_str_eq(test_cstr(run.step->trace->turns[0].warnings),
                             rows[i].warnings, "row %zu", i);
        } else {
            test_expect_fail(&run, "validation_error", NULL);
        }
        test_agent_stop(&run);
    }
}

Test(agent_limits, floats_are_rounded) /* M212 */
{
    static const struct {
        uint32_t digits;
        const char *value;
        const char *result;
    } rows[] = {
        {2, "1.005", "1.01"},
        {2, "0.125", "0.13"},
        {0, "2.5", "3.0"},
        {2, "-1.999", "-2.0"},
        {2, "1.0E20", "1.0E20"},
        {2, "1.0E-20", "0.0"},
        {2, "[1.234 {:a 5.678}]", "[1.23 {:a 5.68}]"},
        {2, "7", "7"},
        {2, "\"1.234\"", "\"1.234\""},
        {3, "99.9996", "100.0"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;
        ptc_text text;

        test_agent_start(&run, "Go");
        ptc_text_init(&text, &run.arena);
        ptc_text_cstr(&text, "(return ");
        ptc_text_cstr(&text, rows[i].value);
        ptc_text_cstr(&text, ")");
        run.agent.float_digits = rows[i].digits + 1;
        test_agent_replies(&run, text.ptr, NULL);
        test_agent_go(&run);
        test_expect_result(&run, rows[i].result);
        test_agent_stop(&run);
    }
}

/* --- Conversations ----------------------------------------------------------------- */

Test(agent_limits, long_conversations_are_compacted) /* M501 */
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.max_turns = 12;
    run.agent.flags = PTC_AGENT_COMPACTS;
    run.options.collect_messages = true;
    for (size_t i = 0; i < 11; i++)
        test_agent_replies(&run, "(+ 1 1)", NULL);
    test_agent_replies(&run, "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect_eq(run.message_counts[7], (size_t)15);
    cr_expect_eq(run.message_counts[8], (size_t)7);
    cr_expect_eq(run.message_counts[11], (size_t)7);
    cr_expect_eq(run.step->message_count, (size_t)24);
    test_agent_stop(&run);
}

static bool limits_log(ptc_str line, void *user)
{
    (void)line;
    ++*(size_t *)user;
    return true;
}

/* Traces and logs refer to what was sent, even when that was not all. */
Test(agent_limits, compacted_conversations_are_traced) /* M501 */
{
    size_t lines = 0;
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.max_turns = 12;
    run.agent.flags = PTC_AGENT_COMPACTS;
    run.options.log = limits_log;
    run.options.log_user = &lines;
    for (size_t i = 0; i < 11; i++)
        test_agent_replies(&run, "(+ 1 1)", NULL);
    test_agent_replies(&run, "(return 1)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    cr_expect(lines > 0);
    cr_assert_eq(run.step->trace->turn_count, (size_t)12);
    for (size_t i = 0; i < 12; i++) {
        const ptc_trace_turn *turn = &run.step->trace->turns[i];

        cr_assert_eq(turn->message_count, run.message_counts[i]);
        cr_expect(ptc_str_equal(turn->messages[0].content, PTC_STR("Go")));
        cr_expect(
            ptc_str_equal(turn->messages[turn->message_count - 1].content, run.last[i]),
            "turn %zu: %s", i,
            test_cstr(turn->messages[turn->message_count - 1].content));
    }
    test_agent_stop(&run);
}

/* What is too long is compacted first, and refused when that is not enough. */
Test(agent_limits, requests_are_limited_in_bytes)
{
    static const char reply[] = "(do (println (apply str (repeat 500 \"a\"))) 1)";
    size_t system;
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(return 1)", NULL);
    test_agent_go(&run);
    system = run.systems[0].len;
    test_agent_stop(&run);
    for (size_t limit = 1000; limit <= 3000; limit += 2000) {
        test_agent_start(&run, "Go");
        run.agent.max_turns = 9;
        run.agent.max_request_bytes = system + limit;
        for (size_t i = 0; i < 7; i++)
            test_agent_replies(&run, reply, NULL);
        test_agent_replies(&run, "(return 5)", NULL);
        test_agent_go(&run);
        if (limit == 3000) {
            test_expect_result(&run, "5");
            cr_expect_eq(run.message_counts[7], (size_t)7);
        } else {
            test_expect_fail(&run, "budget_exhausted", NULL);
        }
        test_agent_stop(&run);
    }
}

/* Thoughts and prose are not repeated to the model; traces have them. */
Test(agent_limits, conversations_repeat_programs_alone)
{
    static const char reply[] =
        "<think>hm</think>\nLet us add.\n```clojure\n(+ 1 1)\n```";
    test_agent_run run;

    for (int keeps = 0; keeps < 2; keeps++) {
        test_agent_start(&run, "Go");
        run.agent.flags = keeps ? PTC_AGENT_KEEPS_THINKING : 0;
        run.options.collect_messages = true;
        test_agent_replies(&run, reply, "(return 1)", NULL);
        test_agent_go(&run);
        cr_assert_eq(run.step->message_count, (size_t)4);
        cr_expect_str_eq(run.step->messages[3].content.ptr,
                         keeps ? "(return 1)" : "```clojure\n(return 1)\n```");
        cr_expect_str_eq(run.step->messages[1].content.ptr,
                         keeps ? reply : "```clojure\n(+ 1 1)\n```");
        cr_expect_str_eq(run.step->trace->turns[0].llm_response.ptr, reply);
        test_agent_stop(&run);
    }
}

/* --- Depth ------------------------------------------------------------------------- */

static ptc_status limits_take(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_int(1);
    return PTC_OK;
}

/* The error lists the calls, whose arguments may be as deep as data can be. */
Test(agent_limits, calls_of_deep_arguments_do_not_end_the_run)
{
    static const ptc_tool take = {.name = "take", .function = limits_take};
    static const ptc_agent_tool tools[] = {{.name = "take", .function = &take}};
    char program[256];

    for (int depth = 504; depth <= 514; depth++) {
        test_agent_run run;

        snprintf(program, sizeof program,
                 "(do (tool/take {:v (loop [i 0 v 1] (if (< i %d) (recur (inc i) [v]) "
                 "v))}) (+ 1 \"a\"))",
                 depth);
        test_agent_start(&run, "Go");
        run.agent.tools = tools;
        run.agent.tool_count = 1;
        test_agent_replies(&run, program, "(return 1)", NULL);
        test_agent_go(&run);
        cr_expect(run.step->is_ok, "depth %d: %s", depth,
                  test_cstr(run.step->fail.message));
        test_agent_stop(&run);
    }
}

/* --- Logs and messages ------------------------------------------------------------- */

static bool limits_log_some(ptc_str line, void *user)
{
    size_t *left = user;

    (void)line;
    return *left > 0 && (*left)-- > 0;
}

Test(agent_limits, steps_say_when_the_log_is_cut)
{
    for (size_t most = 0; most <= 12; most++) {
        size_t left = most;
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.options.log = limits_log_some;
        run.options.log_user = &left;
        test_agent_replies(&run, "(def a 1)", "(return 1)", NULL);
        test_agent_go(&run);
        test_expect_result(&run, "1");
        cr_expect_eq(run.step->is_log_cut, most < 10, "after %zu lines", most);
        test_agent_stop(&run);
    }
}

static ptc_status limits_complain(ptc_tool_call *call, void *user)
{
    (void)user;
    call->message = "no \xFF\xC3 such";
    return PTC_ERROR_INVALID;
}

Test(agent_limits, messages_of_tools_are_well_formed_in_requests)
{
    static const ptc_tool complain = {.name = "complain", .function = limits_complain};
    static const ptc_agent_tool tools[] = {{.name = "complain", .function = &complain}};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    test_agent_replies(&run, "(tool/complain {})", "(return (:message ctx/fail))", NULL);
    test_agent_go(&run);
    cr_expect(strstr(test_told(&run, 1), "no ?? such") != NULL, "%s", test_told(&run, 1));
    test_agent_stop(&run);
}

/* Hosts print it on terminals. */
Test(agent_limits, errors_are_one_visible_line)
{
    test_agent_run run;
    ptc_text text;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(fail {:reason :x :message \"a\\u001b[31m\\nb\"})", NULL);
    test_agent_go(&run);
    ptc_text_init(&text, &run.arena);
    ptc_step_write_error(&text, run.step);
    cr_expect_str_eq(text.ptr, "SubAgent failed: x - a\\u001b[31m\\u000ab");
    test_agent_stop(&run);
}
