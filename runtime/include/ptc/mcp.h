/* SPDX-License-Identifier: MIT */
/*
 * <ptc/mcp.h> - servers of the Model Context Protocol: bytes in, lines out.
 *
 * A ptc_mcp_server is constant data, which `ptcc gen --emit mcp` writes. A
 * ptc_mcp_runtime is its state in a process: limits, and the memory that programs keep
 * between calls. A ptc_mcp_session is the state of one stream.
 *
 * Most servers need only ptc_mcp_serve_stdio, which reads standard input and writes
 * standard output, with threads. Nothing else here opens files, starts threads or waits.
 * A host with its own loop does this:
 *
 *     ptc_mcp_feed(session, bytes, count);     // answers all but calls of tools
 *     while (ptc_mcp_work(session))            // runs the calls that wait
 *         ;
 *     timeout = ptc_mcp_tick(session);         // answers calls whose time is over
 *
 * Versions 2024-11-05 to 2025-11-25 (legacy: `initialize`) and 2026-07-28 (modern:
 * version and capabilities in every request) are served, on one stream in any order.
 *
 * Threads: any number of them may use a runtime. Only one at a time may feed and tick a
 * session, while others work. If there is more than one thread, the options need a lock.
 * [mcp 1-6]
 */
#ifndef PTC_MCP_H
#define PTC_MCP_H

#include <ptc/parse.h>
#include <ptc/tool.h>

PTC_BEGIN

typedef struct ptc_mcp_call ptc_mcp_call;
typedef struct ptc_mcp_tool ptc_mcp_tool;
/* Limits and memory of a server in a process. */
typedef struct ptc_mcp_runtime ptc_mcp_runtime;
/* One stream. */
typedef struct ptc_mcp_session ptc_mcp_session;

/* --- Servers: constant data --------------------------------------------------------- */

/* Answers a call: reads the arguments, calls the function that they are for, stores the
 * outcome in the call with one of the functions of <ptc/gen_mcp.h>, and returns the
 * status of that function. Runs on the thread that called ptc_mcp_work. */
typedef ptc_status (*ptc_mcp_function)(ptc_mcp_call *call);

enum {
    PTC_MCP_WRAPS = 1,  /* legacy clients get {"result": x}: x need not be an object */
    PTC_MCP_IS_NIL = 2, /* the result is nil: the text "ok" */
};

/* A tool of a server. */
struct ptc_mcp_tool {
    const char *name;          /* [A-Za-z0-9_.-]{1,128} */
    ptc_mcp_function function; /* NULL: the function of `tool`, with arguments as
                                * values */
    const ptc_tool *tool;      /* for programs; NULL: a program cannot call it */
    const void *data;          /* for the function; or NULL */
    const char *listed;        /* its entry in tools/list: a JSON object */
    const char *listed_legacy; /* the same before 2026; may be the same text */
    uint64_t time_ms;          /* milliseconds of a call; 0: as the options say */
    unsigned flags;            /* PTC_MCP_* */
    const struct ptc_mcp_tool_info *info; /* NULL: there is none yet */
};

/* A server: constant data, which threads share. */
typedef struct ptc_mcp_server {
    const char *name;          /* the name by which it introduces itself */
    const char *title;         /* for people; or NULL */
    const char *version;       /* of the server */
    const char *instructions;  /* for models, at most 2,400 characters; or NULL */
    const ptc_mcp_tool *tools; /* sorted by name in byte order; no name twice */
    size_t tool_count;
    const struct ptc_mcp_server_info *info; /* NULL: there is none yet */
} ptc_mcp_server;

/* --- Calls -------------------------------------------------------------------------- */

/* The outcome of a call. `text` and `tool` are members of ptc_mcp_call. */
typedef enum ptc_mcp_outcome {
    PTC_MCP_NONE,        /* none was set: "Internal error" */
    PTC_MCP_RESULT,      /* tool.result, checked: text and structured content */
    PTC_MCP_TEXT,        /* `text`; structured content is tool.result unless it is nil */
    PTC_MCP_REFUSED,     /* `text`: what is wrong with the arguments, for a model */
    PTC_MCP_FAILED,      /* `text`: why the function failed, for a model */
    PTC_MCP_TEXT_FAILED, /* like PTC_MCP_TEXT, for a call that failed */
    PTC_MCP_JSON,        /* `text`: the result as JSON, checked, with nothing hidden */
} ptc_mcp_outcome;

/* A call, as the function of a tool sees it. Only the library makes calls. */
struct ptc_mcp_call {
    ptc_tool_call tool; /* the call as functions of tools see it; its arena is emptied
                         * afterwards */
    const ptc_mcp_tool *row;  /* the row that is called */
    ptc_mcp_runtime *runtime; /* limits and memory of the server */
    ptc_str arguments;        /* JSON text; PTC_PADDING bytes after it are readable */
    const ptc_parse_options *parsing; /* for the parser: context, registered types */
    ptc_mcp_outcome outcome;          /* set by the functions of <ptc/gen_mcp.h> */
    ptc_str text;                     /* as `outcome` says */
};

/* --- Runtime ------------------------------------------------------------------------ */

/* How much is logged, on standard error or with `log`. */
typedef enum ptc_mcp_level {
    PTC_MCP_ERROR,   /* the server fails to do what it should */
    PTC_MCP_WARNING, /* it does less than it should */
    PTC_MCP_INFO,    /* who asks, and what is refused */
    PTC_MCP_DEBUG,   /* arguments and results as well, without firewalled fields */
} ptc_mcp_level;

/* Limits of programs (run_program). Zero means the default in brackets. [mcp 6] */
typedef struct ptc_mcp_program_limits {
    uint64_t time_ms;    /* wall clock of a program [5,000] */
    uint64_t fuel;       /* steps of a program [1,000,000] */
    uint64_t heap;       /* bytes of live data of a program [10,000,000] */
    uint64_t calls;      /* calls of tools by a program [50] */
    uint64_t result;     /* bytes of one result of a tool [1 MiB] */
    size_t characters;   /* of the text of a result [8,000] */
    size_t sessions;     /* sessions that keep memory at the same time, at most 64
                          * [none] */
    uint64_t memory;     /* bytes of memory of one session [1 MiB] */
    uint64_t session_ms; /* the longest life of a session [30 minutes] */
    uint64_t idle_ms;    /* how long a session may be idle [15 minutes] */
} ptc_mcp_program_limits;

/* How a server runs. Zero means the default in brackets; NULL: all zero. */
typedef struct ptc_mcp_options {
    size_t struct_size;      /* sizeof(ptc_mcp_options) */
    ptc_allocator allocator; /* allocate NULL: malloc; callable by all threads */
    /* Milliseconds of a clock that never goes back; NULL: the system's. */
    uint64_t (*clock_ms)(void *user);
    /* 64 random bits, for handles of sessions; NULL: the system's. */
    uint64_t (*random)(void *user);
    /* Taken around everything that threads share; NULL: there is only one thread. */
    void (*lock)(void *user);
    void (*unlock)(void *user); /* releases it */
    /* Receives a line for the operator, without prefix and LF; NULL: none. */
    void (*log)(ptc_mcp_level level, ptc_str line, void *user);
    void *user;
    ptc_mcp_level log_level;  /* the most detailed level that `log` gets
                               * [PTC_MCP_ERROR] */
    size_t max_line;          /* bytes of a line [8 MiB] */
    size_t max_result;        /* bytes of a result as JSON [1 MiB] */
    size_t max_memory;        /* bytes that a call may take [64 MiB] */
    uint64_t time_ms;         /* milliseconds that a call may run if its tool does not say
                               * [60,000] */
    size_t max_waiting;       /* calls that wait, at most 1,024 [64] */
    size_t max_waiting_bytes; /* bytes of their arguments together [64 MiB] */
    unsigned workers; /* calls that run at the same time, at most 64 [1]: functions of
                       * tools must allow that */
    /* The values of the host's context, and registered types and decoders for which the
     * generator was given no function. Borrowed; or NULL. */
    const ptc_parse_options *parsing;
    ptc_mcp_program_limits program; /* limits of run_program */
} ptc_mcp_options;

/* Makes the runtime of a server, which it borrows. Returns PTC_ERROR_MEMORY, or
 * PTC_ERROR_ARGUMENT for options without a struct_size or beyond the limits above; `*out`
 * is NULL then. */
PTC_API ptc_status ptc_mcp_runtime_new(const ptc_mcp_server *server,
                                       const ptc_mcp_options *options,
                                       ptc_mcp_runtime **out);
/* Frees the runtime. No session may be using it. */
PTC_API void ptc_mcp_runtime_free(ptc_mcp_runtime *runtime);

/* --- Streams ------------------------------------------------------------------------ */

/* A line to send. */
typedef struct ptc_mcp_line {
    ptc_str text;    /* compact JSON with its LF; lives as long as the call */
    ptc_str request; /* the id of the request that it belongs to, as JSON; empty: none.
                      * The error that an id is already in use belongs to no request,
                      * since another request has that id */
    bool is_reply;   /* nothing follows for that id */
} ptc_mcp_line;

/* Receives lines, one at a time (under the lock of the options), on any thread that
 * feeds, works or ticks. It must not call back into the session. */
typedef struct ptc_mcp_sink {
    void (*write)(const ptc_mcp_line *line, void *user); /* receives one */
    void *user;
} ptc_mcp_sink;

/* Begins a stream. Returns PTC_ERROR_MEMORY, or PTC_ERROR_ARGUMENT without a sink; `*out`
 * is NULL then. */
PTC_API ptc_status ptc_mcp_session_new(ptc_mcp_runtime *runtime, const ptc_mcp_sink *sink,
                                       ptc_mcp_session **out);
/* Frees the session and drops waiting calls; no thread may be using it. */
PTC_API void ptc_mcp_session_free(ptc_mcp_session *session);

/*
 * Takes bytes of the stream, split anywhere.
 *
 * Complete lines are answered at once, except for calls of tools, which wait for
 * ptc_mcp_work. A line longer than max_line is skipped and answered with an error.
 *
 * After PTC_ERROR_MEMORY the current line is lost; it was answered with an error if there
 * was memory for that. The stream goes on.
 */
PTC_API ptc_status ptc_mcp_feed(ptc_mcp_session *session, const char *bytes, size_t len);

/* Takes one message without its LF, such as an HTTP request. PTC_PADDING bytes after it
 * need not be readable. */
PTC_API ptc_status ptc_mcp_feed_message(ptc_mcp_session *session, const char *text,
                                        size_t len);

/* Ends the stream. A last line without LF counts, subscriptions are answered, and calls
 * go on. Nothing may be fed afterwards. */
PTC_API ptc_status ptc_mcp_feed_end(ptc_mcp_session *session);

/* Runs the call that has waited longest, on this thread, and answers it. False when none
 * waits, or when `workers` calls already run. */
PTC_API bool ptc_mcp_work(ptc_mcp_session *session);

/* Answers calls whose time is up, and sets the cancel flag of those that run. Returns the
 * number of milliseconds after which it must be called again; UINT64_MAX: not before the
 * next feed. */
PTC_API uint64_t ptc_mcp_tick(ptc_mcp_session *session);

/* The number of calls that wait or run. */
PTC_API size_t ptc_mcp_pending(ptc_mcp_session *session);

/* Drops all waiting calls and sets the cancel flag of the running ones; none of them is
 * answered. May be called from any thread, but not from a signal handler. */
PTC_API void ptc_mcp_cancel(ptc_mcp_session *session);

/* --- Standard input and output ------------------------------------------------------ */

/*
 * Serves on descriptors 0 and 1 until the end of input, SIGTERM or SIGINT. Returns the
 * exit code: 0, even when the client went away; 1 when memory, threads or the options
 * were refused. May be called once per process. It needs a system with threads and
 * signals; elsewhere it returns 1.
 *
 * Descriptors: 1 becomes standard error and 0 becomes /dev/null, so that functions of
 * tools may print and their children may read. The server's own descriptors are closed in
 * children.
 *
 * Shutdown: at the end of input, calls have 1,000 ms to be answered, and 500 ms more once
 * they are cancelled. At a signal they are cancelled at once. A client that has closed
 * the input and reads no output has the same time. If functions of tools have not
 * returned by then, the process exits here, with 0, without running atexit handlers. A
 * second signal ends it with 143. A signal that was ignored before stays ignored.
 *
 * Threads: the thread that calls this waits. Up to `workers` + 1 others take turns at
 * reading and running calls. A thread that has run calls for more than a millisecond
 * hands the reading to another one, so pings, lists and cancellations are answered
 * meanwhile. Stacks are 8 MiB (1 MiB on machines of 32 bits).
 *
 * Options are those of ptc_mcp_runtime_new, except that `lock` and `unlock` are replaced.
 * `log` NULL writes "mcp: LEVEL: text" to standard error; `options` NULL also logs
 * warnings. It catches SIGTERM, SIGINT and SIGURG and ignores SIGPIPE until it returns.
 * [mcp 2, 3, 5]
 */
PTC_API int ptc_mcp_serve_stdio(const ptc_mcp_server *server,
                                const ptc_mcp_options *options);

PTC_END

#endif
