/* SPDX-License-Identifier: MIT */
/* Runs of emitted agents and chains over structs. See <ptc/gen_agent.h>. */
#include "agent/agent_int.h"

#include <ptc/gen_agent.h>

ptc_status ptc_gen_agent_run(ptc_arena *arena, const ptc_gen_agent *run, const void *in,
                             const ptc_agent_options *options, void *out, size_t size,
                             const ptc_step **step)
{
    ptc_agent_options own;
    ptc_value context;
    ptc_status status = ptc_gen_run_start("ptc_agent_run", run->type, run->in, in,
                                          options, arena, &context, &own);

    *step = NULL;
    if (status == PTC_OK)
        status = ptc_agent_run(arena, run->agent, &own, step);
    return status == PTC_OK
               ? ptc_gen_run_take(run->type, run->out, *step, arena, out, size)
               : status;
}

ptc_status ptc_gen_chain_run(ptc_arena *arena, const ptc_gen_chain *run, const void *in,
                             const ptc_agent_options *options, void *out, size_t size,
                             const ptc_step **steps)
{
    size_t count = run->chain->count;
    ptc_agent_options own;
    ptc_value context;
    ptc_status status = ptc_gen_run_start("ptc_chain_run", run->type, run->in, in,
                                          options, arena, &context, &own);

    for (size_t i = 0; i < count; i++)
        steps[i] = NULL;
    if (status == PTC_OK)
        status = ptc_chain_run(arena, run->chain, &own, steps);
    return status == PTC_OK
               ? ptc_gen_run_take(run->type, run->out, steps[count - 1], arena, out, size)
               : status;
}
