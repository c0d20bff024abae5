/* SPDX-License-Identifier: MIT */
/*
 * <ptc/tool.h> - tools: functions of the host that programs call by name, `(tool/search
 * {:query "x"})` or `(call "search" {:query "x"})`.
 *
 * A tool is data and may be a constant:
 *
 *     static ptc_status search(ptc_tool_call *call, void *user)
 *     {
 *         ptc_str query =
 *             ptc_value_as_text(ptc_value_get(&call->arguments, "query"), "");
 *         ...
 *         call->result = ptc_value_int(found);
 *         return PTC_OK;
 *     }
 *     static const ptc_tool tools[] = {{.name = "search", .function = search}};
 *
 * Its signature, if it has one, is the contract of every call: arguments are coerced and
 * checked before the function sees them, and the result is checked before the program
 * sees it. Without a signature the arguments are any map, and the result is any data.
 *
 * [ptc-lisp 9.2, subagent 9]
 */
#ifndef PTC_TOOL_H
#define PTC_TOOL_H

#include <ptc/schema.h>
#include <ptc/walk.h>

PTC_BEGIN

typedef struct ptc_tool ptc_tool;

struct ptc_cancel;       /* of <ptc/llm.h> */
struct ptc_step;         /* of <ptc/step.h> */
struct ptc_tool_watcher; /* below */

/* One call, as the function of a tool sees it. Only the library makes calls, and it adds
 * members at the end; do not copy a call. */
typedef struct ptc_tool_call {
    const ptc_tool *tool; /* the tool that is called */
    ptc_value arguments;  /* a map of JSON data: keys are strings, declared fields spelled
                             as declared; its texts live as long as the call */
    ptc_arena *arena;     /* for result and message; emptied by the next call */
    uint64_t time_ms;     /* milliseconds that the caller still has; UINT64_MAX: no
                           * limit */
    const struct ptc_cancel *cancel; /* set when no one waits any longer; or NULL */
    ptc_value result;    /* to be set; nil so far. Programs see it as JSON data */
    const char *message; /* to be set on failure: one line that says why */
    const char *reason;  /* may be set on failure: a code for it, such as "not_found", for
                          * agents and hosts; by default tool_error */
    const struct ptc_step *step; /* may be set: the run that answered the call. It must
                                  * live as long as the trace that will show it */
    bool is_final;      /* may be set on failure: the failure is not the tool's own, for
                         * example because a budget of the caller is used up. No (attempt ..)
                         * catches it */
    bool is_cached;     /* for observers: an earlier call had the result */
    bool hides_private; /* values under names that begin with '_' must not be shown: the
                         * context has ptc_lisp_options.hides_private */
    ptc_value given;    /* the arguments before they were coerced, or nil: they show the
                         * offsets of moments, and which values are defaults */
    ptc_value told;     /* the arguments without those from the host's context, for logs,
                         * recordings and keys; programs never see the others */
    const struct ptc_tool_watcher *watcher; /* receives progress; or NULL */
} ptc_tool_call;

/* The function of a tool: returns PTC_OK with call->result set, or any error with
 * call->message set. It must not use the context that calls it, which would refuse; it
 * may run other contexts. */
typedef ptc_status (*ptc_tool_function)(ptc_tool_call *call, void *user);

/* Receives the progress of a call. */
typedef struct ptc_tool_watcher {
    /* Gets the arguments of ptc_tool_progress. */
    void (*progress)(ptc_tool_call *call, double done, double total, const char *message,
                     void *user);
    void *user;
} ptc_tool_watcher;

/*
 * Reports how far a call is: `done` of `total` (0: unknown), and `message` in words (or
 * NULL).
 *
 * Does nothing if the caller did not ask for progress; the caller may also receive it
 * less often than this is called. `done` must increase. [mcp 5]
 */
PTC_API void ptc_tool_progress(ptc_tool_call *call, double done, double total,
                               const char *message);

enum {
    PTC_TOOL_CACHED = 1,   /* equal arguments give equal results: one successful call of a
                            * run answers later equal calls, even if its program failed */
    PTC_TOOL_PLANNING = 2, /* listed for planning only; a call fails */
    PTC_TOOL_RAW = 8,      /* arguments arrive as the program made them: with keywords,
                            * sets, and keys of any kind */
    PTC_TOOL_UNTIMED = 4, /* the program's clock stops during a call: for tools that ask a
                           * model, which have their own time limits */
};

/*
 * A tool: constant data, which threads may share as far as its function allows.
 *
 * Rows in callers' arrays never change. Later facts about tools go into `info`, a struct
 * that will begin with its struct_size. The same holds for every `info`.
 */
struct ptc_tool {
    const char *name;            /* [A-Za-z_][A-Za-z0-9_-]{0,63}; not `return` or
                                  * `fail` */
    const char *description;     /* for prompts, or NULL */
    const ptc_schema *signature; /* a FUNCTION, or NULL: not checked */
    ptc_tool_function function;  /* called once a call; NULL in tools for planning */
    void *user;
    unsigned flags;                   /* PTC_TOOL_* */
    const struct ptc_tool_info *info; /* NULL: there is no such struct yet */
};

/*
 * What a module exports for commands that load it: one constant of this type, named
 * `ptc_tools`. A command compares `version` before it reads anything else, since nothing
 * else in a module says which headers it was built with.
 *
 *     const ptc_tool_table ptc_tools = {PTC_TOOL_TABLE_VERSION, tools, 2};
 */
typedef struct ptc_tool_table {
    unsigned version; /* PTC_TOOL_TABLE_VERSION */
    /* an array */
    const ptc_tool *tools;
    size_t count;
} ptc_tool_table;
enum {
    PTC_TOOL_TABLE_VERSION = 1 /* the version of these headers */
};

/* An observer of the calls of a program's tools. Members may be NULL. */
typedef struct ptc_tool_observer {
    /* Called when arguments have been checked, and the function is about to be called or
     * its earlier result used. May reduce call->time_ms. */
    void (*start)(ptc_tool_call *call, void *user);
    /* Called when the call has ended: either `error` is NULL and call->result is set, or
     * `error` says why it failed. */
    void (*stop)(const ptc_tool_call *call, const char *error, void *user);
    void *user;
    const struct ptc_tool_observer_info *info; /* NULL: there is none yet */
} ptc_tool_observer;

/* How the tools of a context are called. Zero means the default in brackets,
 * PTC_UNLIMITED no limit. */
typedef struct ptc_tool_options {
    size_t struct_size; /* sizeof(ptc_tool_options) */
    ptc_mode mode;      /* of validation, for tools with a signature [validation 2] */
    const ptc_validator *validators; /* for registered types in signatures; borrowed */
    size_t validator_count;
    uint64_t max_calls;  /* calls of a run that reach a function [none] */
    uint64_t max_result; /* bytes of one result, roughly as JSON [1,048,576] */
    bool spans_runs;  /* cached results and the number of calls are kept until tools are
                       * set again, across all programs; otherwise for one run */
    uint64_t time_ms; /* milliseconds of one call of a tool that is not UNTIMED [none]. A
                       * function that returns later counts as failed */
    const struct ptc_cancel *cancel;   /* call->cancel of all calls; or NULL */
    const ptc_tool_observer *observer; /* borrowed; or NULL */
    uint64_t
        max_kept; /* bytes of arguments or of a result that a record keeps [16,384] */
    /* The host's context, from which parameters with a path take their values; borrowed,
     * or NULL. Functions see them among the arguments; no record or message has them.
     * [brimley 4b] */
    const ptc_context *context;
    const ptc_decoder *decoders; /* decoders that signatures name; borrowed */
    size_t decoder_count;
} ptc_tool_options;

/*
 * Tools of the library, which hosts can add to their own. [validation 14, 16]
 *
 * (tool/validate {:schema [:map [:id :int]] :data {:id 1}}) gives {"valid" true "errors"
 * []}. The schema is a Malli vector or a string, the text of a signature. A schema with
 * faults fails the call; the message gives them with index paths.
 *
 * (tool/infer {:samples [{:id 1} {}]}) and (tool/infer {:data x}) give the text of a
 * signature. :enum, :map_of and :datetime are the options of <ptc/infer.h>.
 */
PTC_API extern const ptc_tool ptc_tool_validate;
PTC_API extern const ptc_tool ptc_tool_infer;

/*
 * (tool/grep {:pattern "time.?out" :text log}) gives the lines of the text in which the
 * regular expression is found, ignoring case, in order. (tool/grep-n ..) gives them with
 * their numbers: [{"line" 3 "text" ".."}]. Patterns are those of programs, and have their
 * limits. Builds without PCRE2 fail the call. [subagent 9.6]
 */
PTC_API extern const ptc_tool ptc_tool_grep;
PTC_API extern const ptc_tool ptc_tool_grep_n;

PTC_END

#endif
