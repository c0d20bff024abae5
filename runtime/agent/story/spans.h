/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent/story: what started in a run and has not stopped. */
#ifndef PTC_AGENT_SPANS_H
#define PTC_AGENT_SPANS_H

#include "agent/prompt/run_state.h"

/* The id of the innermost open span of the run; of the one around it, or "". */
const char *ptc_span_innermost(const ptc_run *run);
const char *ptc_span_parent(const ptc_run *run);

/* Begins a span; one nested too deep for the table replaces the last. */
void ptc_span_open(ptc_run *run, ptc_event_kind kind);

/* Drops the open spans inside the one that the event ends, as left by a failed program;
 * sets its duration, unless that is known. */
void ptc_span_reach(ptc_run *run, ptc_event *event);

/* Whether a tool of the run is running: requests are then its own. */
bool ptc_run_is_in_tool(const ptc_run *run);

#endif
