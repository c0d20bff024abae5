/* SPDX-License-Identifier: MIT */
/*
 * Programs of compiled agents, from the text of a file to images: what the runtime finds
 * wrong (agent/compile) gets its place in the agent's file or in the program's. See
 * lock.h. [subagent 15]
 */
#include "generator/lock.h"

#include "agent/compile/compile_int.h"

/* Adds what was found, at its places. */
static void program_tell(const ptc_agent_file *agent, const ptcc_program_file *file,
                         const ptc_faults *faults, ptc_diags *diags)
{
    for (size_t i = 0; i < faults->count; i++) {
        const ptc_compile_fault *fault = &faults->items[i];
        ptc_span span = {0, 1};
        ptc_diag *diag;

        diags->source = agent->source;
        if (fault->position.line > 0) {
            diags->source = &file->source;
            span = fault->span;
        } else if (fault->tool > 0) {
            span = agent->tools[fault->tool - 1].span;
        } else if (fault->code == PTC_DIAG_COMPILE_UNUSED_INPUT) {
            span = agent->signature_span;
        }
        diag = ptc_diag_add(diags, fault->code, span, "%.*s", (int)fault->message.len,
                            fault->message.ptr);
        if (fault->hint.len > 0)
            ptc_diag_hint(diags, diag, "%.*s", (int)fault->hint.len, fault->hint.ptr);
    }
}

/* Whether the value of the last stage is the result, returned or not. */
static ptc_status program_is_value(ptc_arena *arena, const ptc_agent *agent,
                                   bool *is_value)
{
    ptc_plan plan;

    *is_value = agent->completion == PTC_COMPLETION_IMPLICIT;
    if (*is_value)
        return PTC_OK;
    if (ptc_plan_make(agent, arena, &plan) == PTC_ERROR_MEMORY)
        return PTC_ERROR_MEMORY;
    *is_value = plan.is_judgment;
    return PTC_OK;
}

ptc_status ptcc_program_compile(ptc_arena *arena, const ptc_agent_file *agent,
                                const ptcc_program_file *file, ptc_diags *diags,
                                ptcc_compiled *out)
{
    ptc_faults faults = {.arena = arena};
    ptc_stages stages;
    ptc_status status;

    memset(out, 0, sizeof *out);
    ptc_derive_check_agent(agent->agent, &faults);
    program_tell(agent, file, &faults, diags);
    if (faults.failed || program_is_value(arena, agent->agent, &out->is_value) != PTC_OK)
        return PTC_ERROR_MEMORY;
    if (faults.errors > 0)
        return PTC_ERROR_INVALID;
    status = ptc_stages_compile(arena, arena, agent->agent, out->is_value, file->source,
                                file->start, &faults, &stages);
    program_tell(agent, file, &faults, diags);
    out->programs = stages.programs;
    out->images = stages.images;
    out->count = stages.count;
    out->source = ptc_str_make(file->source.text.ptr + file->start,
                               file->source.text.len - file->start);
    return status;
}
