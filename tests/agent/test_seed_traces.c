/* SPDX-License-Identifier: MIT */
/*
 * The examples of the documents about what goes into runs of agents and what is seen of
 * them: templates, the callback of models, replies, memory, limits, traces,
 * previews, events, configuration. [subagent 4-14]
 */
#include <criterion/criterion.h>

#include "stage.h"

#include <stdio.h>

static char emails[] =
    "[{\"id\":1,\"subject\":\"Urgent\"},{\"id\":2,\"subject\":\"Hello\"}]";

static ptc_status break_down(ptc_tool_call *call, void *user)
{
    (void)user;
    call->message = "the line is dead";
    return PTC_ERROR_INVALID;
}

static const ptc_tool list_emails_tool = {
    .name = "list_emails", .function = stage_say, .user = emails};
static const ptc_tool broken_tool = {.name = "broken", .function = break_down};
static const ptc_agent_tool email_tools[] = {
    {.name = "list_emails", .function = &list_emails_tool}};
static const ptc_agent plain = AGENT("Go");

/* --- Templates --------------------------------------------------------------------- */

Test(seed_traces, templates) /* M089, M090, M321, M322, M323 */
{
    static const ptc_agent agent =
        AGENT("{{name}} of {{a.b}}:{{#list}} {{.}}{{/list}}!", .max_turns = 1);
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", CODE("1"), CODE("1"));
    cr_expect(
        stage_run(&s, &agent, "{\"name\":\"N\",\"a\":{\"b\":2},\"list\":[\"x\",\"y\"]}"));
    EQUAL(s.asked[0].prompt, "N of 2: x y!");
    cr_expect(stage_run(&s, &agent, "{\"name\":\"N\",\"a\":{\"b\":2},\"list\":[]}"));
    EQUAL(s.asked[1].prompt, "N of 2:!");
    stage_stop(&s);
}

Test(seed_traces, placeholders_are_checked_at_registration) /* M031, M099, M315, M324 */
{
    ptc_llm_tool greet = {.prompt = WORDS("Hello {{name}}")};
    ptc_agent_tool tools[] = {{.name = "greet", .llm_tool = &greet}};
    ptc_agent agent = AGENT("Go", TOOLS(tools));
    const ptc_agent_fault *faults;
    size_t count;
    stage s;

    stage_start(&s);
    greet.signature = stage_signature(&s, "(name :string) -> {greeting :string}");
    cr_expect(ptc_agent_check(&s.arena, &agent, &faults, &count) == PTC_OK && count == 0);
    greet.prompt = PTC_STR("Hello {{unknown}}");
    cr_expect(ptc_agent_check(&s.arena, &agent, &faults, &count) == PTC_ERROR_INVALID);
    cr_assert(count == 1);
    EQUAL(stage_text(&s, faults[0].error.code), "template_error");
    HAS(stage_text(&s, faults[0].error.message),
        "placeholder {{unknown}} not found in signature");
    stage_stop(&s);
}

/* --- The callback of models -------------------------------------------------------- */

Test(seed_traces, what_models_are_given) /* M328, M329, M330, M331, M332 */
{
    static const ptc_agent agent = AGENT("Find {{x}}", TOOLS(email_tools));
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(+ 1 2)", "(return 3)");
    cr_expect(stage_run(&s, &agent, "{\"x\":\"it\"}"));
    cr_assert(s.asked_count == 2);
    cr_expect(s.asked[0].turn == 1 && s.asked[1].turn == 2);
    cr_expect(s.asked[0].message_count == 1 && s.asked[1].message_count == 3);
    EQUAL(s.asked[0].prompt, "Find it");
    EQUAL(s.asked[1].prompt, "Find it");
    HAS(s.asked[0].first, "Find it");
    EQUAL(s.asked[0].tools, "list_emails return fail");
    EQUAL(s.asked[1].system, s.asked[0].system);
    HAS(s.asked[1].last, "3");
    stage_stop(&s);
}

/* M032, M069, M070, M337, M338, M339, M340, M341, M342 */
Test(seed_traces, the_six_parts_of_a_system_prompt)
{
    static const char *const parts[] = {
        "PTC-Lisp",     "(call \"",   "memory/put",
        "ctx/fail",     "ctx/count",  "## Tools you can call",
        "list_emails(", "```clojure",
    };
    static const ptc_agent agent = AGENT("Go", TOOLS(email_tools));
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(return 1)");
    cr_expect(stage_run(&s, &agent, "{\"count\":42}"));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        HAS(s.asked[0].system, parts[i]);
    stage_stop(&s);
}

Test(seed_traces, replies) /* M348, M349, M350, M351 */
{
    static const struct {
        const char *replies[3];
        const char *outcome;
        const char *feedback;
    } rows[] = {
        {{"I will.\n```clojure\n(return 1)\n```\nDone."}, "1", NULL},
        {{"```lisp\n(return 2)\n```"}, "2", NULL},
        {{"(return 3)"}, "3", NULL},
        {{"```clojure\n(def a 1)\n```\nthen\n```clojure\n(return (+ a 3))\n```"},
         "4",
         NULL},
        {{"I think it is 5.", "(return 5)"}, "5", "```clojure"},
    };
    stage s;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        stage_start(&s);
        stage_model_add(&s, "llm", rows[i].replies);
        cr_expect(stage_run(&s, &plain, NULL), "row %zu: %s", i, stage_outcome(&s));
        stage_expect(&s, rows[i].outcome);
        if (rows[i].feedback != NULL) { /* M383 */
            HAS(s.asked[1].last, rows[i].feedback);
            cr_assert(s.step->trace->turn_count == 2);
            cr_expect(s.step->trace->turns[0].type == PTC_TURN_NO_CODE);
        }
        stage_stop(&s);
    }
}

/* --- Memory and limits ------------------------------------------------------------- */

Test(seed_traces, memory) /* M354, M355, M356, M357, M358 */
{
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(memory/put :key 7) (defn twice [x] (* 2 x)) nil",
          "(def n (twice (memory/get :key)))", "(return [memory/key n])");
    cr_expect(stage_run(&s, &plain, NULL));
    stage_expect(&s, "[7 14]");
    EQUAL(stage_edn(&s, stage_member(&s.step->memory, "key")), "7");
    EQUAL(stage_edn(&s, stage_member(&s.step->memory, "n")), "14");
    stage_stop(&s);
}

Test(seed_traces, limits) /* M360, M361, M362, M363 */
{
    static const ptc_agent small = AGENT("Go", .memory_limit = 50);
    static const ptc_agent few = AGENT("Go", .turn_budget = 2);
    static const ptc_agent level_2 =
        AGENT("Go", .name = "c", SIGNATURE("() -> :any"), .max_turns = 2);
    static const ptc_agent_tool tools_2[] = {{.name = "c", .agent = &level_2}};
    static const ptc_agent level_1 =
        AGENT("Go", .name = "b", SIGNATURE("() -> :any"), TOOLS(tools_2));
    static const ptc_agent_tool tools_1[] = {{.name = "b", .agent = &level_1}};
    static const ptc_agent top = AGENT("Go", TOOLS(tools_1), .max_depth = 2);
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(memory/put :text (apply str (repeat 100 \"x\")))", "(return 1)");
    cr_expect(!stage_run(&s, &small, NULL));
    cr_expect(stage_failed(&s, "memory_limit_exceeded"), "%s", stage_outcome(&s));
    HAS(stage_outcome(&s), "bytes > 50 bytes");
    stage_stop(&s);

    stage_start(&s);
    MODEL(&s, "llm", CODE("1"), CODE("2"), CODE("3"));
    cr_expect(!stage_run(&s, &few, NULL));
    cr_expect(stage_failed(&s, "turn_budget_exhausted"), "%s", stage_outcome(&s));
    cr_expect(s.step->usage.turns == 2 && s.step->trace->turn_count == 2);
    stage_stop(&s);

    stage_start(&s);
    MODEL(&s, "llm", "(return (call \"b\" {}))", "(return (call \"c\" {}))",
          "(return (:message ctx/fail))", "(return 0)");
    cr_expect(stage_run(&s, &top, NULL), "%s", stage_outcome(&s));
    HAS(stage_outcome(&s), "Nesting depth limit exceeded: 2 >= 2");
    stage_stop(&s);
}

/* --- Traces ------------------------------------------------------------------------ */

/* M369, M370, M371, M372, M373, M374, M375, M376, M377, M378, M379, M380, M382, M384,
 * M385, M439 */
Test(seed_traces, what_a_trace_holds)
{
    const ptc_trace_turn *turn;
    stage s;

    stage_start(&s);
    s.takes_ms = 245;
    {
        static const ptc_agent agent = AGENT("Find {{x}}", TOOLS(email_tools));

        MODEL(&s, "llm", "#150/89 (def mails (call \"list_emails\" {:user \"alice\"}))",
              "#10/1 (return (count mails)",
              "#20/2 ```clojure\n(return (count mails))\n```");
        cr_expect(stage_run(&s, &agent, "{\"x\":\"it\"}"));
    }
    cr_assert(s.step->trace != NULL && s.step->trace->turn_count == 3);
    cr_expect(s.step->trace->duration_ms == 735);
    cr_expect(s.step->trace->input_tokens == 180 && s.step->trace->output_tokens == 92);
    turn = &s.step->trace->turns[0];
    cr_expect(turn->turn == 1 && turn->duration_ms == 245 && turn->is_good);
    cr_expect(turn->timestamp_ms == 1767225600000);
    EQUAL(stage_text(&s, turn->system), s.asked[0].system);
    cr_expect(turn->message_count == 1);
    EQUAL(stage_text(&s, turn->expanded_template), "Find it");
    HAS(stage_text(&s, turn->llm_response), "list_emails");
    EQUAL(stage_text(&s, turn->source),
          "(def mails (call \"list_emails\" {:user \"alice\"}))");
    cr_expect(turn->ast.len == 0 && turn->context_snapshot.kind == PTC_NIL &&
              turn->memory.kind == PTC_NIL);
    cr_assert(turn->call_count == 1);
    EQUAL(stage_text(&s, turn->calls[0].name), "list_emails");
    HAS(stage_edn(&s, &turn->calls[0].args), "alice");
    HAS(stage_edn(&s, &turn->calls[0].result), "Urgent");
    cr_expect(turn->calls[0].error.len == 0);
    cr_expect(turn->input_tokens == 150 && turn->output_tokens == 89);
    turn = &s.step->trace->turns[1];
    cr_expect(turn->parse_error.len > 0 && !turn->is_good);
    EQUAL(stage_text(&s, turn->error.reason), "parse_error");
    turn = &s.step->trace->turns[2];
    EQUAL(stage_edn(&s, &turn->result), "2");
    cr_expect(turn->is_return);
    stage_stop(&s);
}

Test(seed_traces, debug) /* M221, M381, M387, M388, M389 */
{
    static char long_text[] =
        "[\"0123456789012345678901234567890123456789012345678901234567890123456789\","
        " \"0123456789012345678901234567890123456789012345678901234567890123456789\","
        " \"0123456789012345678901234567890123456789012345678901234567890123456789\","
        " \"the end\"]";
    static const ptc_tool tell = {
        .name = "tell", .function = stage_say, .user = long_text};
    static const ptc_agent_tool tools[] = {{.name = "tell", .function = &tell}};
    static const ptc_agent agent = AGENT("Go", TOOLS(tools));
    const ptc_trace_turn *turn;
    stage s;

    for (int debug = 0; debug < 2; debug++) {
        stage_start(&s);
        s.options.debug = debug;
        MODEL(&s, "llm", "(def t (call \"tell\" {}))", "(return ctx/n)");
        cr_expect(stage_run(&s, &agent, "{\"n\":3}"));
        turn = &s.step->trace->turns[0];
        cr_expect((turn->memory.kind == PTC_MAP) == debug);
        cr_expect((turn->context_snapshot.kind == PTC_MAP) == debug);
        cr_expect((strstr(stage_edn(&s, &turn->calls[0].result), "the end") != NULL) ==
                  debug);
        stage_stop(&s);
    }
}

Test(seed_traces, kept_traces) /* M222, M391 */
{
    static const struct {
        ptc_trace_mode mode;
        bool kept[2]; /* of good and of failed runs */
    } rows[] = {{PTC_TRACE_MODE_KEEP, {true, true}},
                {PTC_TRACE_MODE_ON_ERROR, {false, true}},
                {PTC_TRACE_MODE_NONE, {false, false}}};
    ptc_text text;
    stage s;

    for (size_t i = 0; i < 6; i++) {
        stage_start(&s);
        s.options.trace = rows[i / 2].mode;
        MODEL(&s, "llm", i % 2 == 0 ? "(return 1)" : "(fail \"no\")");
        cr_expect(stage_run(&s, &plain, NULL) == (i % 2 == 0));
        cr_expect((s.step->trace != NULL) == rows[i / 2].kept[i % 2], "%zu", i);
        ptc_text_init(&text, &s.arena);
        ptc_step_print_trace(&text, s.step, 0);
        if (s.step->trace == NULL)
            HAS(stage_text(&s, ptc_text_view(&text)), "No trace available");
        stage_stop(&s);
    }
}

/* The box of the documents. M390 */
Test(seed_traces, print_trace)
{
    static const ptc_agent agent =
        AGENT("Find urgent emails for {{user}}", TOOLS(email_tools));
    static const char wanted[] =
        "┌─ Turn 1 ─────────────────────────────────────\n"
        "│ Prompt: Find urgent emails for alice@example.com\n"
        "│ Program:\n"
        "│   (let [emails (call \"list_emails\" {:user ctx/user})]\n"
        "│     (call \"return\" {:count (count emails) :ids (map :id emails)}))\n"
        "│ Tools:\n"
        "│   → list_emails(";
    ptc_text text;
    const char *got;
    stage s;

    stage_start(&s);
    s.takes_ms = 245;
    MODEL(&s, "llm",
          "#150/89 ```clojure\n(let [emails (call \"list_emails\" {:user ctx/user})]\n"
          "  (call \"return\" {:count (count emails) :ids (map :id emails)}))\n```");
    cr_expect(stage_run(&s, &agent, "{\"user\":\"alice@example.com\"}"));
    ptc_text_init(&text, &s.arena);
    ptc_step_print_trace(&text, s.step, 0);
    got = stage_text(&s, ptc_text_view(&text));
    cr_expect(strncmp(got, wanted, sizeof wanted - 1) == 0, "%s", got);
    HAS(got, "│     ← [");
    HAS(got, "│ Result: {:count 2");
    HAS(got, "│ Duration: 245ms | Tokens: 150 in / 89 out\n"
             "└──────────────────────────────────────────────\n");
    stage_stop(&s);
}

Test(seed_traces, chains_and_children) /* M413, M414, M415 */
{
    static const ptc_agent child =
        AGENT("Think", .name = "child", SIGNATURE("() -> :int"));
    static const ptc_agent_tool tools[] = {{.name = "child_agent", .agent = &child}};
    static const ptc_agent parent = AGENT("Go", TOOLS(tools));
    static const ptc_agent next = AGENT("Go on");
    const ptc_step *steps[2];
    const ptc_step *inner;
    ptc_text text;
    stage s;

    stage_start(&s);
    MODEL(&s, "llm", "(return {:n (call \"child_agent\" {})})", "(return 6)",
          "(fail {:reason :tired :message \"no more\"})");
    cr_assert(ptc_agent_run(&s.arena, &parent, &s.options, &steps[0]) == PTC_OK);
    cr_assert(ptc_agent_then(&s.arena, steps[0], &next, &s.options, &steps[1]) != PTC_OK);
    cr_expect(steps[0]->trace != steps[1]->trace && steps[1]->trace->turn_count == 1);
    inner = steps[0]->trace->turns[0].calls[0].child;
    cr_assert(inner != NULL && inner->trace != NULL);
    EQUAL(stage_edn(&s, &inner->result), "6");
    EQUAL(inner->parent_trace_id, steps[0]->trace_id); /* M416 */
    ptc_text_init(&text, &s.arena);
    ptc_step_print_chain(&text, steps, 2, 0);
    HAS(stage_text(&s, ptc_text_view(&text)), "✓ Step 1/2");
    HAS(stage_text(&s, ptc_text_view(&text)), "✗ Step 2/2");
    HAS(stage_text(&s, ptc_text_view(&text)), "no more");
    stage_stop(&s);
}

/* --- Previews ---------------------------------------------------------------------- */

Test(seed_traces, preview) /* M392, M393, M394, M395, M396, M397 */
{
    ptc_tool list = list_emails_tool;
    ptc_agent_tool tools[] = {{.name = "list_emails", .function = &list}};
    ptc_agent agent =
        AGENT("Find emails for {{user}} from {{sender}}",
              SIGNATURE("(user :string, sender :string) -> {count :int}"), TOOLS(tools));
    ptc_preview preview;
    ptc_value context;
    ptc_fail fail;
    stage s;

    stage_start(&s);
    list.signature = stage_signature(&s, "(user :string) -> [{id :int}]");
    list.description = "Lists emails";
    context = stage_json(&s, "{\"user\":\"alice\",\"sender\":\"bob@example.com\"}");
    s.options.context = &context;
    cr_assert(ptc_agent_preview(&s.arena, &agent, &s.options, &preview, &fail) == PTC_OK);
    HAS(stage_text(&s, preview.system), "ctx/user");
    HAS(stage_text(&s, preview.system), "ctx/sender");
    EQUAL(stage_text(&s, preview.user), "Find emails for alice from bob@example.com");
    cr_assert(preview.tool_count == 1);
    EQUAL(stage_text(&s, preview.tools[0].name), "list_emails");
    EQUAL(stage_text(&s, preview.tools[0].signature), "(user :string) -> [{id :int}]");
    EQUAL(stage_text(&s, preview.tools[0].description), "Lists emails");
    /* Byte by byte what a run sends. */
    MODEL(&s, "llm", "(return {:count 0})");
    cr_expect(
        stage_run(&s, &agent, "{\"user\":\"alice\",\"sender\":\"bob@example.com\"}"));
    EQUAL(stage_text(&s, preview.system), s.asked[0].system);
    EQUAL(stage_text(&s, preview.user), s.asked[0].first);
    stage_stop(&s);
}

/* --- Events ------------------------------------------------------------------------ */

Test(seed_traces, events) /* M399, M401, M402, M403, M404, M405, M440 */
{
    static const ptc_agent_tool tools[] = {
        {.name = "list_emails", .function = &list_emails_tool},
        {.name = "broken", .function = &broken_tool}};
    static const ptc_agent agent = AGENT("Go", TOOLS(tools));
    static const char *const wanted[] = {
        "run.start", "turn.start", "llm.start",      "llm.stop",  "tool.start",
        "tool.stop", "tool.start", "tool.exception", "turn.stop", "turn.start",
        "llm.start", "llm.stop",   "turn.stop",      "run.stop",
    };
    size_t count = sizeof wanted / sizeof *wanted;
    stage s;

    stage_start(&s);
    stage_listen(&s);
    MODEL(&s, "llm", "(do (call \"list_emails\" {}) (call \"broken\" {}))", "(return 1)");
    cr_expect(stage_run(&s, &agent, NULL));
    cr_expect(s.event_count == count, "%zu", s.event_count);
    for (size_t i = 0; i < count && i < s.event_count; i++)
        HAS(s.events[i], wanted[i]);
    HAS(s.asked[1].last, "Tool 'broken' failed: the line is dead");
    stage_stop(&s);
}

/* Who caused what: each span names the one above it. */
typedef struct span {
    ptc_event_kind kind;
    char id[9];
    char parent[9];
} span;

typedef struct spans {
    span items[32];
    size_t count;
} spans;

static void note_span(const ptc_event *event, void *user)
{
    spans *all = user;
    span *noted = &all->items[all->count++];

    cr_assert(all->count <= 32);
    noted->kind = event->kind;
    snprintf(noted->id, sizeof noted->id, "%s", event->span_id);
    snprintf(noted->parent, sizeof noted->parent, "%s", event->parent_span_id);
}

static const span *span_of(const spans *all, ptc_event_kind kind)
{
    for (size_t i = 0; i < all->count; i++) {
        if (all->items[i].kind == kind)
            return &all->items[i];
    }
    cr_assert(false, "no event %s", ptc_event_name(kind));
    return NULL;
}

Test(seed_traces, spans) /* M409 */
{
    static const ptc_agent agent = AGENT("Go", TOOLS(email_tools));
    spans all = {.count = 0};
    stage s;

    stage_start(&s);
    cr_assert(ptc_host_attach(s.host, "spans", NULL, 0, note_span, &all) == PTC_OK);
    MODEL(&s, "llm", "(return (call \"list_emails\" {}))");
    cr_expect(stage_run(&s, &agent, NULL));
    EQUAL(span_of(&all, PTC_EVENT_RUN_START)->parent, "");
    EQUAL(span_of(&all, PTC_EVENT_TURN_START)->parent,
          span_of(&all, PTC_EVENT_RUN_START)->id);
    EQUAL(span_of(&all, PTC_EVENT_LLM_START)->parent,
          span_of(&all, PTC_EVENT_TURN_START)->id);
    EQUAL(span_of(&all, PTC_EVENT_TOOL_START)->parent,
          span_of(&all, PTC_EVENT_TURN_START)->id);
    EQUAL(span_of(&all, PTC_EVENT_TOOL_STOP)->id,
          span_of(&all, PTC_EVENT_TOOL_START)->id);
    EQUAL(span_of(&all, PTC_EVENT_RUN_STOP)->id, span_of(&all, PTC_EVENT_RUN_START)->id);
    stage_stop(&s);
}

/* No memory is a fault of the host: there is no step, and handlers are called. M400 */
Test(seed_traces, runs_without_memory)
{
    ptc_arena arena;
    bool is_told = false;
    stage s;

    stage_start(&s);
    stage_listen(&s);
    MODEL(&s, "llm", "(return (vec (range 50000)))");
    ptc_arena_init(&arena, NULL, (size_t)1 << 18);
    cr_expect(ptc_agent_run(&arena, &plain, &s.options, &s.step) == PTC_ERROR_MEMORY);
    cr_expect(s.step == NULL);
    for (size_t i = 0; i < s.event_count; i++)
        is_told = is_told || strstr(s.events[i], "run.exception") != NULL;
    cr_expect(is_told);
    ptc_arena_free(&arena);
    stage_stop(&s);
}

/* Handlers are called, and that is all. */
static void meddle(const ptc_event *event, void *user)
{
    stage *s = user;

    s->event_count++;
    cr_expect(event->agent != NULL);
    cr_expect(ptc_host_detach(s->host, "meddler") == PTC_ERROR_ARGUMENT);
}

Test(seed_traces, handlers_change_nothing) /* M406 */
{
    size_t requests[2];
    stage s;

    for (int with = 0; with < 2; with++) {
        stage_start(&s);
        if (with)
            cr_assert(ptc_host_attach(s.host, "meddler", NULL, 0, meddle, &s) == PTC_OK);
        s.options.collect_messages = true;
        MODEL(&s, "llm", "(def a 1)", "(return (inc a))");
        cr_expect(stage_run(&s, &plain, NULL));
        stage_expect(&s, "2");
        cr_expect((s.event_count > 0) == with);
        requests[with] = s.asked_count;
        cr_assert(s.step->message_count == 4); /* M506: to the last reply */
        HAS(stage_text(&s, s.step->messages[1].content), "(def a 1)");
        stage_stop(&s);
    }
    cr_expect(requests[0] == requests[1]);
}

/* --- Configuration ----------------------------------------------------------------- */

Test(seed_traces, attempts) /* M203, M424, M425, M426, M427, M428 */
{
    static const struct {
        ptc_llm_retry retry;
        uint64_t slept_ms;
        bool is_good;
    } rows[] = {
        {{3, PTC_BACKOFF_EXPONENTIAL, 100, 0, UINT32_MAX, 0}, 300, true},
        {{3, PTC_BACKOFF_LINEAR, 100, 0, UINT32_MAX, 0}, 300, true},
        {{3, PTC_BACKOFF_CONSTANT, 100, 0, UINT32_MAX, 0}, 200, true},
        {{2, PTC_BACKOFF_CONSTANT, 100, 0, UINT32_MAX, 0}, 100, false},
        {{3, PTC_BACKOFF_LINEAR, 100, 0, UINT32_MAX, 1u << PTC_LLM_TIMEOUT}, 100, false},
    };
    stage s;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_agent agent = AGENT("Go", .retry = rows[i].retry);

        stage_start(&s);
        MODEL(&s, "llm", "!timeout late", "!rate_limit no", "(return 1)");
        cr_expect(stage_run(&s, &agent, NULL) == rows[i].is_good, "row %zu", i);
        cr_expect(s.slept_ms == rows[i].slept_ms, "row %zu: %d", i, (int)s.slept_ms);
        if (!rows[i].is_good)
            cr_expect(stage_failed(&s, "llm_error"));
        else
            cr_expect(s.step->usage.turns == 1);
        stage_stop(&s);
    }
}

Test(seed_traces, registry_of_a_run) /* M422 */
{
    stage s;
    ptc_llm registry[1];

    stage_start(&s);
    MODEL(&s, "gpt4", "(return :of_the_host)");
    cr_expect(stage_run(&s, &plain, NULL));
    stage_expect(&s, ":of_the_host");
    stage_stop(&s);

    stage_start(&s);
    MODEL(&s, "haiku", "(return :of_the_run)");
    registry[0] = (ptc_llm){"gpt4", NULL, NULL};
    s.options.registry = registry;
    s.options.registry_count = 1;
    cr_expect(!stage_run(&s, &plain, NULL));
    cr_expect(stage_failed(&s, "invalid_llm_registry"), "%s", stage_outcome(&s));
    stage_stop(&s);
}
