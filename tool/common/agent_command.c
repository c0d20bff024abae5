/* SPDX-License-Identifier: MIT */
/* The life of a command that runs agents, and Ctrl-C. See agent.h. */
#define _POSIX_C_SOURCE 200809L
#include "tool/common/agent.h"

#include <signal.h>

extern char **environ;

/* Global, because a signal handler gets no other data. */
static ptc_cancel agent_cancel;

static void agent_interrupt(int signal)
{
    (void)signal;
    ptc_cancel_set(&agent_cancel);
}

void ptc_agent_command_take_interrupts(ptc_agent_command *command)
{
    struct sigaction action = {.sa_handler = agent_interrupt,
                               .sa_flags = (int)SA_RESETHAND};

    command->options.cancel = &agent_cancel;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

bool ptc_agent_command_open(ptc_agent_command *command, const ptc_cli *cli)
{
    *command = (ptc_agent_command){
        .cli = cli,
        .options.struct_size = sizeof command->options,
        .is_recording = ptc_cli_has(cli, PTC_OPTION_RECORD),
        .tape.file = -1,
        .trace.file = -1,
    };
    if (ptc_host_new(NULL, &command->host) == PTC_OK)
        return true;
    ptc_cli_no_memory(cli);
    return false;
}

ptc_exit ptc_agent_command_prepare(ptc_agent_command *command)
{
    const ptc_cli *cli = command->cli;
    ptc_exit status;

    if (ptc_secrets_add_environment(cli->arena, &command->secrets, environ) != PTC_OK)
        return ptc_cli_no_memory(cli);
    command->options.redaction.secrets = &command->secrets;
    command->options.host = command->host;
    if (!ptc_data_read_host(cli, &command->host_context))
        return PTC_EXIT_USAGE;
    command->options.host_context = &command->host_context;
    status = ptc_agent_command_open_cassette(command);
    if (status == PTC_EXIT_OK)
        status = ptc_agent_command_bind_tools(command, true);
    if (status == PTC_EXIT_OK)
        status = ptc_agent_command_add_models(command);
    command->trace.path = ptc_cli_value(cli, PTC_OPTION_TRACE);
    if (command->is_recording)
        command->tape.path = ptc_cli_value(cli, PTC_OPTION_CASSETTE);
    if (command->trace.path != NULL) {
        command->options.log = ptc_command_log_event;
        command->options.log_user = &command->trace;
    }
    if (status == PTC_EXIT_OK)
        status = ptc_command_logs_open(cli, &command->trace, &command->tape);
    return status;
}

ptc_exit ptc_agent_command_close(ptc_agent_command *command, ptc_exit status)
{
    ptc_exit closed = ptc_command_log_close(command->cli, &command->trace);
    ptc_exit taped =
        ptc_command_tape_close(command->cli, &command->tape, status == PTC_EXIT_OK);

    ptc_cassette_free(command->cassette);
    ptc_cassette_free(command->results);
    ptc_host_free(command->host);
    if (closed != PTC_EXIT_OK)
        return closed;
    return taped != PTC_EXIT_OK ? taped : status;
}
