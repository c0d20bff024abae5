/* SPDX-License-Identifier: MIT */
#include "ptcc.h"
