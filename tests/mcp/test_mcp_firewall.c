/* SPDX-License-Identifier: MIT */
/* What is at private names leaves the process nowhere: a canary is put wherever a call
 * takes or gives data, and looked for in all that is sent and logged. [mcp 5, 10] */
#include <criterion/criterion.h>

#include "base/base_int.h"
#include "served.h"

#include <stdio.h>

#define CANARY "c4n4ry-31c4"
#define TEXT(is)                                                                         \
    "{'jsonrpc':'2.0','id':1,'result':{'content':[{'type':'text','text':'" is "'}]"

/* Gives its argument `data`, whatever it is. */
static ptc_status echo(ptc_tool_call *call, void *user)
{
    const ptc_value *data = ptc_value_get(&call->arguments, "data");

    (void)user;
    if (data != NULL)
        call->result = *data;
    return PTC_OK;
}

/* Gives what JSON cannot say in its own way: sets, keywords, keys of all kinds, entries
 * of maps. */
static ptc_status odd(ptc_tool_call *call, void *user)
{
    ptc_arena *arena = call->arena;
    ptc_map_entry *entries = ptc_arena_array(arena, 4, sizeof *entries);
    ptc_map_entry *inner = ptc_arena_array(arena, 1, sizeof *inner);
    ptc_value *items = ptc_arena_array(arena, 2, sizeof *items);
    ptc_value *pair = ptc_arena_array(arena, 2, sizeof *pair);
    ptc_value map;

    (void)user;
    inner[0].key = ptc_value_keyword(PTC_STR("_k"));
    inner[0].value = ptc_value_string(PTC_STR(CANARY));
    cr_assert_eq(ptc_map_make(arena, inner, 1, &map, NULL), PTC_OK);
    entries[0].key = map; /* a key that holds it */
    entries[0].value = ptc_value_int(1);
    items[0] = map;
    items[1] = ptc_value_int(2);
    entries[1].key = ptc_value_keyword(PTC_STR("set"));
    cr_assert_eq(ptc_value_set_of(arena, items, 2, &entries[1].value, NULL), PTC_OK);
    pair[0] = ptc_value_string(PTC_STR("_e"));
    pair[1] = ptc_value_string(PTC_STR(CANARY));
    entries[2].key = ptc_value_string(PTC_STR("entry"));
    entries[2].value = ptc_value_vector(pair, 2);
    entries[2].value.flags |= PTC_FLAG_ENTRY;
    entries[3].key = ptc_value_string(PTC_STR("'_symbol"));
    entries[3].value = ptc_value_string(PTC_STR(CANARY));
    return ptc_map_make(arena, entries, 4, &call->result, NULL);
}

/* A result with a fault at a private field, and one beneath it. */
static ptc_status breaks(ptc_tool_call *call, void *user)
{
    static const char json[] = "{\"id\":\"x\",\"_secret\":\"" CANARY
                               "\",\"_deep\":{\"" CANARY "\":\"" CANARY "\"}}";

    (void)user;
    return ptc_json_read(call->arena, json, sizeof json - 1, NULL, &call->result, NULL,
                         NULL);
}

static void expect_clean(served *server, const char *sent)
{
    cr_expect(strstr(sent, CANARY) == NULL, "sent: %s", sent);
    cr_expect(strstr(server->log.ptr, CANARY) == NULL, "logged: %s", server->log.ptr);
}

static const struct firewall_row {
    const char *name;
    const char *data;
    const char *text;       /* what is visible */
    const char *structured; /* for legacy clients */
} firewall_rows[] = {
    {"any", "{'a':1,'_b':'" CANARY "'}", "{\\'a\\':1}", "{'a':1}"},
    {"any", "{'_b':'" CANARY "'}", "{}", "{}"},
    {"any", "[{'_b':'" CANARY "'},[[{'x':[{'_c':{'d':'" CANARY "'}}]}]]]",
     "[{},[[{\\'x\\':[{}]}]]]", "{'result':[{},[[{'x':[{}]}]]]}"},
    {"any", "{'a':{'b':{'c':{'_d':'" CANARY "','e':'_x'}}}}",
     "{\\'a\\':{\\'b\\':{\\'c\\':{\\'e\\':\\'_x\\'}}}}", "{'a':{'b':{'c':{'e':'_x'}}}}"},
    {"any", "{'\\u005fb':'" CANARY "'}", "{}", "{}"},
    {"any", "{'x_y':1,'x':{'':2}}", "{\\'x_y\\':1,\\'x\\':{\\'\\':2}}",
     "{'x_y':1,'x':{'':2}}"},
    {"typed", "{'id':1,'_secret':'" CANARY "','items':[{'_in':'" CANARY "'}]}",
     "{\\'id\\':1,\\'items\\':[{}]}", "{'id':1,'items':[{}]}"},
    /* Another spelling of the field. */
    {"typed", "{'id':1,'-secret':'" CANARY "','items':[]}", "{\\'id\\':1,\\'items\\':[]}",
     "{'id':1,'items':[]}"},
};

static void open_shop(served *server)
{
    served_init(server);
    served_add(server, "any", echo, NULL);
    served_add(server, "breaks", breaks, "() -> {id :int, _secret :int, _deep {x :int}}");
    served_add(server, "odd", odd, NULL);
    served_add(server, "typed", echo,
               "(data :any, _token :string?) -> {id :int, _secret :string, items [{_in "
               ":string}]}");
    served_begin(server, NULL, "2025-11-25");
}

/* M510 */
Test(mcp_firewall, leaves_private_fields_out_at_any_depth)
{
    served server;

    open_shop(&server);
    for (size_t i = 0; i < sizeof firewall_rows / sizeof *firewall_rows; i++) {
        const struct firewall_row *row = &firewall_rows[i];
        char arguments[512];
        char answer[1024];
        const char *sent;

        snprintf(arguments, sizeof arguments, "{'data':%s}", row->data);
        snprintf(answer, sizeof answer, TEXT("%s") ",'structuredContent':%s}}\n",
                 row->text, row->structured);
        sent = served_call(&server, row->name, arguments);
        served_expect(sent, answer);
        expect_clean(&server, sent);
        expect_clean(&server, served_call_modern(&server, row->name, arguments));
    }
    cr_expect(strstr(server.log.ptr, "result {\"id\":1,\"items\":[{}]}") != NULL, "%s",
              server.log.ptr);
    served_end(&server);
}

/* M510 */
Test(mcp_firewall, hides_in_data_that_is_no_json)
{
    served server;
    const char *sent;

    open_shop(&server);
    sent = served_call(&server, "odd", "{}");
    expect_clean(&server, sent);
    served_expect(
        sent, TEXT("{\\'{:_k <Firewalled>}\\':1,\\'set\\':[{},2],\\'entry\\':[\\'_e\\'"
                   ",\\'<Firewalled>\\']}") ",'structuredContent':{'{:_k "
                                            "<Firewalled>}':1,'set':[{},2],'entry':['_"
                                            "e','<Firewalled>']}}}\n");
    served_end(&server);
}

/* M510 */
Test(mcp_firewall, tells_no_values_of_results_that_break_their_contract)
{
    served server;
    const char *sent;

    open_shop(&server);
    sent = served_call(&server, "breaks", "{}");
    expect_clean(&server, sent);
    served_expect(sent,
                  TEXT("breaks gave a result that breaks its contract: id: expected "
                       "int; _secret: expected int; _deep.x: missing required "
                       "field, expected int") ",'isError':true}}\n");
    served_end(&server);
}

/* M510 */
Test(mcp_firewall, keeps_arguments_out_of_the_log)
{
    served server;

    open_shop(&server);
    expect_clean(&server,
                 served_call(&server, "typed", "{'data':3,'_token':'" CANARY "'}"));
    expect_clean(&server, served_call(&server, "any", "{'x':{'_y':['" CANARY "']}}"));
    cr_expect(strstr(server.log.ptr, "typed: arguments {\"data\":3}\n") != NULL, "%s",
              server.log.ptr);
    cr_expect(strstr(server.log.ptr, "any: arguments {\"x\":{}}\n") != NULL, "%s",
              server.log.ptr);
    /* What cannot be read cannot be filtered. */
    expect_clean(&server, served_call(&server, "any", "{'_a':'" CANARY "','_a':1}"));
    cr_expect(strstr(server.log.ptr, "any: arguments of 27 bytes\n") != NULL, "%s",
              server.log.ptr);
    served_end(&server);
}

/* A line that is too long ends in three points, whatever its characters become. M510 */
Test(mcp_firewall, cuts_lines_of_the_log)
{
    static const char *const units[] = {"x", "\xe2\x80\xae", "\xc2\xad", "\xc2\x85"};
    static char arguments[4096];
    served server;

    open_shop(&server);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t used = (size_t)snprintf(arguments, sizeof arguments, "{'x':'");
        const char *line;

        while (used < 3000)
            used += (size_t)snprintf(arguments + used, sizeof arguments - used, "%s",
                                     units[i]);
        snprintf(arguments + used, sizeof arguments - used, "'}");
        ptc_text_cut(&server.log, 0);
        served_call(&server, "any", arguments);
        line = strstr(server.log.ptr, "any: arguments ");
        cr_assert(line != NULL, "%s", server.log.ptr);
        cr_expect(strncmp(strchr(line, '\n') - 3, "...", 3) == 0, "%s", line);
    }
    served_end(&server);
}

/* M510 */
Test(mcp_firewall, logs_no_handles_of_sessions)
{
    served server;

    open_shop(&server);
    served_call(
        &server, "any",
        "{'data':['s_ABCDEFGHIJKLMNOPQRSTuv','s_short','xs_ABCDEFGHIJKLMNOPQRSTuv',"
        "'see s_ABCDEFGHIJKLMNOPQRSTuv.']}");
    cr_expect(strstr(server.log.ptr,
                     "any: result [\"s_[REDACTED]\",\"s_short\",\"xs_"
                     "ABCDEFGHIJKLMNOPQRSTuv\",\"see s_[REDACTED].\"]\n") != NULL,
              "%s", server.log.ptr);
    served_end(&server);
}

/* M510 */
Test(mcp_firewall, logs_no_data_below_debug)
{
    served server;

    served_init(&server);
    server.options.log_level = PTC_MCP_INFO;
    served_add(&server, "any", echo, NULL);
    served_begin(&server, NULL, "2025-11-25");
    served_call(&server, "any", "{'data':'visible'}");
    cr_expect(strstr(server.log.ptr, "visible") == NULL, "%s", server.log.ptr);
    cr_expect(strstr(server.log.ptr, "any: answered after 0 ms\n") != NULL, "%s",
              server.log.ptr);
    served_end(&server);
}
