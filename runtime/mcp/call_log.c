/* SPDX-License-Identifier: MIT */
/* Arguments and results in the operator's log, after the firewall and without the handles
 * of sessions. [mcp 2.8, 10] */
#include "mcp/mcp_int.h"

enum {
    CALL_LOG_SHOWN = 2000, /* bytes of a value */
    CALL_LOG_HANDLE = 22,  /* characters after s_ */
};

static bool log_is_letter(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= 'a' && byte <= 'z') || byte == '-' || byte == '_';
}

/* Whether a handle of a session begins at `at`. */
static bool log_is_handle(ptc_str text, size_t at)
{
    size_t end = at + 2;

    if (text.len - at < 2 + CALL_LOG_HANDLE || text.ptr[at] != 's' ||
        text.ptr[at + 1] != '_' || (at > 0 && log_is_letter(text.ptr[at - 1])))
        return false;
    while (end < text.len && log_is_letter(text.ptr[end]))
        end++;
    return end - at == 2 + CALL_LOG_HANDLE;
}

/* Appends the text, without handles of sessions. */
static void log_write(ptc_text *out, ptc_str text)
{
    size_t start = 0;

    for (size_t at = 0; at < text.len; at++) {
        if (!log_is_handle(text, at))
            continue;
        ptc_text_bytes(out, text.ptr + start, at - start);
        ptc_text_cstr(out, "s_[REDACTED]");
        at += 2 + CALL_LOG_HANDLE - 1;
        start = at + 1;
    }
    ptc_text_bytes(out, text.ptr + start, text.len - start);
}

void ptc_mcp_log_json(const ptc_mcp_call *call, const char *what, ptc_str json)
{
    ptc_arena_mark mark = ptc_arena_place(call->tool.arena);
    ptc_text text;
    ptc_text line;

    ptc_text_init(&text, call->tool.arena);
    log_write(&text, json);
    ptc_text_init(&line, call->tool.arena);
    ptc_mcp_write_line(&line, ptc_text_view(&text), CALL_LOG_SHOWN);
    ptc_mcp_log(call->runtime, PTC_MCP_DEBUG, "%s: %s %s", call->row->name, what,
                text.failed || line.failed ? "(no memory to show it)" : line.ptr);
    ptc_arena_rewind(call->tool.arena, mark);
}

void ptc_mcp_log_arguments(const ptc_mcp_call *call)
{
    const ptc_schema *schema =
        call->row->tool != NULL ? call->row->tool->signature : NULL;
    ptc_arena *arena = call->tool.arena;
    ptc_arena_mark mark;
    ptc_value value;
    ptc_text text;

    if (!ptc_mcp_logs(call->runtime, PTC_MCP_DEBUG))
        return;
    mark = ptc_arena_place(arena);
    ptc_text_init(&text, arena);
    if (ptc_json_read(arena, call->arguments.ptr, call->arguments.len, NULL, &value, NULL,
                      NULL) == PTC_OK &&
        ptc_mcp_hide(arena, schema, SIZE_MAX, &value, &value) == PTC_OK &&
        ptc_json_write(&text, &value, 0) == PTC_OK)
        ptc_mcp_log_json(call, "arguments", ptc_text_view(&text));
    else
        ptc_mcp_log(call->runtime, PTC_MCP_DEBUG, "%s: arguments of %zu bytes",
                    call->row->name, call->arguments.len);
    ptc_arena_rewind(arena, mark);
    arena->failed = false;
}
