/* SPDX-License-Identifier: MIT */
/* Chains: the result of one agent is the context of the next one; run_context.c makes
 * it. [subagent 12] */
#include "agent/agent_int.h"
#include "agent/run/run_int.h"
#include "base/base_int.h"

ptc_status ptc_agent_then(ptc_arena *arena, const ptc_step *step, const ptc_agent *agent,
                          const ptc_agent_options *options, const ptc_step **out)
{
    ptc_agent_options all;

    *out = NULL;
    if (!ptc_run_take_options("ptc_agent_then", options, &all))
        return PTC_ERROR_ARGUMENT;
    if (step == NULL)
        return ptc_misuse("ptc_agent_then", "step is NULL; ptc_agent_run needs none");
    all.context = NULL;
    all.from = step;
    return ptc_agent_run(arena, agent, &all, out);
}

/* Whether every agent can be run at all; no model is asked before that is known. */
static bool chain_has_agents(const ptc_chain *chain)
{
    ptc_agent agent;

    if (chain->count == 0) {
        ptc_misuse("ptc_chain_run", "chain.count is 0; a chain needs agents");
        return false;
    }
    for (size_t i = 0; i < chain->count; i++) {
        if (!ptc_agent_take("ptc_chain_run", chain->agents[i], &agent))
            return false;
    }
    return true;
}

ptc_status ptc_chain_run(ptc_arena *arena, const ptc_chain *given,
                         const ptc_agent_options *options, const ptc_step **steps)
{
    ptc_status status = PTC_OK;
    ptc_agent_options later;
    ptc_chain chain;

    chain = (ptc_chain){.struct_size = sizeof chain};
    if (!ptc_options_copy(PTC_OPTIONS("chain", ptc_chain), "ptc_chain_run", given,
                          &chain))
        return PTC_ERROR_ARGUMENT;
    for (size_t i = 0; i < chain.count; i++)
        steps[i] = NULL;
    if (!ptc_run_take_options("ptc_chain_run", options, &later) ||
        !chain_has_agents(&chain))
        return PTC_ERROR_ARGUMENT;
    later.context_signature = NULL;
    for (size_t i = 0; i < chain.count && status != PTC_ERROR_MEMORY; i++)
        status = i == 0 ? ptc_agent_run(arena, chain.agents[0], options, &steps[0])
                        : ptc_agent_then(arena, steps[i - 1], chain.agents[i], &later,
                                         &steps[i]);
    return status;
}

void ptc_step_write_error(ptc_text *text, const ptc_step *step)
{
    ptc_arena *arena = text->arena;

    ptc_text_cstr(text, "SubAgent failed: ");
    ptc_visible_write(text, ptc_secrets_hide(arena, step->secrets, step->fail.reason));
    ptc_text_cstr(text, " - ");
    ptc_visible_write(text, ptc_secrets_hide(arena, step->secrets, step->fail.message));
}
