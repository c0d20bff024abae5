/* SPDX-License-Identifier: MIT */
/* What agents put into their requests, and what settings their options are. [llm-wire 1]
 */
#include "agent/model/model_int.h"
#include "agents.h"

#include <criterion/criterion.h>

#define EXPECT_TEXT(view, text)                                                          \
    cr_expect(ptc_str_equal(view, ptc_str_of(text)), "expected %s, found %s", text,      \
              test_cstr(view))

/* --- What agents send -------------------------------------------------------------- */

typedef struct heard {
    size_t requests;
    ptc_llm_settings settings;
    bool has_settings;
} heard;

static ptc_status hear(const ptc_llm_request *request, ptc_llm_reply *reply, void *user)
{
    heard *all = user;

    cr_expect(request->struct_size == sizeof *request);
    cr_expect(reply->struct_size == sizeof *reply);
    cr_expect(request->message_size == sizeof(ptc_message));
    cr_expect(request->part_size == sizeof(ptc_part));
    cr_expect(request->tool_size == sizeof(ptc_request_tool));
    cr_expect(request->message_count == (all->requests % 3 == 1 ? 3u : 1u));
    for (size_t i = 0; i < request->message_count; i++) {
        const ptc_message *message =
            ptc_message_at(request->messages, request->message_size, i);

        cr_expect(message->role == (i % 2 == 1 ? PTC_ROLE_ASSISTANT : PTC_ROLE_USER));
        cr_expect(message->part_count == 0 && message->parts == NULL);
    }
    cr_expect(request->tools == NULL && request->tool_count == 0);
    cr_expect(request->tool_choice == PTC_TOOL_CHOICE_AUTO && request->max_calls == 0);
    cr_expect(request->response == NULL && request->chunk == NULL);
    cr_expect(request->flags == 0 && request->cache_key.len == 0);
    all->has_settings = request->settings != NULL;
    if (all->has_settings)
        all->settings = *request->settings;
    reply->content = all->requests == 0   ? PTC_STR("(+ 1 1)")
                     : all->requests == 1 ? PTC_STR("(return (tool/ask {}))")
                                          : PTC_STR("yes");
    all->requests++;
    return PTC_OK;
}

/* A model that sees messages knows their distance. */
static void see_event(const ptc_event *event, void *user)
{
    ++*(int *)user;
    cr_expect(event->message_size == sizeof(ptc_message));
    cr_expect(event->part_size == sizeof(ptc_part));
    EXPECT_TEXT(ptc_message_at(event->messages, event->message_size, 0)->content, "Go");
}

static ptc_str see_call(const ptc_language_call *call, void *user)
{
    ++*(int *)user;
    cr_expect(call->message_size == sizeof(ptc_message));
    cr_expect(call->part_size == sizeof(ptc_part));
    return PTC_STR("single");
}

Test(llm_settings, messages_come_with_their_stride) /* M550 */
{
    const ptc_event_kind kind = PTC_EVENT_LLM_START;
    int events = 0;
    int calls = 0;
    const ptc_system_prompt prompt = {.language = see_call, .user = &calls};
    test_agent_run run;
    ptc_host *host;

    cr_assert(ptc_host_new(NULL, &host) == PTC_OK);
    cr_assert(ptc_host_attach(host, "see", &kind, 1, see_event, &events) == PTC_OK);
    test_agent_start(&run, "Go");
    run.options.host = host;
    run.agent.system_prompt = &prompt;
    test_agent_replies(&run, "(+ 1 1)", "(return 1)", NULL);
    test_agent_go(&run);
    test_expect_result(&run, "1");
    cr_expect(events == 2 && calls >= 2);
    test_agent_stop(&run);
    ptc_host_free(host);
}

/* Turns of agents and questions of tools alike. */
Test(llm_settings, requests_of_agents_are_whole) /* M551 */
{
    static const ptc_llm_tool question = {.prompt = PTC_STR_INIT("Is it?")};
    static const ptc_agent_tool tools[] = {{.name = "ask", .llm_tool = &question}};
    heard all = {0};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.llm = (ptc_llm){"model", hear, &all};
    run.agent.tools = tools;
    run.agent.tool_count = 1;
    run.agent.llm_options_text = PTC_STR("{\"seed\":7}");
    run.options.collect_messages = true;
    test_agent_go(&run);
    test_expect_result(&run, "\"yes\"");
    cr_expect(all.requests == 3 && all.has_settings && all.settings.seed == 7);
    cr_expect(run.step->message_size == sizeof(ptc_message));
    cr_expect(run.step->part_size == sizeof(ptc_part));
    for (size_t i = 0; i < run.step->trace->turn_count; i++)
        cr_expect(run.step->trace->turns[i].message_size == sizeof(ptc_message) &&
                  run.step->trace->turns[i].part_size == sizeof(ptc_part));
    cr_expect(ptc_message_at(run.step->messages, run.step->message_size, 1)->role ==
              PTC_ROLE_ASSISTANT);
    test_agent_stop(&run);
}

static void settings_of(const char *text, ptc_llm_settings *out, ptc_arena *arena)
{
    ptc_value options;

    cr_assert(ptc_json_read(arena, text, strlen(text), NULL, &options, NULL, NULL) ==
              PTC_OK);
    cr_assert(ptc_llm_settings_read(arena, &options, out));
    cr_expect(out->struct_size == sizeof *out);
}

Test(llm_settings, settings_are_read_from_options) /* M551 */
{
    ptc_llm_settings settings;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    settings_of("{\"temperature\":0,\"top-p\":0.5,\"max_tokens\":9000000000,\"seed\":-1,"
                "\"stop\":[\"a\",\"b\",\"c\",\"d\"],\"reasoning_effort\":\"xhigh\","
                "\"user\":\"u\",\"top_k\":3}",
                &settings, &arena);
    cr_expect(settings.set == 63 && settings.fault.len == 0);
    cr_expect(settings.temperature == 0 && settings.top_p == 0.5 && settings.seed == -1);
    cr_expect(settings.max_tokens == 9000000000u && settings.stop_count == 4);
    EXPECT_TEXT(settings.stop[3], "d");
    cr_expect_str_eq(ptc_llm_effort_name(settings.effort), "xhigh");
    settings_of("{\"stop\":\"\\n\"}", &settings, &arena);
    cr_expect(settings.set == PTC_SETTING_STOP && settings.stop_count == 1);
    EXPECT_TEXT(settings.stop[0], "\n");
    settings_of("{\"user\":1,\"temperature\":null}", &settings, &arena);
    cr_expect(settings.set == 0 && settings.fault.len == 0);
    settings_of("42", &settings, &arena);
    cr_expect(settings.set == 0 && settings.fault.len == 0);
    ptc_arena_free(&arena);
}

/* A value of another kind is not a setting, and the sender of settings gets a fault. */
Test(llm_settings, settings_of_the_wrong_kind_are_told) /* M551 */
{
    static const char stop_fault[] =
        "stop must be a string or 1 to 4 strings, none of them empty";
    static const char effort_fault[] =
        "reasoning_effort must be none, minimal, low, medium, high, xhigh or max";
    static const struct {
        const char *options;
        const char *fault;
        unsigned set;
    } rows[] = {
        {"{\"temperature\":\"0\",\"seed\":1}", "temperature must be a number from 0",
         PTC_SETTING_SEED},
        {"{\"temperature\":-0.1}", "temperature must be a number from 0", 0},
        {"{\"top_p\":1.01}", "top_p must be a number from 0 to 1", 0},
        {"{\"top_p\":1}", "", PTC_SETTING_TOP_P},
        {"{\"max_tokens\":0}", "max_tokens must be a positive integer", 0},
        {"{\"max_tokens\":1.5}", "max_tokens must be a positive integer", 0},
        {"{\"max_tokens\":1}", "", PTC_SETTING_MAX_TOKENS},
        {"{\"seed\":1.0}", "seed must be an integer", 0},
        {"{\"seed\":99999999999999999999}", "seed must be an integer", 0},
        {"{\"stop\":[]}", stop_fault, 0},
        {"{\"stop\":\"\"}", stop_fault, 0},
        {"{\"stop\":[\"a\",\"\"]}", stop_fault, 0},
        {"{\"stop\":[\"a\",1]}", stop_fault, 0},
        {"{\"stop\":[\"a\",\"b\",\"c\",\"d\",\"e\"]}", stop_fault, 0},
        {"{\"stop\":{}}", stop_fault, 0},
        {"{\"reasoning_effort\":\"huge\"}", effort_fault, 0},
        {"{\"reasoning-effort\":\"none\"}", "", PTC_SETTING_EFFORT},
        {"{\"effort\":\"huge\"}", "", 0},
        {"{\"seed\":true,\"stop\":3}", "seed must be an integer", 0},
    };
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_llm_settings settings;

        settings_of(rows[i].options, &settings, &arena);
        EXPECT_TEXT(settings.fault, rows[i].fault);
        cr_expect(settings.set == rows[i].set, "row %zu", i);
    }
    ptc_arena_free(&arena);
}

/* The run goes on: what its options say is for the model alone. */
Test(llm_settings, a_setting_of_the_wrong_kind_is_the_models_matter)
{
    heard all = {.requests = 3};
    test_agent_run run;

    test_agent_start(&run, "Go");
    run.llm = (ptc_llm){"model", hear, &all};
    run.agent.llm_options_text = PTC_STR("{\"seed\":\"x\"}");
    run.agent.max_turns = 1;
    test_agent_go(&run);
    cr_expect(all.requests == 4 && all.has_settings);
    EXPECT_TEXT(all.settings.fault, "seed must be an integer");
    test_agent_stop(&run);
}
