/* SPDX-License-Identifier: MIT */
/*
 * Forms of contracts that ptcc alone reads: definitions of Brimley (YAML, JSON, front
 * matter), sources in Python and Elixir, headers in C. Each is its own room below
 * this one and one row of its table; what they make is the draft of all contracts.
 *
 * It touches the rooms below it, one symbol of each, and contract.
 */
#ifndef PTCC_DIALECT_INT_H
#define PTCC_DIALECT_INT_H

#include "contract/contract_int.h"

/* What `--from` may say besides the forms of the library. ORDER: gen_options.c */
extern const ptc_contract_dialects ptcc_dialects;

#endif
