/* SPDX-License-Identifier: MIT */
/* Models of definitions, and the providers that make them. See <ptc/models.h>. */
#include "agent/model/model_int.h"
#include "base/base_int.h"
#include "render/render_int.h"

#include <ptc/models.h>

/* --- Addresses --------------------------------------------------------------------- */

static bool models_starts(ptc_str text, const char *start)
{
    size_t length = strlen(start);

    return text.len >= length && memcmp(text.ptr, start, length) == 0;
}

static bool models_ends(ptc_str text, const char *end)
{
    size_t length = strlen(end);

    return text.len >= length && memcmp(text.ptr + text.len - length, end, length) == 0;
}

/* The host with its port, and a user part if it has one. */
static ptc_str models_authority(ptc_str url)
{
    size_t start = models_starts(url, "https://") ? 8 : 7;
    size_t end = start;

    while (end < url.len && url.ptr[end] != '/')
        end++;
    return ptc_str_make(url.ptr + start, end - start);
}

const char *ptc_model_url_fault(ptc_str url)
{
    ptc_str authority;

    if (!models_starts(url, "https://") && !models_starts(url, "http://"))
        return "base_url must begin with https:// or http://";
    for (size_t i = 0; i < url.len; i++) {
        unsigned char byte = (unsigned char)url.ptr[i];

        if (byte <= ' ' || byte >= 0x7F || byte == '"' || byte == '<' || byte == '>' ||
            byte == '\\')
            return "base_url has a character that URLs do not have";
        if (byte == '?' || byte == '#')
            return "base_url must not have a query or fragment";
    }
    authority = models_authority(url);
    if (authority.len == 0 || authority.ptr[0] == ':')
        return "base_url names no host";
    if (memchr(authority.ptr, '@', authority.len) != NULL)
        return "base_url must not have a user or password: api_key_env names the "
               "variable that holds a key";
    return NULL;
}

static bool models_is_anthropic(ptc_str url)
{
    ptc_str host = models_authority(url);
    const char *colon = memchr(host.ptr, ':', host.len);

    if (colon != NULL)
        host.len = (size_t)(colon - host.ptr);
    return ptc_str_equal(host, PTC_STR("api.anthropic.com")) ||
           models_ends(url, "/v1/messages");
}

static ptc_status models_refuse(ptc_error *error, const char *path, const char *why)
{
    *error = ptc_error_make(ptc_str_of(why), ptc_str_of(path), PTC_STR("invalid"));
    return PTC_ERROR_INVALID;
}

ptc_status ptc_model_of_address(ptc_arena *arena, ptc_str url, ptc_str model,
                                const char *key_variable, const ptc_model **out,
                                ptc_error *error)
{
    ptc_model *made = ptc_arena_array(arena, 1, sizeof *made);
    const char *fault;
    ptc_str name;
    ptc_str key;
    ptc_error own;

    *out = NULL;
    if (error == NULL)
        error = &own;
    *error = ptc_error_none();
    if (url.len == 0)
        return models_refuse(error, "PTC_LLM_MODEL", "needs PTC_LLM_URL, its address");
    if (model.len == 0)
        return models_refuse(error, "PTC_LLM_URL",
                             "needs PTC_LLM_MODEL, the name of a model");
    if (ptc_utf8_check(model.ptr, model.len) < model.len)
        return models_refuse(error, "PTC_LLM_MODEL", "is not valid UTF-8");
    fault = ptc_model_url_fault(url);
    if (fault != NULL)
        return models_refuse(error, "PTC_LLM_URL", fault);
    name = ptc_str_copy(arena, model);
    key = ptc_str_copy(arena, ptc_str_of(key_variable));
    url = ptc_str_copy(arena, url);
    if (made == NULL || name.ptr == NULL || url.ptr == NULL || key.ptr == NULL)
        return PTC_ERROR_MEMORY;
    *made = (ptc_model){
        .struct_size = sizeof *made,
        .name = name.ptr,
        .provider = models_is_anthropic(url) ? "anthropic" : "openai",
        .model = name.ptr,
        .base_url = url.ptr,
        .api_key_env = key.ptr,
    };
    *out = made;
    return PTC_OK;
}

/* --- Models that cannot be made ---------------------------------------------------- */

typedef struct models_broken {
    ptc_str message;
} models_broken;

static ptc_status models_answer_broken(const ptc_llm_request *request,
                                       ptc_llm_reply *reply, void *user)
{
    const models_broken *broken = user;

    (void)request;
    reply->fault = PTC_LLM_CLIENT_ERROR;
    reply->message = broken->message;
    return PTC_ERROR_INVALID;
}

static ptc_status models_call_broken(const ptc_llm_request *request, ptc_llm_reply *reply,
                                     void *user)
{
    return ptc_llm_serve(request, reply, user, models_answer_broken);
}

static ptc_status models_break(ptc_arena *arena, const ptc_text *message, ptc_llm *out)
{
    models_broken *broken = ptc_arena_alloc(arena, sizeof *broken);

    if (broken == NULL || message->failed)
        return PTC_ERROR_MEMORY;
    broken->message = ptc_text_view(message);
    out->call = models_call_broken;
    out->user = broken;
    return PTC_OK;
}

/* A provider that the host does not have, with those that it has. */
static void models_write_unknown(ptc_text *text, const ptc_model *model,
                                 const ptc_provider *providers, size_t count)
{
    ptc_text_cstr(text, "the provider \"");
    ptc_show_plain(text, ptc_str_of(model->provider), 64);
    ptc_text_cstr(text, "\" is not available in this program; ");
    ptc_text_cstr(text, count > 0 ? "available: " : "no other one is either");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            ptc_text_cstr(text, ", ");
        ptc_text_cstr(text, providers[i].name);
    }
}

/* --- Making ------------------------------------------------------------------------ */

void ptc_model_complete(ptc_model *model)
{
    const char **texts[] = {&model->name, &model->provider, &model->model,
                            &model->base_url, &model->api_key_env};

    model->struct_size = sizeof *model;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (*texts[i] == NULL)
            *texts[i] = "";
    }
}

/* The model in this program's layout; NULL when memory was refused. */
static const ptc_model *models_take(ptc_arena *arena, const ptc_model *given)
{
    ptc_model *model = ptc_arena_array(arena, 1, sizeof *model);

    if (model == NULL)
        return NULL;
    memcpy(model, given,
           given->struct_size < sizeof *model ? given->struct_size : sizeof *model);
    ptc_model_complete(model);
    return model;
}

ptc_status ptc_model_make(ptc_arena *arena, const ptc_model *given,
                          const ptc_provider *providers, size_t provider_count,
                          ptc_llm *out)
{
    const ptc_provider *provider = NULL;
    ptc_error error = ptc_error_none();
    ptc_status status = PTC_ERROR_INVALID;
    const ptc_model *model;
    ptc_text text;

    *out = (ptc_llm){.name = NULL};
    if (given->struct_size < offsetof(ptc_model, model) || given->name == NULL ||
        given->provider == NULL)
        return ptc_misuse("ptc_model_make", "model.%s; set it",
                          given->struct_size < offsetof(ptc_model, model)
                              ? "struct_size is not sizeof(ptc_model)"
                              : "name or model.provider is NULL");
    model = models_take(arena, given);
    if (model == NULL)
        return PTC_ERROR_MEMORY;
    *out = (ptc_llm){.name = model->name};
    for (size_t i = 0; i < provider_count && provider == NULL; i++) {
        if (strcmp(providers[i].name, model->provider) == 0)
            provider = &providers[i];
    }
    if (provider != NULL)
        status = provider->make(arena, model, out, &error, provider->user);
    if (status == PTC_ERROR_MEMORY || (status == PTC_OK && out->call != NULL))
        return status;
    out->info = NULL;
    ptc_text_init(&text, arena);
    ptc_text_cstr(&text, "model \"");
    ptc_show_plain(&text, ptc_str_of(model->name), 64);
    ptc_text_cstr(&text, "\": ");
    if (provider == NULL)
        models_write_unknown(&text, model, providers, provider_count);
    else
        ptc_text_str(&text, error.message.len > 0 ? error.message
                                                  : PTC_STR("it cannot be made"));
    return models_break(arena, &text, out);
}

ptc_status ptc_host_add_models(ptc_host *host, const ptc_models *models,
                               const ptc_provider *providers, size_t provider_count)
{
    if (ptc_host_is_frozen(host))
        return ptc_misuse("ptc_host_add_models",
                          "the host is in use by runs; set it up before the first");
    for (size_t i = 0; i < models->count; i++) { /* all of them or none */
        if (ptc_host_find_llm(host, ptc_str_of(models->items[i]->name)) != NULL)
            return PTC_ERROR_DUPLICATE;
    }
    for (size_t i = 0; i < models->count; i++) {
        ptc_llm llm;
        ptc_status status = ptc_model_make(&host->arena, models->items[i], providers,
                                           provider_count, &llm);

        if (status == PTC_OK)
            status = ptc_host_add_llm(host, &llm);
        if (status != PTC_OK)
            return status;
    }
    return PTC_OK;
}

/* --- The provider of commands ------------------------------------------------------ */

static ptc_status models_make_command(ptc_arena *arena, const ptc_model *model,
                                      ptc_llm *llm, ptc_error *error, void *user)
{
    ptc_llm_command *command;

    (void)user;
    if (model->command == NULL || model->command[0] == NULL)
        return models_refuse(error, "", "the provider command needs a command");
    command = ptc_arena_alloc(arena, sizeof *command);
    if (command == NULL)
        return PTC_ERROR_MEMORY;
    *command = (ptc_llm_command){
        .struct_size = sizeof *command,
        .argv = model->command,
        .model = model->model != NULL && model->model[0] != '\0' ? model->model : NULL,
        .max_tokens = model->max_tokens,
        .timeout_ms = model->timeout_ms,
        .options = model->options,
    };
    return ptc_llm_of_command(command, model->name, llm);
}

const ptc_provider ptc_provider_command = {"command", models_make_command, NULL, NULL};
