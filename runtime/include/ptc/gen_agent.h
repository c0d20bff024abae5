/* SPDX-License-Identifier: MIT */
/*
 * <ptc/gen_agent.h> - what emitted agents and chains use beyond <ptc/gen.h>: agents as
 * constants, and runs that take and fill structs.
 */
#ifndef PTC_GEN_AGENT_H
#define PTC_GEN_AGENT_H

#include <ptc/agent.h>
#include <ptc/gen.h>
#include <ptc/tool.h>

PTC_BEGIN

/* The types of an agent's parameters and result. */
typedef struct ptc_gen_agent {
    const ptc_agent *agent;   /* what is run */
    const ptc_gen_type *type; /* the tables of its types */
    uint32_t in;              /* the node of the parameters */
    uint32_t out;             /* of the result */
} ptc_gen_agent;

/*
 * Runs the agent with the struct at `in` (NULL: it has no parameters) as its context;
 * when the run succeeds, the result is stored at `out`, `size` bytes, and what it points
 * to in `arena`. Statuses are those of ptc_agent_run, and PTC_ERROR_ARGUMENT for a struct
 * that cannot be a value (`*step` is NULL then), and for a result that does not fit the
 * struct, which happens only in modes that let faults pass. options->context and
 * options->from are not used.
 */
PTC_API ptc_status ptc_gen_agent_run(ptc_arena *arena, const ptc_gen_agent *run,
                                     const void *in, const ptc_agent_options *options,
                                     void *out, size_t size, const ptc_step **step);

/* The types of the parameters of a chain's first agent, and of the result of its last. */
typedef struct ptc_gen_chain {
    const ptc_chain *chain;   /* what is run */
    const ptc_gen_type *type; /* the tables of its types */
    uint32_t in;              /* the node of the parameters */
    uint32_t out;             /* the node of the result */
} ptc_gen_chain;

/*
 * The same for the agents of a chain, with the statuses and steps of ptc_chain_run. For a
 * struct that cannot be a value, all steps are NULL.
 */
PTC_API ptc_status ptc_gen_chain_run(ptc_arena *arena, const ptc_gen_chain *run,
                                     const void *in, const ptc_agent_options *options,
                                     void *out, size_t size, const ptc_step **steps);

PTC_END

#endif
