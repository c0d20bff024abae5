/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent: what models share, and how they are found and asked. */
#ifndef PTC_AGENT_LLM_INT_H
#define PTC_AGENT_LLM_INT_H

#include "agent/host/host_int.h"

#include <ptc/agent.h>

/* --- llm.c ------------------------------------------------------------------------- */

/* The fault or reason of that name; false when there is none. */
bool ptc_llm_fault_find(ptc_str name, ptc_llm_fault *out);
bool ptc_stop_reason_find(ptc_str name, ptc_stop_reason *out);

/* --- llm_reply.c ------------------------------------------------------------------- */

/* The member of a map that was read from JSON; NULL when it is absent or null. */
const ptc_value *ptc_llm_member(const ptc_value *map, const char *key);
/* Whether the map has these keys alone; they end with NULL. */
bool ptc_llm_knows(const ptc_value *map, const char *const *keys);

/*
 * A reply as rows of scripts and commands have it: a string; {"content", "tokens"?,
 * "stop_reason"?, "model"?, "reasoning"?}; {"error": {"kind", "message", "status"?,
 * "retry_after"?}}, which sets `message`. Texts are borrowed. NULL, or what was expected.
 */
const char *ptc_llm_reply_read(const ptc_value *row, ptc_llm_reply *reply);
/* Of what stands at "error". */
const char *ptc_llm_reply_read_error(const ptc_value *error, ptc_llm_reply *reply);

/* Appends {"content": ..}, or what stands at "error". */
void ptc_llm_reply_write(ptc_text *text, const ptc_llm_reply *reply);
void ptc_llm_reply_write_error(ptc_text *text, const ptc_llm_reply *reply);

/* --- llm_models.c ------------------------------------------------------------------ */

/* Why the address cannot be a base_url, without any of it; NULL: it can. */
const char *ptc_model_url_fault(ptc_str url);

/* --- llm_find.c -------------------------------------------------------------------- */

/* Where names of models are looked up, first to last. */
typedef struct ptc_llm_names {
    const ptc_llm *registry; /* of the run */
    size_t registry_count;
    const ptc_host *host;
} ptc_llm_names;

/* Whether every model of the run's registry has a name and a function, else the fault. */
bool ptc_llm_check_registry(const ptc_llm_names *names, ptc_arena *arena, ptc_fail *fail);

/*
 * The first of `refs` that names a model: the agent's, what is bound to it as a tool, its
 * parent's, the run's option. False with the reason in `*fail`: llm_required,
 * llm_registry_required, llm_not_found, invalid_llm. [subagent 8.2]
 */
bool ptc_llm_resolve(const ptc_llm_names *names, const ptc_llm_ref *const *refs,
                     size_t count, ptc_arena *arena, ptc_llm *out, ptc_fail *fail);

/* --- scrub.c ----------------------------------------------------------------------- */

/* What a model says why it failed, without keys: those of `options` (llm_opts), those
 * that look like ones, and what addresses hold beside their place. Empty when refused. */
ptc_str ptc_llm_scrub(ptc_arena *arena, ptc_str text, const ptc_value *options);

/* --- llm_ask.c --------------------------------------------------------------------- */

/* Who asks, and how long and how often it may. */
typedef struct ptc_llm_asker {
    const ptc_host *host;
    const ptc_cancel *cancel; /* or NULL */
    ptc_llm_retry retry;      /* without zeros, but jitter */
    uint64_t deadline;        /* of the mission, of ptc_host_clock; UINT64_MAX: none */
    uint64_t timeout_ms;      /* of a request; 0: none */
    uint32_t *requests;       /* made in the whole tree so far; counted up */
    uint32_t request_limit;
} ptc_llm_asker;

/*
 * Asks until there is a reply, an error that is not retried, or no attempt left. False
 * with the reason in `*fail`: llm_error, budget_exhausted, mission_timeout, cancelled;
 * its texts are in request->arena. `*reply` is of the last attempt. [subagent 8.3]
 */
bool ptc_llm_ask(const ptc_llm_asker *asker, const ptc_llm *llm, ptc_llm_request *request,
                 ptc_llm_reply *reply, ptc_fail *fail);

/* Milliseconds to wait before attempt `next` (from 2), without regard to any deadline. */
uint64_t ptc_llm_delay(const ptc_llm_asker *asker, uint32_t next,
                       const ptc_llm_reply *reply);

/* --- step.c ------------------------------------------------------------------------ */

/* Sets reason and message; `format` as of ptc_diag_add, the text goes to `arena`. When
 * that refuses, the message is empty. */
void ptc_fail_set(ptc_fail *fail, ptc_arena *arena, const char *reason,
                  const char *format, ...) PTC_PRINTF(4, 5);

#endif
