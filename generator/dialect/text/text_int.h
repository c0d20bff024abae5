/* SPDX-License-Identifier: MIT */
/*
 * The room text: texts of data as forms with places.
 *
 *     definition.c: which reader, front matter, limits of the text
 *        definition_json.c: JSON
 *        yaml.c: YAML ◄── yaml_scalar.c: what plain words mean
 *                         yaml_alias.c: anchors and aliases
 *                         yaml_text.c: bytes that libyaml should not see; its places
 *                         yaml_fault.c: what libyaml reports, in our words
 *        yaml_none.c: instead of these, when ptcc is built without libyaml
 *
 * The room knows how data is spelled; it does not know what a definition is. It uses
 * forms (edn) and base. Only yaml.c calls libyaml; yaml.c, yaml_scalar.c and yaml_fault.c
 * read its events.
 *
 * Nothing recurses. The only files that call each other are yaml.c and yaml_alias.c: an
 * alias adds forms like events do.
 */
#ifndef PTCC_DIALECT_TEXT_INT_H
#define PTCC_DIALECT_TEXT_INT_H

#include "base/base_int.h"
#include "edn/edn_int.h"
#include "generator/dialect/text/definition.h"

/* --- definition_json.c -------------------------------------------------------------- */

/* Reads all of forms->source as JSON; the root, 0 after a fault or refused memory. */
uint32_t ptcc_definition_read_json(ptc_forms *forms, ptc_diags *diags);

/* --- yaml.c, yaml_none.c ------------------------------------------------------------ */

/* Reads the bytes `part` of forms->source as YAML; the root, 0 after a fault or refused
 * memory. */
uint32_t ptcc_definition_read_yaml(ptc_forms *forms, ptc_span part, ptc_diags *diags);

#endif
