/* SPDX-License-Identifier: MIT */
/*
 * Texts of data as forms with places: JSON, YAML and the front matter of other files. Who
 * reads definitions asks for forms and need not know which of them a file is; a reader of
 * sources (generator/dialect/python) makes the same forms.
 *
 * Kinds are NIL, BOOL, INT, FLOAT, STRING, OPAQUE, VECTOR and MAP. Keys are strings, each
 * once in its map. Numbers are INT where int64 holds them, FLOAT with a fraction or an
 * exponent, and OPAQUE, their digits as `text`, when they are integers beyond int64. The
 * `text` of a FLOAT is also its spelling, in the form of ptc_number_read_double, for code
 * that needs its exact digits.
 *
 * YAML is that of the core schema of YAML 1.2: `yes`, `no` and dates are strings. What
 * JSON cannot say is refused: other tags, keys that are not scalars, merge keys, infinite
 * numbers, several documents. Aliases are replaced by what they stand for.
 *
 * Spans are those of the source file, also for front matter. That of a scalar has its
 * quotes, tag and anchor in it; that of a block ends with the last thing in it. The root
 * of what an alias stands for has the span of the alias, what is in it the spans that it
 * has.
 */
#ifndef PTCC_DEFINITION_H
#define PTCC_DEFINITION_H

#include <ptc/form.h>

enum {
    PTCC_DEFINITION_MAX = 1 << 20, /* bytes of a text */
    PTCC_DEFINITION_DEPTH = 100,   /* levels of maps and lists */
    PTCC_DEFINITION_NODES = 10000, /* forms, those of aliases each time they are used */
};

/* A text that was read. */
typedef struct ptcc_definition {
    ptc_forms forms;
    uint32_t root;  /* of its data: a form of any kind; of an empty text a MAP */
    ptc_str body;   /* front matter: what follows it, without the line that ends it */
    ptc_span place; /* of the body in the source */
} ptcc_definition;

/*
 * Reads diags->source into `arena`: by its name as JSON (.json), as front matter and body
 * (.sql, .md), else as YAML. A file without front matter is all body, and its data an
 * empty MAP. False after a fault, which is reported with its place, and when memory was
 * refused (arena->failed).
 */
bool ptcc_definition_read(ptcc_definition *out, ptc_arena *arena, ptc_diags *diags);

#endif
