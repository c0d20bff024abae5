/* SPDX-License-Identifier: MIT */
/*
 * <ptc/host.h> - what a process lends to the runs of its agents: models by name, clocks,
 * a source of randomness, and handlers of events.
 *
 * A host is set up by one thread, and frozen by the first run that uses it: from then on
 * any number of threads share it read-only. There is no global state. [subagent 8, 14]
 */
#ifndef PTC_HOST_H
#define PTC_HOST_H

#include <ptc/step.h>
#include <ptc/tool.h>

PTC_BEGIN

/* What the runs of a process share. */
typedef struct ptc_host ptc_host;
struct ptc_agent;

/* Memory, clocks and randomness of a host. */
typedef struct ptc_host_options {
    size_t struct_size;
    ptc_allocator allocator; /* allocate NULL: malloc; must be callable by all threads */
    /* NULL: the system's. Tests set them to make runs independent of time and chance. */
    uint64_t (*clock_ns)(void *user);     /* nanoseconds that never go back */
    int64_t (*wall_clock_ms)(void *user); /* milliseconds since 1970 */
    /* waits; NULL: the system's */
    void (*sleep)(uint64_t ms, void *user);
    /* 64 random bits; NULL: the system's */
    uint64_t (*random)(void *user);
    void *user;
} ptc_host_options;

/* Makes a host; ptc_host_free frees it. `options` NULL: the system's clocks and
 * randomness. Returns PTC_ERROR_MEMORY, or PTC_ERROR_ARGUMENT for options without a
 * struct_size. */
PTC_API ptc_status ptc_host_new(const ptc_host_options *options, ptc_host **out);
/* Frees the host. No run may be using it. */
PTC_API void ptc_host_free(ptc_host *host);

/* Adds a model under its name. Returns PTC_ERROR_DUPLICATE for a known name, or
 * PTC_ERROR_ARGUMENT for a bad name or a frozen host. */
PTC_API ptc_status ptc_host_add_llm(ptc_host *host, const ptc_llm *llm);

/* --- Events ------------------------------------------------------------------------ */

/* What happened. [subagent 14] */
typedef enum ptc_event_kind {
#define PTC_EVENT(constant, name) PTC_EVENT_##constant,
#include <ptc/events.def>
#undef PTC_EVENT
    PTC_EVENT_COUNT
} ptc_event_kind;

/* "run.start", ... */
PTC_API const char *ptc_event_name(ptc_event_kind kind);

/* The event that a handler receives; members that do not belong to it are empty. It lives
 * until the handler returns. */
typedef struct ptc_event {
    ptc_event_kind kind;           /* what happened */
    uint64_t seq;                  /* number of the event in its tree, from 1 */
    int64_t timestamp_ms;          /* since 1970 */
    uint64_t duration_ns;          /* of stop and exception events */
    const struct ptc_agent *agent; /* whose run it is */
    uint32_t turn;                 /* from 1; 0: before the first */
    int64_t input_tokens;          /* -1: not reported */
    int64_t output_tokens;         /* -1: not reported */
    const char *trace_id;          /* of the tree of runs */
    const char *span_id;           /* of this run */
    const char *parent_span_id;    /* "" at the top */
    const ptc_value *context;      /* run.start */
    const ptc_step *step;          /* run.stop */
    ptc_str status;                /* run.stop: "ok" or "error" */
    ptc_str program;               /* turn.stop */
    ptc_str system;                /* llm.start */
    const ptc_message *messages;   /* llm.start */
    size_t message_count;
    size_t message_size;     /* for ptc_message_at */
    size_t part_size;        /* for ptc_part_at */
    ptc_str response;        /* llm.stop */
    ptc_str tool;            /* tool.* */
    const ptc_value *args;   /* tool.start */
    const ptc_value *result; /* tool.stop */
    ptc_str error;           /* exceptions, and llm.stop of a failed request */
    bool is_cached;          /* tool.start, tool.stop: an earlier call had the result */
} ptc_event;

/* Called synchronously, possibly by several threads at once. It cannot change the run. */
typedef void (*ptc_event_function)(const ptc_event *event, void *user);

/* Registers `function` for these events (count 0: all). PTC_ERROR_DUPLICATE for a known
 * id, PTC_ERROR_ARGUMENT when frozen. */
PTC_API ptc_status ptc_host_attach(ptc_host *host, const char *id,
                                   const ptc_event_kind *events, size_t count,
                                   ptc_event_function function, void *user);
/* Removes a handler. PTC_ERROR_ARGUMENT when there is no such id, or when frozen. */
PTC_API ptc_status ptc_host_detach(ptc_host *host, const char *id);

PTC_END

#endif
