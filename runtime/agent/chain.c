/* SPDX-License-Identifier: MIT */
/* Chains: the result of one agent is the context of the next one. What is made of it is
 * in run_context.c. [subagent 12] */
#include "agent/agent_int.h"
#include "base/base_int.h"

/* The options, of whatever version of the struct, as those of this one. */
static ptc_agent_options chain_options(const ptc_agent_options *options)
{
    ptc_agent_options all = {.struct_size = sizeof all};

    if (options != NULL)
        memcpy(&all, options,
               options->struct_size < sizeof all ? options->struct_size : sizeof all);
    all.struct_size = sizeof all;
    return all;
}

ptc_status ptc_agent_then(const ptc_step *step, const ptc_agent *agent,
                          const ptc_agent_options *options, ptc_arena *arena,
                          const ptc_step **out)
{
    ptc_agent_options all = chain_options(options);

    all.context = NULL;
    all.from = step;
    return ptc_agent_run(agent, &all, arena, out);
}

ptc_status ptc_chain_run(const ptc_chain *chain, const ptc_agent_options *options,
                         ptc_arena *arena, const ptc_step **steps)
{
    ptc_agent_options later = chain_options(options);
    ptc_status status = PTC_ERROR_ARGUMENT;

    later.context_signature = NULL;
    for (size_t i = 0; i < chain->count; i++)
        steps[i] = NULL;
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
