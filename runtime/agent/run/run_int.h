/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/run: how agents run. The loop asks the model, finds
 * the program in its reply (reply.h), runs it, and gives the model the outcome
 * (loop_int.h has its parts; agent/program the common part of all programs); tools may
 * ask models and run agents (run_tool.h). The state of a run is in
 * agent/prompt/run_state.h.
 *
 * Below it, it uses all rooms from agent/host to agent/program, lisp, template, walk,
 * render, json and base.
 *
 * Agents call agents, and that recursion is intended: loop.c gives a run its tools, which
 * are in run_tools.c; they run agents through loop.c. run_tool_llm.c is part of it, since
 * a tool that asks a model becomes an agent when it has its own tools.
 */
#ifndef PTC_AGENT_RUN_INT_H
#define PTC_AGENT_RUN_INT_H

#include "agent/program/program_int.h"

/* --- loop.c ------------------------------------------------------------------------ */

/*
 * Runs an agent below `parent` (NULL: at the top). `bound` is the model given with
 * as_tool, or NULL. Otherwise like ptc_agent_run.
 */
ptc_status ptc_run_agent(ptc_run_tree *tree, ptc_run *parent, const ptc_agent *agent,
                         const ptc_llm_ref *bound, const ptc_agent_options *options,
                         ptc_arena *arena, const ptc_step **out);

/* --- loop_limits.c ----------------------------------------------------------------- */

/* Begins a request of the run, as for all requests of agents. */
void ptc_run_begin_request(const ptc_run *run, ptc_arena *arena,
                           ptc_llm_request *request);

/*
 * Asks a model within the budgets and deadlines of the run and those above it; counts
 * requests and tokens, and sends llm.start and llm.stop. For the turns of agents, and for
 * tools that ask a model. Otherwise like ptc_llm_ask; request->arena is set.
 */
bool ptc_run_ask(ptc_run *run, const ptc_llm *llm, ptc_llm_request *request,
                 ptc_llm_reply *reply, ptc_fail *fail);

/* Whether turns, requests or tokens of the run, or of those above it, are used up. */
bool ptc_run_is_spent(const ptc_run *run);

/* --- feedback.c -------------------------------------------------------------------- */

/* Appends the message to the model about the turn. [subagent 4.3] */
void ptc_feedback_write(ptc_text *text, const ptc_run *run, const ptc_outcome *outcome);

/* --- run_tools.c ------------------------------------------------------------------- */

/*
 * Fills prompt_tools and tool_names, and gives the run's interpreter, if it has one (a
 * preview has none), its tools: functions, models asked one question, agents. Records of
 * calls that an agent answered contain its step, which lives as long as the run's, unless
 * no trace is kept. False with `*fail`; without a reason: memory was refused.
 */
bool ptc_run_set_tools(ptc_run *run, ptc_fail *fail);

#endif
