/* SPDX-License-Identifier: MIT */
/* Sources in Python whose functions are decorated for Brimley. [brimley 5] */
#ifndef PTCC_PYTHON_H
#define PTCC_PYTHON_H

#include "contract/contract_int.h"
#include "generator/dialect/text/definition.h"

extern const ptc_contract_dialect ptcc_python;

/* Reads diags->source into `arena`: a VECTOR of MAPs, one for each decorated function or
 * entity, in order. False after a fault, which was reported with its place, and when
 * memory was refused. */
bool ptcc_python_read(ptcc_definition *out, ptc_arena *arena, ptc_diags *diags);

#endif
