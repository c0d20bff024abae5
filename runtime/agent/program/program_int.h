/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/program: programs of runs, from models or compiled.
 * Their inputs (run_context.c), tools (run_registry.c), failures (run_error.c), results
 * (run_return.c, run_vars.c, run_end.c) and time (run_time.c); and the parts of a run and
 * its step (run_life.c, run_step.c).
 *
 * Compiled agents (compiled.c, compiled_tools.c) are only programs, and need only this
 * room to run: nothing in it asks a model, makes a prompt, or reads or compiles a
 * program, so that they link none of that.
 *
 * Below it, it uses agent/story, agent/plan, agent/host, lisp, lisp/heap, walk, render,
 * json and base. Its files form only the intended cycle of compiled agents that are tools
 * of each other: compiled_tools.c gives a run its tools, and compiled.c runs them.
 */
#ifndef PTC_AGENT_PROGRAM_INT_H
#define PTC_AGENT_PROGRAM_INT_H

#include "agent/story/story_int.h"
#include "lisp/heap/watch.h"

enum { PTC_RUN_OUTPUT_MAX = 64 << 10 }; /* bytes of prints of a program */

/* --- run_life.c -------------------------------------------------------------------- */

/* The options of a caller of `function`, complete. False after reporting that their
 * struct_size or that of the overrides was not set. */
bool ptc_run_take_options(const char *function, const ptc_agent_options *given,
                          ptc_agent_options *out);

/* The shared part of runs with these options. Without a host they get `*own`, which must
 * be freed afterwards; otherwise it is NULL. PTC_ERROR_MEMORY. */
ptc_status ptc_run_open_tree(ptc_run_tree *tree, ptc_agent_options *options,
                             const ptc_arena *arena, ptc_host **own);

/* Sets up a run before anything can go wrong in it; and frees it. */
void ptc_run_start(ptc_run *run, ptc_run_tree *tree, ptc_run *parent);
void ptc_run_free(ptc_run *run);

/* Its interpreter, within the limits of the plan. PTC_ERROR_MEMORY. */
ptc_status ptc_run_make_lisp(ptc_run *run);

/* --- run_time.c -------------------------------------------------------------------- */

/* The end of the mission's time, from the plan and the runs above. */
uint64_t ptc_run_deadline(const ptc_run *run);
/* Milliseconds that a program may take. */
uint64_t ptc_run_time(const ptc_run *run);
/* For ptc_lisp_watch: `user` is the run. */
bool ptc_run_is_over(void *user);
/* Whether the run is neither cancelled nor out of time; if not, the reason. */
bool ptc_run_may_go_on(const ptc_run *run, ptc_arena *arena, ptc_fail *fail);

/* --- run_context.c ----------------------------------------------------------------- */

/* Coerces and checks the inputs of a run, from a map or a step. False with `*fail`:
 * validation_error, chained_failure, chain_error; without a reason: memory was refused.
 * [subagent 2, 12] */
bool ptc_run_take_context(ptc_run *run, ptc_fail *fail);
/* The treatment of an unknown ctx/name: with parameters, all names are declared, and a
 * program that reads another one gets a fault; a judgment may have no turn for that.
 */
ptc_unknown_names ptc_run_unknown_names(const ptc_plan *plan);
/* Merges the value of a good turn into the context, and remembers its error. */
bool ptc_run_merge(ptc_run *run, const ptc_outcome *outcome);
/* Gives the interpreter the context, with the last turn's error as ctx/fail. */
bool ptc_run_set_context(ptc_run *run);

/* --- run_registry.c ---------------------------------------------------------------- */

/* Gives the run's interpreter these tools. False with `*fail`; without a reason: memory
 * was refused. */
bool ptc_run_register_tools(ptc_run *run, const ptc_tool *tools, size_t count,
                            ptc_fail *fail);
/* Why a run failed, for the program that called it: a run may fail without a message. */
ptc_str ptc_run_why(const ptc_step *step);

/* --- run_error.c ------------------------------------------------------------------- */

/* The failure for a program's error, with its call and details: its place from `outcome`,
 * and the calls that were completed anyway. */
void ptc_run_take_error(ptc_run *run, const ptc_lisp_error *error,
                        const ptc_lisp_result *result, const ptc_outcome *outcome,
                        ptc_fail *fail);

/* --- run_return.c ------------------------------------------------------------------ */

/* Checks a result, which may have vars, against the output type, according to the mode;
 * coerces it. */
ptc_status ptc_run_judge_result(const ptc_run *run, ptc_lisp_result *result,
                                ptc_arena *arena, ptc_report *report);
/* Whether the value passes; coerces it. */
bool ptc_run_accepts(const ptc_run *run, ptc_value *value, ptc_arena *arena);
/* The errors of a result in one line. */
const char *ptc_run_result_issues(const ptc_report *report);
/* Faults that were accepted (mode warn_only), for the trace. */
void ptc_run_warn_of_result(ptc_run *run, const ptc_report *report);
/* The run's failure for a program's argument of fail. False when it is refused (mode
 * strict): `*fail` is then a validation_error. */
bool ptc_run_take_fail(ptc_run *run, const ptc_value *given, ptc_fail *fail);
/* Rounds the floats in it to the agent's digits, in `arena`. False when memory was
 * refused. */
bool ptc_run_round(const ptc_plan *plan, ptc_arena *arena, ptc_value *value);

/* --- run_vars.c -------------------------------------------------------------------- */

/* Whether a program's result contains a var; adds an error for each. */
bool ptc_run_has_var(const ptc_value *value);
void ptc_run_find_vars(const ptc_value *value, ptc_report *report);

/* --- run_end.c --------------------------------------------------------------------- */

/* The failure for a faulty definition: its first error represents all. */
void ptc_run_refuse_plan(const ptc_run *run, ptc_fail *fail);
/* Ends the run as failed; with that result. Both are copied. */
void ptc_run_end_failed(ptc_run *run, const ptc_fail *fail);
void ptc_run_end_good(ptc_run *run, const ptc_value *value);
/* Adds a line to the warnings in the turn's trace; empty: nothing. */
void ptc_run_warn(ptc_run *run, ptc_str warning);

/* --- run_step.c -------------------------------------------------------------------- */

/* Makes the step of a finished run, with its trace, and sends its event. Returns the
 * status of the run. */
ptc_status ptc_run_finish(ptc_run *run, ptc_status status);

/* --- compiled.c -------------------------------------------------------------------- */

/* Runs a compiled agent below `parent` (NULL: at the top) with options->context, no
 * longer than until `deadline` (UINT64_MAX: none). Otherwise like ptc_compiled_run. */
ptc_status ptc_run_compiled(ptc_run_tree *tree, ptc_run *parent,
                            const ptc_compiled *compiled, uint64_t deadline,
                            const ptc_agent_options *options, ptc_arena *arena,
                            const ptc_step **out);

/* --- compiled_tools.c -------------------------------------------------------------- */

/* The `user` of the function of a tool that is a compiled agent. */
typedef struct ptc_compiled_tool {
    ptc_run *run;
    const ptc_compiled *compiled;
} ptc_compiled_tool;

/* Answers a call by running the compiled agent with its arguments as context; `user` is
 * a ptc_compiled_tool. */
ptc_status ptc_compiled_call(ptc_tool_call *call, void *user);
/* Gives the run of a compiled agent its tools; like ptc_run_register_tools. */
bool ptc_compiled_set_tools(ptc_run *run, ptc_fail *fail);

/* The context and options of a run that answers a call; its step outlives the call and
 * its arguments. False when memory was refused. */
bool ptc_run_begin_call(const ptc_run *run, const ptc_tool_call *call, ptc_value *context,
                        ptc_agent_options *options, ptc_arena **arena);

#endif
