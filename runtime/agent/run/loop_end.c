/* SPDX-License-Identifier: MIT */
/* How a run ends: what its step keeps of the failure or of the result. [subagent 5] */
#include "agent/run/loop_int.h"

static ptc_str end_keep(ptc_run *run, ptc_str text)
{
    return text.len > 0 ? ptc_str_copy(run->arena, text) : ptc_str_make("", 0);
}

void ptc_loop_end_failed(ptc_run *run, const ptc_fail *fail)
{
    ptc_step *step = run->step;

    step->is_ok = false;
    step->fail.reason = end_keep(run, fail->reason);
    step->fail.message = end_keep(run, fail->message);
    step->fail.op = end_keep(run, fail->op);
    ptc_value_copy(run->arena, &fail->details, &step->fail.details);
    run->is_over = true;
}

void ptc_loop_end_good(ptc_run *run, const ptc_value *value)
{
    ptc_step *step = run->step;

    step->is_ok = true;
    if (ptc_value_copy(run->arena, value, &step->result) == PTC_OK)
        ptc_loop_round(run->plan, run->arena, &step->result);
    run->is_over = true;
}
