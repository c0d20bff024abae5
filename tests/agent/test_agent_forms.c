/* SPDX-License-Identifier: MIT */
/* Agents whose programs throw, declare namespaces, and quote data. [ptc-lisp 2, 4, 5] */
#include <criterion/criterion.h>
#include <string.h>

#include "agents.h"

static void expect_told(const test_agent_run *run, size_t index, const char *part,
                        bool is_there)
{
    const char *told = test_told(run, index);

    cr_expect((strstr(told, part) != NULL) == is_there, "%s: %s", part, told);
}

/* --- throw and assert --------------------------------------------------------------- */

Test(agent_forms, what_was_thrown_is_a_detail_for_one_turn)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(do (def x 1) (throw (ex-info \"no stock\" {:id 7})))",
                       "(return [(:reason ctx/fail) (:thrown (:details ctx/fail)) (or x "
                       "0)])",
                       NULL);
    test_agent_go(&run);
    expect_told(&run, 1, "thrown: no stock {:id 7}", true);
    test_expect_result(&run,
                       "[\"runtime_error\" {:message \"no stock\" :data {:id 7}} 0]");
    test_agent_stop(&run);
}

Test(agent_forms, a_run_that_ends_with_a_throw_has_it_in_its_step)
{
    test_agent_run run;
    const ptc_fail *fail;

    test_agent_start(&run, "Go");
    run.agent.max_turns = 2;
    test_agent_replies(&run, "(assert (= 1 2) \"sums\")", "(throw [:again 'a])", NULL);
    test_agent_go(&run);
    cr_assert(!run.step->is_ok);
    fail = &run.step->trace->turns[1].error;
    cr_expect_str_eq(test_cstr(fail->message), "thrown: [:again a]");
    cr_expect(
        strstr(test_edn(&run, &fail->details), "\"thrown\" (:again \"a\")") != NULL ||
            strstr(test_edn(&run, &fail->details), "\"thrown\" [:again \"a\"]") != NULL,
        "%s", test_edn(&run, &fail->details));
    expect_told(&run, 1, "Assert failed: sums (= 1 2)", true);
    test_agent_stop(&run);
}

/* Private fields of thrown values are not shown anywhere later. */
Test(agent_forms, thrown_values_hide_private_fields)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(throw {:id 1 :_key \"c4n4ry\"})",
                       "(throw (ex-info \"m\" {:deep [{:_key \"c4n4ry\"}]}))",
                       "(println ctx/fail) (pmap #(throw {:_key %}) [\"c4n4ry\"])",
                       "(return (:_key (:thrown (:details ctx/fail))))", NULL);
    test_agent_go(&run);
    for (size_t i = 1; i < 4; i++)
        expect_told(&run, i, "c4n4ry", false);
    expect_told(&run, 1, "thrown: {:id 1 :_key <Firewalled>}", true);
    test_expect_result(&run, "\"c4n4ry\"");
    test_agent_stop(&run);
}

Test(agent_forms, what_is_thrown_is_bounded)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(throw (range 100000))",
                       "(return (count (:thrown (:details ctx/fail))))", NULL);
    test_agent_go(&run);
    cr_assert(run.step->is_ok);
    cr_expect_leq(run.step->result.as.integer, 16390);
    cr_expect_lt(strlen(test_told(&run, 1)), 1000u);
    test_agent_stop(&run);
}

/* --- Namespaces --------------------------------------------------------------------- */

Test(agent_forms, aliases_hold_over_turns)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run,
                       "(ns my.app (:require [clojure.string :as s :refer [reverse]])) "
                       "(defn f [x] (s/upper-case x))",
                       "(def y (my.app/f (reverse \"ab\")))",
                       "(return [y (s/trim \" c \")])", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[\"BA\" \"c\"]");
    test_agent_stop(&run);
}

Test(agent_forms, aliases_of_a_failed_turn_are_dropped)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(require '[clojure.string :as s]) (def x 1) (throw :no)",
                       "(return (s/trim \"a\"))",
                       "(return [(or x 0) (:reason ctx/fail)])", NULL);
    test_agent_go(&run);
    expect_told(&run, 2, "there is no namespace s", true);
    test_expect_result(&run, "[0 \"invalid_form\"]");
    test_agent_stop(&run);
}

Test(agent_forms, names_of_the_host_are_no_aliases)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(require '[clojure.string :as tool])", "(return 1)", NULL);
    test_agent_go(&run);
    expect_told(&run, 1, "the alias tool is the host's", true);
    test_expect_result(&run, "1");
    test_agent_stop(&run);
}

/* --- Quoted data -------------------------------------------------------------------- */

/* Programs are found in replies though they begin with a quote. */
Test(agent_forms, quoted_data_in_replies)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(
        &run, "Here it is:\n```clojure\n'(1 2 3)\n```\n",
        "(def ops '{add (+ 1 2) sub [a 'b]})",
        "```clojure\n(def k '(x))\n```\nand\n```clojure\n(return [*2 ops k "
        "(symbol? (first k)) 1/2 4/2])\n```",
        NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[(1 2 3) {\"add\" (\"+\" 1 2) \"sub\" [\"a\" (\"quote\" "
                             "\"b\")]} (\"x\") true 0.5 2]");
    test_agent_stop(&run);
}

Test(agent_forms, memory_keeps_symbols)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(def kept ['a {'b 'c}])", "(println kept) (count kept)",
                       "(return (= kept ['a {'b 'c}]))", NULL);
    test_agent_go(&run);
    expect_told(&run, 2, "[a {b c}]", true);
    test_expect_result(&run, "true");
    test_agent_stop(&run);
}
