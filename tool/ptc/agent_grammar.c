/* SPDX-License-Identifier: MIT */
/*
 * `ptc agent grammar`: a grammar whose sentences are programs of the agent. Parts of
 * contracts that it cannot express go to stderr, one line each; with --strict they are
 * errors, and nothing is written. docs/targets/program-grammar.md lists the parts of the
 * language that it does not have. [emitters 6]
 */
#include "tool/ptc/agent.h"
#include "tool/ptc/ptc_int.h"

static const char *const grammar_forms[] = {PTC_WORDS_TO_AGENT};        /* ORDER */
static const char *const grammar_flavours[] = {PTC_WORDS_LARK_FLAVOUR}; /* ORDER */
static const char *const grammar_calls[] = {PTC_WORDS_CALLS};           /* ORDER */
static const char *const grammar_heads[] = {"loss[gbnf]", "loss[lark]"};

/* Losses, as they are reported. */
typedef struct grammar_losses {
    const ptc_cli *cli;
    const char *head;
    const char *path; /* of the agent */
    size_t count;
} grammar_losses;

static void grammar_take_loss(ptc_str place, ptc_str what, void *user)
{
    grammar_losses *losses = user;

    if (place.len == 0)
        return;
    losses->count++;
    ptc_cli_say_as(losses->cli, losses->head, "%s: %.*s: %.*s", losses->path,
                   (int)place.len, place.ptr, (int)what.len, what.ptr);
}

static bool grammar_take_options(const ptc_cli *cli, ptc_agent_grammar_options *options,
                                 int *form)
{
    int flavour = ptc_cli_choice(cli, PTC_OPTION_LARK_FLAVOUR, grammar_flavours, 2);
    int calls = ptc_cli_choice(cli, PTC_OPTION_CALLS, grammar_calls, 3);
    int64_t most = 0;

    *form = ptc_cli_choice(cli, PTC_OPTION_TO, grammar_forms, 2);
    if (*form < 0 || flavour < 0 || calls < 0 ||
        !ptc_cli_number(cli, PTC_OPTION_MAX_STRING, 1, 2000, &most))
        return false;
    options->syntax = *form == 0     ? PTC_GRAMMAR_GBNF
                      : flavour == 0 ? PTC_GRAMMAR_LARK
                                     : PTC_GRAMMAR_EBNF;
    options->calls = (ptc_program_calls)calls;
    options->max_string = (size_t)most;
    options->is_fenced = ptc_cli_has(cli, PTC_OPTION_FENCE);
    return true;
}

/* Why there is no grammar: the first fault of the agent, or its size. */
static ptc_exit grammar_refuse(const ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;
    const ptc_agent_fault *faults;
    size_t count;

    if (ptc_agent_check(cli->arena, command->agents, &faults, &count) == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    for (size_t i = 0; i < count; i++) {
        const ptc_error *error = &faults[i].error;

        if (faults[i].is_warning)
            continue;
        ptc_cli_say(cli, "%.*s: %.*s", (int)error->code.len, error->code.ptr,
                    (int)error->message.len, error->message.ptr);
        return PTC_EXIT_INPUT;
    }
    ptc_cli_say(cli, "the grammar of this agent would be larger than 1 MiB: its tools or "
                     "its result have too many fields");
    return PTC_EXIT_INPUT;
}

static ptc_exit grammar_print(const ptc_agent_command *command,
                              ptc_agent_grammar_options *options, int form)
{
    const ptc_cli *cli = command->cli;
    grammar_losses losses = {cli, grammar_heads[form],
                             command->path != NULL ? command->path : "-e", 0};
    ptc_status status;
    ptc_text text;

    options->note = grammar_take_loss;
    options->user = &losses;
    ptc_text_init(&text, cli->arena);
    status = ptc_agent_write_grammar(&text, command->agents, options);
    if (status == PTC_ERROR_MEMORY)
        return ptc_cli_no_memory(cli);
    if (status != PTC_OK)
        return grammar_refuse(command);
    if (losses.count > 0 && ptc_cli_has(cli, PTC_OPTION_STRICT))
        return PTC_EXIT_INPUT;
    return ptc_cli_print(cli, &text) ? PTC_EXIT_OK : PTC_EXIT_USAGE;
}

ptc_exit ptc_agent_command_grammar(ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;
    ptc_agent_grammar_options options = {.struct_size = sizeof options};
    ptc_exit exit = ptc_agent_command_read(command);
    int form;

    if (exit == PTC_EXIT_OK)
        exit = ptc_agent_command_read_context(command);
    if (exit == PTC_EXIT_OK && command->agent_count > 1)
        exit = ptc_cli_misuse(
            cli, "each agent of a chain has its own grammar: name the file of one");
    if (exit == PTC_EXIT_OK)
        exit = ptc_agent_command_bind_tools(command, false);
    if (exit != PTC_EXIT_OK)
        return exit;
    if (!grammar_take_options(cli, &options, &form))
        return PTC_EXIT_USAGE;
    options.context = command->options.context;
    options.overrides = command->options.overrides;
    return grammar_print(command, &options, form);
}
