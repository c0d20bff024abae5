/* SPDX-License-Identifier: MIT */
/*
 * tools/list: the tools in the server's order, in pages where there are many. A cursor is
 * the last name given. [mcp 4]
 */
#include "mcp/mcp_int.h"

/* The number of the tool after the cursor; false when it is not one of our names. */
static bool list_find_start(const ptc_mcp_server *server, const ptc_mcp_message *m,
                            size_t *start)
{
    const ptc_mcp_tool *last;

    *start = 0;
    if (m->cursor.ptr == NULL)
        return true;
    last = ptc_mcp_find_tool(server, m->cursor);
    if (last != NULL)
        *start = (size_t)(last - server->tools) + 1;
    return last != NULL;
}

/* Appends a page of tools; returns the number of the tool after it. */
static size_t list_write_page(ptc_text *text, const ptc_mcp_server *server, size_t start,
                              bool is_modern)
{
    size_t i = start;
    size_t bytes = 0;

    ptc_text_str(text, PTC_STR("\"tools\":["));
    for (; i < server->tool_count && i - start < PTC_MCP_PAGE_TOOLS; i++) {
        const ptc_mcp_tool *tool = &server->tools[i];
        ptc_str listed = ptc_str_of(is_modern ? tool->listed : tool->listed_legacy);

        bytes += listed.len + 1;
        if (i != start && bytes > PTC_MCP_PAGE_BYTES)
            break;
        if (i != start)
            ptc_text_byte(text, ',');
        ptc_text_str(text, listed);
    }
    ptc_text_str(text, PTC_STR("],"));
    return i;
}

static ptc_status list_refuse_cursor(const ptc_mcp_address *to, ptc_str cursor)
{
    ptc_text message;

    ptc_text_init(&message, &to->session->arena);
    ptc_text_cstr(
        &message,
        "Invalid params: cursor: expected the nextCursor of an earlier list, got \"");
    ptc_mcp_write_line(&message, cursor, PTC_MCP_NAME_SHOWN);
    ptc_text_byte(&message, '"');
    if (message.failed)
        return ptc_mcp_send_refused(to);
    return ptc_mcp_send_error(to, PTC_MCP_INVALID_PARAMS, ptc_text_view(&message),
                              ptc_str_make(NULL, 0));
}

ptc_status ptc_mcp_answer_list(const ptc_mcp_address *to, const ptc_mcp_message *m)
{
    const ptc_mcp_server *server = to->session->runtime->server;
    ptc_text text;
    size_t start;
    size_t next;

    if (!list_find_start(server, m, &start))
        return list_refuse_cursor(to, m->cursor);
    ptc_text_init(&text, &to->session->arena);
    ptc_mcp_open_result(&text, to);
    next = list_write_page(&text, server, start, to->is_modern);
    if (next < server->tool_count) {
        ptc_text_str(&text, PTC_STR("\"nextCursor\":"));
        ptc_json_write_string(&text, ptc_str_of(server->tools[next - 1].name));
        ptc_text_byte(&text, ',');
    }
    if (to->is_modern)
        ptc_text_str(&text, PTC_STR(PTC_MCP_CACHING));
    return ptc_mcp_close_result(&text, to);
}
