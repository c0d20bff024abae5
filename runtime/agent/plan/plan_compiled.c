/* SPDX-License-Identifier: MIT */
/* Checks compiled agents and makes them ready to run. [subagent 15] */
#include "agent/plan/plan_int.h"
#include "base/base_int.h"

enum { COMPILED_FLAGS = PTC_COMPILED_MERGES_NOT | PTC_COMPILED_VALUE };

bool ptc_compiled_take(const char *function, const ptc_compiled *given, ptc_compiled *out)
{
    *out = (ptc_compiled){.struct_size = sizeof *out};
    return ptc_options_copy(PTC_OPTIONS("compiled", ptc_compiled), function, given, out);
}

/* --- Tools ------------------------------------------------------------------------- */

static const char *compiled_name(const char *name)
{
    return name != NULL ? name : "";
}

/* The row's kind; without a model there are functions and compiled agents. */
static const ptc_schema *compiled_signature(ptc_plan *plan, const ptc_agent_tool *tool)
{
    ptc_compiled compiled;

    if (tool->llm_tool != NULL || tool->agent != NULL) {
        ptc_plan_fault(plan, "invalid_config",
                       "cannot compile agent with LLM-dependent tool: %s",
                       compiled_name(tool->name));
        return NULL;
    }
    if ((tool->function != NULL) == (tool->compiled != NULL)) {
        ptc_plan_fault(plan, "invalid_config",
                       "tool \"%s\" must be one of function and compiled",
                       compiled_name(tool->name));
        return NULL;
    }
    if (tool->function != NULL)
        return tool->function->signature;
    if (ptc_compiled_take("ptc_compiled_run", tool->compiled, &compiled))
        return compiled.signature;
    ptc_plan_fault(plan, "invalid_config",
                   "tool \"%s\": its compiled agent has no struct_size; set it to "
                   "sizeof(ptc_compiled)",
                   compiled_name(tool->name));
    return NULL;
}

static void compiled_read_tools(ptc_plan *plan)
{
    ptc_agent *agent = &plan->agent;

    if (agent->tools == NULL)
        agent->tool_count = 0;
    ptc_plan_take_names(plan);
    plan->tools = ptc_arena_array(plan->arena, agent->tool_count, sizeof *plan->tools);
    for (size_t i = 0; plan->tools != NULL && i < agent->tool_count; i++) {
        plan->tools[i].tool = &agent->tools[i];
        plan->tools[i].schema = compiled_signature(plan, &agent->tools[i]);
        ptc_plan_check_row(plan, &agent->tools[i]);
    }
    plan->failed = plan->failed || plan->tools == NULL;
}

/* --- Contracts --------------------------------------------------------------------- */

static void compiled_write_signature(ptc_text *text, const ptc_schema *schema)
{
    if (schema == NULL)
        ptc_text_cstr(text, "without a signature");
    else
        ptc_schema_write_signature(text, schema, NULL);
}

static void compiled_compare_tool(ptc_plan *plan, size_t index,
                                  const ptc_compiled_contract *contract)
{
    const ptc_plan_tool *tool = &plan->tools[index];
    ptc_text text;

    if (strcmp(compiled_name(tool->tool->name), compiled_name(contract->name)) != 0) {
        ptc_plan_fault(plan, "invalid_config", "tool %zu is \"%s\", not \"%s\"",
                       index + 1, compiled_name(tool->tool->name),
                       compiled_name(contract->name));
        return;
    }
    if (tool->schema == contract->signature ||
        (tool->schema != NULL && contract->signature != NULL &&
         ptc_schema_equal(tool->schema, contract->signature)))
        return;
    ptc_text_init(&text, plan->arena);
    ptc_text_cstr(&text, "tool \"");
    ptc_text_cstr(&text, compiled_name(contract->name));
    ptc_text_cstr(&text, "\" is ");
    compiled_write_signature(&text, tool->schema);
    ptc_text_cstr(&text, ", not ");
    compiled_write_signature(&text, contract->signature);
    if (text.failed)
        plan->failed = true;
    else
        ptc_plan_fault(plan, "invalid_config", "%s", text.ptr);
}

/* The programs were derived with these tools: they must still be the same. */
static void compiled_compare_tools(ptc_plan *plan, const ptc_compiled *compiled)
{
    size_t expected = compiled->contract_count;
    size_t count = plan->agent.tool_count;

    if (compiled->contracts == NULL || plan->failed)
        return;
    if (count != expected)
        ptc_plan_fault(plan, "invalid_config", "there are %zu tools, not %zu", count,
                       expected);
    for (size_t i = 0; i < count && i < expected; i++)
        compiled_compare_tool(plan, i, &compiled->contracts[i]);
}

/* --- The plan ---------------------------------------------------------------------- */

static void compiled_check_stages(ptc_plan *plan, const ptc_compiled *compiled)
{
    size_t count = compiled->stages != NULL ? compiled->stage_count : 0;

    for (size_t i = 0; i < count; i++) {
        if (compiled->stages[i] == NULL)
            count = 0;
    }
    if (count == 0)
        ptc_plan_fault(plan, "invalid_config", "a compiled agent needs its programs");
}

/* The compiled agent as an agent, without the parts for models. */
static ptc_agent compiled_agent(const ptc_compiled *compiled)
{
    bool merges_not = (compiled->flags & PTC_COMPILED_MERGES_NOT) != 0;

    return (ptc_agent){
        .struct_size = sizeof(ptc_agent),
        .name = compiled->name,
        .description = compiled->description,
        .signature = compiled->signature,
        .tools = compiled->tools,
        .tool_count = compiled->tool_count,
        .max_tool_calls = compiled->max_tool_calls,
        .mission_timeout_ms = compiled->mission_timeout_ms,
        .timeout_ms = compiled->timeout_ms,
        .tool_timeout_ms = compiled->tool_timeout_ms,
        .fuel = compiled->fuel,
        .max_heap = compiled->max_heap,
        .memory_limit = compiled->memory_limit,
        .mode = compiled->mode,
        .field_descriptions = compiled->field_descriptions,
        .field_description_count = compiled->field_description_count,
        .float_digits = compiled->float_digits,
        .flags = merges_not ? (unsigned)PTC_AGENT_MERGES_NOT : 0u,
    };
}

ptc_status ptc_plan_compiled(const ptc_compiled *compiled,
                             const ptc_agent_overrides *overrides, ptc_arena *arena,
                             ptc_plan *plan)
{
    const ptc_schema *signature = compiled->signature;

    *plan = (ptc_plan){.arena = arena, .agent = compiled_agent(compiled)};
    plan->source = &plan->agent;
    ptc_plan_check_settings(plan);
    ptc_plan_check_flags(plan, compiled->flags, COMPILED_FLAGS, "PTC_COMPILED");
    if (overrides != NULL)
        ptc_plan_override(plan, overrides);
    ptc_plan_fill(&plan->agent);
    plan->agent.max_turns = (uint32_t)compiled->stage_count;
    plan->is_judgment = (compiled->flags & PTC_COMPILED_VALUE) != 0;
    plan->signature = signature;
    if (signature != NULL && ptc_schema_root(signature)->type != PTC_TYPE_FUNCTION) {
        plan->signature = NULL;
        ptc_plan_fault(plan, "invalid_config", "signature must be a function type");
    }
    compiled_check_stages(plan, compiled);
    compiled_read_tools(plan);
    compiled_compare_tools(plan, compiled);
    if (plan->failed)
        return PTC_ERROR_MEMORY;
    return plan->error_count > 0 ? PTC_ERROR_INVALID : PTC_OK;
}
