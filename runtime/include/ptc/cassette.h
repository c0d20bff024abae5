/* SPDX-License-Identifier: MIT */
/*
 * <ptc/cassette.h> - recordings of models and tools: recorded once, replayed for ever.
 *
 *     ptc_cassette_options options = {.struct_size = sizeof options,
 *                                     .source = &recorded};
 *     if (ptc_cassette_new(&arena, &options, &cassette, &error) == PTC_OK &&
 *         ptc_cassette_add_llm(cassette, "haiku", NULL, &llm) == PTC_OK)
 *         ptc_host_add_llm(host, &llm);
 *
 * A recording is JSON Lines. A row is the answer of a model or the result of a tool:
 *
 *     {"llm":"haiku","key":"6b86..","prompt_revision":2,"request":{"system":"..",
 *      "messages":[{"role":"user","content":".."}],"llm_opts":null},"reply":{"content":
 *      "..","tokens":{"input":150,"output":89},"stop_reason":"end"}}
 *     {"llm":"haiku","key":..,"request":..,"error":{"kind":"rate_limit","message":".."}}
 *     {"tool":"search","args":{"query":"x"},"result":[1,2]}
 *     {"tool":"search","args":{"query":"y"},"error":{"message":"no such table",
 *      "reason":"not_found"}}
 *
 * The key of a request is the SHA-256 of the canonical JSON of {"llm_opts", "messages",
 * "model", "system"}. It contains no address, time, turn or id. A row may omit its key,
 * which is then computed from its request. Equal requests are answered in recorded order.
 * Rows of tools that people write may say "name" instead of "tool".
 *
 * PTC_CASSETTE_RECORD begins with an empty file; the other modes read `source`.
 *
 * Rows have passed the firewall and the host's redaction. A row that lost something to
 * redaction says "redacted": true, and is found by its key. Values that are hidden in
 * results are replayed as values that satisfy their whole types. Names and values of
 * llm_opts that could be addresses, headers or keys are never recorded, raw or not.
 * [subagent 8.1, 13]
 */
#ifndef PTC_CASSETTE_H
#define PTC_CASSETTE_H

#include <ptc/diag.h>
#include <ptc/error.h>
#include <ptc/step.h>
#include <ptc/tool.h>

PTC_BEGIN

/*
 * The revision of the texts sent to models. Any change to templates/prompt, to feedback
 * or to other texts in requests raises it: once per release, with the first such change.
 *
 * Rows of models say with which revision they were recorded; their keys find them
 * whatever the revision is. tests/agent/recordings/revisions.tsv has the digest of the
 * texts of each revision, and a suite fails when they change.
 */
#define PTC_PROMPT_REVISION 2

/* A recording of what models and tools answered. */
typedef struct ptc_cassette ptc_cassette;

/* Where answers come from. */
typedef enum ptc_cassette_mode {
    PTC_CASSETTE_REPLAY, /* answers come from the recording alone */
    PTC_CASSETTE_RECORD, /* everything is asked again, and all answers are written */
    PTC_CASSETTE_AUTO,   /* what is not recorded is asked and written */
} ptc_cassette_mode;

/* What has been recorded so far, and where new answers go. */
typedef struct ptc_cassette_options {
    size_t struct_size;
    ptc_allocator allocator;  /* allocate NULL: malloc */
    ptc_cassette_mode mode;   /* PTC_CASSETTE_REPLAY */
    const ptc_source *source; /* what has been recorded so far, or NULL; borrowed */
    /* Writes one row with its newline, which must be flushed at once. Returns false when
     * it cannot be written; the call of the model or tool fails then. Called under a
     * lock, with one row per call. NULL for replay. */
    bool (*write)(ptc_str line, void *user);
    void *user;
    ptc_redaction redaction; /* of what is written, paths "request.messages.0.content" */
    bool is_raw;             /* firewalled fields are written as well; no redaction */
    bool repeats_tools; /* the last row of a call answers all later equal calls: for rows
                         * written by hand, and for running one program many times */
} ptc_cassette_options;

/*
 * Makes a cassette from a recording; ptc_cassette_free frees it. `options` NULL: an empty
 * recording.
 *
 * Returns PTC_ERROR_SYNTAX with `*error` in `arena` (one line with the line number) for
 * bad rows; PTC_ERROR_ARGUMENT for a mode that writes without `write`, and for options
 * without a struct_size; PTC_ERROR_MEMORY. A last line that broke off in a crash is not
 * an error: see ptc_cassette_torn.
 */
PTC_API ptc_status ptc_cassette_new(ptc_arena *arena, const ptc_cassette_options *options,
                                    ptc_cassette **out, ptc_error *error);
/* Frees it. No run may be using it. */
PTC_API void ptc_cassette_free(ptc_cassette *cassette);

/* Returns what to report about a last line that broke off ("tape.jsonl:7: ..."); empty
 * when there is none. `*whole` (may be NULL) is the number of bytes before it: cut the
 * file there before you append to it. */
PTC_API ptc_str ptc_cassette_torn(const ptc_cassette *cassette, size_t *whole);

/*
 * Makes the model `name`, whose answers come from the cassette.
 *
 * `inner` is the model to ask when the recording has no answer; it may be NULL for
 * replay. Name and model are copied; names are part of the key. Any number of threads may
 * use the model if `inner` allows it. Call it before the first run. Returns
 * PTC_ERROR_ARGUMENT when a mode that records has no inner model, or PTC_ERROR_MEMORY.
 */
PTC_API ptc_status ptc_cassette_add_llm(ptc_cassette *cassette, const char *name,
                                        const ptc_llm *inner, ptc_llm *out);

/* Makes tools whose results come from the cassette, in its memory. `tools` must live as
 * long as the cassette; for replay their functions may be NULL. Call it before the first
 * run. */
PTC_API ptc_status ptc_cassette_wrap_tools(ptc_cassette *cassette, const ptc_tool *tools,
                                           size_t count, const ptc_tool **out);

/* Makes one tool without a signature for each name in the rows of tools, in order of
 * appearance; `--tool-results` binds these. Call it before the first run. */
PTC_API ptc_status ptc_cassette_tools(ptc_cassette *cassette, const ptc_tool **out,
                                      size_t *count);

/*
 * Returns a warning, in `arena`, about the fields that the recording hides and that runs
 * have received so far: "tape.jsonl:1 hides _cost, so the run may differ from what was
 * recorded; record with --raw". Empty when there are none.
 *
 * Such a field is replaced by `<Firewalled>` or, if its type does not accept that text,
 * by a placeholder that satisfies its type. May be called while runs use the cassette.
 */
PTC_API ptc_str ptc_cassette_hidden(ptc_arena *arena, ptc_cassette *cassette);

/* The number of rows that were never used. No run may use the cassette at the same
 * time. */
PTC_API size_t ptc_cassette_left(const ptc_cassette *cassette);

PTC_END

#endif
