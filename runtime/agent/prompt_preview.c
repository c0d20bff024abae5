/* SPDX-License-Identifier: MIT */
/* What a run would ask its model first, without asking. [subagent 11.7] */
#include "agent/prompt_int.h"
#include "agent/run.h"

static ptc_str preview_signature(ptc_arena *arena, const ptc_schema *schema)
{
    static const ptc_render_options options = {.struct_size = sizeof options,
                                               .hide_firewalled = true};
    ptc_text text;

    if (schema == NULL)
        return PTC_STR("");
    ptc_text_init(&text, arena);
    ptc_schema_write_signature(&text, schema, &options);
    return ptc_text_view(&text);
}

static bool preview_tools(const ptc_plan *plan, ptc_arena *arena, ptc_preview *out)
{
    size_t count = plan->agent.tool_count;
    ptc_tool_schema *tools = ptc_arena_array(arena, count, sizeof *tools);
    ptc_tool_schema *sorted = ptc_arena_array(arena, count, sizeof *tools);
    const uint32_t *order = NULL;

    for (size_t i = 0; tools != NULL && i < count; i++)
        tools[i] = (ptc_tool_schema){
            .name = ptc_str_of(plan->tools[i].tool->name),
            .signature = preview_signature(arena, plan->tools[i].schema),
            .description = plan->tools[i].description,
        };
    if (tools != NULL)
        order = ptc_names_order(arena, &tools->name, sizeof *tools, count);
    for (size_t i = 0; order != NULL && sorted != NULL && i < count; i++)
        sorted[i] = tools[order[i]];
    out->tools = sorted;
    out->tool_count = count;
    return order != NULL && sorted != NULL && !arena->failed;
}

/* The faults of a definition as one failure: the first of them. */
static void preview_refuse(const ptc_plan *plan, ptc_fail *fail)
{
    for (size_t i = 0; i < plan->fault_count; i++) {
        if (plan->faults[i].is_warning)
            continue;
        *fail = (ptc_fail){.reason = plan->faults[i].reason,
                           .message = plan->faults[i].message};
        return;
    }
}

/* A context that does not fit the parameters is shown all the same. */
static bool preview_context(ptc_run *run, ptc_fail *fail)
{
    static const ptc_map none = {.count = 0};
    const ptc_value *given = run->options->context;

    if (ptc_run_take_context(run, fail))
        return true;
    if (!ptc_str_equal(fail->reason, PTC_STR("validation_error")) &&
        !ptc_str_equal(fail->reason, PTC_STR("chain_error")))
        return false;
    if (run->options->from != NULL && run->options->from->result.kind == PTC_MAP)
        run->inputs = run->options->from->result;
    else if (given != NULL && given->kind == PTC_MAP)
        run->inputs = *given;
    else
        run->inputs = ptc_value_map(&none);
    run->context = run->inputs;
    return true;
}

ptc_status ptc_agent_preview(const ptc_agent *agent, const ptc_agent_options *options,
                             ptc_arena *arena, ptc_preview *out, ptc_fail *fail)
{
    ptc_agent_options known = {.struct_size = sizeof known};
    ptc_status status;
    ptc_plan plan;
    ptc_run run = {.plan = &plan, .options = &known, .arena = arena};

    *out = (ptc_preview){0};
    *fail = (ptc_fail){0};
    if (options != NULL)
        memcpy(&known, options,
               options->struct_size < sizeof known ? options->struct_size : sizeof known);
    status = ptc_plan_make(agent, arena, &plan);
    if (status == PTC_ERROR_INVALID)
        preview_refuse(&plan, fail);
    if (status != PTC_OK)
        return status;
    if (!preview_context(&run, fail) ||
        !ptc_prompt_make(&run, &out->system, &out->user, fail) ||
        !preview_tools(&plan, arena, out))
        return arena->failed ? PTC_ERROR_MEMORY : PTC_ERROR_INVALID;
    out->signature = plan.signature;
    out->warning = run.prompt_warning;
    return PTC_OK;
}
