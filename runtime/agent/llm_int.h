/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent: what models share, and how they are found and asked. */
#ifndef PTC_AGENT_LLM_INT_H
#define PTC_AGENT_LLM_INT_H

#include "ptc_int.h"

#include <ptc/llm.h>

/* --- llm.c ------------------------------------------------------------------------- */

/* The fault or reason of that name; false when there is none. */
bool ptc_llm_fault_find(ptc_str name, ptc_llm_fault *out);
bool ptc_stop_reason_find(ptc_str name, ptc_stop_reason *out);

/* An empty reply: nothing reported. */
void ptc_llm_reply_init(ptc_llm_reply *reply);

#endif
