/* SPDX-License-Identifier: MIT */
/*
 * Texts of data as forms with places: JSON, YAML and the front matter of other files.
 * Code that reads definitions asks for forms and need not know which of these a file is.
 * The reader of Python sources (generator/dialect/python) makes the same forms.
 *
 * Kinds are NIL, BOOL, INT, FLOAT, STRING, OPAQUE, VECTOR and MAP. Keys are strings, each
 * only once in its map. A number is INT if int64 holds it, FLOAT if it has a fraction or
 * an exponent, and OPAQUE, with its digits as `text`, if it is an integer beyond int64.
 * The `text` of a FLOAT is its spelling, in the form of ptc_number_read_double, for code
 * that needs its exact digits.
 *
 * YAML follows the core schema of YAML 1.2: `yes`, `no` and dates are strings. What JSON
 * cannot express is refused: other tags, keys that are not scalars, merge keys, infinite
 * numbers, several documents. Aliases are replaced by what they stand for.
 *
 * Spans are those of the source file, including for front matter. The span of a scalar
 * includes its quotes, tag and anchor. The span of a block ends with the last thing in
 * it. The root of what an alias stands for has the span of the alias; everything in it
 * keeps its own spans.
 */
#ifndef PTCC_DEFINITION_H
#define PTCC_DEFINITION_H

#include <ptc/form.h>

enum {
    PTCC_DEFINITION_MAX = 1 << 20, /* bytes of a text */
    PTCC_DEFINITION_DEPTH = 100,   /* levels of maps and lists */
    PTCC_DEFINITION_NODES = 10000, /* limit on forms; those of an alias count each time it
                                    * is used */
};

/* A text that was read. */
typedef struct ptcc_definition {
    ptc_forms forms;
    uint32_t root;  /* root of its data: a form of any kind; for an empty text a MAP */
    ptc_str body;   /* the text after front matter, without the line that ends it */
    ptc_span place; /* of the body in the source */
} ptcc_definition;

/*
 * Reads diags->source into `arena`. Its name decides: JSON (.json), front matter and body
 * (.sql, .md), otherwise YAML. A file without front matter is all body, and its data is
 * an empty MAP. False after a fault, which is reported with its place, and when memory
 * was refused (arena->failed).
 */
bool ptcc_definition_read(ptcc_definition *out, ptc_arena *arena, ptc_diags *diags);

#endif
