/* SPDX-License-Identifier: MIT */
/* Runs, previews, chains and trees under other settings than those of their agents.
 * [subagent 2] */
#include <criterion/criterion.h>

#include "agents.h"

#include <pthread.h>

#define OVERRIDES(...)                                                                   \
    {                                                                                    \
        .struct_size = sizeof(ptc_agent_overrides), __VA_ARGS__                          \
    }

/* --- Runs -------------------------------------------------------------------------- */

static ptc_status take_time(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = ptc_value_int((int64_t)(call->time_ms < 1000 ? call->time_ms : 1000));
    return PTC_OK;
}

static const ptc_tool slow = {.name = "slow", .function = take_time};
static const ptc_agent_tool slow_tools[] = {{.name = "slow", .function = &slow}};

static const char endless[] = "(loop [i 0] (recur (inc i)))";
static const char reason[] = "(return (:reason ctx/fail))";
static const char two_blocks[] =
    "```clojure\n(def a 1)\n```\n```clojure\n(return a)\n```";

/* What came of a run: its result, or why there is none. */
static const char *outcome(test_agent_run *run)
{
    return run->step->is_ok ? test_edn(run, &run->step->result)
                            : test_cstr(run->step->fail.reason);
}

/* A run that ends in one way as the agent says and in another one as the run says. */
static const struct {
    const char *name;
    ptc_agent agent; /* what it sets */
    ptc_agent_overrides overrides;
    const char *replies[4];
    const char *own;
    const char *overridden;
} runs[] = {
    {"max_turns",
     {.max_turns = 1, .flags = PTC_AGENT_GREP},
     OVERRIDES(.max_turns = 2),
     {"(+ 1 1)", "(return 2)"},
     "max_turns_exceeded",
     "2"},
    {"max_turns: mode of the run",
     {.max_turns = 5},
     OVERRIDES(.max_turns = 1),
     {"(+ 1 1)", "(return 3)"},
     "3",
     "2"},
    {"retry_turns",
     {.max_turns = 1, .retry_turns = 1, .flags = PTC_AGENT_GREP},
     OVERRIDES(.set = PTC_SET_RETRY_TURNS),
     {"(+ 1 1)", "(return 2)"},
     "2",
     "max_turns_exceeded"},
    {"turn_budget", /* M210 */
     {.turn_budget = 1},
     OVERRIDES(.turn_budget = 2),
     {"(+ 1 1)", "(return 2)"},
     "turn_budget_exhausted",
     "2"},
    {"llm_budget",
     {.llm_budget = 1},
     OVERRIDES(.llm_budget = PTC_UNLIMITED),
     {"(+ 1 1)", "(return 2)"},
     "budget_exhausted",
     "2"},
    {"token_limit", /* M367 */
     {.token_limit = 30},
     OVERRIDES(.token_limit = PTC_UNLIMITED),
     {"(+ 1 1)", "(return 2)"},
     "budget_exhausted",
     "2"},
    {"max_tool_calls",
     {.tools = slow_tools, .tool_count = 1},
     OVERRIDES(.max_tool_calls = 1),
     {"(do (tool/slow {}) (return (:reason (do (tool/slow {}) {:reason 1}))))", reason},
     "1",
     "\"tool_error\""},
    {"mission_timeout", /* M202 */
     {.mission_timeout_ms = 15},
     OVERRIDES(.mission_timeout_ms = PTC_UNLIMITED),
     {"(+ 1 1)", "(return 2)"},
     "mission_timeout",
     "2"},
    {"timeout",
     {.fuel = 1000000000, .timeout_ms = 20},
     OVERRIDES(.fuel = 1000, .timeout_ms = PTC_UNLIMITED),
     {endless, reason},
     "\"timeout\"",
     "\"fuel_exceeded\""},
    {"max_heap",
     {.timeout_ms = 5000},
     OVERRIDES(.max_heap = 100000),
     {"(return (count (vec (range 100000))))", reason},
     "100000",
     "\"memory_exceeded\""},
    {"max_heap: none",
     {.max_heap = 100000},
     OVERRIDES(.max_heap = PTC_UNLIMITED),
     {"(return (count (vec (range 100000))))", reason},
     "\"memory_exceeded\"",
     "100000"},
    {"memory_limit", /* M210 */
     {.memory_limit = 10},
     OVERRIDES(.memory_limit = PTC_UNLIMITED),
     {"(def a \"0123456789\")", "(return a)"},
     "memory_limit_exceeded",
     "\"0123456789\""},
    {"memory_strategy",
     {.memory_limit = 10},
     OVERRIDES(.memory_strategy = PTC_MEMORY_ROLLBACK),
     {"(def a \"0123456789\")", "(return 2)"},
     "memory_limit_exceeded",
     "2"},
    {"max_request_bytes",
     {.max_request_bytes = 10},
     OVERRIDES(.max_request_bytes = PTC_UNLIMITED),
     {"(return 2)"},
     "budget_exhausted",
     "2"},
    {"tool_timeout",
     {.tools = slow_tools, .tool_count = 1},
     OVERRIDES(.tool_timeout_ms = 77),
     {"(return (tool/slow {}))"},
     "1000",
     "77"},
    {"signature_validation", /* M220 */
     {.signature_text = PTC_STR_INIT("{n :int}"), .mode = PTC_MODE_STRICT},
     OVERRIDES(.set = PTC_SET_MODE),
     {"(return {:n 1 :x 2})", "(return {:n 3})"},
     "{\"n\" 3}",
     "{\"n\" 1 :x 2}"},
    {"signature_validation: disabled", /* M220 */
     {.signature_text = PTC_STR_INIT("{n :int}")},
     OVERRIDES(.mode = PTC_MODE_DISABLED),
     {"(return {:n \"x\"})", "(return {:n 3})"},
     "{\"n\" 3}",
     "{:n \"x\"}"},
    {"completion_mode",
     {.max_turns = 2},
     OVERRIDES(.completion = PTC_COMPLETION_IMPLICIT),
     {"(+ 1 1)", "(+ 1 2)"},
     "max_turns_exceeded",
     "3"},
    {"multi_block",
     {.multi_block = PTC_BLOCKS_DO},
     OVERRIDES(.multi_block = PTC_BLOCKS_FIRST),
     {two_blocks, "(return 2)"},
     "1",
     "2"},
    {"float_precision", /* M212 */
     {.float_digits = 2},
     OVERRIDES(.set = PTC_SET_FLOAT_DIGITS),
     {"(return 1.234)"},
     "1.2",
     "1.234"},
    {"merge_results",
     {.max_turns = 3},
     OVERRIDES(.flags = PTC_AGENT_MERGES_NOT),
     {"(identity {:a 1})", "(return (nil? ctx/a))"},
     "false",
     "true"},
    {"builtin_tools",
     {.flags = PTC_AGENT_GREP},
     OVERRIDES(.cleared_flags = PTC_AGENT_GREP),
     {"(return (count (tool/grep {:pattern \"a\" :text \"a\"})))", reason},
     "1",
     "\"unknown_tool\""},
};

Test(agent_overridden, each_run_obeys)
{
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        for (unsigned is_overridden = 0; is_overridden < 2; is_overridden++) {
            const char *expected = is_overridden ? runs[i].overridden : runs[i].own;
            test_agent_run run;

            test_agent_start(&run, "");
            run.agent = runs[i].agent;
            run.agent.struct_size = sizeof run.agent;
            run.agent.prompt = PTC_STR("Go");
            run.tokens = 20;
            run.request_ms = 10;
            run.tick_ns = strcmp(runs[i].name, "timeout") == 0 ? 1000000 : 0;
            if (is_overridden)
                run.options.overrides = &runs[i].overrides;
            for (size_t k = 0; k < 4 && runs[i].replies[k] != NULL; k++)
                test_agent_replies(&run, runs[i].replies[k], NULL);
            test_agent_go(&run);
            cr_expect_str_eq(outcome(&run), expected, "%s%s: %s, %s", runs[i].name,
                             is_overridden ? " (overridden)" : "", outcome(&run),
                             test_cstr(run.step->fail.message));
            test_agent_stop(&run);
        }
    }
}

static ptc_status note_time(const ptc_llm_request *request, ptc_llm_reply *reply,
                            void *user)
{
    *(uint64_t *)user = request->time_ms;
    reply->content = PTC_STR("(return 1)");
    return PTC_OK;
}

Test(agent_overridden, requests_have_the_time_of_the_run)
{
    static const struct {
        uint64_t given;
        uint64_t told;
    } rows[] = {{0, 900}, {50, 50}, {PTC_UNLIMITED, INT64_MAX / 1000000}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_agent_overrides overrides = OVERRIDES(.llm_timeout_ms = rows[i].given);
        uint64_t told = 0;
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.llm = (ptc_llm){"model", note_time, &told};
        run.agent.llm_timeout_ms = 900;
        run.options.overrides = &overrides;
        test_agent_go(&run);
        test_expect_result(&run, "1");
        cr_expect_eq(told, rows[i].told);
        test_agent_stop(&run);
    }
}

/* A chain's next run has its own overrides. */
Test(agent_overridden, chains_take_them)
{
    const ptc_agent_overrides one = OVERRIDES(.max_turns = 1);
    const ptc_step *next = NULL;
    test_agent_run run;

    test_agent_start(&run, "Go");
    test_agent_replies(&run, "(return {:a 1})", "(inc ctx/a)", NULL);
    test_agent_go(&run);
    run.options.overrides = &one;
    cr_assert(ptc_agent_then(&run.arena, run.step, &run.agent, &run.options, &next) ==
              PTC_OK);
    cr_expect_str_eq(test_edn(&run, &next->result), "2");
    test_agent_stop(&run);
}

/* --- Prompts ----------------------------------------------------------------------- */

static const ptc_system_prompt polite = {.prefix = PTC_STR_INIT("Be polite.")};
static const ptc_description words[] = {
    {PTC_STR_INIT("n"), PTC_STR_INIT("how many there are")}};

/* The bytes of a preview are those that the model gets, and not those without overrides.
 */
Test(agent_overridden, previews_are_what_runs_send) /* M392 */
{
    static const ptc_agent_overrides rows[] = {
        OVERRIDES(.max_turns = 1),
        OVERRIDES(.layout = PTC_LAYOUT_CACHED),
        OVERRIDES(.tool_style = PTC_PROMPT_FENCED, .flags = PTC_AGENT_GREP),
        OVERRIDES(.inventory_style = PTC_INVENTORY_COMPACT),
        OVERRIDES(.prompt_limit = {.string = 3}),
        OVERRIDES(.prompt_limit = {.max_chars = 2000}),
        OVERRIDES(.system_prompt = &polite),
        OVERRIDES(.field_descriptions = words, .field_description_count = 1),
        OVERRIDES(.context_descriptions = words, .context_description_count = 1),
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_preview plain;
        ptc_preview preview;
        ptc_value context;
        test_agent_run run;
        ptc_fail fail;

        test_agent_start(&run, "Count {{n}}");
        context = test_value(&run, "{:n \"one two three\"}");
        run.options.context = &context;
        run.agent.signature_text = PTC_STR("(n :string) -> {n :int}");
        cr_assert(ptc_agent_preview(&run.arena, &run.agent, &run.options, &plain,
                                    &fail) == PTC_OK);
        run.options.overrides = &rows[i];
        cr_assert(ptc_agent_preview(&run.arena, &run.agent, &run.options, &preview,
                                    &fail) == PTC_OK);
        test_agent_replies(&run, "(return {:n 3})", NULL);
        test_agent_go(&run);
        test_expect_result(&run, "{\"n\" 3}");
        cr_expect(ptc_str_equal(preview.system, run.systems[0]), "row %zu", i);
        cr_expect(ptc_str_equal(preview.user, run.last[0]), "row %zu", i);
        cr_expect(!ptc_str_equal(preview.system, plain.system) ||
                      !ptc_str_equal(preview.user, plain.user),
                  "row %zu", i);
        test_agent_stop(&run);
    }
}

/* --- Agents below ------------------------------------------------------------------ */

static const ptc_agent child = {.struct_size = sizeof child,
                                .name = "child",
                                .prompt = PTC_STR_INIT("Help"),
                                .signature_text = PTC_STR_INIT("{n :int}"),
                                .turn_budget = 2};
static const ptc_agent_tool child_tools[] = {{.name = "child", .agent = &child}};

static void start_tree(test_agent_run *run)
{
    test_agent_start(run, "Go");
    run->agent.tools = child_tools;
    run->agent.tool_count = 1;
}

/* A mode that lets everything pass is the parent's alone, and so are turns. */
Test(agent_overridden, children_keep_their_own)
{
    const ptc_agent_overrides overrides =
        OVERRIDES(.mode = PTC_MODE_DISABLED, .max_turns = 1, .set = PTC_SET_FLOAT_DIGITS);
    test_agent_run run;

    start_tree(&run);
    run.options.overrides = &overrides;
    test_agent_replies(&run, "(return (tool/child {}))", "(return {:n \"x\"})",
                       "(return {:n 3})", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "{\"n\" 3}");
    test_agent_stop(&run);
}

static ptc_status fail_once(const ptc_llm_request *request, ptc_llm_reply *reply,
                            void *user)
{
    unsigned *asked = user;

    (void)request;
    reply->fault = PTC_LLM_SERVER_ERROR;
    reply->message = PTC_STR("down");
    reply->content = *asked == 1   ? PTC_STR("(tool/child {})")
                     : *asked == 3 ? PTC_STR("(return (:reason ctx/fail))")
                                   : PTC_STR("");
    /* 0: the run fails, 1: it asks again; 2: the child fails, and does not. */
    return (*asked)++ % 2 == 1 ? PTC_OK : PTC_ERROR_INVALID;
}

/* llm_retry of a run is an override like others. */
Test(agent_overridden, retries_are_of_the_run)
{
    const ptc_llm_retry twice = {.max_attempts = 2, .base_delay_ms = 1};
    unsigned asked = 0;
    test_agent_run run;

    start_tree(&run);
    run.llm = (ptc_llm){"model", fail_once, &asked};
    run.options.retry = &twice;
    test_agent_go(&run);
    test_expect_result(&run, "\"tool_error\"");
    cr_expect_eq(asked, 4u);
    cr_expect_eq(run.step->usage.llm_requests, 4u);
    test_agent_stop(&run);
}

/* The run's option beats the agent's budget; between parent and child the smaller one
 * wins. */
Test(agent_overridden, the_smaller_budget_of_a_tree_wins)
{
    static const struct {
        uint64_t given;
        const char *expected;
    } rows[] = {
        {0, "turn_budget_exhausted"},     /* the parent's 2 */
        {3, "turn_budget_exhausted"},     /* none is left for the parent */
        {4, "\"turn_budget_exhausted\""}, /* the child's 2 */
        {PTC_UNLIMITED, "\"turn_budget_exhausted\""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_agent_overrides overrides = OVERRIDES(.turn_budget = rows[i].given);
        const ptc_step *below;
        test_agent_run run;

        start_tree(&run);
        run.agent.turn_budget = 2;
        run.options.overrides = &overrides;
        test_agent_replies(&run, "(tool/child {})", "(+ 1 1)", "(+ 1 1)", NULL);
        if (rows[i].given == 0)
            run.reply_count = 2;
        test_agent_replies(&run, "(return (:reason ctx/fail))", NULL);
        test_agent_go(&run);
        below = run.step->trace->turns[0].calls[0].child;
        cr_assert(below != NULL);
        cr_expect_str_eq(test_cstr(below->fail.reason), "turn_budget_exhausted");
        if (rows[i].expected[0] != '"')
            test_expect_fail(&run, rows[i].expected, NULL);
        else
            cr_expect(run.step->is_ok, "%s", test_cstr(run.step->fail.message));
        test_agent_stop(&run);
    }
}

/* An agent that calls itself: below, it is as it was defined. */
Test(agent_overridden, agents_that_call_themselves)
{
    const ptc_agent_overrides overrides =
        OVERRIDES(.max_turns = 1, .completion = PTC_COMPLETION_IMPLICIT);
    ptc_agent_tool itself[1];
    test_agent_run run;

    test_agent_start(&run, "Go");
    itself[0] = (ptc_agent_tool){.name = "again", .agent = &run.agent};
    run.agent.tools = itself;
    run.agent.tool_count = 1;
    run.options.overrides = &overrides;
    test_agent_replies(&run, "(tool/again {})", "(+ 1 1)", "(return 7)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "7");
    cr_expect(run.step->usage.fallback_used);
    test_agent_stop(&run);
}

/* --- Callers ----------------------------------------------------------------------- */

/* Structs of older callers are read as far as they go, structs of size 0 are refused. */
Test(agent_overridden, structs_have_sizes)
{
    static const struct {
        size_t options;
        size_t overrides;
        const char *result; /* NULL: PTC_ERROR_ARGUMENT */
    } rows[] = {
        {sizeof(ptc_agent_options), sizeof(ptc_agent_overrides), "2"},
        {sizeof(ptc_agent_options) + 64, sizeof(ptc_agent_overrides) + 64, "2"},
        {offsetof(ptc_agent_options, overrides), sizeof(ptc_agent_overrides), "9"},
        {offsetof(ptc_agent_options, overrides), 0, "9"},
        {sizeof(ptc_agent_options), offsetof(ptc_agent_overrides, max_turns), "9"},
        {sizeof(ptc_agent_options), offsetof(ptc_agent_overrides, retry_turns), "2"},
        {sizeof(ptc_agent_options), 0, NULL},
        {0, sizeof(ptc_agent_overrides), NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_agent_overrides overrides = OVERRIDES(.max_turns = 1);
        const ptc_step *step = NULL;
        ptc_preview preview;
        test_agent_run run;
        ptc_fail fail;

        test_agent_start(&run, "Go");
        overrides.struct_size = rows[i].overrides;
        run.options.overrides = &overrides;
        run.options.struct_size = rows[i].options;
        test_agent_replies(&run, "(+ 1 1)", "(return 9)", NULL);
        if (rows[i].result != NULL) {
            test_agent_go(&run);
            test_expect_result(&run, rows[i].result);
            test_agent_stop(&run);
            continue;
        }
        cr_expect_eq(ptc_agent_run(&run.arena, &run.agent, &run.options, &step),
                     PTC_ERROR_ARGUMENT);
        cr_expect(step == NULL && run.asked == 0);
        cr_expect_eq(ptc_agent_then(&run.arena, &(ptc_step){.is_ok = true}, &run.agent,
                                    &run.options, &step),
                     PTC_ERROR_ARGUMENT);
        cr_expect_eq(
            ptc_agent_preview(&run.arena, &run.agent, &run.options, &preview, &fail),
            PTC_ERROR_ARGUMENT);
        test_agent_stop(&run);
    }
}

typedef struct thread_job {
    const ptc_agent *agent;
    const ptc_llm *llm;
    ptc_agent_overrides overrides;
    int64_t expected;
    unsigned wrong;
} thread_job;

/* A model without a state. */
static ptc_status add_up(const ptc_llm_request *request, ptc_llm_reply *reply, void *user)
{
    (void)user;
    reply->content = request->turn == 1 ? PTC_STR("(+ 1 1)") : PTC_STR("(return 9)");
    return PTC_OK;
}

static void *run_often(void *user)
{
    thread_job *job = user;

    for (size_t i = 0; i < 50; i++) {
        const ptc_agent_options options = {.struct_size = sizeof options,
                                           .llm = {.llm = job->llm},
                                           .overrides = &job->overrides};
        const ptc_step *step = NULL;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        if (ptc_agent_run(&arena, job->agent, &options, &step) != PTC_OK ||
            step->result.kind != PTC_INT || step->result.as.integer != job->expected)
            job->wrong++;
        ptc_arena_free(&arena);
    }
    return NULL;
}

/* One constant agent, runs with different overrides at once. */
Test(agent_overridden, runs_at_once_have_their_own)
{
    static const ptc_agent agent = {.struct_size = sizeof agent,
                                    .prompt = PTC_STR_INIT("Go")};
    static const ptc_llm llm = {"model", add_up, NULL};
    thread_job jobs[] = {
        {&agent, &llm, OVERRIDES(.max_turns = 1), 2, 0},
        {&agent, &llm, OVERRIDES(.max_turns = 3), 9, 0},
        {&agent, &llm, OVERRIDES(.mode = PTC_MODE_STRICT), 9, 0},
    };
    pthread_t threads[3];

    for (size_t i = 0; i < 3; i++)
        cr_assert(pthread_create(&threads[i], NULL, run_often, &jobs[i]) == 0);
    for (size_t i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        cr_expect_eq(jobs[i].wrong, 0u, "thread %zu", i);
    }
}
