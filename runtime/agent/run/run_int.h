/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/run: how agents run. The loop asks the model, finds
 * the program in its reply (reply.h), runs it, judges what it returned, and tells the
 * model (loop_int.h has the parts of that); tools may ask models and run agents
 * (run_tool.h). What a run holds is in agent/prompt/run_state.h.
 *
 * Below it, it uses all rooms from agent/host to agent/story, lisp, template, walk,
 * render, json and base.
 *
 * Agents call agents, and that recursion is honest: loop.c gives a run its tools, which
 * are in run_tools.c; they run agents by loop.c. run_tool_llm.c is in it, too, since a
 * tool that asks a model becomes an agent when it has tools of its own.
 */
#ifndef PTC_AGENT_RUN_INT_H
#define PTC_AGENT_RUN_INT_H

#include "agent/story/story_int.h"

/* --- loop.c ------------------------------------------------------------------------ */

/*
 * Fills `out` with the options of a caller, which may be NULL or of an older and shorter
 * struct; there, struct_size is that of today. False: a struct_size is 0.
 */
bool ptc_run_take_options(const ptc_agent_options *given, ptc_agent_options *out);

/*
 * Runs an agent below `parent` (NULL: at the top). `bound` is the model given with
 * as_tool, or NULL. As ptc_agent_run otherwise.
 */
ptc_status ptc_run_agent(ptc_tree *tree, ptc_run *parent, const ptc_agent *agent,
                         const ptc_llm_ref *bound, const ptc_agent_options *options,
                         ptc_arena *arena, const ptc_step **out);

/* --- loop_limits.c ----------------------------------------------------------------- */

/*
 * Asks a model within the budgets and deadlines of the run and those above it; counts
 * requests and tokens, and tells of llm.start and llm.stop. For the turns of agents, and
 * for tools that ask a model. As ptc_llm_ask otherwise; request->arena is set.
 */
bool ptc_run_ask(ptc_run *run, const ptc_llm *llm, ptc_llm_request *request,
                 ptc_llm_reply *reply, ptc_fail *fail);

/* Whether turns, requests or tokens of the run, or of those above it, are used up. */
bool ptc_run_is_spent(const ptc_run *run);

/* Whether the run is neither cancelled nor out of time; else the reason. */
bool ptc_run_may_go_on(const ptc_run *run, ptc_arena *arena, ptc_fail *fail);

/* --- feedback.c -------------------------------------------------------------------- */

/* Appends the message that tells the model of the turn. [subagent 4.3] */
void ptc_feedback_write(ptc_text *text, const ptc_run *run, const ptc_outcome *outcome);

/* --- loop_vars.c ------------------------------------------------------------------- */

/* Whether there is a var in what a program handed out. */
bool ptc_loop_has_var(const ptc_value *value);

/* --- run_context.c ----------------------------------------------------------------- */

/* Coerces and checks the inputs of a run, from a map or a step. False with `*fail`:
 * validation_error, chained_failure, chain_error; without a reason: memory was refused.
 * [subagent 2, 12] */
bool ptc_run_take_context(ptc_run *run, ptc_fail *fail);
/* What becomes of a ctx/name that nobody knows: with parameters, all names are declared,
 * and a program that reads another one is told so; a judgment may have no turn for that.
 */
ptc_unknown_names ptc_run_unknown_names(const ptc_plan *plan);
/* Merges the value of a good turn into the context, and remembers its error. */
bool ptc_run_merge(ptc_run *run, const ptc_outcome *outcome);
/* Gives the interpreter the context, with the last turn's error as ctx/fail. */
bool ptc_run_set_context(ptc_run *run);

/* --- run_tools.c ------------------------------------------------------------------- */

/*
 * Fills prompt_tools and tool_names, and gives the run's interpreter, if it has one (a
 * preview has none), its tools: functions, models asked one question, agents. Records of
 * calls that an agent answered have its step, which lives as long as the run's, unless no
 * trace is kept. False with `*fail`; without a reason: memory was refused.
 */
bool ptc_run_set_tools(ptc_run *run, ptc_fail *fail);

#endif
