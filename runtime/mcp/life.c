/* SPDX-License-Identifier: MIT */
/* initialize, server/discover, ping, subscriptions. [mcp 3] */
#include "mcp/mcp_int.h"

#define LIFE_CAPABILITIES "\"capabilities\":{\"tools\":{}},"
#define LIFE_SUBSCRIPTION "\"io.modelcontextprotocol/subscriptionId\":"

/* Characters shown of texts from clients. */
enum {
    LIFE_VERSION_SHOWN = 64, /* of a requested version, in the answer */
    LIFE_CLIENT_SHOWN = 200, /* of clientInfo, in the log */
};

/* ORDER VERSION */
static const ptc_str life_versions[PTC_MCP_NO_VERSION] = {
    PTC_STR_INIT("2024-11-05"), PTC_STR_INIT("2025-03-26"), PTC_STR_INIT("2025-06-18"),
    PTC_STR_INIT("2025-11-25"), PTC_STR_INIT("2026-07-28"),
};

/* The version to agree on: the requested one if it is a legacy version, else the newest
 * of those. */
static ptc_mcp_version life_agree(ptc_str asked)
{
    int version = PTC_MCP_2025_11_25;

    while (version > PTC_MCP_2024_11_05 && !ptc_str_equal(life_versions[version], asked))
        version--;
    return ptc_str_equal(life_versions[version], asked) ? (ptc_mcp_version)version
                                                        : PTC_MCP_2025_11_25;
}

bool ptc_mcp_is_served(ptc_str version)
{
    return ptc_str_equal(version, life_versions[PTC_MCP_2026_07_28]);
}

static void life_write_instructions(ptc_text *text, const ptc_mcp_server *server)
{
    if (server->instructions == NULL)
        return;
    ptc_text_str(text, PTC_STR("\"instructions\":"));
    ptc_json_write_string(text, ptc_str_of(server->instructions));
    ptc_text_byte(text, ',');
}

/* For the operator: who has connected. */
static void life_log(ptc_mcp_session *session, ptc_str client, ptc_str version)
{
    ptc_text text;

    if (!ptc_mcp_logs(session->runtime, PTC_MCP_INFO))
        return;
    ptc_text_init(&text, &session->arena);
    ptc_text_cstr(&text, "client ");
    ptc_mcp_write_line(&text, client, LIFE_CLIENT_SHOWN);
    ptc_text_cstr(&text, ", version ");
    ptc_text_str(&text, version);
    ptc_mcp_log(session->runtime, PTC_MCP_INFO, PTC_FMT, PTC_ARG(ptc_text_view(&text)));
}

ptc_status ptc_mcp_answer_initialize(const ptc_mcp_address *to, const ptc_mcp_message *m)
{
    ptc_mcp_session *session = to->session;
    const ptc_mcp_server *server = session->runtime->server;
    ptc_text text;

    session->version = life_agree(m->version);
    life_log(session, m->client, life_versions[session->version]);
    ptc_text_init(&text, &session->arena);
    ptc_mcp_open_result(&text, to);
    ptc_text_str(&text, PTC_STR("\"protocolVersion\":\""));
    ptc_text_str(&text, life_versions[session->version]);
    ptc_text_str(&text, PTC_STR("\"," LIFE_CAPABILITIES "\"serverInfo\":"));
    ptc_mcp_write_server(&text, server, true);
    ptc_text_byte(&text, ',');
    life_write_instructions(&text, server);
    return ptc_mcp_close_result(&text, to);
}

/* `["2026-07-28",..]`, newest first. */
static void life_write_versions(ptc_text *text)
{
    for (int version = PTC_MCP_NO_VERSION - 1; version >= 0; version--) {
        ptc_text_byte(text, version == PTC_MCP_NO_VERSION - 1 ? '[' : ',');
        ptc_json_write_string(text, life_versions[version]);
    }
    ptc_text_byte(text, ']');
}

ptc_status ptc_mcp_answer_discover(const ptc_mcp_address *to, const ptc_mcp_message *m)
{
    ptc_text text;

    life_log(to->session, m->client, m->version);
    ptc_text_init(&text, &to->session->arena);
    ptc_mcp_open_result(&text, to);
    ptc_text_str(&text, PTC_STR("\"supportedVersions\":"));
    life_write_versions(&text);
    ptc_text_str(&text, PTC_STR("," LIFE_CAPABILITIES));
    life_write_instructions(&text, to->session->runtime->server);
    ptc_text_str(&text, PTC_STR(PTC_MCP_CACHING));
    return ptc_mcp_close_result(&text, to);
}

ptc_status ptc_mcp_refuse_version(const ptc_mcp_address *to, ptc_str version)
{
    size_t shown = ptc_utf8_prefix(version.ptr, version.len, LIFE_VERSION_SHOWN);
    ptc_str asked = ptc_str_make(version.ptr, shown);
    ptc_text message;
    ptc_text data;

    ptc_text_init(&message, &to->session->arena);
    ptc_text_init(&data, &to->session->arena);
    ptc_text_cstr(&message, "Unsupported protocol version: ");
    ptc_visible_write(&message, asked);
    ptc_text_cstr(&data, "{\"supported\":");
    life_write_versions(&data);
    ptc_text_cstr(&data, ",\"requested\":");
    ptc_json_write_string(&data, asked);
    ptc_text_byte(&data, '}');
    if (message.failed || data.failed)
        return ptc_mcp_send_refused(to);
    return ptc_mcp_send_error(to, PTC_MCP_UNSUPPORTED_VERSION, ptc_text_view(&message),
                              ptc_text_view(&data));
}

ptc_status ptc_mcp_answer_ping(const ptc_mcp_address *to, const ptc_mcp_message *m)
{
    ptc_text text;

    (void)m;
    ptc_text_init(&text, &to->session->arena);
    ptc_mcp_open_result(&text, to);
    return ptc_mcp_close_result(&text, to);
}

/* --- Subscriptions ------------------------------------------------------------------ */

/* Confirms a subscription and its topics. The tools of a constant server never change, so
 * it has none. */
static bool life_acknowledge(const ptc_mcp_address *to)
{
    ptc_text text;

    ptc_text_init(&text, &to->session->arena);
    ptc_text_str(&text, PTC_STR("{\"jsonrpc\":\"2.0\","
                                "\"method\":\"notifications/subscriptions/acknowledged\","
                                "\"params\":{\"notifications\":{},"
                                "\"_meta\":{" LIFE_SUBSCRIPTION));
    ptc_text_str(&text, to->id);
    ptc_text_str(&text, PTC_STR("}}}\n"));
    if (!text.failed)
        ptc_mcp_send(to, ptc_text_view(&text), false);
    return !text.failed;
}

ptc_status ptc_mcp_answer_listen(const ptc_mcp_address *to, const ptc_mcp_message *m)
{
    ptc_mcp_session *session = to->session;
    const ptc_allocator *given = &session->runtime->options.allocator;
    ptc_mcp_listen *listen = &session->listens[session->listen_count];

    if (session->listen_count == PTC_MCP_LISTEN_MAX)
        return ptc_mcp_send_error(
            to, PTC_MCP_INTERNAL_ERROR,
            PTC_STR("Internal error: 16 subscriptions are open; cancel one"),
            ptc_str_make(NULL, 0));
    ptc_arena_init(&listen->arena, given->allocate != NULL ? given : NULL, 0);
    listen->id = ptc_str_copy(&listen->arena, m->id);
    if (listen->id.ptr == NULL || !life_acknowledge(to)) {
        ptc_arena_free(&listen->arena);
        return ptc_mcp_send_refused(to);
    }
    session->listen_count++;
    return PTC_OK;
}

/* The number of the subscription with that id, or their count. */
static size_t life_find_listen(const ptc_mcp_session *session, ptc_str id)
{
    size_t i = 0;

    while (i < session->listen_count && !ptc_mcp_same_id(session->listens[i].id, id))
        i++;
    return i;
}

bool ptc_mcp_has_listen(const ptc_mcp_session *session, ptc_str id)
{
    return life_find_listen(session, id) < session->listen_count;
}

void ptc_mcp_cancel_listen(ptc_mcp_session *session, ptc_str id)
{
    size_t found = life_find_listen(session, id);

    if (found == session->listen_count)
        return;
    ptc_arena_free(&session->listens[found].arena);
    session->listen_count--;
    memmove(&session->listens[found], &session->listens[found + 1],
            (session->listen_count - found) * sizeof *session->listens);
}

/* Answers a subscription that is over. */
static ptc_status life_complete(ptc_mcp_session *session, ptc_str id)
{
    const ptc_mcp_address to = {.session = session, .id = id, .is_modern = true};
    ptc_text text;

    ptc_text_init(&text, &session->arena);
    ptc_mcp_open_result(&text, &to);
    ptc_text_str(&text, session->meta);
    ptc_text_str(&text, PTC_STR("," LIFE_SUBSCRIPTION));
    ptc_text_str(&text, id);
    ptc_text_str(&text, PTC_STR("}}}\n"));
    if (text.failed)
        return ptc_mcp_send_refused(&to);
    ptc_mcp_send(&to, ptc_text_view(&text), true);
    return PTC_OK;
}

ptc_status ptc_mcp_end_listens(ptc_mcp_session *session)
{
    ptc_status status = PTC_OK;

    for (size_t i = 0; i < session->listen_count; i++) {
        if (life_complete(session, session->listens[i].id) != PTC_OK)
            status = PTC_ERROR_MEMORY;
    }
    ptc_mcp_free_listens(session);
    return status;
}

void ptc_mcp_free_listens(ptc_mcp_session *session)
{
    while (session->listen_count != 0)
        ptc_arena_free(&session->listens[--session->listen_count].arena);
}
