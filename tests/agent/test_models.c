/* SPDX-License-Identifier: MIT */
/* Files of models, addresses, providers. [subagent 8.1] */
#include <criterion/criterion.h>

#include "agent/host/host_int.h"
#include "agent/model/model_int.h"
#include "support.h"

#define EXPECT_TEXT(view, text)                                                          \
    cr_expect(ptc_str_equal((view), ptc_str_of(text)), "%s", test_cstr(view))

static ptc_status read_models(ptc_arena *arena, const char *text, ptc_diags *diags,
                              ptc_models *models)
{
    ptc_source *source = ptc_arena_array(arena, 1, sizeof *source);

    cr_assert(source != NULL);
    *source = (ptc_source){PTC_STR("models.json"), ptc_str_of(text)};
    ptc_diags_init(diags, arena);
    return ptc_models_read(arena, source, diags, models);
}

static ptc_status ask_of(const ptc_llm *llm, ptc_arena *arena, ptc_llm_reply *reply)
{
    ptc_llm_request request = {
        .struct_size = sizeof request, .turn = 1, .time_ms = 5000, .arena = arena};

    ptc_llm_reply_init(reply);
    return llm->call(&request, reply, llm->user);
}

/* --- Files ------------------------------------------------------------------------- */

Test(models, are_read_from_a_file) /* M421 */
{
    static const char text[] =
        "{\"models\": {\n"
        "  \"haiku\": {\"provider\": \"anthropic\", \"model\": \"claude-haiku\",\n"
        "    \"api_key_env\": \"ANTHROPIC_API_KEY\", \"timeout_ms\": 30000, "
        "\"max_tokens\": 900},\n"
        "  \"gpt\": {\"provider\": \"openai\", \"base_url\": \"http://[::1]:8080/v1\", "
        "\"allow_http\": true, \"max_completion_tokens\": true, \"model\": null},\n"
        "  \"local\": {\"provider\": \"command\", \"command\": [\"./ask.sh\", \"\", "
        "\"-x\"]}}}\n";
    ptc_models models;
    ptc_arena arena;
    ptc_diags diags;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(read_models(&arena, text, &diags, &models) == PTC_OK);
    cr_assert(models.count == 3);
    cr_expect_str_eq(models.items[0]->name, "haiku");
    cr_expect_str_eq(models.items[0]->provider, "anthropic");
    cr_expect_str_eq(models.items[0]->model, "claude-haiku");
    cr_expect_str_eq(models.items[0]->api_key_env, "ANTHROPIC_API_KEY");
    cr_expect_str_eq(models.items[0]->base_url, "");
    cr_expect(models.items[0]->timeout_ms == 30000 && models.items[0]->max_tokens == 900);
    cr_expect(models.items[0]->command == NULL && !models.items[0]->allow_http);
    cr_expect_str_eq(models.items[1]->base_url, "http://[::1]:8080/v1");
    cr_expect_str_eq(models.items[1]->model, "");
    cr_expect(models.items[1]->allow_http && models.items[1]->max_completion_tokens);
    cr_expect_str_eq(models.items[2]->command[0], "./ask.sh");
    cr_expect_str_eq(models.items[2]->command[1], "");
    cr_expect_str_eq(models.items[2]->command[2], "-x");
    cr_expect(models.items[2]->command[3] == NULL);
    cr_assert(read_models(&arena, "{\"models\": {}}", &diags, &models) == PTC_OK);
    cr_expect(models.count == 0);
    ptc_arena_free(&arena);
}

#define MODEL(members) "{\"models\": {\"m\":\n{\"provider\": \"openai\", " members "}}}"

Test(models, have_their_faults_told_with_places)
{
    static const struct {
        const char *text;
        const char *fault;
    } rows[] = {
        {"", "models.json:1:1: error"},
        {"{\"models\":", "models.json:1:11: error"},
        {"[]", "models.json:1:1: error: the file must be {\"models\": {NAME: {..}}}, "
               "found a list [models-file]"},
        {"{}", "models.json:1:1: error: the file must be"},
        {"{\"models\": 5}", "models.json:1:12: error: models must be an object of names "
                            "and models, found 5"},
        {"{\"model\": {}}", "models.json:1:2: error: the file has no key \"model\""},
        {"{\"models\": {\"a\": 1}}",
         "models.json:1:18: error: a model must be an object"},
        {"{\"models\": {\"\": {\"provider\": \"x\"}}}",
         "models.json:1:13: error: the name of a model must be a string that is not "
         "empty"},
        {"{\"models\": {\"a\": {}, \"a\": {}}}", "models.json:1:22: error"},
        {"{\"models\": {\"a\": {}}}",
         "models.json:1:13: error: the model has no provider"},
        {MODEL("\"timeout\": 5"), "models.json:2:24: error: a model has no key "
                                  "\"timeout\""},
        {MODEL("\"max_token\": 5"), "hint: did you mean max_tokens?"},
        {MODEL("\"url\": \"x\""), "hint: did you mean base_url?"},
        {MODEL("\"timeout_ms\": 0"), "models.json:2:38: error: timeout_ms must be a "
                                     "positive integer, found 0"},
        {MODEL("\"timeout_ms\": 1.5"),
         "timeout_ms must be a positive integer, found 1.5"},
        {MODEL("\"max_tokens\": 99999999999"), "max_tokens must be a positive integer"},
        {MODEL("\"model\": 7"), "model must be a string that is not empty, found 7"},
        {MODEL("\"model\": \"a\\u0000b\""), "model holds a NUL character"},
        {MODEL("\"allow_http\": \"yes\""), "allow_http must be true or false, found a "
                                           "string"},
        {MODEL("\"command\": []"), "command must be a list of strings"},
        {MODEL("\"command\": [\"a\", 1]"), "command must be a string"},
        {MODEL("\"command\": [\"\"]"), "command must be a string that is not empty"},
        {MODEL("\"base_url\": \"ftp://x\""), "base_url must begin with https://"},
        {MODEL("\"base_url\": \"https://\""), "base_url names no host"},
        {MODEL("\"base_url\": \"https://x/?a\""), "base_url must not have a query"},
        {MODEL("\"base_url\": \"https://x y\""), "base_url has a character"},
        {"{\"models\": {\"m\": {\"provider\": \"command\"}}}",
         "models.json:1:13: error: the provider command needs a command"},
        {"{\"models\": {\"m\": {\"provider\": \"command\", \"command\": [\"a\"], "
         "\"base_url\": \"https://x\"}}}",
         "the provider command has no base_url"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_models models;
        ptc_arena arena;
        ptc_diags diags;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        cr_expect(read_models(&arena, rows[i].text, &diags, &models) == PTC_ERROR_SYNTAX,
                  "row %zu", i);
        cr_expect(models.count == 0 && diags.errors > 0, "row %zu", i);
        ptc_text_init(&text, &arena);
        ptc_diags_write(&text, &diags, PTC_DIAG_STYLE_GNU, false);
        ptc_diags_write(&text, &diags, PTC_DIAG_STYLE_TEXT, false);
        cr_expect(strstr(text.ptr, rows[i].fault) != NULL, "row %zu: %s", i, text.ptr);
        ptc_arena_free(&arena);
    }
}

/* What may be a secret is not even shown as the line of a fault. */
Test(models, show_no_secrets_in_faults)
{
    static const char *const members[] = {
        "\"base_url\": \"https://me:canary-key@host/v1\"",
        "\"api_key\": \"canary-key\"",
        "\"apiKey\": \"canary-key\"",
        "\"headers\": {\"x\": \"canary-key\"}",
        "\"api_key_env\": \"canary-key\"",
        "\"base_url\": \"https://host/?key=canary-key\"",
    };

    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        ptc_models models;
        ptc_arena arena;
        ptc_diags diags;
        ptc_text text;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, "{\"models\": {\"m\":\n{\"provider\": \"openai\", ");
        ptc_text_cstr(&text, members[i]);
        ptc_text_cstr(&text, "}}}");
        cr_expect(read_models(&arena, text.ptr, &diags, &models) == PTC_ERROR_SYNTAX);
        ptc_text_init(&text, &arena);
        ptc_diags_write(&text, &diags, PTC_DIAG_STYLE_TEXT, false);
        cr_expect(strstr(text.ptr, "canary") == NULL, "row %zu: %s", i, text.ptr);
        cr_expect(strstr(text.ptr, "models.json:1:13") != NULL, "row %zu: %s", i,
                  text.ptr);
        ptc_arena_free(&arena);
    }
}

Test(models, reading_ends_cleanly_when_memory_is_refused)
{
    static const char text[] = MODEL("\"command\": [\"a\", \"b\"], \"nothing\": 1");
    char place[8192];
    bool is_read = false;

    for (size_t size = 0; size < sizeof place; size += 16) {
        ptc_source source = {PTC_STR("models.json"), ptc_str_of(text)};
        ptc_models models;
        ptc_status status;
        ptc_arena arena;
        ptc_diags diags;

        ptc_arena_init_memory(&arena, place, size);
        ptc_diags_init(&diags, &arena);
        status = ptc_models_read(&arena, &source, &diags, &models);
        is_read = status == PTC_ERROR_SYNTAX;
        cr_expect(is_read || status == PTC_ERROR_MEMORY, "size %zu", size);
        cr_expect(models.count == 0);
    }
    cr_expect(is_read);
}

/* --- The environment --------------------------------------------------------------- */

Test(models, are_made_of_addresses)
{
    static const struct {
        const char *url;
        const char *model;
        const char *provider; /* NULL: refused */
        const char *error;
    } rows[] = {
        {"https://api.openai.com/v1", "gpt", "openai", ""},
        {"http://localhost:8080", "local", "openai", ""},
        {"https://api.anthropic.com", "claude", "anthropic", ""},
        {"https://api.anthropic.com:443/v1", "claude", "anthropic", ""},
        {"https://proxy.example/v1/messages", "claude", "anthropic", ""},
        {"https://api.anthropic.com.example", "claude", "openai", ""},
        {"", "gpt", NULL, "PTC_LLM_MODEL: needs PTC_LLM_URL, its address"},
        {"https://x", "", NULL, "PTC_LLM_URL: needs PTC_LLM_MODEL, the name of a model"},
        {"https://x", "\xFF", NULL, "PTC_LLM_MODEL: is not valid UTF-8"},
        {"localhost", "gpt", NULL,
         "PTC_LLM_URL: base_url must begin with https:// or http://"},
        {"https://me:canary-key@x", "gpt", NULL,
         "PTC_LLM_URL: base_url must not have a user or password: api_key_env names the "
         "variable that holds a key"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_good = rows[i].provider != NULL;
        const ptc_model *model;
        ptc_arena arena;
        ptc_error error;

        ptc_arena_init(&arena, NULL, 0);
        cr_expect((ptc_model_of_address(&arena, ptc_str_of(rows[i].url),
                                        ptc_str_of(rows[i].model), "PTC_LLM_KEY", &model,
                                        &error) == PTC_OK) == is_good,
                  "row %zu", i);
        cr_expect_str_eq(test_error(&error), rows[i].error);
        if (is_good) {
            cr_expect_str_eq(model->provider, rows[i].provider, "row %zu", i);
            cr_expect_str_eq(model->name, rows[i].model);
            cr_expect_str_eq(model->model, rows[i].model);
            cr_expect_str_eq(model->base_url, rows[i].url);
            cr_expect_str_eq(model->api_key_env, "PTC_LLM_KEY");
        }
        ptc_arena_free(&arena);
    }
}

/* --- Providers --------------------------------------------------------------------- */

static ptc_status say_model(const ptc_llm_request *request, ptc_llm_reply *reply,
                            void *user)
{
    (void)request;
    reply->content = ptc_str_of(((const ptc_model *)user)->model);
    return PTC_OK;
}

/* Makes all models but those without a key. */
static ptc_status make_openai(ptc_arena *arena, const ptc_model *model, ptc_llm *llm,
                              ptc_error *error, void *user)
{
    ptc_model *copy = ptc_arena_copy(arena, model, sizeof *model);

    ++*(int *)user;
    if (model->api_key_env[0] == '\0') {
        error->message = PTC_STR("it names no variable with a key");
        return PTC_ERROR_INVALID;
    }
    llm->call = say_model;
    llm->user = copy;
    return copy != NULL ? PTC_OK : PTC_ERROR_MEMORY;
}

Test(models, are_made_by_providers_and_fail_when_used) /* M421, M423 */
{
    static const char text[] =
        "{\"models\": {\"good\": {\"provider\": \"openai\", \"model\": \"gpt\", "
        "\"api_key_env\": \"K\"}, \"bare\": {\"provider\": \"openai\"}, \"other\": "
        "{\"provider\": \"anthropic\"}, \"shell\": {\"provider\": \"command\", "
        "\"command\": [\"/bin/sh\", \"-c\", \"sed 's/.*model...\\\\(...\\\\).*/"
        "{\\\"content\\\": \\\"\\\\1\\\"}/'\"], \"model\": \"abc\"}}}";
    static const struct {
        const char *name;
        const char *content; /* NULL: it fails */
        const char *message;
    } rows[] = {
        {"good", "gpt", ""},
        {"bare", NULL, "model \"bare\": it names no variable with a key"},
        {"other", NULL,
         "model \"other\": the provider \"anthropic\" is not available in this program; "
         "available: openai, command"},
        {"shell", "abc", ""},
    };
    int made = 0;
    ptc_provider providers[] = {{"openai", make_openai, &made}, ptc_provider_command};
    ptc_models models;
    ptc_arena arena;
    ptc_diags diags;
    ptc_host *host;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_host_new(NULL, &host) == PTC_OK);
    cr_assert(read_models(&arena, text, &diags, &models) == PTC_OK);
    cr_assert(ptc_host_add_models(host, &models, providers, 2) == PTC_OK);
    cr_expect(made == 2);
    cr_expect(ptc_host_add_models(host, &models, providers, 2) == PTC_ERROR_DUPLICATE);
    cr_expect(made == 2, "nothing is made twice");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_llm *llm = ptc_host_find_llm(host, ptc_str_of(rows[i].name));
        bool is_good = rows[i].content != NULL;
        ptc_llm_reply reply;

        cr_assert(llm != NULL, "row %zu", i);
        cr_expect((ask_of(llm, &arena, &reply) == PTC_OK) == is_good, "row %zu: %s", i,
                  test_cstr(reply.message));
        if (is_good)
            EXPECT_TEXT(reply.content, rows[i].content);
        else
            EXPECT_TEXT(reply.message, rows[i].message);
        cr_expect(is_good || reply.fault == PTC_LLM_CLIENT_ERROR, "is not retried");
    }
    ptc_host_freeze(host);
    models.count = 0;
    cr_expect(ptc_host_add_models(host, &models, providers, 2) == PTC_ERROR_ARGUMENT);
    ptc_host_free(host);
    ptc_arena_free(&arena);
}

Test(models, need_no_provider_to_be_named)
{
    ptc_model model = {.struct_size = sizeof model, .name = "m", .provider = "antropic"};
    ptc_llm_reply reply;
    ptc_arena arena;
    ptc_llm llm;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert(ptc_model_make(&arena, &model, NULL, 0, &llm) == PTC_OK);
    cr_expect(ask_of(&llm, &arena, &reply) == PTC_ERROR_INVALID);
    EXPECT_TEXT(
        reply.message,
        "model \"m\": the provider \"antropic\" is not available in this program; no "
        "other one is either");
    model.provider = "command";
    cr_assert(ptc_model_make(&arena, &model, &ptc_provider_command, 1, &llm) == PTC_OK);
    cr_expect(ask_of(&llm, &arena, &reply) == PTC_ERROR_INVALID);
    EXPECT_TEXT(reply.message, "model \"m\": the provider command needs a command");
    ptc_arena_free(&arena);
}
