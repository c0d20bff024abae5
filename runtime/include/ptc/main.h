/* SPDX-License-Identifier: MIT */
/*
 * <ptc/main.h> - commands of ptc as programs of one's own, with tools written in C.
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
 * They are in a library of their own, ptc-main: pkg-config ptcc-main, in CMake
 * ptcc::main. They print, read files and the environment, and answer Ctrl-C;
 * <ptc/agent.h> does none of that. [subagent 1]
 */
#ifndef PTC_MAIN_H
#define PTC_MAIN_H

#include <ptc/compiled.h>
#include <ptc/mcp.h>
#include <ptc/tool.h>

PTC_BEGIN

/*
 * `ptc agent` with the tools of the table (NULL: none): PROGRAM run|preview FILE. What
 * files call :fn is a tool of the table by the name of the C function or of the tool.
 * Returns what main returns: 0 ok, 1 the run failed, 2 command line, files, memory.
 */
PTC_API int ptc_agent_main(int argc, char **argv, const ptc_tool_table *tools);

/*
 * `ptcc compile` with the tools of the table (NULL: none), found by the same names:
 * PROGRAM [OPTION...] AGENT. It writes the lock of the agent and its samples beside the
 * agent's file. Returns what main returns: 0 ok, 1 agent, program or samples are faulty,
 * 2 command line, files, memory, 3 with --check: the lock is stale. [subagent 15]
 */
PTC_API int ptc_compile_main(int argc, char **argv, const ptc_tool_table *tools);

/*
 * A compiled agent as a program that answers many calls: PROGRAM [FILE...]. A line of a
 * file, or of standard input, is the JSON object of its named arguments, and a file that
 * ends in .json is one; blank lines are nothing. For each, in this order, stdout gets a
 * line: the result as JSON, with "<Firewalled>" for what is under names that begin with
 * '_' unless --raw is given, or {"error": {"reason", "message", "line", "file"}}, also
 * for what is no JSON or longer than --limit.
 *
 * --jobs N runs that many at a time, in threads, which share the agent and its tools:
 * functions of tools must allow that, or N is 1. Without it there is one for each
 * processor. Eight lines for each thread are in memory, and no more bytes of them than
 * the greater of --limit and 16 MiB. The first failure ends it all with --stop alone.
 * Ctrl-C ends it behind a complete line; a closed stdout ends it, too. On a terminal
 * stderr has a line of progress.
 *
 * Tools of the table (NULL: none) stand for those of the agent that are called like them,
 * and have their signatures unless they bring their own.
 * Returns what main returns: 0 ok, 1 some line failed or Ctrl-C, 2 command line, files,
 * memory, output. [subagent 15]
 */
PTC_API int ptc_compiled_main(int argc, char **argv, const ptc_compiled *compiled,
                              const ptc_tool_table *tools);

/*
 * A server of the Model Context Protocol as a program: PROGRAM [OPTION...], which
 * ptc_mcp_serve_stdio describes. Its options (--help lists them) stand for those of
 * `options`, which are the defaults and may be NULL: limits, time of a call, workers,
 * what is logged. Returns what main returns: 0, 1 as ptc_mcp_serve_stdio does, 2 command
 * line, memory. [mcp 2, 3, 5]
 */
PTC_API int ptc_mcp_main(int argc, char **argv, const ptc_mcp_server *server,
                         const ptc_mcp_options *options);

PTC_END

#endif
