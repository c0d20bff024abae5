/* SPDX-License-Identifier: MIT */
/* llm_opts: those of runs, of agents and of models, and which of them a request has.
 * [subagent 2, llm-wire 1.6, 4.1] */
#include <criterion/criterion.h>

#include "agents.h"

#include <ptc/cassette.h>
#include <ptc/json.h>
#include <ptc/models.h>

/* --- What models get --------------------------------------------------------------- */

enum { NOTES = 8 };

/* A model that plays a run's script and keeps the options of its requests, as JSON. */
typedef struct noted {
    test_agent_run run;
    ptc_llm script;
    const char *options[NOTES];
    size_t count;
} noted;

static ptc_status note(const ptc_llm_request *request, ptc_llm_reply *reply, void *user)
{
    noted *all = user;
    ptc_text text;

    ptc_text_init(&text, &all->run.arena);
    cr_assert(ptc_json_write(&text, &request->options, 0) == PTC_OK);
    if (all->count < NOTES)
        all->options[all->count++] = text.ptr;
    return all->script.call(request, reply, all->script.user);
}

static void start(noted *all)
{
    memset(all, 0, sizeof *all);
    test_agent_start(&all->run, "Go");
    all->script = all->run.llm;
    all->run.llm = (ptc_llm){"model", note, all};
}

static ptc_value json(noted *all, const char *text)
{
    ptc_value value;

    cr_assert(ptc_json_read(&all->run.arena, text, strlen(text), NULL, &value, NULL,
                            NULL) == PTC_OK);
    return value;
}

/* The run wins name by name over its agent; a value that is not a map is passed on
 * unchanged. */
Test(llm_options, the_run_stands_before_the_agent) /* M217 */
{
    static const struct {
        const char *agent; /* or NULL */
        const char *run;   /* JSON */
        const char *told;
    } rows[] = {
        {NULL, "null", "null"},
        {NULL, "{\"temperature\":0.5}", "{\"temperature\":0.5}"},
        {NULL, "42", "42"},
        {"{\"temperature\":1}", "null", "{\"temperature\":1}"},
        {"{\"temperature\":1}", "{}", "{\"temperature\":1}"},
        {"{}", "{\"seed\":7}", "{\"seed\":7}"},
        {"{\"temperature\":1,\"seed\":2}", "{\"seed\":7}",
         "{\"seed\":7,\"temperature\":1}"},
        {"{\"max-tokens\":1}", "{\"max_tokens\":7}", "{\"max_tokens\":7}"},
        {"{\"temperature\":1}", "{\"temperature\":null}", "{\"temperature\":null}"},
        {"{\"temperature\":1}", "[1]", "[1]"},
        {" { \"stop\" : [\"a\", {\"b\": 1}] } ", "{\"x\":{\"y\":2}}",
         "{\"x\":{\"y\":2},\"stop\":[\"a\",{\"b\":1}]}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        noted all;

        start(&all);
        if (rows[i].agent != NULL)
            all.run.agent.llm_options_text = ptc_str_of(rows[i].agent);
        all.run.options.llm_options = json(&all, rows[i].run);
        test_agent_replies(&all.run, "(+ 1 1)", "(return 1)", NULL);
        test_agent_go(&all.run);
        test_expect_result(&all.run, "1");
        cr_assert_eq(all.count, (size_t)2);
        cr_expect_str_eq(all.options[0], rows[i].told, "row %zu: %s", i, all.options[0]);
        cr_expect_str_eq(all.options[1], rows[i].told, "row %zu", i);
        test_agent_stop(&all.run);
    }
}

/* Options of a host that are keywords are the same names. */
Test(llm_options, keywords_are_names)
{
    noted all;

    start(&all);
    all.run.agent.llm_options_text = PTC_STR("{\"top_p\":1,\"seed\":2}");
    all.run.options.llm_options = test_value(&all.run, "{:top-p 0.5}");
    test_agent_replies(&all.run, "(return 1)", NULL);
    test_agent_go(&all.run);
    cr_expect_str_eq(all.options[0], "{\"top-p\":0.5,\"seed\":2}");
    test_agent_stop(&all.run);
}

static const ptc_agent careful = {.struct_size = sizeof careful,
                                  .name = "careful",
                                  .prompt = PTC_STR_INIT("Help"),
                                  .llm_options_text =
                                      PTC_STR_INIT("{\"temperature\":0}")};
static const ptc_llm_tool asked = {.prompt = PTC_STR_INIT("Is it?")};
static const ptc_agent_tool tools[] = {{.name = "careful", .agent = &careful},
                                       {.name = "asked", .llm_tool = &asked}};

/* A child's own options win over those from above; of its parent's own it gets nothing.
 * A question to a model is the agent's. */
Test(llm_options, children_keep_their_own)
{
    noted all;

    start(&all);
    all.run.agent.tools = tools;
    all.run.agent.tool_count = 2;
    all.run.agent.llm_options_text = PTC_STR("{\"top_p\":1}");
    all.run.options.llm_options = json(&all, "{\"temperature\":9,\"user\":\"u\"}");
    test_agent_replies(&all.run, "(do (tool/careful {}) (return (tool/asked {})))",
                       "(return 1)", "yes", NULL);
    test_agent_go(&all.run);
    test_expect_result(&all.run, "\"yes\"");
    cr_assert_eq(all.count, (size_t)3);
    cr_expect_str_eq(all.options[0], "{\"temperature\":9,\"user\":\"u\",\"top_p\":1}");
    cr_expect_str_eq(all.options[1], "{\"temperature\":0,\"user\":\"u\"}");
    cr_expect_str_eq(all.options[2], all.options[0]);
    test_agent_stop(&all.run);
}

Test(llm_options, agents_are_refused_before_they_ask)
{
    static const struct {
        const char *options;
        const char *message;
    } rows[] = {
        {"[1]", "llm_opts must be a map"},
        {"{\"a\":", "llm_opts must be a map"},
        {"{\"a\":1,\"a\":2}", "llm_opts must be a map"},
        {"null", "llm_opts must be a map"},
        {"{\"api-key\":\"canary\"}",
         "llm_opts cannot set api-key: the registry of models does"},
        {"{\"seed\":1,\"Base_URL\":\"x\"}",
         "llm_opts cannot set Base_URL: the registry of models does"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_agent_run run;

        test_agent_start(&run, "Go");
        run.agent.llm_options_text = ptc_str_of(rows[i].options);
        test_agent_replies(&run, "(return 1)", NULL);
        test_agent_go(&run);
        test_expect_fail(&run, "invalid_config", rows[i].message);
        cr_expect_eq(run.asked, (size_t)0);
        test_agent_stop(&run);
    }
}

/* An agent of an older caller has none. */
Test(llm_options, shorter_agents_have_none)
{
    noted all;

    start(&all);
    all.run.agent.llm_options_text = PTC_STR("[not read]");
    all.run.agent.struct_size = offsetof(ptc_agent, llm_options_text);
    test_agent_replies(&all.run, "(return 1)", NULL);
    test_agent_go(&all.run);
    test_expect_result(&all.run, "1");
    cr_expect_str_eq(all.options[0], "null");
    test_agent_stop(&all.run);
}

/* --- Models of files --------------------------------------------------------------- */

static ptc_status read_models(ptc_arena *arena, const char *text, ptc_diags *diags,
                              ptc_models *out)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);

    cr_assert_not_null(source);
    *source = (ptc_source){PTC_STR("models.json"), ptc_str_of(text)};
    ptc_diags_init(diags, arena);
    return ptc_models_read(arena, source, diags, out);
}

#define MODEL(options)                                                                   \
    "{\"models\": {\"m\": {\"provider\": \"command\", \"command\": [\"sh\", \"-c\", "    \
    "\"" ECHO "\"], \"options\": " options "}}}"

/* Answers with its llm_opts, which hold no lists here. */
#define ECHO                                                                             \
    "sed 's/.*\\\"llm_opts\\\":{\\\\([^}]*\\\\)}.*/\\\\1/; s/\\\"/_/g; "                 \
    "s/.*/{\\\"content\\\": \\\"&\\\"}/'"

Test(llm_options, models_of_files_have_their_own)
{
    static const struct {
        const char *options; /* of the request, JSON */
        const char *told;    /* with _ for " */
    } rows[] = {
        {"null", "_temperature_:0,_seed_:5"},
        {"{}", "_temperature_:0,_seed_:5"},
        {"{\"temperature\":1}", "_temperature_:1,_seed_:5"},
        {"{\"user\":\"u\"}", "_user_:_u_,_temperature_:0,_seed_:5"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_llm_request request = {
            .struct_size = sizeof request, .turn = 1, .time_ms = 5000};
        ptc_llm_reply reply;
        ptc_models models;
        ptc_arena arena;
        ptc_diags diags;
        ptc_llm llm;

        ptc_arena_init(&arena, NULL, 0);
        request.arena = &arena;
        cr_assert(read_models(&arena, MODEL("{\"temperature\":0,\"seed\":5}"), &diags,
                              &models) == PTC_OK);
        cr_assert(ptc_model_make(&arena, models.items[0], &ptc_provider_command, 1,
                                 &llm) == PTC_OK);
        cr_assert(ptc_json_read(&arena, rows[i].options, strlen(rows[i].options), NULL,
                                &request.options, NULL, NULL) == PTC_OK);
        ptc_llm_reply_init(&reply);
        cr_assert(llm.call(&request, &reply, llm.user) == PTC_OK, "%s",
                  test_cstr(reply.message));
        cr_expect_str_eq(test_cstr(reply.content), rows[i].told);
        ptc_arena_free(&arena);
    }
}

Test(llm_options, models_of_files_are_refused)
{
    static const struct {
        const char *text;
        const char *fault;
    } rows[] = {
        {MODEL("5"), "options must be an object, found 5"},
        {MODEL("[]"), "options must be an object, found a list"},
        {MODEL("{\"api_key\": \"canary\"}"),
         "options must not hold addresses, keys or headers"},
        {MODEL("{\"headers\": {}}"), "options must not hold addresses, keys or headers"},
        {"{\"models\": {\"m\": {\"provider\": \"x\", \"option\": {}}}}",
         "did you mean options?"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_models models;
        ptc_arena arena;
        ptc_diags diags;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        cr_expect(read_models(&arena, rows[i].text, &diags, &models) == PTC_ERROR_SYNTAX);
        ptc_text_init(&text, &arena);
        ptc_diags_write(&text, &diags, PTC_DIAG_STYLE_TEXT, false);
        cr_expect(strstr(text.ptr, rows[i].fault) != NULL, "row %zu: %s", i, text.ptr);
        ptc_arena_free(&arena);
    }
}

static bool keep_line(ptc_str line, void *user)
{
    ptc_text_str(user, line);
    return true;
}

/* The first row of a recording of an agent with those options. */
static ptc_value record(ptc_arena *arena, const char *own)
{
    ptc_cassette_options options = {
        .struct_size = sizeof options, .mode = PTC_CASSETTE_RECORD, .write = keep_line};
    ptc_cassette *cassette;
    test_agent_run run;
    ptc_llm recorded;
    ptc_value row;
    ptc_text text;
    ptc_error error;

    test_agent_start(&run, "Go");
    ptc_text_init(&text, arena);
    options.user = &text;
    cr_assert(ptc_cassette_new(&run.arena, &options, &cassette, &error) == PTC_OK);
    cr_assert(ptc_cassette_add_llm(cassette, "model", &run.llm, &recorded) == PTC_OK);
    run.options.llm.llm = &recorded;
    run.agent.llm_options_text = ptc_str_of(own);
    test_agent_replies(&run, "(return 1)", NULL);
    test_agent_go(&run);
    cr_assert(ptc_json_read(arena, text.ptr, strcspn(text.ptr, "\n"), NULL, &row, NULL,
                            NULL) == PTC_OK);
    ptc_cassette_free(cassette);
    test_agent_stop(&run);
    return row;
}

static const char *key_of(const ptc_value *row)
{
    return test_cstr(ptc_value_text(ptc_value_get(row, "key")));
}

/* Options of the agent are part of what a recording is looked for by. */
Test(llm_options, recordings_have_those_of_agents)
{
    ptc_value none;
    ptc_value one;
    ptc_value two;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    none = record(&arena, "{}");
    one = record(&arena, "{\"seed\":1}");
    two = record(&arena, "{\"seed\":2}");
    cr_expect_str_neq(key_of(&one), key_of(&two));
    cr_expect_str_neq(key_of(&one), key_of(&none));
    none = record(&arena, "");
    two = record(&arena, "{ \"seed\": 1 }");
    cr_expect_str_eq(key_of(&one), key_of(&two));
    two = record(&arena, "{}");
    cr_expect_str_eq(key_of(&none), key_of(&two), "an empty map is as good as none");
    ptc_arena_free(&arena);
}
