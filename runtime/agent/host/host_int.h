/* SPDX-License-Identifier: MIT */
/*
 * The first header of runtime/agent/host: what a process provides to runs of agents, and
 * which of their data may leave it. Nothing here knows what an agent does.
 *
 * The room: hosts, with their clocks and chance (host.c, host_system.c); words shared by
 * all models (llm.c), without keys (scrub.c); failures and the steps of single turns
 * (step.c); child processes (process.h). Then the paths of data: into texts for models
 * (untrusted.h), into output for people (show.h), into files (export.h).
 *
 * Below it, it uses base, edn (values as text) and render (the firewall's filter). Its
 * files form no cycle.
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
    ptc_arena arena; /* owns this struct and the members below */
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
/* Whether the information on the model has its struct_size. */
static inline bool ptc_llm_has_good_info(const ptc_llm *llm)
{
    return llm->info == NULL || llm->info->struct_size >= sizeof llm->info->struct_size;
}

const ptc_llm *ptc_host_find_llm(const ptc_host *host, ptc_str name);

/* Whether a handler listens to this event: the only cost without handlers. */
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

/* A model's failure message without keys: those of `options` (llm_opts), texts that look
 * like keys, and the credentials and queries of URLs. Empty when refused. */
ptc_str ptc_llm_scrub(ptc_arena *arena, ptc_str text, const ptc_value *options);

/* Whether a variable, an option or a word is called like a key, token or password. */
bool ptc_names_secret(ptc_str name);

/* --- step.c ------------------------------------------------------------------------ */

/* Sets reason and message; `format` as for ptc_diag_add, the text goes to `arena`. When
 * that refuses, the message is empty. */
void ptc_fail_set(ptc_fail *fail, ptc_arena *arena, const char *reason,
                  const char *format, ...) PTC_PRINTF(4, 5);

#endif
