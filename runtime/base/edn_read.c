/* SPDX-License-Identifier: MIT */
#include "ptc_int.h"
