/* SPDX-License-Identifier: MIT */
/*
 * The models of commands that run agents: a script, models of a file or of the
 * environment, any of them recorded by a cassette. Agents name models; a script and a
 * replayed cassette answer for all those names. See agent.h. [subagent 8]
 */
#include "tool/common/agent.h"
#include "tool/common/place.h"

#include <ptc/models.h>

#include <stdlib.h>

/* The models by name, and the one that is asked unless an agent names one. */
typedef struct models_list {
    ptc_agent_command *command;
    ptc_llm *items; /* `call` NULL: only on the cassette */
    size_t count;
    size_t capacity;
    const char *chosen;
} models_list;

static bool models_add(models_list *list, const ptc_llm *llm)
{
    ptc_llm *added;

    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].name, llm->name) == 0)
            return true;
    }
    added = PTC_ARENA_PUSH(list->command->cli->arena, list->items, list->count,
                           list->capacity);
    if (added != NULL)
        *added = *llm;
    return added != NULL;
}

/* --- Names in agents --------------------------------------------------------------- */

static bool models_add_name(models_list *list, ptc_llm llm, const char *name)
{
    llm.name = name;
    return name == NULL || models_add(list, &llm);
}

/* Registers `llm` under all names in tools; files have no cycles here. */
static bool models_add_tools(models_list *list, ptc_llm llm, const ptc_agent_tool *tools,
                             size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const ptc_agent *agent = tools[i].agent;
        const ptc_llm_tool *asks = tools[i].llm_tool;

        if (!models_add_name(list, llm, tools[i].llm.name))
            return false;
        if (agent != NULL &&
            (!models_add_name(list, llm, agent->llm.name) ||
             !models_add_tools(list, llm, agent->tools, agent->tool_count)))
            return false;
        if (asks != NULL && (!models_add_name(list, llm, asks->llm.name) ||
                             !models_add_tools(list, llm, asks->tools, asks->tool_count)))
            return false;
    }
    return true;
}

static bool models_add_agent(models_list *list, ptc_llm llm, const ptc_agent *agent)
{
    return models_add_name(list, llm, agent->llm.name) &&
           models_add_tools(list, llm, agent->tools, agent->tool_count);
}

/* The model for all agents: under the chosen name and the names in the agents. */
static ptc_exit models_add_all(models_list *list, const ptc_llm *llm)
{
    const ptc_agent_command *command = list->command;
    bool is_added = models_add_name(list, *llm, list->chosen);

    for (size_t i = 0; is_added && i < command->agent_count; i++)
        is_added = models_add_agent(list, *llm, &command->agents[i]);
    return is_added ? PTC_EXIT_OK : ptc_cli_no_memory(command->cli);
}

/* --- Where models come from -------------------------------------------------------- */

static ptc_exit models_of_script(models_list *list, const char *path)
{
    const ptc_cli *cli = list->command->cli;
    ptc_script *script;
    ptc_source source;
    ptc_status status;
    ptc_error error;
    ptc_llm llm;

    if (!ptc_file_read_text(cli, path, PTC_FILE_MAX, &source))
        return PTC_EXIT_USAGE;
    status = ptc_script_read(cli->arena, &source, &script, &error);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (status != PTC_OK)
        return ptc_cli_misuse_error(cli, &error);
    if (list->chosen == NULL)
        list->chosen = "script";
    llm = ptc_script_llm(script, list->chosen);
    return models_add_all(list, &llm);
}

/* The key of a model is a secret, whatever its variable is called. */
static bool models_hide_key(models_list *list, const ptc_model *model)
{
    const char *key = model->api_key_env != NULL ? getenv(model->api_key_env) : NULL;

    return key == NULL ||
           ptc_secrets_add(list->command->cli->arena, &list->command->secrets,
                           ptc_str_of(key)) == PTC_OK;
}

static ptc_exit models_make(models_list *list, const ptc_model *model)
{
    const ptc_cli *cli = list->command->cli;
    ptc_llm llm;

    for (size_t i = 0; model->command != NULL && model->command[i] != NULL; i++)
        ptc_place_read_later(cli, model->command[i]);
    if (!models_hide_key(list, model) ||
        ptc_model_make(list->command->cli->arena, model, &ptc_provider_command, 1,
                       &llm) != PTC_OK ||
        !models_add(list, &llm))
        return ptc_cli_no_memory(cli);
    return PTC_EXIT_OK;
}

static ptc_exit models_of_file(models_list *list, const char *path)
{
    const ptc_cli *cli = list->command->cli;
    ptc_source *source = ptc_arena_array(cli->arena, 1, sizeof *source);
    ptc_exit status = PTC_EXIT_OK;
    ptc_status read;
    ptc_models models;
    ptc_diags diags;

    if (source == NULL)
        return ptc_cli_no_memory(cli);
    if (!ptc_file_read_text(cli, path, PTC_FILE_MAX, source))
        return PTC_EXIT_USAGE;
    ptc_diags_init(&diags, cli->arena);
    read = ptc_models_read(cli->arena, source, &diags, &models);
    if (read == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (ptc_cli_report(cli, &diags) != PTC_EXIT_OK || read != PTC_OK)
        return PTC_EXIT_USAGE;
    for (size_t i = 0; i < models.count && status == PTC_EXIT_OK; i++)
        status = models_make(list, models.items[i]);
    if (list->chosen == NULL && models.count == 1)
        list->chosen = models.items[0]->name;
    return status;
}

static ptc_exit models_of_environment(models_list *list)
{
    const ptc_cli *cli = list->command->cli;
    const char *url = getenv("PTC_LLM_URL");
    const char *name = getenv("PTC_LLM_MODEL");
    const ptc_model *model;
    ptc_status status;
    ptc_error error;

    if (url == NULL && name == NULL)
        return PTC_EXIT_OK;
    status = ptc_model_of_address(cli->arena, ptc_str_of(url), ptc_str_of(name),
                                  "PTC_LLM_KEY", &model, &error);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (status != PTC_OK)
        return ptc_cli_misuse_error(cli, &error);
    if (list->chosen == NULL)
        list->chosen = model->name;
    return models_make(list, model);
}

/* --- Cassettes --------------------------------------------------------------------- */

/* Whether the options about models fit together. */
static ptc_exit models_check_options(const ptc_cli *cli)
{
    bool has_tape = ptc_cli_has(cli, PTC_OPTION_CASSETTE);
    bool records = ptc_cli_has(cli, PTC_OPTION_RECORD);

    if (records && !has_tape)
        return ptc_cli_misuse(cli, "--record needs --cassette FILE to write to");
    if (ptc_cli_has(cli, PTC_OPTION_SCRIPT) && ptc_cli_has(cli, PTC_OPTION_MODELS))
        return ptc_cli_misuse(cli, "--script answers instead of --models: give one");
    if (ptc_cli_has(cli, PTC_OPTION_SCRIPT) && has_tape && !records)
        return ptc_cli_misuse(
            cli, "--script answers instead of --cassette: give one, or --record");
    return PTC_EXIT_OK;
}

ptc_exit ptc_agent_command_open_cassette(ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;
    const char *path = ptc_cli_value(cli, PTC_OPTION_CASSETTE);
    ptc_cassette_options options = {.struct_size = sizeof options};
    ptc_source *source = ptc_arena_array(cli->arena, 1, sizeof *source);
    ptc_exit checked = models_check_options(cli);
    ptc_status status;
    ptc_str torn;
    ptc_error error;

    if (checked != PTC_EXIT_OK || path == NULL)
        return checked;
    if (source == NULL)
        return ptc_cli_no_memory(cli);
    options.redaction.secrets = &command->secrets;
    if (command->is_recording) {
        options.mode = PTC_CASSETTE_RECORD;
        options.write = ptc_command_log_write;
        options.user = &command->tape;
        options.is_raw = ptc_cli_has(cli, PTC_OPTION_RAW);
    } else if (ptc_file_read_text(cli, path, PTC_FILE_MAX, source)) {
        options.source = source;
    } else {
        return PTC_EXIT_USAGE;
    }
    status = ptc_cassette_new(cli->arena, &options, &command->cassette, &error);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (status != PTC_OK)
        return ptc_cli_misuse_error(cli, &error);
    torn = ptc_cassette_torn(command->cassette, NULL);
    if (torn.len > 0)
        ptc_cli_say(cli, "%.*s", (int)torn.len, torn.ptr);
    return PTC_EXIT_OK;
}

/* The models named by the agents of a chain before an agent that names none. */
static bool models_add_named(models_list *named)
{
    const ptc_agent_command *command = named->command;
    bool is_added = true;

    for (size_t i = 0; is_added && i < command->agent_count; i++) {
        if (command->agents[i].llm.name == NULL)
            break;
        is_added = models_add_agent(named, (ptc_llm){0}, &command->agents[i]);
    }
    return is_added;
}

static bool models_has(const models_list *list, const ptc_value *name)
{
    for (size_t i = 0; name->kind == PTC_STRING && i < list->count; i++) {
        if (ptc_str_equal(ptc_value_text(name), ptc_str_of(list->items[i].name)))
            return true;
    }
    return false;
}

/* The model of the run in a recording, whose name is part of every key: the one that was
 * asked first, by an agent that names none if there is one. NULL: none was asked. */
static ptc_exit models_first_recorded(ptc_agent_command *command, const char **out)
{
    const ptc_cli *cli = command->cli;
    const char *path = ptc_cli_value(cli, PTC_OPTION_CASSETTE);
    models_list named = {.command = command};
    const ptc_value *first = NULL;
    const ptc_value *name = NULL;
    ptc_source source;
    ptc_str line;
    ptc_value row;

    if (!models_add_named(&named))
        return ptc_cli_no_memory(cli);
    if (!ptc_file_read_text(cli, path, PTC_FILE_MAX, &source))
        return PTC_EXIT_USAGE;
    while (name == NULL && ptc_take_line(&source.text, &line)) {
        if (ptc_json_read(cli->arena, line.ptr, line.len, NULL, &row, NULL, NULL) ==
                PTC_OK &&
            row.kind == PTC_MAP)
            name = ptc_map_find_text(row.as.map, PTC_STRING, PTC_STR("llm"));
        first = first == NULL ? name : first;
        if (name != NULL && models_has(&named, name))
            name = NULL;
    }
    name = name == NULL ? first : name;
    if (name != NULL && name->kind == PTC_STRING)
        *out = ptc_str_copy(cli->arena, ptc_value_text(name)).ptr;
    return PTC_EXIT_OK;
}

static ptc_exit models_of_cassette(models_list *list)
{
    const ptc_llm none = {.name = NULL};
    ptc_exit status = PTC_EXIT_OK;

    if (list->chosen == NULL)
        status = models_first_recorded(list->command, &list->chosen);
    return status == PTC_EXIT_OK ? models_add_all(list, &none) : status;
}

/* --- All --------------------------------------------------------------------------- */

static ptc_exit models_gather(models_list *list)
{
    const ptc_agent_command *command = list->command;
    const char *script = ptc_cli_value(command->cli, PTC_OPTION_SCRIPT);
    const char *file = ptc_cli_value(command->cli, PTC_OPTION_MODELS);

    if (command->cassette != NULL && !command->is_recording)
        return models_of_cassette(list);
    if (script != NULL)
        return models_of_script(list, script);
    return file != NULL ? models_of_file(list, file) : models_of_environment(list);
}

ptc_exit ptc_agent_command_add_models(ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;
    models_list list = {.command = command, .chosen = ptc_cli_value(cli, PTC_OPTION_LLM)};
    ptc_exit exit = models_gather(&list);
    ptc_status status = PTC_OK;

    for (size_t i = 0; exit == PTC_EXIT_OK && i < list.count; i++) {
        ptc_llm llm = list.items[i];

        if (command->cassette != NULL)
            status = ptc_cassette_add_llm(command->cassette, llm.name,
                                          llm.call != NULL ? &list.items[i] : NULL, &llm);
        if (status == PTC_OK)
            status = ptc_host_add_llm(command->host, &llm);
        if (status == PTC_ERROR_ARGUMENT)
            exit = ptc_cli_misuse(cli, "\"%s\" cannot be the name of a model", llm.name);
        else if (status != PTC_OK)
            exit = ptc_cli_no_memory(cli);
    }
    command->options.llm.name = list.chosen;
    return exit;
}

void ptc_agent_command_say_models(const ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;

    if (command->cassette != NULL && !command->is_recording)
        ptc_cli_say(cli, "%s: the recording has no answers of models",
                    ptc_cli_value(cli, PTC_OPTION_CASSETTE));
    else if (ptc_cli_has(cli, PTC_OPTION_MODELS))
        ptc_cli_say(cli, "give --llm NAME, one of the models of %s",
                    ptc_cli_value(cli, PTC_OPTION_MODELS));
    else
        ptc_cli_say(cli, "give --models FILE and --llm NAME, or --script FILE, or set "
                         "PTC_LLM_URL and PTC_LLM_MODEL");
}
