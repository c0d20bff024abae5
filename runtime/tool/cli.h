/* SPDX-License-Identifier: MIT */
/*
 * What the commands ptcc and ptc share: the option table, files, diagnostics on stderr.
 * Types, then prototypes grouped by file.
 */
#ifndef PTC_CLI_H
#define PTC_CLI_H

#include <ptc/ptc.h>

#endif
