/* SPDX-License-Identifier: MIT */
/*
 * <ptc/regex.h> - the regular subset of patterns, as tables.
 *
 *     ptc_dfa zip;
 *
 *     if (ptc_regex_compile(&arena, PTC_STR("^[0-9]{5}$"), &zip, NULL) == PTC_OK)
 *         is_found = ptc_regex_search(&zip, json.ptr, json.len);
 *
 * A pattern becomes a DFA over bytes that answers "does it match somewhere in this UTF-8
 * text" in one pass, without backtracking or allocation. Validation 11.4 describes the
 * dialect. Constructs outside it (look-around, back-references, ...) are refused with
 * their column.
 */
#ifndef PTC_REGEX_H
#define PTC_REGEX_H

#include <ptc/status.h>
#include <ptc/text.h>

PTC_BEGIN

/*
 * A pattern as an automaton over classes of bytes.
 *
 * From `state`, a byte of class c leads to next[state * class_count + c]. State 0 is
 * dead; `start` is the state at the beginning of a text. A text matches if a state with
 * accepts[] & 1 is reached (no further input matters), or if its last state has accepts[]
 * & 2 (a match that needs the end of the text).
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
 * Compiles `pattern` into `arena`, as the minimal DFA, which is the same on every
 * machine.
 *
 * Working memory, at most 256 MiB, comes from the arena's allocator and is given back.
 *
 * Returns PTC_ERROR_SYNTAX for a pattern that is malformed or outside the subset;
 * PTC_ERROR_RANGE for one that is longer than 65535 bytes, has too many states, or takes
 * too much work (a few tenths of a second) to find that out; PTC_ERROR_MEMORY. All of
 * them fill `*error` (may be NULL).
 */
PTC_API ptc_status ptc_regex_compile(ptc_arena *arena, ptc_str pattern, ptc_dfa *out,
                                     ptc_regex_error *error);

/* Returns whether the pattern matches somewhere in `text`, which is valid UTF-8. */
PTC_API bool ptc_regex_search(const ptc_dfa *dfa, const char *text, size_t len);

PTC_END

#endif
