/* SPDX-License-Identifier: MIT */
/* What agents keep between turns: memory, context, errors, results. [subagent 6] */
#include <criterion/criterion.h>

#include "agents.h"

/* Replies, then what the run returns. */
typedef struct memory_row {
    const char *replies[4];
    const char *result;
} memory_row;

static const memory_row memory_rows[] = {
    /* one store under three spellings: M354, M355, M356, M357 */
    {{"(memory/put :k 1)", "(return [k memory/k (memory/get :k)])"}, "[1 1 1]"},
    {{"(def k 1)", "(return [k memory/k (memory/get :k)])"}, "[1 1 1]"},
    {{"(defn twice [x] (* 2 x))", "(return (twice 21))"}, "42"},
    /* a failed program leaves nothing */
    {{"(def a 1)", "(do (def a 2) (+ 1 \"x\"))", "(return a)"}, "1"},
    {{"(do (def a 2) (+ 1 \"x\"))", "(return (memory/get :a))"}, "nil"},
    /* history: M359 */
    {{"(+ 1 1)", "(+ *1 1)", "(return [*1 *2 *3])"}, "[3 2 nil]"},
    {{"(+ 1 1)", "(+ 1 \"x\")", "(return *1)"}, "2"},
    /* results merge into the context: M277, M281 */
    {{"(identity {:n 1 \"m\" 2})", "(return [ctx/n ctx/m])"}, "[1 2]"},
    {{"(identity {:n 1 :_ids [7]})", "(return [ctx/n ctx/_ids])"}, "[1 [7]]"},
    {{"(identity {:n 1})", "(identity {:n 2 :o 3})", "(return [ctx/n ctx/o])"}, "[2 3]"},
    {{"(vec [1 2])", "(return [*1 ctx/n])"}, "[[1 2] nil]"},
    {{"(identity {1 2 :n 3})", "(return ctx/n)"}, "3"},
    {{"(identity {:x 5})", "(return ctx/x)"}, "5"},
    /* errors are there for one turn: M282 */
    {{"(+ 1 \"x\")", "(return (:reason ctx/fail))"}, "\"type_error\""},
    {{"(+ 1 \"x\")", "(+ 1 1)", "(return ctx/fail)"}, "nil"},
    {{"(identity {:fail 3 :n 1})", "(return [ctx/fail ctx/n])"}, "[nil 1]"},
    {{"hello", "(return (:reason ctx/fail))"}, "\"no_code_found\""},
    {{"(+ 1", "(return (:reason ctx/fail))"}, "\"parse_error\""},
    /* what they told may be kept */
    {{"(+ 1 \"x\")", "(def e ctx/fail)", "(vec (range 50))", "(return (:reason e))"},
     "\"type_error\""},
    {{"(identity {:s (str \"a\" 1)})", "(def s ctx/s)", "(identity {:s 2})",
      "(return [s ctx/s])"},
     "[\"a1\" 2]"},
    {{NULL}, NULL},
};

Test(agent_memory, turns_see_what_turns_left)
{
    for (size_t i = 0; memory_rows[i].result != NULL; i++) {
        const memory_row *row = &memory_rows[i];
        test_agent_run run;
        ptc_value context;

        test_agent_start(&run, "Go");
        context = test_value(&run, "{:x 1 :y 2}");
        run.options.context = &context;
        for (size_t k = 0; k < 4 && row->replies[k] != NULL; k++)
            test_agent_replies(&run, row->replies[k], NULL);
        test_agent_go(&run);
        cr_expect(run.step->is_ok, "row: %s", row->replies[0]);
        cr_expect(strcmp(test_edn(&run, &run.step->result), row->result) == 0,
                  "row: %s gives %s", row->replies[0], test_edn(&run, &run.step->result));
        test_agent_stop(&run);
    }
}

Test(agent_memory, merging_can_be_turned_off)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.flags = PTC_AGENT_MERGES_NOT;
    test_agent_replies(&run, "(identity {:n 1})", "(return [ctx/n *1])", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[nil {:n 1}]");
    test_agent_stop(&run);
}

/* Writes before return are kept, those before fail are not. M293, M358 */
Test(agent_memory, steps_have_memory_and_its_change)
{
    static const struct {
        const char *last;
        const char *memory;
        const char *delta;
    } rows[] = {
        {"(do (def b 2) (return b))", "{\"a\" 1 \"b\" 2}", "{\"b\" 2}"},
        {"(do (def b 2) (fail :x))", "{\"a\" 1}", "{}"},
        {"(do (map (fn [x] (return x)) [1 2]) (def c 1))", "{\"a\" 1}", "{}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        test_agent_replies(&run, "(def a 1)", rows[i].last, NULL);
        test_agent_go(&run);
        cr_expect_str_eq(test_edn(&run, &run.step->memory), rows[i].memory, "row: %s",
                         rows[i].last);
        cr_expect_str_eq(test_edn(&run, &run.step->memory_delta), rows[i].delta,
                         "row: %s", rows[i].last);
        test_agent_stop(&run);
    }
}

/* --- fail -------------------------------------------------------------------------- */

/* M285, M286, M287, M288, M292 */
Test(agent_memory, fail_says_why)
{
    static const struct {
        const char *reply;
        const char *reason;
        const char *message;
        const char *op;
        const char *details;
        bool is_warned;
    } rows[] = {
        {"(fail {:reason :not_found :message \"none\"})", "not_found", "none", "", "nil",
         false},
        {"(call \"fail\" {:reason \"gone\" :message \"m\" :op \"get\" :details {:id 1}})",
         "gone", "m", "get", "{:id 1}", false},
        {"(fail {:reason :r :message \"m\" :id 1 :details {:a 2}})", "r", "m", "",
         "{:a 2 :id 1}", false},
        {"(fail {:message \"m\"})", "failed", "m", "", "nil", true},
        {"(fail {:id 1})", "failed", "{:id 1}", "", "{:id 1}", true},
        {"(fail [1 2])", "failed", "[1 2]", "", "nil", true},
        {"(fail :gone)", "failed", ":gone", "", "nil", true},
        {"(map (fn [x] (fail {:reason :inner :message \"deep\"})) [1 2])", "inner",
         "deep", "", "nil", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_fail *fail;
        test_agent_run run;

        test_agent_start(&run, "Go");
        test_agent_replies(&run, rows[i].reply, NULL);
        test_agent_go(&run);
        fail = &run.step->fail;
        test_expect_fail(&run, rows[i].reason, rows[i].message);
        cr_expect_str_eq(test_cstr(fail->op), rows[i].op, "row: %s", rows[i].reply);
        cr_expect_str_eq(test_edn(&run, &fail->details), rows[i].details, "row: %s",
                         rows[i].reply);
        cr_expect_eq(run.step->trace->turns[0].warnings.len > 0, rows[i].is_warned,
                     "row: %s", rows[i].reply);
        test_agent_stop(&run);
    }
}

Test(agent_memory, strict_agents_fail_in_form)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.mode = PTC_MODE_STRICT;
    test_agent_replies(&run, "(fail 1)", "(fail {:reason :r})",
                       "(fail {:reason :r :message \"m\"})", NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "r", "m");
    cr_expect_eq(run.step->usage.turns, 3u);
    cr_expect(strstr(test_told(&run, 1), "Error: fail: expected a map") != NULL, "%s",
              test_told(&run, 1));
    cr_expect(strstr(test_told(&run, 2), "Error: fail: message: expected a string") !=
                  NULL,
              "%s", test_told(&run, 2));
    test_agent_stop(&run);
}
