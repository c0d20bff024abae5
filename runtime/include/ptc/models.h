/* SPDX-License-Identifier: MIT */
/*
 * <ptc/models.h> - models by name, from a file that the host trusts.
 *
 *     {"models": {
 *         "haiku": {"provider": "anthropic", "model": "claude-haiku",
 *                   "api_key_env": "ANTHROPIC_API_KEY", "timeout_ms": 30000},
 *         "local": {"provider": "command", "command": ["./ask.sh", "--fast"]}}}
 *
 * Only the host, or the option --models of a command, names such a file; agents only name
 * models. It never contains API keys: it names the environment variable that holds the
 * key, and the provider reads that. [subagent 8.1]
 */
#ifndef PTC_MODELS_H
#define PTC_MODELS_H

#include <ptc/diag.h>
#include <ptc/error.h>
#include <ptc/host.h>

PTC_BEGIN

/* One model of the file. Members that it leaves out are empty or zero. Texts are
 * NUL-terminated. The struct grows at its end, and struct_size says how long it is. */
typedef struct ptc_model {
    size_t struct_size;
    const char *name;        /* by which agents and options call it */
    const char *provider;    /* "anthropic", "openai", "command", or one of the host's */
    const char *model;       /* the provider's name for it; or "" */
    const char *base_url;    /* without user, query and fragment; or "" */
    const char *api_key_env; /* environment variable that holds the key; or "" */
    const char *const *command; /* argv, NULL-terminated; or NULL */
    uint64_t timeout_ms;        /* of a request; 0: as the agent says */
    uint32_t max_tokens;        /* of a reply; 0: the provider's default */
    bool allow_http;            /* http is allowed as well as https */
    bool max_completion_tokens; /* OpenAI: max_tokens is sent under this name */
    ptc_value options; /* llm_opts for those that agents and runs do not have; a map, or
                        * nil */
} ptc_model;

/* The models of a file. */
typedef struct ptc_models {
    const ptc_model *const *items; /* in the order of the file */
    size_t count;
} ptc_models;

/*
 * Reads a models.json. PTC_ERROR_SYNTAX with places in `diags`, PTC_ERROR_MEMORY.
 * Everything lives in `arena`.
 */
PTC_API ptc_status ptc_models_read(ptc_arena *arena, const ptc_source *source,
                                   ptc_diags *diags, ptc_models *out);

/*
 * Makes the model that PTC_LLM_URL, PTC_LLM_MODEL and PTC_LLM_KEY describe, for callers
 * that read the environment: pass the values of the first two and the name of the third.
 *
 * The model lives in `arena`, and its name is the provider's name for it. The provider is
 * anthropic for addresses of api.anthropic.com or that end in /v1/messages, otherwise
 * openai. Returns PTC_ERROR_INVALID with `*error`, whose path is the variable;
 * PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_model_of_address(ptc_arena *arena, ptc_str url, ptc_str model,
                                        const char *key_variable, const ptc_model **out,
                                        ptc_error *error);

/* --- Providers --------------------------------------------------------------------- */

/*
 * A provider makes models that share a transport. Rows of this struct never change.
 *
 * `make` sets llm->call and llm->user, which live in `arena`. Otherwise it returns
 * PTC_ERROR_INVALID with error->message, one line without keys and environment values, or
 * PTC_ERROR_MEMORY. Only this function reads the environment. `model` is complete, as the
 * library knows it.
 */
typedef struct ptc_provider {
    const char *name; /* its name in files of models */
    /* Makes a model; see above. */
    ptc_status (*make)(ptc_arena *arena, const ptc_model *model, ptc_llm *llm,
                       ptc_error *error, void *user);
    void *user;
    const struct ptc_provider_info *info; /* NULL: there is none yet */
} ptc_provider;

/* "command": a child process for each request, see ptc_llm_command in <ptc/llm.h>. */
PTC_API extern const ptc_provider ptc_provider_command;

/*
 * Makes a model of a file with the provider of that name. A model that lacks a provider,
 * a key or a command is made all the same, and says so when it is asked. The texts of
 * `model` must live as long as `arena`. Returns PTC_ERROR_ARGUMENT if its struct_size is
 * 0, or if it has no name or provider; PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_model_make(ptc_arena *arena, const ptc_model *model,
                                  const ptc_provider *providers, size_t provider_count,
                                  ptc_llm *out);

/* Calls ptc_model_make for all models and adds them to the host under their names.
 * `models` must live as long as the host. Returns PTC_ERROR_DUPLICATE if the host has one
 * of the names, PTC_ERROR_ARGUMENT if it is frozen, or PTC_ERROR_MEMORY. */
PTC_API ptc_status ptc_host_add_models(ptc_host *host, const ptc_models *models,
                                       const ptc_provider *providers,
                                       size_t provider_count);

PTC_END

#endif
