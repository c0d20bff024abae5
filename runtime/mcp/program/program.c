/* SPDX-License-Identifier: MIT */
/*
 * run_program: a call from its arguments to its outcome. Faults of the program are given
 * to the model as a failure of the call; only its session keeps its definitions, and only
 * if it was good. [mcp 6]
 */
#include "mcp/program/program_int.h"

static ptc_status program_enter(ptc_mcp_run *run)
{
    return run->session.len > 0 ? ptc_mcp_enter_session(run) : ptc_mcp_lend_context(run);
}

/* `is_sound`: the interpreter did its work, and a client waits for it. */
static void program_leave(ptc_mcp_run *run, bool is_sound)
{
    run->context->run = NULL;
    ptc_lisp_set_context(run->context->lisp, NULL);
    if (run->session.len == 0)
        ptc_mcp_return_context(run, is_sound);
    else
        ptc_mcp_leave_session(run, is_sound && run->status == PTC_OK &&
                                       !ptc_cancel_is_set(run->call->tool.cancel));
}

/* The time of a program is at most that of its call. */
static void program_set_time(const ptc_mcp_run *run)
{
    uint64_t most = run->programs->limits.time_ms;
    uint64_t left = run->call->tool.time_ms;

    ptc_lisp_set_time(run->context->lisp, left < most ? left : most);
}

/* Compiles and runs it: the status is the program's, or PTC_ERROR_MEMORY. */
static ptc_status program_execute(ptc_mcp_run *run)
{
    ptc_arena *arena = run->call->tool.arena;
    ptc_lisp *lisp = run->context->lisp;
    unsigned texts = PTC_LISP_BOUND | (run->session.len > 0 ? PTC_LISP_HISTORY : 0);
    ptc_status status;

    if (run->given.kind == PTC_MAP && ptc_lisp_set_context(lisp, &run->given) != PTC_OK)
        return PTC_ERROR_MEMORY;
    program_set_time(run);
    status =
        ptc_lisp_compile(arena, lisp, &run->source, &run->compiled, &run->result.error);
    if (status != PTC_OK)
        return status;
    return ptc_lisp_run(arena, lisp, run->compiled, texts, &run->result);
}

/* The value of a failed program is also given, as far as JSON can express it. */
static ptc_status program_take_failure(ptc_mcp_run *run)
{
    ptc_status status;
    ptc_str why;

    if (run->result.error.reason != PTC_REASON_FAIL)
        return PTC_OK;
    status = ptc_mcp_tell_value(run, run->call->tool.arena, &run->result.value, &why);
    return status == PTC_ERROR_MEMORY ? status : PTC_OK;
}

/* Leaves the outcome of the program in the call. */
static ptc_status program_tell(ptc_mcp_run *run)
{
    ptc_mcp_call *call = run->call;
    ptc_status status = run->status == PTC_OK ? PTC_OK : program_take_failure(run);
    ptc_text text;

    ptc_text_init(&text, call->tool.arena);
    ptc_mcp_tell_program(&text, run);
    call->outcome = run->status == PTC_OK ? PTC_MCP_TEXT : PTC_MCP_TEXT_FAILED;
    call->text = ptc_text_view(&text);
    call->tool.result = ptc_value_nil();
    if (status == PTC_OK && run->program->is_structured)
        status = ptc_mcp_structure_program(call->tool.arena, run, &call->tool.result);
    return text.failed ? PTC_ERROR_MEMORY : status;
}

ptc_status ptc_mcp_run_program(ptc_mcp_call *call)
{
    ptc_mcp_run run = {.call = call, .program = call->row->data};
    bool is_sound;
    ptc_status status;

    if (!ptc_mcp_take_program(&run, &status))
        return status;
    run.programs = ptc_mcp_programs_of(call->runtime);
    status = run.programs != NULL ? program_enter(&run) : PTC_ERROR_MEMORY;
    if (status != PTC_OK)
        return status == PTC_ERROR_MEMORY ? status : PTC_OK;
    run.context->run = &run;
    run.status = program_execute(&run);
    is_sound = run.status == PTC_OK || run.status == PTC_ERROR_INVALID ||
               run.status == PTC_ERROR_SYNTAX;
    status = is_sound ? program_tell(&run) : PTC_ERROR_MEMORY;
    if (run.compiled != NULL)
        ptc_program_free(run.compiled);
    program_leave(&run, is_sound);
    return status;
}
