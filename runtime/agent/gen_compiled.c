/* SPDX-License-Identifier: MIT */
/* Runs of emitted compiled agents over structs. See <ptc/gen_compiled.h>. */
#include "agent/agent_int.h"

#include <ptc/gen_compiled.h>

ptc_status ptc_gen_compiled_run(ptc_arena *arena, const ptc_gen_compiled *run,
                                const void *in, const ptc_agent_options *options,
                                void *out, size_t size, const ptc_step **step)
{
    ptc_agent_options own;
    ptc_value context;
    ptc_status status = ptc_gen_run_start("ptc_compiled_run", run->type, run->in, in,
                                          options, arena, &context, &own);

    *step = NULL;
    if (status == PTC_OK)
        status = ptc_compiled_run(arena, run->compiled, NULL, &own, step);
    return status == PTC_OK
               ? ptc_gen_run_take(run->type, run->out, *step, arena, out, size)
               : status;
}
