/* SPDX-License-Identifier: MIT */
/*
 * The first header of tool/ptc: the verbs of the command ptc, one function each.
 *
 * The room: `ptc agent` (agent.h), which hosts may build as a program (agent_main.c);
 * compiled agents over many lines (compiled_main.c) by threads (jobs.h); `ptc run` and
 * `ptc repl` (session.h), the latter with its lines (line.h) and commands (repl.h); `ptc
 * trace`; `ptc validate` (checker.h). Verbs do not use each other.
 *
 * Below it, it uses tool/common, and the library by its public headers; only `ptc repl`
 * uses lisp itself, to find the end of a form and the names of builtins.
 *
 * One cycle is intended: repl.c asks repl_command.c whether a line is a command, and
 * commands run programs with repl.c; repl_names.c completes the names of commands, which
 * are in the table of repl_command.c, and prints names for these commands.
 */
#ifndef PTC_TOOL_PTC_INT_H
#define PTC_TOOL_PTC_INT_H

#include "tool/common/cli.h"

/* --- agent.c, repl.c, run.c, trace.c, validate.c ----------------------------------- */

ptc_exit ptc_agent_verb(const ptc_cli *cli);
ptc_exit ptc_repl_main(const ptc_cli *cli);
ptc_exit ptc_run(const ptc_cli *cli);
ptc_exit ptc_trace_main(const ptc_cli *cli);
ptc_exit ptc_validate(const ptc_cli *cli);

#endif
