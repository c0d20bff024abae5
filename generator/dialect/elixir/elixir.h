/* SPDX-License-Identifier: MIT */
/* Sources in Elixir: their @spec lines. [signature 12] */
#ifndef PTCC_ELIXIR_H
#define PTCC_ELIXIR_H

#include "contract/contract_int.h"

extern const ptc_contract_dialect ptcc_elixir;

#endif
