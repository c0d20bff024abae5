/* SPDX-License-Identifier: MIT */
/*
 * The envelopes of all messages sent. Results grow in an arena, and no part of one is
 * sent when memory was refused; errors are made on the stack, so that there is always an
 * answer. [mcp 3, 5]
 */
#include "mcp/mcp_int.h"

enum {
    REPLY_MESSAGE_MAX = 1024, /* bytes of the message of an error */
    REPLY_DATA_MAX = 1024,
    REPLY_USUAL = 480, /* bytes of a usual result */
    /* Bytes of an error: each byte of its message and id may need six. */
    REPLY_ERROR_MAX = 6 * (REPLY_MESSAGE_MAX + PTC_MCP_ID_MAX) + REPLY_DATA_MAX + 256,
};

/* `{"jsonrpc":"2.0","id":ID,`, or without an id. */
static void reply_open(ptc_text *text, ptc_str id)
{
    if (id.len != 0) {
        ptc_text_str(text, PTC_STR("{\"jsonrpc\":\"2.0\",\"id\":"));
        ptc_text_str(text, id);
        ptc_text_byte(text, ',');
    } else {
        ptc_text_str(text, PTC_STR("{\"jsonrpc\":\"2.0\","));
    }
}

void ptc_mcp_open_result(ptc_text *text, const ptc_mcp_address *to)
{
    size_t start = text->len;

    /* Enough for most results, which then need not grow step by step. */
    ptc_text_extend(text, REPLY_USUAL);
    ptc_text_cut(text, start);
    reply_open(text, to->id);
    ptc_text_str(text, PTC_STR("\"result\":{"));
}

void ptc_mcp_end_result(ptc_text *text, const ptc_mcp_address *to)
{
    if (to->is_modern) {
        ptc_text_str(text, to->session->meta);
        ptc_text_str(text, PTC_STR("}}}\n"));
        return;
    }
    if (text->len != 0 && text->ptr[text->len - 1] == ',')
        ptc_text_cut(text, text->len - 1);
    ptc_text_str(text, PTC_STR("}}\n"));
}

ptc_status ptc_mcp_close_result(ptc_text *text, const ptc_mcp_address *to)
{
    ptc_mcp_end_result(text, to);
    if (text->failed)
        return ptc_mcp_send_refused(to);
    ptc_mcp_send(to, ptc_text_view(text), true);
    return PTC_OK;
}

void ptc_mcp_write_error(ptc_text *text, const ptc_mcp_address *to, int code,
                         ptc_str message, ptc_str data)
{
    reply_open(text, to->id);
    ptc_text_str(text, PTC_STR("\"error\":{\"code\":"));
    ptc_text_int(text, code);
    ptc_text_str(text, PTC_STR(",\"message\":"));
    ptc_json_write_string(text, message);
    if (data.len != 0) {
        ptc_text_str(text, PTC_STR(",\"data\":"));
        ptc_text_str(text, data);
    }
    ptc_text_str(text, PTC_STR("}}\n"));
}

/* The first bytes of a text, without a partial character at their end. */
static ptc_str reply_cut(ptc_str text, size_t len)
{
    if (text.len <= len)
        return text;
    while (len != 0 && (text.ptr[len] & 0xC0) == 0x80)
        len--;
    return ptc_str_make(text.ptr, len);
}

ptc_status ptc_mcp_send_error(const ptc_mcp_address *to, int code, ptc_str message,
                              ptc_str data)
{
    unsigned char memory[REPLY_ERROR_MAX + 64];
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init_memory(&arena, memory, sizeof memory);
    ptc_text_init(&text, &arena);
    ptc_text_extend(&text, REPLY_ERROR_MAX); /* it grows no more */
    ptc_text_cut(&text, 0);
    ptc_mcp_write_error(&text, to, code, reply_cut(message, REPLY_MESSAGE_MAX), data);
    ptc_mcp_send(to, ptc_text_view(&text), true);
    return PTC_OK;
}

ptc_status ptc_mcp_send_refused(const ptc_mcp_address *to)
{
    ptc_mcp_send_error(to, PTC_MCP_INTERNAL_ERROR, PTC_STR("Internal error"),
                       ptc_str_make(NULL, 0));
    return PTC_ERROR_MEMORY;
}

void ptc_mcp_send_locked(const ptc_mcp_address *to, ptc_str line, bool is_reply)
{
    const ptc_mcp_sink *sink = &to->session->sink;
    ptc_mcp_line sent = {.text = line, .is_reply = is_reply};

    if (!to->is_twin)
        sent.request = to->id;
    if (to->batch != NULL && is_reply)
        ptc_mcp_batch_reply(to->batch, to, line);
    else
        sink->write(&sent, sink->user);
}

void ptc_mcp_send(const ptc_mcp_address *to, ptc_str line, bool is_reply)
{
    ptc_mcp_lock(to->session->runtime);
    ptc_mcp_send_locked(to, line, is_reply);
    ptc_mcp_unlock(to->session->runtime);
}

void ptc_mcp_write_server(ptc_text *text, const ptc_mcp_server *server, bool has_title)
{
    ptc_text_str(text, PTC_STR("{\"name\":"));
    ptc_json_write_string(text, ptc_str_of(server->name));
    if (has_title && server->title != NULL) {
        ptc_text_str(text, PTC_STR(",\"title\":"));
        ptc_json_write_string(text, ptc_str_of(server->title));
    }
    ptc_text_str(text, PTC_STR(",\"version\":"));
    ptc_json_write_string(text, ptc_str_of(server->version));
    ptc_text_byte(text, '}');
}

void ptc_mcp_write_meta(ptc_text *text, const ptc_mcp_session *session)
{
    ptc_text_str(text, PTC_STR("\"resultType\":\"complete\","
                               "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":"));
    ptc_mcp_write_server(text, session->runtime->server, false);
}
