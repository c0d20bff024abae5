/* SPDX-License-Identifier: MIT */
/* `ptcc convert`: what the verb (convert.c) and its losses (convert_losses.c) share. */
#ifndef PTCC_CONVERT_H
#define PTCC_CONVERT_H

#include "generator/target_notes.h"

typedef enum ptcc_convert_form {
    PTCC_CONVERT_NONE,
    PTCC_CONVERT_SIG,
    PTCC_CONVERT_MALLI,
    PTCC_CONVERT_PROMPT,
    PTCC_CONVERT_BRIMLEY,
    PTCC_CONVERT_TARGET, /* from here on: a ptc_target */
} ptcc_convert_form;

/* How to write the contracts, and the losses so far. */
typedef struct ptcc_conversion {
    ptcc_convert_form to;
    ptc_prompt_style style;
    ptc_render_options render;
    ptc_target target; /* of TARGET */
    ptc_target_options target_options;
    ptc_arena *arena;
    ptcc_target_notes notes;
    bool keeps_names; /* of types: they are needed by name */
    bool failed;      /* memory was refused */
} ptcc_conversion;

/* --- convert.c ---------------------------------------------------------------------- */

/* Appends one contract in one of ptcc's own forms: SIG with its name, MALLI, PROMPT. */
void ptcc_convert_contract(ptcc_conversion *work, ptc_text *out,
                           const ptc_contract *contract);

/* The word of the form that is written. */
const char *ptcc_convert_word(const ptcc_conversion *work);

/* --- convert_brimley.c -------------------------------------------------------------- */

/* Writes a JSON Schema as arguments of Brimley. [brimley 6] */
ptc_exit ptcc_convert_brimley(const ptc_cli *cli);

/* --- convert_losses.c --------------------------------------------------------------- */

/* Notes something that the form cannot hold of a contract. */
void ptcc_convert_lose(ptcc_conversion *work, const ptc_contract *contract,
                       const char *what);

/* Finds everything that the form cannot hold of a contract, whose schema is written as
 * `schema`. `has_lines`: descriptions are on the lines below it. */
void ptcc_convert_find_losses(ptcc_conversion *work, const ptc_contract *contract,
                              const ptc_schema *schema, bool has_lines);

/* Makes the schema that is converted. In signatures for people, facts that only JSON
 * Schema can state are left out and noted. */
ptc_schema ptcc_convert_plain(ptcc_conversion *work, const ptc_contract *contract);

#endif
