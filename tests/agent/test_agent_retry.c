/* SPDX-License-Identifier: MIT */
/* Judgments that may be corrected. [subagent 3, 5] */
#include <criterion/criterion.h>

#include "agents.h"

#define SIGNATURE "(n :int) -> {urgent :bool}"

/* A judgment, with this many retries. */
static void start(test_agent_run *run, uint32_t retries)
{
    ptc_source source = {PTC_STR("sig"), PTC_STR(SIGNATURE)};
    ptc_schema *schema;
    ptc_diags diags;

    test_agent_start(run, "Is it urgent?");
    schema = ptc_arena_array(&run->arena, 1, sizeof *schema);
    ptc_diags_init(&diags, &run->arena);
    cr_assert(ptc_signature_read(&run->arena, &source, NULL, &diags, schema) == PTC_OK);
    run->agent.signature = schema;
    run->agent.max_turns = 1;
    run->agent.retry_turns = retries;
    run->options.context = ptc_arena_array(&run->arena, 1, sizeof *run->options.context);
    *(ptc_value *)(uintptr_t)run->options.context = test_value(run, "{:n 1}");
}

static const struct {
    const char *reply, *reason, *message, *told;
} faults[] = {
    {"I think so", "no_code_found", "no program in the reply", "Answer with one program"},
    {"{\"urgent\": true}", "no_code_found",
     "no program in the reply; you answered with JSON: write (return {..})",
     "Write that in a block fenced by ```clojure and ```, or as text that begins with ("},
    {"{:urgent true}", "no_code_found",
     "no program in the reply; you answered with a value: write (return value)",
     "Write that in a block"},
    {"```clojure\n{:urgent true", "parse_error", "Parse error: ", "Error: Parse error: "},
    {"(+ 1 nil)", "type_error", "+: invalid argument types", "(line 1, column 1)"},
    {"(identity {:urgent 5})", "validation_error", "Return validation: ",
     "Expected: {urgent :bool}\nReceived: {:urgent 5}\nGive a corrected value."},
    {"(return {})", "validation_error", "", "- urgent: missing required field"},
    {"(tool/x {})", "unknown_tool", "Unknown tool: x", "Error: Unknown tool: x"},
    {"(throw-it)", "unbound_var", "", "Error: "},
};

#define FAULTS (sizeof faults / sizeof *faults)

/* M224, M230: without retries the first fault ends it. */
Test(agent_retry, judgments_have_one_turn)
{
    for (size_t i = 0; i < FAULTS; i++) {
        test_agent_run run;

        start(&run, 0);
        test_agent_replies(&run, faults[i].reply, "(return {:urgent true})", NULL);
        test_agent_go(&run);
        cr_expect(!run.step->is_ok, "%s", faults[i].reply);
        cr_expect(i == FAULTS - 1 ||
                      ptc_str_equal(run.step->fail.reason, ptc_str_of(faults[i].reason)),
                  "%s: %s", faults[i].reply, test_cstr(run.step->fail.reason));
        cr_expect(i == 5 || strncmp(test_cstr(run.step->fail.message), faults[i].message,
                                    strlen(faults[i].message)) == 0,
                  "%s: %s", faults[i].reply, test_cstr(run.step->fail.message));
        cr_expect_eq(run.asked, (size_t)1);
        test_agent_stop(&run);
    }
}

/* M365: with them the model gets the fault, and its next value counts. */
Test(agent_retry, judgments_may_be_corrected)
{
    for (size_t i = 0; i < FAULTS; i++) {
        test_agent_run run;

        start(&run, 2);
        test_agent_replies(&run, faults[i].reply,
                           "```clojure\n{:urgent (some? ctx/fail)}\n```", NULL);
        test_agent_go(&run);
        test_expect_result(&run, "{\"urgent\" true}");
        cr_expect_eq(run.asked, (size_t)2);
        cr_expect(strstr(test_told(&run, 1), faults[i].told) != NULL, "%s",
                  test_told(&run, 1));
        cr_expect(
            strstr(test_told(&run, 1),
                   "\nRetry 1 of 2 (2 remaining)\nAnswer with one whole program: its "
                   "value is the result.") != NULL,
            "%s", test_told(&run, 1));
        cr_expect(strstr(test_told(&run, 1), "tools") == NULL);
        cr_expect_eq(run.step->trace->turns[1].type, PTC_TURN_RETRY);
        test_agent_stop(&run);
    }
}

Test(agent_retry, corrections_are_a_budget)
{
    test_agent_run run;

    start(&run, 2);
    test_agent_replies(&run, "no", "(+ 1 nil)", "(return 5)", "(return {:urgent true})",
                       NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "budget_exhausted",
                     "Exceeded max_turns limit of 1 and 2 retry turns");
    cr_expect_eq(run.asked, (size_t)3);
    cr_expect_eq(run.step->usage.turns, 3u);
    test_agent_stop(&run);
}

/* What ends any run ends this one; what went wrong before is undone. */
Test(agent_retry, fail_and_limits_end_it)
{
    test_agent_run run;

    start(&run, 2);
    test_agent_replies(&run, "(fail {:reason :unsure :message \"x\"})",
                       "(return {:urgent true})", NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "unsure", "x");
    test_agent_stop(&run);

    start(&run, 2);
    run.agent.turn_budget = 1;
    test_agent_replies(&run, "no", "(return {:urgent true})", NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "turn_budget_exhausted", "Turn budget exhausted: 1 of 1");
    test_agent_stop(&run);

    start(&run, 1);
    test_agent_replies(&run, "(do (def seen true) (+ 1 nil))",
                       "(return {:urgent (boolean (memory/get :seen))})", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "{\"urgent\" false}");
    test_agent_stop(&run);
}

/* As a tool it is corrected where it runs. */
Test(agent_retry, judgments_as_tools)
{
    static const ptc_agent judge = {.struct_size = sizeof judge,
                                    .name = "judge",
                                    .prompt = {"Judge {{n}}", 11},
                                    .max_turns = 1,
                                    .retry_turns = 1};
    static const ptc_agent_tool tools[] = {
        {.name = "judge", .agent = &judge, .flags = PTC_TOOL_CACHED}};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    test_agent_replies(&run, "(return [(tool/judge {:n 1}) (tool/judge {:n 1})])", "yes",
                       "(+ 1 1)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[2 2]");
    cr_expect_eq(run.step->usage.llm_requests, 3u);
    test_agent_stop(&run);
}
