/* SPDX-License-Identifier: MIT */
/*
 * Programs of compiled agents, from the text of a file to images: faults found by the
 * runtime (agent/compile) get their place in the agent's file or in the program's. See
 * lock.h. [subagent 15]
 */
#include "tool/common/lock.h"

#include "agent/compile/compile_int.h"

ptc_span ptc_lock_fault_place(ptc_diags *diags, const ptc_agent_file *agent,
                              const ptc_source *program, size_t start,
                              const ptc_compile_fault *fault)
{
    if (fault->position.line > 0) {
        diags->source = program;
        return (ptc_span){(uint32_t)(fault->span.start + start),
                          (uint32_t)(fault->span.end + start)};
    }
    diags->source = agent->source;
    if (fault->tool > 0)
        return agent->tools[fault->tool - 1].span;
    if (fault->code == PTC_DIAG_COMPILE_UNUSED_INPUT)
        return agent->signature_span;
    return (ptc_span){0, 1};
}

void ptc_lock_fault_add(ptc_diags *diags, ptc_span span, const ptc_compile_fault *fault)
{
    ptc_diag *diag = ptc_diag_add(diags, fault->code, span, "%.*s",
                                  (int)fault->message.len, fault->message.ptr);

    if (fault->hint.len > 0)
        ptc_diag_hint(diags, diag, "%.*s", (int)fault->hint.len, fault->hint.ptr);
}

static void program_tell(const ptc_agent_file *agent, const ptc_lock_file *file,
                         const ptc_faults *faults, ptc_diags *diags)
{
    for (size_t i = 0; i < faults->count; i++) {
        const ptc_compile_fault *fault = &faults->items[i];
        ptc_span span = ptc_lock_fault_place(diags, agent, &file->source, 0, fault);

        ptc_lock_fault_add(diags, span, fault);
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

ptc_status ptc_lock_compile_program(ptc_arena *arena, const ptc_agent_file *agent,
                                    const ptc_lock_file *file, ptc_diags *diags,
                                    ptc_lock_compiled *out)
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
    if (!ptc_lock_read_origin(arena, file, &out->origin))
        return PTC_ERROR_MEMORY;
    if (out->origin.turns == 0)
        out->origin.turns = (uint32_t)stages.count;
    return status;
}
