/* SPDX-License-Identifier: MIT */
/* What must not leave the host does not: a key and a firewalled value are put wherever a
 * run takes data, and looked for wherever it gives some. [subagent 13, signature 10] */
#include <criterion/criterion.h>

#include "agents.h"

#define CANARY_KEY   "sk-canary-5b1e77aa90"
#define CANARY_VALUE "canary-value-31c4"

typedef struct canary {
    test_agent_run run;
    ptc_text log;
    ptc_text events; /* what they say in words; their values are the host's own */
} canary;

static bool canary_line(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    ptc_text_byte(user, '\n');
    return true;
}

static void expect_clean(const char *where, ptc_str text)
{
    static const char *const canaries[] = {CANARY_KEY, CANARY_VALUE};

    for (size_t c = 0; c < 2; c++) {
        size_t len = strlen(canaries[c]);

        for (size_t i = 0; i + len <= text.len; i++)
            cr_expect(memcmp(text.ptr + i, canaries[c], len) != 0, "%s has %s: %.*s",
                      where, canaries[c], (int)(text.len - i < 80 ? text.len - i : 80),
                      text.ptr + i);
    }
}

static ptc_status canary_tool(ptc_tool_call *call, void *user)
{
    static const char json[] = "{\"id\": 1, \"_secret\": \"" CANARY_VALUE "\", "
                               "\"deep\": [{\"_secret\": \"" CANARY_VALUE "\"}]}";

    (void)user;
    return ptc_json_read(call->arena, json, sizeof json - 1, NULL, &call->result, NULL,
                         NULL);
}

static const ptc_tool tool = {.name = "look", .function = canary_tool};

/* The child gives the firewalled value on; its parent keeps, fails and returns it. */
static const ptc_agent child = {
    .struct_size = sizeof child,
    .name = "child",
    .prompt = PTC_STR_INIT("Give it on"),
    .signature_text = PTC_STR_INIT("(id :int) -> {id :int, _secret :string}"),
};
static const ptc_agent_tool tools[] = {{.name = "look", .function = &tool},
                                       {.name = "child", .agent = &child}};

static void canary_run(canary *all, bool debug, ptc_value *context)
{
    test_agent_run *run = &all->run;

    test_agent_start(run, "Look");
    ptc_text_init(&all->log, &run->arena);
    *context = test_value(run, "{:_secret \"" CANARY_VALUE "\" :n 1}");
    run->agent.tools = tools;
    run->agent.tool_count = 2;
    run->agent.max_turns = 8;
    run->agent.signature_text = PTC_STR("() -> {ok :bool, _secret :string}");
    run->options.context = context;
    run->options.log = canary_line;
    run->options.log_user = &all->log;
    run->options.debug = debug;
    run->options.collect_messages = true;
    run->options.llm_options =
        test_value(run, "{\"api_key\" \"" CANARY_KEY "\" \"temperature\" 0}");
    test_agent_replies(
        run, "(def a (tool/look {:_secret ctx/_secret}))", "a",
        "(def b (tool/child {:id 1}))", "(return {:id 1 :_secret ctx/_none})",
        "(return {:id 1 :_secret \""
        "x"
        "\"})",
        "{:keep a :_secret (:_secret a)}", "(return {:ok 1 :_secret (:_secret a)})",
        "(return {:ok true :_secret (:_secret a)})", NULL);
    test_agent_go(run);
}

static void expect_all_clean(canary *all)
{
    static const unsigned options[] = {0, PTC_TRACE_ASCII | PTC_TRACE_COLOR,
                                       PTC_TRACE_MESSAGES | PTC_TRACE_SYSTEM |
                                           PTC_TRACE_RAW | PTC_TRACE_USAGE};
    test_agent_run *run = &all->run;
    ptc_text text;

    expect_clean("the log", ptc_text_view(&all->log));
    ptc_text_init(&text, &run->arena);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        ptc_step_print_trace(&text, run->step, options[i]);
        ptc_step_inspect(&text, run->step, 0, options[i]);
        ptc_step_print_chain(&text, &run->step, 1, options[i]);
        cr_expect(ptc_step_write_json(&text, run->step, options[i]) == PTC_OK);
    }
    ptc_step_write_error(&text, run->step);
    ptc_agent_inspect(&text, &run->agent, 0, 0);
    expect_clean("what is printed", ptc_text_view(&text));
    for (size_t i = 0; i < run->asked && i < TEST_RUN_REPLIES; i++) {
        expect_clean("a system prompt", run->systems[i]);
        expect_clean("a message", run->last[i]);
    }
}

Test(agent_canary, nothing_leaves_the_host) /* M034, M419 */
{
    for (int debug = 0; debug < 2; debug++) {
        const ptc_value *secret;
        ptc_value context;
        canary all;

        canary_run(&all, debug, &context);
        cr_assert(all.run.step->is_ok, "%s", test_cstr(all.run.step->fail.message));
        cr_expect_eq(all.run.asked, (size_t)8);
        expect_all_clean(&all);
        /* The step itself is complete. */
        cr_assert(all.run.step->result.kind == PTC_MAP);
        secret =
            ptc_map_find_field(all.run.step->result.as.map, PTC_STR("_secret"), 0) == NULL
                ? NULL
                : &ptc_map_find_field(all.run.step->result.as.map, PTC_STR("_secret"), 0)
                       ->value;
        cr_assert(secret != NULL && secret->kind == PTC_STRING);
        cr_expect(ptc_str_equal(ptc_value_text(secret), PTC_STR(CANARY_VALUE)));
        test_agent_stop(&all.run);
    }
}

static ptc_status canary_fail(const ptc_llm_request *request, ptc_llm_reply *reply,
                              void *user)
{
    (void)request;
    ((test_agent_run *)user)->asked++;
    reply->fault = PTC_LLM_CLIENT_ERROR;
    reply->message =
        PTC_STR("401 from https://me:" CANARY_VALUE "@host/v1?key=" CANARY_KEY
                ": Authorization: Bearer " CANARY_VALUE " api_key=" CANARY_VALUE
                ", bad key " CANARY_KEY);
    return PTC_ERROR_INVALID;
}

Test(agent_canary, messages_of_models_lose_their_keys)
{
    canary all;

    test_agent_start(&all.run, "Look");
    ptc_text_init(&all.log, &all.run.arena);
    all.run.llm.call = canary_fail;
    all.run.options.log = canary_line;
    all.run.options.log_user = &all.log;
    all.run.options.llm_options =
        test_value(&all.run, "{\"api_key\" \"" CANARY_KEY "\"}");
    test_agent_go(&all.run);
    test_expect_fail(&all.run, "llm_error",
                     "LLM call failed: 401 from https://host/v1? Authorization: Bearer "
                     "<redacted> api_key=<redacted>, bad key <redacted>");
    expect_all_clean(&all);
    test_agent_stop(&all.run);
}

/* --- Failures, tools and events --------------------------------------------------------
 */

static void canary_event(const ptc_event *event, void *user)
{
    const ptc_str texts[] = {event->status,   event->program, event->system,
                             event->response, event->tool,    event->error};
    ptc_text *text = user;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ptc_text_str(text, texts[i]);
        ptc_text_byte(text, '\n');
    }
    for (size_t i = 0; i < event->message_count; i++)
        ptc_text_str(text, event->messages[i].content);
    if (event->step != NULL)
        ptc_step_write_error(text, event->step);
}

/* A contract that neither the tool nor the programs keep. */
static void read_signature(ptc_arena *arena, ptc_schema *out)
{
    ptc_source source = {PTC_STR("strict"),
                         PTC_STR("(ids [:any]) -> {id :int, _secret :int}")};
    ptc_diags diags;

    ptc_diags_init(&diags, arena);
    cr_assert(ptc_signature_read(arena, &source, NULL, &diags, out) == PTC_OK);
}

static uint64_t canary_clock(void *user)
{
    (void)user;
    return 0;
}

Test(agent_canary, failures_and_errors_of_tools_say_nothing) /* M034, M419 */
{
    static const struct {
        const char *program;
        const char *reason; /* that the run ends with; NULL: it goes on */
    } rows[] = {
        {"(tool/strict {:ids [1]})", NULL}, /* what it gives does not fit */
        {"(tool/strict {:ids ctx/_all})", NULL},
        {"(tool/strict {:ids [{:_secret ctx/_secret}]})", NULL},
        {"(tool/child {:id {:_secret ctx/_secret}})", NULL},
        {"(fail {:reason :no :message \"m\" :details {:_x ctx/_secret}})", "no"},
        {"(fail {:reason :no :details {:deep [ctx/_all]} :_y ctx/_secret})", "no"},
        {"(fail ctx/_all)", "failed"},
        {"(fail {:message {:_x ctx/_secret}})", "failed"},
        {"(return {:ok {:_x ctx/_secret} :_secret [ctx/_secret]})", NULL},
    };

    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        ptc_host_options host_options = {.struct_size = sizeof host_options,
                                         .clock = canary_clock};
        test_agent_run *run;
        ptc_value context;
        ptc_host *host;
        ptc_tool strict = {.name = "strict", .function = canary_tool};
        const ptc_agent_tool more[] = {{.name = "look", .function = &tool},
                                       {.name = "strict", .function = &strict},
                                       {.name = "child", .agent = &child}};
        ptc_schema schema;
        canary all;

        run = &all.run;
        test_agent_start(run, "Look");
        read_signature(&run->arena, &schema);
        strict.signature = &schema;
        ptc_text_init(&all.log, &run->arena);
        ptc_text_init(&all.events, &run->arena);
        context = test_value(run, "{:_secret \"" CANARY_VALUE
                                  "\" :_all {:_secret \"" CANARY_VALUE
                                  "\" :n [{:_s \"" CANARY_VALUE "\"}]}}");
        cr_assert(ptc_host_new(&host_options, &host) == PTC_OK);
        cr_assert(ptc_host_attach_many(host, "all", NULL, 0, canary_event, &all.events) ==
                  PTC_OK);
        run->options.host = host;
        run->agent.tools = more;
        run->agent.tool_count = 3;
        run->agent.max_turns = 2;
        run->agent.signature_text = PTC_STR("() -> {ok :bool, _secret :string}");
        run->options.context = &context;
        run->options.debug = i % 2 != 0;
        run->options.log = canary_line;
        run->options.log_user = &all.log;
        test_agent_replies(run, rows[i / 2].program,
                           "(return {:ok true :_secret ctx/_secret})", NULL);
        test_agent_go(run);
        if (run->step->trace->turns[0].call_count > 0)
            cr_expect_gt(run->step->trace->turns[0].calls[0].error.len, (size_t)0, "%s",
                         rows[i / 2].program);
        cr_expect_str_eq(test_cstr(run->step->fail.reason),
                         rows[i / 2].reason != NULL ? rows[i / 2].reason : "", "%s: %s",
                         rows[i / 2].program, test_cstr(run->step->fail.message));
        expect_all_clean(&all);
        expect_clean("an event", ptc_text_view(&all.events));
        cr_expect_gt(all.events.len, (size_t)100);
        test_agent_stop(run);
        ptc_host_free(host);
    }
}
