/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/model: models: naming, finding and asking them.
 *
 * A model is a function. This room has the ones that need no provider: scripts,
 * recordings (llm_cassette.h) and commands; and the files that name models
 * (llm_models*.c). Nothing here knows what is asked, or why.
 *
 * Below it, it uses agent/host, walk and schema (values for what recordings hide),
 * render, edn, json and base. There is no cycle among its files.
 */
#ifndef PTC_AGENT_MODEL_INT_H
#define PTC_AGENT_MODEL_INT_H

#include "agent/host/host_int.h"

#include <ptc/agent.h>

/* --- llm_reply.c ------------------------------------------------------------------- */

/* The member of a map that was read from JSON; NULL when it is absent or null. */
const ptc_value *ptc_llm_member(const ptc_value *map, const char *key);
/* Whether the map has only these keys; they end with NULL. */
bool ptc_llm_knows(const ptc_value *map, const char *const *keys);

/*
 * A reply as in rows of scripts and output of commands: a string; {"content", "tokens"?,
 * "stop_reason"?, "model"?, "reasoning"?}; {"error": {"kind", "message", "status"?,
 * "retry_after"?}}, which sets `message`. Texts are borrowed. NULL, or what was expected.
 */
const char *ptc_llm_reply_read(const ptc_value *row, ptc_llm_reply *reply);
/* The same for the value at "error". */
const char *ptc_llm_reply_read_error(const ptc_value *error, ptc_llm_reply *reply);

/* Appends {"content": ..}, or the value at "error". */
void ptc_llm_reply_write(ptc_text *text, const ptc_llm_reply *reply);
void ptc_llm_reply_write_error(ptc_text *text, const ptc_llm_reply *reply);

/* --- llm_models.c ------------------------------------------------------------------ */

struct ptc_model;

/* Its size, and empty texts for missing ones. */
void ptc_model_complete(struct ptc_model *model);

/* Why the address cannot be a base_url, without any of it; NULL: it can. */
const char *ptc_model_url_fault(ptc_str url);

/* --- llm_options.c ----------------------------------------------------------------- */

/* Whether llm_opts must not have the name: it means an address, a header, a key or a
 * command, in any spelling. [subagent 8.1] */
bool ptc_llm_option_is_private(ptc_str name);

/* The first such name of the options; empty when there is none. For transports, which
 * refuse such requests. */
ptc_str ptc_llm_find_private(const ptc_value *options);

/* The options with "<Private>" at such names, at any depth. Nil and false when refused
 * memory. */
bool ptc_llm_hide_private(ptc_arena *arena, const ptc_value *options, ptc_value *out);

/*
 * The options with those of `rest` that they lack, '-' and '_' alike in names; when
 * either is not a map, the options, or `rest` where they are nil. False when refused
 * memory.
 */
bool ptc_llm_merge_options(ptc_arena *arena, const ptc_value *options,
                           const ptc_value *rest, ptc_value *out);

/* --- llm_settings.c ---------------------------------------------------------------- */

/* The settings in the options that all providers share; other names are left alone.
 * False when refused memory. */
bool ptc_llm_settings_read(ptc_arena *arena, const ptc_value *options,
                           ptc_llm_settings *out);

/* --- llm_wire.c -------------------------------------------------------------------- */

/*
 * Answers a request that may come from another program, with a function that gets it, and
 * the reply, whole, with messages that can be indexed. PTC_ERROR_ARGUMENT for one that
 * has no struct_size, arena, or stride of its messages or parts.
 */
ptc_status ptc_llm_serve(const ptc_llm_request *given, ptc_llm_reply *out, void *user,
                         ptc_llm_function answer);

/* Whether the request has only texts, for a model that knows nothing else; if not, the
 * reply says so. */
bool ptc_llm_is_text(const ptc_llm_request *request, ptc_llm_reply *reply);

/* Asks the model: all callers use this. The reply is whole afterwards, whatever program
 * the model belongs to; one that is smaller than its own size is the model's fault. */
ptc_status ptc_llm_call(const ptc_llm *llm, const ptc_llm_request *request,
                        ptc_llm_reply *reply);

/* --- llm_find.c -------------------------------------------------------------------- */

/* Where names of models are looked up, in this order. */
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

/* --- llm_ask.c --------------------------------------------------------------------- */

/* The caller's limits on time and requests. */
typedef struct ptc_llm_asker {
    const ptc_host *host;
    const ptc_cancel *cancel; /* or NULL */
    ptc_llm_retry retry;      /* without zeros, except jitter */
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

#endif
