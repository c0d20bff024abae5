/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent: what a host holds, read by all runs that use it. */
#ifndef PTC_AGENT_HOST_INT_H
#define PTC_AGENT_HOST_INT_H

#include "ptc_int.h"

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

/* From now on the host does not change: at the start of every run. */
void ptc_host_freeze(ptc_host *host);
bool ptc_host_is_frozen(const ptc_host *host);

/* The model of that name, or NULL. */
const ptc_llm *ptc_host_find_llm(const ptc_host *host, ptc_str name);

/* Whether somebody listens to this event: the one branch that silence costs. */
PTC_INLINE bool ptc_host_listens(const ptc_host *host, ptc_event_kind kind)
{
    return PTC_UNLIKELY((host->events >> kind & 1u) != 0);
}

/* Calls all handlers that want the event. */
void ptc_host_emit(const ptc_host *host, const ptc_event *event);

/* Nanoseconds that never go back; milliseconds since 1970. */
uint64_t ptc_host_clock(const ptc_host *host);
int64_t ptc_host_wall_clock(const ptc_host *host);
/* Waits; a cancelled wait ends within 50 ms. False when cancelled. */
bool ptc_host_sleep(const ptc_host *host, uint64_t ms, const ptc_cancel *cancel);
uint64_t ptc_host_random(const ptc_host *host);

/* `count` times 8 lower-case hexadecimal digits and a NUL. */
void ptc_host_make_id(const ptc_host *host, char *out, size_t count);

#endif
