/* SPDX-License-Identifier: MIT */
/*
 * From a model's reply to the program in it: which text is meant to run, and the origin
 * of each of its lines. Replies are text from outside: the scan is linear, reads by
 * lines, and never guesses inside a program's strings. [subagent 10]
 */
#ifndef PTC_AGENT_REPLY_H
#define PTC_AGENT_REPLY_H

#include "agent/story/outcome.h"

#include <ptc/agent.h>
#include <ptc/json.h>

/*
 * Finds the program of a reply. Texts of `*out` live in `arena` or in `reply`.
 * PTC_ERROR_MEMORY.
 */
ptc_status ptc_reply_read(ptc_arena *arena, ptc_str reply, ptc_stop_reason stop,
                          ptc_multi_block multi_block, ptc_reply *out);

/* Line `line` of the program in its block: the block's number, from 0, and the line in
 * it, from 1. False for lines of no block. */
bool ptc_reply_place(const ptc_reply *reply, size_t line, uint32_t *block,
                     size_t *line_in_block);

/* The line at `*at` without its end; `*at` moves past it. False at the end. */
bool ptc_reply_next_line(ptc_str text, size_t *at, ptc_str *line);

/* The opening of a block, which determines its end. */
typedef struct ptc_reply_fence {
    char character; /* ` or ~ */
    size_t length;
    ptc_str tag; /* the first word after it, or empty */
} ptc_reply_fence;

/* Whether the line opens a block: ```tag or ~~~tag. A fence in a line with text, such as
 * ```x```, does not. */
bool ptc_reply_opens(ptc_str line, ptc_reply_fence *fence);
bool ptc_reply_closes(ptc_str line, const ptc_reply_fence *fence);

/* --- reply_json.c ------------------------------------------------------------------ */

/*
 * The JSON documents in a reply, likeliest first: the reply as a whole, blocks that are
 * tagged json, other blocks, then text that begins with `{` or `[` anywhere. Only
 * documents without a fault count: nothing is repaired. [subagent 16]
 */
typedef struct ptc_reply_json {
    ptc_str text; /* without thoughts */
    unsigned stage;
    size_t at;
    unsigned left; /* places still to be tried */
    ptc_json_error
        error; /* of the first that looked like JSON; status PTC_OK: none did */
} ptc_reply_json;

/* False when refused. The reply must live as long. */
bool ptc_reply_json_start(ptc_reply_json *scan, ptc_arena *arena, ptc_str reply);
/* The next one, in `arena`; false when there is none, or arena->failed. */
bool ptc_reply_json_next(ptc_reply_json *scan, ptc_arena *arena, ptc_value *out);

/* --- reply_look.c ------------------------------------------------------------------ */

/* Searches a reply without a program, and without thoughts, for what it has instead:
 * sets out->answer and out->called. Refused memory shows in the arena. */
void ptc_reply_look(ptc_arena *arena, ptc_str text, ptc_reply *out);

/* Appends what to write instead, as "you answered with JSON: write (return {..})", when
 * the reply was not prose. `tools`: names that can be called. */
void ptc_reply_write_hint(ptc_text *text, const ptc_reply *reply, const ptc_str *tools,
                          size_t tool_count);

/* --- reply_clean.c ----------------------------------------------------------------- */

/*
 * The text without the characters that editors and chats put into programs: CRLF becomes
 * LF; outside strings and comments, byte order marks and zero-width characters are
 * removed, no-break blanks become blanks, curly quotes become straight ones. ptr NULL
 * when refused.
 */
ptc_str ptc_reply_clean(ptc_arena *arena, ptc_str text);

/* The reply without <think>..</think> and <thinking>..</thinking> that begin a line, also
 * unclosed ones. Borrows when there are none; ptr NULL when refused. */
ptc_str ptc_reply_without_thoughts(ptc_arena *arena, ptc_str reply);

/* `text` without blanks and line ends around it. */
ptc_str ptc_reply_trim(ptc_str text);

#endif
