/* SPDX-License-Identifier: MIT */
/* `ptcc compile` as the user's own program. See <ptc/main.h>. */
#include "generator/generator_int.h"

#include <ptc/main.h>

static const ptc_cli_run runs[PTC_VERB_COUNT] = {[PTC_VERB_COMPILE] = ptcc_compile};

int ptc_compile_main(int argc, char **argv, const ptc_tool_table *tools)
{
    return ptc_cli_main_of_verb(PTC_VERB_COMPILE, runs, ptc_cli_help, tools, argc, argv);
}
