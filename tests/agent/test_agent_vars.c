/* SPDX-License-Identifier: MIT */
/* A definition is not a result: (def x 1) gives the var #'x, which is a name. [subagent
 * 4.2]
 */
#include <criterion/criterion.h>
#include <stdio.h>

#include "agents.h"

/* --- Judgments --------------------------------------------------------------------- */

Test(agent_vars, a_judgment_is_what_its_definition_was_bound_to)
{
    static const char *const signatures[] = {"", "() -> :any", NULL};
    static const struct {
        const char *signature; /* NULL: with and without :any */
        const char *program, *gives;
    } rows[] = {
        {NULL, "(def answer \"Paris\")", "\"Paris\""},
        {"() -> :string", "(def answer \"Paris\")", "\"Paris\""},
        {"() -> {city :string}", "(def answer {:city \"Paris\"})",
         "{\"city\" \"Paris\"}"},
        {NULL, "(def a (def b 5))", "5"},
        {NULL, "(defonce a [1 2])", "[1 2]"},
        {NULL, "(def a 1) (def a 2)", "2"},
        {NULL, "(let [v (def a 1)] (def a 2) v)", "2"},
        {NULL, "(memory/put :a 5)", "5"},
        {NULL, "(do {:answer (def answer \"Paris\") :all [(def n 1)]})",
         "{:answer \"Paris\" :all [1]}"},
        {NULL, "(do #{(def a 1)})", "#{1}"},
        {NULL, "(def a)", "nil"},
        {NULL, "(def a nil)", "nil"},
        {NULL, "(def a (with-missing))", NULL}, /* fails */
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t k = 0; k < 2; k++) {
            test_agent_run run;

            test_agent_start(&run, "Where is it?");
            run.agent.max_turns = 1;
            run.agent.signature_text =
                ptc_str_of(rows[i].signature != NULL ? rows[i].signature : signatures[k]);
            test_agent_replies(&run, rows[i].program, NULL);
            test_agent_go(&run);
            if (rows[i].gives != NULL)
                test_expect_result(&run, rows[i].gives);
            else
                cr_expect_str_eq(test_cstr(run.step->fail.reason), "unbound_var");
            test_agent_stop(&run);
        }
    }
}

Test(agent_vars, a_judgment_that_defines_a_function_fails)
{
    static const struct {
        const char *signature, *program, *reason, *message;
    } rows[] = {
        {"() -> :string", "(defn answer [] \"Paris\")", "validation_error",
         "(root): expected a value, got #'answer, the name that def gives; use answer "
         "itself"},
        {"", "(def f inc)", "validation_error",
         "(root): expected a value, got #'f, the name that def gives; use f itself"},
        {"() -> :int", "(def answer \"Paris\")", "validation_error",
         "(root): expected int, got string \"Paris\""},
        {"", "(return (def answer 1))", "validation_error",
         "(root): expected a value, got #'answer, the name that def gives; use answer "
         "itself"},
        {"", "(def a (def a 1))", "validation_error",
         "(root): expected a value, got #'a, the name that def gives; use a itself"},
        {"", "(fail (def why {:reason :gone :message \"m\"}))", "gone", "m"},
        {"", "(fail {:reason (def why :gone) :message (def text \"m\")})", "gone", "m"},
        /* keys that are bound to the same, or to what another key is */
        {"", "(do {(def a 5) 1 (def b 5) 2})", "validation_error",
         "(root): expected a value, got #'a, the name that def gives; use a itself; "
         "(root): expected a value, got #'b, the name that def gives; use b itself"},
        {"", "(fail {:reason :gone :message \"m\" :op {(def a 5) 1 5 2}})", "gone", "m"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Where is it?");
        run.agent.max_turns = 1;
        run.agent.signature_text = ptc_str_of(rows[i].signature);
        test_agent_replies(&run, rows[i].program, NULL);
        test_agent_go(&run);
        test_expect_fail(&run, rows[i].reason, rows[i].message);
        test_agent_stop(&run);
    }
}

/* --- return ------------------------------------------------------------------------ */

Test(agent_vars, return_refuses_them_with_their_path)
{
    static const char *const signatures[] = {"", "() -> :any", "() -> {a :any}"};
    static const ptc_mode modes[] = {PTC_MODE_ENABLED, PTC_MODE_WARN_ONLY,
                                     PTC_MODE_DISABLED, PTC_MODE_STRICT};
    static const struct {
        const char *program, *path;
    } rows[] = {
        {"(return (def x 1))", "- (root): expected a value, got #'x"},
        {"(return {:a (def x 1)})", "- a: expected a value, got #'x"},
        {"(return {:a [0 {:b-c (def x 1)}]})", "- a[1].b-c: expected a value, got #'x"},
        {"(return {:a (list 0 (def x 1))})", "- a[1]: expected a value, got #'x"},
        {"(return {:a #{(def x 1)}})", "- a[0]: expected a value, got #'x"},
        {"(return {:a {(def x 1) 2}})", "- a: expected a value, got #'x"},
        {"(return {:a (defn x [] 1)})", "- a: expected a value, got #'x"},
        {"(return (mapv (fn [n] (def x n)) [1 2]))",
         "- [0]: expected a value, got #'x, the name that def gives; use x itself\n"
         "- [1]: expected a value, got #'x"},
        {"(def y 1) (return {:a (vec (repeat 3 (def x 1)))})",
         "- a[2]: expected a value, got #'x"},
        {"(call \"return\" {:a (def x 1)})", "- a: expected a value, got #'x"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t k = 0; k < 12; k++) {
            test_agent_run run;

            test_agent_start(&run, "Go");
            run.agent.signature_text = ptc_str_of(signatures[k % 3]);
            run.agent.mode = modes[k / 3];
            test_agent_replies(&run, rows[i].program,
                               "(return {:a [(:reason ctx/fail) (or x :undone)]})", NULL);
            test_agent_go(&run);
            test_expect_result(&run, k % 3 == 2 && modes[k / 3] != PTC_MODE_DISABLED
                                         ? "{\"a\" [\"validation_error\" :undone]}"
                                         : "{:a [\"validation_error\" :undone]}");
            cr_expect(strstr(test_told(&run, 1), "Return validation errors:\n") != NULL);
            cr_expect(strstr(test_told(&run, 1), rows[i].path) != NULL, "%s: %s",
                      rows[i].program, test_told(&run, 1));
            cr_expect(strstr(test_told(&run, 1), "\"#'") == NULL, "%s",
                      test_told(&run, 1));
            test_agent_stop(&run);
        }
    }
}

/* --- Between turns ----------------------------------------------------------------- */

Test(agent_vars, implicit_completion_skips_them)
{
    static const struct {
        const char *signature, *first, *second, *gives; /* NULL: there is none */
    } rows[] = {
        {"", "(do {:n 7})", "(def p 1)", "{:n 7}"},
        {"() -> :any", "(do [7])", "(do {:p (def p 1)})", "[7]"},
        {"() -> :string", "(str 7)", "(def p \"x\")", "\"7\""},
        {"() -> :string", "(def p \"x\")", "(def q \"y\")", NULL},
        {"", "(def p 1)", "(do p)", "1"},
        {"", "(def p 1)", "(do *1)", NULL}, /* *1 is the var, as in Clojure */
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.max_turns = 2;
        run.agent.completion = PTC_COMPLETION_IMPLICIT;
        run.agent.signature_text = ptc_str_of(rows[i].signature);
        test_agent_replies(&run, rows[i].first, rows[i].second, NULL);
        test_agent_go(&run);
        if (rows[i].gives != NULL)
            test_expect_result(&run, rows[i].gives);
        else
            cr_expect_str_eq(test_cstr(run.step->fail.reason), "must_return_missing",
                             "%s", rows[i].second);
        test_agent_stop(&run);
    }
}

Test(agent_vars, merging_leaves_them_out)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(do {:a (def x 1) :b [(def y 2)] :c {:d 3} :f inc})",
                       "(return [ctx/a ctx/b ctx/c x y])", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[nil nil {:d 3} 1 2]");
    test_agent_stop(&run);
}

Test(agent_vars, feedback_and_traces_show_them_bare)
{
    test_agent_run run;
    ptc_text json;

    test_agent_start(&run, "Go");
    test_agent_replies(&run,
                       "(def n 1) (defn sq [x] (* x x)) (def all {:n (def m 2) :f inc :s "
                       "\"#'m\"})",
                       "(return (:s all))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "\"#'m\""); /* a text that looks like one is a text */
    cr_expect(strstr(test_told(&run, 1), "user=> #'all\n") != NULL, "%s",
              test_told(&run, 1));
    cr_expect(strstr(test_told(&run, 1), ";; sq = #fn[x]\n") != NULL, "%s",
              test_told(&run, 1));
    cr_expect(strstr(test_told(&run, 1),
                     ";; all = {:n #'m :f #<builtin> :s \"#'m\"}\n") != NULL,
              "%s", test_told(&run, 1));
    ptc_text_init(&json, &run.arena);
    cr_expect(ptc_step_write_json(&json, run.step, 0) == PTC_OK);
    cr_expect(strstr(json.ptr, "\"sq\":\"#fn[x]\"") != NULL, "%s", json.ptr);
    test_agent_stop(&run);
}

/* --- Tools and children ------------------------------------------------------------ */

static ptc_status echo(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = call->arguments;
    return PTC_OK;
}

Test(agent_vars, tools_get_none)
{
    static const ptc_tool function = {.name = "echo", .function = echo};
    static const ptc_agent_tool tool = {.name = "echo", .function = &function};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.tools = &tool;
    run.agent.tool_count = 1;
    test_agent_replies(&run, "(tool/echo {:a {:b (def x 1)}})", "(tool/echo (def y {}))",
                       "(return (tool/echo {:a (or x 7)}))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "{\"a\" 7}");
    cr_expect(strstr(test_told(&run, 1),
                     "Tool 'echo': a.b: var cannot be passed to a tool; pass data") !=
                  NULL,
              "%s", test_told(&run, 1));
    cr_expect(strstr(test_told(&run, 2), "named arguments: (tool/echo {:key value}), got "
                                         "#'y") != NULL,
              "%s", test_told(&run, 2));
    test_agent_stop(&run);
}

Test(agent_vars, children_give_values)
{
    static const ptc_agent judge = {
        .struct_size = sizeof judge, .prompt = {"Judge", 5}, .max_turns = 1};
    static const ptc_agent worker = {.struct_size = sizeof worker,
                                     .prompt = {"Work", 4},
                                     .max_turns = 2,
                                     .completion = PTC_COMPLETION_IMPLICIT};
    static const ptc_agent_tool tools[] = {{.name = "judge", .agent = &judge},
                                           {.name = "work", .agent = &worker}};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 2;
    test_agent_replies(&run, "(return [(tool/judge {}) (tool/work {})])",
                       "(def verdict {:ok true})", /* the first tool */
                       "(do [1])", "(def done 2)", /* work */
                       NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[{\"ok\" true} [1]]");
    test_agent_stop(&run);
}
