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

#include <ptc/tool.h>

PTC_BEGIN

/*
 * `ptc agent` with the tools of the table (NULL: none): PROGRAM run|preview FILE. What
 * files call :fn is a tool of the table by the name of the C function or of the tool.
 * Returns what main returns: 0 ok, 1 the run failed, 2 command line, files, memory.
 */
PTC_API int ptc_agent_main(int argc, char **argv, const ptc_tool_table *tools);

PTC_END

#endif
