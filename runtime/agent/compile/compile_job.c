/* SPDX-License-Identifier: MIT */
/* Functions for all parts of a compilation: ending it, and compiling its text. [subagent
 * 15] */
#include "agent/compile/compile_int.h"

/* --- Ends -------------------------------------------------------------------------- */

void ptc_derive_fault_of(ptc_derive_job *job, size_t sample, size_t input)
{
    if (job->faults.count == 0)
        return;
    job->faults.items[job->faults.count - 1].sample = sample;
    job->faults.items[job->faults.count - 1].input = input;
}

ptc_status ptc_derive_end(ptc_derive_job *job, const char *reason, ptc_str message)
{
    ptc_fail *fail = &job->out->fail;

    fail->reason = ptc_str_of(reason);
    fail->message = ptc_str_copy(job->arena, message);
    return fail->message.ptr != NULL ? PTC_ERROR_INVALID : PTC_ERROR_MEMORY;
}

ptc_status ptc_derive_end_with(ptc_derive_job *job, const ptc_step *step)
{
    job->out->step = step;
    job->out->fail = step->fail;
    return PTC_ERROR_INVALID;
}

ptc_status ptc_derive_end_by_faults(ptc_derive_job *job, const char *reason)
{
    const ptc_faults *faults = &job->faults;

    if (faults->failed)
        return PTC_ERROR_MEMORY;
    for (size_t i = 0; i < faults->count; i++) {
        if (faults->items[i].severity == PTC_SEVERITY_ERROR)
            return ptc_derive_end(job, reason, faults->items[i].message);
    }
    return PTC_OK;
}

/* --- The text ---------------------------------------------------------------------- */

ptc_status ptc_derive_take_source(ptc_derive_job *job, ptc_str source)
{
    bool is_value =
        job->plan.is_judgment || job->plan.agent.completion == PTC_COMPLETION_IMPLICIT;
    ptc_status status = ptc_stages_compile(job->arena, &job->work, &job->agent, is_value,
                                           (ptc_source){PTC_STR("program"), source}, 0,
                                           &job->faults, &job->stages);

    job->out->source = source;
    if (status == PTC_ERROR_INVALID)
        return ptc_derive_end_by_faults(job, "compile_error");
    return status == PTC_OK ? ptc_derive_make(job) : status;
}
