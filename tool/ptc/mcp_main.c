/* SPDX-License-Identifier: MIT */
/* An MCP server as a program: the options of its command line. See <ptc/main.h>. [mcp
 * 1] */
#define _POSIX_C_SOURCE 200809L
#include "base/base_int.h"
#include "tool/ptc/ptc_int.h"

#include <ptc/main.h>

#include <unistd.h>

/* The arguments of ptc_mcp_main. */
typedef struct mcp_host {
    const ptc_mcp_server *server;
    const ptc_mcp_options *options;
} mcp_host;

enum {
    MCP_WORKERS_MAX = 64, /* as in <ptc/mcp.h> */
    MCP_WAITING_MAX = 1024,
    MCP_SESSIONS_MAX = 64,
};

/* Counts and times: a number, unless it is not given. */
static bool mcp_take_count(const ptc_cli *cli, ptc_cli_option option, int64_t least,
                           int64_t most, uint64_t *out)
{
    int64_t number = (int64_t)*out;

    if (!ptc_cli_number(cli, option, least, most, &number))
        return false;
    *out = (uint64_t)number;
    return true;
}

static bool mcp_take_number(const ptc_cli *cli, ptc_cli_option option, uint64_t *out)
{
    return mcp_take_count(cli, option, 1, INT64_MAX, out);
}

static bool mcp_take_bytes(const ptc_cli *cli, ptc_cli_option option, uint64_t *out)
{
    size_t size = (size_t)*out;

    if (!ptc_cli_size(cli, option, SIZE_MAX, &size))
        return false;
    *out = size;
    return true;
}

static bool mcp_take_level(const ptc_cli *cli, ptc_mcp_level *out)
{
    /* ORDER ptc_mcp_level */
    static const char *const levels[] = {PTC_WORDS_LOG};
    int level = ptc_cli_choice(cli, PTC_OPTION_LOG, levels, 4);

    if (level >= 0 && ptc_cli_has(cli, PTC_OPTION_LOG))
        *out = (ptc_mcp_level)level;
    return level >= 0;
}

/* Of run_program. */
static bool mcp_take_program_limits(const ptc_cli *cli, ptc_mcp_program_limits *limits)
{
    uint64_t characters = limits->characters;
    uint64_t sessions = limits->sessions;

    if (!mcp_take_number(cli, PTC_OPTION_PROGRAM_TIME, &limits->time_ms) ||
        !mcp_take_number(cli, PTC_OPTION_PROGRAM_FUEL, &limits->fuel) ||
        !mcp_take_bytes(cli, PTC_OPTION_PROGRAM_HEAP, &limits->heap) ||
        !mcp_take_number(cli, PTC_OPTION_PROGRAM_CALLS, &limits->calls) ||
        !mcp_take_bytes(cli, PTC_OPTION_PROGRAM_RESULT, &limits->result) ||
        !mcp_take_count(cli, PTC_OPTION_PROGRAM_CHARACTERS, 1, INT32_MAX, &characters) ||
        !mcp_take_count(cli, PTC_OPTION_PROGRAM_SESSIONS, 0, MCP_SESSIONS_MAX,
                        &sessions) ||
        !mcp_take_bytes(cli, PTC_OPTION_SESSION_MEMORY, &limits->memory) ||
        !mcp_take_number(cli, PTC_OPTION_SESSION_TIME, &limits->session_ms) ||
        !mcp_take_number(cli, PTC_OPTION_SESSION_IDLE, &limits->idle_ms))
        return false;
    limits->characters = (size_t)characters;
    limits->sessions = (size_t)sessions;
    return true;
}

static bool mcp_take_options(const ptc_cli *cli, ptc_mcp_options *options)
{
    uint64_t workers = options->workers;
    uint64_t waiting = options->max_waiting;

    if (!mcp_take_level(cli, &options->log_level) ||
        !mcp_take_number(cli, PTC_OPTION_TIMEOUT, &options->time_ms) ||
        !mcp_take_count(cli, PTC_OPTION_WORKERS, 1, MCP_WORKERS_MAX, &workers) ||
        !mcp_take_count(cli, PTC_OPTION_MAX_WAITING, 1, MCP_WAITING_MAX, &waiting) ||
        !ptc_cli_size(cli, PTC_OPTION_MAX_LINE, SIZE_MAX, &options->max_line) ||
        !ptc_cli_size(cli, PTC_OPTION_MAX_RESULT, SIZE_MAX, &options->max_result) ||
        !ptc_cli_size(cli, PTC_OPTION_MAX_MEMORY, SIZE_MAX, &options->max_memory))
        return false;
    options->workers = (unsigned)workers;
    options->max_waiting = (size_t)waiting;
    return mcp_take_program_limits(cli, &options->program);
}

/* Without this, a user who starts a server by hand sees nothing. */
static void mcp_greet(const ptc_cli *cli, const ptc_mcp_options *options)
{
    if (options->log_level >= PTC_MCP_WARNING && isatty(STDIN_FILENO))
        ptc_cli_say(cli, "an MCP server, to be started by a client; it waits for lines "
                         "of JSON. Ctrl-D ends it, --help lists its options");
}

static ptc_exit mcp_verb(const ptc_cli *cli)
{
    const mcp_host *host = cli->host;
    ptc_mcp_options options = {.struct_size = sizeof options,
                               .log_level = PTC_MCP_WARNING};

    if (cli->operand_count > 0)
        return ptc_cli_misuse(cli, "expected only options, found \"%s\"",
                              cli->operands[0]);
    if (!ptc_options_take(PTC_OPTIONS("options", ptc_mcp_options), "ptc_mcp_main",
                          host->options, &options))
        return PTC_EXIT_INPUT;
    if (!mcp_take_options(cli, &options))
        return PTC_EXIT_USAGE;
    mcp_greet(cli, &options);
    return (ptc_exit)ptc_mcp_serve_stdio(host->server, &options);
}

int ptc_mcp_main(int argc, char **argv, const ptc_mcp_server *server,
                 const ptc_mcp_options *options)
{
    static const ptc_cli_run runs[PTC_VERB_COUNT] = {[PTC_VERB_SERVE] = mcp_verb};
    const mcp_host host = {server, options};

    return ptc_cli_main_of_verb(PTC_VERB_SERVE, runs, ptc_cli_help_of_serve, &host, argc,
                                argv);
}
