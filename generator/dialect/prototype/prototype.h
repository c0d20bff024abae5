/* SPDX-License-Identifier: MIT */
/* Headers in C: prototypes with annotations. [signature 12] */
#ifndef PTCC_PROTOTYPE_H
#define PTCC_PROTOTYPE_H

#include "contract/contract_int.h"

extern const ptc_contract_dialect ptcc_prototype;

#endif
