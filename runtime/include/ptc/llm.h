/* SPDX-License-Identifier: MIT */
/*
 * <ptc/llm.h> - models: how agents ask one, and the models that come along.
 *
 * A model is a blocking C function with a user pointer; hosts that are asynchronous wrap
 * theirs. It gets the whole conversation each time and answers with text, or says why it
 * cannot. Shipped: a script of replies and a command that is run for each request, both
 * here, and cassettes that record and replay (<ptc/cassette.h>). Transports to providers
 * are libraries of their own; <ptc/models.h> says how they join in. [subagent 8]
 */
#ifndef PTC_LLM_H
#define PTC_LLM_H

#include <ptc/schema.h>

PTC_BEGIN

/* --- One request ------------------------------------------------------------------- */

typedef enum ptc_role { PTC_ROLE_USER, PTC_ROLE_ASSISTANT } ptc_role;

typedef struct ptc_message {
    ptc_role role;
    ptc_str content;
} ptc_message;

/* A flag that the host may set from any thread or signal handler to end a run. */
typedef struct ptc_cancel {
    volatile int is_set; /* set by ptc_cancel_set, read atomically */
} ptc_cancel;

PTC_API void ptc_cancel_set(ptc_cancel *cancel);
PTC_API bool ptc_cancel_is_set(const ptc_cancel *cancel); /* NULL: false */

/* What a model is asked. Everything lives until the call returns. */
typedef struct ptc_llm_request {
    ptc_str system;
    const ptc_message *messages;
    size_t message_count;
    uint32_t turn;             /* from 1 */
    ptc_str prompt;            /* the mission, expanded */
    const ptc_str *tool_names; /* callable ones, sorted, then `return` and `fail` */
    size_t tool_count;
    ptc_value options;        /* llm_opts: a map that is passed on as it is, or nil */
    uint64_t time_ms;         /* until the answer is of no use; UINT64_MAX: no limit */
    const ptc_cancel *cancel; /* or NULL */
    const ptc_schema *response_schema; /* of text mode, or NULL */
    ptc_arena *arena;                  /* for the reply */
} ptc_llm_request;

/* --- One reply --------------------------------------------------------------------- */

typedef enum ptc_stop_reason {
    PTC_STOP_UNKNOWN, /* the provider did not say */
    PTC_STOP_END,
    PTC_STOP_LENGTH, /* the text is cut off: it is never run */
    PTC_STOP_REFUSAL,
    PTC_STOP_TOOL,
    PTC_STOP_OTHER,
} ptc_stop_reason;

/* Why a model could not be asked. What is retried is said by these. [subagent 8.3] */
typedef enum ptc_llm_fault {
    PTC_LLM_UNKNOWN,
    PTC_LLM_RATE_LIMIT,
    PTC_LLM_TIMEOUT,
    PTC_LLM_SERVER_ERROR,
    PTC_LLM_CLIENT_ERROR,
} ptc_llm_fault;

typedef struct ptc_llm_reply {
    ptc_str content;
    ptc_str reasoning;     /* shown in traces only */
    int64_t input_tokens;  /* -1: not reported */
    int64_t output_tokens; /* -1: not reported */
    ptc_stop_reason stop_reason;
    ptc_str model; /* that answered, as the provider names it; or empty */
    /* when the call failed: */
    ptc_llm_fault fault;
    ptc_str message;        /* one line, without keys and addresses */
    int status;             /* of HTTP, or 0 */
    int64_t retry_after_ms; /* -1: not said */
} ptc_llm_reply;

/* An empty reply: nothing reported. Every caller of a model does this before each call.
 */
PTC_API void ptc_llm_reply_init(ptc_llm_reply *reply);

/*
 * PTC_OK with reply->content, or another status with fault and message. Who calls it has
 * cleared `*reply` with ptc_llm_reply_init, so a model sets what it knows and nothing
 * else; a model that wraps another one clears it again before each call of that one.
 */
typedef ptc_status (*ptc_llm_function)(const ptc_llm_request *request,
                                       ptc_llm_reply *reply, void *user);

typedef struct ptc_llm {
    const char *name; /* by which agents and options call it */
    ptc_llm_function call;
    void *user;
} ptc_llm;

/* "rate_limit", "timeout", ... as retryable_errors spells them. */
PTC_API const char *ptc_llm_fault_name(ptc_llm_fault fault);
/* "end", "length", ...; "" for unknown. */
PTC_API const char *ptc_stop_reason_name(ptc_stop_reason reason);

/* --- A script ---------------------------------------------------------------------- */

typedef struct ptc_script ptc_script;

/*
 * Reads replies, one JSON value a line: a string; {"content", "tokens"?, "stop_reason"?};
 * {"error": {"kind", "message", "status"?, "retry_after"?}}. They are given out in order;
 * asked once too often, the model says so as a client error. PTC_ERROR_SYNTAX with
 * `*error` (one line with the line number). The text is not needed afterwards.
 */
PTC_API ptc_status ptc_script_read(ptc_arena *arena, const ptc_source *source,
                                   ptc_script **out, ptc_str *error);
/* The model that plays the script. One thread at a time. */
PTC_API ptc_llm ptc_script_llm(ptc_script *script, const char *name);
/* Replies that were not asked for yet. */
PTC_API size_t ptc_script_left(const ptc_script *script);

/* --- A command --------------------------------------------------------------------- */

/*
 * A process for each request: JSON on its standard input, JSON on its standard output, as
 * docs/models.md describes. It is started without a shell, in a process group of its own,
 * with all files of the host closed, and is killed with its children when the time is
 * over, when the run is cancelled, when it has answered, or when it answers too much.
 */
typedef struct ptc_llm_command {
    size_t struct_size;
    const char *const *argv; /* NULL-terminated; argv[0] is looked for in PATH */
    const char *model;       /* sent as "model"; or NULL */
    uint32_t max_tokens;     /* sent as "max_tokens", unless 0 */
    uint64_t timeout_ms;     /* of a request, beside the run's own; 0: none */
    ptc_value options;       /* a map: of llm_opts that a request does not have; or nil */
} ptc_llm_command;

/* The model that runs the command, which must live as long. Any number of threads may use
 * it at once; it neither needs nor changes handlers of signals. Absent where there are no
 * processes: then each request fails. */
PTC_API ptc_llm ptc_llm_of_command(const ptc_llm_command *command, const char *name);

PTC_END

#endif
