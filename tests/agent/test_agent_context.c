/* SPDX-License-Identifier: MIT */
/* Tools of agents of which the host's context has some arguments: no model, log, trace or
 * recording has these. [brimley 4b] */
#include <criterion/criterion.h>

#include "agents.h"

#include <ptc/cassette.h>

#define SECRET "canary-context-77d1"

typedef struct story {
    test_agent_run run;
    ptc_text log;
    ptc_text events;
    ptc_text tape;
    ptc_host *host;
    ptc_cassette *cassette;
    ptc_schema schema;
    ptc_tool tool;
    ptc_agent_tool tools[2];
    ptc_context context;
    unsigned calls;
    bool has_secret; /* the function was given it */
} story;

static bool story_line(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    ptc_text_byte(user, '\n');
    return true;
}

static void story_event(const ptc_event *event, void *user)
{
    ptc_text *text = user;

    if (event->args != NULL)
        ptc_value_write(text, event->args);
    ptc_text_str(text, event->error);
    for (size_t i = 0; i < event->message_count; i++)
        ptc_text_str(text, event->messages[i].content);
}

static ptc_status story_orders(ptc_tool_call *call, void *user)
{
    story *all = user;

    all->calls++;
    all->has_secret =
        ptc_str_equal(ptc_value_as_text(ptc_value_get(&call->arguments, "user_id"), ""),
                      PTC_STR(SECRET));
    call->result = ptc_value_int(3);
    return PTC_OK;
}

static uint64_t story_clock(void *user)
{
    (void)user;
    return 0;
}

static void story_start(story *all, const char *secret)
{
    static const char signature[] =
        "[:=> [:catn [:status {:default \"shipped\"} :string] [:user_id {:ptc/context "
        "\"app.user.id\" :description \"who asks\"} [:string {:max 40}]]] :int]";
    ptc_host_options host_options = {.struct_size = sizeof host_options,
                                     .clock_ns = story_clock};
    test_agent_run *run = &all->run;
    ptc_text app;
    ptc_str why;

    memset(all, 0, sizeof *all);
    test_agent_start(run, "Count the orders");
    ptc_text_init(&all->log, &run->arena);
    ptc_text_init(&all->events, &run->arena);
    ptc_text_init(&all->tape, &run->arena);
    cr_assert(ptc_signature_of(&run->arena, signature, &all->schema, &why) == PTC_OK,
              "%s", why.ptr);
    all->tool = (ptc_tool){.name = "orders",
                           .function = story_orders,
                           .user = all,
                           .signature = &all->schema};
    all->tools[0] = (ptc_agent_tool){.name = "orders", .function = &all->tool};
    ptc_text_init(&app, &run->arena);
    ptc_text_cstr(&app, "{\"user\": {\"id\": \"");
    ptc_text_cstr(&app, secret);
    ptc_text_cstr(&app, "\"}}");
    cr_assert(ptc_json_read(&run->arena, app.ptr, app.len, NULL, &all->context.app, NULL,
                            NULL) == PTC_OK);
    cr_assert(ptc_host_new(&host_options, &all->host) == PTC_OK);
    cr_assert(ptc_host_attach(all->host, "all", NULL, 0, story_event, &all->events) ==
              PTC_OK);
    run->agent.tools = all->tools;
    run->agent.tool_count = 1;
    run->agent.signature_text = PTC_STR("() -> {n :int}");
    run->options.host = all->host;
    run->options.host_context = &all->context;
    run->options.log = story_line;
    run->options.log_user = &all->log;
    run->options.is_log_raw = true;
    run->options.debug = true;
    run->options.collect_messages = true;
}

static void story_stop(story *all)
{
    test_agent_stop(&all->run);
    ptc_cassette_free(all->cassette);
    ptc_host_free(all->host);
}

static bool has(ptc_str text, const char *what)
{
    size_t len = strlen(what);

    for (size_t i = 0; i + len <= text.len; i++) {
        if (memcmp(text.ptr + i, what, len) == 0)
            return true;
    }
    return false;
}

static void expect_clean(const char *where, ptc_str text)
{
    cr_expect(!has(text, SECRET), "%s: " PTC_FMT, where, PTC_ARG(text));
}

/* All reports of the run. */
static void expect_all_clean(story *all)
{
    test_agent_run *run = &all->run;
    ptc_text text;

    expect_clean("the log", ptc_text_view(&all->log));
    expect_clean("an event", ptc_text_view(&all->events));
    expect_clean("the recording", ptc_text_view(&all->tape));
    ptc_text_init(&text, &run->arena);
    ptc_step_print_trace(&text, run->step,
                         PTC_TRACE_MESSAGES | PTC_TRACE_SYSTEM | PTC_TRACE_RAW |
                             PTC_TRACE_USAGE);
    ptc_step_inspect(&text, run->step, 0, PTC_TRACE_RAW);
    cr_expect(ptc_step_write_json(&text, run->step, PTC_TRACE_RAW) == PTC_OK);
    ptc_step_write_error(&text, run->step);
    expect_clean("what is printed", ptc_text_view(&text));
    for (size_t i = 0; i < run->asked && i < TEST_RUN_REPLIES; i++) {
        expect_clean("a system prompt", run->systems[i]);
        expect_clean("a message", run->last[i]);
        cr_expect(!has(run->systems[i], "who asks") && !has(run->systems[i], "user_id") &&
                      !has(run->systems[i], "app.user"),
                  PTC_FMT, PTC_ARG(run->systems[i]));
    }
    cr_expect(run->step->trace->turns[0].call_count == 0 ||
              run->step->trace->turns[0].calls[0].args.kind == PTC_MAP);
}

/* A preview shows tools like prompts. */
Test(agent_context, previewed)
{
    ptc_preview preview;
    ptc_fail fail;
    story all;

    story_start(&all, SECRET);
    cr_assert(ptc_agent_preview(&all.run.arena, &all.run.agent, &all.run.options,
                                &preview, &fail) == PTC_OK);
    cr_assert_eq(preview.tool_count, (size_t)1);
    cr_expect_str_eq(test_cstr(preview.tools[0].signature),
                     "(status :string = \"shipped\") -> :int");
    cr_expect(!has(preview.system, "user_id") && !has(preview.user, "user_id"));
    story_stop(&all);
}

Test(agent_context, tools_get_what_no_model_sees) /* M459 */
{
    static const char *const programs[] = {
        "(tool/orders {})",
        "(tool/orders {:status \"open\" :user_id \"spoof\"})",
        "(println (tool/orders {}))",
    };

    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        story all;

        story_start(&all, SECRET);
        test_agent_replies(&all.run, programs[i], "(return {:n 3})", NULL);
        test_agent_go(&all.run);
        cr_assert(all.run.step->is_ok, "%s", test_cstr(all.run.step->fail.message));
        cr_expect(all.calls == 1 && all.has_secret, "%s", programs[i]);
        cr_expect(has(all.run.systems[0], "orders(status :string = \"shipped\") -> :int"),
                  PTC_FMT, PTC_ARG(all.run.systems[0]));
        expect_all_clean(&all);
        story_stop(&all);
    }
}

/* Errors about the host's data are reported without it. */
Test(agent_context, errors_say_nothing)
{
    story all;

    story_start(&all, SECRET "-and-much-more-than-forty-characters");
    test_agent_replies(&all.run, "(tool/orders {})", "(return {:n 3})", NULL);
    test_agent_go(&all.run);
    cr_expect_eq(all.calls, 0u);
    cr_expect(has(all.run.last[1], "user_id: expected string of length <= 40"), PTC_FMT,
              PTC_ARG(all.run.last[1]));
    expect_all_clean(&all);
    story_stop(&all);
    story_start(&all, SECRET);
    all.run.options.host_context = NULL;
    test_agent_replies(&all.run, "(tool/orders {:user_id \"x\"})", "(return {:n 3})",
                       NULL);
    test_agent_go(&all.run);
    cr_expect_eq(all.calls, 0u);
    cr_expect(has(all.run.last[1],
                  "user_id: context path \"app.user.id\" not found at \"user\""),
              PTC_FMT, PTC_ARG(all.run.last[1]));
    story_stop(&all);
}

/* Agents below have the context of the run. */
Test(agent_context, children)
{
    static ptc_agent child = {
        .struct_size = sizeof child,
        .name = "child",
        .prompt = PTC_STR_INIT("Count"),
        .signature_text = PTC_STR_INIT("() -> {n :int}"),
    };
    story all;

    story_start(&all, SECRET);
    child.tools = all.tools;
    child.tool_count = 1;
    all.tools[1] = (ptc_agent_tool){.name = "child", .agent = &child};
    all.run.agent.tools = &all.tools[1];
    test_agent_replies(&all.run, "(tool/child {})", "(return {:n (tool/orders {})})",
                       "(return {:n 3})", NULL);
    test_agent_go(&all.run);
    cr_assert(all.run.step->is_ok, "%s", test_cstr(all.run.step->fail.message));
    cr_expect(all.calls == 1 && all.has_secret);
    expect_all_clean(&all);
    story_stop(&all);
}

static void story_tape(story *all, ptc_cassette_mode mode, ptc_str recorded)
{
    ptc_cassette_options options = {.struct_size = sizeof options,
                                    .mode = mode,
                                    .write = story_line,
                                    .user = &all->tape,
                                    .is_raw = true};
    ptc_source *source = ptc_arena_array(&all->run.arena, 1, sizeof *source);
    ptc_llm *taped = ptc_arena_array(&all->run.arena, 1, sizeof *taped);
    const ptc_tool *tools;
    ptc_error error;

    *source = (ptc_source){PTC_STR("tape"), recorded};
    if (mode == PTC_CASSETTE_REPLAY)
        options.source = source;
    cr_assert(ptc_cassette_new(&all->run.arena, &options, &all->cassette, &error) ==
                  PTC_OK,
              "%s", test_cstr(error.message));
    cr_assert(ptc_cassette_add_llm(all->cassette, "model", &all->run.llm, taped) ==
              PTC_OK);
    cr_assert(ptc_cassette_wrap_tools(all->cassette, &all->tool, 1, &tools) == PTC_OK);
    all->tools[0].function = tools;
    all->run.options.llm.llm = taped;
}

/* Recordings are keyed by the arguments of programs, whatever the caller. */
Test(agent_context, recordings)
{
    static const char *const replies[] = {"(tool/orders {})", "(return {:n 3})"};
    ptc_arena kept;
    ptc_str tape;
    story all;

    ptc_arena_init(&kept, NULL, 0);
    story_start(&all, SECRET);
    story_tape(&all, PTC_CASSETTE_RECORD, PTC_STR(""));
    test_agent_replies(&all.run, replies[0], replies[1], NULL);
    test_agent_go(&all.run);
    cr_assert(all.run.step->is_ok, "%s", test_cstr(all.run.step->fail.message));
    cr_expect(all.calls == 1 && all.has_secret);
    expect_all_clean(&all);
    tape = ptc_str_copy(&kept, ptc_text_view(&all.tape));
    cr_expect(has(tape, "shipped"), PTC_FMT, PTC_ARG(tape));
    story_stop(&all);

    story_start(&all, "somebody else");
    story_tape(&all, PTC_CASSETTE_REPLAY, tape);
    test_agent_go(&all.run);
    cr_assert(all.run.step->is_ok, "%s", test_cstr(all.run.step->fail.message));
    cr_expect_eq(all.calls, 0u);
    cr_expect_eq(ptc_cassette_left(all.cassette), (size_t)0);
    story_stop(&all);
    ptc_arena_free(&kept);
}

/* Models read what agents and LLM tools are given, so none of that may come from there.
 */
Test(agent_context, of_agents)
{
    static const char said[] =
        "parameter \"u\" comes from the host's context, which a model must not see; give "
        "it to the tool that needs it";
    static const char signature[] =
        "[:=> [:catn [:u {:ptc/context \"app.u\"} :string]] [:map [:n :int]]]";
    ptc_llm_tool ask = {.prompt = PTC_STR_INIT("Judge {{u}}")};
    ptc_schema schema;
    ptc_str why;
    story all;

    story_start(&all, SECRET);
    all.run.agent.signature_text = ptc_str_of(signature);
    test_agent_replies(&all.run, "(return {:n 3})", NULL);
    test_agent_go(&all.run);
    cr_expect(!all.run.step->is_ok && has(all.run.step->fail.message, said), PTC_FMT,
              PTC_ARG(all.run.step->fail.message));
    cr_expect_eq(all.run.asked, (size_t)0);
    story_stop(&all);

    story_start(&all, SECRET);
    cr_assert(ptc_signature_of(&all.run.arena, signature, &schema, &why) == PTC_OK);
    ask.signature = &schema;
    all.tools[0] = (ptc_agent_tool){.name = "ask", .llm_tool = &ask};
    test_agent_replies(&all.run, "(return {:n 3})", NULL);
    test_agent_go(&all.run);
    cr_expect(!all.run.step->is_ok && has(all.run.step->fail.message, said), PTC_FMT,
              PTC_ARG(all.run.step->fail.message));
    story_stop(&all);
}
