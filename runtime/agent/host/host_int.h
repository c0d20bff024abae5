/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/host: what a process lends to runs of agents, and
 * what of them may leave it. Nothing here knows what an agent does.
 *
 * The room: hosts, with their clocks and chance (host.c, host_system.c); what every model
 * says in the same words (llm.c), without its keys (scrub.c); failures and the steps that
 * single turns are (step.c); child processes (process.h). Then the ways of data: into
 * what models read (untrusted.h), onto paper for people (show.h), into files (export.h).
 *
 * Below it, it uses base, edn (values as text) and render (the firewall's filter). Its
 * files form no circle.
 */
#ifndef PTC_AGENT_HOST_INT_H
#define PTC_AGENT_HOST_INT_H

#include <ptc/host.h>

typedef struct ptc_handler {
    const char *id;
    unsigned events; /* 1 << ptc_event_kind each */
    ptc_event_function function;
    void *user;
} ptc_handler;

struct ptc_host {
    ptc_host_options options;
    ptc_arena arena; /* owns this struct and what follows */
    ptc_llm *models;
    size_t model_count;
    size_t model_capacity;
    ptc_handler *handlers;
    size_t handler_count;
    size_t handler_capacity;
    unsigned events; /* that any handler wants */
    int is_frozen;   /* atomic */
};

/* --- host.c ------------------------------------------------------------------------ */

/* From now on the host does not change: at the start of every run. */
void ptc_host_freeze(ptc_host *host);
bool ptc_host_is_frozen(const ptc_host *host);

/* The model of that name, or NULL. */
/* Whether what is known of the model says how long it is. */
static inline bool ptc_llm_has_good_info(const ptc_llm *llm)
{
    return llm->info == NULL || llm->info->struct_size >= sizeof llm->info->struct_size;
}

const ptc_llm *ptc_host_find_llm(const ptc_host *host, ptc_str name);

/* Whether somebody listens to this event: the one branch that silence costs. */
PTC_INLINE bool ptc_host_listens(const ptc_host *host, ptc_event_kind kind)
{
    return PTC_UNLIKELY((host->events >> kind & 1u) != 0);
}

/* Calls all handlers that want the event. */
void ptc_host_emit(const ptc_host *host, const ptc_event *event);

/* --- host_system.c ----------------------------------------------------------------- */

/* Nanoseconds that never go back; milliseconds since 1970. */
uint64_t ptc_host_clock(const ptc_host *host);
int64_t ptc_host_wall_clock(const ptc_host *host);
/* Waits; a cancelled wait ends within 50 ms. False when cancelled. */
bool ptc_host_sleep(const ptc_host *host, uint64_t ms, const ptc_cancel *cancel);
uint64_t ptc_host_random(const ptc_host *host);

/* `count` times 8 lower-case hexadecimal digits and a NUL. */
void ptc_host_make_id(const ptc_host *host, char *out, size_t count);

/* --- llm.c ------------------------------------------------------------------------- */

/* The fault or reason of that name; false when there is none. */
bool ptc_llm_fault_find(ptc_str name, ptc_llm_fault *out);
bool ptc_llm_effort_find(ptc_str name, ptc_llm_effort *out);
bool ptc_stop_reason_find(ptc_str name, ptc_stop_reason *out);

/* --- scrub.c ----------------------------------------------------------------------- */

/* What a model says why it failed, without keys: those of `options` (llm_opts), those
 * that look like ones, and what addresses hold beside their place. Empty when refused. */
ptc_str ptc_llm_scrub(ptc_arena *arena, ptc_str text, const ptc_value *options);

/* Whether a variable, an option or a word is called like a key, token or password. */
bool ptc_names_secret(ptc_str name);

/* --- step.c ------------------------------------------------------------------------ */

/* Sets reason and message; `format` as of ptc_diag_add, the text goes to `arena`. When
 * that refuses, the message is empty. */
void ptc_fail_set(ptc_fail *fail, ptc_arena *arena, const char *reason,
                  const char *format, ...) PTC_PRINTF(4, 5);

#endif
