/* SPDX-License-Identifier: MIT */
/*
 * The generated code of tests/golden behind one kind of pointer, for whoever holds it
 * against the walker. Needs no test framework.
 */
#ifndef PTC_TEST_GOLDEN_ROOTS_H
#define PTC_TEST_GOLDEN_ROOTS_H

#include <ptc/gen.h>

typedef ptc_status (*golden_parse_fn)(ptc_arena *arena, const char *text, size_t len,
                                      const ptc_parse_options *options, void *out,
                                      ptc_parse_info *info);

typedef struct golden_root {
    const char *name;
    const ptc_schema *schema;
    uint32_t node;
    golden_parse_fn plain;
    golden_parse_fn padded;
    size_t size; /* of the struct */
} golden_root;

extern const golden_root golden_roots[];
extern const size_t golden_root_count;

/* The root of that name, or NULL. */
const golden_root *golden_root_of(ptc_str name);

/*
 * A text to judge, as the files in tests/fuzz/corpus/gen hold it: "ROOT C JSON", where
 * the character C, counted from '0', has the mode in bits 0 and 1, output in bit 2, what
 * stands behind a padded text in bits 3 and 4, and a low limit of depth in bit 5. With C
 * '0' each of those files is accepted.
 */
typedef struct golden_document {
    const golden_root *root;
    ptc_parse_options options;
    unsigned padding;
    ptc_str text; /* a view of the input */
} golden_document;

/* False for other inputs. */
bool golden_document_read(ptc_str input, golden_document *out);

/* What the walker says of a text. */
typedef struct golden_verdict {
    ptc_status status; /* why not, also in mode warn_only */
    bool is_coerced;
    ptc_value value; /* as coerced */
} golden_verdict;

golden_verdict golden_walk(ptc_arena *arena, const golden_root *root, ptc_str text,
                           const ptc_parse_options *options);

#endif
