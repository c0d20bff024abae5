/* SPDX-License-Identifier: MIT */
/* The loop of agents: modes, turns, and how runs end. [subagent 2-5] */
#include <criterion/criterion.h>
#include <pthread.h>

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

/* --- Options ----------------------------------------------------------------------- */

Test(agent_loop, absent_contexts_are_equal) /* M223 */
{
    for (int kind = 0; kind < 3; kind++) {
        ptc_value context = ptc_value_nil();
        test_agent_run run;

        test_agent_start(&run, "Go");
        if (kind == 1)
            context = test_value(&run, "{}");
        run.options.context = kind == 2 ? NULL : &context;
        run.agent.max_turns = 1;
        test_agent_replies(&run, "(return [ctx/x (nil? ctx/fail)])", NULL);
        test_agent_go(&run);
        test_expect_result(&run, "[nil true]");
        test_agent_stop(&run);
    }
}

typedef struct echo {
    ptc_value options;
    uint64_t time_ms;
    uint32_t turn;
    ptc_str prompt;
    ptc_str names[8];
    size_t name_count;
} echo;

static ptc_status note_request(const ptc_llm_request *request, ptc_llm_reply *reply,
                               void *user)
{
    echo *seen = user;

    seen->options = request->options;
    seen->time_ms = request->time_ms;
    seen->turn = request->turn;
    seen->name_count = request->tool_name_count;
    for (size_t i = 0; i < request->tool_name_count && i < 8; i++)
        seen->names[i] = request->tool_names[i];
    reply->content = PTC_STR("(return 1)");
    return PTC_OK;
}

/* A run without a host makes its own; what is said of models goes through unchanged. */
Test(agent_loop, requests_say_what_they_must) /* M214, M217 */
{
    static const ptc_agent agent = {.struct_size = sizeof agent,
                                    .prompt = PTC_STR_INIT("Go"),
                                    .flags = PTC_AGENT_GREP | PTC_AGENT_INFER};
    echo seen = {.turn = 0};
    ptc_llm llm = {"echo", note_request, &seen};
    ptc_agent_options options = {.struct_size = sizeof options, .llm = {.llm = &llm}};
    const ptc_step *step;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    options.llm_options = ptc_value_int(42);
    cr_assert(ptc_agent_run(&arena, &agent, &options, &step) == PTC_OK);
    cr_expect_eq(seen.options.as.integer, 42);
    cr_expect_eq(seen.time_ms, (uint64_t)60000);
    cr_expect_eq(seen.turn, 1u);
    cr_assert_geq(seen.name_count, (size_t)4);
    cr_expect_str_eq(test_cstr(seen.names[seen.name_count - 2]), "return");
    cr_expect_str_eq(test_cstr(seen.names[seen.name_count - 1]), "fail");
    cr_expect_eq(strlen(step->trace_id), (size_t)32);
    cr_expect_eq(step->usage.input_tokens, -1); /* never invented */
    ptc_arena_free(&arena);
}

Test(agent_loop, options_may_be_absent)
{
    static const ptc_agent agent = {.struct_size = sizeof agent,
                                    .prompt = PTC_STR_INIT("Go")};
    const ptc_step *step;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_agent_run(&arena, &agent, NULL, &step) == PTC_ERROR_INVALID);
    cr_expect_str_eq(test_cstr(step->fail.reason), "llm_required");
    ptc_arena_free(&arena);
}

/* --- Attempts and turns ------------------------------------------------------------ */

typedef struct shaky {
    size_t asked;
    size_t failures;
} shaky;

static ptc_status answer_late(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    static const char *const replies[] = {"(+ 1", "(return 1)"};
    shaky *model = user;

    if (model->asked++ < model->failures) {
        reply->fault = PTC_LLM_RATE_LIMIT;
        reply->message = PTC_STR("slow down");
        return PTC_ERROR_INVALID;
    }
    reply->content = ptc_str_of(replies[request->turn > 1]);
    return PTC_OK;
}

/* Failed requests use attempts, faulty programs turns; the option wins over the agent. */
Test(agent_loop, attempts_are_no_turns) /* M203, M424, M428, M432 */
{
    static const struct {
        uint32_t attempts; /* of the agent */
        uint32_t option;   /* 0: none */
        size_t failures;
        bool is_ok;
    } rows[] = {
        {3, 0, 2, true}, {2, 0, 2, false}, {0, 0, 1, false},
        {0, 3, 2, true}, {3, 1, 1, false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_llm_retry retry = {.max_attempts = rows[i].option};
        shaky model = {.failures = rows[i].failures};
        ptc_llm llm = {"shaky", answer_late, &model};
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.retry.max_attempts = rows[i].attempts;
        run.options.retry = rows[i].option != 0 ? &retry : NULL;
        run.options.llm.llm = &llm;
        test_agent_go(&run);
        cr_expect_eq(run.step->is_ok, rows[i].is_ok, "row %zu", i);
        cr_expect_eq(run.step->usage.turns, rows[i].is_ok ? 2u : 1u, "row %zu", i);
        cr_expect_eq(run.step->usage.llm_requests, (uint32_t)model.asked, "row %zu", i);
        test_agent_stop(&run);
    }
}

/* --- Replies ----------------------------------------------------------------------- */

Test(agent_loop, replies_that_are_cut_off_are_not_run)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.max_turns = 2;
    run.stop_reason = PTC_STOP_LENGTH;
    test_agent_replies(&run, "(return 1)", "(return 2)", NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "max_turns_exceeded", NULL);
    cr_expect_eq(run.step->trace->turns[0].type, PTC_TURN_TRUNCATED);
    cr_expect(strstr(test_told(&run, 1), "cut off") != NULL);
    test_agent_stop(&run);
}

Test(agent_loop, several_blocks_are_one_program) /* M350 */
{
    static const char reply[] =
        "First\n```clojure\n(def a 1)\n```\nthen\n```clojure\n(return (+ a 1))\n```";
    static const struct {
        ptc_multi_block mode;
        const char *result;
        uint32_t turns;
    } rows[] = {
        {PTC_BLOCKS_DO, "2", 1},
        {PTC_BLOCKS_FIRST, "5", 2},
        {PTC_BLOCKS_ERROR, "5", 2},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.multi_block = rows[i].mode;
        test_agent_replies(&run, reply, "(return 5)", NULL);
        test_agent_go(&run);
        test_expect_result(&run, rows[i].result);
        cr_expect_eq(run.step->usage.turns, rows[i].turns);
        test_agent_stop(&run);
    }
}

/* Fifty turns cost fifty times one: the conversation is never written again. */
Test(agent_loop, long_runs_are_flat)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.max_turns = 60;
    run.agent.turn_budget = 60;
    run.options.trace = PTC_TRACE_MODE_NONE;
    for (size_t i = 0; i < 59; i++)
        test_agent_replies(&run, "(do (def a (vec (range 100))) (identity {:n 1}))",
                           NULL);
    test_agent_replies(&run, "(return ctx/n)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    cr_expect_eq(run.message_counts[59], (size_t)119);
    cr_expect_lt(run.arena.held, (size_t)1 << 20);
    test_agent_stop(&run);
}

/* --- Hosts ------------------------------------------------------------------------- */

static ptc_status answer_once(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    (void)user;
    reply->content = request->turn < 3 ? PTC_STR("(def n (+ 1 (or (memory/get :n) 0)))")
                                       : PTC_STR("(return n)");
    return PTC_OK;
}

static void *run_many(void *user)
{
    static const ptc_agent agent = {.struct_size = sizeof agent,
                                    .prompt = PTC_STR_INIT("Go"),
                                    .llm = {.name = "counter"}};
    ptc_host *host = user;
    size_t good = 0;

    for (int i = 0; i < 20; i++) {
        ptc_agent_options options = {.struct_size = sizeof options, .host = host};
        const ptc_step *step;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        good += ptc_agent_run(&arena, &agent, &options, &step) == PTC_OK &&
                step->result.as.integer == 2;
        ptc_arena_free(&arena);
    }
    return good == 20 ? host : NULL;
}

/* Runs share a host, which the first of them freezes. */
Test(agent_loop, threads_run_agents_of_one_host) /* M266 */
{
    const ptc_llm llm = {"counter", answer_once, NULL};
    const ptc_llm late = {"late", answer_once, NULL};
    pthread_t threads[4];
    ptc_host *host;

    cr_assert(ptc_host_new(NULL, &host) == PTC_OK);
    cr_assert(ptc_host_add_llm(host, &llm) == PTC_OK);
    for (size_t i = 0; i < 4; i++)
        cr_assert(pthread_create(&threads[i], NULL, run_many, host) == 0);
    for (size_t i = 0; i < 4; i++) {
        void *result = NULL;

        pthread_join(threads[i], &result);
        cr_expect(result == host);
    }
    cr_expect_eq(ptc_host_add_llm(host, &late), PTC_ERROR_ARGUMENT);
    ptc_host_free(host);
}
