/* SPDX-License-Identifier: MIT */
/*
 * Tools while a program calls them: each has its own time, within that of the program, a
 * flag that is set when it is over, and its progress is that of the program. [mcp 5, 6]
 */
#include "mcp/program/program_int.h"

/* --- Progress ----------------------------------------------------------------------- */

/* How much of a call is done: from 0 to less than 1, even when the total is unknown.
 * Below 0: unknown. */
static double calls_portion(double done, double total)
{
    double portion = total > 0 ? done / total : done / (done + 1);

    return done >= 0 && portion < 1 ? portion : -1;
}

/* Finished calls are the steps of a program; the progress of a tool lies between
 * them. */
static void calls_tell(ptc_tool_call *call, double done, double total,
                       const char *message, void *user)
{
    ptc_mcp_run *run = user;
    double portion = calls_portion(done, total);

    if (portion >= 0)
        ptc_tool_progress(&run->call->tool, (double)run->calls_ended + portion, 0,
                          message != NULL ? message : call->tool->name);
}

static void calls_tell_end(ptc_mcp_run *run, const ptc_tool *tool)
{
    run->calls_ended++;
    ptc_tool_progress(&run->call->tool, (double)run->calls_ended, 0, tool->name);
}

/* --- Calls -------------------------------------------------------------------------- */

/* The result of a tool that took too long does not count. */
static ptc_status calls_refuse_late(ptc_tool_call *call, uint64_t most)
{
    ptc_text text;

    ptc_text_init(&text, call->arena);
    ptc_text_cstr(&text, "no answer within ");
    ptc_text_uint(&text, most);
    ptc_text_cstr(&text, " ms");
    call->result = ptc_value_nil();
    call->reason = "timeout";
    call->message = text.failed ? "no answer in time" : text.ptr;
    return PTC_ERROR_INVALID;
}

/* A failure without words gets those of its status, like that of a direct call. */
static void calls_say_why(ptc_tool_call *call, ptc_status status)
{
    ptc_text text;

    if (call->message != NULL && call->message[0] != '\0')
        return;
    ptc_text_init(&text, call->arena);
    ptc_text_cstr(&text, "it did not say why (");
    ptc_text_cstr(&text, ptc_status_name(status));
    ptc_text_byte(&text, ')');
    call->message = status == PTC_ERROR_MEMORY ? "out of memory"
                    : text.failed              ? "it did not say why"
                                               : text.ptr;
}

/* When its flag is set: a program is late after its last millisecond, a tool at its
 * end. */
static uint64_t calls_time(const ptc_tool_call *call, const ptc_mcp_called *called)
{
    uint64_t most = called->time_ms;
    uint64_t left = call->time_ms < UINT64_MAX ? call->time_ms + 1 : UINT64_MAX;

    return most != 0 && most < left ? most : left;
}

ptc_status ptc_mcp_call_tool(ptc_tool_call *call, void *user)
{
    const ptc_mcp_called *called = user;
    ptc_mcp_run *run = called->context->run;
    const ptc_tool_watcher watcher = {calls_tell, run};
    uint64_t most = called->time_ms;
    uint64_t since = ptc_mcp_now(run->call->runtime);
    ptc_status status;

    call->tool = called->tool;
    call->cancel = ptc_mcp_begin_part(run->call, calls_time(call, called));
    if (most != 0 && most < call->time_ms)
        call->time_ms = most;
    call->watcher = run->call->tool.watcher != NULL ? &watcher : NULL;
    status = called->tool->function(call, called->tool->user);
    call->watcher = NULL;
    call->cancel = run->call->tool.cancel;
    ptc_mcp_end_part(run->call);
    if (most != 0 && ptc_mcp_now(run->call->runtime) - since >= most &&
        status != PTC_ERROR_MEMORY)
        status = calls_refuse_late(call, most);
    if (status != PTC_OK)
        calls_say_why(call, status);
    calls_tell_end(run, called->tool);
    return status;
}
