/* SPDX-License-Identifier: MIT */
/*
 * Three engines on one text: emitted C (both parsers, values and JSON there and back),
 * the walker, and the rules of naive.c, in every mode and direction. The judgement needs
 * no test framework; in a suite a difference fails the running test and is shown with
 * what it was found on.
 */
#ifndef PTC_TEST_ENGINES_H
#define PTC_TEST_ENGINES_H

#include "index.h"
#include "naive.h"
#include "support.h"

enum { ENGINES_TEXT_MAX = 1 << 20 }; /* of bytes, padding included */

/* How the code under judgement was made. */
typedef struct engines_code {
    bool has_mode; /* checks in `mode`, whatever the caller asks */
    ptc_mode mode;
    bool copies; /* the texts that it reads */
} engines_code;

typedef struct engines_difference {
    const engine_root *root;
    const char *setting; /* "strict input" */
    const char *what;
    ptc_str text; /* JSON, or a value as EDN */
} engines_difference;

typedef struct engines {
    const char *suite;
    void (*differs)(const engines_difference *found, void *user);
    /* NULL, or called for each text and value (an empty text) before it is checked. */
    void (*begins)(ptc_str text, bool is_value, void *user);
    void *user;
    engines_code code;
    /* The type under judgement. */
    const engine_root *root;
    ptc_schema schema;  /* its own, not the function's */
    naive_schema rules; /* of the same */
    bool has_rules;
    const ptc_glance *glances[4][PTC_OUTPUT + 1]; /* by mode and direction */
    unsigned char *out;                           /* a struct of it, and a guard */
    ptc_arena types; /* what lives as long as the type is checked */
    ptc_arena arena;
    char *page_end; /* texts are placed before memory that may not be touched */
    /* What was done. */
    unsigned roots;
    unsigned texts;
    unsigned values;
    unsigned judged;
    unsigned accepted;
    unsigned at_once; /* accepted by the quick look */
    unsigned coerced;
    unsigned by_rules;
    unsigned unknown; /* to the naive rules */
    unsigned different;
} engines;

/* Calls `differs` for each difference. */
void engines_open(engines *e,
                  void (*differs)(const engines_difference *found, void *user),
                  void *user);
void engines_close(engines *e);

/* In a suite. */
void engines_start(engines *e, const char *suite);
void engines_end(engines *e); /* prints the counts */

/* Unless this is called the code knows every mode and points into texts. */
void engines_code_is(engines *e, const engines_code *code);

/* Texts are checked against this type from now on. */
void engines_choose(engines *e, const engine_root *root);

/* All modes and directions; returns whether the walker accepts it in one of them. */
bool engines_judge(engines *e, ptc_str text);

/* The value as JSON, and the same spelled otherwise: keys in reverse, blanks. Values that
 * JSON cannot hold are skipped. */
void engines_judge_value(engines *e, const ptc_value *value);

/* The value at the boundary of programs: what is stored of it, and what comes back. */
void engines_judge_lisp(engines *e, const ptc_value *value);

/* A number of random documents for the type, and as many damaged ones of each. */
void engines_judge_random(engines *e, test_random *random, unsigned documents,
                          unsigned damaged);

/* Prints what became of the contracts of a group. The writer refuses none, unless with
 * the code `allowed` (may be NULL). */
void engines_print_index(const char *suite, const engine_index *index,
                         const char *allowed);

/* The roots of a group, one after the other: NULL at the end. Start with zeros. */
typedef struct engine_place {
    size_t unit;
    size_t root;
} engine_place;

const engine_root *engines_next(const engine_index *index, engine_place *place);

/* Every type of a group that was made of the edges, on their own texts and all others'.
 */
void engines_judge_edges(const char *suite, const engine_index *index);

/* Every type of a group, on random documents. */
void engines_judge_group(const char *suite, const engine_index *index, uint64_t seed,
                         unsigned documents);

#endif
