/* SPDX-License-Identifier: MIT */
/* The help text of each option of ptcc and ptc: the rows of cli.def. */
#include "tool/common/cli.h"

const char *const ptc_cli_help[PTC_OPTION_COUNT] = {
#define PTC_CLI_OPTION(constant, name, letter, argument, verbs, help, since) help,
#include "tool/common/cli.def"
};
