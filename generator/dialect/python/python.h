/* SPDX-License-Identifier: MIT */
/* Sources in Python whose functions are decorated for Brimley. [brimley 5] */
#ifndef PTCC_PYTHON_H
#define PTCC_PYTHON_H

#include "contract/contract_int.h"

extern const ptc_contract_dialect ptcc_python;

#endif
