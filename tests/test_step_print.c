/* SPDX-License-Identifier: MIT */
/* Traces, chains and steps for people. [subagent 13] */
#include <criterion/criterion.h>

#include "agents.h"

static const char *printed(test_agent_run *run, unsigned options)
{
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    ptc_step_print_trace(&text, run->step, options);
    cr_assert(!text.failed);
    return text.ptr;
}

static void expect_text(const char *text, const char *expected)
{
    cr_expect_str_eq(text, expected, "printed:\n%s\nexpected:\n%s", text, expected);
}

/* --- The example of the guide ------------------------------------------------------- */

static ptc_status list_emails(ptc_tool_call *call, void *user)
{
    static const char json[] =
        "[{\"id\": 1, \"subject\": \"Urgent\"}, {\"id\": 2, \"subject\": \"Hello\"}]";

    (void)user;
    return ptc_json_read(call->arena, json, sizeof json - 1, NULL, &call->result, NULL,
                         NULL);
}

static ptc_status answer_emails(const ptc_llm_request *request, ptc_llm_reply *reply,
                                void *user)
{
    (void)request;
    ((test_agent_run *)user)->now_ms += 245;
    reply->content = PTC_STR(
        "Let me look.\n```clojure\n"
        "(let [emails (call \"list_emails\" {:user ctx/user})]\n"
        "  (call \"return\" {:count (count emails) :ids (map :id emails)}))\n```");
    reply->input_tokens = 150;
    reply->output_tokens = 89;
    return PTC_OK;
}

static const ptc_tool emails_tool = {.name = "list_emails", .function = list_emails};
static const ptc_agent_tool emails_tools[] = {
    {.name = "list_emails", .function = &emails_tool}};

static void run_emails(test_agent_run *run, ptc_value *context)
{
    test_agent_start(run, "Find urgent emails for {{user}}");
    *context = test_value(run, "{:user \"alice@example.com\"}");
    run->agent.tools = emails_tools;
    run->agent.tool_count = 1;
    run->llm.call = answer_emails;
    run->options.context = context;
    test_agent_go(run);
    cr_assert(run->step->is_ok, "%s", test_cstr(run->step->fail.message));
}

Test(step_print, example_of_the_guide) /* M383, M390 */
{
    static const char *const expected =
        "┌─ Turn 1 ─────────────────────────────────────\n"
        "│ Prompt: Find urgent emails for alice@example.com\n"
        "│ Program:\n"
        "│   (let [emails (call \"list_emails\" {:user ctx/user})]\n"
        "│     (call \"return\" {:count (count emails) :ids (map :id emails)}))\n"
        "│ Tools:\n"
        "│   → list_emails({user: \"alice@example.com\"})\n"
        "│     ← [{id: 1, subject: \"Urgent\"}, {id: 2, subject: \"Hello\"}]\n"
        "│ Result: {:count 2, :ids [1, 2]}\n"
        "│ Duration: 245ms | Tokens: 150 in / 89 out\n"
        "└──────────────────────────────────────────────\n";
    static const char *const plain =
        "+- Turn 1 -------------------------------------\n"
        "| Prompt: Find urgent emails for alice@example.com\n"
        "| Program:\n"
        "|   (let [emails (call \"list_emails\" {:user ctx/user})]\n"
        "|     (call \"return\" {:count (count emails) :ids (map :id emails)}))\n"
        "| Tools:\n"
        "|   -> list_emails({user: \"alice@example.com\"})\n"
        "|     <- [{id: 1, subject: \"Urgent\"}, {id: 2, subject: \"Hello\"}]\n"
        "| Result: {:count 2, :ids [1, 2]}\n"
        "| Duration: 245ms | Tokens: 150 in / 89 out\n"
        "+----------------------------------------------\n";
    test_agent_run run;
    ptc_value context;

    run_emails(&run, &context);
    expect_text(printed(&run, 0), expected);
    expect_text(printed(&run, PTC_TRACE_ASCII), plain);
    test_agent_stop(&run);
}

/* --- Looking into steps ------------------------------------------------------------- */

static const char *inspected(test_agent_run *run, size_t limit, unsigned options)
{
    ptc_text text;

    ptc_text_init(&text, &run->arena);
    ptc_step_inspect(&text, run->step, limit, options);
    cr_assert(!text.failed);
    return text.ptr;
}

Test(step_print, steps_are_inspected) /* M418 */
{
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.agent.name = "finder";
    run.agent.signature_text = PTC_STR("() -> {ids [:int], _key :string}");
    run.tokens = 7;
    test_agent_replies(&run, "(vec [1 (nope 2)])",
                       "```clojure\n(do (println \"hi\")\n"
                       "  (return {:ids [1 2 3] :_key (str \"sec\" \"ret\")}))\n```",
                       NULL);
    test_agent_go(&run);
    expect_text(inspected(&run, 2, 0),
                "agent: finder\n"
                "ok: true\n"
                "return: {\"ids\" [1, 2, \xE2\x80\xA6], \"_key\" <Firewalled>}\n"
                "memory: {}\n"
                "memory_delta: {}\n"
                "signature: () -> {ids [:int], _key :string}\n"
                "prompt: Go\n"
                "usage:\n"
                "  duration_ms: 0\n"
                "  turns: 2\n"
                "  llm_requests: 2\n"
                "  memory_bytes: 2\n"
                "  input_tokens: 14\n"
                "  output_tokens: 14\n"
                "trace_id: 70000000700000007000000070000000\n"
                "turns:\n"
                "  turn: 1\n"
                "    program: (vec [1 (nope 2)])\n"
                "    fail: unbound_var\n"
                "      message: undefined variable: nope\n"
                "      details: {\"line\" 1, \"column\" 10}\n"
                "  turn: 2\n"
                "    program:\n"
                "      (do (println \"hi\")\n"
                "        (return {:ids [1 2 3] :_key (str \"sec\" \"ret\")}))\n"
                "    prints: hi\n"
                "    result: {\"ids\" [1, 2, \xE2\x80\xA6], \"_key\" <Firewalled>}\n");
    cr_expect(strstr(inspected(&run, 0, 0), "return: {\"ids\" [1, 2, 3], ") != NULL);
    cr_expect(strstr(inspected(&run, 0, 0), "secret") == NULL);
    cr_expect(strstr(inspected(&run, 0, PTC_TRACE_OPEN), "\"_key\" \"secret\"") != NULL);
    cr_expect(strstr(inspected(&run, 0, 0), "reply:") == NULL);
    cr_expect(strstr(inspected(&run, 0, PTC_TRACE_RAW),
                     "    reply: (vec [1 (nope 2)])\n") != NULL);
    cr_expect(strstr(inspected(&run, 0, PTC_TRACE_RAW), "## Your role") == NULL);
    cr_expect(strstr(inspected(&run, 0, PTC_TRACE_SYSTEM), "## Your role") != NULL);
    test_agent_stop(&run);
}
