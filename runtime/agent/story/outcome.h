/* SPDX-License-Identifier: MIT */
/* Internal to runtime/agent: the outcome of a turn, for the trace and for the next
 * message to the model. */
#ifndef PTC_AGENT_OUTCOME_H
#define PTC_AGENT_OUTCOME_H

#include <ptc/step.h>

/* --- The reply --------------------------------------------------------------------- */

typedef enum ptc_reply_kind {
    PTC_REPLY_PROGRAM,
    PTC_REPLY_NO_CODE,
    PTC_REPLY_TRUNCATED,   /* cut off by the model's limit: not run */
    PTC_REPLY_REFUSED,     /* the model refused to answer */
    PTC_REPLY_MANY_BLOCKS, /* several programs where one was requested */
} ptc_reply_kind;

/* What a reply without a program has instead. */
typedef enum ptc_reply_answer {
    PTC_ANSWER_PROSE,
    PTC_ANSWER_JSON,
    PTC_ANSWER_TOOL_CALL, /* JSON as models call tools that hosts offer them */
    PTC_ANSWER_VALUE,     /* one value as in a program, or a scalar */
} ptc_reply_answer;

/* A part of the program that had its own block. */
typedef struct ptc_reply_block {
    ptc_str text;        /* cleaned up */
    uint32_t first_line; /* of the program, from 1 */
    uint32_t line_count;
} ptc_reply_block;

typedef struct ptc_reply {
    ptc_reply_kind kind;
    ptc_str program; /* PROGRAM: the text to run */
    ptc_str spoken;  /* the reply without thoughts, for the conversation; with a program
                        only its blocks, fenced */
    const ptc_reply_block *blocks;
    uint32_t block_count;
    ptc_reply_answer answer; /* NO_CODE: what there is instead */
    ptc_str called;          /* TOOL_CALL: the name that it gives */
} ptc_reply;

/* --- The turn ---------------------------------------------------------------------- */

typedef struct ptc_outcome {
    ptc_reply reply;
    const ptc_lisp_result *result; /* NULL: nothing ran */
    bool is_good;
    bool is_return;
    ptc_fail error;           /* reason empty: none */
    ptc_value value;          /* of the program */
    ptc_value memory_delta;   /* a map, or nil */
    ptc_str warnings;         /* for the trace: faults that were accepted */
    ptc_str ast;              /* of the program, with debug; or empty */
    ptc_str program_warnings; /* of the compiler, one per line; or empty */
    ptc_turn_type type;
    size_t line; /* of the error in its block, from 1; 0: none is known */
    size_t column;
    uint32_t block; /* of several, from 1 */
    uint64_t duration_ns;
} ptc_outcome;

#endif
