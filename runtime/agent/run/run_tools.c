/* SPDX-License-Identifier: MIT */
/* The tools of a run for its programs. [subagent 9, 12] */
#include "agent/run/reply.h"
#include "agent/run/run_tool.h"

/* --- Agents ------------------------------------------------------------------------ */

/* Whether the child ended because of a budget that its caller has also used up: no
 * attempt of the caller's program goes on after that. The interpreter itself notices the
 * end of time. */
static bool tools_is_final(const ptc_run *run, const ptc_step *step)
{
    ptc_str reason = step->fail.reason;

    if (ptc_str_equal(reason, PTC_STR("max_depth_exceeded")))
        return step->usage.turns == 0;
    return (ptc_str_equal(reason, PTC_STR("turn_budget_exhausted")) ||
            ptc_str_equal(reason, PTC_STR("budget_exhausted"))) &&
           ptc_run_is_spent(run);
}

ptc_status ptc_run_tool_agent(ptc_run_tool *tool, const ptc_agent *agent,
                              const ptc_llm_ref *bound, ptc_tool_call *call)
{
    ptc_run *run = tool->run;
    const ptc_step *step = NULL;
    ptc_agent_options options;
    ptc_arena *arena;
    ptc_value context;
    ptc_status status;
    ptc_text text;

    if (!ptc_run_begin_call(run, call, &context, &options, &arena))
        return PTC_ERROR_MEMORY;
    if (bound->name != NULL && strcmp(bound->name, "caller") == 0)
        bound = NULL;
    status = ptc_run_agent(run->tree, run, agent, bound, &options, arena, &step);
    if (step == NULL)
        return status;
    if (arena == run->arena)
        call->step = step;
    if (status == PTC_OK) {
        call->result = step->result;
        return PTC_OK;
    }
    ptc_text_init(&text, call->arena);
    ptc_text_cstr(&text, "SubAgent tool failed: ");
    ptc_text_str(&text, ptc_run_why(step));
    call->message = text.failed ? "SubAgent tool failed" : text.ptr;
    call->is_final = tools_is_final(run, step);
    call->reason = ptc_str_copy(call->arena, step->fail.reason).ptr;
    return status;
}

ptc_status ptc_run_tool_end(ptc_run_tool *tool, ptc_status status)
{
    if (status == PTC_ERROR_MEMORY)
        tool->run->scratch.failed = true;
    return status;
}

static ptc_status tools_call_agent(ptc_tool_call *call, void *user)
{
    ptc_run_tool *tool = user;
    const ptc_agent_tool *definition = tool->plan->tool;

    return ptc_run_tool_end(
        tool, ptc_run_tool_agent(tool, definition->agent, &definition->llm, call));
}

/* --- Setting ----------------------------------------------------------------------- */

/* A planned tool in the form that programs call. */
static ptc_tool tools_make(const ptc_plan_tool *plan, ptc_run_tool *state)
{
    const ptc_agent_tool *definition = plan->tool;
    ptc_tool tool = {.name = definition->name,
                     .signature = plan->schema,
                     .user = state,
                     .flags = PTC_TOOL_UNTIMED};

    if (definition->function != NULL) {
        tool = *definition->function;
        tool.name = definition->name;
    } else if (definition->compiled != NULL) {
        state->compiled = (ptc_compiled_tool){state->run, definition->compiled};
        tool.function = ptc_compiled_call;
        tool.user = &state->compiled;
        tool.flags = 0; /* it takes its caller's time */
    } else {
        tool.function = definition->agent != NULL ? tools_call_agent : ptc_run_tool_ask;
    }
    tool.flags |= definition->flags & PTC_TOOL_CACHED;
    return tool;
}

static size_t tools_fill(ptc_run *run, ptc_tool *tools, ptc_run_tool *states)
{
    const ptc_plan *plan = run->plan;
    const ptc_tool *builtin;
    size_t count = 0;

    for (size_t i = 0; i < plan->agent.tool_count; i++) {
        states[i] = (ptc_run_tool){.run = run, .plan = &plan->tools[i]};
        if (plan->tools[i].tool->llm_tool != NULL)
            ptc_plan_make_agent(plan->tools[i].tool, &states[i].agent);
        tools[count++] = tools_make(&plan->tools[i], &states[i]);
    }
    for (size_t i = 0; (builtin = ptc_plan_builtin(plan, i)) != NULL; i++)
        tools[count++] = *builtin;
    for (size_t i = 0; i < run->prompt_tool_count; i++) {
        ptc_str name = run->prompt_tools[i].name;

        if (run->prompt_tools[i].is_planning)
            tools[count++] = (ptc_tool){.name = ptc_str_copy(run->arena, name).ptr,
                                        .signature = run->prompt_tools[i].schema,
                                        .flags = PTC_TOOL_PLANNING};
    }
    return count;
}

bool ptc_run_set_tools(ptc_run *run, ptc_fail *fail)
{
    ptc_run_tool *states;
    ptc_plan_list list;
    ptc_tool *tools;

    *fail = ptc_fail_none(); /* memory, unless a reason is set */
    if (!ptc_plan_list_tools(run->plan, run->arena, &list))
        return false;
    run->prompt_tools = list.prompt_tools;
    run->prompt_tool_count = list.prompt_tool_count;
    run->tool_names = list.names;
    run->tool_name_count = list.name_count;
    if (run->lisp == NULL)
        return true;
    tools = ptc_arena_array(run->arena, list.prompt_tool_count, sizeof *tools);
    states = ptc_arena_array(run->arena, run->plan->agent.tool_count, sizeof *states);
    if (tools == NULL || states == NULL)
        return false;
    return ptc_run_register_tools(run, tools, tools_fill(run, tools, states), fail);
}
