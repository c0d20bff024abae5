/* SPDX-License-Identifier: MIT */
/*
 * <ptc/main.h> - commands of ptc as separate programs, with tools written in C.
 *
 *     #include <ptc/main.h>
 *
 *     static ptc_status search(ptc_tool_call *call, void *user) { ... }
 *     static const ptc_tool tools[] = {{.name = "search", .function = search}};
 *     static const ptc_tool_table table = {PTC_TOOL_TABLE_VERSION, tools, 1};
 *
 *     int main(int argc, char **argv)
 *     {
 *         return ptc_agent_main(argc, argv, &table);
 *     }
 *
 * They are in a separate library, ptc-main: pkg-config ptcc-main, in CMake ptcc::main.
 * They print, read files and the environment, and answer Ctrl-C; <ptc/agent.h> does none
 * of that. [subagent 1]
 */
#ifndef PTC_MAIN_H
#define PTC_MAIN_H

#include <ptc/compiled.h>
#include <ptc/mcp.h>
#include <ptc/tool.h>

PTC_BEGIN

/*
 * `ptc agent` with the tools of the table (NULL: none): PROGRAM run|preview FILE. A :fn
 * in a file is a tool of the table, found by the name of the C function or of the tool.
 * Returns the exit code: 0 ok, 1 the run failed, 2 command line, files, memory.
 */
PTC_API int ptc_agent_main(int argc, char **argv, const ptc_tool_table *tools);

/*
 * `ptcc compile` with the tools of the table (NULL: none), found by the same names:
 * PROGRAM [OPTION...] AGENT. It writes the agent's lock and samples next to the agent's
 * file. Returns the exit code: 0 ok, 1 agent, program or samples are faulty, 2 command
 * line, files, memory, 3 with --check: the lock is stale. [subagent 15]
 */
PTC_API int ptc_compile_main(int argc, char **argv, const ptc_tool_table *tools);

/*
 * A compiled agent as a program that answers many calls: PROGRAM [FILE...].
 *
 * Each line of a file or of standard input is a JSON object with the named arguments of
 * one call. A file that ends in .json is a single object. Blank lines are ignored. For
 * each call, in order, stdout gets one line: the result as JSON, or {"error": {"reason",
 * "message", "line", "file"}}, even for lines that are not JSON or longer than --limit.
 * Values under names that begin with '_' are "<Firewalled>" unless --raw is given.
 *
 * --jobs N runs that many calls at a time, in threads that share the agent and its tools:
 * the tools' functions must allow that, or N must be 1. The default is one thread per
 * processor. Memory holds at most eight lines per thread, and at most as many bytes as
 * the greater of --limit and 16 MiB.
 *
 * Only --stop ends the program at the first failure. Ctrl-C ends it after a complete
 * line; a closed stdout ends it as well. On a terminal, stderr shows a progress line.
 *
 * Tools of the table (NULL: none) replace the agent's tools of the same names, and have
 * their signatures unless they bring their own. Returns the exit code: 0 ok, 1 some line
 * failed or Ctrl-C, 2 command line, files, memory, output. [subagent 15]
 */
PTC_API int ptc_compiled_main(int argc, char **argv, const ptc_compiled *compiled,
                              const ptc_tool_table *tools);

/*
 * A server of the Model Context Protocol as a program: PROGRAM [OPTION...], which runs
 * ptc_mcp_serve_stdio.
 *
 * Its command-line options (--help lists them) override those of `options`, which are the
 * defaults and may be NULL: limits, time of a call, workers, what is logged. Returns the
 * exit code: 0 or 1 like ptc_mcp_serve_stdio, 2 command line, memory. [mcp 2, 3, 5]
 */
PTC_API int ptc_mcp_main(int argc, char **argv, const ptc_mcp_server *server,
                         const ptc_mcp_options *options);

PTC_END

#endif
