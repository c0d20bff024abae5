/* SPDX-License-Identifier: MIT */
/*
 * Internal to the command ptcc: types, then prototypes grouped by the file that defines
 * them. Not installed: the compiler is a command, not a library.
 */
#ifndef PTCC_H
#define PTCC_H

#include <ptc/ptc.h>

#endif
