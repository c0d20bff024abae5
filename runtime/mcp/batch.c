/* SPDX-License-Identifier: MIT */
/*
 * Batches of version 2025-03-26: replies are kept until all have arrived, and go out as
 * one line. For each promised reply there is enough memory to say that it was lost. [mcp
 * 2]
 */
#include "mcp/mcp_int.h"

struct ptc_mcp_batch {
    ptc_arena arena; /* also of this struct */
    ptc_mcp_session *session;
    ptc_mcp_batch *next;
    ptc_text replies; /* each with a comma before it; for the first it is a bracket */
    size_t open;      /* parts that may still reply, including its maker */
    size_t promised;  /* bytes that are kept for internal errors */
    bool is_short;    /* a reply was lost for which no memory was kept */
};

enum {
    BATCH_ERROR = 128,      /* bytes of an internal error without its id */
    BATCH_BYTES = 16 << 20, /* limit of a batch; replies beyond it are internal errors */
};

ptc_mcp_batch *ptc_mcp_batch_new(ptc_mcp_session *session)
{
    ptc_mcp_runtime *runtime = session->runtime;
    const ptc_allocator *given = &runtime->options.allocator;
    ptc_mcp_batch *batch;
    ptc_arena arena;

    ptc_arena_init(&arena, given->allocate != NULL ? given : NULL, BATCH_BYTES);
    batch = ptc_arena_array(&arena, 1, sizeof *batch);
    if (batch == NULL) {
        ptc_arena_free(&arena);
        return NULL;
    }
    batch->arena = arena;
    batch->session = session;
    batch->open = 1;
    ptc_text_init(&batch->replies, &batch->arena);
    ptc_mcp_lock(runtime);
    batch->next = session->batches;
    session->batches = batch;
    ptc_mcp_unlock(runtime);
    return batch;
}

/* Whether there is, or can be made, room for `len` bytes in addition to the promised
 * ones. If not, the promises still hold. */
static bool batch_has_room(ptc_mcp_batch *batch, size_t len)
{
    ptc_text *text = &batch->replies;
    size_t used = text->len;
    bool has_room = ptc_text_extend(text, len + batch->promised + 2) != NULL;

    text->failed = false;
    ptc_text_cut(text, used);
    return has_room;
}

void ptc_mcp_enter_batch(ptc_mcp_batch *batch, ptc_str id)
{
    ptc_mcp_lock(batch->session->runtime);
    batch->open++;
    if (batch_has_room(batch, id.len + BATCH_ERROR))
        batch->promised += id.len + BATCH_ERROR;
    ptc_mcp_unlock(batch->session->runtime);
}

/* Sends the replies of a batch. */
static void batch_send(ptc_mcp_batch *batch)
{
    const ptc_mcp_address nobody = {.session = batch->session};

    if (batch->replies.len != 0) {
        ptc_text_cstr(&batch->replies, "]\n");
        ptc_mcp_send_locked(&nobody, ptc_text_view(&batch->replies), true);
    }
    if (batch->is_short)
        ptc_mcp_send_locked(&nobody,
                            PTC_STR("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,"
                                    "\"message\":\"Internal error\"}}\n"),
                            true);
}

/* Counts one part less; under the lock. */
static void batch_leave(ptc_mcp_batch *batch)
{
    ptc_mcp_batch **link = &batch->session->batches;
    ptc_arena arena;

    if (--batch->open != 0)
        return;
    batch_send(batch);
    while (*link != batch)
        link = &(*link)->next;
    *link = batch->next;
    arena = batch->arena;
    ptc_arena_free(&arena);
}

void ptc_mcp_leave_batch(ptc_mcp_batch *batch)
{
    const ptc_mcp_runtime *runtime = batch->session->runtime;

    ptc_mcp_lock(runtime);
    batch_leave(batch);
    ptc_mcp_unlock(runtime);
}

void ptc_mcp_batch_reply(ptc_mcp_batch *batch, const ptc_mcp_address *to, ptc_str line)
{
    const ptc_mcp_address alone = {.session = to->session, .id = to->id};
    size_t kept = to->id.len + BATCH_ERROR;
    ptc_text *text = &batch->replies;
    size_t start = text->len;

    batch->promised -= kept < batch->promised ? kept : batch->promised;
    if (batch_has_room(batch, line.len)) {
        ptc_text_byte(text, start == 0 ? '[' : ',');
        ptc_text_bytes(text, line.ptr, line.len - 1);
    } else if (batch_has_room(batch, kept)) {
        ptc_text_byte(text, start == 0 ? '[' : ',');
        ptc_mcp_write_error(text, &alone, PTC_MCP_INTERNAL_ERROR,
                            PTC_STR("Internal error"), ptc_str_make(NULL, 0));
        ptc_text_cut(text, text->len - 1);
    } else {
        batch->is_short = true;
    }
    batch_leave(batch);
}

void ptc_mcp_free_batches(ptc_mcp_session *session)
{
    while (session->batches != NULL) {
        ptc_mcp_batch *batch = session->batches;
        ptc_arena arena = batch->arena;

        session->batches = batch->next;
        ptc_arena_free(&arena);
    }
}
