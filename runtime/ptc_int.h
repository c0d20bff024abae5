/* SPDX-License-Identifier: MIT */
/*
 * Internal to libptc: types, then prototypes grouped by the file that defines them.
 * Not installed. Names that cross files start with ptc_ and the file's noun.
 */
#ifndef PTC_INT_H
#define PTC_INT_H

#include <ptc/ptc.h>

#endif
