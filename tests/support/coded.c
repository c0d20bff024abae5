/* SPDX-License-Identifier: MIT */
#include "coded.h"

#include <criterion/criterion.h>
#include <ptc/json.h>
#include <ptc/llm.h>

static coded *coded_of(void *user)
{
    return user; /* the server is its first member */
}

static ptc_status coded_give(ptc_tool_call *call, const char *json)
{
    return ptc_json_read(call->arena, json, strlen(json), NULL, &call->result, NULL,
                         NULL);
}

static ptc_status coded_echo(ptc_tool_call *call, void *user)
{
    const ptc_value *x = ptc_value_get(&call->arguments, "x");

    (void)user;
    if (x != NULL)
        call->result = *x;
    return PTC_OK;
}

static ptc_status coded_sell(ptc_tool_call *call, void *user)
{
    (void)user;
    call->message =
        ptc_value_as_text(ptc_value_get(&call->arguments, "why"), "no stock").ptr;
    call->reason = "no_stock";
    return PTC_ERROR_INVALID;
}

static ptc_status coded_order(ptc_tool_call *call, void *user)
{
    coded_of(user)->orders++;
    return coded_give(call, "{\"ok\":true}");
}

static ptc_status coded_search(ptc_tool_call *call, void *user)
{
    (void)user;
    return coded_give(call, "{\"count\":2,\"items\":[{\"id\":1,\"title\":\"lamp\"},{"
                            "\"id\":3,\"title\":\"desk lamp\"}]}");
}

static ptc_status coded_secret(ptc_tool_call *call, void *user)
{
    (void)user;
    return coded_give(call, "{\"id\":7,\"_token\":\"" CODED_CANARY "\"}");
}

static ptc_status coded_wait(ptc_tool_call *call, void *user)
{
    coded *desk = coded_of(user);

    desk->server.now_ms += (uint64_t)ptc_value_get(&call->arguments, "ms")->as.integer;
    if (desk->cancels)
        served_feed(&desk->server, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
                                   "'params':{'requestId':1}}");
    else
        desk->next_ms = ptc_mcp_tick(desk->server.session);
    desk->saw_cancel = ptc_cancel_is_set(call->cancel);
    call->result = ptc_value_int((int64_t)call->time_ms);
    call->message = "it gave up";
    return desk->saw_cancel && desk->gives_up ? PTC_ERROR_INVALID : PTC_OK;
}

static uint64_t coded_random(void *user)
{
    coded *desk = coded_of(user);

    desk->chance = desk->chance * UINT64_C(6364136223846793005) + 1;
    return desk->chance;
}

static void coded_add(coded *desk, const char *name, ptc_tool_function function,
                      const char *signature)
{
    served_add(&desk->server, name, function, signature);
    desk->tools[desk->program.tool_count++] =
        &desk->server.tools[desk->server.mcp.tool_count - 1];
}

void coded_init(coded *desk)
{
    ptc_mcp_tool *row;

    memset(desk, 0, sizeof *desk);
    served_init(&desk->server);
    desk->server.options.random = coded_random;
    desk->chance = 1;
    coded_add(desk, "echo", coded_echo, "(x :any?) -> :any");
    coded_add(desk, "order", coded_order, "(id :int) -> {ok :bool}");
    row = served_add(&desk->server, "run_program", coded_echo, NULL);
    row->tool = NULL;
    row->function = ptc_mcp_run_program;
    row->data = &desk->program;
    coded_add(desk, "search", coded_search,
              "(query :string, limit :int[1..100]?) -> {count :int, items [{id :int, "
              "title :string}]}");
    coded_add(desk, "secret", coded_secret, "() -> {id :int, _token :string}");
    coded_add(desk, "sell", coded_sell, "(why :string?) -> :nil");
    coded_add(desk, "wait", coded_wait, "(ms :int) -> :int");
    desk->program.tools = desk->tools;
}

void coded_start(coded *desk)
{
    served_begin(&desk->server, NULL, "2025-11-25");
}

void coded_open(coded *desk)
{
    coded_init(desk);
    coded_start(desk);
}

void coded_end(coded *desk)
{
    served_end(&desk->server);
}

/* --- Running ------------------------------------------------------------------------ */

static void coded_feed(coded *desk, const char *program, const char *more)
{
    ptc_text line;

    ptc_text_init(&line, &desk->server.arena);
    ptc_text_cstr(&line, "{\"jsonrpc\":\"2.0\",\"id\":");
    ptc_text_uint(&line, desk->is_within ? 2 : 1);
    ptc_text_cstr(&line,
                  ",\"method\":\"tools/call\",\"params\":{\"name\":\"run_program\","
                  "\"arguments\":{\"program\":");
    ptc_json_write_string(&line, ptc_str_of(program));
    ptc_text_cstr(&line, test_quoted(&desk->server.arena, more));
    ptc_text_cstr(&line, "}}}\n");
    cr_assert(!line.failed);
    ptc_mcp_feed(desk->server.session, line.ptr, line.len);
}

/* What a model reads of a reply. */
static const char *coded_text(coded *desk, const ptc_value *reply)
{
    const ptc_value *result = ptc_value_get(reply, "result");
    const ptc_value *content;
    ptc_text text;

    ptc_text_init(&text, &desk->server.arena);
    if (result == NULL) {
        ptc_text_cstr(&text, "!! ");
        ptc_text_str(&text,
                     ptc_value_as_text(
                         ptc_value_get(ptc_value_get(reply, "error"), "message"), ""));
        return text.ptr;
    }
    desk->reply = *result;
    content = ptc_value_get(result, "content");
    cr_assert(content != NULL && content->kind == PTC_VECTOR && content->aux == 1);
    if (ptc_value_get(result, "isError") != NULL)
        ptc_text_cstr(&text, "! ");
    ptc_text_str(&text,
                 ptc_value_as_text(ptc_value_get(&content->as.items[0], "text"), "?"));
    cr_assert(!text.failed);
    return text.len > 0 ? text.ptr : "";
}

const char *coded_run_with(coded *desk, const char *program, const char *more)
{
    ptc_text *sent = &desk->server.sent;
    ptc_value reply;
    ptc_str line;

    ptc_text_init(sent, &desk->server.arena);
    coded_feed(desk, program, more);
    while (ptc_mcp_work(desk->server.session))
        ;
    desk->reply = ptc_value_nil();
    line = ptc_text_view(sent);
    ptc_text_init(sent, &desk->server.arena);
    if (line.len == 0)
        return "";
    cr_assert_eq(
        ptc_json_read(&desk->server.arena, line.ptr, line.len, NULL, &reply, NULL, NULL),
        PTC_OK, "%s", line.ptr);
    return coded_text(desk, &reply);
}

const char *coded_run(coded *desk, const char *program)
{
    return coded_run_with(desk, program, "");
}

void coded_expect_with(coded *desk, const char *program, const char *more,
                       const char *wanted)
{
    const char *got = coded_run_with(desk, program, more);

    cr_expect_str_eq(got, wanted, "%s\ngot    %s\nwanted %s", program, got, wanted);
}

void coded_expect(coded *desk, const char *program, const char *wanted)
{
    coded_expect_with(desk, program, "", wanted);
}

const char *coded_structured(coded *desk)
{
    const ptc_value *content = ptc_value_get(&desk->reply, "structuredContent");
    ptc_text text;

    if (content == NULL)
        return "";
    ptc_text_init(&text, &desk->server.arena);
    cr_assert_eq(ptc_json_write(&text, content, 0), PTC_OK);
    for (size_t i = 0; i < text.len; i++)
        text.ptr[i] = text.ptr[i] == '"' ? '\'' : text.ptr[i];
    return text.ptr;
}

const char *coded_handle(coded *desk, const char *text)
{
    static const char mark[] = ";; session ";
    const char *line = strstr(text, mark);

    cr_assert(line != NULL, "%s", text);
    line += sizeof mark - 1;
    cr_assert_eq(strlen(line), 24, "%s", text);
    return ptc_arena_copy(&desk->server.arena, line, 24);
}
