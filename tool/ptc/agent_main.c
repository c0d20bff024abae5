/* SPDX-License-Identifier: MIT */
/* `ptc agent` as the user's own program. See <ptc/main.h>. */
#include "tool/ptc/ptc_int.h"

#include <ptc/main.h>

static const ptc_cli_run runs[PTC_VERB_COUNT] = {[PTC_VERB_AGENT] = ptc_agent_verb};

int ptc_agent_main(int argc, char **argv, const ptc_tool_table *tools)
{
    return ptc_cli_main_of_verb(PTC_VERB_AGENT, runs, ptc_cli_help, tools, argc, argv);
}
