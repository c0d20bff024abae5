/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/story: records of runs, while they run and
 * afterwards.
 *
 * During a run: the trace of its turns (trace.c), events with their spans (events.c,
 * spans.h), the log (log.h). Afterwards: steps as JSON (record.h, step_json.h), printed
 * and inspected (step_print.c, step_inspect.c). Nothing here decides how a run
 * continues.
 *
 * Below it, it uses agent/host (show.h, export.h, handlers and clocks), agent/prompt for
 * run_state.h, lisp (memory, forms of programs), render, json, edn and base. Its files
 * form no cycle.
 */
#ifndef PTC_AGENT_STORY_INT_H
#define PTC_AGENT_STORY_INT_H

#include "agent/prompt/run_state.h"
#include "agent/story/outcome.h"

/* --- trace.c ----------------------------------------------------------------------- */

/*
 * Records the finished turn, according to options and limits: after its value was merged
 * into the context, before turn.stop and before scratch is emptied. Messages are not
 * copied: a turn refers to the first ones of the conversation, which must not move
 * (shortening a conversation makes a new array). `request` and `reply` are NULL when no
 * model was asked.
 */
void ptc_trace_add(ptc_run *run, const ptc_llm_request *request,
                   const ptc_llm_reply *reply, const ptc_outcome *outcome);
/* Sets run->step->trace when the run is over; the rest of the step is filled first. */
void ptc_trace_finish(ptc_run *run, bool is_ok);
/* Gives back the memory that the trace used meanwhile. */
void ptc_trace_free(ptc_run *run);

/* --- events.c ---------------------------------------------------------------------- */

/*
 * Sends the event to handlers and the log; `event` has its kind and its special members.
 * The rest is filled in here: ids, number, times, agent and turn; also the duration, and
 * the members about the finished turn. Tokens are not known where `input_tokens` and
 * `output_tokens` are both 0.
 */
void ptc_run_emit(ptc_run *run, ptc_event *event);
/* Whether there is any receiver. */
bool ptc_run_listens(const ptc_run *run, ptc_event_kind kind);

#endif
