/* SPDX-License-Identifier: MIT */
/* The loop of agents: modes, turns, and how runs end. [subagent 2-5] */
#include <criterion/criterion.h>

#include "agents.h"

/* --- Modes ------------------------------------------------------------------------- */

Test(agent_loop, judgment_gives_the_value_of_one_program) /* M224, M227, M237 */
{
    static const struct {
        const char *reply;
        const char *result;
    } rows[] = {
        {"(+ 10 5)", "15"},
        {"```clojure\n(+ ctx/x ctx/y)\n```", "15"},
        {"(return (+ 10 5))", "15"},
        {"(call \"return\" {:a 1})", "{:a 1}"},
        {"(do (def a 1) (+ a 14))", "15"},
        {"(do (memory/put :k 15) memory/k)", "15"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;
        ptc_value context;

        test_agent_start(&run, "{{x}} + {{y}}");
        context = test_value(&run, "{:x 10 :y 5}");
        run.agent.max_turns = 1;
        run.options.context = &context;
        test_agent_replies(&run, rows[i].reply, NULL);
        test_agent_go(&run);
        test_expect_result(&run, rows[i].result);
        cr_expect_str_eq(test_told(&run, 0), "10 + 5");
        cr_expect_eq(run.step->usage.turns, 1u);
        cr_expect_eq(run.asked, (size_t)1);
        test_agent_stop(&run);
    }
}

Test(agent_loop, agent_goes_on_until_return) /* M225, M275, M278, M284, M290, M291 */
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(def a 1)", "(def b (+ a 1))", "(return {:sum (+ a b)})",
                       NULL);
    test_agent_go(&run);
    test_expect_result(&run, "{:sum 3}");
    cr_expect_eq(run.step->usage.turns, 3u);
    cr_expect_eq(run.message_counts[2], (size_t)5);
    test_agent_stop(&run);
}
