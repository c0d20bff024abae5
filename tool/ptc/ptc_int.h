/* SPDX-License-Identifier: MIT */
/*
 * The first header of tool/ptc: the verbs of the command ptc, one function each.
 *
 * The room: `ptc agent` (agent.h), which hosts may have as a program of their own
 * (agent_main.c); compiled agents over many lines (compiled_main.c) by threads (jobs.h);
 * `ptc run` and `ptc repl` (session.h), the latter with its lines
 * (line.h) and commands (repl.h); `ptc trace`; `ptc validate` (judge.h). Verbs know
 * nothing of each other.
 *
 * Below it, it uses tool/common, and the library by its public headers; `ptc repl` alone
 * looks into lisp, for how far a form goes and the names of builtins.
 *
 * One recursion is honest: repl.c asks repl_command.c whether a line is a command, and
 * commands run programs by repl.c; repl_names.c completes the names of commands, which
 * stand in the table of repl_command.c, and prints what the commands there ask for.
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
