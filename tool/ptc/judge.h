/* SPDX-License-Identifier: MIT */
/*
 * Judging texts by a schema, for both forms of `ptc validate`: the files of the command
 * line and the rows of a batch.
 */
#ifndef PTC_JUDGE_H
#define PTC_JUDGE_H

#include "tool/common/cli.h"

#include <ptc/walk.h>

/* A schema and the circumstances under which values are judged by it. */
typedef struct ptc_judge {
    ptc_schema schema;
    ptc_walk_options walk;
    const ptc_glance *glance; /* NULL: no quick looks */
} ptc_judge;

/* What was found out about one text. Everything lives in the arena of the call. */
typedef struct ptc_verdict {
    bool is_valid; /* accepted by the mode; warn_only accepts with errors */
    bool is_readable;
    bool is_refused;  /* memory was: nothing was found out */
    const char *code; /* not readable: parse, encoding, range, memory */
    ptc_str message;  /* not readable: why */
    size_t offset;    /* not readable: where */
    ptc_value value;  /* as it is accepted: coerced, defaults filled */
    ptc_report report;
} ptc_verdict;

/*
 * Judges a function type by its parameters or its result, and one without parameters by
 * its result in both directions.
 */
void ptc_judge_init(ptc_judge *judge, const ptc_schema *schema, ptc_mode mode,
                    ptc_direction direction);

/* Judges JSON text. `is_padded`: PTC_PADDING readable bytes follow it. The value borrows
 * from the text. */
void ptc_judge_json(const ptc_judge *judge, ptc_arena *arena, ptc_str text,
                    bool is_padded, ptc_verdict *out);

/* Makes a judge ready for ptc_judge_at_once; `arena` lives as long as it is asked. */
void ptc_judge_hurry(ptc_judge *judge, ptc_arena *arena);

/* Whether padded JSON text is valid, with nothing to tell; false tells nothing. */
bool ptc_judge_at_once(const ptc_judge *judge, ptc_arena *arena, ptc_str text);

/* Judges EDN text, as a value that a program made. */
void ptc_judge_edn(const ptc_judge *judge, ptc_arena *arena, ptc_str text,
                   ptc_verdict *out);

/* Appends `"valid":...,"errors":[...],"warnings":[...]`. */
void ptc_judge_answer(ptc_text *answer, const ptc_verdict *verdict);

/* --- validate_batch.c -------------------------------------------------------------- */

ptc_exit ptc_validate_batch(const ptc_cli *cli, size_t limit);

#endif
