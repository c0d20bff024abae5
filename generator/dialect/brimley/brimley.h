/* SPDX-License-Identifier: MIT */
/*
 * Definitions of Brimley: functions and entities, in YAML, in JSON and in front matter.
 * [brimley 1-4]
 *
 * A definition is a map of data with places. Readers of other texts
 * (generator/dialect/python) make the same forms and pass them on to this one.
 */
#ifndef PTCC_BRIMLEY_H
#define PTCC_BRIMLEY_H

#include "contract/contract_int.h"

#include <ptc/form.h>

extern const ptc_contract_dialect ptcc_brimley;

/* What a dialect that turns its text into definitions passes on. */
typedef struct ptcc_brimley_text {
    ptc_forms forms; /* in the arena of the reading; their spans lead into the file */
    uint32_t root;   /* a MAP is one definition, a VECTOR has MAPs; 0: there is none */
    ptc_str body;    /* what follows the front matter of a file, or empty */
    ptc_span place;  /* of the body */
} ptcc_brimley_text;

/*
 * Declares the definitions of file number `file` and brings the files of the entities
 * that they name; for `scan`. `text`, with what it points to, lives as long as the
 * reading. Faults are reported. The keys of a definition:
 *
 *   type         "python_function" and the like; "entity" makes it an entity
 *   name         as written; absent: after the file
 *   description  text
 *   arguments    {entity_ref "User", inline {argument type-or-map}}
 *                (and signature, as inline: what inline takes the place of)
 *   return_shape a type expression or a map; absent or null: void
 *   path         of a resource
 *   fields       of an entity: as inline
 *
 * An argument's map is {type, default, required, from_context, description, enum, ...};
 * `default` null makes it optional and nullable. A STRING whose span is as long as its
 * text, or two longer for the quotes, has its faults reported at the very character.
 */
void ptcc_brimley_scan(ptc_contract_reading *reading, size_t file,
                       const ptcc_brimley_text *text);

/* Drafts a declaration that ptcc_brimley_scan made; for `draft`. */
void ptcc_brimley_draft(ptc_contract_reading *reading, ptc_declaration *item);

#endif
