/* SPDX-License-Identifier: MIT */
/* Messages of a stream that need no tool, in both eras: every row of mcp 3. */
#include <criterion/criterion.h>

#include "served.h"

#include <stdio.h>
#include <stdlib.h>

#define V(rest)      "{'jsonrpc':'2.0'," rest "}"
#define ID(rest)     V("'id':1," rest)
#define MODERN(rest) "'params':{" rest SERVED_MODERN "}"

#define SERVER_INFO "'serverInfo':{'name':'desk','title':'Desk','version':'2.1'}"
#define MODERN_END                                                                       \
    "'resultType':'complete','_meta':{'io.modelcontextprotocol/serverInfo':{'name':"     \
    "'desk','version':'2.1'}"
#define VERSIONS "['2026-07-28','2025-11-25','2025-06-18','2025-03-26','2024-11-05']"
#define EARLY                                                                            \
    ID("'error':{'code':-32602,'message':'no initialize yet, and no _meta of revision "  \
       "2026-07-28'}")

static const ptc_mcp_server desk = {
    .name = "desk", .title = "Desk", .version = "2.1", .instructions = "Say \"hi\"."};

typedef struct exchange {
    const char *line;
    const char *answer; /* without its LF; "": none */
} exchange;

static void expect_answer(served *server, const char *line, const char *answer)
{
    char wanted[1024] = "";
    const char *got = served_say(server, line);

    if (*answer != '\0')
        snprintf(wanted, sizeof wanted, "%s\n", answer);
    cr_expect_str_eq(got, wanted, "%s\ngot    %s\nwanted %s", line, got, wanted);
}

static void expect_exchanges(const exchange *rows, size_t count)
{
    served server;

    served_init(&server);
    served_start(&server, &desk);
    for (size_t i = 0; i < count; i++)
        expect_answer(&server, rows[i].line, rows[i].answer);
    served_end(&server);
}
#define EXPECT(rows) expect_exchanges(rows, sizeof rows / sizeof *rows)

static const char initialize[] =
    "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{"
    "'protocolVersion':'%s','capabilities':{}}}";

/* M510 */
Test(mcp_life, initialize_agrees_on_a_version)
{
    static const char *const rows[][2] = {
        {"2024-11-05", "2024-11-05"}, {"2025-03-26", "2025-03-26"},
        {"2025-06-18", "2025-06-18"}, {"2025-11-25", "2025-11-25"},
        {"2026-07-28", "2025-11-25"}, {"draft", "2025-11-25"},
        {"2024-10-07", "2025-11-25"}, {"", "2025-11-25"},
        {"1.0", "2025-11-25"},        {"2025-11-25 ", "2025-11-25"},
    };
    served server;

    served_init(&server);
    served_start(&server, &desk);
    /* It is answered each time. */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[300];
        char answer[400];

        snprintf(line, sizeof line, initialize, rows[i][0]);
        snprintf(
            answer, sizeof answer,
            ID("'result':{'protocolVersion':'%s','capabilities':{'tools':{}}," SERVER_INFO
               ",'instructions':'Say \\'hi\\'.'}"),
            rows[i][1]);
        expect_answer(&server, line, answer);
    }
    served_end(&server);
}

/* M510 */
Test(mcp_life, servers_without_title_and_instructions)
{
    static const ptc_mcp_server bare = {.name = "b\n", .version = "\"0\""};
    served server;
    char line[300];

    served_init(&server);
    served_start(&server, &bare);
    snprintf(line, sizeof line, initialize, "2025-06-18");
    expect_answer(&server, line,
                  ID("'result':{'protocolVersion':'2025-06-18','capabilities':{'tools':{}"
                     "},'serverInfo':{'name':'b\\n','version':'\\'0\\''}}"));
    expect_answer(&server, ID("'method':'server/discover'," MODERN("")),
                  ID("'result':{'supportedVersions':" VERSIONS ",'capabilities':{'tools':"
                     "{}},'ttlMs':3600000,'cacheScope':'public','resultType':'complete',"
                     "'_meta':{'io.modelcontextprotocol/serverInfo':{'name':'b\\n',"
                     "'version':'\\'0\\''}}}"));
    served_end(&server);
}

/* M510 */
Test(mcp_life, requests_before_initialize)
{
    static const exchange rows[] = {
        {ID("'method':'tools/list'"), EARLY},
        {ID("'method':'tools/call','params':{'name':'x'}"), EARLY},
        {ID("'method':'tools/call'"), EARLY},
        {ID("'method':'server/discover'"), EARLY},
        {ID("'method':'none'"), EARLY},
        {ID("'method':'tools/list','params':{'_meta':{'x':1}}"), EARLY},
        {ID("'method':'ping'"), ID("'result':{}")},
        {V("'method':'notifications/initialized'"), ""},
        {ID("'method':'tools/list'"), EARLY},
        /* Modern ones need none, and change nothing. */
        {ID("'method':'tools/list'," MODERN("")),
         ID("'result':{'tools':[],'ttlMs':3600000,'cacheScope':'public'," MODERN_END
            "}}")},
        {ID("'method':'tools/list'"), EARLY},
        /* A wrong one is none. */
        {ID("'method':'initialize','params':{}"),
         ID("'error':{'code':-32602,'message':'Invalid params: protocolVersion: expected "
            "a string, got nothing'}")},
        {ID("'method':'tools/list'"), EARLY},
    };

    EXPECT(rows);
}

/* M510 */
Test(mcp_life, eras_on_one_stream)
{
    static const exchange rows[] = {
        {ID("'method':'initialize','params':{'protocolVersion':'2025-06-18'}"),
         ID("'result':{'protocolVersion':'2025-06-18','capabilities':{'tools':{}}"
            "," SERVER_INFO ",'instructions':'Say \\'hi\\'.'}")},
        {ID("'method':'tools/list'"), ID("'result':{'tools':[]}")},
        {ID("'method':'server/discover'," MODERN("")),
         ID("'result':{'supportedVersions':" VERSIONS
            ",'capabilities':{'tools':{}},'instructions':'Say \\'hi\\'.','ttlMs':3600000,"
            "'cacheScope':'public'," MODERN_END "}}")},
        {ID("'method':'tools/list'"), ID("'result':{'tools':[]}")},
        /* Each era has its methods. */
        {ID("'method':'ping'," MODERN("")),
         ID("'error':{'code':-32601,'message':'Method not found: ping'}")},
        {ID("'method':'initialize'," MODERN("'protocolVersion':'2025-06-18',")),
         ID("'error':{'code':-32601,'message':'Method not found: initialize'}")},
        {ID("'method':'server/discover'"),
         ID("'error':{'code':-32601,'message':'Method not found: server/discover'}")},
        {ID("'method':'subscriptions/listen','params':{'notifications':{}}"),
         ID("'error':{'code':-32601,'message':'Method not found: "
            "subscriptions/listen'}")},
    };

    EXPECT(rows);
}

/* M510 */
Test(mcp_life, modern_requests_of_other_versions)
{
#define META(version, more)                                                              \
    "'params':{'_meta':{'io.modelcontextprotocol/protocolVersion':" version more "}}"
#define CAPABILITIES ",'io.modelcontextprotocol/clientCapabilities':"
#define REFUSED(version)                                                                 \
    ID("'error':{'code':-32022,'message':'Unsupported protocol version: " version        \
       "','data':{'supported':" VERSIONS ",'requested':'" version "'}}")
    static const exchange rows[] = {
        {ID("'method':'tools/list'," META("'1900-01-01'", CAPABILITIES "{}")),
         REFUSED("1900-01-01")},
        {ID("'method':'server/discover'," META("'2025-11-25'", CAPABILITIES "{}")),
         REFUSED("2025-11-25")},
        {ID("'method':'server/discover'," META("''", CAPABILITIES "{}")), REFUSED("")},
        /* Before anything else. */
        {ID("'method':'none'," META("'x'", "")), REFUSED("x")},
        {ID("'method':'none'," META("5", "")),
         ID("'error':{'code':-32601,'message':'Method not found: none'}")},
        {ID("'method':'tools/list'," META("5", CAPABILITIES "{}")),
         ID("'error':{'code':-32602,'message':'Invalid params: "
            "_meta[\\'io.modelcontextprotocol/protocolVersion\\']: expected a string, "
            "got "
            "5'}")},
        {ID("'method':'tools/list'," META("'2026-07-28'", "")),
         ID("'error':{'code':-32602,'message':'Invalid params: "
            "_meta[\\'io.modelcontextprotocol/clientCapabilities\\']: expected an "
            "object, "
            "got nothing'}")},
        {ID("'method':'tools/list'," META("'2026-07-28'", CAPABILITIES "null")),
         ID("'error':{'code':-32602,'message':'Invalid params: "
            "_meta[\\'io.modelcontextprotocol/clientCapabilities\\']: expected an "
            "object, "
            "got null'}")},
        /* A version is cut at 64 characters. */
        {ID("'method':'x'," META(
             "'0123456789012345678901234567890123456789012345678901234567890123456'",
             "")),
         REFUSED("0123456789012345678901234567890123456789012345678901234567890123")},
    };

    EXPECT(rows);
}

/* M510 */
Test(mcp_life, unknown_methods)
{
    static const char *const methods[] = {
        "logging/setLevel",
        "resources/list",
        "resources/read",
        "resources/templates/list",
        "resources/subscribe",
        "prompts/list",
        "prompts/get",
        "tasks/get",
        "tasks/list",
        "completion/complete",
        "Tools/list",
        "tools",
        "tools/list ",
        "",
        "notifications/initialized",
        "notifications/cancelled",
        "tools/call\\u0000",
    };
    served server;

    served_init(&server);
    served_begin(&server, &desk, "2025-11-25");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        char line[200];
        char answer[200];

        snprintf(line, sizeof line, ID("'method':'%s'"), methods[i]);
        snprintf(answer, sizeof answer,
                 ID("'error':{'code':-32601,'message':'Method not found: %s%s'}"),
                 strchr(methods[i], '\\') != NULL ? "tools/call\\" : "", methods[i]);
        if (strchr(methods[i], '\\') != NULL)
            strcpy(answer, ID("'error':{'code':-32601,'message':'Method not found: "
                              "tools/call\\\\u0000'}"));
        expect_answer(&server, line, answer);
        snprintf(line, sizeof line, V("'method':'%s'"), methods[i]);
        expect_answer(&server, line, "");
    }
    served_end(&server);
}

/* Names that are long, or move the cursor, are shown so that a line stays one. M510 */
Test(mcp_life, methods_of_strangers)
{
    char line[9000];
    char name[8192];
    const char *got;
    served server;

    served_init(&server);
    served_begin(&server, &desk, "2025-11-25");
    expect_answer(&server, ID("'method':'a\\n\\u001b[2J\\u202e'"),
                  ID("'error':{'code':-32601,'message':'Method not found: "
                     "a\\\\u000a\\\\u001b[2J\\\\u202e'}"));
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(line, sizeof line, ID("'method':'%s'"), name);
    got = served_say(&server, line);
    cr_expect(strlen(got) < 250, "%s", got);
    cr_expect(strstr(got, "xx...'}}\n") != NULL, "%s", got);
    served_end(&server);
}

/* M510 */
Test(mcp_life, what_is_answered_by_nothing)
{
    static const exchange rows[] = {
        {"", ""},
        {" \t ", ""},
        {V("'method':'notifications/initialized'"), ""},
        {V("'method':'notifications/initialized','params':5"), ""},
        {V("'method':'notifications/roots/list_changed'"), ""},
        {V("'method':'notifications/cancelled'"), ""},
        {V("'method':'notifications/cancelled','params':{'requestId':99}"), ""},
        {V("'method':'notifications/cancelled','params':{'requestId':null}"), ""},
        {V("'method':'notifications/cancelled','params':{'requestId':{}}"), ""},
        {V("'method':'notifications/cancelled','params':[]"), ""},
        {V("'method':'notifications/progress','params':{}"), ""},
        {V("'method':'tools/call','params':{'name':'x'}"), ""},
        {V("'method':'ping'"), ""},
        {V("'id':5,'result':{}"), ""},
        {V("'id':null,'error':{'code':1,'message':'x'}"), ""},
        {"{'error':{}}", ""},
    };

    EXPECT(rows);
}

#define LISTEN(id)                                                                       \
    V("'id':" id ",'method':'subscriptions/listen'," MODERN(                             \
        "'notifications':{'toolsListChanged':true},"))
#define ACKNOWLEDGED(id)                                                                 \
    V("'method':'notifications/subscriptions/acknowledged','params':{'notifications':{}" \
      ",'_meta':{'io.modelcontextprotocol/subscriptionId':" id "}}")
#define COMPLETE(id)                                                                     \
    V("'id':" id ",'result':{" MODERN_END                                                \
      ",'io.modelcontextprotocol/subscriptionId':" id "}}")

/* M510 */
Test(mcp_life, subscriptions)
{
    served server;
    const char *got;

    served_init(&server);
    served_start(&server, &desk);
    expect_answer(&server, LISTEN("'a'"), ACKNOWLEDGED("'a'"));
    expect_answer(&server, LISTEN("'\\u0061'"),
                  V("'id':'\\u0061','error':{'code':-32600,'message':'Invalid request: "
                    "the id \\'\\\\u0061\\' is in flight'}"));
    expect_answer(&server, LISTEN("7"), ACKNOWLEDGED("7"));
    expect_answer(&server, LISTEN("'7'"), ACKNOWLEDGED("'7'"));
    expect_answer(&server, V("'id':7,'method':'server/discover'," MODERN("")),
                  V("'id':7,'error':{'code':-32600,'message':'Invalid request: the id 7 "
                    "is in flight'}"));
    /* One that is cancelled is not answered, and its id is free. */
    expect_answer(&server,
                  V("'method':'notifications/cancelled','params':{'requestId':7}"), "");
    expect_answer(&server,
                  V("'method':'notifications/cancelled','params':{'requestId':8}"), "");
    expect_answer(&server, LISTEN("7"), ACKNOWLEDGED("7"));
    expect_answer(
        &server, V("'method':'notifications/cancelled','params':{'requestId':'\\u0061'}"),
        "");
    /* The end answers those that are open. */
    cr_expect_eq(ptc_mcp_feed_end(server.session), PTC_OK);
    got = served_take(&server);
    cr_expect_str_eq(got, COMPLETE("'7'") "\n" COMPLETE("7") "\n", "%s", got);
    cr_expect_eq(ptc_mcp_feed_end(server.session), PTC_ERROR_ARGUMENT);
    cr_expect_eq(ptc_mcp_feed(server.session, "\n", 1), PTC_ERROR_ARGUMENT);
    cr_expect_eq(ptc_mcp_feed_message(server.session, "{}", 2), PTC_ERROR_ARGUMENT);
    served_end(&server);
}

/* M510 */
Test(mcp_life, subscriptions_are_at_most_16)
{
    served server;

    served_init(&server);
    served_start(&server, &desk);
    for (int i = 0; i < 17; i++) {
        char line[400];
        char answer[400];

        snprintf(line, sizeof line, LISTEN("%d"), i);
        snprintf(answer, sizeof answer, ACKNOWLEDGED("%d"), i);
        if (i == 16)
            strcpy(answer, V("'id':16,'error':{'code':-32603,'message':'Internal error: "
                             "16 subscriptions are open; cancel one'}"));
        expect_answer(&server, line, answer);
    }
    expect_answer(&server,
                  V("'method':'notifications/cancelled','params':{'requestId':0}"), "");
    expect_answer(&server, LISTEN("16"), ACKNOWLEDGED("16"));
    served_end(&server);
}

/* M510 */
Test(mcp_life, subscriptions_want_a_filter)
{
    static const exchange rows[] = {
        {ID("'method':'subscriptions/listen'," MODERN("'notifications':[],")),
         ID("'error':{'code':-32602,'message':'Invalid params: notifications: expected "
            "an "
            "object, got a list'}")},
        {ID("'method':'subscriptions/listen'," MODERN("")),
         ID("'error':{'code':-32602,'message':'Invalid params: notifications: expected "
            "an "
            "object, got nothing'}")},
    };

    EXPECT(rows);
}

/* Who is there is for the log alone, on one line, cut at 200 characters. M510 */
Test(mcp_life, clients_are_logged)
{
    char line[700];
    char name[300];
    served server;

    served_init(&server);
    served_begin(&server, &desk, "2025-11-25");
    served_say(&server, ID("'method':'server/discover','params':{'_meta':{"
                           "'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
                           "'io.modelcontextprotocol/clientCapabilities':{},"
                           "'io.modelcontextprotocol/clientInfo':'\xE2\x80\xAE'}}"));
    cr_expect(strstr(server.log.ptr, "client {\"name\":\"t\",\"version\":\"1\"}, version "
                                     "2025-11-25\n") != NULL,
              "%s", server.log.ptr);
    cr_expect(strstr(server.log.ptr, "client \"\\u202e\", version 2026-07-28\n") != NULL,
              "%s", server.log.ptr);
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(line, sizeof line,
             ID("'method':'initialize','params':{'protocolVersion':'2025-06-18',"
                "'clientInfo':'%s'}"),
             name);
    served_say(&server, line);
    cr_expect(strstr(server.log.ptr, "xxx..., version 2025-06-18\n") != NULL, "%s",
              server.log.ptr);
    served_end(&server);
}

/* M510 */
Test(mcp_life, sessions_want_a_sink)
{
    static const ptc_mcp_sink none = {NULL, NULL};
    ptc_mcp_runtime *runtime;
    ptc_mcp_session *session;

    cr_assert_eq(ptc_mcp_runtime_new(&desk, NULL, &runtime), PTC_OK);
    cr_expect_eq(ptc_mcp_session_new(runtime, NULL, &session), PTC_ERROR_ARGUMENT);
    cr_expect_null(session);
    cr_expect_eq(ptc_mcp_session_new(runtime, &none, &session), PTC_ERROR_ARGUMENT);
    ptc_mcp_session_free(NULL);
    ptc_mcp_runtime_free(runtime);
}
