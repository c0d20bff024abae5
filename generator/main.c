/* SPDX-License-Identifier: MIT */
/* ptcc, the build-time tool: its verbs. A verb is a row of cli.def and an entry here. */
#include "generator/dialect/dialect_int.h"
#include "generator/generator_int.h"

static const ptc_cli_run runs[PTC_VERB_COUNT] = {
    [PTC_VERB_CHECK] = ptcc_check,     [PTC_VERB_COMPILE] = ptcc_compile,
    [PTC_VERB_CONVERT] = ptcc_convert, [PTC_VERB_EXPLAIN] = ptcc_explain,
    [PTC_VERB_FMT] = ptcc_fmt,         [PTC_VERB_GEN] = ptcc_gen,
    [PTC_VERB_REGEN] = ptcc_regen,     [PTC_VERB_INFER] = ptcc_infer,
    [PTC_VERB_REPORT] = ptcc_report,   [PTC_VERB_SAMPLE] = ptcc_sample,
    [PTC_VERB_INIT] = ptcc_init,
};

int main(int argc, char **argv)
{
    return ptc_cli_main(PTC_TOOL_PTCC, runs, &ptcc_dialects, argc, argv);
}
