/* SPDX-License-Identifier: MIT */
/* ptc, the run-time tool: its verbs. */
#include "tool/ptc/ptc_int.h"

static const ptc_cli_run runs[PTC_VERB_COUNT] = {
    [PTC_VERB_AGENT] = ptc_agent_verb,  [PTC_VERB_REPL] = ptc_repl_main,
    [PTC_VERB_RUN] = ptc_run,           [PTC_VERB_TRACE] = ptc_trace_main,
    [PTC_VERB_VALIDATE] = ptc_validate,
};

int main(int argc, char **argv)
{
    return ptc_cli_main(PTC_TOOL_PTC, runs, NULL, argc, argv);
}
