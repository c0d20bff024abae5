/* SPDX-License-Identifier: MIT */
/* Tools of compiled agents, and compiled agents as tools. [subagent 15] */
#include "agent/host/host_int.h"
#include "agent/program/program_int.h"

/* --- As tools ---------------------------------------------------------------------- */

bool ptc_run_begin_call(const ptc_run *run, const ptc_tool_call *call, ptc_value *context,
                        ptc_agent_options *options, ptc_arena **arena)
{
    *arena = run->options->trace == PTC_TRACE_MODE_NONE ? call->arena : run->arena;
    *options = *run->options;
    options->context = context;
    options->from = NULL;
    options->context_signature = NULL;
    options->llm = (ptc_llm_ref){0};
    options->retry = NULL;
    options->overrides = NULL;
    return ptc_value_copy(*arena, &call->arguments, context) == PTC_OK;
}

/* A normal tool: its caller's clock goes on and limits its time. */
static uint64_t call_deadline(const ptc_run *run, const ptc_tool_call *call)
{
    uint64_t now = ptc_host_clock(run->tree->host);

    return call->time_ms < (UINT64_MAX - now) / 1000000u ? now + call->time_ms * 1000000u
                                                         : UINT64_MAX;
}

ptc_status ptc_compiled_call(ptc_tool_call *call, void *user)
{
    const ptc_compiled_tool *tool = user;
    ptc_run *run = tool->run;
    const ptc_step *step = NULL;
    ptc_status status = PTC_ERROR_MEMORY;
    ptc_agent_options options;
    ptc_arena *arena;
    ptc_value context;

    if (ptc_run_begin_call(run, call, &context, &options, &arena))
        status = ptc_run_compiled(run->tree, run, tool->compiled,
                                  call_deadline(run, call), &options, arena, &step);
    if (step == NULL) {
        run->scratch.failed = true; /* memory refused to it is refused to the run */
        return PTC_ERROR_MEMORY;
    }
    if (arena == run->arena)
        call->step = step;
    if (status == PTC_OK) {
        call->result = step->result;
        return PTC_OK;
    }
    call->message = ptc_str_copy(call->arena, ptc_run_why(step)).ptr;
    call->reason = ptc_str_copy(call->arena, step->fail.reason).ptr;
    if (call->message == NULL)
        call->message = "the compiled agent failed";
    return status;
}

/* --- Their own --------------------------------------------------------------------- */

bool ptc_compiled_set_tools(ptc_run *run, ptc_fail *fail)
{
    size_t count = run->plan->agent.tool_count;
    ptc_compiled_tool *states = ptc_arena_array(run->arena, count, sizeof *states);
    ptc_tool *tools = ptc_arena_array(run->arena, count, sizeof *tools);

    *fail = (ptc_fail){.reason = {"", 0}}; /* memory, unless a reason is set */
    if (states == NULL || tools == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const ptc_agent_tool *row = run->plan->tools[i].tool;

        states[i] = (ptc_compiled_tool){run, row->compiled};
        if (row->function != NULL)
            tools[i] = *row->function;
        else
            tools[i] = (ptc_tool){.signature = run->plan->tools[i].schema,
                                  .function = ptc_compiled_call,
                                  .user = &states[i]};
        tools[i].name = row->name;
        tools[i].flags |= row->flags & PTC_TOOL_CACHED;
    }
    return ptc_run_register_tools(run, tools, count, fail);
}
