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
    /* their messages may be kept */
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

Test(agent_memory, strict_agents_fail_in_form) /* M285 */
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.mode = PTC_MODE_STRICT;
    test_agent_replies(&run, "(fail 1)", "(fail {:reason :r})", "(fail {:message \"m\"})",
                       "(fail {:reason 5 :message \"m\"})",
                       "(fail {:reason :r :message \"m\"})", NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "r", "m");
    cr_expect_eq(run.step->usage.turns, 5u);
    cr_expect(strstr(test_told(&run, 1), "Error: fail: expected a map") != NULL, "%s",
              test_told(&run, 1));
    cr_expect(strstr(test_told(&run, 2), "Error: fail: message: expected a string") !=
                  NULL,
              "%s", test_told(&run, 2));
    for (size_t i = 3; i < 5; i++)
        cr_expect(strstr(test_told(&run, i), "Error: fail: reason: expected ") != NULL,
                  "%s", test_told(&run, i));
    test_agent_stop(&run);
}

/* --- Its limit --------------------------------------------------------------------- */

static bool was_told(const test_agent_run *run, size_t index, const char *part)
{
    return strstr(test_told(run, index), part) != NULL;
}

static const char used_of[] = " of 100 bytes are used; ";

/* Above four fifths the model gets a warning whenever more is kept than before. M354,
 * M360 */
Test(agent_memory, warns_before_the_limit)
{
    static const struct {
        const char *program;
        const char *used; /* NULL: no warning */
        const char *largest;
    } turns[] = {
        {"(def ids (vec (range 26)))", NULL, NULL}, /* 77 bytes */
        {"(def n 123)", "Memory: 85 of", "largest: ids (69 bytes), n (3 bytes)"},
        {"(count ids)", NULL, NULL},
        {"(def n 1)", NULL, NULL},
        {"(def n 12)", "Memory: 84 of", NULL},
        {"(def ids [1])", NULL, NULL},
        {"(defn _secret [x] (str x \"01234567890123456789\"))", "Memory: 8",
         "largest: _secret (53 bytes), ids (3 bytes), n (2 bytes)"},
        {"(+ 1 :x)", NULL, NULL},
        {"(println 1)", NULL, NULL},
    };
    enum { TURNS = sizeof turns / sizeof *turns };
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.memory_limit = 100;
    run.agent.max_turns = TURNS + 1;
    for (size_t i = 0; i < TURNS; i++)
        test_agent_replies(&run, turns[i].program, NULL);
    test_agent_replies(&run, "(return 1)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    for (size_t i = 0; i < TURNS; i++) {
        const char *told = test_told(&run, i + 1);

        cr_expect_eq(strstr(told, used_of) != NULL, turns[i].used != NULL, "%s: %s",
                     turns[i].program, told);
        cr_expect(turns[i].used == NULL || strstr(told, turns[i].used) != NULL, "%s",
                  told);
        cr_expect(turns[i].largest == NULL || strstr(told, turns[i].largest) != NULL,
                  "%s", told);
    }
    test_agent_stop(&run);
}

/* The names are data, and are in an envelope where tools are; the advice is ours. */
Test(agent_memory, warnings_say_what_to_do)
{
    static const struct {
        ptc_memory_strategy strategy;
        const char *told;
    } rows[] = {
        {PTC_MEMORY_FAIL,
         "\nMemory: 94 of 100 bytes are used; more than that ends the run. Set what is "
         "no longer needed to nil; keep ids, counts and short lists, and read large data "
         "from ctx/ again.\n<untrusted_ptc_output source=\"memory\">\nlargest: text (85 "
         "bytes)\n</untrusted_ptc_output>\n"},
        {PTC_MEMORY_ROLLBACK,
         "\nMemory: 94 of 100 bytes are used; a program that keeps more is undone. Set "},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.memory_limit = 100;
        run.agent.memory_strategy = rows[i].strategy;
        run.agent.flags = PTC_AGENT_GREP;
        test_agent_replies(&run, "(def text (apply str (repeat 83 \"x\")))", "(return 1)",
                           NULL);
        test_agent_go(&run);
        test_expect_result(&run, "1");
        cr_expect(was_told(&run, 1, rows[i].told), "%s", test_told(&run, 1));
        test_agent_stop(&run);
    }
}

/* Undone definitions are reported, with the calls; values of `_field`s are nowhere.
 * M363 */
Test(agent_memory, rollback_says_what_was_undone)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.memory_limit = 100;
    run.agent.memory_strategy = PTC_MEMORY_ROLLBACK;
    run.agent.flags = PTC_AGENT_GREP;
    test_agent_replies(
        &run,
        "(do (def kept 1) (def hits (tool/grep {:pattern \"a\" :text \"a\"})) (def "
        "_card (apply str (repeat 200 \"4\"))))",
        "(def n (:reason ctx/fail))", "(return [n (memory/get :kept)])", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "[\"memory_limit_exceeded\" nil]");
    cr_expect(was_told(&run, 1,
                       "Error: Memory limit exceeded: 234 bytes > 100 bytes; largest: "
                       "_card (202 bytes), hits (5 bytes), kept (1 byte); "
                       "keep ids, counts and short lists, and read large data from ctx/ "
                       "again; undone: _card, hits, kept"),
              "%s", test_told(&run, 1));
    cr_expect(was_told(&run, 1,
                       "\nMemory is as it was before this program. Write it so "
                       "that it keeps less.\n"));
    cr_expect(strstr(strstr(test_told(&run, 1), "keep ids") + 1, "keep ids") == NULL);
    cr_expect(was_told(&run, 1, "Already done, not undone: grep("));
    cr_expect(!was_told(&run, 1, "4444") && !was_told(&run, 1, used_of), "%s",
              test_told(&run, 1));
    test_agent_stop(&run);
}

/* A tool may give the same reason: that is not this memory. */
static ptc_status tool_is_full(ptc_tool_call *call, void *user)
{
    (void)user;
    call->reason = "memory_limit_exceeded";
    call->message = "full";
    return PTC_ERROR_INVALID;
}

Test(agent_memory, limits_of_tools_are_theirs)
{
    static const ptc_tool full = {.name = "full", .function = tool_is_full};
    static const ptc_agent_tool tools[] = {{.name = "full", .function = &full}};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    test_agent_replies(&run, "(tool/full {})", "(return 1)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    cr_expect(!was_told(&run, 1, "Memory is as it was"), "%s", test_told(&run, 1));
    test_agent_stop(&run);
}

/* A child has its own store and limit: it is warned, its caller is not; when it fails,
 * the caller reads which of the child's names were large. */
Test(agent_memory, children_have_limits_of_their_own)
{
    static const ptc_agent child = {.struct_size = sizeof child,
                                    .name = "child",
                                    .prompt = {"Help", 4},
                                    .max_turns = 3,
                                    .memory_limit = 100};
    static const ptc_agent_tool tools[] = {{.name = "child", .agent = &child}};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    run.agent.memory_limit = 200;
    test_agent_replies(&run, "(do (def mine (range 40)) (def n (tool/child {})))",
                       "(def a (range 33))", "(return 7)", "(tool/child {})",
                       "(def big (range 50))", "(return n)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "7");
    cr_expect(was_told(&run, 2, used_of), "%s", test_told(&run, 2));
    cr_expect(!was_told(&run, 3, " bytes are used"), "%s", test_told(&run, 3));
    cr_expect(was_told(&run, 5,
                       "SubAgent tool failed: Memory limit exceeded: 149 bytes > "
                       "100 bytes; largest: big (141 bytes); "),
              "%s", test_told(&run, 5));
    test_agent_stop(&run);
}
