/* SPDX-License-Identifier: MIT */
/* Agents as compiled agents, before they have programs. [subagent 15] */
#include "agent/plan/plan_int.h"

/* The agent's own tools, and rows for the built-in ones. */
static bool made_take_tools(const ptc_agent *agent, ptc_arena *arena, ptc_compiled *out)
{
    const ptc_plan plan = {.agent = *agent};
    size_t count = agent->tool_count;
    ptc_agent_tool *rows =
        ptc_arena_array(arena, count + PTC_PLAN_BUILTINS, sizeof *rows);
    const ptc_tool *builtin;

    if (rows == NULL)
        return false;
    if (count > 0)
        memcpy(rows, agent->tools, count * sizeof *rows);
    for (size_t i = 0; (builtin = ptc_plan_builtin(&plan, i)) != NULL; i++)
        rows[count++] = (ptc_agent_tool){.name = builtin->name, .function = builtin};
    out->tools = rows;
    out->tool_count = count;
    return true;
}

static bool made_ends_with_value(const ptc_agent *agent)
{
    bool has_tools = agent->tool_count > 0 || (agent->flags & PTC_AGENT_BUILTINS) != 0;

    return agent->completion == PTC_COMPLETION_IMPLICIT ||
           (agent->max_turns == 1 && !has_tools);
}

bool ptc_plan_make_compiled(const ptc_agent *agent, ptc_arena *arena, ptc_compiled *out)
{
    *out = (ptc_compiled){
        .struct_size = sizeof *out,
        .name = agent->name,
        .description = agent->description,
        .signature = agent->signature,
        .mode = agent->mode,
        .fuel = agent->fuel,
        .max_heap = agent->max_heap,
        .memory_limit = agent->memory_limit,
        .timeout_ms = agent->timeout_ms,
        .tool_timeout_ms = agent->tool_timeout_ms,
        .mission_timeout_ms = agent->mission_timeout_ms,
        .max_tool_calls = agent->max_tool_calls,
        .float_digits = agent->float_digits,
        .field_descriptions = agent->field_descriptions,
        .field_description_count = agent->field_description_count,
        .origin = {.tokens = -1},
    };
    if (agent->flags & PTC_AGENT_MERGES_NOT)
        out->flags |= PTC_COMPILED_MERGES_NOT;
    if (made_ends_with_value(agent))
        out->flags |= PTC_COMPILED_VALUE;
    return made_take_tools(agent, arena, out);
}
