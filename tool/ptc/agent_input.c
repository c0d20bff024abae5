/* SPDX-License-Identifier: MIT */
/* The input of `ptc agent`: an agent, and its context. See agent.h. */
#include "tool/ptc/agent.h"

/* --- The agent --------------------------------------------------------------------- */

/* Room for the agents that run; false after a message. */
static bool input_make_agents(ptc_agent_command *command, size_t count)
{
    command->agents =
        ptc_arena_array(command->cli->arena, count, sizeof *command->agents);
    command->agent_count = count;
    if (command->agents == NULL)
        ptc_cli_no_memory(command->cli);
    return command->agents != NULL;
}

static ptc_exit input_read_file(ptc_agent_command *command, const char *path)
{
    const ptc_chain_file *chain;
    ptc_contract_reader reader;

    if (!ptc_contract_reader_init(&reader, command->cli) ||
        ptc_agent_reader_read(&reader, path, &command->file) != PTC_EXIT_OK)
        return PTC_EXIT_USAGE;
    command->path = path;
    chain = command->file.chain;
    if (!input_make_agents(command, chain != NULL ? chain->chain->count : 1))
        return PTC_EXIT_USAGE;
    for (size_t i = 0; i < command->agent_count; i++)
        command->agents[i] =
            chain != NULL ? *chain->agents[i]->agent : *command->file.agent->agent;
    return PTC_EXIT_OK;
}

static ptc_exit input_take_prompt(ptc_agent_command *command, const char *prompt)
{
    const char *signature = ptc_cli_value(command->cli, PTC_OPTION_SIGNATURE);

    if (!input_make_agents(command, 1))
        return PTC_EXIT_USAGE;
    command->agents[0].struct_size = sizeof command->agents[0];
    command->agents[0].prompt = ptc_str_of(prompt);
    if (signature != NULL)
        command->agents[0].signature_text = ptc_str_of(signature);
    return PTC_EXIT_OK;
}

ptc_exit ptc_agent_command_read(ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;
    const char *prompt = ptc_cli_value(cli, PTC_OPTION_EXPRESSION);
    ptc_exit status;

    if ((prompt == NULL) != (cli->operand_count == 2) || cli->operand_count > 2)
        return ptc_cli_misuse(cli, "agent %s needs one of FILE and -e PROMPT",
                              cli->operands[0]);
    if (prompt == NULL && ptc_cli_has(cli, PTC_OPTION_SIGNATURE))
        return ptc_cli_misuse(cli, "--signature needs -e; a file has its own");
    status = prompt == NULL ? input_read_file(command, cli->operands[1])
                            : input_take_prompt(command, prompt);
    return status == PTC_EXIT_OK ? ptc_agent_command_take_settings(command) : status;
}

/* --- The context ------------------------------------------------------------------- */

/* The value of `--set KEY=VALUE`: JSON, or else a string. */
static bool input_read_value(const ptc_cli *cli, ptc_str text, ptc_value *out)
{
    ptc_status status =
        ptc_json_read(cli->arena, text.ptr, text.len, NULL, out, NULL, NULL);

    if (status == PTC_ERROR_MEMORY)
        return false;
    if (status != PTC_OK)
        *out = ptc_value_string(text);
    return true;
}

/* Sets the entry of that key in `entries`, which has room for it; the last one counts. */
static void input_set_entry(ptc_map_entry *entries, size_t *count, ptc_str key,
                            ptc_value value)
{
    size_t i = 0;

    while (i < *count && (entries[i].key.kind != PTC_STRING ||
                          !ptc_str_equal(ptc_value_text(&entries[i].key), key)))
        i++;
    entries[i] = (ptc_map_entry){ptc_value_string(key), value};
    *count += i == *count;
}

static ptc_exit input_set_all(ptc_agent_command *command, ptc_map_entry *entries,
                              size_t *count)
{
    const ptc_cli *cli = command->cli;

    for (size_t i = 0; i < cli->given_count; i++) {
        const char *text = cli->given[i].value;
        const char *equals;
        ptc_value value;

        if (cli->given[i].option != PTC_OPTION_SET)
            continue;
        equals = strchr(text, '=');
        if (equals == NULL || equals == text)
            return ptc_cli_misuse(cli, "--set needs KEY=VALUE, not \"%s\"", text);
        if (ptc_utf8_check(text, strlen(text)) != strlen(text))
            return ptc_cli_misuse(cli, "--set needs UTF-8");
        if (!input_read_value(cli, ptc_str_of(equals + 1), &value))
            return ptc_cli_no_memory(cli);
        input_set_entry(entries, count, ptc_str_make(text, (size_t)(equals - text)),
                        value);
    }
    return PTC_EXIT_OK;
}

ptc_exit ptc_agent_command_read_context(ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;
    const char *path = ptc_cli_value(cli, PTC_OPTION_CONTEXT);
    ptc_value *context = &command->context;
    ptc_map_entry *entries;
    size_t count = 0;
    ptc_exit status;

    *context = ptc_value_nil();
    if (path != NULL && !ptc_data_read_context(cli, path, context))
        return PTC_EXIT_USAGE;
    entries =
        ptc_arena_array(cli->arena, context->aux + cli->given_count, sizeof *entries);
    if (entries == NULL)
        return ptc_cli_no_memory(cli);
    if (context->kind == PTC_MAP && context->aux > 0) {
        memcpy(entries, context->as.map->entries, context->aux * sizeof *entries);
        count = context->aux;
    }
    status = input_set_all(command, entries, &count);
    if (status != PTC_EXIT_OK)
        return status;
    if (count > 0 && ptc_map_make(cli->arena, entries, count, context, NULL) != PTC_OK)
        return ptc_cli_no_memory(cli);
    if (context->kind == PTC_MAP)
        command->options.context = context;
    return PTC_EXIT_OK;
}
