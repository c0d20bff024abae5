/* SPDX-License-Identifier: MIT */
/* Runs of emitted agents over structs. See <ptc/gen_agent.h>. */
#include "agent/agent_int.h"
#include "agent/run/run_int.h"

#include <ptc/gen.h>
#include <ptc/gen_agent.h>

/* The result, which the run has judged, as the struct at `out`. */
static ptc_status gen_agent_take(const ptc_gen_agent *run, const ptc_step *step,
                                 ptc_arena *arena, void *out, size_t size)
{
    ptc_report report;
    ptc_status status;

    memset(out, 0, size);
    ptc_report_init(&report, arena);
    status = ptc_gen_from_value(run->type, run->out, PTC_OUTPUT, arena, &step->result,
                                NULL, out, &report);
    return status == PTC_ERROR_INVALID ? PTC_ERROR_ARGUMENT : status;
}

ptc_status ptc_gen_agent_run(const ptc_gen_agent *run, const void *in,
                             const ptc_agent_options *options, ptc_arena *arena,
                             void *out, size_t size, const ptc_step **step)
{
    ptc_agent_options own;
    ptc_value context = ptc_value_nil();
    ptc_status status = PTC_OK;

    *step = NULL;
    if (!ptc_run_take_options(options, &own))
        return PTC_ERROR_ARGUMENT;
    if (in != NULL)
        status = ptc_gen_to_value(run->type, run->in, arena, in, &context);
    if (status != PTC_OK)
        return status == PTC_ERROR_MEMORY ? status : PTC_ERROR_ARGUMENT;
    own.context = in != NULL ? &context : NULL;
    own.from = NULL;
    status = ptc_agent_run(run->agent, &own, arena, step);
    return status == PTC_OK ? gen_agent_take(run, *step, arena, out, size) : status;
}
