/* SPDX-License-Identifier: MIT */
/*
 * <ptc/regex.h> - the regular subset of patterns, as tables.
 *
 * A pattern becomes a DFA over bytes that answers "does it match somewhere in this UTF-8
 * text" in one pass, without backtracking or allocation. Dialect: validation 11.4. What
 * is outside the subset (look-around, back-references, ...) is refused with its column.
 */
#ifndef PTC_REGEX_H
#define PTC_REGEX_H

#include <ptc/status.h>
#include <ptc/text.h>

PTC_BEGIN

/*
 * Bytes fall into `class_count` classes. From `state`, a byte of class c leads to
 * next[state * class_count + c]; state 0 is dead, `start` is where a text begins. A text
 * matches if a state with accepts[] & 1 is reached (no further input matters), or if its
 * last state has accepts[] & 2 (a match that needs the end of the text).
 */
typedef struct ptc_dfa {
    const uint8_t *classes; /* 256 entries */
    const uint16_t *next;   /* states * classes entries */
    const uint8_t *accepts; /* an entry for each state */
    uint16_t class_count;   /* of bytes */
    uint16_t state_count;   /* the dead one included */
    uint16_t start;         /* the first state */
} ptc_dfa;

/* A pattern of a schema. */
typedef struct ptc_pattern {
    ptc_str text;       /* as written */
    const ptc_dfa *dfa; /* what it was compiled to */
} ptc_pattern;

/* Why a pattern was refused. */
typedef struct ptc_regex_error {
    ptc_str message; /* one line, constant; ends in NUL */
    size_t offset;   /* in bytes */
} ptc_regex_error;

/* Quantifier bounds and DFA states that a pattern may have. [validation 11.4] */
#define PTC_REGEX_REPEAT_MAX 1000
#define PTC_REGEX_STATES_MAX 10000

/*
 * Compiles `pattern` into `arena`; the minimal DFA, the same on every machine. Working
 * memory, at most 256 MiB, comes from the arena's allocator and is given back.
 * PTC_ERROR_SYNTAX: malformed or outside the subset; PTC_ERROR_RANGE: longer than 65535
 * bytes, too many states, or too much work (a few tenths of a second) to determine that;
 * PTC_ERROR_MEMORY. All of them fill `error` (may be NULL).
 */
PTC_API ptc_status ptc_regex_compile(ptc_arena *arena, ptc_str pattern, ptc_dfa *out,
                                     ptc_regex_error *error);

/* Whether the pattern matches somewhere in `text` (valid UTF-8). */
PTC_API bool ptc_regex_search(const ptc_dfa *dfa, const char *text, size_t len);

PTC_END

#endif
