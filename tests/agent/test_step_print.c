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

/* --- Chains and other texts --------------------------------------------------------- */

Test(step_print, chain_of_steps) /* M414 */
{
    static const char *const expected =
        "┌─ Chain ──────────────────────────────────────\n"
        "│ ✓ Step 1/2\n"
        "│   Return: {:count 2, :_ids <Firewalled>}\n"
        "│   Turns: 1 | Duration: 245 ms\n"
        "│   ↓\n"
        "│ ✗ Step 2/2\n"
        "│   Error: max_turns_exceeded\n"
        "│   Message: Exceeded max_turns limit of 3\n"
        "│   Turns: 3 | Duration: 7 ms\n"
        "└──────────────────────────────────────────────\n";
    ptc_step good = {.is_ok = true, .usage = {.turns = 1, .duration_ms = 245}};
    ptc_step bad = {.fail = {.reason = PTC_STR("max_turns_exceeded"),
                             .message = PTC_STR("Exceeded max_turns limit of 3")},
                    .usage = {.turns = 3, .duration_ms = 7}};
    const ptc_step *steps[] = {&good, &bad};
    test_agent_run run;
    ptc_text text;

    test_agent_start(&run, "x");
    good.result = test_value(&run, "{:count 2 :_ids [1 2]}");
    ptc_text_init(&text, &run.arena);
    ptc_step_print_chain(&text, steps, 2, 0);
    expect_text(text.ptr, expected);
    test_agent_stop(&run);
}

Test(step_print, texts_without_turns)
{
    ptc_trace none = {.turn_count = 0};
    ptc_step step = {.is_ok = true};
    test_agent_run run;

    test_agent_start(&run, "x");
    run.step = &step;
    expect_text(printed(&run, 0),
                "No trace available (trace: false or run succeeded with on_error)\n");
    step.trace = &none;
    expect_text(printed(&run, 0), "Empty trace\n");
    test_agent_stop(&run);
}

/* Columns of the widest line; nothing in it may control a terminal. */
static size_t widest(const char *text)
{
    size_t most = 0;
    size_t columns = 0;
    size_t len = strlen(text);

    for (size_t at = 0; at < len;) {
        uint32_t code_point;
        size_t used = ptc_utf8_decode(text + at, len - at, &code_point);

        cr_assert(used > 0);
        at += used;
        if (code_point == '\n') {
            columns = 0;
            continue;
        }
        cr_expect(code_point >= 0x20 && (code_point < 0x7F || code_point > 0x9F) &&
                      (code_point < 0x202A || code_point > 0x202E),
                  "U+%04X", (unsigned)code_point);
        columns += code_point >= 0x4E00 && code_point <= 0x9FFF ? 2 : 1;
        most = columns > most ? columns : most;
    }
    return most;
}

Test(step_print, lines_end_at_eighty_columns)
{
    static const unsigned options[] = {0, PTC_TRACE_ASCII,
                                       PTC_TRACE_RAW | PTC_TRACE_MESSAGES |
                                           PTC_TRACE_SYSTEM | PTC_TRACE_USAGE};
    test_agent_run run;

    test_agent_start(&run,
                     "界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界"
                     "界界界界界界界界界界\x1B[2J\xE2\x80\xAE and more");
    test_agent_replies(
        &run,
        "(do (println \"\x1B[31m\xC2\x9B!\") \"0123456789012345678901234567"
        "89012345678901234567890123456789012345678901234567890123456789\")",
        "(return (vec (range 200)))", NULL);
    test_agent_go(&run);
    for (size_t i = 0; i < 3; i++)
        cr_expect_eq(widest(printed(&run, options[i])), (size_t)80, "row %zu: %zu", i,
                     widest(printed(&run, options[i])));
    test_agent_stop(&run);
}

/* Asked for, whole lines are shown, still without anything that controls a terminal. */
Test(step_print, lines_of_any_length)
{
    static const unsigned options[] = {0, PTC_TRACE_RAW, PTC_TRACE_MESSAGES};
    test_agent_run run;

    test_agent_start(&run, "Go\xE2\x80\xAE on");
    test_agent_replies(
        &run,
        "(fail (str \"\x1B[31m\" (apply str (repeat 30 \"as long as this \")) \"!end\"))",
        NULL);
    test_agent_go(&run);
    for (size_t i = 0; i < 3; i++) {
        const char *text = printed(&run, options[i] | PTC_TRACE_FULL);

        cr_expect(widest(text) > 480, "row %zu: %zu", i, widest(text));
        cr_expect(strstr(text, "as long as this !end") != NULL, "%s", text);
        cr_expect(strstr(printed(&run, options[i]), "this !end") == NULL);
    }
    test_agent_stop(&run);
}

Test(step_print, agents_are_inspected) /* M416, M417 */
{
    ptc_system_prompt system = {.prefix = PTC_STR("secret prefix")};
    test_agent_run run;
    ptc_value context;
    ptc_text text;

    run_emails(&run, &context);
    run.agent.system_prompt = &system;
    run.agent.name = "finder";
    run.agent.token_limit = 900;
    run.agent.max_request_bytes = 70;
    run.agent.llm_options_text = PTC_STR("{\"never\":\"shown\"}");
    ptc_text_init(&text, &run.arena);
    ptc_agent_inspect(&text, &run.agent, 0, 0);
    cr_expect_str_eq(text.ptr, "agent: finder\n"
                               "  prompt: Find urgent emails for {{user}}\n"
                               "  tool: list_emails\n"
                               "  token_limit: 900\n"
                               "  max_request_bytes: 70\n");
    cr_expect(strstr(inspected(&run, 0, 0), "Let me look") == NULL); /* M419, M420 */
    cr_expect(strstr(inspected(&run, 0, PTC_TRACE_RAW), "Let me look") != NULL);
    ptc_agent_inspect(&text, &run.agent, 0, PTC_TRACE_SYSTEM);
    cr_expect(strstr(text.ptr, "  prefix: secret prefix\n") != NULL);
    cr_expect_eq(strlen(run.step->trace_id), (size_t)32);
    cr_expect_str_eq(run.step->parent_trace_id, "");
    test_agent_stop(&run);
}
