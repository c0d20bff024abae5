/* SPDX-License-Identifier: MIT */
/* When runs are over: cancelled, or out of time. [subagent 7] */
#include "agent/program/program_int.h"

uint64_t ptc_run_deadline(const ptc_run *run)
{
    uint64_t time_ms = run->plan->agent.mission_timeout_ms;
    uint64_t inherited = run->parent != NULL ? run->parent->deadline : UINT64_MAX;
    uint64_t own = UINT64_MAX;

    if (time_ms != 0 && time_ms < (UINT64_MAX - run->start_ns) / 1000000u)
        own = run->start_ns + time_ms * 1000000u;
    return own < inherited ? own : inherited;
}

bool ptc_run_is_over(void *user)
{
    const ptc_run *run = user;

    return ptc_cancel_is_set(run->tree->cancel) ||
           (run->deadline != UINT64_MAX &&
            ptc_host_clock(run->tree->host) >= run->deadline);
}

bool ptc_run_may_go_on(const ptc_run *run, ptc_arena *arena, ptc_fail *fail)
{
    if (!ptc_run_is_over((void *)(uintptr_t)run))
        return true;
    if (ptc_cancel_is_set(run->tree->cancel))
        ptc_fail_set(fail, arena, "cancelled", "the run was cancelled");
    else
        ptc_fail_set(fail, arena, "mission_timeout", "the mission's time is over");
    return false;
}

uint64_t ptc_run_time(const ptc_run *run)
{
    uint64_t most = run->plan->agent.timeout_ms;
    uint64_t now;
    uint64_t left;

    if (run->deadline == UINT64_MAX)
        return most;
    now = ptc_host_clock(run->tree->host);
    left = now < run->deadline ? (run->deadline - now + 999999u) / 1000000u : 1;
    return left < most ? left : most;
}
