/* SPDX-License-Identifier: MIT */
/* Internal to llm_cassette*.c: a recording in memory. */
#ifndef PTC_AGENT_LLM_CASSETTE_H
#define PTC_AGENT_LLM_CASSETTE_H

#include "agent/host/export.h"
#include "agent/model/model_int.h"
#include "base/base_int.h"
#include "base/sha256.h"

#include <ptc/cassette.h>

#if defined(__unix__) || defined(__APPLE__)
#define PTC_CASSETTE_HAS_THREADS
#include <pthread.h>
#endif

typedef struct ptc_tape_key {
    char hex[PTC_SHA256_HEX];
} ptc_tape_key;

/* The parts of a request's key. */
typedef struct ptc_tape_request {
    ptc_str model;
    ptc_str system;
    const ptc_message *messages;
    size_t message_count;
    ptc_str options; /* llm_opts as canonical JSON, without private parts */
} ptc_tape_request;

typedef struct ptc_tape_row {
    ptc_tape_key key;
    size_t line;
    uint32_t next; /* later row of the same key + 1, 0: none */
    uint32_t head; /* of the first row of a key: the row to serve, + 1; 0: none left */
    uint32_t last; /* of the first row of a key: its last row + 1 */
    bool is_tool;
    bool is_served;
    bool is_error;
    bool is_final; /* of a tool's error: no attempt catches it */
    bool is_redacted;
    bool has_request;         /* else only its key is known */
    uint32_t prompt_revision; /* of a model; 1: made before rows had one */
    ptc_str name;             /* of the model or tool */
    ptc_tape_request request; /* of a model */
    ptc_llm_reply reply;      /* likewise; also with `message` for errors of tools */
    const char *reason;       /* of a tool's error, or NULL */
    ptc_str arguments;        /* of a tool, as canonical JSON */
    ptc_value result;         /* likewise */
} ptc_tape_row;

typedef struct ptc_tape {
    ptc_arena *arena;
    const ptc_source *source; /* or NULL */
    ptc_tape_row *rows;
    size_t count;
    size_t capacity;
    ptc_names keys; /* exact; values are numbers of the first row of each */
    size_t whole;   /* bytes before an incomplete last line */
    ptc_str torn;   /* the warning about that, or empty */
    bool ends_in_line;
} ptc_tape;

struct ptc_cassette {
    ptc_arena arena; /* owns this struct and all that is read */
    ptc_cassette_options options;
    ptc_tape tape;
    size_t left;
    bool has_written;
#ifdef PTC_CASSETTE_HAS_THREADS
    pthread_mutex_t mutex;
#endif
};

/* --- llm_cassette.c ---------------------------------------------------------------- */

/* Held around serving, and around the host's writer. */
void ptc_cassette_lock(ptc_cassette *cassette);
void ptc_cassette_unlock(ptc_cassette *cassette);

/* The next row of that key, served now, or NULL. */
ptc_tape_row *ptc_cassette_take(ptc_cassette *cassette, const ptc_tape_key *key);
/* The next row of the tool that hides what its arguments had, where the others are these:
 * in a replay, the call's values in those places were generated. Likewise. */
ptc_tape_row *ptc_cassette_take_shown(ptc_cassette *cassette, ptc_str name,
                                      ptc_str arguments);

/* Gives a row to the host's writer, after ending an unfinished line. */
bool ptc_cassette_write(ptc_cassette *cassette, ptc_str row);
/* The limits of what rows may contain. */
ptc_export ptc_cassette_rules(const ptc_cassette *cassette, ptc_arena *arena);

/* --- llm_cassette_key.c ------------------------------------------------------------ */

/* llm_opts as canonical JSON in `arena`; ptr NULL when it has none or memory is refused,
 * with the reason in `*status`. */
ptc_str ptc_tape_options(ptc_arena *arena, const ptc_value *options, ptc_status *status);
/* Arguments of a tool as canonical JSON, '-' in their names read as '_'; likewise. */
ptc_str ptc_tape_arguments(ptc_arena *arena, const ptc_value *arguments,
                           ptc_status *status);

/* Keys; `arena` is worked in. False when it refuses memory. */
bool ptc_tape_request_key(ptc_arena *arena, const ptc_tape_request *request,
                          ptc_tape_key *key);
bool ptc_tape_tool_key(ptc_arena *arena, ptc_str name, ptc_str arguments,
                       ptc_tape_key *key);

/* --- llm_cassette_read.c ----------------------------------------------------------- */

/* Reads the source. PTC_ERROR_SYNTAX with `*error` in `errors`, PTC_ERROR_MEMORY. */
ptc_status ptc_tape_read(ptc_tape *tape, ptc_arena *errors, ptc_error *error);

/* The first row of that key, or NULL. */
ptc_tape_row *ptc_tape_find(const ptc_tape *tape, const ptc_tape_key *key);

/* --- llm_cassette_write.c ---------------------------------------------------------- */

/* The arguments of a call to record: those kept in `told`, if it is set (tests make calls
 * without it). */
PTC_INLINE const ptc_value *ptc_tape_told(const ptc_tool_call *call)
{
    return call->told.kind == PTC_MAP ? &call->told : &call->arguments;
}

/* The contract of the call: the agent's own words win over those of the tool. */
const ptc_schema *ptc_tape_signature(const ptc_tool *tool, const ptc_tool_call *call);

/* Append rows; false when refused memory or when a value cannot be JSON. `tool` is the
 * one that answered, successfully or not. */
bool ptc_tape_write_reply(ptc_text *text, ptc_export *rules,
                          const ptc_tape_request *request, const ptc_tape_key *key,
                          const ptc_value *options, const ptc_llm_reply *reply);
bool ptc_tape_write_result(ptc_text *text, ptc_export *rules, const ptc_tool *tool,
                           const ptc_tool_call *call, const ptc_tape_key *key,
                           bool is_good);

/* --- llm_cassette_hidden.c --------------------------------------------------------- */

/* The arguments as in a row that hides firewalled values: canonical JSON. ptr NULL when
 * refused, or when they have none. */
ptc_str ptc_tape_shown_arguments(ptc_export *rules, const ptc_tool *tool,
                                 const ptc_tool_call *call);

/* A recorded result in the form that its contract takes. */
typedef struct ptc_tape_filled {
    ptc_value result;
    ptc_str culprit; /* the field that no value was found for; ptr NULL: none */
} ptc_tape_filled;

/*
 * The result with values that fully satisfy their types instead of the hidden ones,
 * unless the texts there already do. PTC_ERROR_INVALID: `culprit` has none.
 * PTC_ERROR_MEMORY.
 */
ptc_status ptc_tape_fill(const ptc_schema *signature, const ptc_value *result,
                         ptc_arena *arena, ptc_tape_filled *out);

/* Appends "tape.jsonl:1 hides _cost", `because`, and "; record with --raw" where that
 * helps, of the rows that were served so far; nothing and false when they hide nothing.
 * Not while others are served. */
bool ptc_tape_write_hidden(ptc_text *text, const ptc_tape *tape, const char *because);

/* --- llm_cassette_miss.c ----------------------------------------------------------- */

/* Append one line: the request, and the nearest recorded one. `is_file`: written by
 * people, called by its file's name, not a recording. */
void ptc_tape_miss_request(ptc_text *text, const ptc_tape *tape,
                           const ptc_tape_request *request, const ptc_tape_key *key);
void ptc_tape_miss_tool(ptc_text *text, const ptc_tape *tape, bool is_file, ptc_str name,
                        ptc_str arguments, const ptc_tape_key *key);
/* "tape.jsonl:1" */
void ptc_tape_write_row(ptc_text *text, const ptc_tape *tape, const ptc_tape_row *row);

#endif
