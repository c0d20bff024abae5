/* SPDX-License-Identifier: MIT */
/* The end of a run: the parts of the failure or the result that its step keeps.
 * [subagent 5] */
#include "agent/program/program_int.h"

static ptc_str end_keep(ptc_run *run, ptc_str text)
{
    return text.len > 0 ? ptc_str_copy(run->arena, text) : ptc_str_make("", 0);
}

void ptc_run_refuse_plan(const ptc_run *run, ptc_fail *fail)
{
    const ptc_plan *plan = run->plan;
    ptc_text text;

    ptc_text_init(&text, run->arena);
    *fail = (ptc_fail){.reason = PTC_STR("invalid_config"), .op = PTC_STR("")};
    for (size_t i = 0; i < plan->fault_count; i++) {
        const ptc_agent_fault *fault = &plan->faults[i];

        if (fault->is_warning)
            continue;
        if (text.len == 0)
            fail->reason = fault->error.code;
        else
            ptc_text_cstr(&text, "; ");
        ptc_text_str(&text, fault->error.message);
    }
    fail->message = ptc_text_view(&text);
}

void ptc_run_end_failed(ptc_run *run, const ptc_fail *fail)
{
    ptc_step *step = run->step;

    step->is_ok = false;
    step->fail.reason = end_keep(run, fail->reason);
    step->fail.message = end_keep(run, fail->message);
    step->fail.op = end_keep(run, fail->op);
    ptc_value_copy(run->arena, &fail->details, &step->fail.details);
    run->is_over = true;
}

void ptc_run_end_good(ptc_run *run, const ptc_value *value)
{
    ptc_step *step = run->step;

    step->is_ok = true;
    if (ptc_value_copy(run->arena, value, &step->result) == PTC_OK)
        ptc_run_round(run->plan, run->arena, &step->result);
    run->is_over = true;
}

void ptc_run_warn(ptc_run *run, ptc_str warning)
{
    ptc_text text;

    if (run->warnings.len == 0 || warning.len == 0) {
        run->warnings = run->warnings.len == 0 ? warning : run->warnings;
        return;
    }
    ptc_text_init(&text, &run->scratch);
    ptc_text_str(&text, run->warnings);
    ptc_text_byte(&text, '\n');
    ptc_text_str(&text, warning);
    run->warnings = ptc_text_view(&text);
}
