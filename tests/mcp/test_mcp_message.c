/* SPDX-License-Identifier: MIT */
/* A line to a message: members, faults, ids. [mcp 2, 5] */
#include <criterion/criterion.h>

#include "mcp/mcp_int.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

/* Reads a line followed by hostile bytes that go on like JSON; each ' is a ". */
static void read_line(ptc_arena *arena, const char *text, ptc_mcp_message *out)
{
    static const char behind[] = "\"0,\"a\":\"b\",1,2e5]}]}]}]}]}]}]}]}";
    const char *line = test_quoted(arena, text);
    size_t len = strlen(line);
    char *copy = ptc_arena_alloc(arena, len + PTC_PADDING);

    cr_assert(copy != NULL);
    memcpy(copy, line, len);
    memcpy(copy + len, behind, PTC_PADDING);
    cr_assert_eq(ptc_mcp_read_message(arena, ptc_str_make(copy, len), out), PTC_OK);
}

/* Of one length at most 511; each " is a ' to both. */
static void expect_text(size_t row, const char *what, ptc_str got, const char *wanted)
{
    char texts[2][512];

    snprintf(texts[0], sizeof texts[0], PTC_FMT, PTC_ARG(got));
    snprintf(texts[1], sizeof texts[1], "%s", wanted);
    for (size_t i = 0; i < 2; i++) {
        for (char *at = texts[i]; *at != '\0'; at++)
            *at = *at == '"' ? '\'' : *at;
    }
    cr_expect_str_eq(texts[0], texts[1], "row %zu, %s: %s, not %s", row, what, texts[0],
                     texts[1]);
}

#define V(rest)  "{'jsonrpc':'2.0'," rest "}"
#define ID_WORDS "a string of at most 256 bytes or an integer of 64 bits"

/* M510 */
Test(mcp_message, faults_of_lines_and_envelopes)
{
    static const struct {
        const char *line;
        const char *id;
        int code;
        const char *fault;
    } rows[] = {
        /* No JSON, no UTF-8. */
        {"{", "", -32700, "Parse error: expected a key in quotes at byte 1"},
        {"nul", "", -32700, "Parse error: expected a value at byte 0"},
        {"+1", "", -32700, "Parse error: expected a value at byte 0"},
        {"\xEF\xBB\xBF{}", "", -32700, "Parse error: expected a value at byte 0"},
        {V("'id':1,"), "", -32700, "Parse error: expected a key in quotes at byte 24"},
        {"{'jsonrpc':'2.0','id':1} x", "", -32700,
         "Parse error: expected the end of the text at byte 25"},
        {"{'jsonrpc':'2.0','id':1}}", "", -32700,
         "Parse error: expected the end of the text at byte 24"},
        {"{'id' 1}", "", -32700, "Parse error: expected ':' after a key at byte 6"},
        {"{'id':1 'x':2}", "", -32700,
         "Parse error: expected ',' or a closing bracket at byte 8"},
        {"{'id':1", "", -32700,
         "Parse error: expected ',' or a closing bracket at byte 7"},
        {"{'id':01}", "", -32700, "Parse error: leading zero in a number at byte 6"},
        {"{'x':'\xFF'}", "", -32700, "Parse error: ill-formed UTF-8 at byte 6"},
        {"{'x':'\xC0\xAF'}", "", -32700, "Parse error: ill-formed UTF-8 at byte 6"},
        {"{'x':'\xED\xA0\x80'}", "", -32700, "Parse error: ill-formed UTF-8 at byte 6"},
        {"{'x':'\\ud800'}", "", -32700, "Parse error: lone surrogate at byte 6"},
        {"{'x':'\t'}", "", -32700, "Parse error: control byte in a string at byte 6"},
        {"{'x':'", "", -32700, "Parse error: unterminated string at byte 6"},
        {V("'params':{'arguments':{'x':'\xFF'}}"), "", -32700,
         "Parse error: ill-formed UTF-8 at byte 45"},
        {V("'params':{'arguments':{'x':1,}}"), "", -32700,
         "Parse error: expected a key in quotes at byte 46"},
        {V("'params':{'arguments':[1 2]}"), "", -32700,
         "Parse error: expected ',' or a closing bracket at byte 42"},
        {V("'params':{'arguments':{'x' 2}}"), "", -32700,
         "Parse error: expected ':' after a key at byte 44"},
        /* No object. */
        {"42", "", -32600, "Invalid request: expected an object, got 42"},
        {"null", "", -32600, "Invalid request: expected an object, got null"},
        {" true ", "", -32600, "Invalid request: expected an object, got true"},
        {"'x'", "", -32600, "Invalid request: expected an object, got 'x'"},
        {"[]", "", -32600, "Invalid request: expected an object, got a list"},
        {"1e400", "", -32600, "Invalid request: expected an object, got 1e400"},
        {"'0123456789012345678901234567890123456789'", "", -32600,
         "Invalid request: expected an object, got '012345678901234567890123456789012345"
         "678..."},
        /* jsonrpc, method. */
        {"{}", "", -32600, "Invalid request: jsonrpc: expected '2.0', got nothing"},
        {"{'id':1,'method':'ping'}", "1", -32600,
         "Invalid request: jsonrpc: expected '2.0', got nothing"},
        {"{'jsonrpc':'1.0','id':1,'method':'ping'}", "1", -32600,
         "Invalid request: jsonrpc: expected '2.0', got '1.0'"},
        {"{'jsonrpc':2.0,'id':1,'method':'ping'}", "1", -32600,
         "Invalid request: jsonrpc: expected '2.0', got 2.0"},
        {V("'id':1"), "1", -32600,
         "Invalid request: method: expected a string, got nothing"},
        {V("'id':'a','method':5"), "'a'", -32600,
         "Invalid request: method: expected a string, got 5"},
        {V("'id':1,'method':null"), "1", -32600,
         "Invalid request: method: expected a string, got null"},
        {V("'id':1,'method':{}"), "1", -32600,
         "Invalid request: method: expected a string, got an object"},
        /* Ids. */
        {V("'id':null,'method':'ping'"), "", -32600,
         "Invalid request: id: expected " ID_WORDS ", got null"},
        {V("'id':1.5,'method':'ping'"), "", -32600,
         "Invalid request: id: expected " ID_WORDS ", got 1.5"},
        {V("'id':1e2,'method':'ping'"), "", -32600,
         "Invalid request: id: expected " ID_WORDS ", got 1e2"},
        {V("'id':true,'method':'ping'"), "", -32600,
         "Invalid request: id: expected " ID_WORDS ", got true"},
        {V("'id':[1],'method':'ping'"), "", -32600,
         "Invalid request: id: expected " ID_WORDS ", got a list"},
        {V("'id':9223372036854775808,'method':'ping'"), "", -32600,
         "Invalid request: id: expected " ID_WORDS ", got 9223372036854775808"},
        /* Equal keys. */
        {V("'id':1,'id':2,'method':'ping'"), "", -32600,
         "Invalid request: the key 'id' appears twice"},
        {V("'id':1,'method':'ping','method':'ping'"), "1", -32600,
         "Invalid request: the key 'method' appears twice"},
        {V("'id':1,'method':'ping','m\\u0065thod':'ping'"), "1", -32600,
         "Invalid request: the key 'method' appears twice"},
        {V("'method':'ping','method':'ping','id':1,'id':1"), "", -32600,
         "Invalid request: the key 'id' appears twice"},
        {V("'id':1,'method':'x','params':{'name':'a','name':'a'}"), "1", -32600,
         "Invalid request: the key 'name' appears twice"},
        {V("'id':1,'method':'x','params':{'arguments':{},'arguments':{}}"), "1", -32600,
         "Invalid request: the key 'arguments' appears twice"},
        {V("'id':1,'method':'x','params':{'_meta':{'progressToken':1,'progressToken':1}"
           "}"),
         "1", -32600, "Invalid request: the key 'progressToken' appears twice"},
        {V("'id':1,'method':'x','y':1,'z':2,'y':3"), "1", -32600,
         "Invalid request: a key appears twice in the object that ends at byte 54"},
        {V("'id':1,'method':'x','y':[{'a':1,'a':2}]"), "1", -32600,
         "Invalid request: a key appears twice in the object that ends at byte 54"},
        {V("'y':{'a':1,'a':[{}]},'method':'x','z':{'b':1,'b':2},'id':1"), "1", -32600,
         "Invalid request: a key appears twice in the object that ends at byte 36"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_mcp_message m;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        read_line(&arena, rows[i].line, &m);
        cr_expect_eq(m.code, rows[i].code, "row %zu: %d", i, m.code);
        expect_text(i, "id", m.id, rows[i].id);
        expect_text(i, "fault", m.fault, rows[i].fault);
        ptc_arena_free(&arena);
    }
}

/* M510 */
Test(mcp_message, faults_of_params)
{
#define CALL(params) V("'id':1,'method':'tools/call','params':" params)
#define MODERN(meta) "'io.modelcontextprotocol/" meta
    static const struct {
        const char *line;
        const char *fault;
    } rows[] = {
        {V("'id':1,'method':'ping'"), ""},
        {V("'id':1,'method':'ping','params':{}"), ""},
        {V("'id':1,'method':'ping','params':null"),
         "Invalid params: params: expected an object, got null"},
        {V("'id':1,'method':'ping','params':[]"),
         "Invalid params: params: expected an object, got a list"},
        {V("'id':1,'method':'ping','params':{'_meta':5}"),
         "Invalid params: _meta: expected an object, got 5"},
        {V("'id':1,'method':'ping','params':{'_meta':null}"),
         "Invalid params: _meta: expected an object, got null"},
        {V("'id':1,'method':'ping','params':{'_meta':{'progressToken':null}}"),
         "Invalid params: _meta.progressToken: expected " ID_WORDS ", got null"},
        {V("'id':1,'method':'ping','params':{'_meta':{'progressToken':1.5}}"),
         "Invalid params: _meta.progressToken: expected " ID_WORDS ", got 1.5"},
        {V("'id':1,'method':'ping','params':{'_meta':{'progressToken':{}}}"),
         "Invalid params: _meta.progressToken: expected " ID_WORDS ", got an object"},
        {V("'id':1,'method':'ping','params':{'_meta':{'progressToken':''}}"), ""},
        /* tools/call */
        {V("'id':1,'method':'tools/call'"),
         "Invalid params: params: expected an object, got nothing"},
        {CALL("'x'"), "Invalid params: params: expected an object, got 'x'"},
        {CALL("{}"), "Invalid params: name: expected a string, got nothing"},
        {CALL("{'name':null}"), "Invalid params: name: expected a string, got null"},
        {CALL("{'name':{'a':1}}"),
         "Invalid params: name: expected a string, got an object"},
        {CALL("{'name':'a'}"), ""},
        {CALL("{'name':'a','arguments':null}"), ""},
        {CALL("{'name':'a','arguments':{'x':1,'x':1e400}}"), ""},
        {CALL("{'name':'a','arguments':[]}"),
         "Invalid params: arguments: expected an object, got a list"},
        {CALL("{'name':'a','arguments':'{}'}"),
         "Invalid params: arguments: expected an object, got '{}'"},
        {CALL("{'name':'a','arguments':true}"),
         "Invalid params: arguments: expected an object, got true"},
        /* The first fault counts. */
        {CALL("{'_meta':[],'arguments':1}"),
         "Invalid params: _meta: expected an object, got a list"},
        /* tools/list; what others want of a cursor is nothing. */
        {V("'id':1,'method':'tools/list','params':{'cursor':5}"),
         "Invalid params: cursor: expected a string, got 5"},
        {V("'id':1,'method':'tools/list','params':{'cursor':null}"),
         "Invalid params: cursor: expected a string, got null"},
        {V("'id':1,'method':'tools/list','params':{'cursor':''}"), ""},
        {CALL("{'name':'a','cursor':5}"), ""},
        /* initialize */
        {V("'id':1,'method':'initialize'"),
         "Invalid params: params: expected an object, got nothing"},
        {V("'id':1,'method':'initialize','params':{}"),
         "Invalid params: protocolVersion: expected a string, got nothing"},
        {V("'id':1,'method':'initialize','params':{'protocolVersion':2025}"),
         "Invalid params: protocolVersion: expected a string, got 2025"},
        {V("'id':1,'method':'initialize','params':{'protocolVersion':'x'}"), ""},
        /* Modern ones. */
        {V("'id':1,'method':'x','params':{'_meta':{" MODERN("protocolVersion':5") "}}"),
         "Invalid params: _meta['io.modelcontextprotocol/protocolVersion']: expected a "
         "string, got 5"},
        {V("'id':1,'method':'x','params':{'_meta':{" MODERN("protocolVersion':'x'") "}}"),
         "Invalid params: _meta['io.modelcontextprotocol/clientCapabilities']: expected "
         "an object, got nothing"},
        {V("'id':1,'method':'x','params':{'_meta':{" MODERN(
             "protocolVersion':'x'") "," MODERN("clientCapabilities':[]") "}}"),
         "Invalid params: _meta['io.modelcontextprotocol/clientCapabilities']: expected "
         "an object, got a list"},
        {V("'id':1,'method':'subscriptions/listen','params':{'_meta':{" MODERN(
             "protocolVersion':'x'") "," MODERN("clientCapabilities':{}") "}}"),
         "Invalid params: notifications: expected an object, got nothing"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_mcp_message m;
        ptc_arena arena;

        ptc_arena_init(&arena, NULL, 0);
        read_line(&arena, rows[i].line, &m);
        cr_expect_eq(m.code, 0, "row %zu: %d " PTC_FMT, i, m.code, PTC_ARG(m.fault));
        expect_text(i, "fault", m.params_fault, rows[i].fault);
        ptc_arena_free(&arena);
    }
}

/* M510 */
Test(mcp_message, members_in_any_order_and_spelling)
{
    ptc_mcp_message m;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    read_line(&arena,
              " { 'params' : { '_meta' : { 'x':1, 'progressToken' : '\\u0041' ,"
              "'io.modelcontextprotocol/clientInfo':{'name':'c'} ,"
              "'io.modelcontextprotocol/clientCapabilities' : {} ,"
              "'io.modelcontextprotocol/protocolVersion':'2026\\u002d07-28' } ,"
              "'cursor' : 'n\\n' , 'arguments' : { 'a' : [ 1 , {} , '}' ] } ,"
              "'name' : 'a\\u0062c' , 'requestId':-7 } , 'unknown':[[]],"
              "'id' : '\\u0061' , 'method':'tools\\/call' , 'jsonrpc' : '\\u0032.0' } ",
              &m);
    cr_expect_eq(m.code, 0, PTC_FMT, PTC_ARG(m.fault));
    cr_expect(m.is_modern);
    expect_text(0, "id", m.id, "'\\u0061'");
    expect_text(0, "method", m.method, "tools/call");
    expect_text(0, "name", m.name, "abc");
    expect_text(0, "arguments", m.arguments, "{ 'a' : [ 1 , {} , '}' ] }");
    expect_text(0, "token", m.token, "'\\u0041'");
    expect_text(0, "cursor", m.cursor, "n\n");
    expect_text(0, "version", m.version, "2026-07-28");
    expect_text(0, "request", m.request, "-7");
    expect_text(0, "client", m.client, "{'name':'c'}");
    expect_text(0, "params", m.params_fault, "");
    ptc_arena_free(&arena);
}

/* M510 */
Test(mcp_message, replies_and_notifications_are_nothing)
{
    static const char *const replies[] = {
        V("'id':1,'result':{}"),
        V("'id':null,'error':{'code':-32600,'message':'x'}"),
        "{'result':1}",
        "{'id':1,'id':1,'error':{'a':1,'a':1}}",
    };
    ptc_mcp_message m;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
        read_line(&arena, replies[i], &m);
        cr_expect(m.code == 0 && m.id.len == 0 && m.method.len == 0, "%zu", i);
    }
    read_line(&arena, V("'method':'notifications/cancelled','params':{'requestId':'x'}"),
              &m);
    cr_expect(m.code == 0 && m.id.len == 0);
    expect_text(0, "request", m.request, "'x'");
    read_line(&arena, V("'method':'notifications/cancelled','params':{'requestId':1.5}"),
              &m);
    cr_expect(m.code == 0 && m.request.len == 0);
    read_line(&arena, V("'method':'notifications/x','params':5"), &m);
    cr_expect(m.code == 0 && m.id.len == 0);
    ptc_arena_free(&arena);
}

/* Strings of 256 bytes, unescaped; integers to the ends of int64. M510 */
Test(mcp_message, ids_to_their_limits)
{
    static const char *const good[] = {
        "0", "-0", "9223372036854775807", "-9223372036854775808", "''", "' '"};
    char line[4096];
    char id[2048];
    ptc_mcp_message m;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(line, sizeof line, V("'id':%s,'method':'ping'"), good[i]);
        read_line(&arena, line, &m);
        cr_expect_eq(m.code, 0, "%s", good[i]);
        expect_text(i, "id", m.id, good[i]);
    }
    for (size_t count = 255; count <= 257; count++) {
        id[0] = '\0';
        for (size_t i = 0; i < count; i++)
            strcat(id, "\\u0061");
        snprintf(line, sizeof line, V("'id':'%s','method':'ping'"), id);
        read_line(&arena, line, &m);
        cr_expect_eq(m.code, count <= 256 ? 0 : -32600, "%zu", count);
        cr_expect_eq(m.id.len, count <= 256 ? 6 * count + 2 : 0);
    }
    ptc_arena_free(&arena);
}

/* M510 */
Test(mcp_message, equal_ids)
{
    static const struct {
        const char *a;
        const char *b;
        bool is_same;
    } rows[] = {
        {"1", "1", true},
        {"1", "\"1\"", false},
        {"1", "2", false},
        {"0", "-0", true},
        {"10", "1", false},
        {"\"a\"", "\"a\"", true},
        {"\"a\"", "\"\\u0061\"", true},
        {"\"\\u0061\"", "\"\\u0062\"", false},
        {"\"\\u0061b\"", "\"a\\u0062\"", true},
        {"\"a\"", "\"A\"", false},
        {"\"\\n\"", "\"\\u000A\"", true},
        {"\"\\u000a\"", "\"\\u000A\"", true},
        {"\"\\/\"", "\"/\"", true},
        {"\"\\\\\"", "\"/\"", false},
        {"\"\"", "\"\"", true},
        {"\"\"", "\"\\u0000\"", false},
        {"\"\\ud83d\\ude00\"", "\"\xF0\x9F\x98\x80\"", true},
        {"", "1", false},
    };
    char escaped[2048] = "\"";
    char plain[300] = "\"";

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str a = ptc_str_of(rows[i].a);
        ptc_str b = ptc_str_of(rows[i].b);

        cr_expect_eq(ptc_mcp_same_id(a, b), rows[i].is_same, "%s %s", a.ptr, b.ptr);
        cr_expect_eq(ptc_mcp_same_id(b, a), rows[i].is_same, "%s %s", a.ptr, b.ptr);
    }
    for (size_t i = 0; i < 256; i++) {
        strcat(escaped, "\\u0078");
        strcat(plain, "x");
    }
    strcat(escaped, "\"");
    strcat(plain, "\"");
    cr_expect(ptc_mcp_same_id(ptc_str_of(escaped), ptc_str_of(plain)));
    plain[256] = 'y';
    cr_expect(!ptc_mcp_same_id(ptc_str_of(escaped), ptc_str_of(plain)));
}

/* A line of `count` brackets in what is passed over, in the arguments, and in all. M510
 */
Test(mcp_message, nesting_has_a_limit)
{
    static const char *const forms[] = {
        V("'id':1,'method':'x','y':%s1%s"),
        V("'id':1,'method':'x','params':{'arguments':%s1%s}"), "%s1%s"};
    static const int most[] = {511, 510, 512};

    for (size_t i = 0; i < 3; i++) {
        for (int more = 0; more < 2; more++) {
            char open[600] = "";
            char close[600] = "";
            char line[2000];
            ptc_mcp_message m;
            ptc_arena arena;

            memset(open, '[', (size_t)(most[i] + more));
            memset(close, ']', (size_t)(most[i] + more));
            snprintf(line, sizeof line, forms[i], open, close);
            ptc_arena_init(&arena, NULL, 0);
            read_line(&arena, line, &m);
            cr_expect_eq(m.code == -32700, more == 1, "form %zu: %d", i, m.code);
            cr_expect_eq(strncmp(m.fault.len != 0 ? m.fault.ptr : "",
                                 "Parse error: nested too deeply at byte ", 39) == 0,
                         more == 1);
            ptc_arena_free(&arena);
        }
    }
}

/* M510 */
Test(mcp_message, batches)
{
    static const struct {
        const char *line;
        size_t count;
        int code;
        const char *last;
    } rows[] = {
        {"[]", 0, 0, NULL},         {" [ ] ", 0, 0, NULL},
        {"[1]", 1, 0, "1"},         {"[{'a':[]} , 'x' ,[ ] ]", 3, 0, "[ ]"},
        {"[1,2", 1, -32700, NULL},  {"[1,]", 1, -32700, NULL},
        {"[1,2}", 2, -32700, NULL}, {"[1] 2", 1, -32700, NULL},
        {"[", 0, -32700, NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_mcp_messages messages;
        ptc_arena arena;
        char line[200] = "";

        ptc_arena_init(&arena, NULL, 0);
        strcpy(line, test_quoted(&arena, rows[i].line));
        cr_assert_eq(ptc_mcp_read_batch(&arena, ptc_str_of(line), &messages), PTC_OK);
        cr_expect_eq(messages.count, rows[i].count, "%zu: %zu", i, messages.count);
        cr_expect_eq(messages.code, rows[i].code, "%zu", i);
        if (rows[i].last != NULL)
            expect_text(i, "last", messages.items[messages.count - 1], rows[i].last);
        ptc_arena_free(&arena);
    }
}

/* M510 */
Test(mcp_message, refused_memory)
{
    char line[600] = V("'id':'\\u0061','method':'x','a':[{'b':1,'c':[]}],'id':2");
    size_t len;
    char *copy;

    for (char *at = line; *at != '\0'; at++)
        *at = *at == '\'' ? '"' : *at;
    len = strlen(line);
    copy = calloc(1, len + PTC_PADDING);
    cr_assert(copy != NULL);
    memcpy(copy, line, len);
    for (size_t left = 0;; left++) {
        test_refusing state = {.left = left, .held = 0};
        ptc_allocator allocator = test_refusing_allocator(&state);
        ptc_mcp_message m;
        ptc_arena arena;
        ptc_status status;

        ptc_arena_init(&arena, &allocator, 0);
        status = ptc_mcp_read_message(&arena, ptc_str_make(copy, len), &m);
        ptc_arena_free(&arena);
        cr_expect_eq(state.held, 0);
        if (status == PTC_OK)
            break;
        cr_expect_eq(status, PTC_ERROR_MEMORY);
        cr_assert(left < 20);
    }
    free(copy);
}
