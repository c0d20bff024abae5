/* SPDX-License-Identifier: MIT */
/* Internal to loop*.c: the parts of a run's loop. */
#ifndef PTC_AGENT_LOOP_INT_H
#define PTC_AGENT_LOOP_INT_H

#include "agent/run/run_int.h"

/* --- loop_turn.c ------------------------------------------------------------------- */

/*
 * One turn: asks the model, runs its program, and gives the model the outcome, or ends
 * the run (run->is_over, and run->step says how). PTC_OK or PTC_ERROR_MEMORY.
 */
ptc_status ptc_loop_turn(ptc_run *run);

/* --- loop_limits.c ----------------------------------------------------------------- */

/* Whether there may be another turn; if not, the limits end the run. */
bool ptc_loop_may_turn(ptc_run *run);
/* --- loop_judge.c ------------------------------------------------------------------ */

/* For ptc_lisp_watch: checks a program's result; `user` is the run. */
const char *ptc_loop_judge(ptc_lisp_result *result, ptc_arena *arena, void *user);

/* --- loop_warnings.c --------------------------------------------------------------- */

/* Warnings of the compiler, one per line with its place in the reply, for the model; also
 * added to the trace. */
ptc_str ptc_loop_take_warnings(ptc_run *run, const ptc_reply *reply,
                               const ptc_program *program);

/* --- loop_talk.c ------------------------------------------------------------------- */

/* Adds a message; the text is copied. False when memory was refused. */
bool ptc_talk_add(ptc_run *run, ptc_role role, ptc_str content);
/* The messages of the next request: all, or those left by compaction. False with
 * budget_exhausted when they are too many bytes. */
bool ptc_talk_give(ptc_run *run, ptc_llm_request *request, ptc_fail *fail);

#endif
