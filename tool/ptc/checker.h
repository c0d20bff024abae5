/* SPDX-License-Identifier: MIT */
/*
 * Checking texts against a schema, for both forms of `ptc validate`: the files of the
 * command line and the rows of a batch.
 */
#ifndef PTC_JUDGE_H
#define PTC_JUDGE_H

#include "tool/common/cli.h"

#include <ptc/walk.h>

/* A schema and the options for checking values against it. */
typedef struct ptc_checker {
    ptc_schema schema;
    ptc_walk_options walk;
    const ptc_glance *glance; /* NULL: no quick checks */
} ptc_checker;

/* The verdict on one text. Everything lives in the arena of the call. */
typedef struct ptc_verdict {
    bool is_valid; /* accepted by the mode; warn_only accepts with errors */
    bool is_readable;
    bool is_refused;  /* memory was refused: there is no verdict */
    const char *code; /* not readable: parse, encoding, range, memory */
    ptc_str message;  /* not readable: why */
    size_t offset;    /* not readable: where */
    ptc_value value;  /* as accepted: coerced, with defaults */
    ptc_report report;
} ptc_verdict;

/*
 * Checks against a function type's parameters or its result; against the result in both
 * directions if there are no parameters.
 */
void ptc_checker_init(ptc_checker *checker, const ptc_schema *schema, ptc_mode mode,
                      ptc_direction direction);

/* Checks JSON text. `is_padded`: PTC_PADDING readable bytes follow it. The value borrows
 * from the text. */
void ptc_checker_json(const ptc_checker *checker, ptc_arena *arena, ptc_str text,
                      bool is_padded, ptc_verdict *out);

/* Prepares for ptc_checker_once; `arena` must live as long as it is used. */
void ptc_checker_prepare(ptc_checker *checker, ptc_arena *arena);

/* Whether padded JSON text is valid without warnings; false means that this is not
 * known. */
bool ptc_checker_once(const ptc_checker *checker, ptc_arena *arena, ptc_str text);

/* Checks EDN text, as a value that a program made. */
void ptc_checker_edn(const ptc_checker *checker, ptc_arena *arena, ptc_str text,
                     ptc_verdict *out);

/* Appends `"valid":...,"errors":[...],"warnings":[...]`. */
void ptc_checker_answer(ptc_text *answer, const ptc_verdict *verdict);

/* --- validate_batch.c -------------------------------------------------------------- */

ptc_exit ptc_validate_batch(const ptc_cli *cli, size_t limit);

#endif
