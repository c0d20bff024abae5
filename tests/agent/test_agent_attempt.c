/* SPDX-License-Identifier: MIT */
/* Programs of agents that go on when a tool fails: (attempt ..). [ptc-lisp 5, subagent 9]
 */
#include <criterion/criterion.h>
#include <stdio.h>

#include "agents.h"

/* --- Tools ------------------------------------------------------------------------- */

/* `t` of (id :int, _key :string?): id 0 fails as :not_found, 1 is cancelled meanwhile, 2
 * takes 60 ms and fails, 3 says what does not fit; others are their id. */
typedef struct bench {
    test_agent_run run;
    ptc_tool function;
    ptc_agent_tool tool;
    ptc_cancel cancel;
    size_t calls;
} bench;

static ptc_status perform(ptc_tool_call *call, void *user)
{
    const ptc_map_entry *id =
        ptc_map_find_field(call->arguments.as.map, PTC_STR("id"), 0);
    bench *at = user;

    at->calls++;
    call->message = "no such order";
    call->result = id->value;
    if (id->value.as.integer == 0)
        call->reason = "not_found";
    if (id->value.as.integer == 1)
        ptc_cancel_set(&at->cancel);
    if (id->value.as.integer == 2)
        at->run.now_ms += 60;
    if (id->value.as.integer == 3)
        call->result = test_value(&at->run, "{\"id\" \"x\" \"_cost\" \"c4n4ry\"}");
    return id->value.as.integer < 3 ? PTC_ERROR_INVALID : PTC_OK;
}

static const ptc_schema *sig(test_agent_run *run, const char *text)
{
    ptc_source source = {PTC_STR("sig"), ptc_str_of(text)};
    ptc_schema *schema = ptc_arena_array(&run->arena, 1, sizeof *schema);
    ptc_diags diags;

    ptc_diags_init(&diags, &run->arena);
    cr_assert(ptc_signature_read(&run->arena, &source, NULL, &diags, schema) == PTC_OK);
    return schema;
}

static void start(bench *at, const char *signature)
{
    memset(at, 0, sizeof *at);
    test_agent_start(&at->run, "Go");
    at->function = (ptc_tool){.name = "t",
                              .signature = sig(&at->run, signature),
                              .function = perform,
                              .user = at};
    at->tool = (ptc_agent_tool){.name = "t", .function = &at->function};
    at->run.agent.tools = &at->tool;
    at->run.agent.tool_count = 1;
}

#define PLAIN "(id :int) -> :any"

/* --- Functions --------------------------------------------------------------------- */

Test(agent_attempt, a_good_program_leaves_no_error_but_a_record)
{
    const ptc_trace_turn *turn;
    bench at;

    start(&at, PLAIN);
    test_agent_replies(
        &at.run, "(def found (mapv #(attempt (tool/t {:id %})) [5 0 \"x\" 6]))",
        "(return [ctx/fail (mapv :ok found) (map (comp :reason :error) found)])", NULL);
    test_agent_go(&at.run);
    test_expect_result(&at.run,
                       "[nil [5 nil nil 6] (nil :not_found :validation_error nil)]");
    turn = &at.run.step->trace->turns[0];
    cr_expect(turn->is_good);
    cr_assert_eq(turn->call_count, (size_t)4);
    cr_expect_str_eq(test_cstr(turn->calls[1].error), "no such order");
    cr_expect_eq(turn->calls[3].error.len, (size_t)0);
    cr_expect(strstr(test_told(&at.run, 1), "Error") == NULL, "%s",
              test_told(&at.run, 1));
    test_agent_stop(&at.run);
}

/* A caught failure is not part of a later error. */
Test(agent_attempt, later_errors_are_their_own)
{
    bench at;

    start(&at, PLAIN);
    test_agent_replies(&at.run,
                       "(do (tool/t {:id 5}) (attempt (tool/t {:id 0})) (first 5))",
                       "(return [(:reason ctx/fail) (:op ctx/fail) (map :name (get-in "
                       "ctx/fail [:details :completed_calls]))])",
                       NULL);
    test_agent_go(&at.run);
    test_expect_result(&at.run, "[\"type_error\" nil (\"t\")]");
    cr_expect(strstr(test_told(&at.run, 1),
                     "Already done, not undone: t({\"id\" 5})\n") != NULL,
              "%s", test_told(&at.run, 1));
    test_agent_stop(&at.run);
}

Test(agent_attempt, cached_successes_stay_and_failures_are_tried_again)
{
    bench at;

    start(&at, PLAIN);
    at.function.flags = PTC_TOOL_CACHED;
    test_agent_replies(&at.run, "(def a (pmap #(attempt (tool/t {:id %})) [5 0 5 0]))",
                       "(return (map #(contains? % :ok) (concat a [(attempt (tool/t {:id "
                       "5}))])))",
                       NULL);
    test_agent_go(&at.run);
    test_expect_result(&at.run, "(true false true false true)");
    cr_expect_eq(at.calls, (size_t)3); /* 5 once, 0 twice */
    test_agent_stop(&at.run);
}

Test(agent_attempt, ends_of_the_run_go_through)
{
    static const struct {
        const char *program;
        uint64_t mission_ms;
        uint32_t max_calls;
        const char *reason, *message;
    } rows[] = {
        {"(return (mapv #(attempt (tool/t {:id %})) [5 1 6]))", 0, 0, "cancelled",
         "the run was cancelled"},
        {"(return (mapv #(attempt (tool/t {:id %})) [2 2 2]))", 100, 0, "mission_timeout",
         "the mission's time is over"},
        {"(attempt (fail {:reason :gone :message \"m\"}))", 0, 0, "gone", "m"},
        {"(attempt (return (attempt (tool/t {:id 7}))))", 0, 0, NULL, "{:ok 7}"},
        {"(return (mapv #(attempt (tool/t {:id %})) [5 0 6]))", 0, 2,
         "max_turns_exceeded", "Exceeded max_turns limit of 1"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench at;

        start(&at, PLAIN);
        at.run.agent.max_turns = 1;
        at.run.agent.mission_timeout_ms = rows[i].mission_ms;
        if (rows[i].max_calls != 0)
            at.run.agent.max_tool_calls = rows[i].max_calls;
        at.run.options.cancel = &at.cancel;
        test_agent_replies(&at.run, rows[i].program, NULL);
        test_agent_go(&at.run);
        if (rows[i].reason == NULL)
            test_expect_result(&at.run, rows[i].message);
        else
            test_expect_fail(&at.run, rows[i].reason, rows[i].message);
        test_agent_stop(&at.run);
    }
}

Test(agent_attempt, messages_hide_what_is_firewalled)
{
    bench at;

    start(&at, "(id :int) -> {id :any, _cost :float}");
    test_agent_replies(&at.run, "(println (attempt (tool/t {:id 3})))", "(return 1)",
                       NULL);
    test_agent_go(&at.run);
    test_expect_result(&at.run, "1");
    cr_expect(strstr(test_told(&at.run, 1),
                     "its result does not fit its signature: "
                     "_cost: expected float, got string <Firewalled>") != NULL,
              "%s", test_told(&at.run, 1));
    cr_expect(strstr(test_told(&at.run, 1), "c4n4ry") == NULL, "%s",
              test_told(&at.run, 1));
    test_agent_stop(&at.run);
}

/* --- Tools that ask a model -------------------------------------------------------- */

/* Three mails, and one bad reply: the others' answers are kept, and each was asked for
 * once. */
Test(agent_attempt, one_bad_answer_of_a_model_leaves_the_others)
{
    static const char mails[] = "{\"mails\" [\"Fire\" \"Offer\" \"Flood\"]}";
    ptc_llm_tool judge = {.prompt = PTC_STR("Is {{text}} urgent?")};
    const ptc_agent_tool tool = {.name = "judge", .llm_tool = &judge};
    const ptc_trace_turn *turn;
    ptc_value context;
    test_agent_run run;

    test_agent_start(&run, "Which are urgent?");
    judge.signature = sig(&run, "(text :string) -> {urgent :bool}");
    run.agent.tools = &tool;
    run.agent.tool_count = 1;
    context = test_value(&run, mails);
    run.options.context = &context;
    test_agent_replies(
        &run,
        "(def answers (mapv #(attempt (tool/judge {:text %})) ctx/mails)) (count "
        "answers)",
        "{\"urgent\": true}", "I cannot say.", "Sorry, no.", "{\"urgent\": true}",
        "(return {:urgent (count (filter :urgent (keep :ok answers)))"
        " :unclear (keep (comp :message :error) answers) :failed ctx/fail})",
        NULL);
    test_agent_go(&run);
    test_expect_result(&run, "{:urgent 2 :unclear (\"the model's reply does not fit: the "
                             "reply has no JSON\") :failed nil}");
    cr_expect_eq(run.asked, (size_t)6); /* two turns, three mails, one correction */
    turn = &run.step->trace->turns[0];
    cr_expect(turn->is_good);
    cr_assert_eq(turn->call_count, (size_t)3);
    cr_expect(turn->calls[0].error.len == 0 && turn->calls[1].error.len > 0 &&
              turn->calls[2].error.len == 0);
    test_agent_stop(&run);
}

Test(agent_attempt, the_budget_of_requests_goes_through)
{
    ptc_llm_tool judge = {.prompt = PTC_STR("Is it?")};
    const ptc_agent_tool tool = {.name = "judge", .llm_tool = &judge};
    test_agent_run run;

    test_agent_start(&run, "Go");
    judge.signature = sig(&run, "() -> {urgent :bool}");
    run.agent.tools = &tool;
    run.agent.tool_count = 1;
    run.agent.llm_budget = 2;
    test_agent_replies(&run, "(return (mapv (fn [_] (attempt (tool/judge {}))) [1 2 3]))",
                       "{\"urgent\": true}", NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "budget_exhausted", "LLM request budget exhausted: 2 of 2");
    cr_expect_eq(run.asked, (size_t)2);
    test_agent_stop(&run);
}

/* --- Agents ------------------------------------------------------------------------ */

#define CHILD(text, ...)                                                                 \
    {                                                                                    \
        .struct_size = sizeof(ptc_agent), .prompt = {text, sizeof(text) - 1},            \
        __VA_ARGS__                                                                      \
    }

Test(agent_attempt, failed_children_are_values)
{
    static const ptc_agent child = CHILD("Find", .max_turns = 2);
    static const ptc_agent_tool tools[] = {{.name = "find", .agent = &child}};
    static const struct {
        const char *child[2], *gives;
    } rows[] = {
        {{"(fail {:reason :not_found :message \"nobody\"})", NULL},
         "[nil \"SubAgent tool failed: nobody\" \"find\"]"},
        /* it says what a limit would say */
        {{"(fail {:reason :max_depth_exceeded :message \"no\"})", NULL},
         "[nil \"SubAgent tool failed: no\" \"find\"]"},
        {{"(fail {:reason :budget_exhausted :message \"no\"})", NULL},
         "[nil \"SubAgent tool failed: no\" \"find\"]"},
        {{"1", "2"},
         "[nil \"SubAgent tool failed: Exceeded max_turns limit of 2\" \"find\"]"},
        {{"(return 7)", NULL}, "[7 nil nil]"},
        {{"(return (attempt (first 5)))", "(return 8)"}, "[8 nil nil]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.tools = tools;
        run.agent.tool_count = 1;
        run.replies[run.reply_count++] =
            "(let [{:keys [ok error]} (attempt (tool/find {}))] (return [ok (:message "
            "error) (:tool error)]))";
        for (size_t k = 0; k < 2 && rows[i].child[k] != NULL; k++)
            run.replies[run.reply_count++] = rows[i].child[k];
        test_agent_go(&run);
        test_expect_result(&run, rows[i].gives);
        cr_expect(run.step->trace->turns[0].calls[0].child != NULL);
        test_agent_stop(&run);
    }
}

Test(agent_attempt, budgets_of_the_tree_go_through)
{
    static const ptc_agent leaf = CHILD("Leaf", .max_turns = 9);
    static const ptc_agent_tool below[] = {{.name = "leaf", .agent = &leaf}};
    static const ptc_agent child =
        CHILD("Middle", .max_turns = 9, .tools = below, .tool_count = 1);
    static const ptc_agent_tool tools[] = {{.name = "middle", .agent = &child}};
    static const struct {
        uint32_t turns, requests, depth;
        const char *reason, *message;
    } rows[] = {
        {3, 0, 0, "turn_budget_exhausted", "Turn budget exhausted: 3 of 3"},
        {0, 3, 0, "budget_exhausted", "LLM request budget exhausted: 3 of 3"},
        {0, 0, 1, "max_turns_exceeded", "Exceeded max_turns limit of 1"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.tools = tools;
        run.agent.tool_count = 1;
        if (rows[i].turns != 0)
            run.agent.turn_budget = rows[i].turns;
        if (rows[i].requests != 0)
            run.agent.llm_budget = rows[i].requests;
        if (rows[i].depth != 0) {
            run.agent.max_depth = rows[i].depth;
            run.agent.max_turns = 1;
        }
        test_agent_replies(&run, "(do (attempt (tool/middle {})) (return :went-on))", "1",
                           "2", "3", "4", NULL);
        test_agent_go(&run);
        test_expect_fail(&run, rows[i].reason, rows[i].message);
        test_agent_stop(&run);
    }
}
