/* SPDX-License-Identifier: MIT */
/*
 * The tools of commands that run agents. Agents only name C functions; only the command
 * line says where these come from. Each module has one table, the only symbol that is
 * looked up. See agent.h. [subagent 1]
 */
#include "tool/common/agent.h"
#include "tool/common/place.h"

#include <dlfcn.h>

/* --- Modules ----------------------------------------------------------------------- */

/* The path for dlopen, which searches elsewhere for one without a slash. */
static const char *tools_path(const ptc_cli *cli, const char *path)
{
    ptc_text text;

    ptc_text_init(&text, cli->arena);
    ptc_text_cstr(&text, strchr(path, '/') == NULL ? "./" : "");
    ptc_text_cstr(&text, path);
    ptc_text_byte(&text, '\0');
    return text.failed ? NULL : text.ptr;
}

/* What is wrong with a table, or NULL. */
static const char *tools_fault(const ptc_tool_table *table)
{
    if (table->version != PTC_TOOL_TABLE_VERSION)
        return "is of another version of <ptc/tool.h>: compile it again";
    if (table->tools == NULL && table->count > 0)
        return "has no tools";
    for (size_t i = 0; i < table->count; i++) {
        if (table->tools[i].name == NULL || table->tools[i].function == NULL)
            return "has a tool without name or function";
    }
    return NULL;
}

/* Modules stay loaded until the command ends: their tools are in use until then. */
static ptc_exit tools_load(const ptc_cli *cli, const char *path, ptc_tool_table *out)
{
    const char *found = tools_path(cli, path);
    const ptc_tool_table *table;
    const char *fault;
    void *module;

    if (found == NULL)
        return ptc_cli_no_memory(cli);
    ptc_place_read_later(cli, found);
    module = dlopen(found, RTLD_NOW | RTLD_LOCAL);
    if (module == NULL)
        return ptc_cli_misuse(cli, "--tools: %s", dlerror());
    table = dlsym(module, "ptc_tools");
    if (table == NULL)
        return ptc_cli_misuse(
            cli, "--tools: %s exports no table: const ptc_tool_table ptc_tools", path);
    fault = tools_fault(table);
    if (fault != NULL)
        return ptc_cli_misuse(cli, "--tools: ptc_tools of %s %s", path, fault);
    *out = *table;
    return PTC_EXIT_OK;
}

/* --- Results ----------------------------------------------------------------------- */

/* The tools that a recording has results of, as a table. */
static ptc_exit tools_of_cassette(const ptc_cli *cli, ptc_cassette *cassette,
                                  ptc_tool_table *out)
{
    out->version = PTC_TOOL_TABLE_VERSION;
    if (ptc_cassette_tools(cassette, &out->tools, &out->count) != PTC_OK)
        return ptc_cli_no_memory(cli);
    return PTC_EXIT_OK;
}

static ptc_exit tools_read_results(ptc_agent_command *command, const char *path,
                                   ptc_tool_table *out)
{
    const ptc_cli *cli = command->cli;
    ptc_cassette_options options = {.struct_size = sizeof options, .repeats_tools = true};
    ptc_source *source = ptc_arena_array(cli->arena, 1, sizeof *source);
    ptc_status status;
    ptc_error error;

    if (source == NULL)
        return ptc_cli_no_memory(cli);
    if (!ptc_file_read_text(cli, path, PTC_FILE_MAX, source))
        return PTC_EXIT_USAGE;
    options.source = source;
    options.redaction.secrets = &command->secrets;
    status = ptc_cassette_new(cli->arena, &options, &command->results, &error);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (status != PTC_OK)
        return ptc_cli_misuse_error(cli, &error);
    return tools_of_cassette(cli, command->results, out);
}

/* --- All tables -------------------------------------------------------------------- */

static ptc_exit tools_gather(ptc_agent_command *command, ptc_command_tables *tables)
{
    const ptc_cli *cli = command->cli;
    const char *results = ptc_cli_value(cli, PTC_OPTION_TOOL_RESULTS);
    const ptc_tool_table *own = cli->host;
    ptc_exit status = PTC_EXIT_OK;

    if (command->cassette != NULL && !command->is_recording)
        status =
            tools_of_cassette(cli, command->cassette, &tables->items[tables->count++]);
    if (status == PTC_EXIT_OK && results != NULL)
        status = tools_read_results(command, results, &tables->items[tables->count++]);
    if (own != NULL)
        tables->items[tables->count++] = *own;
    for (size_t i = 0; status == PTC_EXIT_OK && i < cli->given_count; i++) {
        if (cli->given[i].option != PTC_OPTION_TOOLS)
            continue;
        if (tables->count == PTC_COMMAND_TABLES)
            return ptc_cli_misuse(cli, "--tools: too many modules");
        status = tools_load(cli, cli->given[i].value, &tables->items[tables->count++]);
    }
    return status;
}

/* Records the answers of the tools. */
static ptc_exit tools_record(ptc_agent_command *command, ptc_command_tables *tables)
{
    for (size_t i = 0; command->is_recording && i < tables->count; i++) {
        ptc_tool_table *table = &tables->items[i];

        if (ptc_cassette_wrap_tools(command->cassette, table->tools, table->count,
                                    &table->tools) != PTC_OK)
            return ptc_cli_no_memory(command->cli);
    }
    return PTC_EXIT_OK;
}

/* Answers that there is no function for the tool. */
static ptc_status tools_say_lack(ptc_tool_call *call, const char *before,
                                 const char *behind)
{
    ptc_text text;

    ptc_text_init(&text, call->arena);
    ptc_text_cstr(&text, before);
    ptc_text_cstr(&text, call->tool->name);
    ptc_text_cstr(&text, behind);
    ptc_text_byte(&text, '\0');
    call->message = text.ptr;
    call->is_final = true; /* no program can do without the missing function */
    return text.failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
}

/* Stands for a tool without results in the replayed recording and without a function. */
static ptc_status tools_lack_rows(ptc_tool_call *call, void *user)
{
    (void)user;
    return tools_say_lack(
        call, "the recording has no call of ",
        "; give --tools MODULE or --tool-results FILE, or record again");
}

/* The same without a recording. */
static ptc_status tools_lack_function(ptc_tool_call *call, void *user)
{
    (void)user;
    return tools_say_lack(call, "no function for calls of ",
                          "; give --tools MODULE or --tool-results FILE, or make a "
                          "program with ptc_compile_main");
}

/* The function for tools that have none; NULL: they are an error. */
static const ptc_tool *tools_rest(const ptc_agent_command *command)
{
    static const ptc_tool no_rows = {.name = "", .function = tools_lack_rows};
    static const ptc_tool no_function = {.name = "", .function = tools_lack_function};

    if (command->cassette != NULL && !command->is_recording)
        return &no_rows;
    return command->lacks_tools ? &no_function : NULL;
}

/* PTC_EXIT_INPUT is for runs that fail; here none has begun. */
static ptc_exit tools_compile(const ptc_agent_command *command, ptc_command_compiled *out)
{
    ptc_exit exit = ptc_agent_command_compile(command, out);

    return exit == PTC_EXIT_INPUT && command->cli->verb != PTC_VERB_COMPILE
               ? PTC_EXIT_USAGE
               : exit;
}

ptc_exit ptc_agent_command_bind_tools(ptc_agent_command *command, bool all)
{
    const ptc_cli *cli = command->cli;
    const ptc_tool *rest = tools_rest(command);
    ptc_command_tables tables = {.count = 0};
    ptc_command_compiled compiled = {.count = 0};
    ptc_str missing;
    ptc_exit exit = tools_gather(command, &tables);
    ptc_status status;

    if (exit == PTC_EXIT_OK)
        exit = tools_record(command, &tables);
    if (exit != PTC_EXIT_OK || command->path == NULL)
        return exit;
    if (all)
        exit = tools_compile(command, &compiled);
    if (exit != PTC_EXIT_OK)
        return exit;
    status = command->file.chain != NULL
                 ? ptc_chain_file_bind(cli->arena, command->file.chain, tables.items,
                                       tables.count, rest, &missing)
                 : ptc_agent_file_bind_all(cli->arena, command->file.agent, tables.items,
                                           tables.count, rest, &missing);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (status == PTC_OK && all)
        ptc_agent_command_take_compiled(command, &compiled);
    if (status == PTC_OK || !all)
        return PTC_EXIT_OK;
    return ptc_cli_misuse(
        cli,
        "%s: no function for %.*s: give --tools MODULE, --tool-results FILE, or make a "
        "program with %s",
        command->path, (int)missing.len, missing.ptr,
        cli->verb == PTC_VERB_COMPILE ? "ptc_compile_main" : "ptc_agent_main");
}
