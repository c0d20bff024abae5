/* SPDX-License-Identifier: MIT */
/* The tags of unions inside emitted structs. */
#ifndef PTC_TEST_TAGS_H
#define PTC_TEST_TAGS_H

#include <ptc/gen.h>

/*
 * Whether every union in the struct `in` holds its first alternative that accepts what
 * the walker made of the same data, `value`, as `options` have it. `schema` has the
 * struct's root. Alternatives by dispatch have to accept theirs.
 */
bool tags_are_first(const ptc_schema *schema, const ptc_gen_layout *layout,
                    const ptc_walk_options *options, const void *in,
                    const ptc_value *value);

#endif
