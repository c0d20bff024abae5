/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent/story: the log that option `log` asks for. */
#ifndef PTC_AGENT_LOG_H
#define PTC_AGENT_LOG_H

#include "agent/prompt/run_state.h"

/* Writes the event's line. False when it cannot be written: no more may follow. */
bool ptc_log_write(ptc_run *run, const ptc_event *event);

#endif
