/* SPDX-License-Identifier: MIT */
/*
 * The help texts of the options of a server. In a separate file, since the texts of a
 * file are linked together.
 */
#include "tool/common/cli.h"

#define IN(verb) (1u << PTC_VERB_##verb)
#define ANYWHERE (~0u)

const char *const ptc_cli_help_of_serve[PTC_OPTION_COUNT] = {
#define PTC_CLI_OPTION(constant, name, letter, argument, verbs, help, since)             \
    ((verbs)&IN(SERVE)) != 0 ? help : NULL,
#include "tool/common/cli.def"
};
