/* SPDX-License-Identifier: MIT */
/* Commands that run agents (`ptc agent`, `ptcc compile`): an agent, its tools and models
 * from the command line, and the files that its run writes. */
#ifndef PTC_COMMAND_AGENT_H
#define PTC_COMMAND_AGENT_H

#include "tool/common/cli.h"
#include "tool/common/lock.h"

#include <ptc/agent_file.h>
#include <ptc/cassette.h>

/* A file that lines are appended to as they come. */
typedef struct ptc_command_log {
    const char *path;    /* as the user named it; NULL: none */
    const char *partial; /* of a recording: where its rows wait */
    int file;            /* -1: not open */
    int error;           /* errno of the first line that could not be written; 0: none */
} ptc_command_log;

/* Tables of tools, in the order of search. */
enum { PTC_COMMAND_TABLES = 32 };
typedef struct ptc_command_tables {
    ptc_tool_table items[PTC_COMMAND_TABLES];
    size_t count;
} ptc_command_tables;

/* The compiled agents among the tools, each once. */
typedef struct ptc_command_compiled_row {
    const ptc_agent_file *agent;
    ptc_lock_compiled compiled;
} ptc_command_compiled_row;
typedef struct ptc_command_compiled {
    ptc_command_compiled_row *rows;
    size_t count;
    size_t capacity;
} ptc_command_compiled;

typedef struct ptc_agent_command {
    const ptc_cli *cli;
    const char *path;       /* of the file of these, or NULL */
    ptc_agent_operand file; /* both NULL: a prompt is given instead */
    ptc_agent *agents;      /* what runs, one after the other */
    size_t agent_count;     /* 1, unless a chain runs */
    ptc_agent_options options;
    ptc_agent_overrides overrides;
    ptc_value context;
    ptc_context host_context; /* of --app and --config */
    ptc_secrets secrets;      /* of the environment */
    ptc_host *host;
    ptc_cassette *cassette; /* of --cassette, or NULL */
    bool is_recording;      /* of the cassette */
    bool lacks_tools;       /* a tool without a function is an error when it is called */
    ptc_cassette *results;  /* of --tool-results, or NULL */
    ptc_command_log tape;   /* of --cassette with --record */
    ptc_command_log trace;
} ptc_agent_command;

/* --- agent_command.c --------------------------------------------------------------- */

/* Initialises a command without agents; false after a message. Close it in both cases. */
bool ptc_agent_command_open(ptc_agent_command *command, const ptc_cli *cli);
/* Call it after reading the agents: opens cassette, tools and models from the command
 * line, and last the files to write, none of which may be an input. A mistake loses
 * nothing. PTC_EXIT_USAGE after a message. */
ptc_exit ptc_agent_command_prepare(ptc_agent_command *command);
/* Makes the first Ctrl-C end the runs, with their steps; a second one ends the
 * command. */
void ptc_agent_command_take_interrupts(ptc_agent_command *command);
/* Closes everything. Returns the status of the whole command; `status` is the status so
 * far. */
ptc_exit ptc_agent_command_close(ptc_agent_command *command, ptc_exit status);

/* --- agent_log.c ------------------------------------------------------------------- */

/*
 * Opens the files at their paths, readable only by their owner; call it after all inputs
 * are open. PTC_EXIT_USAGE after a message, with the files unchanged: one is an input,
 * both are the same, or one cannot be written.
 */
ptc_exit ptc_command_logs_open(const ptc_cli *cli, ptc_command_log *trace,
                               ptc_command_log *tape);
/* Appends a line, newline included, for ptc_cassette_options and the like. */
bool ptc_command_log_write(ptc_str line, void *log);
/* Appends a line of the log of events; these lines come without newlines. */
bool ptc_command_log_event(ptc_str line, void *log);
/* Closes the file, if it is open. PTC_EXIT_USAGE after a message: a line could not be
 * written. */
ptc_exit ptc_command_log_close(const ptc_cli *cli, ptc_command_log *log);
/* Closes a recording. It replaces the old one if the run `is_good`; otherwise its rows
 * stay where they are, and a message says where. */
ptc_exit ptc_command_tape_close(const ptc_cli *cli, ptc_command_log *log, bool is_good);

/* --- agent_tools.c ----------------------------------------------------------------- */

/*
 * Gives the agents' tools their functions: from a replayed cassette, --tool-results, the
 * host program, --tools; and with `all` gives compiled agents the programs of their
 * locks. A tool without a function is then an error that names it, except in a replay,
 * where the call fails.
 */
ptc_exit ptc_agent_command_bind_tools(ptc_agent_command *command, bool all);

/* --- agent_compiled.c -------------------------------------------------------------- */

/* Compiles the locks of all tools with :compiled in the command's file. After a message
 * PTC_EXIT_INPUT: a lock is missing, belongs to another agent, or has faults; or
 * PTC_EXIT_USAGE. */
ptc_exit ptc_agent_command_compile(const ptc_agent_command *command,
                                   ptc_command_compiled *out);
/* Gives these tools their programs. */
void ptc_agent_command_take_compiled(const ptc_agent_command *command,
                                     const ptc_command_compiled *made);

/* --- agent_models.c ---------------------------------------------------------------- */

/* Opens the cassette for models and tools. */
ptc_exit ptc_agent_command_open_cassette(ptc_agent_command *command);
/* Registers models with the host by --script, --cassette, --models or the environment. */
ptc_exit ptc_agent_command_add_models(ptc_agent_command *command);
/* Says what to give on the command line when an agent has no model. */
void ptc_agent_command_say_models(const ptc_agent_command *command);

#endif
