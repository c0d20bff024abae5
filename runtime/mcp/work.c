/* SPDX-License-Identifier: MIT */
/* Calls that run: on the thread that works, with the memory of a worker. [mcp 5] */
#include "mcp/call.h"

enum { CALL_KEPT_BYTES = 256 << 10 }; /* that a worker keeps from call to call */

/* A call in the hands of a worker. */
typedef struct call_job {
    ptc_mcp_call call; /* first: the job of a call is found through it */
    ptc_mcp_session *session;
    ptc_mcp_slot *slot;
    ptc_mcp_worker *worker;
} call_job;

static void call_empty(ptc_arena *arena)
{
    if (arena->held > CALL_KEPT_BYTES)
        ptc_arena_free(arena);
    else
        ptc_arena_reset(arena);
}

static void call_start(call_job *job, ptc_mcp_session *session)
{
    ptc_mcp_slot *slot = session->waiting;
    ptc_mcp_worker *worker = session->workers;

    job->session = session;
    job->slot = NULL;
    if (slot == NULL || worker == NULL ||
        session->running_count >= session->runtime->options.workers)
        return;
    job->slot = slot;
    job->worker = worker;
    session->waiting = slot->next;
    session->waiting_count--;
    session->waiting_bytes -= slot->arguments.len;
    session->workers = worker->next;
    slot->since_ms = ptc_mcp_now(session->runtime);
    slot->next = session->running;
    session->running = slot;
    session->running_count++;
    session->stuck_ms = UINT64_MAX;
}

static ptc_status call_run(call_job *job)
{
    ptc_mcp_slot *slot = job->slot;
    ptc_mcp_runtime *runtime = job->session->runtime;
    ptc_mcp_progress progress = {&slot->to, runtime,    &job->worker->lines, slot->token,
                                 0,         UINT64_MAX, &slot->is_over};
    const ptc_tool_watcher watcher = {ptc_mcp_tell_progress, &progress};
    ptc_mcp_call *call = &job->call;
    ptc_status status;

    *call = (ptc_mcp_call){
        .tool = {.tool = slot->row->tool,
                 .arena = &job->worker->arena,
                 .time_ms = slot->time_ms,
                 .cancel = &slot->cancel,
                 .hides_private = true,
                 .watcher = slot->token.len > 0 ? &watcher : NULL},
        .row = slot->row,
        .runtime = runtime,
        .arguments = slot->arguments,
        .parsing = &runtime->parsing,
    };
    ptc_mcp_log_arguments(call);
    status = slot->row->function != NULL ? slot->row->function(call)
                                         : ptc_mcp_call_plain(call);
    call->tool.watcher = NULL;
    ptc_arena_reset(&job->worker->lines);
    return status;
}

/* --- Parts -------------------------------------------------------------------------- */

const ptc_cancel *ptc_mcp_begin_part(ptc_mcp_call *call, uint64_t time_ms)
{
    const call_job *job = (call_job *)call;
    ptc_mcp_slot *slot = job->slot;
    uint64_t now = ptc_mcp_now(call->runtime);

    ptc_mcp_lock(call->runtime);
    slot->part.is_set = slot->is_over;
    slot->part_end_ms = time_ms < UINT64_MAX - now ? now + time_ms : UINT64_MAX;
    ptc_mcp_unlock(call->runtime);
    return &slot->part;
}

void ptc_mcp_end_part(ptc_mcp_call *call)
{
    const call_job *job = (call_job *)call;

    ptc_mcp_lock(call->runtime);
    job->slot->part_end_ms = UINT64_MAX;
    ptc_mcp_unlock(call->runtime);
}

/* --- The end ------------------------------------------------------------------------ */

/* The line that answers a call; "Internal error" where memory is refused. */
static ptc_str call_write(call_job *job, ptc_status status, bool is_late,
                          char memory[PTC_MCP_SMALL])
{
    const ptc_mcp_runtime *runtime = job->session->runtime;
    ptc_mcp_slot *slot = job->slot;
    ptc_text text;

    ptc_text_init(&text, &job->worker->lines);
    if (is_late)
        ptc_mcp_write_late(&text, slot);
    else if (status == PTC_OK)
        status = ptc_mcp_write_result(&text, &slot->to, &job->call);
    if (status == PTC_ERROR_MEMORY && !is_late && !text.failed) {
        ptc_text_cut(&text, 0);
        ptc_mcp_write_failure_of(&text, &slot->to, "%s: out of memory (limit %zu bytes)",
                                 slot->row->name, runtime->options.max_memory);
    }
    return text.failed || text.len == 0 ? ptc_mcp_internal_error(&slot->to, memory)
                                        : ptc_text_view(&text);
}

static void call_leave(call_job *job)
{
    ptc_mcp_session *session = job->session;
    ptc_mcp_slot **place = &session->running;

    while (*place != job->slot)
        place = &(*place)->next;
    *place = job->slot->next;
    session->running_count--;
    session->stuck_ms = UINT64_MAX;
    ptc_mcp_spare_slot(session, job->slot);
    call_empty(&job->worker->arena);
    call_empty(&job->worker->lines);
    job->worker->next = session->workers;
    session->workers = job->worker;
}

/* The end of a call, for the log. */
static const char *call_words(const ptc_mcp_call *call, bool is_late)
{
    static const char *const words[] = {
        [PTC_MCP_NONE] = "internal error", [PTC_MCP_RESULT] = "answered",
        [PTC_MCP_TEXT] = "answered",       [PTC_MCP_REFUSED] = "arguments refused",
        [PTC_MCP_FAILED] = "failed",       [PTC_MCP_TEXT_FAILED] = "failed",
        [PTC_MCP_JSON] = "answered",
    };

    return is_late ? "late" : words[call->outcome];
}

static void call_end(call_job *job, ptc_status status)
{
    const ptc_mcp_runtime *runtime = job->session->runtime;
    ptc_mcp_slot *slot = job->slot;
    uint64_t took = ptc_mcp_now(runtime) - slot->since_ms;
    bool is_late = took >= slot->time_ms;
    char memory[PTC_MCP_SMALL];
    ptc_str line = call_write(job, status, is_late, memory);

    ptc_mcp_log(runtime, PTC_MCP_INFO, "%s: %s after %llu ms", slot->row->name,
                call_words(&job->call, is_late), (unsigned long long)took);
    ptc_mcp_lock(runtime);
    if (!slot->is_over && line.len > 0) {
        slot->is_over = true;
        ptc_mcp_send_locked(&slot->to, line, true);
    }
    call_leave(job);
    ptc_mcp_unlock(runtime);
}

bool ptc_mcp_work(ptc_mcp_session *session)
{
    call_job job;

    ptc_mcp_lock(session->runtime);
    call_start(&job, session);
    ptc_mcp_unlock(session->runtime);
    if (job.slot == NULL)
        return false;
    call_end(&job, call_run(&job));
    return true;
}
