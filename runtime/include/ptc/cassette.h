/* SPDX-License-Identifier: MIT */
/*
 * <ptc/cassette.h> - recordings of models and tools: made once, replayed for ever.
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
 * "model", "system"}: no address, time, turn or id is part of it. A row may leave it out;
 * then it is that of its request. Equal requests are answered in recorded order. Rows of
 * tools that people write may say "name" for "tool".
 *
 * A recording begins with an empty file: what `source` holds is read for the other modes.
 * What is recorded has passed the firewall and the host's redaction: such rows say
 * "redacted": true, and are found by their key; values that are hidden in results are
 * replayed as values that satisfy the whole of their types. Names and values of llm_opts
 * that could be addresses, headers or keys are never recorded, raw or not. [subagent 8.1,
 * 13]
 *
 *     ptc_cassette_options options = {.struct_size = sizeof options,
 *                                     .source = &recorded};
 *     if (ptc_cassette_new(&arena, &options, &cassette, &error) == PTC_OK &&
 *         ptc_cassette_add_llm(cassette, "haiku", NULL, &llm) == PTC_OK)
 *         ptc_host_add_llm(host, &llm);
 */
#ifndef PTC_CASSETTE_H
#define PTC_CASSETTE_H

#include <ptc/diag.h>
#include <ptc/error.h>
#include <ptc/step.h>
#include <ptc/tool.h>

PTC_BEGIN

/*
 * Which texts go to models: raised with any change of templates/prompt, of feedback or of
 * another text that requests hold, once in a release, by whoever makes the first such
 * change after a release. Rows of models say with which revision they were recorded; they
 * are found by their keys whatever it is. tests/agent/recordings/revisions.tsv has the
 * digest of the texts of each revision, and a suite that notices when they change.
 */
#define PTC_PROMPT_REVISION 2

/* A recording of what models and tools answered. */
typedef struct ptc_cassette ptc_cassette;

/* Where answers come from. */
typedef enum ptc_cassette_mode {
    PTC_CASSETTE_REPLAY, /* answers come from the recording alone */
    PTC_CASSETTE_RECORD, /* all are asked again, and all answers written */
    PTC_CASSETTE_AUTO,   /* what is not recorded is asked, and written */
} ptc_cassette_mode;

/* What is recorded so far, and where new answers go. */
typedef struct ptc_cassette_options {
    size_t struct_size;
    ptc_allocator allocator;  /* allocate NULL: malloc */
    ptc_cassette_mode mode;   /* PTC_CASSETTE_REPLAY */
    const ptc_source *source; /* what is recorded so far, or NULL; borrowed */
    /* Takes one row with its newline, to be flushed at once; false when it could not be
     * written, which fails the call. Called under a lock, a row a call. NULL for replay.
     */
    bool (*write)(ptc_str line, void *user);
    void *user;
    ptc_redaction redaction; /* of what is written, paths "request.messages.0.content" */
    bool is_raw;             /* firewalled fields are written, too; no redaction */
    bool repeats_tools; /* the last row of a call answers all later equal calls: for rows
                           that people write, and for running one program many times */
} ptc_cassette_options;

/*
 * Reads a recording. PTC_ERROR_SYNTAX with `*error` in `arena` (one line with the line
 * number) for bad rows; PTC_ERROR_ARGUMENT for a mode that writes without `write`, and
 * for options without a struct_size; PTC_ERROR_MEMORY. NULL for options: an empty
 * recording. A last line that broke off in a crash is not an error: see
 * ptc_cassette_torn.
 */
PTC_API ptc_status ptc_cassette_new(ptc_arena *arena, const ptc_cassette_options *options,
                                    ptc_cassette **out, ptc_error *error);
/* No run may use it any more. */
PTC_API void ptc_cassette_free(ptc_cassette *cassette);

/*
 * What is to be told about a last line that broke off ("tape.jsonl:7: ..."); empty when
 * there is none. `*whole` (may be NULL) is the number of bytes before it: whoever appends
 * to the file cuts it there first.
 */
PTC_API ptc_str ptc_cassette_torn(const ptc_cassette *cassette, size_t *whole);

/*
 * The model `name` with its answers on the cassette; `inner` is asked when one must be,
 * and may be NULL for replay. Both are copied. Any number of threads may use the model,
 * as far as `inner` allows. Names are part of the key. PTC_ERROR_ARGUMENT when a mode
 * that records has no inner model, PTC_ERROR_MEMORY. Before the first run.
 */
PTC_API ptc_status ptc_cassette_add_llm(ptc_cassette *cassette, const char *name,
                                        const ptc_llm *inner, ptc_llm *out);

/*
 * `count` tools that do the same by way of the cassette, in its memory. `tools` must live
 * as long; for replay their functions may be NULL. Before the first run.
 */
PTC_API ptc_status ptc_cassette_wrap_tools(ptc_cassette *cassette, const ptc_tool *tools,
                                           size_t count, const ptc_tool **out);

/* A tool, without signature, for each name that rows of tools have, in order of
 * appearance: what `--tool-results` binds. Before the first run. */
PTC_API ptc_status ptc_cassette_tools(ptc_cassette *cassette, const ptc_tool **out,
                                      size_t *count);

/*
 * Which fields that the recording hides runs got so far, "tape.jsonl:1 hides _cost, so
 * what the run makes of that may differ from what was recorded; record with --raw", in
 * `arena`; empty when there are none. In the place of such a field is `<Firewalled>`, or,
 * where its type does not take that text, a value that satisfies its type and says
 * nothing else. May be called while runs use the cassette.
 */
PTC_API ptc_str ptc_cassette_hidden(ptc_arena *arena, ptc_cassette *cassette);

/* Rows that nobody asked for. No run may use the cassette meanwhile. */
PTC_API size_t ptc_cassette_left(const ptc_cassette *cassette);

PTC_END

#endif
