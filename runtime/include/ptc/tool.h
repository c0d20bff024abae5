/* SPDX-License-Identifier: MIT */
/*
 * <ptc/tool.h> - tools: functions of the host that programs call by name,
 * `(tool/search {:query "x"})` or `(call "search" {:query "x"})`.
 *
 * A tool is data and may be a constant. Its signature, when it has one, is the contract
 * of every call: arguments are coerced and checked before the function sees them, its
 * result before the program does. Without a signature any map goes in and any data comes
 * out.
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

/* One call, as the function of a tool sees it. A call is made by the library alone, which
 * adds members at its end; copy no call. */
typedef struct ptc_tool_call {
    const ptc_tool *tool; /* that is called */
    ptc_value arguments;  /* a map of JSON data: keys are strings, declared fields spelled
                             as declared; its texts live as long as the call */
    ptc_arena *arena;     /* for result and message; emptied by the next call */
    uint64_t time_ms;     /* that the caller still has; UINT64_MAX: no limit */
    const struct ptc_cancel *cancel; /* set when nobody waits any more; or NULL */
    ptc_value result;    /* to be set; nil so far. Programs see it as JSON data */
    const char *message; /* to be set on failure: one line that says why */
    const char *reason;  /* may be set on failure: a name for it, as "not_found", by which
                            agents and hosts know it; else it is tool_error */
    const struct ptc_step *step; /* may be set: the run that answered the call, which
                                    must live as long as the trace that will show it */
    bool is_final; /* may be set on failure: it is not the tool's own, as when a budget of
                      the caller is used up; then no (attempt ..) catches it */
    bool is_cached;     /* for observers: an earlier call had the result */
    bool hides_private; /* what is at names that begin with '_' is not to be told: the
                           program is one of ptc_lisp_options.hides_private */
    ptc_value given; /* the arguments before they were coerced, or nil: tells offsets of
                        moments, and defaults from what was given */
    ptc_value told;  /* the arguments without what the host's context has of them: for
                        logs, recordings and keys; no program has seen the others */
    const struct ptc_tool_watcher *watcher; /* who hears of progress; or NULL */
} ptc_tool_call;

/* PTC_OK with call->result set, or any error with call->message set. It must not touch
 * the context that calls it, which refuses; others it may run. */
typedef ptc_status (*ptc_tool_function)(ptc_tool_call *call, void *user);

/* Who hears of the progress of a call. */
typedef struct ptc_tool_watcher {
    /* What ptc_tool_progress was given. */
    void (*progress)(ptc_tool_call *call, double done, double total, const char *message,
                     void *user);
    void *user;
} ptc_tool_watcher;

/*
 * Says how far a call is: `done` of `total` (0: not known), and in words (or NULL). For
 * whoever waits, if they want to know; else it does nothing. `done` must grow. Callers
 * may be told less often than this is called. [mcp 5]
 */
PTC_API void ptc_tool_progress(ptc_tool_call *call, double done, double total,
                               const char *message);

enum {
    PTC_TOOL_CACHED = 1,   /* equal arguments give equal results: one good call of a run
                              answers the others, also when its program failed */
    PTC_TOOL_PLANNING = 2, /* listed for planning only; a call fails */
    PTC_TOOL_RAW = 8,     /* what the parameters hold arrives as the program made it: with
                             keywords, sets, and keys of any kind as they are */
    PTC_TOOL_UNTIMED = 4, /* the program's clock stands still meanwhile: for tools that
                             ask a model, which have time limits of their own */
};

/* A tool: constant data, which threads may share as far as its function allows. Rows of
 * callers' arrays never change: what is said of tools later is said by `info`, a struct
 * that will begin with its struct_size; so it is with every `info`. */
struct ptc_tool {
    const char *name;            /* [A-Za-z_][A-Za-z0-9_-]{0,63}; not return nor fail */
    const char *description;     /* for prompts, or NULL */
    const ptc_schema *signature; /* a FUNCTION, or NULL: not checked */
    ptc_tool_function function;  /* called once a call; NULL in tools for planning */
    void *user;
    unsigned flags;                   /* PTC_TOOL_* */
    const struct ptc_tool_info *info; /* NULL: there is no such struct yet */
};

/*
 * What a module exports for commands that load it: one constant of this type, by the name
 * `ptc_tools`. A command compares `version` before it reads anything else: unlike a
 * program, which is linked, nothing else tells it which headers the module was made with.
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
    PTC_TOOL_TABLE_VERSION = 1 /* of these headers */
};

/* Who watches the calls of a registry; members may be NULL. */
typedef struct ptc_tool_observer {
    /* Arguments are checked, and the function is about to be called, or its earlier
     * result to be used. May make call->time_ms less. */
    void (*start)(ptc_tool_call *call, void *user);
    /* The call that started has ended: `error` NULL with call->result, or it says why it
     * failed. */
    void (*stop)(const ptc_tool_call *call, const char *error, void *user);
    void *user;
    const struct ptc_tool_observer_info *info; /* NULL: there is none yet */
} ptc_tool_observer;

/* How the calls of a registry are made. Zero is the default in brackets, PTC_UNLIMITED
 * none. */
typedef struct ptc_tool_options {
    size_t struct_size; /* sizeof(ptc_tool_options) */
    ptc_mode mode;      /* of validation, for tools with a signature [validation 2] */
    const ptc_validator *validators; /* for registered types in signatures; borrowed */
    size_t validator_count;
    uint64_t max_calls;  /* of a run that reach a function [none] */
    uint64_t max_result; /* bytes of one result, about as JSON [1,048,576] */
    bool spans_runs;     /* cached results and the count of calls last until tools are set
                            again, over all programs; else each run begins anew */
    uint64_t time_ms;    /* of one call of a tool that is not UNTIMED [none]. A
                            function that returns later has failed */
    const struct ptc_cancel *cancel;   /* that calls show; or NULL */
    const ptc_tool_observer *observer; /* borrowed; or NULL */
    uint64_t
        max_kept; /* bytes of arguments or of a result that a record keeps [16,384] */
    /* Where parameters with a path take their values from; borrowed, or NULL. They are
     * among the arguments of the function, in no record and in no message. [brimley 4b]
     */
    const ptc_context *context;
    const ptc_decoder *decoders; /* that signatures name; borrowed */
    size_t decoder_count;
} ptc_tool_options;

/*
 * Tools of the library, for hosts to put among their own. [validation 14, 16]
 *
 * (tool/validate {:schema [:map [:id :int]] :data {:id 1}}) gives {"valid" true "errors"
 * []}. The schema is a Malli vector, or a string: the text of a signature. One that is
 * no schema fails the call, its faults placed by index paths.
 *
 * (tool/infer {:samples [{:id 1} {}]}) and (tool/infer {:data x}) give the text of a
 * signature; :enum, :map_of and :datetime are the options of <ptc/infer.h>.
 */
PTC_API extern const ptc_tool ptc_tool_validate;
PTC_API extern const ptc_tool ptc_tool_infer;

/*
 * (tool/grep {:pattern "time.?out" :text log}) gives the lines of the text, in order, in
 * which the regular expression is found, without regard to case; (tool/grep-n ..) gives
 * them with their numbers: [{"line" 3 "text" ".."}]. Patterns are those of programs, and
 * have their limits. Builds without PCRE2 fail the call.
 * [subagent 9.6]
 */
PTC_API extern const ptc_tool ptc_tool_grep;
PTC_API extern const ptc_tool ptc_tool_grep_n;

PTC_END

#endif
