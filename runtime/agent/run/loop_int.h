/* SPDX-License-Identifier: MIT */
/* Internal to loop*.c: the parts of a run's loop. */
#ifndef PTC_AGENT_LOOP_INT_H
#define PTC_AGENT_LOOP_INT_H

#include "agent/run/run_int.h"

/* --- loop_turn.c ------------------------------------------------------------------- */

/*
 * One turn: asks the model, runs its program, and tells the model what came of it, or
 * ends the run (run->is_over, and run->step says how). PTC_OK or PTC_ERROR_MEMORY.
 */
ptc_status ptc_loop_turn(ptc_run *run);

/* --- loop_end.c -------------------------------------------------------------------- */

/* Ends the run as failed; with that result. Both are copied. */
void ptc_loop_end_failed(ptc_run *run, const ptc_fail *fail);
void ptc_loop_end_good(ptc_run *run, const ptc_value *value);

/* --- loop_limits.c ----------------------------------------------------------------- */

/* Whether there may be another turn; else the run is over, as the limits say. */
bool ptc_loop_may_turn(ptc_run *run);
/* Milliseconds that a program may take. */
uint64_t ptc_loop_time(const ptc_run *run);
/* For ptc_lisp_watch: `user` is the run. */
bool ptc_loop_is_over(void *user);

/* --- loop_return.c ----------------------------------------------------------------- */

/* For ptc_lisp_watch: judges what a program returned; `user` is the run. */
const char *ptc_loop_judge(ptc_lisp_result *result, ptc_arena *arena, void *user);
/* Whether the value passes the output type, as the mode says; `*value` is coerced then.
 */
bool ptc_loop_accepts(const ptc_run *run, ptc_value *value, ptc_arena *arena);
/* The run's fail for what a program gave to fail. False when it is refused (mode strict):
 * `*fail` is a validation_error then. */
bool ptc_loop_take_fail(ptc_run *run, const ptc_value *given, ptc_fail *fail);
/* Rounds the floats in it to the digits that the agent keeps, in `arena`. False when
 * memory was refused. */
bool ptc_loop_round(const ptc_plan *plan, ptc_arena *arena, ptc_value *value);

/* --- loop_warnings.c --------------------------------------------------------------- */

/* Adds a line to what the trace of the turn warns of; empty: nothing. */
void ptc_loop_warn(ptc_run *run, ptc_str warning);
/* What the compiler warns of, a line each with its place in the reply, for the model; the
 * trace gets it, too. */
ptc_str ptc_loop_take_warnings(ptc_run *run, const ptc_reply *reply,
                               const ptc_program *program);

/* --- loop_vars.c ------------------------------------------------------------------- */

/* Adds an error for each var in what a program handed out. */
void ptc_loop_find_vars(const ptc_value *value, ptc_report *report);

/* --- loop_talk.c ------------------------------------------------------------------- */

/* Adds a message; the text is copied. False when memory was refused. */
bool ptc_talk_add(ptc_run *run, ptc_role role, ptc_str content);
/* The messages of the next request: all, or what compaction leaves. False with
 * budget_exhausted when they are too many bytes. */
bool ptc_talk_give(ptc_run *run, ptc_llm_request *request, ptc_fail *fail);

#endif
