/* SPDX-License-Identifier: MIT */
/*
 * Forms of contracts that only ptcc reads: definitions of Brimley (YAML, JSON, front
 * matter), sources in Python and Elixir, headers in C. Each is a room below this one and
 * a row of its table. All of them make the draft that every contract is made from.
 *
 * It uses one symbol of each of these rooms, and contract.
 */
#ifndef PTCC_DIALECT_INT_H
#define PTCC_DIALECT_INT_H

#include "contract/contract_int.h"

/* What `--from` accepts in addition to the forms of the library. ORDER: gen_options.c */
extern const ptc_contract_dialects ptcc_dialects;

#endif
