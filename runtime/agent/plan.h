/* SPDX-License-Identifier: MIT */
/*
 * A plan: an agent as a run needs it. Defaults stand where the definition has zeros,
 * texts are compiled, tools are known by name with the contract that models see.
 */
#ifndef PTC_AGENT_PLAN_H
#define PTC_AGENT_PLAN_H

#include "ptc_int.h"

#include <ptc/agent.h>

/* A tool as a plan knows it. */
typedef struct ptc_plan_tool {
    const ptc_agent_tool *tool;
    const ptc_schema *schema; /* FUNCTION, or NULL: unchecked */
    ptc_str description;      /* or empty */
} ptc_plan_tool;

typedef struct ptc_plan {
    ptc_agent agent; /* the definition with its defaults */
    const ptc_agent *source;
    ptc_arena *arena; /* of everything here */
    const ptc_template *mission;
    const ptc_schema *signature; /* FUNCTION, or NULL */
    bool is_judgment;            /* one program, whose value is the result */
    ptc_plan_tool *tools;        /* the user's, in order of definition */
    ptc_agent_fault *faults;
    size_t fault_count;
    size_t fault_capacity;
    size_t error_count;     /* of the faults */
    uint32_t own_max_depth; /* as the definition says; 0: not */
    uint32_t own_turn_budget;
    uint32_t own_llm_budget;
    bool failed; /* refused memory */
} ptc_plan;

/*
 * Makes a plan in `arena`; the agent must live as long. PTC_ERROR_INVALID when the
 * definition is faulty: plan->faults say all of it, and the rest of the plan is not to be
 * used. PTC_ERROR_MEMORY. [subagent 1]
 */
ptc_status ptc_plan_make(const ptc_agent *agent, ptc_arena *arena, ptc_plan *plan);

/* Adds a fault; `format` as of ptc_diag_add. */
void ptc_plan_fault(ptc_plan *plan, const char *reason, const char *format, ...)
    PTC_PRINTF(3, 4);
void ptc_plan_warn(ptc_plan *plan, const char *format, ...) PTC_PRINTF(2, 3);

/* The schema of the output type: what `return` is given. Only with a signature. */
ptc_schema ptc_plan_output(const ptc_plan *plan);

#endif
