/* SPDX-License-Identifier: MIT */
/*
 * Code mode: the row run_program. Programs run in PTC-Lisp over the tools of the server.
 *
 *     program.c             a call from its arguments to its outcome
 *     program_arguments.c   its arguments
 *     program_calls.c       tools while a program calls them
 *     program_contexts.c    interpreters: made once, lent to one call at a time
 *     program_sessions.c    interpreters that keep what programs define, by handle
 *     program_words.c       its outcome, as a text for a model
 *     program_structured.c  the same as data
 *
 * The room uses mcp, mcp/catalog, lisp, emitted, walk, render, edn, json and base.
 * Nothing in it is mutually recursive. [mcp 6]
 */
#ifndef PTC_MCP_PROGRAM_INT_H
#define PTC_MCP_PROGRAM_INT_H

#include "lisp/heap/watch.h"
#include "mcp/catalog/catalog_int.h"
#include "mcp/mcp_int.h"

#include <ptc/lisp.h>

enum {
    PTC_MCP_PROGRAM_BYTES = 65536,
    PTC_MCP_CONTEXT_BYTES = 4 << 20,
    PTC_MCP_PRINTS_BYTES = 64 << 10, /* of prints that are kept */
    PTC_MCP_VALUE_BYTES = 32 << 10,  /* of a structured value that is given whole */
    PTC_MCP_PREVIEW = 2000,          /* characters of one that is not */
    PTC_MCP_HANDLE = 24,             /* characters: s_ and 22 of 128 bits */
};

typedef struct ptc_mcp_context ptc_mcp_context;

/* A tool of a program: the `user` of the tool that the interpreter knows in its place. */
typedef struct ptc_mcp_called {
    const ptc_mcp_context *context;
    const ptc_tool *tool;
    uint64_t time_ms; /* limit of a call; 0: as long as the program */
} ptc_mcp_called;

/* An interpreter with the tools of a row, for one call at a time. */
struct ptc_mcp_context {
    ptc_mcp_context *next; /* in the list that it is in */
    ptc_arena arena;       /* owns this struct and the tools */
    const ptc_mcp_runtime *runtime;
    const ptc_mcp_program *program;
    ptc_lisp *lisp;
    ptc_lisp_watch watch;
    ptc_catalog_server server; /* whose tools programs may query */
    ptc_catalog known;
    ptc_lisp_catalog catalog;
    struct ptc_mcp_run *run; /* of the call that uses it, or NULL */
    /* Of a session; under the lock. */
    char handle[PTC_MCP_HANDLE];
    bool is_busy;
    uint64_t since_ms; /* that it was made */
    uint64_t used_ms;  /* that its last program ended */
};

/* The part of a runtime for programs. Lists are under its lock. */
typedef struct ptc_mcp_programs {
    ptc_mcp_runtime *runtime;
    ptc_mcp_program_limits limits; /* with the defaults in place */
    ptc_mcp_context *spare;        /* unused contexts */
    size_t spare_count;
    ptc_mcp_context *sessions;
    size_t session_count; /* including those that are being made */
} ptc_mcp_programs;

/* A call of run_program. Everything in it lives in the arena of the call. */
typedef struct ptc_mcp_run {
    ptc_mcp_call *call;
    const ptc_mcp_program *program;
    ptc_mcp_programs *programs;
    ptc_source source;
    ptc_value given;          /* ctx: a map, or nil */
    ptc_str session;          /* the argument; empty: none */
    ptc_mcp_context *context; /* that it runs in */
    bool is_new;              /* is a session that this call makes */
    ptc_program *compiled;
    uint64_t calls_ended; /* of tools */
    ptc_status status;    /* of the run */
    ptc_lisp_result result;
    ptc_value visible; /* the value without hidden parts */
    ptc_str json;      /* that as JSON; empty: there is none to give */
} ptc_mcp_run;

/* --- program_arguments.c ------------------------------------------------------------ */

/* Takes source, context and session from the arguments. Unless it returns true, the call
 * is refused, or `*status` is PTC_ERROR_MEMORY. */
bool ptc_mcp_take_program(ptc_mcp_run *run, ptc_status *status);

/* --- program_calls.c ---------------------------------------------------------------- */

/* Calls the tool of a ptc_mcp_called. */
ptc_status ptc_mcp_call_tool(ptc_tool_call *call, void *called);

/* --- program_contexts.c ------------------------------------------------------------- */

/* The part of the runtime for programs, made by the first call; NULL: memory was
 * refused. */
ptc_mcp_programs *ptc_mcp_programs_of(ptc_mcp_runtime *runtime);

/* A context for the tools of the run's row, with this limit of memory (0: none), into
 * `*out`. PTC_ERROR_MEMORY; PTC_ERROR_INVALID when programs cannot call the tools: the
 * call has failed with the reason. */
ptc_status ptc_mcp_make_context(ptc_mcp_run *run, uint64_t memory, ptc_mcp_context **out);
void ptc_mcp_free_context(ptc_mcp_context *context);

/* Lends the run a context that remembers nothing; takes it back. `is_sound`: it may be
 * lent again. */
ptc_status ptc_mcp_lend_context(ptc_mcp_run *run);
void ptc_mcp_return_context(ptc_mcp_run *run, bool is_sound);

/* --- program_sessions.c ------------------------------------------------------------- */

/* How many keep memory at a time; 0: they are off. */
size_t ptc_mcp_sessions_of(const ptc_mcp_run *run);

/* The context of the session that the run names, a new one for "new". PTC_ERROR_INVALID:
 * the call has failed with the reason; PTC_ERROR_MEMORY. */
ptc_status ptc_mcp_enter_session(ptc_mcp_run *run);

/* Gives it back. A new one is kept when its first program was good and a client waits for
 * its handle. */
void ptc_mcp_leave_session(ptc_mcp_run *run, bool is_kept);

/* --- program_words.c ---------------------------------------------------------------- */

/* Appends the text for a model: prints, value or error, lines that begin with ;; */
void ptc_mcp_tell_program(ptc_text *text, const ptc_mcp_run *run);

/* The value as JSON into run->json and run->visible, without hidden parts.
 * PTC_ERROR_INVALID with `*why` when it is not JSON, PTC_ERROR_MEMORY. */
ptc_status ptc_mcp_tell_value(ptc_mcp_run *run, ptc_arena *arena, const ptc_value *value,
                              ptc_str *why);

/* --- program_structured.c ----------------------------------------------------------- */

/* The same as data, a map in `arena`. PTC_ERROR_MEMORY. */
ptc_status ptc_mcp_structure_program(ptc_arena *arena, const ptc_mcp_run *run,
                                     ptc_value *out);

#endif
