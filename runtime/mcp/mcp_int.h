/* SPDX-License-Identifier: MIT */
/*
 * Servers of the Model Context Protocol, without descriptors, threads and Lisp:
 *
 *     frame.c      bytes to lines
 *     message.c    a line to a request, or to a fault
 *     session.c    a stream: where requests go; versions, ids in flight
 *     batch.c      batches: replies that are kept until all have arrived
 *     life.c       initialize, server/discover, ping, subscriptions
 *     list.c       tools/list
 *     call.c       tools/call: calls that wait, are cancelled, are late
 *     work.c       calls that run
 *     plain.c      rows that are plain tools: arguments and results as values
 *     call_log.c   arguments and results in the log
 *     result.c     the outcome of a call, as a result
 *     hide.c       removes the values at private names
 *     progress.c   notifications of progress
 *     reply.c      the envelopes of all messages sent
 *     runtime.c    limits and memory of a process
 *
 * Rooms beneath: mcp/catalog (tools in words), mcp/program (run_program), mcp/stdio. The
 * room uses emitted, walk, render, schema, json and base. Reading a message recurses into
 * its params and their _meta, hide.c into values; nothing else recurses.
 */
#ifndef PTC_MCP_INT_H
#define PTC_MCP_INT_H

#include "base/base_int.h"
#include "json/json_int.h"

#include <ptc/gen_mcp.h>
#include <ptc/llm.h>

#include <limits.h>

/* Limits of the protocol and of mcp 2, 3. */
enum {
    PTC_MCP_ID_MAX = 256,     /* bytes of an id that is a string, unescaped */
    PTC_MCP_BATCH_MAX = 100,  /* messages of a batch */
    PTC_MCP_LISTEN_MAX = 16,  /* subscriptions */
    PTC_MCP_PAGE_TOOLS = 256, /* of a page of tools/list */
    PTC_MCP_PAGE_BYTES = 1 << 20,
    PTC_MCP_PROGRESS_MS = 100, /* between two notifications of a call */
    PTC_MCP_NAME_SHOWN = 128,  /* bytes of a client's name for something, in a message */
};

/* Codes of JSON-RPC and MCP. */
enum {
    PTC_MCP_PARSE_ERROR = -32700,
    PTC_MCP_INVALID_REQUEST = -32600,
    PTC_MCP_METHOD_NOT_FOUND = -32601,
    PTC_MCP_INVALID_PARAMS = -32602,
    PTC_MCP_INTERNAL_ERROR = -32603,
    PTC_MCP_UNSUPPORTED_VERSION = -32022,
};

/* ORDER VERSION: texts in life.c, oldest first. */
typedef enum ptc_mcp_version {
    PTC_MCP_2024_11_05,
    PTC_MCP_2025_03_26,
    PTC_MCP_2025_06_18,
    PTC_MCP_2025_11_25,
    PTC_MCP_2026_07_28, /* modern; all earlier ones are legacy */
    PTC_MCP_NO_VERSION,
} ptc_mcp_version;

typedef struct ptc_mcp_batch ptc_mcp_batch; /* batch.c */

/* --- frame.c ------------------------------------------------------------------------ */

/* Bytes on their way to lines. */
typedef struct ptc_mcp_frame {
    ptc_arena arena;
    ptc_text line;   /* the available part of an incomplete line */
    size_t max_line; /* bytes of one, without CR and LF */
    bool is_given;   /* `line` was returned, and is used up */
    bool skips;      /* to the next LF */
} ptc_mcp_frame;

/* The next item in the bytes. */
typedef enum ptc_mcp_piece {
    PTC_MCP_NO_LINE,  /* no whole line: more bytes are needed */
    PTC_MCP_LINE,     /* a line that is not blank */
    PTC_MCP_TOO_LONG, /* one above the limit; it is passed over */
    PTC_MCP_LOST,     /* one for which there was no memory; likewise */
} ptc_mcp_piece;

void ptc_mcp_frame_init(ptc_mcp_frame *frame, const ptc_allocator *allocator,
                        size_t max_line);
void ptc_mcp_frame_free(ptc_mcp_frame *frame);

/*
 * Takes bytes off the front of `rest` until there is a line, which lives until the next
 * call and is followed by PTC_PADDING readable bytes. It points into `rest` where enough
 * bytes follow it there.
 */
ptc_mcp_piece ptc_mcp_next_line(ptc_mcp_frame *frame, ptc_str *rest, ptc_str *line);

/* The same at the end of the stream: a last line without LF. */
ptc_mcp_piece ptc_mcp_last_line(ptc_mcp_frame *frame, ptc_str *line);

/* --- message.c ---------------------------------------------------------------------- */

/*
 * A message as read. Texts point into the line or the arena of the reading. The method
 * decides how `params` are checked; the code that answers checks params_fault before it
 * uses the members that this covers.
 */
typedef struct ptc_mcp_message {
    ptc_str id;        /* JSON as spelled; empty: a notification, or unreadable */
    ptc_str method;    /* unescaped; empty: a reply, which is ignored */
    ptc_str name;      /* params.name, unescaped */
    ptc_str arguments; /* params.arguments, JSON text; "{}" when absent or null */
    ptc_str token;     /* params._meta.progressToken, JSON text; empty: none */
    ptc_str cursor;    /* params.cursor, unescaped; ptr NULL: absent */
    ptc_str version;   /* of _meta, or params.protocolVersion of initialize; unescaped */
    ptc_str request;   /* params.requestId, as spelled; empty: no id */
    ptc_str client;    /* clientInfo, JSON text; empty: not given */
    bool is_modern;    /* _meta names a version */
    int code;          /* 0, or the code of its fault */
    ptc_str fault;     /* its message: "Parse error: .." */
    ptc_str params_fault; /* "Invalid params: .."; empty: none */
} ptc_mcp_message;

/*
 * Reads one message; `line` is followed by PTC_PADDING readable bytes. Faults are in the
 * message; PTC_ERROR_MEMORY.
 */
ptc_status ptc_mcp_read_message(ptc_arena *arena, ptc_str line, ptc_mcp_message *out);

/* The messages of a batch, or its fault. */
typedef struct ptc_mcp_messages {
    ptc_str items[PTC_MCP_BATCH_MAX];
    size_t count; /* the actual number: may be more */
    int code;
    ptc_str fault;
} ptc_mcp_messages;

/* Finds the messages of a line that begins with '['. PTC_ERROR_MEMORY. */
ptc_status ptc_mcp_read_batch(ptc_arena *arena, ptc_str line, ptc_mcp_messages *out);

/* Whether two ids of messages are the same: strings by their unescaped text. */
bool ptc_mcp_same_id(ptc_str a, ptc_str b);

/* --- runtime.c ---------------------------------------------------------------------- */

struct ptc_mcp_runtime {
    ptc_arena arena; /* owns this struct */
    const ptc_mcp_server *server;
    ptc_mcp_options options;   /* with the defaults in place */
    ptc_parse_options parsing; /* those of the options, or none */
    /* Belongs to code mode, which alone knows its type: made by the first call, freed
     * with the runtime. */
    void *programs;
    void (*free_programs)(void *programs);
};

/* The allocator of the options. */
void *ptc_mcp_allocate(const ptc_mcp_runtime *runtime, void *old, size_t old_size,
                       size_t new_size);
uint64_t ptc_mcp_now(const ptc_mcp_runtime *runtime);
uint64_t ptc_mcp_random(const ptc_mcp_runtime *runtime);
void ptc_mcp_lock(const ptc_mcp_runtime *runtime);
void ptc_mcp_unlock(const ptc_mcp_runtime *runtime);
/* Whether lines of that level are wanted. */
bool ptc_mcp_logs(const ptc_mcp_runtime *runtime, ptc_mcp_level level);
/* One line for the operator; nothing above the requested level. The lock may be held or
 * not. */
void ptc_mcp_log(const ptc_mcp_runtime *runtime, ptc_mcp_level level, const char *format,
                 ...) PTC_PRINTF(3, 4);

/* The row of a name, or NULL; and the nearest name, or NULL. */
const ptc_mcp_tool *ptc_mcp_find_tool(const ptc_mcp_server *server, ptc_str name);
const char *ptc_mcp_near_tool(const ptc_mcp_server *server, ptc_str name);

/* --- reply.c ------------------------------------------------------------------------ */

/* The receiver and the form of a reply. */
typedef struct ptc_mcp_address {
    ptc_mcp_session *session;
    ptc_str id;           /* JSON; empty: none */
    bool is_modern;       /* resultType, and the server in _meta */
    ptc_mcp_batch *batch; /* that it is part of, or NULL */
    bool is_twin;         /* its id belongs to another request, which is in flight */
} ptc_mcp_address;

/* Begins `{"jsonrpc":"2.0","id":ID,"result":{`, and ends it with the members of the era
 * and LF; the part between is the caller's: members, each followed by a comma. Sends it,
 * or an internal error instead when memory was refused: PTC_ERROR_MEMORY. */
void ptc_mcp_open_result(ptc_text *text, const ptc_mcp_address *to);
ptc_status ptc_mcp_close_result(ptc_text *text, const ptc_mcp_address *to);

/* The same without sending, for calls, whose end is decided under the lock. */
void ptc_mcp_end_result(ptc_text *text, const ptc_mcp_address *to);

/* Sends an error. `data`: JSON text of at most 1 KiB, or empty; a message is cut at 1
 * KiB. It takes no memory, and returns PTC_OK. */
ptc_status ptc_mcp_send_error(const ptc_mcp_address *to, int code, ptc_str message,
                              ptc_str data);

/* Appends the line of one, with its LF. */
void ptc_mcp_write_error(ptc_text *text, const ptc_mcp_address *to, int code,
                         ptc_str message, ptc_str data);

/* Sends a finished line (with LF) that belongs to `to->id`: a reply, or a notification.
 * Replies of a batch are kept until the batch is whole. Takes the lock. */
void ptc_mcp_send(const ptc_mcp_address *to, ptc_str line, bool is_reply);

/* The same for a caller that holds the lock. */
void ptc_mcp_send_locked(const ptc_mcp_address *to, ptc_str line, bool is_reply);

/* "Internal error": the only answer when memory was refused. Returns
 * PTC_ERROR_MEMORY. */
ptc_status ptc_mcp_send_refused(const ptc_mcp_address *to);

/* Appends `{"name":..,"version":..}`, with a title where there is one and it is
 * requested.
 */
void ptc_mcp_write_server(ptc_text *text, const ptc_mcp_server *server, bool has_title);

/* Appends the end of a modern result: `"resultType":..,"_meta":{"..":{..}`, still
 * open. */
void ptc_mcp_write_meta(ptc_text *text, const ptc_mcp_session *session);

/* --- session.c ---------------------------------------------------------------------- */

/* A subscription. */
typedef struct ptc_mcp_listen {
    ptc_arena arena; /* of the id */
    ptc_str id;
} ptc_mcp_listen;

/* call.c: a call that waits or runs; the memory of one that runs. */
typedef struct ptc_mcp_slot ptc_mcp_slot;
typedef struct ptc_mcp_worker ptc_mcp_worker;

struct ptc_mcp_session {
    ptc_mcp_runtime *runtime;
    ptc_mcp_sink sink;
    ptc_arena own;           /* of this struct and `meta` */
    ptc_arena arena;         /* of the current message; emptied after each */
    ptc_mcp_version version; /* agreed by initialize; PTC_MCP_NO_VERSION */
    bool has_ended;
    ptc_str meta; /* of modern results: see ptc_mcp_write_meta */
    ptc_mcp_frame frame;
    ptc_mcp_listen listens[PTC_MCP_LISTEN_MAX]; /* life.c: open ones */
    size_t listen_count;
    ptc_mcp_batch *batches; /* batch.c: open ones; under the lock */
    /* call.c; under the lock */
    ptc_mcp_slot *waiting; /* oldest first */
    ptc_mcp_slot *last_waiting;
    ptc_mcp_slot *running;
    ptc_mcp_slot *spare;     /* kept for the next calls */
    ptc_mcp_worker *workers; /* those that run nothing */
    unsigned worker_count;   /* all of them */
    unsigned running_count;
    size_t waiting_count;
    size_t waiting_bytes; /* of their arguments */
    uint64_t
        stuck_ms; /* since when all running calls are late; UINT64_MAX: they are not */
};

/* --- batch.c ------------------------------------------------------------------------ */

/* A batch whose parts will follow; NULL when refused memory. It ends, and is sent, when
 * its maker and all parts have left it. */
ptc_mcp_batch *ptc_mcp_batch_new(ptc_mcp_session *session);

/* Promises a reply to this id (may be empty); memory for an internal error is kept, if it
 * can be had. */
void ptc_mcp_enter_batch(ptc_mcp_batch *batch, ptc_str id);

/* A reply, as a line. Under the lock. */
void ptc_mcp_batch_reply(ptc_mcp_batch *batch, const ptc_mcp_address *to, ptc_str line);

/* Ends a part of a batch that gets no reply: a cancelled call; also the part of its
 * maker. Takes the lock. */
void ptc_mcp_leave_batch(ptc_mcp_batch *batch);

/* Frees the batches that are still open. */
void ptc_mcp_free_batches(ptc_mcp_session *session);

/* --- life.c, list.c: requests answered at once
 * -------------------------------------- */

/* All of them have answered, whatever they return: PTC_ERROR_MEMORY is for the log. */
ptc_status ptc_mcp_answer_initialize(const ptc_mcp_address *to, const ptc_mcp_message *m);
ptc_status ptc_mcp_answer_ping(const ptc_mcp_address *to, const ptc_mcp_message *m);
ptc_status ptc_mcp_answer_discover(const ptc_mcp_address *to, const ptc_mcp_message *m);
ptc_status ptc_mcp_answer_listen(const ptc_mcp_address *to, const ptc_mcp_message *m);
ptc_status ptc_mcp_answer_list(const ptc_mcp_address *to, const ptc_mcp_message *m);

/* A modern request for a version that is not served. */
ptc_status ptc_mcp_refuse_version(const ptc_mcp_address *to, ptc_str version);

/* Whether it is the modern version that is served. */
bool ptc_mcp_is_served(ptc_str version);

/* How long clients may cache answers of a constant server. */
#define PTC_MCP_CACHING "\"ttlMs\":3600000,\"cacheScope\":\"public\","

/* Whether it is the id of a subscription; ends that one without an answer; ends all, with
 * answers. */
bool ptc_mcp_has_listen(const ptc_mcp_session *session, ptc_str id);
void ptc_mcp_cancel_listen(ptc_mcp_session *session, ptc_str id);
ptc_status ptc_mcp_end_listens(ptc_mcp_session *session);
void ptc_mcp_free_listens(ptc_mcp_session *session);

/* --- call.c ------------------------------------------------------------------------- */

/* Queues a call, or refuses it: an unknown tool, too many calls. When memory is refused
 * it answers, like the functions above. */
ptc_status ptc_mcp_queue_call(const ptc_mcp_address *to, const ptc_mcp_message *m);

/* Whether a call with this id waits or runs. */
bool ptc_mcp_has_call(ptc_mcp_session *session, ptc_str id);

/* notifications/cancelled: takes a call out of the queue, or sets its flag. */
void ptc_mcp_cancel_call(ptc_mcp_session *session, ptc_str id);

/* Frees waiting calls, finished calls and spare slots. */
void ptc_mcp_free_calls(ptc_mcp_session *session);

/* A part of a running call, one at a time: a tool that a program calls. Its flag is set
 * when that of the call is, and at the next tick after the part has taken that long.
 * work.c */
const ptc_cancel *ptc_mcp_begin_part(ptc_mcp_call *call, uint64_t time_ms);
void ptc_mcp_end_part(ptc_mcp_call *call);

/* Calls a row that is a plain tool: its arguments are read, checked and coerced as
 * values, its result is checked; leaves the outcome in the call. plain.c */
ptc_status ptc_mcp_call_plain(ptc_mcp_call *call);

/* Reads the arguments and checks them against the signature, or NULL. Not `is_raw`:
 * keywords and sets become JSON data. Unless it returns true, the call is refused, or
 * `*status` is PTC_ERROR_MEMORY. */
bool ptc_mcp_take_arguments(ptc_mcp_call *call, const ptc_schema *signature, bool is_raw,
                            ptc_status *status);

/* --- result.c ----------------------------------------------------------------------- */

/* Appends the line with the outcome of a call, within its limits. PTC_ERROR_MEMORY when
 * `text` or the arena of the call refused. */
ptc_status ptc_mcp_write_result(ptc_text *text, const ptc_mcp_address *to,
                                ptc_mcp_call *call);

/* Appends the line of an error result, in words for a model; takes a format, like
 * printf. */
void ptc_mcp_write_failure_of(ptc_text *text, const ptc_mcp_address *to,
                              const char *format, ...) PTC_PRINTF(3, 4);

/* Appends foreign words as a line: bytes that are not text, or that move the cursor, are
 * escaped, and the rest after the first `most` bytes is left out. */
void ptc_mcp_write_line(ptc_text *text, ptc_str words, size_t most);

/* --- call_log.c --------------------------------------------------------------------- */

/* The arguments of a call, for the log, when it wants them. */
void ptc_mcp_log_arguments(const ptc_mcp_call *call);

/* The result, after the firewall, for callers that know that the log wants it. */
void ptc_mcp_log_json(const ptc_mcp_call *call, const char *what, ptc_str json);

/* --- hide.c ------------------------------------------------------------------------- */

/*
 * A value without the values at names that `schema` (or NULL) hides, at any depth; a
 * value that hides nothing is returned itself. PTC_ERROR_RANGE when it surely has more
 * than `most` bytes as JSON, PTC_ERROR_INVALID when keys become the same,
 * PTC_ERROR_DEPTH, PTC_ERROR_MEMORY.
 */
ptc_status ptc_mcp_hide(ptc_arena *arena, const ptc_schema *schema, size_t most,
                        const ptc_value *value, ptc_value *out);

/* --- progress.c --------------------------------------------------------------------- */

/* The progress of a running call. */
typedef struct ptc_mcp_progress {
    const ptc_mcp_address *to;
    const ptc_mcp_runtime *runtime;
    ptc_arena *arena;    /* for the current line */
    ptc_str token;       /* JSON */
    double done;         /* of the last one */
    uint64_t told_ms;    /* when that was; UINT64_MAX: there was none */
    const bool *is_over; /* under the lock: the reply was sent, or the call cancelled */
} ptc_mcp_progress;

/* Of ptc_tool_watcher. */
void ptc_mcp_tell_progress(ptc_tool_call *call, double done, double total,
                           const char *message, void *user);

#endif
