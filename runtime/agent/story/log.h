/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent: the log that option `log` asks for. */
#ifndef PTC_AGENT_LOG_H
#define PTC_AGENT_LOG_H

#include "agent/run/run.h"

/* Writes the event's line. False when it cannot be written: there is to be no more. */
bool ptc_log_write(ptc_run *run, const ptc_event *event);

/* Whether a tool of the run is at work: requests are its own then. */
bool ptc_run_is_in_tool(const ptc_run *run);

#endif
