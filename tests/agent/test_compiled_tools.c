/* SPDX-License-Identifier: MIT */
/* Tools of compiled agents, and compiled agents as tools. [subagent 15] */
#include <criterion/criterion.h>

#include "compiled_agents.h"

/* --- Tools ------------------------------------------------------------------------- */

/* M252: functions of the host. */
Test(compiled_tools, tools_are_called_with_the_same_checks)
{
    const ptc_trace_turn *turn;
    test_compiled at;

    test_compiled_start(
        &at, NULL,
        "(return [(tool/t {:id \"4\"}) (:error (attempt (tool/t {:id \"x\"})))\n"
        " (:reason (:error (attempt (tool/t {:id 0}))))])");
    test_compiled_tool(&at, "(id :int) -> :int");
    test_compiled_go(&at, NULL);
    cr_expect_eq(at.run.status, PTC_OK);
    cr_expect_eq(at.calls, (size_t)2);
    cr_assert_eq(at.run.step->trace->turn_count, (size_t)1);
    turn = &at.run.step->trace->turns[0];
    cr_assert_eq(turn->call_count, (size_t)3);
    cr_expect_str_eq(test_cstr(turn->calls[2].error), "no such order");
    cr_expect(strstr(test_edn(&at.run, &at.run.step->result), ":not_found") != NULL);
    test_compiled_stop(&at);
}

Test(compiled_tools, failed_tools_end_the_run)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(tool/t {:id 5}) (tool/t {:id 0}) (return 1)");
    test_compiled_tool(&at, "(id :int) -> :int");
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "tool_error", "Tool 't' failed: no such order");
    cr_expect(ptc_str_equal(at.run.step->fail.op, PTC_STR("t")));
    at.compiled.max_tool_calls = 1;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "tool_error", NULL);
    cr_expect_eq(at.calls, (size_t)3);
    at.compiled.tool_count = 0;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "unknown_tool", NULL);
    test_compiled_stop(&at);
}

Test(compiled_tools, cached_tools_answer_once)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(tool/t {:id 5})");
    test_compiled_add(&at, "(return (+ (tool/t {:id 5}) (tool/t {:id \"5\"})))");
    test_compiled_tool(&at, "(id :int) -> :int");
    at.tools[0].flags = PTC_TOOL_CACHED;
    test_compiled_go(&at, NULL);
    test_expect_result(&at.run, "100");
    cr_expect_eq(at.calls, (size_t)1);
    test_compiled_stop(&at);
}

Test(compiled_tools, rows_take_the_names_of_their_functions)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(return (tool/t {:id 4}))");
    test_compiled_tool(&at, "(id :int) -> :int");
    at.tools[0] = (ptc_agent_tool){.function = &at.function};
    at.contracts[0] = (ptc_compiled_contract){"t", at.function.signature};
    at.compiled.contracts = at.contracts;
    at.compiled.contract_count = 1;
    test_compiled_go(&at, NULL);
    test_expect_result(&at.run, "40");
    at.tools[0].flags = 4;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "invalid_config",
                     "tool \"t\": flags must be 0 or PTC_TOOL_CACHED");
    at.tools[0].flags = 0;
    at.function.name = NULL;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "invalid_config", "tool 1 is \"\", not \"t\"");
    test_compiled_stop(&at);
}

/* Rows like others: built-in ones also have their names. */
Test(compiled_tools, built_in_ones_are_rows)
{
    const ptc_agent_tool rows[] = {{.function = &ptc_tool_grep},
                                   {.name = "infer", .function = &ptc_tool_infer}};
    const ptc_compiled_contract contracts[] = {{"grep", ptc_tool_grep.signature},
                                               {"infer", ptc_tool_infer.signature}};
    test_compiled at;

    test_compiled_start(&at, "(text :string) -> :any",
                        "(return [(tool/grep {:pattern \"b.\" :text ctx/text})\n"
                        "         (tool/infer {:data {:n 1}})\n"
                        "         (:reason (:error (attempt (tool/grep {:text 1}))))])");
    at.compiled.tools = rows;
    at.compiled.tool_count = 2;
    at.compiled.contracts = contracts;
    at.compiled.contract_count = 2;
    test_compiled_go(&at, "{:text \"abc\\nBad\\nx\"}");
    test_expect_result(&at.run, "[[\"abc\" \"Bad\"] \"{n :int}\" :validation_error]");
    test_compiled_stop(&at);
}

/* M253, M254. */
Test(compiled_tools, tools_that_ask_models_are_refused)
{
    static const ptc_llm_tool judge = {.prompt = PTC_STR_INIT("Is it?")};
    test_compiled at;

    test_compiled_start(&at, NULL, "(return 1)");
    at.tools[0] = (ptc_agent_tool){.name = "judge", .llm_tool = &judge};
    at.tools[1] = (ptc_agent_tool){.name = "none"};
    at.tools[2] = (ptc_agent_tool){.name = "helper", .agent = &at.run.agent};
    at.compiled.tool_count = 3;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "invalid_config",
                     "cannot compile agent with LLM-dependent tool: judge; tool \"none\" "
                     "must be one of function and compiled; cannot compile agent with "
                     "LLM-dependent tool: helper");
    test_compiled_stop(&at);
}

Test(compiled_tools, other_tools_are_refused_with_what_differs)
{
    test_compiled at;

    test_compiled_start(&at, NULL, "(return 1)");
    test_compiled_tool(&at, "(id :int) -> :int");
    at.tools[1] = at.tools[0];
    at.tools[1].name = "u";
    at.compiled.tool_count = 2;
    at.compiled.contracts = at.contracts;
    at.compiled.contract_count = 2;
    at.contracts[0] =
        (ptc_compiled_contract){"t", test_compiled_sig(&at, "(id :int) -> :int")};
    at.contracts[1] = (ptc_compiled_contract){"u", at.function.signature};
    test_compiled_go(&at, NULL);
    test_expect_result(&at.run, "1");
    at.contracts[0].signature = test_compiled_sig(&at, "(id :string) -> :int");
    at.contracts[1].signature = NULL;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "invalid_config",
                     "tool \"t\" is (id :int) -> :int, not (id :string) -> :int; tool "
                     "\"u\" is (id :int) -> :int, not without a signature");
    at.contracts[0] = (ptc_compiled_contract){"u", at.function.signature};
    at.contracts[1] = (ptc_compiled_contract){"t", at.function.signature};
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "invalid_config",
                     "tool 1 is \"t\", not \"u\"; tool 2 is \"u\", not \"t\"");
    at.compiled.contract_count = 1;
    at.contracts[0].name = "t";
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "invalid_config", "there are 2 tools, not 1");
    cr_expect_eq(at.calls, (size_t)0);
    test_compiled_stop(&at);
}

/* --- As tools ---------------------------------------------------------------------- */

Test(compiled_tools, is_a_tool_of_an_agent)
{
    test_compiled at;

    test_compiled_start(
        &at, "(n :int) -> {square :int, _cost :int}",
        "(when (neg? ctx/n) (fail {:reason :negative :message \"below 0\"}))\n"
        "(return {:square (* ctx/n ctx/n) :_cost 3})");
    at.compiled.description = "Squares a number";
    at.tools[1] = (ptc_agent_tool){.name = "square", .compiled = &at.compiled};
    at.run.agent.tools = &at.tools[1];
    at.run.agent.tool_count = 1;
    at.run.agent.max_depth = 1;
    at.run.agent.turn_budget = 1;
    test_agent_replies(
        &at.run,
        "(return [(tool/square {:n \"4\"}) (:error (attempt (tool/square {:n -1})))\n"
        "         (:reason (:error (attempt (tool/square {:n \"x\"}))))])",
        NULL);
    test_agent_go(&at.run);
    test_expect_result(&at.run, "[{\"square\" 16 \"_cost\" 3} "
                                "{:reason :negative :message \"below 0\" :tool "
                                "\"square\"} :validation_error]");
    cr_expect(strstr(at.run.systems[0].ptr, "square(n :int) -> {square :int}") != NULL,
              "%s", at.run.systems[0].ptr);
    cr_expect(strstr(at.run.systems[0].ptr, "Squares a number") != NULL);
    cr_assert_eq(at.run.step->trace->turns[0].call_count, (size_t)3);
    cr_assert(at.run.step->trace->turns[0].calls[0].child != NULL);
    cr_expect(ptc_str_equal(at.run.step->trace->turns[0].calls[0].child->agent,
                            PTC_STR("scorer")));
    cr_expect_eq(at.run.step->usage.turns, 1u);
    ptc_lisp_free(at.writer);
    test_agent_stop(&at.run);
}

Test(compiled_tools, is_a_tool_of_another_one)
{
    ptc_compiled inner;
    test_compiled at;

    test_compiled_start(&at, "(n :int) -> :int", "(return (* ctx/n ctx/n))");
    inner = at.compiled;
    test_compiled_add(&at, "(return (+ (tool/square {:n ctx/n}) (tool/square {:n 2})))");
    at.compiled.stages = &at.stages[1];
    at.compiled.stage_count = 1;
    at.tools[0] = (ptc_agent_tool){.name = "square", .compiled = &inner};
    at.compiled.tool_count = 1;
    test_compiled_go(&at, "{:n 3}");
    test_expect_result(&at.run, "13");
    test_compiled_stop(&at);
}

/* Its faults are reported before a model is asked. */
Test(compiled_tools, is_checked_with_the_agent)
{
    const ptc_agent_fault *faults;
    test_compiled at;
    size_t count;

    test_compiled_start(&at, NULL, "(return 1)");
    test_compiled_tool(&at, "(id :int) -> :int");
    at.contracts[0] = (ptc_compiled_contract){"t", NULL};
    at.compiled.contracts = at.contracts;
    at.compiled.contract_count = 1;
    at.tools[1] = (ptc_agent_tool){.name = "score", .compiled = &at.compiled};
    at.run.agent.tools = &at.tools[1];
    at.run.agent.tool_count = 1;
    cr_expect_eq(ptc_agent_check(&at.run.arena, &at.run.agent, &faults, &count),
                 PTC_ERROR_INVALID);
    cr_assert_eq(count, (size_t)1);
    cr_expect_str_eq(test_cstr(faults[0].error.message),
                     "tool \"score\": tool \"t\" is (id :int) -> :int, not without a "
                     "signature");
    test_agent_go(&at.run);
    test_expect_fail(&at.run, "invalid_config", NULL);
    at.compiled.contracts = NULL;
    at.compiled.struct_size = 0;
    cr_expect_eq(ptc_agent_check(&at.run.arena, &at.run.agent, &faults, &count),
                 PTC_ERROR_INVALID);
    test_compiled_stop(&at);
}

/* One that calls itself ends before the stack does. */
Test(compiled_tools, circles_end)
{
    const ptc_step *last = NULL;
    int depth = 0;
    test_compiled at;

    test_compiled_start(&at, "(n :int) -> :int",
                        "(return (tool/again {:n (inc ctx/n)}))");
    at.tools[0] = (ptc_agent_tool){.name = "again", .compiled = &at.compiled};
    at.compiled.tool_count = 1;
    test_compiled_go(&at, "{:n 0}");
    cr_expect_eq(at.run.status, PTC_ERROR_INVALID);
    for (const ptc_step *step = at.run.step; step != NULL; depth++) {
        last = step;
        step = step->trace->turn_count > 0 && step->trace->turns[0].call_count > 0
                   ? step->trace->turns[0].calls[0].child
                   : NULL;
    }
    cr_expect_eq(depth, 33);
    cr_expect_str_eq(test_cstr(last->fail.message),
                     "Nesting depth limit exceeded: 32 >= 32");
    test_compiled_stop(&at);
}

Test(compiled_tools, goes_on_from_a_step)
{
    ptc_step failed = {.fail = {.reason = PTC_STR_INIT("llm_error")}};
    ptc_step from;
    test_compiled at;

    test_compiled_start(&at, "(n :int) -> {m :int}", "(return {:m (inc ctx/n)})");
    test_compiled_go(&at, "{:n 1}");
    from = *at.run.step;
    at.run.options.from = &from;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "chain_error",
                     "Chain mismatch: agent requires [\"n\"] but previous step doesn't "
                     "output them");
    at.compiled.signature = test_compiled_sig(&at, "(m :int) -> :int");
    at.compiled.stage_count = 0;
    test_compiled_add(&at, "(return ctx/m)");
    test_compiled_go(&at, NULL);
    test_expect_result(&at.run, "2");
    at.run.options.from = &failed;
    test_compiled_go(&at, NULL);
    test_expect_fail(&at.run, "chained_failure", "Upstream agent failed: llm_error");
    test_compiled_stop(&at);
}
