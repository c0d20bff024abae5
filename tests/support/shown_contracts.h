/* SPDX-License-Identifier: MIT */
#ifndef SHOWN_CONTRACTS_H
#define SHOWN_CONTRACTS_H

#include <ptc/contract.h>

/* Appends the contracts as models are shown them, one per line: "f(a :int) -> :any",
 * "T = :int", and " ; " and the description after one that has one. */
void test_write_contracts(ptc_text *out, const ptc_contracts *contracts);

#endif
