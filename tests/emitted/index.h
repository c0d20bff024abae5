/* SPDX-License-Identifier: MIT */
/*
 * What the collector leaves for the suites: a table of the emitted types of each unit,
 * and of the contracts that did not become C.
 */
#ifndef PTC_TEST_EMITTED_INDEX_H
#define PTC_TEST_EMITTED_INDEX_H

#include <ptc/gen.h>

typedef ptc_status (*engine_parse_fn)(ptc_arena *arena, const char *text, size_t len,
                                      const ptc_parse_options *options, void *out,
                                      ptc_parse_info *info);

typedef ptc_status (*engine_explain_fn)(ptc_arena *arena, const char *text, size_t len,
                                        const ptc_parse_options *options,
                                        ptc_report *report, ptc_json_error *error);

/* An emitted type with what was emitted for it. */
typedef struct engine_root {
    const char *name;
    uint64_t key; /* of the contract; see groups.h */
    const ptc_schema *schema;
    uint32_t child; /* of the function: 0 the parameters, 1 the result */
    size_t size;
    engine_parse_fn parse;
    engine_parse_fn padded;
    engine_explain_fn explain;
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
extern const engine_index engine_index_random;
extern const engine_index engine_index_malli;
extern const engine_index engine_index_tools;

/* Emitted functions take the type's own pointer. */
#define ENGINE_TYPE(type)                                                                \
    static ptc_status engine_parse_##type(ptc_arena *arena, const char *text,            \
                                          size_t len, const ptc_parse_options *options,  \
                                          void *out, ptc_parse_info *info)               \
    {                                                                                    \
        return type##_parse(arena, text, len, options, out, info);                       \
    }                                                                                    \
    static ptc_status engine_padded_##type(ptc_arena *arena, const char *text,           \
                                           size_t len, const ptc_parse_options *options, \
                                           void *out, ptc_parse_info *info)              \
    {                                                                                    \
        return type##_parse_padded(arena, text, len, options, out, info);                \
    }

#define ENGINE_ROOT(type, contract, child, key)                                          \
    {#type,                                                                              \
     key,                                                                                \
     &contract##_schema,                                                                 \
     child,                                                                              \
     sizeof(type),                                                                       \
     engine_parse_##type,                                                                \
     engine_padded_##type,                                                               \
     type##_explain},

#endif
