/* SPDX-License-Identifier: MIT */
/* Agents that are compiled at run time: the model's run, and what is kept of it.
 * [subagent 15] */
#include <criterion/criterion.h>

#include "compile_agents.h"

/* --- The seed's examples ----------------------------------------------------------- */

/* M249, M250, M251, M255, M442: one run of the model, then none. */
Test(compile, a_model_is_asked_once)
{
    test_compile at;

    test_compile_start(&at, "(report :map) -> {score :float, reason :string}");
    test_compile_tool(&at, "(id :int) -> :int", false);
    test_compile_sample(&at, "{:report {:id 3 :n 2}}");
    test_agent_replies(&at.run,
                       "```clojure\n(let [r ctx/report]\n  (return {:score (* 1.0 "
                       "(tool/t {:id (:id r)}))"
                       " :reason (str \"n \" (:n r))}))\n```",
                       NULL);
    at.options.input_count = PTC_UNLIMITED; /* any map would be one: they lack the id */
    test_compile_go(&at);
    test_compile_expect(&at,
                        "(let [r ctx/report]\n  (return {:score (* 1.0 (tool/t {:id (:id "
                        "r)})) :reason (str \"n \" (:n r))}))\n");
    cr_expect_eq(at.run.asked, (size_t)1);
    cr_expect_eq(at.calls, (size_t)1, "the answer of the tool is kept");
    test_compile_run(&at, "{:report {:id 7 :n 1}}");
    test_expect_result(&at.run, "{\"score\" 70.0 \"reason\" \"n 1\"}");
    test_compile_run(&at, "{:report {:id 8 :n 4}}");
    test_expect_result(&at.run, "{\"score\" 80.0 \"reason\" \"n 4\"}");
    cr_expect_eq(at.run.asked, (size_t)1);
    test_compile_stop(&at);
}

/* M257, M443: how the programs came about. */
Test(compile, metadata_say_where_it_is_from)
{
    const ptc_compiled_origin *origin;
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    at.run.tokens = 100;
    at.run.options.llm = (ptc_llm_ref){.name = "fast"};
    at.run.options.registry = &at.run.llm;
    at.run.options.registry_count = 1;
    at.run.llm.name = "fast";
    test_agent_replies(&at.run, "(+ 1 \"x\")", "(return (* 2 ctx/n))", NULL);
    test_compile_go(&at);
    test_compile_expect(&at, "(return (* 2 ctx/n))\n");
    origin = &at.made->compiled->origin;
    cr_expect_str_eq(origin->compiled_at, "2023-11-14T22:13:20.000Z");
    cr_expect_str_eq(origin->model, "fast");
    cr_expect_eq(origin->turns, 2u);
    cr_expect_eq(origin->tokens, 400);
    cr_expect_gt(at.made->prompt_revision, 0u);
    cr_assert(at.made->step != NULL);
    cr_expect(at.made->step->is_ok);
    cr_expect(ptc_str_equal(at.made->compiled->source, at.made->source));
    cr_expect_str_eq(at.made->compiled->name, "scorer");
    test_compile_stop(&at);
}

/* M257: a model without a name. */
Test(compile, metadata_have_no_name_where_there_is_none)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_agent_replies(&at.run, "(return (* 2 ctx/n))", NULL);
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_expect_null(at.made->compiled->origin.model);
    cr_expect_eq(at.made->compiled->origin.tokens, -1);
    test_compile_stop(&at);
}

/* M438, M444: always one map. */
Test(compile, runs_take_one_map)
{
    static const struct {
        const char *signature;
        const char *reply;
        const char *context;
        const char *result;
    } rows[] = {
        {"(item :map) -> {score :float}", "(return {:score (* 0.5 (count ctx/item))})",
         "{:item {:a 1 :b 2}}", "{\"score\" 1.0}"},
        {"(item :map, threshold :float) -> :bool",
         "(return (> (count ctx/item) ctx/threshold))", "{:item {:a 1} :threshold 0.5}",
         "true"},
        {"() -> {result :map}", "(return {:result {:n 1}})", "{}", "{\"result\" {:n 1}}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_compile at;

        test_compile_start(&at, rows[i].signature);
        test_agent_replies(&at.run, rows[i].reply, NULL);
        test_compile_go(&at);
        test_compile_expect(&at, NULL);
        test_compile_run(&at, rows[i].context);
        test_expect_result(&at.run, rows[i].result);
        test_compile_stop(&at);
    }
}

/* M445: a tool of another agent, which asks no model. */
Test(compile, what_is_compiled_is_a_tool)
{
    ptc_agent_tool tools[1];
    ptc_agent parent;
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_agent_replies(&at.run, "(return (* 2 ctx/n))",
                       "(return (tool/double {:n ctx/k}))", NULL);
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    tools[0] = (ptc_agent_tool){.name = "double", .compiled = at.made->compiled};
    parent = (ptc_agent){.struct_size = sizeof parent,
                         .prompt = PTC_STR("Double it"),
                         .signature_text = PTC_STR("(k :int) -> :int"),
                         .tools = tools,
                         .tool_count = 1};
    at.run.agent = parent;
    at.options.sample_count = 0;
    /* Compiled agents that call compiled ones are also compiled. */
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_expect_eq(at.run.asked, (size_t)2);
    test_compile_run(&at, "{:k 21}");
    test_expect_result(&at.run, "42");
    test_compile_stop(&at);
}

/* --- Prompts and samples ----------------------------------------------------------- */

/* M258: "example", 42, 3.14, true. */
Test(compile, a_sample_is_made_from_the_signature)
{
    test_compile at;

    test_compile_start(&at, "(s :string, n :int, x :float, b :bool) -> :any");
    test_agent_replies(&at.run, "(return [ctx/s ctx/n ctx/x ctx/b])", NULL);
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_assert_eq(at.made->sample_count, (size_t)1);
    cr_expect_str_eq(test_edn(&at.run, &at.made->samples[0].expected),
                     "[\"example\" 42 3.14 true]");
    test_compile_stop(&at);
}

Test(compile, the_model_is_told_to_be_general)
{
    ptc_agent_overrides overrides = {.struct_size = sizeof overrides};
    const ptc_system_prompt own = {.suffix = PTC_STR_INIT("Be brief.")};
    const ptc_system_prompt whole = {.replacement = PTC_STR_INIT("Write Lisp.")};
    ptc_value context;
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_agent_replies(&at.run, "(return ctx/n)", "(return ctx/n)", "(return ctx/n)",
                       "(return ctx/n)", NULL);
    test_compile_go(&at);
    at.run.agent.system_prompt = &own;
    test_compile_go(&at);
    overrides.system_prompt = &whole;
    at.run.options.overrides = &overrides;
    test_compile_go(&at);
    cr_assert_eq(at.run.asked, (size_t)3);
    for (size_t i = 0; i < 3; i++)
        cr_expect(strstr(at.run.systems[i].ptr, "## A general program") != NULL,
                  "prompt %zu", i);
    cr_expect(strstr(at.run.systems[1].ptr, "Be brief.\n\n## A general") != NULL);
    cr_expect_eq(strncmp(at.run.systems[2].ptr, "Write Lisp.\n\n## A general", 23), 0);
    at.run.options.overrides = NULL;
    at.run.options.context = &context;
    context = test_value(&at.run, "{:n 1}");
    test_agent_go(&at.run); /* and in other runs it is not */
    cr_expect(strstr(at.run.systems[3].ptr, "general program") == NULL);
    test_compile_stop(&at);
}

/* --- Stages ------------------------------------------------------------------------ */

/* M262: definitions of earlier turns, failed programs left out. */
Test(compile, successful_programs_are_stages)
{
    test_compile at;

    test_compile_start(&at, "(items [:int]) -> {total :int}");
    test_compile_sample(&at, "{:items [1 2 3]}");
    test_agent_replies(&at.run, "(def total (reduce + ctx/items))", "(+ total \"x\")",
                       "(return {:total (inc nothing)})", "(return {:total total})",
                       NULL);
    test_compile_go(&at);
    test_compile_expect(&at, "; turn 1\n(def total (reduce + ctx/items))\n"
                             "; turn 4\n(return {:total total})\n");
    cr_expect_eq(at.made->compiled->stage_count, (size_t)2);
    test_compile_run(&at, "{:items [10 20]}");
    test_expect_result(&at.run, "{\"total\" 30}");
    test_compile_stop(&at);
}

Test(compile, values_of_stages_are_merged)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_agent_replies(&at.run, "(assoc {} :twice (* 2 ctx/n))",
                       "(return (+ ctx/twice (:twice *1)))", NULL);
    test_compile_go(&at);
    cr_assert_eq(at.status, PTC_OK, "%s", test_cstr(at.made->fail.message));
    cr_expect_eq(at.made->error_count, (size_t)0);
    cr_expect_eq(at.made->compiled->stage_count, (size_t)2);
    cr_assert(test_compile_fault(&at, PTC_DIAG_COMPILE_NAME) != NULL);
    cr_expect_eq(test_compile_fault(&at, PTC_DIAG_COMPILE_NAME)->position.line, 4u);
    test_compile_run(&at, "{:n 5}");
    test_expect_result(&at.run, "20");
    test_compile_stop(&at);
}

Test(compile, stages_that_do_nothing_are_dropped)
{
    static const struct {
        const char *replies[4];
        size_t stages;
    } rows[] = {
        {{"(println ctx/n)", "(def unused 1)", "(return (* 2 ctx/n))"}, 1},
        {{"(println ctx/n)", "(def a 1)", "(return (* 2 ctx/n a))"}, 2},
        {{"(def a 1)", "(def b a)", "(return (* 2 ctx/n b))"}, 3},
        {{"(def a 1)", "(def b a)", "(return (* 2 ctx/n))"}, 1},
        {{"(tool/t {:id 5})", "(println 1)", "(return (* 2 ctx/n))"}, 2},
        {{"(defn f [] (tool/t {:id 5}))", "(do (f) nil)", "(return (* 2 ctx/n))"}, 3},
        {{"(if (> ctx/n 1000) (return 0) nil)", "(println 1)", "(return (* 2 ctx/n))"},
         2},
        {{"(assoc {} :k 5)", "(println 1)", "(return (* (/ ctx/k 5) 2 ctx/n))"}, 2},
        {{"(assoc {} :k 5)", "(println 1)", "(return (* 2 ctx/n))"}, 1},
        {{"(* 2 ctx/n)", "(+ 0 *1)", "(return *1)"}, 3},
        {{"(ns a (:require [clojure.string :as s]))", "1", "(return (* 2 ctx/n))"}, 2},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_compile at;

        test_compile_start(&at, "(n :int) -> :int");
        test_compile_tool(&at, NULL, false);
        for (size_t k = 0; rows[i].replies[k] != NULL; k++)
            at.run.replies[at.run.reply_count++] = rows[i].replies[k];
        test_compile_go(&at);
        cr_assert_eq(at.status, PTC_OK, "row %zu: %s", i,
                     test_cstr(at.made->fail.message));
        cr_expect_eq(at.made->compiled->stage_count, rows[i].stages, "row %zu: %s", i,
                     test_cstr(at.made->source));
        test_compile_run(&at, "{:n 3}");
        test_expect_result(&at.run, "6");
        test_compile_stop(&at);
    }
}

/* What a program itself says in the form of a mark does not begin another. */
Test(compile, marks_within_programs_are_text)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :string");
    test_agent_replies(&at.run,
                       "(def a \"x\n; turn 7\n\")\n; turn 8\n(def b (str a ctx/n))",
                       "(return b)", NULL);
    test_compile_go(&at);
    test_compile_expect(&at,
                        "; turn 1\n(def a \"x\n; turn 7\n\")\n;; turn 8\n(def b (str a "
                        "ctx/n))\n; turn 2\n(return b)\n");
    cr_expect_eq(at.made->compiled->stage_count, (size_t)2);
    test_compile_run(&at, "{:n 1}");
    test_expect_result(&at.run, "\"x\\n; turn 7\\n1\"");
    test_compile_stop(&at);
}

Test(compile, judgments_end_with_a_value)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    at.run.agent.max_turns = 1;
    test_agent_replies(&at.run, "(* 2 ctx/n)", NULL);
    test_compile_go(&at);
    test_compile_expect(&at, "(* 2 ctx/n)\n");
    cr_expect_eq(at.made->compiled->flags, (unsigned)PTC_COMPILED_VALUE);
    test_compile_run(&at, "{:n 5}");
    test_expect_result(&at.run, "10");
    test_compile_stop(&at);
}

Test(compile, implicit_completion_keeps_what_led_to_the_value)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    at.run.agent.completion = PTC_COMPLETION_IMPLICIT;
    at.run.agent.max_turns = 3;
    test_agent_replies(&at.run, "(def k 2)", "(* k ctx/n)", "(println \"done\")", NULL);
    test_compile_go(&at);
    test_compile_expect(&at, "; turn 1\n(def k 2)\n; turn 2\n(* k ctx/n)\n");
    test_compile_run(&at, "{:n 5}");
    test_expect_result(&at.run, "10");
    test_compile_stop(&at);
}

/* --- What ends it ------------------------------------------------------------------ */

Test(compile, a_run_that_fails_is_told_with_its_step)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_agent_replies(&at.run, "(fail {:reason :too_hard :message \"no\"})", "prose",
                       "prose", NULL);
    test_compile_go(&at);
    test_compile_expect_fail(&at, "too_hard", "no");
    cr_assert(at.made->step != NULL);
    cr_expect_eq(at.made->step->is_ok, false);
    at.run.agent.max_turns = 2;
    test_compile_go(&at);
    test_compile_expect_fail(&at, "max_turns_exceeded", NULL);
    test_compile_stop(&at);
}

static ptc_status give(ptc_tool_call *call, void *user)
{
    (void)call;
    (void)user;
    return PTC_OK;
}

/* M253, M254, M436: before a model is asked. */
Test(compile, agents_that_need_a_model_are_refused)
{
    static const ptc_agent child = {
        .struct_size = sizeof child, .name = "child", .prompt = PTC_STR_INIT("Help")};
    static const ptc_tool function = {.name = "f", .function = give};
    ptc_llm_tool judge = {.prompt = PTC_STR("Is it {{x}}?")};
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    judge.signature = test_compile_signature(&at, "(x :int) -> :bool");
    at.tools[0] = (ptc_agent_tool){.name = "f", .function = &function};
    at.tools[1] = (ptc_agent_tool){.name = "judge", .llm_tool = &judge};
    at.tools[2] = (ptc_agent_tool){.name = "child", .agent = &child};
    at.run.agent.tool_count = 3;
    test_compile_go(&at);
    test_compile_expect_fail(&at, "invalid_config",
                             "cannot compile agent with LLM-dependent tool: judge");
    cr_assert_eq(at.made->error_count, (size_t)2);
    cr_expect_eq(at.made->faults[0].code, PTC_DIAG_COMPILE_AGENT);
    cr_expect_eq(at.made->faults[0].tool, (size_t)2);
    cr_expect_str_eq(test_cstr(at.made->faults[1].message),
                     "cannot compile agent with LLM-dependent tool: child");
    cr_expect_eq(at.made->faults[1].tool, (size_t)3);
    at.run.agent.tool_count = 0;
    at.run.agent.output = PTC_AGENT_OUTPUT_TEXT;
    at.run.agent.prompt = PTC_STR("Double {{n}}");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "invalid_config",
                             "an agent in text mode writes no programs");
    cr_expect_eq(at.run.asked, (size_t)0);
    test_compile_stop(&at);
}

/* M252: grep is a row of its tools like others, and needs no recording. */
Test(compile, built_in_tools_stay)
{
    test_compile at;

    test_compile_start(&at, "(text :string) -> [:string]");
    test_compile_tool(&at, "(n :int) -> :int", false);
    test_compile_sample(&at, "{:text \"a b\\nc d\\na e\"}");
    at.run.agent.flags = PTC_AGENT_GREP;
    test_agent_replies(&at.run, "(return (tool/grep {:pattern \"a\" :text ctx/text}))",
                       NULL);
    test_compile_go(&at);
    test_compile_expect(&at, "(return (tool/grep {:pattern \"a\" :text ctx/text}))\n");
    cr_assert_eq(at.made->compiled->tool_count, (size_t)3); /* and grep-n */
    cr_expect(at.made->compiled->tools[1].function == &ptc_tool_grep);
    cr_expect_eq(at.made->compiled->contract_count, (size_t)3);
    test_compile_run(&at, "{:text \"x\\nbad\"}");
    test_expect_result(&at.run, "[\"bad\"]");
    test_compile_stop(&at);
}

Test(compile, faulty_agents_and_options_are_refused)
{
    ptc_agent_overrides overrides = {.struct_size = sizeof overrides, .float_digits = 40};
    test_compile at;

    test_compile_start(&at, "(n :int -> :int");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "invalid_config", NULL);
    at.run.agent.signature_text = PTC_STR("(n :int) -> :int");
    at.run.options.overrides = &overrides;
    test_compile_go(&at);
    test_compile_expect_fail(&at, "invalid_config", NULL);
    at.run.options.overrides = NULL;
    at.options.input_count = 10001;
    at.options.program = PTC_STR("(return ctx/n)");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "invalid_config", "input_count must be at most 10000");
    at.options.input_count = 0;
    test_compile_sample(&at, "[1]");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "invalid_config",
                             "sample 1 is not a map of named arguments");
    at.options.struct_size = 0;
    cr_expect_eq(ptc_agent_compile(&at.run.arena, &at.run.agent, &at.options, &at.made),
                 PTC_ERROR_ARGUMENT);
    cr_expect_null(at.made);
    at.run.agent.struct_size = 0;
    cr_expect_eq(ptc_agent_compile(&at.run.arena, &at.run.agent, NULL, &at.made),
                 PTC_ERROR_ARGUMENT);
    cr_expect_eq(at.run.asked, (size_t)0);
    test_compile_stop(&at);
}

/* Limits of the options also hold for the programs. */
Test(compile, limits_hold_for_all_runs)
{
    ptc_agent_overrides overrides = {.struct_size = sizeof overrides, .fuel = 100};
    test_compile at;

    test_compile_start(&at, "() -> :int");
    at.run.options.overrides = &overrides;
    at.options.program = PTC_STR("(return (reduce + (range 5000)))");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "compile_error", NULL);
    cr_expect(strstr(at.made->fail.message.ptr, "fuel_exceeded") != NULL);
    cr_assert(at.made->step != NULL);
    cr_expect_str_eq(test_cstr(at.made->step->fail.reason), "fuel_exceeded");
    at.run.options.overrides = NULL;
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    test_compile_stop(&at);
}

Test(compile, cancelled_it_ends)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_compile_tool(&at, NULL, false);
    at.run.options.cancel = &at.cancel;
    at.options.program = PTC_STR("(return (tool/t {:id ctx/n}))");
    test_compile_sample(&at, "{:n 1}");
    test_compile_sample(&at, "{:n 2}");
    test_compile_go(&at);
    test_compile_expect_fail(&at, "cancelled", "the run was cancelled");
    cr_expect_eq(at.calls, (size_t)1);
    test_compile_stop(&at);
}
