/* SPDX-License-Identifier: MIT */
/* Rows of tools, for agents and compiled agents. [subagent 9, 15] */
#include "agent/plan/plan_int.h"

void ptc_plan_take_names(ptc_plan *plan)
{
    ptc_agent *agent = &plan->agent;
    ptc_agent_tool *named = NULL;

    for (size_t i = 0; i < agent->tool_count; i++) {
        const ptc_agent_tool *tool = &agent->tools[i];

        if (tool->name != NULL || tool->function == NULL)
            continue;
        if (named == NULL) {
            named = ptc_arena_array(plan->arena, agent->tool_count, sizeof *named);
            if (named == NULL) {
                plan->failed = true;
                return;
            }
            memcpy(named, agent->tools, agent->tool_count * sizeof *named);
        }
        named[i].name = tool->function->name;
    }
    if (named != NULL)
        agent->tools = named;
}

void ptc_plan_check_row(ptc_plan *plan, const ptc_agent_tool *tool)
{
    const char *name = tool->name != NULL ? tool->name : "";

    if ((tool->flags & ~(unsigned)PTC_TOOL_CACHED) == 0)
        return;
    ptc_plan_look_at(plan, "tools", ptc_str_of(name), "cache");
    ptc_plan_fault(plan, "invalid_config",
                   "tool \"%s\": flags must be 0 or PTC_TOOL_CACHED", name);
}
