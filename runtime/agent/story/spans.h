/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent/story: what started in a run and has not stopped. */
#ifndef PTC_AGENT_SPANS_H
#define PTC_AGENT_SPANS_H

#include "agent/prompt/run_state.h"

/* The id of what is under way in the run, innermost; of what is around that, or "". */
const char *ptc_span_innermost(const ptc_run *run);
const char *ptc_span_parent(const ptc_run *run);

/* Begins a span; one nested too deep for the table takes the place of the last. */
void ptc_span_open(ptc_run *run, ptc_event_kind kind);

/* Drops what is open inside of the span that the event ends, as a failed program leaves
 * it; says how long it took, unless that is known. */
void ptc_span_reach(ptc_run *run, ptc_event *event);

/* Whether a tool of the run is at work: requests are its own then. */
bool ptc_run_is_in_tool(const ptc_run *run);

#endif
