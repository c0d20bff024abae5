/* SPDX-License-Identifier: MIT */
/*
 * Random schemas and values, for tests that hold for all of them. Every type, flag, kind
 * of bound and odd name occurs; sizes are bounded; the same seed gives the same sequence.
 */
#ifndef PTC_TEST_RANDOM_SCHEMA_H
#define PTC_TEST_RANDOM_SCHEMA_H

#include "support.h"

/* The registered types that random schemas refer to; for ptc_read_options.types. */
extern const ptc_type_names random_type_names;

/* Whether random schemas also have wide casts (PTC_NODE_CASTS); false at first. */
extern bool random_schema_casts;

/*
 * A finished schema with at most about `size` nodes: a FUNCTION with named parameters, or
 * with `root` ANY a type of any kind. Dies when memory is refused.
 */
void random_schema(test_random *random, ptc_arena *arena, unsigned size, bool is_function,
                   ptc_schema *out);

/*
 * A value that satisfies the schema more often than not, and otherwise nearly: bounds
 * missed by one, other kinds, missing and extra keys, other spellings of keys, nil, texts
 * that coerce, keywords for strings, sets for lists. NULL: any value.
 */
ptc_value random_value(test_random *random, ptc_arena *arena, const ptc_schema *schema);

/* Drafts a finished schema again and finishes that; false when it is refused. */
bool redraft_schema(ptc_arena *arena, const ptc_schema *schema, ptc_schema *out);

/*
 * Calls `fails` with ever smaller variants of `schema` (parts dropped or replaced by
 * :any) as long as some variant fails; `*out` is the smallest that did, in `arena`.
 */
void shrink_schema(ptc_arena *arena, const ptc_schema *schema,
                   bool (*fails)(const ptc_schema *schema, void *user), void *user,
                   ptc_schema *out);

#endif
