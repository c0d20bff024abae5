/* SPDX-License-Identifier: MIT */
/*
 * `ptc agent run` and `ptc agent preview`: an agent or a chain of a file, or a prompt.
 * The result goes to stdout as JSON; without one the reason goes to stderr in one line,
 * and what was wrong with the last program in another.
 * With --json the whole step goes to stdout either way, of a chain all steps as a list.
 * Firewalled values are printed only with --raw. [architecture 8]
 */
#define _POSIX_C_SOURCE 200809L
#include "tool/ptc/agent.h"
#include "base/base_int.h"
#include "tool/ptc/ptc_int.h"

#include <unistd.h>

/* --- run --------------------------------------------------------------------------- */

static unsigned agent_print_options(const ptc_cli *cli)
{
    return ptc_cli_has(cli, PTC_OPTION_RAW) ? PTC_TRACE_OPEN : 0;
}

/* The step of an agent as JSON, or those of a chain as a list. */
static ptc_status agent_write_steps(const ptc_agent_command *command, ptc_text *text,
                                    const ptc_step *const *steps)
{
    bool is_chain = command->file.chain != NULL;
    ptc_status status = PTC_OK;

    ptc_text_cstr(text, is_chain ? "[" : "");
    for (size_t i = 0; status == PTC_OK && i < command->agent_count; i++) {
        ptc_text_cstr(text, i > 0 ? ",\n" : "");
        status = ptc_step_write_json(text, steps[i], agent_print_options(command->cli));
    }
    ptc_text_cstr(text, is_chain ? "]" : "");
    return status;
}

/* All steps after it have its reason. */
static size_t agent_first_failed(const ptc_step *const *steps)
{
    size_t i = 0;

    while (steps[i]->is_ok)
        i++;
    return i;
}

static void agent_write_failure(const ptc_agent_command *command, ptc_text *text,
                                const ptc_step *const *steps)
{
    size_t i = agent_first_failed(steps);

    if (command->file.chain != NULL) {
        ptc_text_cstr(text, "agent ");
        ptc_text_uint(text, i + 1);
        ptc_text_cstr(text, " \"");
        ptc_visible_write(text, ptc_str_of(command->agents[i].name));
        ptc_text_cstr(text, "\": ");
    }
    ptc_step_write_error(text, steps[i]);
}

/* What was wrong with the last program, where the failure of the run does not say it: no
 * reply came to the feedback, or there are no turns left. */
static void agent_write_program_fault(ptc_text *text, const ptc_step *step)
{
    size_t count = step->trace != NULL ? step->trace->turn_count : 0;
    const ptc_trace_turn *turn;

    if (count > 0 && step->trace->turns[count - 1].type == PTC_TURN_LLM_ERROR)
        count--;
    if (count == 0)
        return;
    turn = &step->trace->turns[count - 1];
    if (turn->error.reason.len == 0 ||
        ptc_str_equal(turn->error.message, step->fail.message))
        return;
    ptc_text_cstr(text, "turn ");
    ptc_text_uint(text, turn->turn);
    ptc_text_cstr(text, " failed: ");
    ptc_visible_write(text,
                      ptc_secrets_hide(text->arena, step->secrets, turn->error.reason));
    ptc_text_cstr(text, ": ");
    ptc_visible_write(text,
                      ptc_secrets_hide(text->arena, step->secrets, turn->error.message));
}

static ptc_exit agent_print_steps(const ptc_agent_command *command,
                                  const ptc_step *const *steps)
{
    const ptc_cli *cli = command->cli;
    const ptc_step *last = steps[command->agent_count - 1];
    bool is_json = ptc_cli_has(cli, PTC_OPTION_JSON);
    ptc_status status = PTC_OK;
    ptc_text fault;
    ptc_text text;

    ptc_text_init(&text, cli->arena);
    ptc_text_init(&fault, cli->arena);
    if (is_json)
        status = agent_write_steps(command, &text, steps);
    else if (last->is_ok)
        status = ptc_step_write_result(&text, last, agent_print_options(cli));
    else {
        agent_write_failure(command, &text, steps);
        agent_write_program_fault(&fault, steps[agent_first_failed(steps)]);
    }
    if (status != PTC_OK || text.failed || fault.failed)
        return ptc_cli_no_memory(cli);
    if (is_json || last->is_ok) {
        ptc_cli_print(cli, &text);
        ptc_file_print(PTC_STR("\n"));
    } else {
        ptc_cli_say(cli, "%.*s", (int)text.len, text.ptr);
        if (fault.len > 0)
            ptc_cli_say(cli, "%.*s", (int)fault.len, fault.ptr);
    }
    if (!last->is_ok && ptc_str_equal(steps[agent_first_failed(steps)]->fail.reason,
                                      PTC_STR("llm_required")))
        ptc_agent_command_say_models(command);
    return last->is_ok ? PTC_EXIT_OK : PTC_EXIT_INPUT;
}

/* A replay lacks the values hidden by the recording, so its result may differ. */
static void agent_say_hidden(const ptc_agent_command *command)
{
    ptc_str hidden = ptc_str_make("", 0);

    if (command->cassette != NULL && !command->is_recording)
        hidden = ptc_cassette_hidden(command->cli->arena, command->cassette);
    if (hidden.len > 0)
        ptc_cli_say(command->cli, "note: %.*s", (int)hidden.len, hidden.ptr);
}

/* Runs the agents, one after the other, and prints the result. */
static ptc_exit agent_run_all(ptc_agent_command *command)
{
    ptc_arena *arena = command->cli->arena;
    size_t count = command->agent_count;
    const ptc_agent **agents = ptc_arena_array(arena, count, sizeof *agents);
    const ptc_step **steps = ptc_arena_array(arena, count, sizeof *steps);
    ptc_chain chain = {.struct_size = sizeof chain, .agents = agents, .count = count};

    if (agents == NULL || steps == NULL)
        return ptc_cli_no_memory(command->cli);
    for (size_t i = 0; i < count; i++)
        agents[i] = &command->agents[i];
    if (ptc_chain_run(arena, &chain, &command->options, steps) == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(command->cli);
    agent_say_hidden(command);
    return agent_print_steps(command, steps);
}

static ptc_exit agent_run(ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;
    ptc_agent_options *options = &command->options;
    ptc_exit status = ptc_agent_command_read(command);

    if (status == PTC_EXIT_OK)
        status = ptc_agent_command_read_context(command);
    if (status == PTC_EXIT_OK)
        status = ptc_agent_command_prepare(command);
    if (status != PTC_EXIT_OK)
        return status;
    options->debug = ptc_cli_has(cli, PTC_OPTION_DEBUG);
    options->is_log_raw = ptc_cli_has(cli, PTC_OPTION_RAW);
    if (!ptc_cli_has(cli, PTC_OPTION_JSON))
        options->trace = PTC_TRACE_MODE_ON_ERROR; /* no one would see another */
    ptc_agent_command_take_interrupts(command);
    return agent_run_all(command);
}

/* --- preview ----------------------------------------------------------------------- */

static void preview_member(ptc_text *text, const char *name, ptc_str value)
{
    ptc_json_write_string(text, ptc_str_of(name));
    ptc_text_byte(text, ':');
    ptc_json_write_string(text, value);
}

/* A member after others, if it is not empty. */
static void preview_some(ptc_text *text, const char *name, ptc_str value)
{
    if (value.len == 0)
        return;
    ptc_text_byte(text, ',');
    preview_member(text, name, value);
}

static void preview_write_tool(ptc_text *text, const ptc_tool_schema *tool)
{
    ptc_text_byte(text, '{');
    preview_member(text, "name", tool->name);
    preview_some(text, "signature", tool->signature);
    preview_some(text, "types", tool->types);
    preview_some(text, "description", tool->description);
    ptc_text_byte(text, '}');
}

static void preview_write_json(ptc_text *text, const ptc_preview *preview)
{
    ptc_text signature;

    ptc_text_byte(text, '{');
    preview_member(text, "system", preview->system);
    ptc_text_byte(text, ',');
    preview_member(text, "user", preview->user);
    ptc_text_cstr(text, ",\"tool_schemas\":[");
    for (size_t i = 0; i < preview->tool_count; i++) {
        ptc_text_cstr(text, i > 0 ? "," : "");
        preview_write_tool(text, &preview->tools[i]);
    }
    ptc_text_byte(text, ']');
    if (preview->signature != NULL) {
        ptc_text_init(&signature, text->arena);
        ptc_schema_write_signature(&signature, preview->signature, NULL);
        preview_some(text, "schema", ptc_text_view(&signature));
        preview_some(text, "types", preview->types);
        text->failed = text->failed || signature.failed;
    }
    ptc_text_cstr(text, "}\n");
}

static ptc_exit preview_print(const ptc_cli *cli, const ptc_preview *preview)
{
    ptc_text text;

    ptc_text_init(&text, cli->arena);
    if (ptc_cli_has(cli, PTC_OPTION_JSON))
        preview_write_json(&text, preview);
    else
        ptc_preview_write(&text, preview, isatty(STDOUT_FILENO));
    if (!ptc_cli_print(cli, &text))
        return PTC_EXIT_USAGE;
    if (preview->warning.len > 0)
        ptc_cli_say(cli, "warning: %.*s", (int)preview->warning.len,
                    preview->warning.ptr);
    return PTC_EXIT_OK;
}

static ptc_exit agent_preview(ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;
    ptc_exit exit = ptc_agent_command_read(command);
    ptc_status status;
    ptc_preview preview;
    ptc_fail fail;

    if (exit == PTC_EXIT_OK)
        exit = ptc_agent_command_read_context(command);
    if (exit == PTC_EXIT_OK)
        exit = ptc_agent_command_bind_tools(command, false);
    if (exit != PTC_EXIT_OK)
        return exit;
    command->options.host = command->host;
    status = ptc_agent_preview(cli->arena, &command->agents[0], &command->options,
                               &preview, &fail);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (status != PTC_OK) {
        ptc_cli_say(cli, "%.*s: %.*s", (int)fail.reason.len, fail.reason.ptr,
                    (int)fail.message.len, fail.message.ptr);
        return PTC_EXIT_INPUT;
    }
    if (command->agent_count > 1)
        ptc_cli_note(cli,
                     "this is what the first of %zu agents is sent; each of the others "
                     "gets the result of the one before",
                     command->agent_count);
    return preview_print(cli, &preview);
}

/* --- The verb ---------------------------------------------------------------------- */

enum { AGENT_RUN, AGENT_PREVIEW, AGENT_GRAMMAR, AGENT_WORDS };

static const char *const agent_words[AGENT_WORDS] = {"run", "preview", "grammar"};

/* Options of programs' grammars, and --debug without what it is about. The others say
 * what is run, so that a command line for `run` also serves `preview` and `grammar`. */
static ptc_exit agent_check_options(const ptc_cli *cli, int what)
{
    static const ptc_cli_option options[] = {
        PTC_OPTION_TO,           PTC_OPTION_STRICT, PTC_OPTION_MAX_STRING,
        PTC_OPTION_LARK_FLAVOUR, PTC_OPTION_CALLS,  PTC_OPTION_FENCE};

    for (size_t i = 0; what != AGENT_GRAMMAR && i < sizeof options / sizeof *options;
         i++) {
        if (ptc_cli_has(cli, options[i]))
            return ptc_cli_misuse(cli, "--%s is for agent grammar, not agent %s",
                                  ptc_cli_option_name(options[i]), agent_words[what]);
    }
    if (ptc_cli_has(cli, PTC_OPTION_DEBUG) && !ptc_cli_has(cli, PTC_OPTION_TRACE) &&
        !ptc_cli_has(cli, PTC_OPTION_JSON))
        return ptc_cli_misuse(
            cli, "--debug is for --trace and --json, neither of which is given");
    return PTC_EXIT_OK;
}

static ptc_exit agent_refuse_word(const ptc_cli *cli, const char *word)
{
    const char *near = ptc_cli_nearest(word, agent_words, AGENT_WORDS);

    return ptc_cli_misuse(
        cli, "agent is followed by run, preview or grammar, not \"%s\"%s%s%s", word,
        near != NULL ? "; did you mean " : "", near != NULL ? near : "",
        near != NULL ? "?" : "");
}

ptc_exit ptc_agent_verb(const ptc_cli *cli)
{
    static ptc_exit (*const runs[AGENT_WORDS])(ptc_agent_command * command) = {
        agent_run, agent_preview, ptc_agent_command_grammar};
    ptc_agent_command command;
    int what = 0;

    if (cli->operand_count == 0)
        return ptc_cli_misuse(cli, "agent is followed by run, preview or grammar");
    while (what < AGENT_WORDS && strcmp(cli->operands[0], agent_words[what]) != 0)
        what++;
    if (what == AGENT_WORDS)
        return agent_refuse_word(cli, cli->operands[0]);
    if (agent_check_options(cli, what) != PTC_EXIT_OK)
        return PTC_EXIT_USAGE;
    if (!ptc_agent_command_open(&command, cli))
        return PTC_EXIT_USAGE;
    return ptc_agent_command_close(&command, runs[what](&command));
}
