/* SPDX-License-Identifier: MIT */
/* Internal to run_tool*.c: tools that are more than a function. */
#ifndef PTC_AGENT_RUN_TOOL_H
#define PTC_AGENT_RUN_TOOL_H

#include "agent/run/run_int.h"

/* The `user` of such a tool's function. */
typedef struct ptc_run_tool {
    ptc_run *run;
    const ptc_plan_tool *plan;
    ptc_agent agent;            /* of an LLM tool with tools */
    ptc_compiled_tool compiled; /* of a compiled agent */
} ptc_run_tool;

/* --- run_tools.c ------------------------------------------------------------------- */

/* Answers the call by running the agent with its arguments as context. `bound`: the model
 * that is bound to the tool; name "caller" means none. */
ptc_status ptc_run_tool_agent(ptc_run_tool *tool, const ptc_agent *agent,
                              const ptc_llm_ref *bound, ptc_tool_call *call);

/* The return value of such a tool: memory refused to it is refused to the run, which
 * could otherwise go on as if the tool had failed. */
ptc_status ptc_run_tool_end(ptc_run_tool *tool, ptc_status status);

/* --- run_tool_llm.c ---------------------------------------------------------------- */

/* Answers the call by asking a model. `user` is a ptc_run_tool. [subagent 12] */
ptc_status ptc_run_tool_ask(ptc_tool_call *call, void *user);

#endif
