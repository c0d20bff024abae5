/* SPDX-License-Identifier: MIT */
/*
 * A second, naive reading of the rules for validating values, to compare the walker with.
 *
 * It was written from the specification of validation alone and shares no code with the
 * walker or with coercion: it interprets the text form of a Malli schema directly, form
 * by form, with one function that makes the coerced value and notes what is wrong on the
 * way. It is slow, bounded by nothing, and meant for tests only.
 */
#ifndef PTC_TEST_NAIVE_H
#define PTC_TEST_NAIVE_H

#include <ptc/ptc.h>

typedef struct naive_issue {
    const char *path;
    const char *code;
    struct naive_issue *next;
} naive_issue;

typedef struct naive_result {
    bool is_valid;
    ptc_value value;
    naive_issue *errors; /* latest first */
    naive_issue *warnings;
    size_t warning_count;
} naive_result;

typedef struct naive_schema {
    ptc_forms forms;
    uint32_t root;
    bool is_shorthand; /* what it says was not written in Malli: keys may be misspelt */
} naive_schema;

/* False when the text is not EDN. */
bool naive_read(ptc_arena *arena, ptc_str malli, naive_schema *out);

/* False when the schema has something that the naive checker does not know. */
bool naive_judge(ptc_arena *arena, const naive_schema *schema, const ptc_value *value,
                 ptc_mode mode, ptc_direction direction, ptc_boundary boundary,
                 naive_result *out);

#endif
