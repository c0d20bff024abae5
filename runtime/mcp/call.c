/* SPDX-License-Identifier: MIT */
/*
 * tools/call: calls that wait, run, end, are cancelled or are late. [mcp 5]
 *
 * A call is a slot: it waits in the order of arrival, then runs with the memory of a
 * worker. A slot is taken, ends, is cancelled and becomes late under the lock; the
 * function of its tool runs without it. The first of these events decides what is sent
 * (is_over), in one step with the sending, so that nothing follows a reply.
 *
 * The time of a call begins when it runs. While all running calls are late, the time of
 * waiting calls also counts: no one can say when it will be their turn.
 */
#include "mcp/call.h"

enum {
    CALL_SPARE_BYTES = 4096, /* of a slot that is kept for the next calls */
    CALL_SLOT_STEP = 512,    /* sizes of slots */
    CALL_LOOK_MS = 50,       /* between checks of calls whose parts may be late */
};

/* --- Slots -------------------------------------------------------------------------- */

static void call_free_slot(const ptc_mcp_runtime *runtime, ptc_mcp_slot *slot)
{
    ptc_mcp_allocate(runtime, slot, sizeof *slot + slot->capacity, 0);
}

/* A slot with room for `size` bytes; NULL when memory is refused. A spare one that is too
 * small is replaced: there are never more slots than calls. */
static ptc_mcp_slot *call_make_slot(ptc_mcp_session *session, size_t size)
{
    ptc_mcp_slot *slot = session->spare;

    if (size > SIZE_MAX / 2)
        return NULL;
    if (slot != NULL) {
        session->spare = slot->next;
        if (size <= slot->capacity)
            return slot;
        call_free_slot(session->runtime, slot);
    }
    size = (size + CALL_SLOT_STEP - 1) / CALL_SLOT_STEP * CALL_SLOT_STEP;
    slot = ptc_mcp_allocate(session->runtime, NULL, 0, sizeof *slot + size);
    if (slot != NULL)
        slot->capacity = size;
    return slot;
}

void ptc_mcp_spare_slot(ptc_mcp_session *session, ptc_mcp_slot *slot)
{
    if (slot->capacity > CALL_SPARE_BYTES) {
        call_free_slot(session->runtime, slot);
        return;
    }
    slot->next = session->spare;
    session->spare = slot;
}

static char *call_copy(char *place, ptc_str text, ptc_str *out)
{
    if (text.len > 0)
        memcpy(place, text.ptr, text.len);
    *out = ptc_str_make(place, text.len);
    return place + text.len;
}

/* The call as it arrived, in a slot. */
static ptc_mcp_slot *call_keep(const ptc_mcp_address *to, const ptc_mcp_message *m,
                               const ptc_mcp_tool *row)
{
    ptc_mcp_session *session = to->session;
    ptc_mcp_slot *slot = call_make_slot(session, to->id.len + m->token.len +
                                                     m->arguments.len + PTC_PADDING);
    char *place;

    if (slot == NULL)
        return NULL;
    slot->next = NULL;
    slot->to = *to;
    slot->row = row;
    slot->since_ms = ptc_mcp_now(session->runtime);
    slot->time_ms = row->time_ms != 0 ? row->time_ms : session->runtime->options.time_ms;
    slot->cancel.is_set = 0;
    slot->part_end_ms = UINT64_MAX;
    slot->is_over = false;
    place = call_copy(slot->bytes, m->arguments, &slot->arguments);
    memset(place, 0, PTC_PADDING);
    place = call_copy(place + PTC_PADDING, to->id, &slot->to.id);
    call_copy(place, m->token, &slot->token);
    return slot;
}

/* --- Workers ------------------------------------------------------------------------ */

/* Makes sure that there will be a worker for one more call. False when refused. */
static bool call_make_worker(ptc_mcp_session *session)
{
    const ptc_mcp_runtime *runtime = session->runtime;
    size_t wanted = session->running_count + session->waiting_count + 1;
    ptc_mcp_worker *worker;

    if (session->worker_count >= wanted ||
        session->worker_count >= runtime->options.workers)
        return true;
    worker = ptc_mcp_allocate(runtime, NULL, 0, sizeof *worker);
    if (worker == NULL)
        return false;
    ptc_arena_init(&worker->arena, &runtime->options.allocator,
                   runtime->options.max_memory);
    ptc_arena_init(&worker->lines, &runtime->options.allocator, 0);
    worker->next = session->workers;
    session->workers = worker;
    session->worker_count++;
    return true;
}

/* --- Lines that are always possible ------------------------------------------------- */

ptc_str ptc_mcp_internal_error(const ptc_mcp_address *to, char memory[PTC_MCP_SMALL])
{
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init_memory(&arena, memory, PTC_MCP_SMALL);
    ptc_text_init(&text, &arena);
    ptc_mcp_write_error(&text, to, PTC_MCP_INTERNAL_ERROR, PTC_STR("Internal error"),
                        PTC_STR(""));
    return text.failed ? PTC_STR("") : ptc_text_view(&text);
}

void ptc_mcp_write_late(ptc_text *text, const ptc_mcp_slot *slot)
{
    ptc_mcp_write_failure_of(text, &slot->to, "%s: no answer within %llu ms",
                             slot->row->name, (unsigned long long)slot->time_ms);
}

/* --- Arrival ------------------------------------------------------------------------ */

static ptc_status call_refuse_unknown(const ptc_mcp_address *to, ptc_str name)
{
    const char *near = ptc_mcp_near_tool(to->session->runtime->server, name);
    ptc_text text;

    ptc_text_init(&text, &to->session->arena);
    ptc_text_cstr(&text, "Unknown tool: ");
    ptc_mcp_write_line(&text, name, PTC_MCP_NAME_SHOWN);
    if (near != NULL) {
        ptc_text_cstr(&text, "; did you mean ");
        ptc_text_cstr(&text, near);
    }
    if (text.failed)
        return ptc_mcp_send_refused(to);
    return ptc_mcp_send_error(to, PTC_MCP_INVALID_PARAMS, ptc_text_view(&text),
                              PTC_STR(""));
}

static ptc_status call_refuse_busy(const ptc_mcp_address *to, size_t waiting)
{
    ptc_text text;

    ptc_text_init(&text, &to->session->arena);
    ptc_mcp_write_failure_of(&text, to, "busy: %zu %s; try again", waiting,
                             waiting == 1 ? "call is waiting" : "calls are waiting");
    if (text.failed)
        return ptc_mcp_send_refused(to);
    ptc_mcp_send(to, ptc_text_view(&text), true);
    return PTC_OK;
}

/* Whether there is room for one more. There is if none waits. */
static bool call_may_wait(const ptc_mcp_session *session, size_t bytes)
{
    const ptc_mcp_options *options = &session->runtime->options;

    return session->waiting_count == 0 ||
           (session->waiting_count < options->max_waiting &&
            session->waiting_bytes <= options->max_waiting_bytes &&
            bytes <= options->max_waiting_bytes - session->waiting_bytes);
}

static ptc_status call_wait(const ptc_mcp_address *to, const ptc_mcp_message *m,
                            const ptc_mcp_tool *row)
{
    ptc_mcp_session *session = to->session;
    ptc_mcp_slot *slot = call_make_worker(session) ? call_keep(to, m, row) : NULL;

    if (slot == NULL)
        return PTC_ERROR_MEMORY;
    if (session->waiting == NULL)
        session->waiting = slot;
    else
        session->last_waiting->next = slot;
    session->last_waiting = slot;
    session->waiting_count++;
    session->waiting_bytes += slot->arguments.len;
    return PTC_OK;
}

ptc_status ptc_mcp_queue_call(const ptc_mcp_address *to, const ptc_mcp_message *m)
{
    ptc_mcp_session *session = to->session;
    const ptc_mcp_runtime *runtime = session->runtime;
    const ptc_mcp_tool *row = ptc_mcp_find_tool(runtime->server, m->name);
    ptc_status status = PTC_OK;
    size_t waiting;
    bool has_room;

    if (row == NULL)
        return call_refuse_unknown(to, m->name);
    ptc_mcp_lock(runtime);
    waiting = session->waiting_count;
    has_room = call_may_wait(session, m->arguments.len);
    if (has_room)
        status = call_wait(to, m, row);
    ptc_mcp_unlock(runtime);
    if (!has_room)
        return call_refuse_busy(to, waiting);
    return status == PTC_OK ? status : ptc_mcp_send_refused(to);
}

/* --- Time --------------------------------------------------------------------------- */

/* Nothing more is sent for a call, and the thread that runs it is notified. */
static void call_stop(ptc_mcp_slot *slot)
{
    slot->is_over = true;
    ptc_cancel_set(&slot->cancel);
    ptc_cancel_set(&slot->part);
}

/* Answers a call whose time is over. */
static void call_expire(ptc_mcp_session *session, ptc_mcp_slot *slot)
{
    ptc_arena_mark mark = ptc_arena_place(&session->arena);
    char memory[PTC_MCP_SMALL];
    ptc_text text;
    ptc_str line;

    ptc_text_init(&text, &session->arena);
    ptc_mcp_write_late(&text, slot);
    line = text.failed ? ptc_mcp_internal_error(&slot->to, memory) : ptc_text_view(&text);
    call_stop(slot);
    if (line.len > 0)
        ptc_mcp_send_locked(&slot->to, line, true);
    ptc_arena_rewind(&session->arena, mark);
    session->arena.failed = false;
}

/* When to check a call that programs cannot make, and that may therefore run others as
 * its parts: a part begins at any time. */
static uint64_t call_look(const ptc_mcp_slot *slot)
{
    return slot->row->tool == NULL ? CALL_LOOK_MS : UINT64_MAX;
}

/* Sets the flag of a part that is late. Returns when to check it again. */
static uint64_t call_tick_part(ptc_mcp_slot *slot, uint64_t now)
{
    uint64_t next = call_look(slot);

    if (slot->part_end_ms == UINT64_MAX)
        return next;
    if (now >= slot->part_end_ms)
        ptc_cancel_set(&slot->part);
    else if (slot->part_end_ms - now < next)
        next = slot->part_end_ms - now;
    return next;
}

static uint64_t call_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The rest, at `now`, of a time that began at `since_ms`. */
static uint64_t call_left(uint64_t since_ms, uint64_t time_ms, uint64_t now)
{
    uint64_t took = now > since_ms ? now - since_ms : 0;

    return took < time_ms ? time_ms - took : 0;
}

static uint64_t call_tick_running(ptc_mcp_session *session, uint64_t now)
{
    bool is_stuck = session->running_count >= session->runtime->options.workers;
    uint64_t next = UINT64_MAX;

    for (ptc_mcp_slot *slot = session->running; slot != NULL; slot = slot->next) {
        uint64_t left = call_left(slot->since_ms, slot->time_ms, now);

        if (!slot->is_over && left == 0)
            call_expire(session, slot);
        if (slot->is_over)
            continue;
        is_stuck = false;
        next = call_least(next, call_least(left, call_tick_part(slot, now)));
    }
    if (!is_stuck)
        session->stuck_ms = UINT64_MAX;
    else if (session->stuck_ms == UINT64_MAX)
        session->stuck_ms = now;
    return next;
}

/* Takes the slot at `*place`, after `before`, out of the queue. */
static ptc_mcp_slot *call_unqueue(ptc_mcp_session *session, ptc_mcp_slot **place,
                                  ptc_mcp_slot *before)
{
    ptc_mcp_slot *slot = *place;

    *place = slot->next;
    if (session->last_waiting == slot)
        session->last_waiting = before;
    session->waiting_count--;
    session->waiting_bytes -= slot->arguments.len;
    return slot;
}

/* A waiting call may begin to run at any time, so its own time is the limit on the
 * distance to the next tick. */
static uint64_t call_tick_waiting(ptc_mcp_session *session, uint64_t now)
{
    ptc_mcp_slot **place = &session->waiting;
    ptc_mcp_slot *before = NULL;
    uint64_t next = UINT64_MAX;

    while (*place != NULL) {
        ptc_mcp_slot *slot = *place;
        uint64_t since =
            slot->since_ms > session->stuck_ms ? slot->since_ms : session->stuck_ms;
        uint64_t left = call_left(since, slot->time_ms, now);

        if (left > 0) {
            next = call_least(next, call_least(left, call_look(slot)));
            before = slot;
            place = &slot->next;
            continue;
        }
        call_unqueue(session, place, before);
        call_expire(session, slot);
        ptc_mcp_spare_slot(session, slot);
    }
    return next;
}

uint64_t ptc_mcp_tick(ptc_mcp_session *session)
{
    const ptc_mcp_runtime *runtime = session->runtime;
    uint64_t now = ptc_mcp_now(runtime);
    uint64_t running;
    uint64_t waiting;

    ptc_mcp_lock(runtime);
    running = call_tick_running(session, now);
    waiting = call_tick_waiting(session, now);
    ptc_mcp_unlock(runtime);
    return running < waiting ? running : waiting;
}

/* --- Cancelling --------------------------------------------------------------------- */

/* The running call with that id that is not over; NULL: there is none. */
static ptc_mcp_slot *call_running(const ptc_mcp_session *session, ptc_str id)
{
    ptc_mcp_slot *slot = session->running;

    while (slot != NULL && (slot->is_over || !ptc_mcp_same_id(slot->to.id, id)))
        slot = slot->next;
    return slot;
}

/* Where the waiting call with that id is linked, after `*before`; there may be none. */
static ptc_mcp_slot **call_waiting(ptc_mcp_session *session, ptc_str id,
                                   ptc_mcp_slot **before)
{
    ptc_mcp_slot **place = &session->waiting;

    *before = NULL;
    while (*place != NULL && !ptc_mcp_same_id((*place)->to.id, id)) {
        *before = *place;
        place = &(*place)->next;
    }
    return place;
}

bool ptc_mcp_has_call(ptc_mcp_session *session, ptc_str id)
{
    ptc_mcp_slot *before;
    bool is_there;

    ptc_mcp_lock(session->runtime);
    is_there =
        call_running(session, id) != NULL || *call_waiting(session, id, &before) != NULL;
    ptc_mcp_unlock(session->runtime);
    return is_there;
}

/* Stops a call that gets no answer. */
static ptc_mcp_batch *call_drop(ptc_mcp_slot *slot)
{
    call_stop(slot);
    return slot->to.batch;
}

void ptc_mcp_cancel_call(ptc_mcp_session *session, ptc_str id)
{
    const ptc_mcp_runtime *runtime = session->runtime;
    ptc_mcp_batch *batch = NULL;
    ptc_mcp_slot **place;
    ptc_mcp_slot *before;
    ptc_mcp_slot *slot;

    ptc_mcp_lock(runtime);
    slot = call_running(session, id);
    place = call_waiting(session, id, &before);
    if (slot != NULL) {
        batch = call_drop(slot);
    } else if (*place != NULL) {
        slot = call_unqueue(session, place, before);
        batch = call_drop(slot);
        ptc_mcp_spare_slot(session, slot);
    }
    ptc_mcp_unlock(runtime);
    if (batch != NULL)
        ptc_mcp_leave_batch(batch);
}

/* Drops one call and gives its batch, if it has one; false when none is left. */
static bool call_drop_next(ptc_mcp_session *session, ptc_mcp_batch **batch)
{
    ptc_mcp_slot *slot = session->waiting;

    if (slot != NULL) {
        call_unqueue(session, &session->waiting, NULL);
        *batch = call_drop(slot);
        ptc_mcp_spare_slot(session, slot);
        return true;
    }
    slot = session->running;
    while (slot != NULL && slot->is_over)
        slot = slot->next;
    if (slot == NULL)
        return false;
    *batch = call_drop(slot);
    return true;
}

void ptc_mcp_cancel(ptc_mcp_session *session)
{
    const ptc_mcp_runtime *runtime = session->runtime;
    ptc_mcp_batch *batch;
    bool is_done = false;

    while (!is_done) {
        batch = NULL;
        ptc_mcp_lock(runtime);
        is_done = !call_drop_next(session, &batch);
        ptc_mcp_unlock(runtime);
        if (batch != NULL)
            ptc_mcp_leave_batch(batch);
    }
}

/* --- The rest ----------------------------------------------------------------------- */

size_t ptc_mcp_pending(ptc_mcp_session *session)
{
    size_t count;

    ptc_mcp_lock(session->runtime);
    count = session->waiting_count + session->running_count;
    ptc_mcp_unlock(session->runtime);
    return count;
}

static void call_free_slots(const ptc_mcp_runtime *runtime, ptc_mcp_slot *slot)
{
    while (slot != NULL) {
        ptc_mcp_slot *next = slot->next;

        call_free_slot(runtime, slot);
        slot = next;
    }
}

void ptc_mcp_free_calls(ptc_mcp_session *session)
{
    const ptc_mcp_runtime *runtime = session->runtime;

    call_free_slots(runtime, session->waiting);
    call_free_slots(runtime, session->spare);
    while (session->workers != NULL) {
        ptc_mcp_worker *worker = session->workers;

        session->workers = worker->next;
        ptc_arena_free(&worker->arena);
        ptc_arena_free(&worker->lines);
        ptc_mcp_allocate(runtime, worker, sizeof *worker, 0);
    }
}
