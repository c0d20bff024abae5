/* SPDX-License-Identifier: MIT */
/*
 * Shared by the readers of sources (Elixir, C): signatures that are quoted in them,
 * drafts of functions and fields, and limits on what they read.
 *
 * It uses contract, contract/signature, normal, edn and base. Nothing in it is mutually
 * recursive.
 */
#ifndef PTCC_SOURCE_INT_H
#define PTCC_SOURCE_INT_H

#include "contract/contract_int.h"

enum {
    PTCC_SOURCE_MAX = 1 << 20,       /* bytes of a text */
    PTCC_SOURCE_DEPTH = 100,         /* brackets around a token */
    PTCC_SOURCE_ALTERNATIVES = 1000, /* of a union, members of an enum */
};

/* Whether a file is small enough to be read as a source. False after reporting `code`. */
bool ptcc_source_fits(ptc_contract_reading *reading, size_t file, ptc_diag_code code);

/* A copy of the file's text that may be changed, with a NUL after it; NULL when
 * refused. */
char *ptcc_source_copy(ptc_contract_reading *reading, size_t file);

/* Reads the signature at `span` of `text`. `text` is a copy of the file's text in which
 * everything between the lines of the signature is blank. Returns the draft of a
 * function, or 0 after a fault, which is reported at its place in the file. */
ptc_draft_ref ptcc_source_signature(ptc_contract_reading *reading, char *text,
                                    ptc_span span);

/* An INT node with bounds; nil means that there is none. */
ptc_draft_ref ptcc_source_int(ptc_draft *draft, ptc_span span, ptc_value low,
                              ptc_value high);

/* The draft of a function. Result and parameters keep their optional marks. */
ptc_draft_ref ptcc_source_function(ptc_draft *draft, ptc_draft_ref parameters,
                                   ptc_draft_ref result, ptc_span span);

/* Finds a field of the MAP that has the name of an earlier one, where `-` and `_` are the
 * same. 0 when there is none, or when memory was refused. */
ptc_draft_ref ptcc_source_twice(ptc_contract_reading *reading, ptc_draft_ref map);

#endif
