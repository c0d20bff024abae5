/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/story: what is kept and told of runs, while they are
 * under way and afterwards.
 *
 * While a run is under way: the trace of its turns (trace.c), events with their spans
 * (events.c, spans.h), the log (log.h). Afterwards: steps as JSON (record.h,
 * step_json.h), printed and inspected (step_print.c, step_inspect.c). Nothing here
 * decides how a run goes on.
 *
 * Below it, it uses agent/host (show.h, export.h, handlers and clocks), agent/prompt for
 * run_state.h, lisp (memory, forms of programs), render, json, edn and base. Its files
 * form no circle.
 */
#ifndef PTC_AGENT_STORY_INT_H
#define PTC_AGENT_STORY_INT_H

#include "agent/prompt/run_state.h"
#include "agent/story/outcome.h"

/* --- trace.c ----------------------------------------------------------------------- */

/*
 * Records the turn that ended, as options and limits say: after its value was merged into
 * the context, before turn.stop and before scratch is emptied. Messages are not copied: a
 * turn refers to the first ones of the conversation, which must stay where they are (who
 * shortens a conversation makes a new array). `request` and `reply` are NULL when no
 * model was asked.
 */
void ptc_trace_add(ptc_run *run, const ptc_llm_request *request,
                   const ptc_llm_reply *reply, const ptc_outcome *outcome);
/* Sets run->step->trace when the run is over; the rest of the step is filled before. */
void ptc_trace_finish(ptc_run *run, bool is_ok);
/* Gives back what the trace took meanwhile. */
void ptc_trace_free(ptc_run *run);

/* --- events.c ---------------------------------------------------------------------- */

/*
 * Tells handlers and the log; `event` has kind and what is special to it. The rest is
 * filled in here: ids, number, times, agent and turn; also how long it took, and what is
 * known of the turn that ended. Tokens are not known where `input_tokens` and
 * `output_tokens` are both 0.
 */
void ptc_run_emit(ptc_run *run, ptc_event *event);
/* Whether anybody would be told. */
bool ptc_run_listens(const ptc_run *run, ptc_event_kind kind);

#endif
