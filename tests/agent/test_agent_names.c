/* SPDX-License-Identifier: MIT */
/* Names of ctx/ that an agent knows, and the messages about others. [ptc-lisp 9.1,
 * subagent 4.3, 6.1] */
#include <criterion/criterion.h>

#include "agents.h"

#define SIGNATURE "(orders [:map], since-day :string?, user_id :int?) -> :any"
#define MEANT                                                                            \
    "ctx/ordersX is not a name of this context. Did you mean: ctx/orders (line 1, "
#define LEFT "\nTurn 2 of 5 (4 remaining)"

/* An agent with that signature, NULL for none, and one order. */
static void start(test_agent_run *run, const char *signature, const char *context)
{
    ptc_value *given;

    test_agent_start(run, "Go");
    given = ptc_arena_array(&run->arena, 1, sizeof *given);
    *given = test_value(run, context);
    run->options.context = given;
    if (signature != NULL)
        run->agent.signature_text = ptc_str_of(signature);
}

static const char *warnings(const test_agent_run *run, size_t turn)
{
    return test_cstr(run->step->trace->turns[turn].warnings);
}

/* --- With parameters ---------------------------------------------------------------- */

Test(agent_names, unknown_ones_are_refused_before_anything_runs)
{
    static const char *const programs[] = {
        "(do (def a 1) (println 1) (return (count ctx/ordersX)))",
        "(return (count data/ordersX))",
        "(do (defn f [] (map (fn [o] ctx/ordersX) [1])) 1)",
    };
    static const char *const told[] = {
        "Error: " MEANT "column 42)" LEFT,
        "Error: data/ordersX is not a name of this context. Did you mean: data/orders "
        "(line 1, column 16)" LEFT,
        "Error: " MEANT "column 29)" LEFT,
    };

    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        test_agent_run run;

        start(&run, SIGNATURE, "{:orders [{:id 1}]}");
        test_agent_replies(
            &run, programs[i],
            "(return [(:reason ctx/fail) (memory/get :a) (memory/get :f)])", NULL);
        test_agent_go(&run);
        cr_expect_str_eq(test_told(&run, 1), told[i]);
        cr_expect_str_eq(warnings(&run, 0), "");
        test_expect_result(&run, "[\"unbound_var\" nil nil]");
        test_agent_stop(&run);
    }
}

/* The whole run: the model corrects itself, and the step says what happened. */
Test(agent_names, a_model_corrects_itself)
{
    test_agent_run run;

    start(&run, SIGNATURE, "{:orders [{:id 1} {:id 2}]}");
    test_agent_replies(&run, "(return (count ctx/ordersX))",
                       "(return [(:reason ctx/fail) (count ctx/orders)])", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[\"unbound_var\" 2]");
    cr_expect_eq(run.step->usage.turns, 2u);
    test_agent_stop(&run);
}

/* Optional parameters that were not given, keys that no parameter names, results that
 * turns merged, and ctx/fail are known. */
Test(agent_names, known_ones)
{
    static const struct {
        const char *context, *replies[3], *result;
    } rows[] = {
        {"{:orders []}",
         {"(return [ctx/since-day ctx/user_id ctx/user-id ctx/fail])"},
         "[nil nil nil nil]"},
        {"{:orders [] :since-day nil}", {"(return ctx/since-day)"}, "nil"},
        {"{:orders [] :extra 1 \"other\" 2}",
         {"(return [ctx/extra data/other])"},
         "[1 2]"},
        {"{:orders []}",
         {"(identity {:n 1 \"m_m\" 2})", "(return [ctx/n ctx/m-m])"},
         "[1 2]"},
        {"{:orders []}",
         {"(defn f [] ctx/orders)", "(identity {:orders [1]})", "(return (f))"},
         "[1]"},
        {"{:orders []}", {"(+ 1 nil)", "(return (:reason ctx/fail))"}, "\"type_error\""},
        {"{:orders [] :_secret 3}", {"(return ctx/_secret)"}, "3"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        start(&run, SIGNATURE, rows[i].context);
        for (size_t k = 0; k < 3 && rows[i].replies[k] != NULL; k++)
            test_agent_replies(&run, rows[i].replies[k], NULL);
        test_agent_go(&run);
        cr_expect(run.step->is_ok, "%s: %s", rows[i].replies[0],
                  test_cstr(run.step->fail.message));
        if (run.step->is_ok)
            test_expect_result(&run, rows[i].result);
        test_agent_stop(&run);
    }
}

/* What a failed turn would have merged is not known; nor is what one will merge. */
Test(agent_names, come_with_good_turns_alone)
{
    test_agent_run run;

    start(&run, SIGNATURE, "{:orders []}");
    test_agent_replies(&run, "(do (identity {:total 1}) (+ 1 nil))", "(count ctx/total)",
                       "(identity {:total 2})", "(return ctx/total)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "2");
    cr_expect(strstr(test_told(&run, 2),
                     "Error: ctx/total is not a name of this context; "
                     "there are: orders, since-day, user_id ") != NULL,
              "%s", test_told(&run, 2));
    test_agent_stop(&run);
}

/* Names that begin with _ are shown as in the inventory; values never are. */
Test(agent_names, private_ones_are_told_as_in_the_inventory)
{
    test_agent_run run;

    start(&run, "(orders [:map], _token :string) -> :any",
          "{:orders [] :_token \"s3cret\"}");
    test_agent_replies(&run, "(vec ctx/tokens)", "(vec ctx/_tokem)", "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect(strstr(run.systems[0].ptr, "ctx/_token") != NULL);
    cr_expect(strstr(test_told(&run, 1), "_token") != NULL, "%s", test_told(&run, 1));
    cr_expect(strstr(test_told(&run, 2), "Did you mean: ctx/_token (") != NULL, "%s",
              test_told(&run, 2));
    for (size_t i = 0; i < run.asked; i++)
        cr_expect(strstr(test_told(&run, i), "s3cret") == NULL);
    test_agent_stop(&run);
}

/* Turns that may only end the run are also bound to the names. */
Test(agent_names, in_retry_turns)
{
    test_agent_run run;

    start(&run, SIGNATURE, "{:orders []}");
    run.agent.max_turns = 2;
    run.agent.retry_turns = 2;
    test_agent_replies(&run, "1", "2", "(return ctx/ordersX)",
                       "(return (count ctx/orders))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "0");
    cr_expect(strstr(test_told(&run, 3), "Error: " MEANT "column 9)") != NULL, "%s",
              test_told(&run, 3));
    test_agent_stop(&run);
}

/* --- Without ------------------------------------------------------------------------ */

Test(agent_names, without_parameters_are_warned_of)
{
    static const struct {
        const char *signature, *reply, *told, *warning;
    } rows[] = {
        {NULL, "(count ctx/ordersX)", "user=> 0\nWarning: " MEANT "column 8)" LEFT,
         "Program warnings:\n" MEANT "column 8)"},
        {"() -> :any", "(count ctx/ordersX)",
         "user=> 0\nWarning: " MEANT "column 8)" LEFT,
         "Program warnings:\n" MEANT "column 8)"},
        {":any", "(+ 1 ctx/ordersX)", NULL, "Program warnings:\n" MEANT "column 6)"},
        {NULL, "(count ctx/orders)", "user=> 1" LEFT, ""},
        {NULL, "(vector ctx/none ctx/fail ctx/the-id)", "user=> [nil nil 4]" LEFT, ""},
        {NULL, "(vector ctx/ordersX ctx/ordersX data/zz)",
         "user=> [nil nil nil]\nWarning: " MEANT
         "column 9)\nWarning: data/zz is not a name of this context; there are: orders, "
         "none, the_id (line 1, column 33)" LEFT,
         "Program warnings:\n" MEANT "column 9)\ndata/zz is not a name of this context; "
         "there are: orders, none, the_id (line 1, column 33)"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        start(&run, rows[i].signature, "{:orders [{:id 1}] :none nil :the_id 4}");
        test_agent_replies(&run, rows[i].reply, "(return 1)", NULL);
        test_agent_go(&run);
        test_expect_result(&run, "1");
        if (rows[i].told != NULL)
            cr_expect_str_eq(test_told(&run, 1), rows[i].told);
        else
            cr_expect(strstr(test_told(&run, 1), "Error: +: invalid") != NULL &&
                          strstr(test_told(&run, 1), "\nWarning: " MEANT) != NULL,
                      "%s", test_told(&run, 1));
        cr_expect_str_eq(warnings(&run, 0), rows[i].warning);
        test_agent_stop(&run);
    }
}

/* The place is that in the block that the model wrote. */
Test(agent_names, warnings_have_the_place_in_the_reply)
{
    test_agent_run run;

    start(&run, NULL, "{:orders []}");
    test_agent_replies(&run,
                       "Look:\n```clojure\n(def a 1)\n```\nThen\n```clojure\n\n(+ a\n   "
                       "(count ctx/ordersX))\n```",
                       "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect(strstr(test_told(&run, 1), "(block 2, line 3, column 11)") != NULL, "%s",
              test_told(&run, 1));
    test_agent_stop(&run);
}

/* A program that ends the run has its warning in the trace; so has one that fails. */
Test(agent_names, warnings_of_the_last_turn)
{
    static const char *const replies[] = {
        "(return (count ctx/ordersX))", "(fail {:reason :r :message (str ctx/ordersX)})"};

    for (size_t i = 0; i < 2; i++) {
        test_agent_run run;

        start(&run, NULL, "{:orders []}");
        test_agent_replies(&run, replies[i], NULL);
        test_agent_go(&run);
        cr_expect_eq(run.step->is_ok, i == 0);
        cr_expect(strstr(warnings(&run, 0), "Program warnings:\n" MEANT) != NULL, "%s",
                  warnings(&run, 0));
        test_agent_stop(&run);
    }
}

/* Data is in the envelope of agents with tools. */
Test(agent_names, warnings_stand_among_data)
{
    static const ptc_agent child = {.struct_size = sizeof child,
                                    .prompt = PTC_STR_INIT("Help")};
    static const ptc_agent_tool tools[] = {{.name = "helper", .agent = &child}};
    test_agent_run run;

    start(&run, NULL, "{:orders []}");
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    test_agent_replies(&run, "(count ctx/ordersX)", "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect(strstr(test_told(&run, 1), "<untrusted_ptc_output source=\"warnings\">\n"
                                         "Warning: " MEANT) != NULL,
              "%s", test_told(&run, 1));
    test_agent_stop(&run);
}

/* Names from types of the context are also declared. */
Test(agent_names, of_context_signatures)
{
    static const ptc_source source = {
        PTC_STR_INIT("types"), PTC_STR_INIT("(orders [:map], later :int?) -> :any")};
    ptc_schema types;
    ptc_diags diags;
    test_agent_run run;

    start(&run, NULL, "{:orders []}");
    ptc_diags_init(&diags, &run.arena);
    cr_assert(ptc_signature_read(&run.arena, &source, NULL, &diags, &types) == PTC_OK);
    run.options.context_signature = &types;
    test_agent_replies(&run, "(identity ctx/later)", "(identity ctx/latter)",
                       "(return 1)", NULL);
    test_agent_go(&run);
    cr_expect_str_eq(test_told(&run, 1), "user=> nil" LEFT);
    cr_expect(strstr(test_told(&run, 2), "Did you mean: ctx/later") != NULL, "%s",
              test_told(&run, 2));
    test_agent_stop(&run);
}

/* --- Neighbours --------------------------------------------------------------------- */

/* With no one to correct it, a judgment on nothing would be taken for the answer. */
Test(agent_names, refuse_judgments)
{
    test_agent_run run;

    start(&run, "(orders [:map]) -> {n :int}", "{:orders [{:id 1}]}");
    run.agent.max_turns = 1;
    test_agent_replies(&run, "(identity {:n (count ctx/ordersX)})", NULL);
    test_agent_go(&run);
    test_expect_fail(
        &run, "unbound_var",
        "ctx/ordersX is not a name of this context. Did you mean: ctx/orders");
    test_agent_stop(&run);
}

/* Each agent of a tree has its own names. */
Test(agent_names, of_children_are_their_own)
{
    static const ptc_agent child = {.struct_size = sizeof child,
                                    .prompt = PTC_STR_INIT("Count"),
                                    .max_turns = 3,
                                    .signature_text =
                                        PTC_STR_INIT("(items [:any]) -> :int")};
    static const ptc_agent_tool tools[] = {{.name = "counter", .agent = &child}};
    test_agent_run run;

    start(&run, SIGNATURE, "{:orders [{:id 1}]}");
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    test_agent_replies(&run, "(return (tool/counter {:items ctx/orders}))",
                       "(return (count ctx/orders))", /* the child: not its name */
                       "(return (count ctx/items))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    cr_expect(strstr(test_told(&run, 2),
                     "ctx/orders is not a name of this context; there are: items") !=
                  NULL,
              "%s", test_told(&run, 2));
    test_agent_stop(&run);
}

/* After another agent, that agent's result is the context: all of its keys are known. */
Test(agent_names, of_later_agents_of_a_chain)
{
    ptc_agent next = {.struct_size = sizeof next,
                      .prompt = PTC_STR_INIT("Then"),
                      .max_turns = 3,
                      .signature_text = PTC_STR_INIT("(total :int) -> :any")};
    const ptc_step *step;
    test_agent_run run;

    start(&run, NULL, "{}");
    test_agent_replies(&run, "(return {:total 4 :label \"x\"})",
                       "(return [ctx/total ctx/lable])", "(return [ctx/total ctx/label])",
                       NULL);
    test_agent_go(&run);
    cr_assert(run.step->is_ok);
    cr_assert(ptc_agent_then(&run.arena, run.step, &next, &run.options, &step) == PTC_OK);
    cr_expect_str_eq(test_edn(&run, &step->result), "[4 \"x\"]");
    cr_expect(strstr(test_told(&run, 2), "Did you mean: ctx/label") != NULL, "%s",
              test_told(&run, 2));
    test_agent_stop(&run);
}

/* Tools likewise, by every spelling. [ptc-lisp 9.2] */
Test(agent_names, of_tools)
{
    static const ptc_agent child = {.struct_size = sizeof child,
                                    .prompt = PTC_STR_INIT("Find")};
    static const ptc_agent_tool tools[] = {{.name = "search", .agent = &child},
                                           {.name = "archive", .agent = &child}};
    static const char *const programs[] = {
        "(do (def a 1) (tool/serch {:q 1}))",
        "(do (def a 1) (call \"serch\" {:q 1}))",
        "(do (def a 1) (ctx/serch {:q 1}))",
        "(do (def a 1) (data/serch {:q 1}))",
        "(do (def a 1) (map tool/serch [{}]))",
        "(do (def a 1) (defn f [] (tool/serch :q 1)))",
        "(do (def a 1) #(call \"serch\"))",
    };

    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        test_agent_run run;

        start(&run, SIGNATURE, "{:orders []}");
        run.agent.tools = tools;
        run.agent.tool_count = 2;
        test_agent_replies(&run, programs[i],
                           "(return [(:reason ctx/fail) (memory/get :a)])", NULL);
        test_agent_go(&run);
        test_expect_result(&run, "[\"unknown_tool\" nil]");
        cr_expect(strstr(test_told(&run, 1),
                         "Error: Unknown tool: serch. Available tools: archive, search. "
                         "Did you mean: search (line 1, column ") != NULL,
                  "%s: %s", programs[i], test_told(&run, 1));
        test_agent_stop(&run);
    }
}
