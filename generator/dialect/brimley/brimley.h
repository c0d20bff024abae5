/* SPDX-License-Identifier: MIT */
/* Definitions of Brimley: functions and entities. [brimley 1-4] */
#ifndef PTCC_BRIMLEY_H
#define PTCC_BRIMLEY_H

#include "contract/contract_int.h"

extern const ptc_contract_dialect ptcc_brimley;

#endif
