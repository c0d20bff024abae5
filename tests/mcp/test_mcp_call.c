/* SPDX-License-Identifier: MIT */
/* Calls of tools: what becomes of each kind of call, in both eras. [mcp 5] */
#include <criterion/criterion.h>

#include "served.h"

#define EIGHT(text) text text text text text text text text
#define BEGIN       "{'jsonrpc':'2.0','id':1,"
#define TEXT(is)    BEGIN "'result':{'content':[{'type':'text','text':'" is "'}]"
#define FAILS(is)   TEXT(is) ",'isError':true}}\n"

static ptc_status search(ptc_tool_call *call, void *user)
{
    static const char json[] = "{\"count\":1,\"items\":[{\"id\":1,\"title\":\"lamp\"}]}";

    (void)user;
    return ptc_json_read(call->arena, json, sizeof json - 1, NULL, &call->result, NULL,
                         NULL);
}

/* Gives its argument `x`. */
static ptc_status echo(ptc_tool_call *call, void *user)
{
    const ptc_value *x = ptc_value_get(&call->arguments, "x");

    (void)user;
    if (x != NULL)
        call->result = *x;
    return PTC_OK;
}

static const char *text_of(ptc_tool_call *call, const char *name)
{
    const ptc_value *value = ptc_value_get(&call->arguments, name);

    return value != NULL ? ptc_str_copy(call->arena, ptc_value_text(value)).ptr : NULL;
}

static ptc_status fail(ptc_tool_call *call, void *user)
{
    (void)user;
    call->message = text_of(call, "why");
    call->reason = text_of(call, "reason");
    return PTC_ERROR_INVALID;
}

static ptc_status starve(ptc_tool_call *call, void *user)
{
    (void)user;
    return ptc_arena_alloc(call->arena, (size_t)1 << 30) != NULL ? PTC_OK
                                                                 : PTC_ERROR_MEMORY;
}

static ptc_status forgets(ptc_mcp_call *call)
{
    (void)call;
    return PTC_OK;
}

static void open_shop(served *server)
{
    served_init(server);
    served_add(server, "any", echo, NULL);
    served_add(server, "echo", echo, "(x :string) -> :string");
    served_add(server, "fail", fail, "(why :string?, reason :string?) -> :nil");
    served_add(server, "forgets", NULL, NULL)->function = forgets;
    served_add(server, "list", echo, "(x [:string]) -> [:string]");
    served_add(server, "none", echo, "() -> :nil");
    served_add(server, "search", search,
               "(query :string, limit :int[1..100]?) -> {count :int, items [{id :int, "
               "title :string}]}");
    served_add(server, "starve", starve, "() -> :nil");
    served_begin(server, NULL, "2025-11-25");
}

#define FOUND                                                                            \
    TEXT("{\\'count\\':1,\\'items\\':[{\\'id\\':1,\\'title\\':\\'lamp\\'}]}")            \
    ",'structuredContent':{'count':1,'items':[{'id':1,'title':'lamp'}]}"

/* M510 */
Test(mcp_call, answers_in_both_eras)
{
    served server;

    open_shop(&server);
    served_expect(served_call(&server, "search", "{'query':'lamp','limit':'3'}"),
                  FOUND "}}\n");
    served_expect(
        served_call_modern(&server, "search", "{'query':'lamp'}"),
        FOUND ",'resultType':'complete','_meta':{'io.modelcontextprotocol/serverInfo':"
              "{'name':'bench','version':'1.0.0'}}}}\n");
    served_end(&server);
}

typedef struct call_row {
    const char *name;
    const char *arguments;
    const char *answer;
} call_row;

static const call_row legacy_rows[] = {
    {"echo", "{'x':'a b'}", TEXT("a b") ",'structuredContent':{'result':'a b'}}}\n"},
    {"list", "{'x':['a','b']}",
     TEXT("[\\'a\\',\\'b\\']") ",'structuredContent':{'result':['a','b']}}}\n"},
    {"none", "{}", TEXT("ok") "}}\n"},
    {"none", "null", TEXT("ok") "}}\n"},
    {"none", "{'more':1}", TEXT("ok") "}}\n"},
    {"any", "{'x':{'a':1}}", TEXT("{\\'a\\':1}") ",'structuredContent':{'a':1}}}\n"},
    {"any", "{'x':9007199254740993}",
     TEXT("9007199254740993") ",'structuredContent':{'result':9007199254740993}}}\n"},
    {"any", "{}", TEXT("null") ",'structuredContent':{'result':null}}}\n"},
    /* The model can fix these. */
    {"search", "{'query':'q','limit':250}",
     FAILS("Tool validation errors:\\n- limit: expected 1..100, got 250\\n")},
    {"search", "{'limit':1}",
     FAILS("Tool validation errors:\\n- query: missing required field, expected "
           "string\\n")},
    {"search", "{'query':'q','query':'r'}",
     FAILS("Tool validation errors:\\n- (root): unreadable JSON at line 1, column 14: "
           "duplicate key; give each key once\\n")},
    {"fail", "{'why':'the shop is closed'}", FAILS("the shop is closed")},
    {"fail", "{'why':'no such item','reason':'not_found'}",
     FAILS("not_found: no such item")},
    {"fail", "{'why':'x','reason':'not a name'}", FAILS("x")},
    {"fail", "{}", FAILS("fail failed and did not say why (invalid)")},
    {"fail", "{'reason':'gone'}", FAILS("fail failed and did not say why (gone)")},
    {"fail", "{'why':'a\\nb\\u001b[1m\\u202ec'}",
     FAILS("a\\\\u000ab\\\\u001b[1m\\\\u202ec")},
    {"starve", "{}", FAILS("starve: out of memory (limit 67108864 bytes)")},
    /* Only the author of the client, or of the server, can fix these. */
    {"forgets", "{}", BEGIN "'error':{'code':-32603,'message':'Internal error'}}\n"},
    {"serch", "{}",
     BEGIN "'error':{'code':-32602,'message':'Unknown tool: serch; did you mean "
           "search'}}\n"},
    {"x\\u001b[2Jx", "{}",
     BEGIN "'error':{'code':-32602,'message':'Unknown tool: x\\\\u001b[2Jx'}}\n"},
    {EIGHT(EIGHT("\u00e9")), "{}",
     BEGIN
     "'error':{'code':-32602,'message':'Unknown tool: " EIGHT(EIGHT("\u00e9")) "'}}\n"},
    {EIGHT(EIGHT("\u00e9")) "s", "{}",
     BEGIN "'error':{'code':-32602,'message':'Unknown tool: " EIGHT(
         EIGHT("\u00e9")) "...'}}\n"},
};

/* M510 */
Test(mcp_call, has_an_answer_for_each_case)
{
    served server;

    open_shop(&server);
    for (size_t i = 0; i < sizeof legacy_rows / sizeof *legacy_rows; i++) {
        const call_row *row = &legacy_rows[i];

        served_expect(served_call(&server, row->name, row->arguments), row->answer);
    }
    served_end(&server);
}
