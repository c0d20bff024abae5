/* SPDX-License-Identifier: MIT */
/*
 * <ptc/target_limits.h> - the limits of the receivers of contracts:
 * PTC_LIMIT_OPENAI_DEPTH, and so on. The table is target_limits.def. [emitters 1]
 */
#ifndef PTC_TARGET_LIMITS_H
#define PTC_TARGET_LIMITS_H

enum {
#define PTC_LIMIT(constant, number, what) PTC_LIMIT_##constant = (number),
#include <ptc/target_limits.def>
#undef PTC_LIMIT
};

#endif
