/* SPDX-License-Identifier: MIT */
/* `ptcc convert`: what the verb (convert.c) and its losses (convert_losses.c) share. */
#ifndef PTCC_CONVERT_H
#define PTCC_CONVERT_H

#include "generator/generator_int.h"

#include <ptc/json_schema.h>

typedef enum ptcc_convert_form {
    PTCC_CONVERT_NONE,
    PTCC_CONVERT_SIG,
    PTCC_CONVERT_MALLI,
    PTCC_CONVERT_PROMPT,
    PTCC_CONVERT_JSON_SCHEMA,
    PTCC_CONVERT_BRIMLEY,
    PTCC_CONVERT_LATER, /* forms that are planned */
} ptcc_convert_form;

/* How to write, and what got lost on the way. */
typedef struct ptcc_conversion {
    ptcc_convert_form to;
    ptc_prompt_style style;
    ptc_render_options render;
    ptc_json_schema_options json;
    ptc_arena *arena;
    ptc_str *losses;
    size_t loss_count;
    size_t loss_capacity;
    bool keeps_names; /* of types: they are needed by name */
    bool failed;      /* memory was refused */
} ptcc_conversion;

/* --- convert_brimley.c -------------------------------------------------------------- */

/* Writes a JSON Schema as arguments of Brimley. [brimley 6] */
ptc_exit ptcc_convert_brimley(const ptc_cli *cli);

/* --- convert_losses.c --------------------------------------------------------------- */

/* Notes "name: what", where the name is that of the contract and the node's slot. */
void ptcc_convert_lose(ptcc_conversion *work, ptc_str contract, ptc_str slot,
                       const char *what);

/* Finds what the form cannot hold of one contract; `has_lines`: descriptions stand below
 * it. */
void ptcc_convert_find_losses(ptcc_conversion *work, ptc_str name,
                              const ptc_schema *schema, bool has_lines);

/* The contract as it is converted: what JSON Schema alone says of it is left out, and
 * noted, where a signature is to be read by people. */
ptc_schema ptcc_convert_plain(ptcc_conversion *work, ptc_str name,
                              const ptc_schema *schema);

#endif
