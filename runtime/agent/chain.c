/* SPDX-License-Identifier: MIT */
/* Chains: the result of one agent is the context of the next one. What is made of it is
 * in run_context.c. [subagent 12] */
#include "agent/agent_int.h"
#include "agent/run/run_int.h"
#include "base/base_int.h"

ptc_status ptc_agent_then(const ptc_step *step, const ptc_agent *agent,
                          const ptc_agent_options *options, ptc_arena *arena,
                          const ptc_step **out)
{
    ptc_agent_options all;

    *out = NULL;
    if (!ptc_run_take_options(options, &all))
        return PTC_ERROR_ARGUMENT;
    all.context = NULL;
    all.from = step;
    return ptc_agent_run(agent, &all, arena, out);
}

ptc_status ptc_chain_run(const ptc_chain *chain, const ptc_agent_options *options,
                         ptc_arena *arena, const ptc_step **steps)
{
    ptc_status status = PTC_ERROR_ARGUMENT;
    ptc_agent_options later;

    for (size_t i = 0; i < chain->count; i++)
        steps[i] = NULL;
    if (!ptc_run_take_options(options, &later))
        return PTC_ERROR_ARGUMENT;
    later.context_signature = NULL;
    for (size_t i = 0; i < chain->count && status != PTC_ERROR_MEMORY; i++)
        status = i == 0 ? ptc_agent_run(chain->agents[0], options, arena, &steps[0])
                        : ptc_agent_then(steps[i - 1], chain->agents[i], &later, arena,
                                         &steps[i]);
    return status;
}

void ptc_step_write_error(ptc_text *text, const ptc_step *step)
{
    ptc_arena *arena = text->arena;

    ptc_text_cstr(text, "SubAgent failed: ");
    ptc_visible_write(text, ptc_secrets_hide(step->secrets, arena, step->fail.reason));
    ptc_text_cstr(text, " - ");
    ptc_visible_write(text, ptc_secrets_hide(step->secrets, arena, step->fail.message));
}
