/* SPDX-License-Identifier: MIT */
/* Runs of emitted agents and chains over structs. See <ptc/gen_agent.h>. */
#include "agent/agent_int.h"
#include "agent/run/run_int.h"

#include <ptc/gen.h>
#include <ptc/gen_agent.h>

/* The options of a run whose context is the struct at `in`. */
static ptc_status gen_agent_start(const ptc_gen_agent *types, const void *in,
                                  const ptc_agent_options *given, ptc_arena *arena,
                                  ptc_value *context, ptc_agent_options *options)
{
    ptc_status status = PTC_OK;

    if (!ptc_run_take_options(given, options))
        return PTC_ERROR_ARGUMENT;
    if (in != NULL)
        status = ptc_gen_to_value(types->type, types->in, arena, in, context);
    options->context = in != NULL ? context : NULL;
    options->from = NULL;
    return status == PTC_OK || status == PTC_ERROR_MEMORY ? status : PTC_ERROR_ARGUMENT;
}

/* The result, which the run has judged, as the struct at `out`. */
static ptc_status gen_agent_take(const ptc_gen_agent *types, const ptc_step *step,
                                 ptc_arena *arena, void *out, size_t size)
{
    ptc_report report;
    ptc_status status;

    memset(out, 0, size);
    ptc_report_init(&report, arena);
    status = ptc_gen_from_value(types->type, types->out, PTC_OUTPUT, arena, &step->result,
                                NULL, out, &report);
    return status == PTC_ERROR_INVALID ? PTC_ERROR_ARGUMENT : status;
}

ptc_status ptc_gen_agent_run(const ptc_gen_agent *run, const void *in,
                             const ptc_agent_options *options, ptc_arena *arena,
                             void *out, size_t size, const ptc_step **step)
{
    ptc_agent_options own;
    ptc_value context;
    ptc_status status = gen_agent_start(run, in, options, arena, &context, &own);

    *step = NULL;
    if (status == PTC_OK)
        status = ptc_agent_run(run->agent, &own, arena, step);
    return status == PTC_OK ? gen_agent_take(run, *step, arena, out, size) : status;
}

ptc_status ptc_gen_chain_run(const ptc_gen_chain *run, const void *in,
                             const ptc_agent_options *options, ptc_arena *arena,
                             void *out, size_t size, const ptc_step **steps)
{
    const ptc_gen_agent types = {.type = run->type, .in = run->in, .out = run->out};
    size_t count = run->chain->count;
    ptc_agent_options own;
    ptc_value context;
    ptc_status status = gen_agent_start(&types, in, options, arena, &context, &own);

    for (size_t i = 0; i < count; i++)
        steps[i] = NULL;
    if (status == PTC_OK)
        status = ptc_chain_run(run->chain, &own, arena, steps);
    return status == PTC_OK ? gen_agent_take(&types, steps[count - 1], arena, out, size)
                            : status;
}
