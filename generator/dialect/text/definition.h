/* SPDX-License-Identifier: MIT */
/*
 * Texts of data as forms with places: JSON, YAML and the front matter of other files. Who
 * reads definitions asks for forms and need not know which of them a file is; a reader of
 * sources (generator/dialect/python) makes the same forms.
 *
 * Keys are strings. Numbers are INT where int64 holds them and FLOAT with a fraction or
 * an exponent; integers beyond int64 are OPAQUE. There are no symbols, keywords and sets.
 */
#ifndef PTCC_DEFINITION_H
#define PTCC_DEFINITION_H

#include <ptc/form.h>

enum {
    PTCC_DEFINITION_MAX = 1 << 20, /* bytes of a text */
    PTCC_DEFINITION_DEPTH = 100,   /* levels */
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
 * (.sql, .md), else as YAML. False after a fault, which is told with its place, and when
 * memory was refused.
 */
bool ptcc_definition_read(ptcc_definition *out, ptc_arena *arena, ptc_diags *diags);

#endif
