/* SPDX-License-Identifier: MIT */
/*
 * For suites of readers that ptcc alone has: a text becomes the `.sig` lines of its
 * contracts, and a line for each diagnostic.
 */
#ifndef TESTS_DIALECTS_H
#define TESTS_DIALECTS_H

#include "generator/dialect/dialect_int.h"

/* How a text is read. */
typedef struct dialect_reading {
    const char *name; /* of the file, by which the dialect is known */
    bool result_unions;
    ptc_load_fn load;
} dialect_reading;

/*
 * "search(query :string) -> :int" lines, each followed by its description lines, then
 * "1:5 warning code: message" lines; in `arena`.
 */
const char *dialect_read(ptc_arena *arena, const dialect_reading *how, ptc_str text);

/* Reads the wrong and the right example of the page of a diagnostic: the former gives it,
 * and nothing else, the latter nothing. */
void dialect_expect_page(ptc_arena *arena, const dialect_reading *how, const char *code);

#endif
