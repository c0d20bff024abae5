/* SPDX-License-Identifier: MIT */
/*
 * Commands that run agents, `ptc agent` and `ptcc compile`: an agent, its tools and
 * models as the command line has them, and what is written of its run.
 */
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

/* Tables of tools, those that are looked at first before the others. */
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
    bool is_recording;      /* to it */
    bool lacks_tools;       /* tools that nobody has are an error when they are called */
    ptc_cassette *results;  /* of --tool-results, or NULL */
    ptc_command_log tape;   /* of --cassette with --record */
    ptc_command_log trace;
} ptc_agent_command;

/* --- agent_command.c --------------------------------------------------------------- */

/* An empty command; false after a message. To be closed in any case. */
bool ptc_agent_command_open(ptc_agent_command *command, const ptc_cli *cli);
/*
 * Behind the agents: cassette, tools and models as the command line has them, at last the
 * files that are written, which are kept apart from all that was read. Nothing is lost
 * when some of it is wrong. PTC_EXIT_USAGE after a message.
 */
ptc_exit ptc_agent_command_prepare(ptc_agent_command *command);
/* Has the first Ctrl-C end the runs, with their steps; the second one ends the command.
 */
void ptc_agent_command_take_interrupts(ptc_agent_command *command);
/* Closes everything. The status of the whole command, which so far was `status`. */
ptc_exit ptc_agent_command_close(ptc_agent_command *command, ptc_exit status);

/* --- agent_log.c ------------------------------------------------------------------- */

/*
 * Opens the files that their paths name, which only their owner may read; after all that
 * the run reads. PTC_EXIT_USAGE after a message: one is read, both are the same, there is
 * no writing there. Then they hold what they held.
 */
ptc_exit ptc_command_logs_open(const ptc_cli *cli, ptc_command_log *trace,
                               ptc_command_log *tape);
/* Appends a line, newline included, for ptc_cassette_options and the like. */
bool ptc_command_log_write(ptc_str line, void *log);
/* The same for the log of events, whose lines come without their ends. */
bool ptc_command_log_event(ptc_str line, void *log);
/* Closes the file, if it is open. PTC_EXIT_USAGE after a message: some line is not in it.
 */
ptc_exit ptc_command_log_close(const ptc_cli *cli, ptc_command_log *log);
/* The same for a recording, which replaces the old one when the run `is_good`; else the
 * rows stay where they are, and a message says where. */
ptc_exit ptc_command_tape_close(const ptc_cli *cli, ptc_command_log *log, bool is_good);

/* --- agent_tools.c ----------------------------------------------------------------- */

/*
 * Gives the agents' tools their functions: of a replayed cassette, --tool-results, the
 * host program, --tools; and with `all` compiled agents the programs of their locks. One
 * that has none is then an error that names it; a function is not in a replay, where it
 * fails when it is called.
 */
ptc_exit ptc_agent_command_bind_tools(ptc_agent_command *command, bool all);

/* --- agent_compiled.c -------------------------------------------------------------- */

/* Compiles the locks of all tools with :compiled of the command's file. After a message
 * PTC_EXIT_INPUT: there is no lock, it is of another agent, or has faults; or
 * PTC_EXIT_USAGE. */
ptc_exit ptc_agent_command_compile(const ptc_agent_command *command,
                                   ptc_command_compiled *out);
/* Gives these tools their programs. */
void ptc_agent_command_take_compiled(const ptc_agent_command *command,
                                     const ptc_command_compiled *made);

/* --- agent_models.c ---------------------------------------------------------------- */

/* Opens the cassette; models and tools take it from there. */
ptc_exit ptc_agent_command_open_cassette(ptc_agent_command *command);
/* Names models in the host as --script, --cassette, --models or the environment say. */
ptc_exit ptc_agent_command_add_models(ptc_agent_command *command);
/* Says what to give on the command line when an agent has no model. */
void ptc_agent_command_say_models(const ptc_agent_command *command);

#endif
