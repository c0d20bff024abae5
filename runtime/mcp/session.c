/* SPDX-License-Identifier: MIT */
/* A stream: where requests go; versions, batches, ids in flight. [mcp 2, 3] */
#include "mcp/mcp_int.h"

/* Bytes of the arena of messages that are kept between messages. */
enum { STREAM_KEPT = 1 << 16 };

/* --- Making ------------------------------------------------------------------------- */

/* The limit on memory for reading a line and answering it: keys of skipped values weigh
 * more than their bytes, and a list has up to a page. */
static size_t stream_cap(size_t max_line)
{
    return max_line < SIZE_MAX / 16
               ? 8 * max_line + (size_t)4 * PTC_MCP_PAGE_BYTES + STREAM_KEPT
               : SIZE_MAX;
}

static ptc_mcp_session *stream_make(ptc_mcp_runtime *runtime,
                                    const ptc_allocator *allocator)
{
    ptc_mcp_session *session;
    ptc_arena own;
    ptc_text meta;

    ptc_arena_init(&own, allocator, 0);
    session = ptc_arena_array(&own, 1, sizeof *session);
    if (session == NULL) {
        ptc_arena_free(&own);
        return NULL;
    }
    session->runtime = runtime;
    ptc_text_init(&meta, &own);
    ptc_mcp_write_meta(&meta, session);
    session->meta = ptc_text_view(&meta);
    session->own = own;
    if (meta.failed) {
        ptc_arena_free(&own);
        return NULL;
    }
    return session;
}

ptc_status ptc_mcp_session_new(ptc_mcp_runtime *runtime, const ptc_mcp_sink *sink,
                               ptc_mcp_session **out)
{
    const ptc_allocator *given = &runtime->options.allocator;
    const ptc_allocator *allocator = given->allocate != NULL ? given : NULL;
    size_t max_line = runtime->options.max_line;
    ptc_mcp_session *session;

    *out = NULL;
    if (sink == NULL || sink->write == NULL)
        return ptc_misuse("ptc_mcp_session_new", "there is no sink; set sink->write");
    session = stream_make(runtime, allocator);
    if (session == NULL)
        return PTC_ERROR_MEMORY;
    session->sink = *sink;
    session->version = PTC_MCP_NO_VERSION;
    ptc_arena_init(&session->arena, allocator, stream_cap(max_line));
    ptc_mcp_frame_init(&session->frame, allocator, max_line);
    *out = session;
    return PTC_OK;
}

void ptc_mcp_session_free(ptc_mcp_session *session)
{
    ptc_arena own;

    if (session == NULL)
        return;
    ptc_mcp_free_calls(session);
    ptc_mcp_free_batches(session);
    ptc_mcp_free_listens(session);
    ptc_mcp_frame_free(&session->frame);
    ptc_arena_free(&session->arena);
    own = session->own;
    ptc_arena_free(&own);
}

/* --- Requests ----------------------------------------------------------------------- */

typedef struct stream_method {
    ptc_str name;
    bool is_legacy;
    bool is_modern;
    ptc_status (*answer)(const ptc_mcp_address *to, const ptc_mcp_message *m);
} stream_method;

static const stream_method stream_methods[] = {
    {PTC_STR_INIT("tools/call"), true, true, ptc_mcp_queue_call},
    {PTC_STR_INIT("tools/list"), true, true, ptc_mcp_answer_list},
    {PTC_STR_INIT("ping"), true, false, ptc_mcp_answer_ping},
    {PTC_STR_INIT("initialize"), true, false, ptc_mcp_answer_initialize},
    {PTC_STR_INIT("server/discover"), false, true, ptc_mcp_answer_discover},
    {PTC_STR_INIT("subscriptions/listen"), false, true, ptc_mcp_answer_listen},
};

static const stream_method *stream_find(const ptc_mcp_message *m)
{
    size_t count = sizeof stream_methods / sizeof *stream_methods;

    for (size_t i = 0; i < count; i++) {
        const stream_method *method = &stream_methods[i];

        if (ptc_str_equal(method->name, m->method))
            return (m->is_modern ? method->is_modern : method->is_legacy) ? method : NULL;
    }
    return NULL;
}

static ptc_status stream_refuse(const ptc_mcp_address *to, int code, ptc_str message)
{
    /* Faults about params may show arguments, which are only for the most verbose
     * level. */
    ptc_mcp_level level = code == PTC_MCP_INVALID_PARAMS ? PTC_MCP_DEBUG : PTC_MCP_INFO;

    ptc_mcp_log(to->session->runtime, level, PTC_FMT, PTC_ARG(message));
    return ptc_mcp_send_error(to, code, message, ptc_str_make(NULL, 0));
}

/* A fault that names its subject, which may be of any length. */
static ptc_status stream_refuse_named(const ptc_mcp_address *to, int code,
                                      const char *before, ptc_str name,
                                      const char *behind)
{
    ptc_text message;

    ptc_text_init(&message, &to->session->arena);
    ptc_text_cstr(&message, before);
    ptc_mcp_write_line(&message, name, PTC_MCP_NAME_SHOWN);
    ptc_text_cstr(&message, behind);
    if (message.failed)
        return ptc_mcp_send_refused(to);
    return stream_refuse(to, code, ptc_text_view(&message));
}

/* Whether a request with this id waits, runs, or is a subscription. */
static bool stream_is_in_flight(ptc_mcp_session *session, ptc_str id)
{
    return ptc_mcp_has_listen(session, id) || ptc_mcp_has_call(session, id);
}

/* Whether a request came too early: a legacy one before any initialize. */
static bool stream_is_early(const ptc_mcp_session *session, const ptc_mcp_message *m)
{
    return !m->is_modern && session->version == PTC_MCP_NO_VERSION &&
           !ptc_str_equal(m->method, PTC_STR("initialize")) &&
           !ptc_str_equal(m->method, PTC_STR("ping"));
}

/* Refuses a request whose id belongs to another one: the line is not that one's
 * reply. */
static ptc_status stream_refuse_twin(const ptc_mcp_address *to)
{
    ptc_mcp_address twin = *to;

    twin.is_twin = true;
    return stream_refuse_named(&twin, PTC_MCP_INVALID_REQUEST, "Invalid request: the id ",
                               to->id, " is in flight");
}

/* Answers a request whose envelope is good. */
static ptc_status stream_answer(const ptc_mcp_address *to, const ptc_mcp_message *m)
{
    const stream_method *method;

    if (stream_is_in_flight(to->session, m->id))
        return stream_refuse_twin(to);
    if (stream_is_early(to->session, m))
        return stream_refuse(
            to, PTC_MCP_INVALID_PARAMS,
            PTC_STR("no initialize yet, and no _meta of revision 2026-07-28"));
    if (m->is_modern && m->version.ptr != NULL && !ptc_mcp_is_served(m->version))
        return ptc_mcp_refuse_version(to, m->version);
    method = stream_find(m);
    if (method == NULL)
        return stream_refuse_named(to, PTC_MCP_METHOD_NOT_FOUND,
                                   "Method not found: ", m->method, "");
    if (m->params_fault.len != 0)
        return stream_refuse(to, PTC_MCP_INVALID_PARAMS, m->params_fault);
    return method->answer(to, m);
}

/* The message that a batch cannot contain; empty: none. */
static ptc_str stream_batch_fault(const ptc_mcp_message *m)
{
    if (m->is_modern)
        return PTC_STR("Invalid request: a request of revision 2026-07-28 in a batch");
    if (ptc_str_equal(m->method, PTC_STR("initialize")))
        return PTC_STR("Invalid request: initialize in a batch");
    return ptc_str_make(NULL, 0);
}

static void stream_notice(ptc_mcp_session *session, const ptc_mcp_message *m)
{
    if (!ptc_str_equal(m->method, PTC_STR("notifications/cancelled")) ||
        m->request.len == 0)
        return;
    ptc_mcp_cancel_listen(session, m->request);
    ptc_mcp_cancel_call(session, m->request);
}

/* Handles one message. */
static ptc_status stream_take_message(ptc_mcp_session *session, ptc_str line,
                                      ptc_mcp_batch *batch)
{
    ptc_mcp_address to = {.session = session, .batch = batch};
    ptc_mcp_message m;
    ptc_status status = ptc_mcp_read_message(&session->arena, line, &m);

    if (status == PTC_OK && m.code == 0 && m.id.len == 0) {
        stream_notice(session, &m);
        return PTC_OK;
    }
    to.id = m.id;
    to.is_modern = m.is_modern;
    if (batch != NULL)
        ptc_mcp_enter_batch(batch, m.id);
    if (status != PTC_OK)
        return ptc_mcp_send_refused(&to);
    if (m.code == 0 && batch != NULL) {
        m.fault = stream_batch_fault(&m);
        m.code = m.fault.len != 0 ? PTC_MCP_INVALID_REQUEST : 0;
    }
    return m.code != 0 ? stream_refuse(&to, m.code, m.fault) : stream_answer(&to, &m);
}

/* --- Batches ------------------------------------------------------------------------ */

/* The fault of a batch as such; empty: none. */
static ptc_str stream_judge_batch(const ptc_mcp_session *session,
                                  const ptc_mcp_messages *messages)
{
    if (messages->count == 0)
        return PTC_STR("Invalid request: an empty batch");
    if (session->version != PTC_MCP_2025_03_26)
        return PTC_STR("Invalid request: expected an object, got a list: only version "
                       "2025-03-26 has batches");
    if (messages->count > PTC_MCP_BATCH_MAX)
        return PTC_STR("Invalid request: a batch of more than 100 messages");
    return ptc_str_make(NULL, 0);
}

static ptc_status stream_take_batch(ptc_mcp_session *session, ptc_str line)
{
    const ptc_mcp_address nobody = {.session = session};
    ptc_mcp_messages messages;
    ptc_mcp_batch *batch;
    ptc_status status = ptc_mcp_read_batch(&session->arena, line, &messages);

    if (status != PTC_OK)
        return ptc_mcp_send_refused(&nobody);
    if (messages.code == 0) {
        messages.fault = stream_judge_batch(session, &messages);
        messages.code = messages.fault.len != 0 ? PTC_MCP_INVALID_REQUEST : 0;
    }
    if (messages.code != 0)
        return stream_refuse(&nobody, messages.code, messages.fault);
    batch = ptc_mcp_batch_new(session);
    if (batch == NULL)
        return ptc_mcp_send_refused(&nobody);
    for (size_t i = 0; i < messages.count; i++) {
        if (stream_take_message(session, messages.items[i], batch) != PTC_OK)
            status = PTC_ERROR_MEMORY;
    }
    ptc_mcp_leave_batch(batch);
    return status;
}

/* --- Feeding ------------------------------------------------------------------------ */

/* A line that is not blank. */
static ptc_status stream_take_line(ptc_mcp_session *session, ptc_str line)
{
    ptc_status status;

    if (*ptc_scan_blanks((const unsigned char *)line.ptr) == '[')
        status = stream_take_batch(session, line);
    else
        status = stream_take_message(session, line, NULL);
    if (session->arena.held > STREAM_KEPT)
        ptc_arena_free(&session->arena);
    else
        ptc_arena_reset(&session->arena);
    return status;
}

static ptc_status stream_refuse_long(ptc_mcp_session *session)
{
    const ptc_mcp_address nobody = {.session = session};
    size_t max_line = session->runtime->options.max_line;
    ptc_text message;
    ptc_status status;

    ptc_text_init(&message, &session->arena);
    ptc_text_cstr(&message, "Parse error: a line of more than ");
    ptc_text_uint(&message, max_line);
    ptc_text_cstr(&message, " bytes at byte ");
    ptc_text_uint(&message, max_line);
    status = message.failed
                 ? ptc_mcp_send_refused(&nobody)
                 : stream_refuse(&nobody, PTC_MCP_PARSE_ERROR, ptc_text_view(&message));
    ptc_arena_reset(&session->arena);
    return status;
}

static ptc_status stream_take_piece(ptc_mcp_session *session, ptc_mcp_piece piece,
                                    ptc_str line)
{
    const ptc_mcp_address nobody = {.session = session};

    if (piece == PTC_MCP_LINE)
        return stream_take_line(session, line);
    if (piece == PTC_MCP_TOO_LONG)
        return stream_refuse_long(session);
    return piece == PTC_MCP_LOST ? ptc_mcp_send_refused(&nobody) : PTC_OK;
}

ptc_status ptc_mcp_feed(ptc_mcp_session *session, const char *bytes, size_t len)
{
    ptc_str rest = ptc_str_make(bytes, len);
    ptc_str line = {NULL, 0};
    ptc_status status = PTC_OK;

    if (session->has_ended)
        return ptc_misuse("ptc_mcp_feed", "the stream has ended; make a new session");
    for (;;) {
        ptc_mcp_piece piece = ptc_mcp_next_line(&session->frame, &rest, &line);

        if (piece == PTC_MCP_NO_LINE)
            return status;
        if (stream_take_piece(session, piece, line) != PTC_OK)
            status = PTC_ERROR_MEMORY;
    }
}

ptc_status ptc_mcp_feed_message(ptc_mcp_session *session, const char *text, size_t len)
{
    const ptc_mcp_address nobody = {.session = session};
    char *copy;

    if (session->has_ended)
        return ptc_misuse("ptc_mcp_feed_message",
                          "the stream has ended; make a new session");
    if (len > session->runtime->options.max_line)
        return stream_refuse_long(session);
    if (ptc_str_is_blank(ptc_str_make(text, len)))
        return PTC_OK;
    copy = ptc_arena_alloc(&session->arena, len + PTC_PADDING);
    if (copy == NULL) {
        ptc_arena_reset(&session->arena);
        return ptc_mcp_send_refused(&nobody);
    }
    memcpy(copy, text, len);
    memset(copy + len, 0, PTC_PADDING);
    return stream_take_line(session, ptc_str_make(copy, len));
}

ptc_status ptc_mcp_feed_end(ptc_mcp_session *session)
{
    ptc_str line = {NULL, 0};
    ptc_status status;

    if (session->has_ended)
        return ptc_misuse("ptc_mcp_feed_end", "the stream has ended before");
    status = stream_take_piece(session, ptc_mcp_last_line(&session->frame, &line), line);
    session->has_ended = true;
    ptc_mcp_frame_free(&session->frame);
    if (ptc_mcp_end_listens(session) != PTC_OK)
        status = PTC_ERROR_MEMORY;
    ptc_arena_free(&session->arena);
    return status;
}
