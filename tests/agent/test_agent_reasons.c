/* SPDX-License-Identifier: MIT */
/* Every reason for which runs fail, each produced by a run. [subagent 17] */
#include <criterion/criterion.h>

#include "agents.h"

/* --- Set-ups ----------------------------------------------------------------------- */

static ptc_status tool_fails(ptc_tool_call *call, void *user)
{
    (void)user;
    call->message = "no line";
    return PTC_ERROR_INVALID;
}

static const ptc_tool lookup = {.name = "lookup", .function = tool_fails};
static const ptc_agent_tool lookup_tools[] = {{.name = "lookup", .function = &lookup}};
static const ptc_agent_tool reserved_tools[] = {{.name = "return", .function = &lookup}};

static void judge(test_agent_run *run)
{
    run->agent.max_turns = 1;
}

static void takes_time(test_agent_run *run)
{
    judge(run);
    run->agent.timeout_ms = 20;
    run->agent.fuel = 1000000000;
    run->tick_ns = 1000000;
}

static void has_little_heap(test_agent_run *run)
{
    judge(run);
    run->agent.max_heap = 200000;
}

static void has_little_fuel(test_agent_run *run)
{
    judge(run);
    run->agent.fuel = 1000;
}

static void has_little_memory(test_agent_run *run)
{
    run->agent.memory_limit = 50;
}

static void returns_a_count(test_agent_run *run)
{
    judge(run);
    run->agent.signature_text = PTC_STR("{count :int}");
}

static void takes_a_count(test_agent_run *run)
{
    run->agent.signature_text = PTC_STR("(count :int) -> :any");
}

static void has_tools(test_agent_run *run)
{
    run->agent.max_turns = 1;
    run->agent.tools = lookup_tools;
    run->agent.tool_count = 1;
}

static void has_reserved_tools(test_agent_run *run)
{
    run->agent.tools = reserved_tools;
    run->agent.tool_count = 1;
}

static void has_two_turns(test_agent_run *run)
{
    run->agent.max_turns = 2;
}

static void has_budget_of_turns(test_agent_run *run)
{
    run->agent.turn_budget = 2;
}

static void has_budget_of_requests(test_agent_run *run)
{
    run->agent.llm_budget = 1;
}

static void has_budget_of_tokens(test_agent_run *run)
{
    run->agent.token_limit = 100;
    run->tokens = 60;
}

static void has_retries(test_agent_run *run)
{
    run->agent.max_turns = 1;
    run->agent.retry_turns = 1;
}

static void has_small_requests(test_agent_run *run)
{
    run->agent.max_request_bytes = 10;
}

static void has_a_short_mission(test_agent_run *run)
{
    run->agent.mission_timeout_ms = 10;
    run->request_ms = 20;
}

static void has_no_model(test_agent_run *run)
{
    run->options.llm.llm = NULL;
}

static void names_a_model(test_agent_run *run)
{
    run->options.llm = (ptc_llm_ref){.name = "sonnet"};
}

static void names_another_model(test_agent_run *run)
{
    names_a_model(run);
    run->options.registry = &run->llm;
    run->options.registry_count = 1;
}

static void has_a_model_without_function(test_agent_run *run)
{
    run->llm.call = NULL;
}

static void has_a_model_without_name(test_agent_run *run)
{
    static const ptc_llm nameless = {NULL, NULL, NULL};

    run->options.registry = &nameless;
    run->options.registry_count = 1;
}

static void refuses_blocks(test_agent_run *run)
{
    judge(run);
    run->agent.multi_block = PTC_BLOCKS_ERROR;
}

static void completes_implicitly(test_agent_run *run)
{
    run->agent.max_turns = 2;
    run->agent.completion = PTC_COMPLETION_IMPLICIT;
}

static void follows_a_failure(test_agent_run *run)
{
    static const ptc_step failed = {.fail = {.reason = PTC_STR_INIT("not_found"),
                                             .message = PTC_STR_INIT("no user")}};

    run->options.from = &failed;
}

static void follows_another_result(test_agent_run *run)
{
    static ptc_step step = {.is_ok = true};

    step.result = test_value(run, "{:n 1}");
    run->agent.signature_text = PTC_STR("(m :int) -> :any");
    run->options.from = &step;
}

static void says_no_prompt(test_agent_run *run)
{
    run->agent.prompt = ptc_str_make(NULL, 0);
}

static void opens_a_section(test_agent_run *run)
{
    run->agent.prompt = PTC_STR("Find {{#x}}");
}

static void is_cancelled(test_agent_run *run)
{
    static ptc_cancel cancel;

    ptc_cancel_set(&cancel);
    run->options.cancel = &cancel;
}

static void is_refused(test_agent_run *run)
{
    run->stop_reason = PTC_STOP_REFUSAL;
}

/* --- The table --------------------------------------------------------------------- */

typedef struct reason_row {
    const char *reason;
    const char *message; /* or NULL */
    void (*setup)(test_agent_run *run);
    const char *reply; /* to all requests; NULL: the model fails */
    uint32_t turns;    /* that were used */
} reason_row;

#define FOREVER "(loop [i 0] (recur (inc i)))"

static const reason_row reason_rows[] = {
    {"parse_error", NULL, judge, "(+ 1", 1},
    {"timeout", NULL, takes_time, FOREVER, 1},
    {"memory_exceeded", NULL, has_little_heap, "(vec (range 100000))", 1},
    {"fuel_exceeded", NULL, has_little_fuel, FOREVER, 1},
    {"memory_limit_exceeded", NULL, has_little_memory,
     "(def a \"0123456789012345678901234567890123456789012345\")", 1},
    {"validation_error", "count: expected int, got string \"x\"", returns_a_count,
     "```clojure\n{:count \"x\"}\n```", 1},
    {"validation_error", "count: missing required field, expected int", takes_a_count,
     "1", 0},
    {"unknown_tool", "Unknown tool: zzz", judge, "(call \"zzz\" {})", 1},
    {"unknown_tool", "Unknown tool: zzz", judge, "(tool/zzz {:a 1})", 1},
    {"reserved_tool_name", NULL, has_reserved_tools, "1", 0},
    {"max_turns_exceeded", "Exceeded max_turns limit of 2", has_two_turns, "(+ 1 1)", 2},
    {"max_turns_exceeded", "Exceeded max_turns limit of 1", has_tools,
     "(call \"lookup\" {})", 1},
    {"turn_budget_exhausted", NULL, has_budget_of_turns, "(+ 1 1)", 2},
    {"budget_exhausted", NULL, has_budget_of_requests, "(+ 1 1)", 1},
    {"budget_exhausted", NULL, has_budget_of_tokens, "(return 1)", 1},
    {"budget_exhausted", NULL, has_small_requests, "(+ 1 1)", 0},
    {"mission_timeout", NULL, has_a_short_mission, "(return 1)", 1},
    {"llm_error", "LLM call failed: no more replies", judge, NULL, 1},
    {"llm_error", NULL, is_refused, "I will not", 1},
    {"llm_required", NULL, has_no_model, "1", 0},
    {"llm_registry_required", NULL, names_a_model, "1", 0},
    {"llm_not_found", NULL, names_another_model, "1", 0},
    {"invalid_llm", NULL, has_a_model_without_function, "1", 0},
    {"invalid_llm_registry", NULL, has_a_model_without_name, "1", 0},
    {"llm_error", "LLM call failed: the reply is not valid UTF-8", judge, "\xFF", 1},
    {"no_code_found", NULL, judge, "I think it is 15", 1},
    {"multiple_code_blocks", NULL, refuses_blocks,
     "```clojure\n1\n```\n```clojure\n2\n```", 1},
    {"must_return_missing", NULL, completes_implicitly, "(do nil)", 2},
    {"chained_failure", "Upstream agent failed: not_found", follows_a_failure, "1", 0},
    {"chain_error",
     "Chain mismatch: agent requires [\"m\"] but previous step doesn't output them",
     follows_another_result, "1", 0},
    {"template_error", NULL, opens_a_section, "1", 0},
    {"invalid_config", "prompt must be a string", says_no_prompt, "1", 0},
    {"cancelled", NULL, is_cancelled, "1", 0},
    {"failed", "42", judge, "(fail 42)", 1},
    {"failed", "gone", judge, "(fail \"gone\")", 1},
    {"not_found", "no user", judge, "(fail {:reason :not_found :message \"no user\"})",
     1},
    /* the evaluator's own [ptc-lisp 16] */
    {"type_error", NULL, judge, "(+ 1 \"a\")", 1},
    {"arithmetic_error", NULL, judge, "(quot 1 0)", 1},
    {"unbound_var", NULL, judge, "(+ 1 nothing)", 1},
    {"invalid_arity", NULL, judge, "(if)", 1},
    {"not_callable", NULL, judge, "(1 2)", 1},
};

/* M229, M230, M234, M235, M273, M363 */
Test(agent_reasons, every_reason_is_reached)
{
    for (size_t i = 0; i < sizeof reason_rows / sizeof *reason_rows; i++) {
        const reason_row *row = &reason_rows[i];
        test_agent_run run;

        test_agent_start(&run, "Do it");
        row->setup(&run);
        for (size_t k = 0; k < 8 && row->reply != NULL; k++)
            test_agent_replies(&run, row->reply, NULL);
        test_agent_go(&run);
        cr_expect(!run.step->is_ok &&
                      ptc_str_equal(run.step->fail.reason, ptc_str_of(row->reason)),
                  "row %s: %s gives %s: %s", row->reason, row->reply,
                  test_cstr(run.step->fail.reason), test_cstr(run.step->fail.message));
        cr_expect(row->message == NULL ||
                      ptc_str_equal(run.step->fail.message, ptc_str_of(row->message)),
                  "row %s: %s says %s", row->reason, row->reply,
                  test_cstr(run.step->fail.message));
        cr_expect(run.step->usage.turns == row->turns, "row %s: %s took %u turns",
                  row->reason, row->reply, run.step->usage.turns);
        test_agent_stop(&run);
    }
}

/* In agent mode a program's mistake is reported, and the next turn may repair it. */
Test(agent_reasons, tools_fail_in_their_turn)
{
    test_agent_run run;

    test_agent_start(&run, "Do it");
    has_tools(&run);
    run.agent.max_turns = 2;
    test_agent_replies(&run, "(call \"lookup\" {})", "(return ctx/fail)", NULL);
    test_agent_go(&run);
    cr_assert(run.step->is_ok);
    cr_assert_eq(run.step->trace->turn_count, (size_t)2);
    cr_expect_str_eq(test_cstr(run.step->trace->turns[0].error.reason), "tool_error");
    cr_expect_str_eq(test_cstr(run.step->trace->turns[0].error.message),
                     "Tool 'lookup' failed: no line");
    test_agent_stop(&run);
}

Test(agent_reasons, retry_turns_are_a_budget) /* M365 */
{
    test_agent_run run;

    test_agent_start(&run, "Do it");
    has_retries(&run);
    test_agent_replies(&run, "hello", "(+ 1 1)", NULL);
    run.agent.max_turns = 1;
    run.agent.flags = PTC_AGENT_GREP; /* not a judgment */
    test_agent_go(&run);
    test_expect_fail(&run, "budget_exhausted", NULL);
    cr_expect_eq(run.step->usage.turns, 2u);
    cr_expect_eq(run.tool_counts[1], (size_t)0);
    test_agent_stop(&run);
}

Test(agent_reasons, depth_is_limited) /* M361 */
{
    static const ptc_agent child = {
        .struct_size = sizeof child, .name = "child", .prompt = PTC_STR_INIT("Help")};
    static const ptc_agent_tool tools[] = {{.name = "child", .agent = &child}};
    const ptc_trace_turn *turn;
    test_agent_run run;

    test_agent_start(&run, "Do it");
    run.agent.max_depth = 1;
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    test_agent_replies(&run, "(tool/child {})", "(return 1)", NULL);
    test_agent_go(&run);
    cr_assert(run.step->is_ok);
    turn = &run.step->trace->turns[0];
    cr_expect_str_eq(test_cstr(turn->error.reason), "tool_error");
    cr_assert_eq(turn->call_count, (size_t)1);
    cr_assert(turn->calls[0].child != NULL);
    cr_expect_str_eq(test_cstr(turn->calls[0].child->fail.reason), "max_depth_exceeded");
    cr_expect_str_eq(test_cstr(turn->calls[0].child->fail.message),
                     "Nesting depth limit exceeded: 1 >= 1");
    test_agent_stop(&run);
}
