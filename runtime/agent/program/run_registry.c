/* SPDX-License-Identifier: MIT */
/* The tools of a run in its interpreter: within its limits, and with events. [subagent
 * 9, 14] */
#include "agent/program/program_int.h"
#include "base/base_int.h"

/* --- Watching ---------------------------------------------------------------------- */

/* No call may take longer than the mission. */
static void tools_limit_time(const ptc_run *run, ptc_tool_call *call)
{
    uint64_t now;
    uint64_t left;

    if (run->deadline == UINT64_MAX)
        return;
    now = ptc_host_clock(run->tree->host);
    left = now < run->deadline ? (run->deadline - now + 999999u) / 1000000u : 0;
    if (left < call->time_ms)
        call->time_ms = left;
}

static void tools_start(ptc_tool_call *call, void *user)
{
    ptc_event event = {.kind = PTC_EVENT_TOOL_START,
                       .tool = ptc_str_of(call->tool->name),
                       .is_cached = call->is_cached,
                       .args = &call->told};
    ptc_run *run = user;

    tools_limit_time(run, call);
    if (ptc_run_listens(run, event.kind))
        ptc_run_emit(run, &event);
}

static void tools_stop(const ptc_tool_call *call, const char *error, void *user)
{
    ptc_event event = {.kind = PTC_EVENT_TOOL_STOP,
                       .tool = ptc_str_of(call->tool->name),
                       .is_cached = call->is_cached};
    ptc_run *run = user;

    if (error != NULL) {
        event.kind = PTC_EVENT_TOOL_EXCEPTION;
        event.error = ptc_str_of(error);
    } else {
        event.result = &call->result;
    }
    if (ptc_run_listens(run, event.kind))
        ptc_run_emit(run, &event);
}

/* --- Setting ----------------------------------------------------------------------- */

bool ptc_run_register_tools(ptc_run *run, const ptc_tool *tools, size_t count,
                            ptc_fail *fail)
{
    ptc_tool_observer *observer = ptc_arena_array(run->arena, 1, sizeof *observer);
    ptc_tool_options options;
    ptc_lisp_error error;

    if (observer == NULL || run->arena->failed)
        return false;
    *observer =
        (ptc_tool_observer){.start = tools_start, .stop = tools_stop, .user = run};
    options = (ptc_tool_options){.struct_size = sizeof options};
    options.mode = run->plan->agent.mode;
    options.validators = run->options->validators;
    options.validator_count = run->options->validator_count;
    options.decoders = run->options->decoders;
    options.decoder_count = run->options->decoder_count;
    options.context = run->tree->options->host_context;
    options.max_calls = run->plan->agent.max_tool_calls;
    options.spans_runs = true;
    options.time_ms = run->plan->agent.tool_timeout_ms;
    options.cancel = run->tree->cancel;
    options.observer = observer;
    if (run->tree->options->debug)
        options.max_kept = PTC_UNLIMITED; /* all of it */
    if (ptc_lisp_set_tools(run->arena, run->lisp, tools, count, &options, &error) ==
        PTC_OK)
        return true;
    if (error.reason != PTC_REASON_NONE)
        ptc_fail_set(fail, run->arena, ptc_reason_name(error.reason), PTC_FMT,
                     PTC_ARG(error.message));
    return false;
}

/* --- Failures ---------------------------------------------------------------------- */

ptc_str ptc_run_why(const ptc_step *step)
{
    if (!ptc_str_is_blank(step->fail.message))
        return step->fail.message;
    if (step->fail.reason.len > 0 && !ptc_str_equal(step->fail.reason, PTC_STR("failed")))
        return step->fail.reason;
    return PTC_STR("no reason given");
}
