/* SPDX-License-Identifier: MIT */
/* Which agents can be compiled, and which parts are compiled. [subagent 15] */
#include "agent/compile/compile_int.h"

/* --- Agents that cannot be compiled
 * ------------------------------------------------- */

static void agent_refuse_tool(ptc_faults *faults, const ptc_agent_tool *tool,
                              size_t number)
{
    if (tool->function != NULL || tool->compiled != NULL)
        return;
    ptc_faults_add(faults, PTC_DIAG_COMPILE_AGENT,
                   "cannot compile agent with LLM-dependent tool: %s",
                   tool->name != NULL ? tool->name : "");
    ptc_faults_hint(faults, "a compiled agent asks no model; its tools are functions "
                            "(:fn) and compiled agents (:compiled)");
    if (faults->count > 0)
        faults->items[faults->count - 1].tool = number;
}

void ptc_derive_check_agent(const ptc_agent *agent, ptc_faults *faults)
{
    for (size_t i = 0; i < agent->tool_count; i++)
        agent_refuse_tool(faults, &agent->tools[i], i + 1);
    if (agent->output != PTC_AGENT_OUTPUT_LISP)
        ptc_faults_add(faults, PTC_DIAG_COMPILE_AGENT,
                       "an agent in text mode writes no programs");
}

/* --- Unused parameters
 * -------------------------------------------------------------- */

static bool agent_is_read(const ptc_stages *stages, ptc_str name)
{
    for (size_t i = 0; i < stages->count; i++) {
        const ptc_stage_facts *facts = &stages->facts[i];

        if (ptc_stage_has(facts->context, facts->context_count, name, true))
            return true;
    }
    return false;
}

void ptc_derive_check_inputs(const ptc_schema *signature, const ptc_stages *stages,
                             ptc_faults *faults)
{
    const ptc_schema_node *inputs;

    if (signature == NULL)
        return;
    inputs = &signature->nodes[ptc_schema_root(signature)->first];
    for (uint32_t i = 0; i < inputs->count; i++) {
        const ptc_schema_node *input = &signature->nodes[inputs->first + i];

        if (input->flags & PTC_NODE_OPTIONAL || agent_is_read(stages, input->name))
            continue;
        ptc_faults_add(faults, PTC_DIAG_COMPILE_UNUSED_INPUT,
                       "the program never reads ctx/%.*s, which every caller must give",
                       (int)input->name.len, input->name.ptr);
        ptc_faults_hint(faults, "read it, or make the parameter optional");
    }
}

/* --- Compiled parts
 * ----------------------------------------------------------------- */

static const char *agent_tool_name(const ptc_agent_tool *row)
{
    if (row->name != NULL || row->function == NULL)
        return row->name;
    return row->function->name;
}

/* Its tools, for runs with others. */
static bool agent_make_contracts(ptc_derive_job *job, ptc_compiled *compiled)
{
    size_t count = compiled->tool_count;
    ptc_compiled_contract *contracts;

    if (count == 0)
        return true;
    contracts = ptc_arena_array(job->arena, count, sizeof *contracts);
    if (contracts == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const ptc_agent_tool *row = &compiled->tools[i];

        contracts[i] = (ptc_compiled_contract){
            .name = agent_tool_name(row),
            .signature = row->function != NULL ? row->function->signature
                                               : row->compiled->signature};
    }
    compiled->contracts = contracts;
    compiled->contract_count = count;
    return true;
}

/* The compiled agent that runs its stages with these rows of tools; texts and rows are
 * the agent's, which lives as long. Built-in tools are functions like others, but need
 * not be recorded. */
static bool agent_make_compiled(ptc_derive_job *job, const ptc_agent_tool *tools,
                                ptc_compiled *out)
{
    ptc_agent agent = job->agent;

    agent.tools = tools;
    if (!ptc_plan_make_compiled(&agent, job->arena, out))
        return false;
    out->flags &= ~(unsigned)PTC_COMPILED_VALUE;
    out->flags |= job->stages.is_value ? PTC_COMPILED_VALUE : 0;
    out->origin.turns = (uint32_t)job->stages.count;
    return agent_make_contracts(job, out);
}

void ptc_derive_set_stages(ptc_derive_job *job, const bool *is_dropped)
{
    const ptc_image **images = (const ptc_image **)(uintptr_t)job->compiled->stages;
    size_t count = 0;

    for (size_t i = 0; i < job->stages.count; i++) {
        if (!is_dropped[i])
            images[count++] = job->stages.images[i];
    }
    job->compiled->stage_count = count;
    job->trial.stage_count = count;
}

ptc_status ptc_derive_make(ptc_derive_job *job)
{
    size_t count = job->stages.count;
    const ptc_image **images = ptc_arena_array(job->arena, count, sizeof *images);
    ptc_compiled *compiled = ptc_arena_array(job->arena, 1, sizeof *compiled);

    job->is_dropped = ptc_arena_array(job->arena, count, sizeof *job->is_dropped);
    if (images == NULL || compiled == NULL || job->is_dropped == NULL)
        return PTC_ERROR_MEMORY;
    memset(job->is_dropped, 0, count * sizeof *job->is_dropped);
    if (!agent_make_compiled(job, job->agent.tools, compiled) ||
        !agent_make_compiled(job, job->deck.wrapped, &job->trial))
        return PTC_ERROR_MEMORY;
    compiled->stages = images;
    job->compiled = compiled;
    job->trial.stages = images;
    ptc_derive_set_stages(job, job->is_dropped);
    return PTC_OK;
}
