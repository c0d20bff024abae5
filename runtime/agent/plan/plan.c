/* SPDX-License-Identifier: MIT */
/* Checks agents and makes them ready. See plan_int.h. */
#include "agent/plan/plan_int.h"
#include "base/base_int.h"

enum { PLAN_DEPTH_MAX = 16 }; /* nested runs, all on one C stack */

/* --- Texts ------------------------------------------------------------------------- */

ptc_template_use ptc_plan_prompt_use(const ptc_agent *agent)
{
    bool has_tools = agent->tool_count > 0 || (agent->flags & PTC_AGENT_BUILTINS) != 0;
    unsigned use = agent->flags & PTC_AGENT_REFERENCES ? PTC_TEMPLATE_FOR_REFERENCES
                                                       : PTC_TEMPLATE_FOR_MISSION;

    if (agent->output == PTC_AGENT_OUTPUT_TEXT)
        return PTC_TEMPLATE_FOR_WHOLE_TEXT;
    if (has_tools && agent->flags & (PTC_AGENT_EMBEDS_RAW | PTC_AGENT_NO_ENVELOPE))
        use |= PTC_TEMPLATE_IS_OPEN;
    return (ptc_template_use)use;
}

void ptc_plan_refuse_context(ptc_plan *plan, const ptc_schema *signature)
{
    const ptc_schema_node *parameters;

    if (signature == NULL || ptc_schema_root(signature)->type != PTC_TYPE_FUNCTION)
        return;
    parameters = &signature->nodes[ptc_schema_root(signature)->first];
    for (uint32_t i = 0; i < parameters->count; i++) {
        const ptc_schema_node *parameter = &signature->nodes[parameters->first + i];

        if ((parameter->flags & PTC_NODE_CONTEXT) != 0)
            ptc_plan_fault(plan, "invalid_config",
                           "parameter \"" PTC_FMT
                           "\" comes from the host's context, which a model must not "
                           "see; give it to the tool that needs it",
                           PTC_ARG(parameter->name));
    }
}

static void plan_read_texts(ptc_plan *plan)
{
    const ptc_agent *agent = &plan->agent;

    ptc_plan_look_at(plan, "signature", PTC_STR(""), NULL);
    plan->signature = ptc_plan_signature(plan, agent);
    ptc_plan_refuse_context(plan, plan->signature);
    ptc_plan_look_at(plan, "prompt", PTC_STR(""), NULL);
    if (agent->prompt.ptr == NULL && agent->compiled_prompt == NULL)
        ptc_plan_fault(plan, "invalid_config", "prompt must be a string");
    else
        plan->mission =
            ptc_plan_template(plan, agent->prompt, agent->compiled_prompt,
                              plan->signature, ptc_plan_prompt_use(agent), "prompt");
}

/* --- The plan ---------------------------------------------------------------------- */

static void plan_check_options(ptc_plan *plan)
{
    const ptc_agent *agent = &plan->agent;

    ptc_plan_look_at(plan, "description", PTC_STR(""), NULL);
    if (agent->description != NULL && agent->description[0] == '\0')
        ptc_plan_fault(plan, "invalid_config",
                       "description must be a non-empty string or absent");
    ptc_plan_look_at(plan, "name", PTC_STR(""), NULL);
    if (agent->name != NULL && agent->name[0] == '\0')
        ptc_plan_fault(plan, "invalid_config",
                       "name must be a non-empty string or absent");
    ptc_plan_look_at(plan, "max_depth", PTC_STR(""), NULL);
    if (agent->max_depth > PLAN_DEPTH_MAX)
        ptc_plan_fault(plan, "invalid_config", "max_depth must be at most %d, got %llu",
                       PLAN_DEPTH_MAX, (unsigned long long)agent->max_depth);
    ptc_plan_look_at(plan, "output", PTC_STR(""), NULL);
    if (agent->output == PTC_AGENT_OUTPUT_TEXT && agent->tool_count > 0)
        ptc_plan_fault(
            plan, "invalid_config",
            "output text takes no tools: models that call tools write programs");
}

bool ptc_agent_take(const char *function, const ptc_agent *given, ptc_agent *out)
{
    *out = (ptc_agent){.struct_size = sizeof *out};
    return ptc_options_copy(PTC_OPTIONS("agent", ptc_agent), function, given, out);
}

ptc_status ptc_plan_make(const ptc_agent *agent, ptc_arena *arena, ptc_plan *plan)
{
    return ptc_plan_make_for_run(agent, NULL, arena, plan);
}

ptc_status ptc_plan_make_for_run(const ptc_agent *agent,
                                 const ptc_agent_overrides *overrides, ptc_arena *arena,
                                 ptc_plan *plan)
{
    *plan = (ptc_plan){.source = agent, .arena = arena};
    if (!ptc_agent_take("ptc_agent_check", agent, &plan->agent))
        return PTC_ERROR_ARGUMENT;
    ptc_plan_check_settings(plan);
    plan->own_max_depth = plan->agent.max_depth;
    plan->own_turn_budget = plan->agent.turn_budget;
    plan->own_llm_budget = plan->agent.llm_budget;
    if (overrides != NULL)
        ptc_plan_override(plan, overrides);
    ptc_plan_fill(&plan->agent);
    plan->is_judgment = plan->agent.tool_count == 0 && plan->agent.max_turns == 1 &&
                        !(plan->agent.flags & PTC_AGENT_BUILTINS);
    plan_check_options(plan);
    plan_read_texts(plan);
    ptc_plan_read_options(plan);
    ptc_plan_read_tools(plan);
    if (plan->failed)
        return PTC_ERROR_MEMORY;
    return plan->error_count > 0 ? PTC_ERROR_INVALID : PTC_OK;
}

ptc_schema ptc_plan_output(const ptc_plan *plan)
{
    const ptc_schema_node *root = ptc_schema_root(plan->signature);
    ptc_schema output = *plan->signature;

    output.root = root->first + 1;
    return output;
}
