/* SPDX-License-Identifier: MIT */
/* Tools that ask a model. [subagent 12] */
#include <criterion/criterion.h>

#include "agent/plan/plan_int.h"
#include "agent/run/reply.h"
#include "agents.h"

/* --- JSON in replies --------------------------------------------------------------- */

Test(agent_llm_tool, finds_json_in_replies) /* M499 */
{
    static const struct {
        const char *reply, *finds; /* every document, each followed by ";" */
    } rows[] = {
        {"{\"a\":1}", "{\"a\" 1};{\"a\" 1};"}, /* as a whole, and where `{` is */
        {" true\n", "true;"},
        {"\"x\"", "\"x\";"},
        {"42", "42;"},
        {"Sure: {\"a\":1} and [2].", "{\"a\" 1};[2];"},
        {"```json\n{\"a\":1}\n```", "{\"a\" 1};{\"a\" 1};"},
        {"```\n{\"b\":2}\n```\ntext\n```JSON\n{\"a\":1}\n```",
         "{\"a\" 1};{\"b\" 2};{\"b\" 2};{\"a\" 1};"},
        {"<think>{\"no\":1}</think>\n{\"a\":1}", "{\"a\" 1};{\"a\" 1};"},
        {"```json\n3\n```", "3;"},
        {"no json", ""},
        {"", ""},
        {"{\"a\":1", ""},          /* cut off: never repaired */
        {"{\"a\":1,}", ""},        /* nor are commas */
        {"{a: [1]}", "[1];"},      /* the embedded text is a document itself */
        {"{\"a\":1,\"a\":2}", ""}, /* equal keys */
        {"{\"a\":NaN}", ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_reply_json scan;
        ptc_arena arena;
        ptc_value value;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        cr_assert(ptc_reply_json_start(&scan, &arena, ptc_str_of(rows[i].reply)));
        while (ptc_reply_json_next(&scan, &arena, &value)) {
            ptc_value_write(&text, &value);
            ptc_text_byte(&text, ';');
        }
        cr_expect(ptc_str_equal(ptc_text_view(&text), ptc_str_of(rows[i].finds)),
                  "%s: %s", rows[i].reply, text.ptr);
        ptc_arena_free(&arena);
    }
}

Test(agent_llm_tool, hostile_replies_end_soon)
{
    enum { SIZE = 1 << 20 };
    char *reply = malloc(SIZE);
    ptc_reply_json scan;
    ptc_arena arena;
    ptc_value value;

    memset(reply, '[', SIZE);
    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_reply_json_start(&scan, &arena, ptc_str_make(reply, SIZE)));
    cr_expect(!ptc_reply_json_next(&scan, &arena, &value));
    ptc_arena_free(&arena);
    free(reply);
}

/* --- Runs -------------------------------------------------------------------------- */

static const ptc_schema *sig(test_agent_run *run, const char *text)
{
    ptc_source source = {PTC_STR("sig"), ptc_str_of(text)};
    ptc_schema *schema = ptc_arena_array(&run->arena, 1, sizeof *schema);
    ptc_diags diags;

    ptc_diags_init(&diags, &run->arena);
    cr_assert(ptc_signature_read(&run->arena, &source, NULL, &diags, schema) == PTC_OK);
    return schema;
}

#define JUDGE_SIGNATURE                                                                  \
    "(email {subject :string}, tier :string) -> {urgent :bool, reason :string}"

/* An agent with the tool of the seed. */
static ptc_llm_tool *start(test_agent_run *run)
{
    ptc_llm_tool *judge;
    ptc_agent_tool *tool;

    test_agent_start(run, "Go");
    judge = ptc_arena_array(&run->arena, 1, sizeof *judge);
    tool = ptc_arena_array(&run->arena, 1, sizeof *tool);
    judge->prompt = PTC_STR("Is {{email.subject}} urgent for {{tier}} customer?");
    judge->signature = sig(run, JUDGE_SIGNATURE);
    *tool = (ptc_agent_tool){.name = "judge", .llm_tool = judge};
    run->agent.tools = tool;
    run->agent.tool_count = 1;
    return judge;
}

#define CALL "(tool/judge {:email {:subject \"Fire\"} :tier \"gold\"})"
#define GOOD "{\"urgent\": true, \"reason\": \"fire\"}"

Test(agent_llm_tool, asks_once_for_json) /* M297, M310, M311, M313 */
{
    test_agent_run run;

    start(&run);
    ((ptc_agent_tool *)(uintptr_t)run.agent.tools)->description = "whether it is urgent";
    test_agent_replies(&run, "(return (:urgent " CALL "))",
                       "Here: ```json\n" GOOD "\n```", NULL);
    run.replies[1] = "```json\n" GOOD "\n```";
    test_agent_go(&run);
    test_expect_result(&run, "true");
    cr_expect_str_eq(test_told(&run, 1), "Is Fire urgent for gold customer?");
    cr_expect(strstr(run.systems[1].ptr, "{urgent :bool, reason :string}") != NULL, "%s",
              run.systems[1].ptr);
    cr_expect(strstr(run.systems[0].ptr,
                     "judge(email {subject :string}, tier :string) -> "
                     "{urgent :bool, reason :string}\n  whether it is urgent") != NULL);
    cr_expect_eq(run.step->usage.llm_requests, 2u);
    cr_expect_eq(run.step->usage.turns, 1u);
    test_agent_stop(&run);
}

Test(agent_llm_tool, may_correct_itself_once)
{
    static const struct {
        const char *first, *second;
        const char *correction; /* in the second request */
        const char *error;      /* NULL: the second is good */
    } rows[] = {
        {"{\"urgent\": 1, \"reason\": \"x\"}", GOOD, "- urgent: expected bool, got",
         NULL},
        {"no idea", GOOD, "the reply has no JSON", NULL},
        {"{\"urgent\": true", GOOD, "the reply is not valid JSON: ", NULL},
        {"no idea", "still none", "the reply has no JSON",
         "Tool 'judge' failed: the model's reply does not fit: the reply has no JSON"},
        {"[]", "{}", "expected map, got",
         "Tool 'judge' failed: the model's reply does not"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        start(&run);
        test_agent_replies(&run, "(return (:reason " CALL "))", rows[i].first,
                           rows[i].second, "(return \"none\")", NULL);
        test_agent_go(&run);
        test_expect_result(&run, rows[i].error == NULL ? "\"fire\"" : "\"none\"");
        cr_expect(strstr(test_told(&run, 2), rows[i].correction) != NULL, "%s: %s",
                  rows[i].first, test_told(&run, 2));
        cr_expect_eq(run.message_counts[2], (size_t)3);
        if (rows[i].error != NULL)
            cr_expect(strstr(test_told(&run, 3), rows[i].error) != NULL, "%s",
                      test_told(&run, 3));
        test_agent_stop(&run);
    }
}

/* Its own model, which says its name. */
static ptc_status answer(const ptc_llm_request *request, ptc_llm_reply *reply, void *user)
{
    (void)request;
    reply->content = ptc_str_of(user);
    return PTC_OK;
}

Test(agent_llm_tool, asks_the_callers_or_a_named_model) /* M312 */
{
    static char other[] = "{\"urgent\": false, \"reason\": \"other\"}";
    const ptc_llm models[] = {{"haiku", answer, other}};
    const ptc_llm given = {NULL, answer, other};
    const struct {
        ptc_llm_ref llm;
        const char *result;
    } rows[] = {
        {{NULL, NULL}, "\"fire\""},
        {{"caller", NULL}, "\"fire\""},
        {{"haiku", NULL}, "\"other\""},
        {{NULL, &given}, "\"other\""},
        {{"opus", NULL}, "\"model \\\"opus\\\" not found; known models: haiku\""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        start(&run)->llm = rows[i].llm;
        run.options.registry = models;
        run.options.registry_count = 1;
        test_agent_replies(&run, "(return (:reason " CALL "))",
                           i < 2 ? GOOD : "(return (subs (:message ctx/fail) 21))", NULL);
        test_agent_go(&run);
        test_expect_result(&run, rows[i].result);
        test_agent_stop(&run);
    }
}

Test(agent_llm_tool, counts_and_takes_no_time_of_the_program)
{
    test_agent_run run;

    start(&run);
    run.agent.timeout_ms = 100;
    run.request_ms = 5000;
    run.agent.llm_budget = 3;
    test_agent_replies(&run, "(do (def a (:urgent " CALL ")) (def b " CALL ") a)", GOOD,
                       GOOD, "(return memory/a)", NULL);
    test_agent_go(&run);
    cr_expect_eq(run.asked, (size_t)3); /* the second call found no budget left */
    test_expect_fail(&run, "budget_exhausted", NULL);
    test_agent_stop(&run);

    start(&run);
    run.agent.timeout_ms = 100;
    run.request_ms = 5000;
    test_agent_replies(&run, "(return (:urgent " CALL "))", GOOD, NULL);
    test_agent_go(&run);
    test_expect_result(&run, "true");
    test_agent_stop(&run);

    start(&run); /* but the mission's time it takes */
    run.agent.mission_timeout_ms = 7000;
    run.request_ms = 5000;
    test_agent_replies(&run, "(return (:urgent " CALL "))", GOOD, NULL);
    test_agent_go(&run);
    test_expect_fail(&run, "mission_timeout", NULL);
    test_agent_stop(&run);
}

Test(agent_llm_tool, with_tools_it_is_an_agent) /* M314 */
{
    static const ptc_agent_tool inner[] = {{.name = "grep", .function = &ptc_tool_grep}};
    test_agent_run run;
    ptc_llm_tool *judge = start(&run);

    judge->tools = inner;
    judge->tool_count = 1;
    test_agent_replies(&run, "(return (:reason " CALL "))",
                       "(def n (count (tool/grep {:pattern \"i\" :text "
                       "(get-in ctx/email [:subject])})))",
                       "(return {:urgent true :reason (str n ctx/tier)})", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "\"1gold\"");
    cr_expect_eq(run.asked, (size_t)3);
    cr_expect_eq(run.step->usage.llm_requests, 3u);
    test_agent_stop(&run);
}

Test(agent_llm_tool, puts_json_into_a_program_as_literals) /* M316 */
{
    static const struct {
        const char *template, *json, *result;
    } rows[] = {
        {"(+ {{n}} 1)", "{\"n\": 41, \"s\": \"\", \"l\": []}", "42"},
        {"(count {{s}})", "{\"n\": 1, \"s\": \"a\\\"b\\\\\\n\\u0001\", \"l\": []}", "6"},
        {"{{s}}", "{\"n\": 1, \"s\": \") (return 1) \\\"\", \"l\": []}",
         "\") (return 1) \\\"\""},
        {"(str \"{{n}}\" {{o}})", "{\"n\": 1, \"s\": \"\", \"l\": []}", "\"1\""},
        {"(map inc {{l}})", "{\"n\": 1, \"s\": \"\", \"l\": [1, 2]}", "(2 3)"},
        {"[{{#l}}{{.}} {{/l}}]", "{\"n\": 1, \"s\": \"\", \"l\": [1, 2]}", "[1 2]"},
        {"(def total (+ {{n}} 1))", "{\"n\": 41, \"s\": \"\", \"l\": []}", "42"},
        {"ctx/q", "{\"n\": 1, \"s\": \"\", \"l\": []}", "\"hi\""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;
        ptc_llm_tool *judge = start(&run);

        judge->prompt = PTC_STR("Do {{q}}");
        judge->signature = sig(&run, "(q :string) -> :any");
        judge->json_signature =
            sig(&run, "() -> {n :int, s :string, l [:int], o :string?}");
        judge->response_template = ptc_str_of(rows[i].template);
        test_agent_replies(&run, "(return (tool/judge {:q \"hi\"}))", rows[i].json, NULL);
        test_agent_go(&run);
        test_expect_result(&run, rows[i].result);
        test_agent_stop(&run);
    }
}

Test(agent_llm_tool, programs_of_templates_have_no_tools)
{
    test_agent_run run;
    ptc_llm_tool *judge = start(&run);

    judge->prompt = PTC_STR("Do {{q}}");
    judge->signature = sig(&run, "(q :string) -> :any");
    judge->json_signature = sig(&run, "() -> {n :int}");
    judge->response_template = PTC_STR("(tool/judge {:q {{n}}})");
    test_agent_replies(&run, "(return (tool/judge {:q \"hi\"}))", "{\"n\": 1}",
                       "(return 0)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "0");
    cr_expect(strstr(test_told(&run, 2), "Tool 'judge' failed: its response template: "
                                         "Unknown tool: judge") != NULL,
              "%s", test_told(&run, 2));
    test_agent_stop(&run);
}

/* --- Definitions ------------------------------------------------------------------- */

Test(agent_llm_tool, is_checked_with_its_agent) /* M315 */
{
    static const struct {
        const char *prompt, *signature, *response, *json;
        const char *says;
    } rows[] = {
        {"Is {{text}} good?", "(text :string) -> :bool", NULL, NULL, ""},
        {"Is {{text}} good?", NULL, NULL, NULL, ""},
        {"Is {{txt}} good?", "(text :string) -> :bool", NULL, NULL,
         "template_error: judge:1:4: placeholder {{txt}} not found in signature; did you "
         "mean {{text}}?"},
        {"Is {{a.b}} good?", "(a {c :string}) -> :bool", NULL, NULL, "template_error: "},
        {"Is {{1}}", NULL, NULL, NULL, "template_error: judge:1:"},
        {NULL, NULL, NULL, NULL,
         "invalid_config: tool \"judge\": prompt must be a string"},
        {"Go", "(q :string) -> :any", "(+ {{n}} 1)", "() -> {n :int}", ""},
        {"Go", "(q :string) -> :any", "(f {{n}})", "() -> {n [:int]}", ""},
        {"Go", "(q :string) -> :any", "(+ {{m}} 1)", "() -> {n :int}",
         "template_error: judge:1:4: placeholder {{m}} not found in signature"},
        {"Go", "(q :string) -> :any", "(+ {{n}} 1)", NULL,
         "invalid_config: tool \"judge\": response_template needs a json_signature"},
        {"Go", "(q :string) -> :any", NULL, "() -> {n :int}",
         "invalid_config: tool \"judge\": json_signature needs a response_template"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_agent_fault *faults;
        test_agent_run run;
        ptc_llm_tool *judge = start(&run);
        const char *says = "";
        ptc_status status;
        size_t count;

        judge->prompt =
            rows[i].prompt != NULL ? ptc_str_of(rows[i].prompt) : ptc_str_make(NULL, 0);
        judge->signature =
            rows[i].signature != NULL ? sig(&run, rows[i].signature) : NULL;
        judge->response_template = ptc_str_of(rows[i].response);
        judge->json_signature = rows[i].json != NULL ? sig(&run, rows[i].json) : NULL;
        status = ptc_agent_check(&run.arena, &run.agent, &faults, &count);
        cr_expect_eq(status, rows[i].says[0] == '\0' ? PTC_OK : PTC_ERROR_INVALID);
        if (count > 0) {
            ptc_text text;

            ptc_text_init(&text, &run.arena);
            ptc_text_str(&text, faults[0].error.code);
            ptc_text_cstr(&text, ": ");
            ptc_text_str(&text, faults[0].error.message);
            says = text.ptr;
        }
        cr_expect(strncmp(says, rows[i].says, strlen(rows[i].says)) == 0 &&
                      (rows[i].says[0] != '\0') == (says[0] != '\0'),
                  "%zu: %s", i, says);
        test_agent_stop(&run);
    }
}
