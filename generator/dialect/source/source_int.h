/* SPDX-License-Identifier: MIT */
/*
 * What the readers of sources (Elixir, C) share: signatures that are quoted in them, the
 * drafts of functions and fields, the bounds of what they read.
 *
 * It touches contract, contract/signature, normal, edn and base. Nothing in it is
 * mutually recursive.
 */
#ifndef PTCC_SOURCE_INT_H
#define PTCC_SOURCE_INT_H

#include "contract/contract_int.h"

enum {
    PTCC_SOURCE_MAX = 1 << 20,       /* bytes of a text */
    PTCC_SOURCE_DEPTH = 100,         /* brackets around a token */
    PTCC_SOURCE_ALTERNATIVES = 1000, /* of a union, members of an enum */
};

/* False, and reported with `code`, when the file is larger than what is read of sources.
 */
bool ptcc_source_fits(ptc_contract_reading *reading, size_t file, ptc_diag_code code);

/* A copy of the file's text that may be changed, with a NUL after it; NULL: refused. */
char *ptcc_source_copy(ptc_contract_reading *reading, size_t file);

/*
 * Reads the signature at `span` of `text`, a copy of the file's in which what is
 * between the lines of the signature is blank. The draft of a function, or 0 after a
 * fault, reported at its place in the file.
 */
ptc_draft_ref ptcc_source_signature(ptc_contract_reading *reading, char *text,
                                    ptc_span span);

/* A node with the bounds, which are nil where there is none. */
ptc_draft_ref ptcc_source_int(ptc_draft *draft, ptc_span span, ptc_value low,
                              ptc_value high);

/* The draft of a function; an optional result and parameters are as they are. */
ptc_draft_ref ptcc_source_function(ptc_draft *draft, ptc_draft_ref parameters,
                                   ptc_draft_ref result, ptc_span span);

/* A second field of the MAP with the name of an earlier one, `-` and `_` being the same;
 * 0: there is none, or memory was refused. */
ptc_draft_ref ptcc_source_twice(ptc_contract_reading *reading, ptc_draft_ref map);

#endif
