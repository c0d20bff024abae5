/* SPDX-License-Identifier: MIT */
/*
 * From a model's reply to the program in it: which text is meant to run, and where each
 * of its lines stood. Replies are text from outside: the scan is linear, goes by lines,
 * and never guesses inside of a program's strings. [subagent 10]
 */
#ifndef PTC_AGENT_REPLY_H
#define PTC_AGENT_REPLY_H

#include "agent/story/outcome.h"

#include <ptc/agent.h>
#include <ptc/json.h>

/*
 * Finds the program of a reply. Texts of `*out` live in `arena` or are those of `reply`.
 * PTC_ERROR_MEMORY.
 */
ptc_status ptc_reply_read(ptc_arena *arena, ptc_str reply, ptc_stop_reason stop,
                          ptc_multi_block multi_block, ptc_reply *out);

/* Line `line` of the program in its block: the block's number, from 0, and the line in
 * it, from 1. False for lines of no block. */
bool ptc_reply_place(const ptc_reply *reply, size_t line, uint32_t *block,
                     size_t *line_in_block);

/* The line at `*at` without its end; `*at` moves behind it. False at the end. */
bool ptc_reply_next_line(ptc_str text, size_t *at, ptc_str *line);

/* What opened a block, and so what closes it. */
typedef struct ptc_reply_fence {
    char character; /* ` or ~ */
    size_t length;
    ptc_str tag; /* the first word behind it, or empty */
} ptc_reply_fence;

/* Whether the line opens a block: ```tag or ~~~tag. What stands in a row with text, such
 * as ```x```, does not. */
bool ptc_reply_opens(ptc_str line, ptc_reply_fence *fence);
bool ptc_reply_closes(ptc_str line, const ptc_reply_fence *fence);

/* --- reply_json.c ------------------------------------------------------------------ */

/*
 * The JSON documents in a reply, likeliest first: the reply as a whole, blocks that are
 * tagged json, other blocks, then what begins with `{` or `[` anywhere. Only what is read
 * without a fault counts: nothing is repaired. [subagent 16]
 */
typedef struct ptc_reply_json {
    ptc_str text; /* without thoughts */
    unsigned stage;
    size_t at;
    unsigned left; /* places that are still tried */
    ptc_json_error
        error; /* of the first that looked like JSON; status PTC_OK: none did */
} ptc_reply_json;

/* False when refused. The reply must live as long. */
bool ptc_reply_json_start(ptc_reply_json *scan, ptc_arena *arena, ptc_str reply);
/* The next one, in `arena`; false when there is none, or arena->failed. */
bool ptc_reply_json_next(ptc_reply_json *scan, ptc_arena *arena, ptc_value *out);

/* --- reply_look.c ------------------------------------------------------------------ */

/* Looks at a reply without a program, and without thoughts, for what it holds instead:
 * sets out->answer and out->called. Refused memory shows in the arena. */
void ptc_reply_look(ptc_arena *arena, ptc_str text, ptc_reply *out);

/* Appends what to write instead, as "you answered with JSON: write (return {..})", when
 * the reply was no prose. `tools`: names that can be called. */
void ptc_reply_write_hint(ptc_text *text, const ptc_reply *reply, const ptc_str *tools,
                          size_t tool_count);

/* --- reply_clean.c ----------------------------------------------------------------- */

/*
 * The text without what editors and chats put into programs: CRLF becomes LF; outside of
 * strings and comments a byte order mark and characters without width go, blanks that do
 * not break become blanks, curly quotes become straight ones. ptr NULL when refused.
 */
ptc_str ptc_reply_clean(ptc_arena *arena, ptc_str text);

/* The reply without <think>..</think> and <thinking>..</thinking> that begin a line, also
 * unclosed ones. Borrows when there are none; ptr NULL when refused. */
ptc_str ptc_reply_without_thoughts(ptc_arena *arena, ptc_str reply);

/* `text` without blanks and line ends around it. */
ptc_str ptc_reply_trim(ptc_str text);

#endif
