/* SPDX-License-Identifier: MIT */
/*
 * Sessions: definitions of programs stay for later programs with the same handle. A
 * handle is a secret: no one can guess it, the time of a search reveals nothing, and no
 * log contains it. [mcp 6, 10]
 *
 * A session belongs to the row of its first program. Expired sessions are dropped when
 * the next program asks for one.
 */
#include "mcp/program/program_int.h"

/* --- Handles ------------------------------------------------------------------------ */

/* s_ and 128 random bits, six in each character. */
static void handle_make(const ptc_mcp_runtime *runtime, char out[PTC_MCP_HANDLE])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    uint64_t high = ptc_mcp_random(runtime);
    uint64_t low = ptc_mcp_random(runtime);

    out[0] = 's';
    out[1] = '_';
    for (size_t i = 2; i < PTC_MCP_HANDLE; i++) {
        out[i] = letters[low & 63];
        low = low >> 6 | high << 58;
        high >>= 6;
    }
}

/* In a time that does not depend on where they differ. */
static bool handle_is_same(const char a[PTC_MCP_HANDLE], const char b[PTC_MCP_HANDLE])
{
    unsigned difference = 0;

    for (size_t i = 0; i < PTC_MCP_HANDLE; i++)
        difference |= (unsigned char)a[i] ^ (unsigned char)b[i];
    return difference == 0;
}

/* --- The list, under the lock ------------------------------------------------------- */

static bool session_is_over(const ptc_mcp_programs *programs,
                            const ptc_mcp_context *session, uint64_t now)
{
    const ptc_mcp_program_limits *limits = &programs->limits;

    return !session->is_busy && (now - session->since_ms >= limits->session_ms ||
                                 now - session->used_ms >= limits->idle_ms);
}

/* Takes expired ones out of the list. */
static ptc_mcp_context *session_take_old(ptc_mcp_programs *programs, uint64_t now)
{
    ptc_mcp_context **place = &programs->sessions;
    ptc_mcp_context *old = NULL;

    while (*place != NULL) {
        ptc_mcp_context *session = *place;

        if (!session_is_over(programs, session, now)) {
            place = &session->next;
            continue;
        }
        *place = session->next;
        session->next = old;
        old = session;
        programs->session_count--;
    }
    return old;
}

/* Always visits all of them. */
static ptc_mcp_context *session_find(const ptc_mcp_programs *programs,
                                     const ptc_mcp_run *run)
{
    ptc_mcp_context *found = NULL;

    if (run->session.len != PTC_MCP_HANDLE)
        return NULL;
    for (ptc_mcp_context *session = programs->sessions; session != NULL;
         session = session->next) {
        if (handle_is_same(session->handle, run->session.ptr) &&
            session->program == run->program)
            found = session;
    }
    return found;
}

static void session_unlink(ptc_mcp_programs *programs, const ptc_mcp_context *session)
{
    ptc_mcp_context **place = &programs->sessions;

    while (*place != session)
        place = &(*place)->next;
    *place = session->next;
    programs->session_count--;
}

/* --- Entering ----------------------------------------------------------------------- */

size_t ptc_mcp_sessions_of(const ptc_mcp_run *run)
{
    size_t most = run->programs->limits.sessions;

    return run->program->sessions == 0 || most == 0 ? run->program->sessions : most;
}

static ptc_status session_refuse(ptc_mcp_run *run, const char *words)
{
    run->call->tool.message = words;
    ptc_gen_mcp_fail(run->call, PTC_ERROR_INVALID);
    return PTC_ERROR_INVALID;
}

/* The session, which is made outside the lock; its place is reserved already. */
static ptc_status session_make(ptc_mcp_run *run, uint64_t now)
{
    ptc_mcp_programs *programs = run->programs;
    ptc_status status = ptc_mcp_make_context(run, programs->limits.memory, &run->context);

    ptc_mcp_lock(programs->runtime);
    if (status == PTC_OK) {
        handle_make(programs->runtime, run->context->handle);
        run->context->is_busy = true;
        run->context->since_ms = now;
        run->context->next = programs->sessions;
        programs->sessions = run->context;
        run->is_new = true;
    } else {
        programs->session_count--;
    }
    ptc_mcp_unlock(programs->runtime);
    return status;
}

static ptc_status session_begin(ptc_mcp_run *run, uint64_t now, bool has_room)
{
    if (has_room)
        return session_make(run, now);
    return session_refuse(run, "the limit on sessions is reached; go on in one of yours, "
                               "leave session out, or try again later");
}

static ptc_status session_resume(ptc_mcp_run *run, ptc_mcp_context *session,
                                 bool was_busy)
{
    if (session == NULL)
        return session_refuse(run, "session is unknown, or its time is over; begin one "
                                   "with session \"new\"");
    if (was_busy)
        return session_refuse(run, "session is busy: it runs one program at a time; try "
                                   "again when that has ended");
    run->context = session;
    return PTC_OK;
}

ptc_status ptc_mcp_enter_session(ptc_mcp_run *run)
{
    ptc_mcp_programs *programs = run->programs;
    bool is_new = ptc_str_equal(run->session, PTC_STR("new"));
    ptc_mcp_context *session = NULL;
    bool was_busy = false;
    bool has_room = false;
    ptc_mcp_context *old;
    uint64_t now;

    if (ptc_mcp_sessions_of(run) == 0)
        return session_refuse(run, "sessions are off here: each program begins empty; "
                                   "leave session out");
    ptc_mcp_lock(programs->runtime);
    now = ptc_mcp_now(programs->runtime); /* not before the end of another's program */
    old = session_take_old(programs, now);
    if (is_new) {
        has_room = programs->session_count < ptc_mcp_sessions_of(run);
        programs->session_count += has_room;
    } else {
        session = session_find(programs, run);
        was_busy = session != NULL && session->is_busy;
        if (session != NULL)
            session->is_busy = true;
    }
    ptc_mcp_unlock(programs->runtime);
    while (old != NULL) {
        ptc_mcp_context *next = old->next;

        ptc_mcp_free_context(old);
        old = next;
    }
    return is_new ? session_begin(run, now, has_room)
                  : session_resume(run, session, was_busy);
}

void ptc_mcp_leave_session(ptc_mcp_run *run, bool is_kept)
{
    ptc_mcp_programs *programs = run->programs;
    ptc_mcp_context *session = run->context;

    run->context = NULL;
    is_kept = is_kept || !run->is_new;
    ptc_mcp_lock(programs->runtime);
    session->used_ms = ptc_mcp_now(programs->runtime);
    session->is_busy = false;
    if (!is_kept)
        session_unlink(programs, session);
    ptc_mcp_unlock(programs->runtime);
    if (!is_kept)
        ptc_mcp_free_context(session);
}
