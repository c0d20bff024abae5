/* SPDX-License-Identifier: MIT */
/* The rows of the Malli vectors, for the suites that go through them. */
#ifndef PTC_TEST_MALLI_ROWS_H
#define PTC_TEST_MALLI_ROWS_H

#include "support.h"

/* One judgement of a row: a value and what malli says of it. */
typedef struct malli_case {
    ptc_str id;
    ptc_str schema;   /* Malli text */
    ptc_str value;    /* EDN text */
    ptc_value row;    /* the whole row */
    ptc_value result; /* the part with "valid", "errors", "tags" */
    ptc_direction direction;
} malli_case;

/*
 * Calls `visit` for every case of a file of rows ("validate.jsonl": one value per row,
 * checked as output; "signatures.jsonl": the arguments as input and the returned value as
 * output). `arena` is the case's own. False when the file is absent.
 */
bool malli_rows_each(const char *suite, const char *file,
                     void (*visit)(ptc_arena *arena, const malli_case *one, void *user),
                     void *user);

const ptc_value *malli_member(const ptc_value *map, const char *name);
bool malli_is_true(const ptc_value *map, const char *name);
bool malli_lists(const ptc_value *map, const char *name, const char *text);

/* Reads a schema; false when it is refused, and then `*code` says why. */
bool malli_read_schema(ptc_arena *arena, ptc_str text, ptc_schema *out, ptc_diag *why);

/* Reads EDN data; false when it is none. */
bool malli_read_value(ptc_arena *arena, ptc_str text, ptc_value *out);

/* Counts by name, printed at the end of a suite. */
typedef struct malli_counts {
    const char *names[64];
    unsigned counts[64];
} malli_counts;

void malli_count(malli_counts *counts, const char *name);
void malli_counts_print(const char *suite, const malli_counts *counts);

#endif
