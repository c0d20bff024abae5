/* SPDX-License-Identifier: MIT */
/*
 * <ptc/step.h> - the result of an agent's run, and the trace of the run.
 *
 *     if (step->is_ok)
 *         use(&step->result);
 *     else
 *         complain(step->fail.reason, step->fail.message);
 *     ptc_step_print_trace(&text, step, PTC_TRACE_USAGE);
 *
 * A step is data in the arena of the run, and refers to parts of its agent's definition
 * (signature, schemas and names of tools, secrets). It is complete: only printers and
 * exporters leave out what must not leave the host (firewalled fields). [subagent 13]
 */
#ifndef PTC_STEP_H
#define PTC_STEP_H

#include <ptc/lisp.h>
#include <ptc/llm.h>

PTC_BEGIN

typedef struct ptc_step ptc_step;
typedef struct ptc_trace ptc_trace;

/*
 * Texts that must not leave the host, such as keys from the environment. Initialise it
 * with zeros.
 *
 * Cassettes, logs, printers and exporters replace a secret by <redacted> wherever it
 * occurs in a text or in a key of a map, byte for byte or as a JSON string spells it,
 * even when everything else may leave. They do not look for it in numbers, in other
 * encodings, or in parts.
 */
typedef struct ptc_secrets {
    ptc_str *values; /* in the arena with which they were added */
    size_t count;
    size_t capacity; /* private */
} ptc_secrets;

/* Shorter texts occur too often to be secrets. */
enum { PTC_SECRET_MIN = 8 };

/* Adds a secret; ignores one that is shorter than PTC_SECRET_MIN bytes. Returns
 * PTC_ERROR_MEMORY. */
PTC_API ptc_status ptc_secrets_add(ptc_arena *arena, ptc_secrets *secrets, ptc_str value);

/* Adds the values of variables ("NAME=value", up to a NULL) whose name contains KEY,
 * TOKEN, SECRET, PASSWO, BEARER or AUTHORIZATION, in any case. */
PTC_API ptc_status ptc_secrets_add_environment(ptc_arena *arena, ptc_secrets *secrets,
                                               char *const *environment);

/* Returns the text without the secrets, in `arena` if it had any; empty when memory is
 * refused. `secrets` may be NULL. */
PTC_API ptc_str ptc_secrets_hide(ptc_arena *arena, const ptc_secrets *secrets,
                                 ptc_str text);

/* Replaces values that must not leave the host. It is called for every value that an
 * exporter, a cassette or a log writes, with its path ("data.args.key"). */
typedef struct ptc_redaction {
    /* May change the value. NULL: only the firewall and the secrets apply. */
    void (*function)(ptc_str path, ptc_value *value, void *user);
    void *user;
    const ptc_secrets *secrets; /* or NULL; must outlive the redacted values and their
                                 * steps */
} ptc_redaction;

/* 32 and 8 lower-case hexadecimal digits and a NUL. */
typedef char ptc_trace_id[33];
typedef char ptc_span_id[9];

/* Why a run failed. Hosts compare `reason`, never the message. [subagent 17] */
typedef struct ptc_fail {
    ptc_str reason;    /* "max_turns_exceeded", or the reason that a program passed to
                        * `fail` */
    ptc_str message;   /* for people and models, one line or more */
    ptc_str op;        /* or empty */
    ptc_value details; /* a map, or nil */
} ptc_fail;

/* No failure. */
PTC_INLINE ptc_fail ptc_fail_none(void)
{
    ptc_fail fail;

    fail.reason = ptc_str_of("");
    fail.message = ptc_str_of("");
    fail.op = ptc_str_of("");
    fail.details = ptc_value_nil();
    return fail;
}

/* Converts the failure to a ptc_error. Its path is the operation, its code the reason. */
PTC_INLINE ptc_error ptc_fail_view(const ptc_fail *fail)
{
    return ptc_error_make(fail->message, fail->op, fail->reason);
}

/* What a run used. Requests and tokens are those of the run and of all runs below it.
 * Token counts are -1 until a model reports some. */
typedef struct ptc_usage {
    uint64_t duration_ms;  /* from its start to its end */
    uint32_t turns;        /* turns of this run only */
    uint32_t llm_requests; /* messages that were sent, retries included */
    uint64_t memory_bytes; /* highest number of bytes that its programs held */
    int64_t input_tokens;  /* as models report them */
    int64_t output_tokens; /* likewise */
    bool fallback_used;    /* completion_mode implicit used an earlier value */
    const struct ptc_usage_info *info; /* NULL: there is none yet */
} ptc_usage;

/* The outcome of a run. It lives in the arena of the run. */
struct ptc_step {
    bool is_ok;                   /* it has a result */
    ptc_value result;             /* what the program returned; nil after a failure */
    ptc_fail fail;                /* when not is_ok */
    ptc_value memory;             /* the final store, a map */
    ptc_value memory_delta;       /* what the last program changed, a map */
    const ptc_schema *signature;  /* of the agent, or NULL */
    ptc_value field_descriptions; /* a map, or nil */
    ptc_usage usage;              /* what it used */
    const ptc_trace *trace;       /* or NULL, as option `trace` says */
    ptc_trace_id trace_id;        /* of the run */
    ptc_trace_id parent_trace_id; /* "" at the top */
    ptc_span_id span_id;          /* of the run in events and logs */
    ptc_str agent;                /* its name, or empty */
    const ptc_message *messages;  /* with collect_messages: to the last reply */
    size_t message_count;
    size_t message_size;        /* for ptc_message_at */
    size_t part_size;           /* for ptc_part_at */
    ptc_str prompt;             /* the mission, expanded */
    bool is_log_cut;            /* the log function failed and was not called again */
    const ptc_secrets *secrets; /* secrets of the run's redaction, which are removed from
                                 * everything printed or exported; or NULL */
};

/* --- Traces ------------------------------------------------------------------------ */

/* A call of a tool in a turn. */
typedef struct ptc_trace_call {
    ptc_str name;         /* of the tool */
    ptc_value args;       /* a string, summarised to 200 characters, unless debug */
    ptc_value result;     /* likewise */
    bool is_full;         /* debug: both are the values themselves */
    ptc_str shown_args;   /* the summaries behind the firewall, as printers show them */
    ptc_str shown_result; /* likewise */
    const ptc_schema *signature; /* of the tool, or NULL */
    ptc_str error;               /* empty when it succeeded */
    uint64_t duration_ms;        /* of the call */
    const ptc_step *child;       /* of an agent that was called as a tool, or NULL */
    bool is_cached;              /* an earlier call had the result: nothing was called */
    const struct ptc_trace_call_info *info; /* NULL: there is none yet */
} ptc_trace_call;

/* What happened in a turn. */
typedef enum ptc_turn_type {
    PTC_TURN_NORMAL,    /* the reply had a program, which was run */
    PTC_TURN_RETRY,     /* one of retry_turns */
    PTC_TURN_NO_CODE,   /* the reply had no program */
    PTC_TURN_TRUNCATED, /* the reply was cut off and not run */
    PTC_TURN_LLM_ERROR, /* no reply came */
} ptc_turn_type;

/* One turn: what was asked, what the model replied, what the program did. */
typedef struct ptc_trace_turn {
    uint32_t turn;               /* from 1 */
    ptc_turn_type type;          /* what became of it */
    bool is_good;                /* the program ran to its end */
    int64_t timestamp_ms;        /* since 1970 */
    uint64_t duration_ms;        /* with request and program */
    ptc_str system;              /* the system prompt */
    const ptc_message *messages; /* messages that were sent */
    size_t message_count;
    size_t message_size;         /* for ptc_message_at */
    size_t part_size;            /* for ptc_part_at */
    ptc_str expanded_template;   /* the mission */
    ptc_str llm_response;        /* the reply as it came */
    ptc_str reasoning;           /* of the model, if the provider reports it */
    ptc_str model;               /* that answered, as the provider names it; or empty */
    ptc_str source;              /* the program, or empty */
    ptc_str ast;                 /* its forms printed back, with debug */
    ptc_str parse_error;         /* or empty */
    ptc_value result;            /* of the program */
    ptc_str shown_result;        /* 200 characters of it behind the firewall */
    bool is_return;              /* it ended by return or fail */
    ptc_fail error;              /* reason empty: none */
    ptc_str warnings;            /* what was accepted although it should not be; or
                                  * empty */
    const ptc_trace_call *calls; /* of tools, in order */
    size_t call_count;
    ptc_str prints;                         /* what the program printed */
    ptc_value memory_delta;                 /* what it changed in memory, a map */
    ptc_value memory;                       /* with debug, else nil */
    ptc_value context_snapshot;             /* with debug, else nil */
    int64_t input_tokens;                   /* -1: not reported */
    int64_t output_tokens;                  /* -1: not reported */
    const struct ptc_trace_turn_info *info; /* NULL: there is none yet */
} ptc_trace_turn;

/* How a run arrived at its result. */
struct ptc_trace {
    const ptc_trace_turn *turns; /* in order */
    size_t turn_count;
    uint64_t duration_ms;  /* of all of them */
    int64_t input_tokens;  /* -1: not reported */
    int64_t output_tokens; /* -1: not reported */
};

/* Stores the outcome of turn `n` alone (from 1) in the form of a step: result or fail,
 * usage and memory_delta. Returns PTC_ERROR_RANGE when there is no such turn, or
 * PTC_ERROR_MEMORY; `*out` is NULL then. */
PTC_API ptc_status ptc_step_turn(ptc_arena *arena, const ptc_step *step, uint32_t n,
                                 const ptc_step **out);

/* --- Printing ---------------------------------------------------------------------- */

enum {
    PTC_TRACE_ASCII = 1,    /* no box-drawing characters */
    PTC_TRACE_COLOR = 2,    /* for terminals */
    PTC_TRACE_RAW = 4,      /* the model's replies as they came */
    PTC_TRACE_MESSAGES = 8, /* the whole conversation */
    PTC_TRACE_USAGE = 16,   /* tokens, requests and time */
    PTC_TRACE_SYSTEM = 32,  /* also system prompts */
    PTC_TRACE_OPEN = 64,    /* also firewalled values */
    PTC_TRACE_NAMES = 128,  /* the agent's name on its turns, as for agents below it */
    PTC_TRACE_FULL = 256,   /* lines of any length */
};

/* Appends the trace as boxes, one per turn. Lines are cut at 80 columns, except with
 * PTC_TRACE_FULL. Control and direction characters of data are escaped. [subagent 13] */
PTC_API void ptc_step_print_trace(ptc_text *text, const ptc_step *step, unsigned flags);
/* Appends the steps of a chain: result or failure, turns and time. */
PTC_API void ptc_step_print_chain(ptc_text *text, const ptc_step *const *steps,
                                  size_t count, unsigned flags);
/* Appends the step for a person to read; replies, system prompts and firewalled values
 * are omitted unless asked for. At most `limit` elements of a list; 0: all. */
PTC_API void ptc_step_inspect(ptc_text *text, const ptc_step *step, size_t limit,
                              unsigned flags);
/* Appends the result as JSON: what ptc_step_write_json has at "return". */
PTC_API ptc_status ptc_step_write_result(ptc_text *text, const ptc_step *step,
                                         unsigned flags);
/* Appends the whole step as one JSON object,
 * {"ok","return","fail","usage","memory","trace"...}, without firewalled fields unless
 * PTC_TRACE_OPEN is set. */
PTC_API ptc_status ptc_step_write_json(ptc_text *text, const ptc_step *step,
                                       unsigned flags);

PTC_END

#endif
