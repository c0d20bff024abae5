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
 *         const ptc_value *query = ptc_map_find_text(call->arguments.as.map,
 *                                                    PTC_STRING, PTC_STR("query"));
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

PTC_BEGIN

typedef struct ptc_tool ptc_tool;

/* One call, as the function of a tool sees it. */
typedef struct ptc_tool_call {
    const ptc_tool *tool;
    ptc_value
        arguments;    /* a map; keys are strings, declared fields spelled as declared */
    ptc_arena *arena; /* for result and message; outlives the call */
    uint64_t time_ms; /* that the caller still has; UINT64_MAX: no limit */
    ptc_value result; /* to be set; nil so far */
    const char *message; /* to be set on failure: one line that says why */
} ptc_tool_call;

/* PTC_OK with call->result set, or any error with call->message set. It must not touch
 * the context that calls it. */
typedef ptc_status (*ptc_tool_function)(ptc_tool_call *call, void *user);

enum {
    PTC_TOOL_CACHED = 1,   /* equal arguments give equal results: called once in a run */
    PTC_TOOL_PLANNING = 2, /* listed for planning only; a call fails */
};

struct ptc_tool {
    const char *name;            /* [A-Za-z_][A-Za-z0-9_-]{0,63}; not return nor fail */
    const char *description;     /* for prompts, or NULL */
    const ptc_schema *signature; /* a FUNCTION, or NULL: not checked */
    ptc_tool_function function;
    void *user;
    unsigned flags;
};

PTC_END

#endif
