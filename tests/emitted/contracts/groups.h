/* SPDX-License-Identifier: MIT */
/*
 * The contracts that the three engines are compared on, in groups:
 *
 *   edges   a fixed table of schemas, every type at its edges (edges.c)
 *   small   the same, written by `--optimize=size`
 *   random  random schemas, from the seed that the build was configured with
 *   malli   every schema of the Malli vectors
 *   tools   every real tool contract, those that are equal except for the name once
 *   again   the others of them
 *   suite   every schema of the official suite of JSON Schema, and models as Pydantic and
 *           zod write them, each as its own file
 *
 * The program that makes them C (collect.c) and the suites that check values go through
 * them in the same order under the same names.
 */
#ifndef PTC_TEST_GROUPS_H
#define PTC_TEST_GROUPS_H

#include "support.h"

typedef enum group_id {
    GROUP_EDGES,
    GROUP_SMALL,
    GROUP_RANDOM,
    GROUP_MALLI,
    GROUP_TOOLS,
    GROUP_AGAIN,
    GROUP_SUITE,
    GROUP_COUNT
} group_id;

extern const char *const group_names[GROUP_COUNT];

typedef struct group_contract {
    const char *name; /* an identifier in C as it is */
    uint64_t key;     /* group_key of what the contract was read from */
    ptc_schema schema;
    const char *refusal; /* the code, when a reader refused it; no schema then */
    const char *json;    /* SUITE: what it was read from, JSON Schema; else NULL */
    const char *change;  /* the code of the first warning: something was lost; or NULL */
} group_contract;

/* Distinguishes schema texts of a group. */
uint64_t group_key(ptc_str text);

/*
 * Calls `visit` for each contract; everything it is given dies afterwards. False
 * when the group's data is absent, after a line that says so.
 */
bool group_each(group_id group, uint64_t seed,
                void (*visit)(const group_contract *one, void *user), void *user);

/* The key of a tool's contract: of the text of its parameters. */
uint64_t group_tool_key(ptc_arena *arena, const ptc_value *parameters);

/* --- The table of edges ------------------------------------------------------------- */

typedef struct edge {
    const char *schema;    /* Malli text */
    const char *texts[24]; /* JSON, ended by NULL */
} edge;

#define EDGE_COUNT 120
extern const edge edges[EDGE_COUNT];

/* JSON texts that are tried on every schema. */
extern const char *const edge_texts[]; /* ended by NULL */

#endif
