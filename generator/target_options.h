/* SPDX-License-Identifier: MIT */
/* Options about how contracts are written for targets: the same for `convert`, `gen
 * --emit` and `report`. [emitters 2-8] */
#ifndef PTCC_TARGET_OPTIONS_H
#define PTCC_TARGET_OPTIONS_H

#include "generator/generator_int.h"

#include <ptc/target.h>

/* Reads the options of targets. Those that the verb does not have get their defaults.
 * False after a message. */
bool ptcc_target_options_read(const ptc_cli *cli, ptc_target_options *out);

#endif
