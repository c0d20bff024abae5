/* SPDX-License-Identifier: MIT */
/* What the command line says of how contracts are written for targets: the same for
 * `convert`, `gen --emit` and `report`. [emitters 2-8] */
#ifndef PTCC_TARGET_OPTIONS_H
#define PTCC_TARGET_OPTIONS_H

#include "generator/generator_int.h"

#include <ptc/target.h>

/* Takes the options of targets; others, and those that the verb does not have, are as
 * nothing says. False after a message. */
bool ptcc_target_options_read(const ptc_cli *cli, ptc_target_options *out);

#endif
