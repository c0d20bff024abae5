/* SPDX-License-Identifier: MIT */
/* Steps and their traces as JSON, and what a trace gives up to stay within its bound.
 * [subagent 7, 13] */
#include <criterion/criterion.h>

#include "agents.h"

#include <stdlib.h>

/* --- JSON ----------------------------------------------------------------------------
 */

static const char *json_of(test_agent_run *run, unsigned options)
{
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    cr_assert(ptc_step_write_json(&text, run->step, options) == PTC_OK);
    return text.ptr;
}

/* The result alone is what the whole has. */
static void expect_result_alone(test_agent_run *run, unsigned options)
{
    const char *whole = json_of(run, options);
    ptc_value step;
    ptc_text alone;
    ptc_text member;

    ptc_text_init(&alone, &run->arena);
    ptc_text_init(&member, &run->arena);
    cr_assert(ptc_step_write_result(&alone, run->step, options) == PTC_OK);
    cr_assert(ptc_json_read(&run->arena, whole, strlen(whole), NULL, &step, NULL, NULL) ==
              PTC_OK);
    cr_assert(ptc_json_write(&member, ptc_value_get(&step, "return"), 0) == PTC_OK);
    cr_expect_str_eq(test_cstr(ptc_text_view(&alone)), test_cstr(ptc_text_view(&member)));
}

/* The step of a run, with "SYSTEM" for its system prompt: that has its own tests. */
static void expect_json(test_agent_run *run, const char *name, unsigned options,
                        const char *expected)
{
    static const char key[] = "\"system\":\"";
    const char *at = json_of(run, options);
    const char *found;
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    while ((found = strstr(at, key)) != NULL) {
        found += sizeof key - 1;
        ptc_text_bytes(&text, at, (size_t)(found - at));
        ptc_text_cstr(&text, "SYSTEM");
        for (at = found; *at != '"'; at++)
            at += *at == '\\';
    }
    ptc_text_cstr(&text, at);
    cr_expect_str_eq(text.ptr, expected, "%s\n%s", name, text.ptr);
    expect_result_alone(run, options);
}

Test(agent_trace_json, of_a_run_that_is_good) /* M372, M374 */
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.tokens = 5;
    run.request_ms = 3;
    test_agent_replies(&run, "(return 1)", NULL);
    test_agent_go(&run);
    expect_json(
        &run, "good", 0,
        "{\"ok\":true,\"return\":1,\"fail\":null,\"memory\":{},\"memory_delta\":{},"
        "\"signature\":null,\"field_descriptions\":null,\"usage\":{\"duration_ms\":3,"
        "\"turns\":1,\"memory_bytes\":2,\"llm_requests\":1,\"input_tokens\":5,"
        "\"output_tokens\":5,\"total_tokens\":10,\"fallback_used\":false},"
        "\"trace\":{\"turns\":[{\"turn\":1,\"type\":\"normal\",\"success\":true,"
        "\"timestamp\":\"2023-11-14T22:13:20.000Z\",\"duration_ms\":3,"
        "\"prompt\":{\"system\":\"SYSTEM\",\"messages_from\":0,"
        "\"messages\":[{\"role\":\"user\",\"content\":\"Go\"}],"
        "\"expanded_template\":\"Go\"},\"llm_response\":\"(return 1)\","
        "\"program\":{\"source\":\"(return 1)\",\"parse_error\":null},"
        "\"execution\":{\"result\":1,\"is_return\":true,\"tool_calls\":[],"
        "\"error\":null},\"prints\":\"\",\"memory_delta\":{},"
        "\"tokens\":{\"input\":5,\"output\":5}}],\"total_duration_ms\":3,"
        "\"total_tokens\":{\"input\":5,\"output\":5}},\"trace_id\":"
        "\"70000000700000007000000070000000\",\"parent_trace_id\":null,\"prompt\":"
        "\"Go\"}");
    test_agent_stop(&run);
}

/* A turn that fails changed nothing, which is {} as in the step, not null. */
Test(agent_trace_json, of_a_run_that_fails)
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.max_turns = 2;
    test_agent_replies(&run, "(/ 1 0)",
                       "(fail {:reason :no :message \"m\" :details {:_x 1 :y 2}})", NULL);
    test_agent_go(&run);
    expect_json(
        &run, "failed", 0,
        "{\"ok\":false,\"return\":null,\"fail\":{\"reason\":\"no\","
        "\"message\":\"m\",\"details\":{\"_x\":\"<Firewalled>\",\"y\":2}},"
        "\"memory\":{},\"memory_delta\":{},\"signature\":null,"
        "\"field_descriptions\":null,\"usage\":{\"duration_ms\":0,\"turns\":2,"
        "\"memory_bytes\":2,\"llm_requests\":2,\"fallback_used\":false},"
        "\"trace\":{\"turns\":[{\"turn\":1,\"type\":\"normal\",\"success\":false,"
        "\"timestamp\":\"2023-11-14T22:13:20.000Z\",\"duration_ms\":0,"
        "\"prompt\":{\"system\":\"SYSTEM\",\"messages_from\":0,"
        "\"messages\":[{\"role\":\"user\",\"content\":\"Go\"}],"
        "\"expanded_template\":\"Go\"},\"llm_response\":\"(/ 1 0)\","
        "\"program\":{\"source\":\"(/ 1 0)\",\"parse_error\":null},"
        "\"execution\":{\"result\":null,\"is_return\":false,\"tool_calls\":[],"
        "\"error\":{\"reason\":\"arithmetic_error\","
        "\"message\":\"division by zero: (/ 1 0); test the divisor first\","
        "\"details\":{\"line\":1,\"column\":1}}},\"prints\":\"\","
        "\"memory_delta\":{},\"tokens\":null},{\"turn\":2,\"type\":\"normal\","
        "\"success\":false,\"timestamp\":\"2023-11-14T22:13:20.000Z\","
        "\"duration_ms\":0,\"prompt\":{\"messages_from\":1,"
        "\"messages\":[{\"role\":\"assistant\","
        "\"content\":\"```clojure\\n(/ 1 0)\\n```\"},{\"role\":\"user\","
        "\"content\":\"Error: division by zero: (/ 1 0); test the divisor first "
        "(line 1,"
        " column 1)\\nTurn 2 of 2 (1 remaining)\\nThe next turn is the last: it must "
        "call (return value).\"}],\"expanded_template\":\"Go\"},"
        "\"llm_response\":\"(fail {:reason :no :message \\\"m\\\" :details {:_x 1 :y "
        "2}})\","
        "\"program\":{\"source\":\"(fail {:reason :no :message \\\"m\\\" :details "
        "{:_x 1 :y 2}})\",\"parse_error\":null},"
        "\"execution\":{\"result\":{\"reason\":\"no\",\"message\":\"m\","
        "\"details\":{\"_x\":\"<Firewalled>\",\"y\":2}},\"is_return\":true,"
        "\"tool_calls\":[],\"error\":{\"reason\":\"no\",\"message\":\"m\","
        "\"details\":{\"_x\":\"<Firewalled>\",\"y\":2}}},\"prints\":\"\","
        "\"memory_delta\":{},\"tokens\":null}],\"total_duration_ms\":0,"
        "\"total_tokens\":null},\"trace_id\":\"70000000700000007000000070000000\","
        "\"parent_trace_id\":null,\"prompt\":\"Go\"}");
    test_agent_stop(&run);
}

static ptc_status give(ptc_tool_call *call, void *user)
{
    (void)user;
    call->result = call->arguments;
    return PTC_OK;
}

static const ptc_tool give_tool = {.name = "give", .function = give};
static const ptc_agent child = {
    .struct_size = sizeof child, .name = "child", .prompt = PTC_STR_INIT("Child")};
static const ptc_agent_tool tools[] = {{.name = "give", .function = &give_tool},
                                       {.name = "child", .agent = &child}};

/* The step with PIN for what is behind the firewall. */
#define CHILD_JSON(PIN)                                                                  \
    "{\"ok\":true,\"return\":7,\"fail\":null,\"memory\":{\"a\":{\"_pin\":" PIN ","       \
    "\"n\":1}},\"memory_delta\":{\"a\":{\"_pin\":" PIN ",\"n\":1}},"                     \
    "\"signature\":null,\"field_descriptions\":null,"                                    \
    "\"usage\":{\"duration_ms\":0,\"turns\":1,\"memory_bytes\":22,"                      \
    "\"llm_requests\":2,\"fallback_used\":false},"                                       \
    "\"trace\":{\"turns\":[{\"turn\":1,\"type\":\"normal\",\"success\":true,"            \
    "\"timestamp\":\"2023-11-14T22:13:20.000Z\",\"duration_ms\":0,"                      \
    "\"prompt\":{\"system\":\"SYSTEM\",\"messages_from\":0,"                             \
    "\"messages\":[{\"role\":\"user\",\"content\":\"Go\"}],"                             \
    "\"expanded_template\":\"Go\"},"                                                     \
    "\"llm_response\":\"(do (def a (tool/give {:_pin 4 :n 1})) (return "                 \
    "(tool/child {})))\","                                                               \
    "\"program\":{\"source\":\"(do (def a (tool/give {:_pin 4 :n 1})) (return "          \
    "(tool/child {})))\","                                                               \
    "\"ast\":\"(do (def a (tool/give {:_pin 4 :n 1})) (return (tool/child "              \
    "{})))\",\"parse_error\":null},\"execution\":{\"result\":7,"                         \
    "\"is_return\":true,\"tool_calls\":[{\"name\":\"give\","                             \
    "\"args\":{\"_pin\":" PIN ",\"n\":1},\"result\":{\"_pin\":" PIN ",\"n\":1},"         \
    "\"duration_ms\":0,\"error\":null},{\"name\":\"child\",\"args\":{},"                 \
    "\"result\":7,\"duration_ms\":0,\"error\":null,\"child_step\":{\"ok\":true,"         \
    "\"agent\":\"child\",\"return\":7,\"fail\":null,\"memory\":{},"                      \
    "\"memory_delta\":{},\"signature\":null,\"field_descriptions\":null,"                \
    "\"usage\":{\"duration_ms\":0,\"turns\":1,\"memory_bytes\":2,"                       \
    "\"llm_requests\":1,\"fallback_used\":false},"                                       \
    "\"trace\":{\"turns\":[{\"turn\":1,\"type\":\"normal\",\"success\":true,"            \
    "\"timestamp\":\"2023-11-14T22:13:20.000Z\",\"duration_ms\":0,"                      \
    "\"prompt\":{\"system\":\"SYSTEM\",\"messages_from\":0,"                             \
    "\"messages\":[{\"role\":\"user\",\"content\":\"Child\"}],"                          \
    "\"expanded_template\":\"Child\"},\"llm_response\":\"(return 7)\","                  \
    "\"program\":{\"source\":\"(return 7)\",\"ast\":\"(return 7)\","                     \
    "\"parse_error\":null},\"execution\":{\"result\":7,\"is_return\":true,"              \
    "\"tool_calls\":[],\"error\":null,\"context_snapshot\":{}},\"prints\":\"\","         \
    "\"memory_delta\":{},\"memory\":{},\"tokens\":null}],"                               \
    "\"total_duration_ms\":0,\"total_tokens\":null},"                                    \
    "\"trace_id\":\"70000000700000007000000070000000\","                                 \
    "\"parent_trace_id\":\"70000000700000007000000070000000\","                          \
    "\"prompt\":\"Child\"}}],\"error\":null,\"context_snapshot\":{}},"                   \
    "\"prints\":\"\",\"memory_delta\":{\"a\":{\"_pin\":" PIN ",\"n\":1}},"               \
    "\"memory\":{\"a\":{\"_pin\":" PIN ",\"n\":1}},\"tokens\":null}],"                   \
    "\"total_duration_ms\":0,\"total_tokens\":null},"                                    \
    "\"trace_id\":\"70000000700000007000000070000000\","                                 \
    "\"parent_trace_id\":null,\"prompt\":\"Go\"}"

Test(agent_trace_json, of_a_child_with_debug) /* M386, M387, M415 */
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.tools = tools;
    run.agent.tool_count = 2;
    run.options.debug = true;
    test_agent_replies(&run,
                       "(do (def a (tool/give {:_pin 4 :n 1})) (return (tool/child {})))",
                       "(return 7)", NULL);
    test_agent_go(&run);
    expect_json(&run, "hidden", 0, CHILD_JSON("\"<Firewalled>\""));
    expect_json(&run, "open", PTC_TRACE_OPEN, CHILD_JSON("4"));
    test_agent_stop(&run);
}

/* --- The bound -----------------------------------------------------------------------
 */

enum { BOUND = 64 << 20 };

static ptc_status give_big(ptc_tool_call *call, void *user)
{
    size_t size = *(const size_t *)user;
    char *bytes = ptc_arena_alloc(call->arena, size);

    if (bytes == NULL)
        return PTC_ERROR_MEMORY;
    memset(bytes, 'x', size);
    call->result = ptc_value_string(ptc_str_make(bytes, size));
    return PTC_OK;
}

static bool is_size(ptc_str text)
{
    return text.len > 8 && text.len < 32 && text.ptr[0] == '<' && text.ptr[1] >= '1' &&
           text.ptr[1] <= '9' && memcmp(text.ptr + text.len - 7, " bytes>", 7) == 0;
}

static bool is_shrunk(const ptc_value *value)
{
    return value->kind == PTC_STRING && is_size(ptc_value_text(value));
}

/* Old turns say how much their prompts and values were; the others are whole. */
static void expect_prompt(const ptc_trace_turn *turn, size_t index, bool is_old)
{
    cr_expect_eq(is_size(turn->system), is_old, "turn %zu: %.20s", index,
                 turn->system.ptr);
    cr_expect_eq(is_size(turn->expanded_template), is_old, "turn %zu", index);
    cr_assert_geq(turn->message_count, (size_t)1, "turn %zu", index);
    cr_expect_eq(is_size(turn->messages[0].content), is_old, "turn %zu", index);
    cr_expect_eq(turn->message_count, is_old ? 1 : 2 * index + 1, "turn %zu", index);
}

static const char long_prompt[] =
    "Go on and on, until there is nothing left that anybody could want to know of it";

Test(agent_trace_bound, makes_sizes_of_the_oldest_values)
{
    enum { TURNS = 14, SIZE = 6000000 };
    static size_t size = SIZE / 6;
    static const ptc_tool big = {.name = "big", .function = give_big, .user = &size};
    static const ptc_agent_tool bigs[] = {{.name = "big", .function = &big}};
    const ptc_trace_turn *turns;
    test_agent_run run;
    size_t held = 0;
    size_t old = 0;

    test_agent_start(&run, long_prompt);
    run.agent.tools = bigs;
    run.agent.tool_count = 1;
    run.agent.max_turns = TURNS;
    run.agent.memory_limit = 64 << 20;
    run.options.debug = true;
    test_agent_replies(
        &run, "(do (def a (mapv #(tool/big {:n %}) [1 2 3 4 5 6])) (count a))", NULL);
    for (size_t i = 1; i + 1 < TURNS; i++)
        test_agent_replies(&run, "(count a)", NULL);
    test_agent_replies(&run, "(return (count a))", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "6");
    cr_assert_eq(run.step->trace->turn_count, (size_t)TURNS);
    turns = run.step->trace->turns;
    for (size_t i = 0; i < TURNS; i++) {
        bool is_old = is_shrunk(&turns[i].memory);

        cr_expect(!is_old || i == old, "turn %zu: only the oldest are shrunk", i);
        old += is_old;
        held += is_old ? 0 : SIZE;
        expect_prompt(&turns[i], i, is_old);
        cr_expect(is_old || turns[i].memory.kind == PTC_MAP);
        cr_expect(turns[i].source.len >= 9 && !is_size(turns[i].llm_response));
    }
    cr_expect(is_shrunk(&turns[0].memory_delta));
    cr_expect_geq(old, (size_t)4);
    cr_expect_leq(old, (size_t)6);
    cr_expect_leq(held, (size_t)BOUND);
    cr_expect(strstr(json_of(&run, 0), "\"memory\":\"<6000") != NULL);
    test_agent_stop(&run);
}

Test(agent_trace_bound, then_makes_sizes_of_replies)
{
    enum { TURNS = 44, SIZE = 1000000 };
    char *reply = malloc(SIZE + 1);
    const ptc_trace_turn *turns;
    test_agent_run run;
    size_t held = 0;
    size_t old = 0;

    cr_assert(reply != NULL);
    memset(reply, ' ', SIZE);
    memcpy(reply, "(def a 1)\n;", 11);
    memset(reply + 11, 'x', SIZE - 11);
    reply[SIZE] = '\0';
    test_agent_start(&run, long_prompt);
    run.agent.max_turns = TURNS;
    run.agent.turn_budget = TURNS;
    for (size_t i = 0; i + 1 < TURNS; i++)
        test_agent_replies(&run, reply, NULL);
    test_agent_replies(&run, "(return a)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    turns = run.step->trace->turns;
    cr_assert_eq(run.step->trace->turn_count, (size_t)TURNS);
    for (size_t i = 0; i < TURNS; i++) {
        bool is_old = is_size(turns[i].llm_response);

        cr_expect(!is_old || i == old, "turn %zu", i);
        old += is_old;
        held += is_old ? 0 : turns[i].llm_response.len + turns[i].source.len;
        cr_expect(is_old ||
                  ptc_str_equal(turns[i].llm_response,
                                ptc_str_of(i + 1 < TURNS ? reply : "(return a)")));
        cr_expect_eq(turns[i].turn, i + 1);
    }
    cr_expect_gt(old, (size_t)3);
    cr_expect_leq(held, (size_t)BOUND);
    cr_expect_gt(held, (size_t)BOUND / 2);
    test_agent_stop(&run);
    free(reply);
}
