/* SPDX-License-Identifier: MIT */
#include "served.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

static void *served_allocate(void *old, size_t old_size, size_t new_size, void *user)
{
    served *server = user;
    void *place = NULL;

    if (new_size == 0)
        free(old);
    else
        place = realloc(old, new_size);
    if (new_size == 0 || place != NULL)
        __atomic_fetch_add(&server->held, new_size - (old != NULL ? old_size : 0),
                           __ATOMIC_RELAXED);
    return place;
}

static uint64_t served_clock(void *user)
{
    return ((served *)user)->now_ms;
}

static void served_log(ptc_mcp_level level, ptc_str line, void *user)
{
    served *server = user;

    (void)level;
    ptc_text_str(&server->log, line);
    ptc_text_byte(&server->log, '\n');
}

static void served_write(const ptc_mcp_line *line, void *user)
{
    served *server = user;

    cr_assert(line->text.len > 0 && line->text.ptr[line->text.len - 1] == '\n');
    cr_assert(memchr(line->text.ptr, '\n', line->text.len) ==
              line->text.ptr + line->text.len - 1);
    ptc_text_str(&server->sent, line->text);
}

void served_init(served *server)
{
    memset(server, 0, sizeof *server);
    ptc_arena_init(&server->arena, NULL, 0);
    ptc_arena_init(&server->sent_arena, NULL, 0);
    ptc_text_init(&server->sent, &server->sent_arena);
    ptc_text_init(&server->log, &server->arena);
    server->now_ms = 1000;
    server->mcp =
        (ptc_mcp_server){.name = "bench", .version = "1.0.0", .tools = server->rows};
    server->options = (ptc_mcp_options){.struct_size = sizeof server->options,
                                        .allocator = {served_allocate, server},
                                        .clock_ms = served_clock,
                                        .log = served_log,
                                        .log_level = PTC_MCP_DEBUG,
                                        .user = server};
}

const ptc_schema *served_signature(served *server, const char *text)
{
    const ptc_source source = {PTC_STR(""), ptc_str_of(text)};
    ptc_schema *schema = ptc_arena_array(&server->arena, 1, sizeof *schema);

    cr_assert_eq(ptc_signature_read(&server->arena, &source, NULL, NULL, schema), PTC_OK,
                 "%s", text);
    return schema;
}

ptc_mcp_tool *served_add(served *server, const char *name, ptc_tool_function function,
                         const char *signature)
{
    size_t i = server->mcp.tool_count++;

    cr_assert(i < SERVED_TOOLS &&
              (i == 0 || strcmp(server->tools[i - 1].name, name) < 0));
    server->tools[i] = (ptc_tool){.name = name, .function = function, .user = server};
    if (signature != NULL)
        server->tools[i].signature = served_signature(server, signature);
    server->rows[i] = (ptc_mcp_tool){
        .name = name, .tool = &server->tools[i], .listed = "{}", .listed_legacy = "{}"};
    return &server->rows[i];
}

void served_start(served *server, const ptc_mcp_server *rows)
{
    const ptc_mcp_sink sink = {served_write, server};

    cr_assert_eq(ptc_mcp_runtime_new(rows != NULL ? rows : &server->mcp, &server->options,
                                     &server->runtime),
                 PTC_OK);
    cr_assert_eq(ptc_mcp_session_new(server->runtime, &sink, &server->session), PTC_OK);
}

void served_begin(served *server, const ptc_mcp_server *rows, const char *version)
{
    char line[512];

    served_start(server, rows);
    snprintf(line, sizeof line,
             "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':"
             "'%s','capabilities':{},'clientInfo':{'name':'t','version':'1'}}}",
             version);
    served_say(server, line);
}

void served_end(served *server)
{
    ptc_mcp_session_free(server->session);
    ptc_mcp_runtime_free(server->runtime);
    ptc_arena_free(&server->arena);
    ptc_arena_free(&server->sent_arena);
    cr_assert_eq(server->held, 0, "%zu bytes are left", server->held);
}

void served_feed(served *server, const char *line)
{
    ptc_arena arena;
    const char *quoted;

    ptc_arena_init(&arena, NULL, 0);
    quoted = test_quoted(&arena, line);
    ptc_mcp_feed(server->session, quoted, strlen(quoted));
    ptc_mcp_feed(server->session, "\n", 1);
    ptc_arena_free(&arena);
}

const char *served_take(served *server)
{
    char *taken = ptc_arena_copy(&server->arena, server->sent.ptr, server->sent.len);

    for (char *at = taken; (at = strchr(at, '"')) != NULL;)
        *at = '\'';
    ptc_arena_reset(&server->sent_arena);
    ptc_text_init(&server->sent, &server->sent_arena);
    return taken;
}

const char *served_say(served *server, const char *line)
{
    served_feed(server, line);
    while (ptc_mcp_work(server->session))
        ;
    ptc_mcp_tick(server->session);
    return served_take(server);
}

const char *served_call_with(served *server, const char *name, const char *arguments,
                             const char *more)
{
    ptc_text line;

    ptc_text_init(&line, &server->arena);
    ptc_text_cstr(&line,
                  "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'");
    ptc_text_cstr(&line, name);
    ptc_text_cstr(&line, "','arguments':");
    ptc_text_cstr(&line, arguments);
    ptc_text_cstr(&line, more);
    ptc_text_cstr(&line, "}}");
    return served_say(server, line.ptr);
}

const char *served_call(served *server, const char *name, const char *arguments)
{
    return served_call_with(server, name, arguments, "");
}

const char *served_call_modern(served *server, const char *name, const char *arguments)
{
    return served_call_with(server, name, arguments, "," SERVED_MODERN);
}

void served_expect(const char *got, const char *wanted)
{
    cr_expect_str_eq(got, wanted, "got    %s\nwanted %s", got, wanted);
}
