/* SPDX-License-Identifier: MIT */
/*
 * What the collector leaves for the suites: a table of the emitted types of each unit,
 * and of the contracts that did not become C.
 */
#ifndef PTC_TEST_EMITTED_INDEX_H
#define PTC_TEST_EMITTED_INDEX_H

#include "golden_roots.h"

typedef ptc_status (*engine_explain_fn)(ptc_arena *arena, const char *text, size_t len,
                                        const ptc_parse_options *options,
                                        ptc_report *report, ptc_json_error *error);
typedef ptc_status (*engine_validate_fn)(const ptc_value *value,
                                         const ptc_walk_options *options,
                                         ptc_report *report);

/* An emitted type with what was emitted for it. */
typedef struct engine_root {
    golden_root functions;
    engine_explain_fn explain;
    engine_validate_fn validate;
    const ptc_gen_layout *layout;
    uint64_t key;   /* of the contract; see groups.h */
    uint32_t child; /* of the function: 0 the parameters, 1 the result */
} engine_root;

typedef struct engine_refusal {
    const char *name;
    uint64_t key;
    bool is_read; /* a reader accepted it, the writer did not */
    const char *code;
    const char *message; /* of the writer */
} engine_refusal;

/* The contracts of a group. `units` is ended by NULL, each unit by a root without name.
 */
typedef struct engine_index {
    const engine_root *const *units;
    const engine_refusal *refusals; /* ended by one without name */
    unsigned contracts;             /* distinct ones in the group */
    unsigned changed;               /* of them: read with a warning */
    uint64_t seed;
} engine_index;

extern const engine_index engine_index_edges;
extern const engine_index engine_index_small;
extern const engine_index engine_index_random;
extern const engine_index engine_index_malli;
extern const engine_index engine_index_tools;
extern const engine_index engine_index_again; /* has no units */
extern const engine_index engine_index_suite;

/* `node` is that of the root, counted from the contract's. */
#define ENGINE_ROOT(type, unit, contract, node, child, key)                              \
    {GOLDEN_ROW(type, contract##_schema, node) type##_explain, type##_validate,          \
     unit##_layout, key, child},

#endif
