/* SPDX-License-Identifier: MIT */
/*
 * `ptcc gen --emit mcp`: contracts as servers of MCP, from files and their names to what
 * a compiled server answers. [mcp 1, 3, 4, 6]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

/* --- Servers that answer ------------------------------------------------------------ */

/* Every kind of result, a tool without parameters, and names that the emitted code has
 * for itself. */
static const char shop[] =
    "; A shop.\n"
    "item = {id :int, name :string, _cost :float}\n"
    "search(query :string, limit :int[1..100]?) -> {count :int, items [:item]}\n"
    "  Find items that match the query.\n"
    "  - query: words, separated by blanks\n"
    "  @title Search the shop\n"
    "  @hints read-only closed-world\n"
    "  @timeout 5000\n"
    "ping() -> :string\n"
    "forget(id :int) -> :nil\n"
    "first(id :int) -> :item\n"
    "maybe(id :int) -> :item?\n"
    "list-all(id :int) -> [:int]\n"
    "odd(id :int) -> :any\n"
    "call(status :string, why :int) -> {report :string}\n";

/* The functions of the shop, and a main that prints the rows, or gives its arguments to a
 * session and prints what that sends. */
static const char shop_c[] =
    "#include \"shop.ptc.h\"\n"
    "#include <stdio.h>\n#include <string.h>\n"
    "ptc_status search_call(const search *in, search_result *out, ptc_tool_call *call)\n"
    "{\n"
    "    static item one = {7, {\"lamp\", 4}, 2.5};\n"
    "    if (in->query.len == 0) {\n"
    "        call->message = \"nothing to look for\";\n"
    "        return PTC_ERROR_INVALID;\n"
    "    }\n"
    "    out->items.items = &one;\n    out->items.count = 1;\n    out->count = 1;\n"
    "    return PTC_OK;\n}\n"
    "ptc_status ping_call(ping_result *out, ptc_tool_call *c)\n"
    "{ (void)c; *out = PTC_STR(\"pong\"); return PTC_OK; }\n"
    "ptc_status forget_call(const forget *in, forget_result *out, ptc_tool_call *c)\n"
    "{ (void)in; (void)out; (void)c; return PTC_OK; }\n"
    "ptc_status first_call(const first *in, first_result *out, ptc_tool_call *c)\n"
    "{ (void)in; (void)c; out->id = 1; out->name = PTC_STR(\"\\303\"); return PTC_OK; }\n"
    "ptc_status maybe_call(const maybe *in, maybe_result *out, ptc_tool_call *c)\n"
    "{ (void)in; (void)out; (void)c; return PTC_OK; }\n"
    "ptc_status list_all_call(const list_all *in, list_all_result *out, ptc_tool_call "
    "*c)\n"
    "{ (void)in; (void)out; (void)c; return PTC_OK; }\n"
    "ptc_status odd_call(const odd *in, odd_result *out, ptc_tool_call *c)\n"
    "{ (void)in; (void)c; *out = ptc_value_int(3); return PTC_OK; }\n"
    "ptc_status call_call(const call *in, call_result *out, ptc_tool_call *c)\n"
    "{ (void)c; out->report = in->status; return PTC_OK; }\n"
    "static void show(const ptc_mcp_line *line, void *user)\n"
    "{ (void)user; fwrite(line->text.ptr, 1, line->text.len, stdout); }\n"
    "int main(int argc, char **argv)\n{\n"
    "    const ptc_mcp_sink sink = {show, NULL};\n"
    "    ptc_mcp_runtime *runtime;\n    ptc_mcp_session *session;\n"
    "    for (size_t i = 0; argc == 1 && i < shop_mcp.tool_count; i++) {\n"
    "        const ptc_mcp_tool *t = &shop_mcp.tools[i];\n"
    "        printf(\"%s flags %u time %u %s%s\\n\", t->name, t->flags,\n"
    "               (unsigned)t->time_ms, t->listed == t->listed_legacy ? \"same\" :\n"
    "               \"other\", t->tool != NULL ? \" tool\" : \"\");\n    }\n"
    "    if (ptc_mcp_runtime_new(&shop_mcp, NULL, &runtime) != PTC_OK ||\n"
    "        ptc_mcp_session_new(runtime, &sink, &session) != PTC_OK)\n        return "
    "1;\n"
    "    for (int i = 1; i < argc; i++)\n"
    "        ptc_mcp_feed_message(session, argv[i], strlen(argv[i]));\n"
    "    while (ptc_mcp_work(session))\n        ;\n"
    "    ptc_mcp_session_free(session);\n    ptc_mcp_runtime_free(runtime);\n"
    "    return 0;\n}\n";

/* Makes the program `server` of the shop in a new folder. */
static const char *make_shop(const char *options)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "shop.sig", shop);
    write_file(folder, "main.c", shop_c);
    cr_assert(shell(folder, format("$PTCC gen %s -o . shop.sig%s", options, ""), NULL,
                    &err) == 0,
              "%s: %s", options, err.ptr);
    cr_assert(shell(folder,
                    "$CC -std=c11 -I $INCLUDE main.c shop.ptc.c shop.mcp.c $LIBPTC "
                    "-lpcre2-8 -lm -o "
                    "server",
                    NULL, &err) == 0,
              "%s: %s", options, err.ptr);
    return folder;
}

/* What the server sends to the last of a few messages; in a legacy session. */
static ptc_str answer(const char *folder, const char *message)
{
    static const char hello[] =
        "'{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
        "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{"
        "\"name\":\"t\",\"version\":\"1\"}}}'";
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    cr_assert(
        shell(folder,
              format(format("./server %s '%%s' | tail -n 1%%s", hello, ""), message, ""),
              &out, &err) == 0,
        "%s", err.ptr);
    return out;
}

static ptc_str call(const char *folder, const char *name, const char *arguments)
{
    return answer(folder, format("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/"
                                 "call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}",
                                 name, arguments));
}

/* M510: rows in the order of bytes, with what each needs to know. */
Test(gen_mcp, rows_say_what_tools_are, .timeout = 60)
{
    const char *folder = make_shop("--emit mcp");
    ptc_str out = {NULL, 0};

    cr_expect(shell(folder, "./server", &out, NULL) == 0);
    cr_expect_str_eq(out.ptr, "call flags 0 time 0 same tool\n"
                              "first flags 0 time 0 other tool\n"
                              "forget flags 2 time 0 same tool\n"
                              "list-all flags 1 time 0 other tool\n"
                              "maybe flags 1 time 0 other tool\n"
                              "odd flags 1 time 0 same tool\n"
                              "ping flags 1 time 0 other tool\n"
                              "search flags 0 time 5000 same tool\n");
}

/* From JSON text to the function, and back: what is refused, fails, breaks the contract,
 * and what no one sees. */
Test(gen_mcp, tools_are_called, .timeout = 60)
{
    const char *folder = make_shop("--emit mcp");
    static const struct {
        const char *name;
        const char *arguments;
        const char *wanted;
    } rows[] = {
        {"search", "{\"query\":\"lamp\",\"limit\":\"3\"}",
         "\"structuredContent\":{\"count\":1,\"items\":[{\"id\":7,\"name\":\"lamp\"}]}"},
        {"search", "{\"query\":\"lamp\",\"limit\":250}",
         "Tool validation errors:\\n- limit: expected 1..100, got "
         "250\\n\"}],\"isError\""},
        {"search", "{}", "- query: "},
        {"search", "{\"query\":\"\"}", "nothing to look for\"}],\"isError\":true"},
        {"ping", "{}", "\"text\":\"pong\"}],\"structuredContent\":{\"result\":\"pong\"}"},
        {"forget", "{\"id\":1}", "\"text\":\"ok\"}]}"},
        {"first", "{\"id\":1}", "first gave a result that breaks its contract"},
        {"maybe", "{\"id\":1}", "\"structuredContent\":{\"result\":null}"},
        {"list-all", "{\"id\":1}", "\"structuredContent\":{\"result\":[]}"},
        {"odd", "{\"id\":1}", "\"structuredContent\":{\"result\":3}"},
        {"call", "{\"status\":\"up\",\"why\":1}", "{\"report\":\"up\"}"},
        {"none", "{}", "Unknown tool: none"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str out = call(folder, rows[i].name, rows[i].arguments);

        cr_expect(has(out, rows[i].wanted), "%s %s: %s", rows[i].name, rows[i].arguments,
                  out.ptr);
        cr_expect(!has(out, "_cost"), "%s", out.ptr);
    }
}

/* Whatever the options, it is the same server. */
Test(gen_mcp, options_of_gen_change_no_answer, .timeout = 120)
{
    static const char *const options[] = {
        "--emit mcp --strings=copy",
        "--emit mcp --strings=nul",
        "--emit mcp --optimize=size",
        "--emit mcp --mode=enabled --visibility=hidden",
        "--emit mcp,openai,mcp-tools --c-standard=c99 --line-directives=base",
    };

    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const char *folder = make_shop(options[i]);
        ptc_str out = call(folder, "search", "{\"query\":\"lamp\",\"limit\":\"3\"}");

        cr_expect(has(out, "{\"id\":7,\"name\":\"lamp\"}"), "%s: %s", options[i],
                  out.ptr);
        out = call(folder, "search", "{\"query\":\"\\u0000\",\"limit\":0}");
        cr_expect(has(out, "limit: expected 1..100, got 0"), "%s: %s", options[i],
                  out.ptr);
    }
}

/* M510: what tools/list says is what `ptcc convert` writes, in either era. */
Test(gen_mcp, lists_are_those_of_convert, .timeout = 60)
{
    const char *folder = make_shop("--emit mcp,mcp-json");
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    cr_expect(shell(folder, "$PTCC convert --to mcp shop.sig | diff - shop.json", &out,
                    &err) == 0,
              "%s", out.ptr);
    out = answer(folder, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
    write_file(folder, "listed.json", out.ptr);
    cr_expect(shell(folder,
                    "$PTCC convert --to mcp-legacy shop.sig | tr -d ' \\n' >a; "
                    "sed 's/.*\"tools\":\\(.*\\)}}$/\\1/' listed.json | tr -d ' \\n' >b; "
                    "diff a b",
                    &out, NULL) == 0,
              "%s", out.ptr);
}

/* --- C that compilers take ---------------------------------------------------------- */

/* Compiles the server of NAME.sig with every compiler there is. */
static void expect_server_compiles(const char *folder, const char *options)
{
    static const char *const compilers[] = {"gcc -std=c99", "gcc -std=c11 -O2",
                                            "clang -std=c99", "clang -std=c11"};
    ptc_str err = {NULL, 0};

    cr_assert(shell(folder, format("$PTCC gen %s -o . tools.sig%s", options, ""), NULL,
                    &err) == 0,
              "%s: %s", options, err.ptr);
    for (size_t i = 0; i < sizeof compilers / sizeof compilers[0]; i++) {
        if (!has_tool(i < 2 ? "gcc" : "clang"))
            continue;
        cr_expect(shell(folder,
                        format("%s %s -fsyntax-only -I $INCLUDE tools.mcp.c",
                               compilers[i], strict_warnings),
                        NULL, &err) == 0,
                  "%s, %s: %s", options, compilers[i], err.ptr);
    }
}

Test(gen_mcp, servers_compile_with_every_option, .timeout = 300)
{
    static const char *const options[] = {
        "",
        "--prefix=my --api-macro=MY_API",
        "--visibility=hidden --mcp-program",
        "--visibility=static --mcp-program=only",
        "--mode=strict --strings=nul --mcp-title='\"T\"?\?/' --mcp-name='a\\b'",
        "--mode=warn_only --optimize=size --c-standard=c99 --stamp-version",
        "--include-prefix=./ --line-directives=full --values=ptc",
        "--mcp-program --mcp-result=structured --mcp-sessions=4",
    };
    const char *folder = test_directory();

    write_file(folder, "tools.sig", shop);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        expect_server_compiles(folder, format("--emit mcp %s%s", options[i], ""));
        expect_server_compiles(folder, format("--emit mcp-main %s%s", options[i], ""));
    }
}

/* Names that are called as the server's own are: they give way, or are reported. */
Test(gen_mcp, names_do_not_meet, .timeout = 60)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "tools.sig",
               "report = {walking :int}\nserve = :int\nsearch_serve = {a :serve}\n"
               "search(search_listed :search_serve) -> :report\n"
               "search_listed() -> :int\n  @hints read-only\n"
               "tools_mcp_tools(in :int) -> :string\nwhy(a :why_what) -> :int\n"
               "why_what = {out :int}\n");
    expect_server_compiles(folder, "--emit mcp-main --mcp-program --type x");
    write_file(folder, "tools.sig", "tools_mcp = {a :int}\nask(a :int) -> :tools_mcp\n");
    cr_expect(shell(folder, "$PTCC gen --emit mcp -o . tools.sig", NULL, &err) == 1);
    cr_expect(has(err, "tools.sig:1:1: error[gen-collision]"), "%s", err.ptr);
    cr_expect(shell(folder, "$PTCC gen -o . tools.sig", NULL, &err) == 0, "%s", err.ptr);
}

/* With --visibility=static a server is one file, which includes the source. */
Test(gen_mcp, static_servers_are_one_file, .timeout = 60)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "tools.sig", "ask(a :int) -> :int\n");
    write_file(
        folder, "main.c",
        "#include \"tools.mcp.c\"\n#include <stdio.h>\n"
        "ptc_status ask_call(const ask *in, ask_result *out, ptc_tool_call *call)\n"
        "{ (void)call; *out = in->a; return PTC_OK; }\n"
        "int main(void)\n{ puts(tools_mcp.tools[0].name); return 0; }\n");
    cr_expect(shell(folder,
                    "$PTCC gen --emit mcp --visibility=static -o . tools.sig && $CC "
                    "-Wall -Wextra -Werror -I $INCLUDE main.c $LIBPTC -o main && ./main",
                    &out, &err) == 0 &&
                  has(out, "ask\n"),
              "%s", err.ptr);
    cr_expect(shell(folder,
                    "$PTCC gen --emit mcp --visibility=static --include-prefix=../ "
                    "--header a.h --source b.c tools.sig && grep -q '^#include "
                    "\"../b.c\"' b.mcp.c",
                    NULL, &err) == 0,
              "%s", err.ptr);
}

/* --- Contracts of all kinds --------------------------------------------------------- */

static const char host[] =
    "static void show(const ptc_mcp_line *line, void *user)\n"
    "{ (void)user; fwrite(line->text.ptr, 1, line->text.len, stdout); }\n"
    "static int serve(const ptc_mcp_server *server, const ptc_parse_options *parsing,\n"
    "                 const char *arguments)\n{\n"
    "    const ptc_mcp_sink sink = {show, NULL};\n"
    "    ptc_mcp_options options = {.struct_size = sizeof options, .parsing = parsing};\n"
    "    ptc_mcp_runtime *runtime;\n    ptc_mcp_session *session;\n    char line[1024];\n"
    "    snprintf(line, sizeof line, "
    "\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"meth\"\n"
    "        "
    "\"od\\\":\\\"tools/"
    "call\\\",\\\"params\\\":{\\\"name\\\":\\\"%s\\\",\\\"arguments\"\n"
    "        "
    "\"\\\":%s,\\\"_meta\\\":{\\\"io.modelcontextprotocol/"
    "protocolVersion\\\":\\\"2026\"\n"
    "        \"-07-28\\\",\\\"io.modelcontextprotocol/clientCapabilities\\\":{}}}}\",\n"
    "        server->tools[0].name, arguments);\n"
    "    if (ptc_mcp_runtime_new(server, &options, &runtime) != PTC_OK ||\n"
    "        ptc_mcp_session_new(runtime, &sink, &session) != PTC_OK)\n        return "
    "1;\n"
    "    ptc_mcp_feed_message(session, line, strlen(line));\n"
    "    while (ptc_mcp_work(session))\n        ;\n"
    "    ptc_mcp_session_free(session);\n    ptc_mcp_runtime_free(runtime);\n"
    "    return 0;\n}\n";

/* Registered types that the host brings check arguments and results; a decoder of the
 * host's makes arguments ready. */
Test(gen_mcp, hosts_bring_types_and_decoders, .timeout = 60)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "host.h", host);
    write_file(folder, "tools.sig", "ask(a :tel, b :int) -> :tel\n");
    write_file(
        folder, "main.c",
        "#include \"tools.ptc.h\"\n#include <stdio.h>\n#include <string.h>\n"
        "#include \"host.h\"\n"
        "ptc_status ask_call(const ask *in, ask_result *out, ptc_tool_call *call)\n"
        "{ (void)call; *out = in->b ? in->a : ptc_value_int(1); return PTC_OK; }\n"
        "static bool tel(const ptc_value *value, const char **message, void *user)\n"
        "{ (void)user; *message = \"no number\"; return value->kind == PTC_STRING; }\n"
        "int main(int argc, char **argv)\n{\n"
        "    const ptc_validator validator = {.name = {\"tel\", 3}, .is_valid = tel};\n"
        "    const ptc_parse_options parsing = {.struct_size = sizeof parsing,\n"
        "        .validators = &validator, .validator_count = 1};\n"
        "    return argc < 2 ? 1 : serve(&tools_mcp, &parsing, argv[1]);\n}\n");
    cr_assert(shell(folder,
                    "$PTCC gen --emit mcp --type tel -o . tools.sig && $CC -I $INCLUDE "
                    "main.c tools.ptc.c tools.mcp.c $LIBPTC -o main",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder, "./main '{\"a\":\"0\",\"b\":1}'", &out, NULL) == 0 &&
                  has(out, "\"structuredContent\":\"0\""),
              "%s", out.ptr);
    cr_expect(shell(folder, "./main '{\"a\":0,\"b\":1}'", &out, NULL) == 0 &&
                  has(out, "no number"),
              "%s", out.ptr);
    cr_expect(shell(folder, "./main '{\"a\":\"0\",\"b\":0}'", &out, NULL) == 0 &&
                  has(out, "ask gave a result that breaks its contract"),
              "%s", out.ptr);
}

/* A tool that calls a function of a header needs no code of the user's. */
Test(gen_mcp, functions_of_headers_are_called, .timeout = 60)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "host.h", host);
    write_file(folder, "sums.h",
               "#include <stdint.h>\n/** @ptc add */\n"
               "int64_t add(int64_t a, int64_t b);\n");
    write_file(folder, "main.c",
               "#include \"sums.ptc.h\"\n#include \"sums.h\"\n#include <stdio.h>\n"
               "#include <string.h>\n#include \"host.h\"\n"
               "int64_t add(int64_t a, int64_t b) { return a + b; }\n"
               "int main(void)\n"
               "{ return serve(&sums_mcp, NULL, \"{\\\"a\\\":2,\\\"b\\\":3}\"); }\n");
    cr_assert(shell(folder,
                    "$PTCC gen --emit mcp -o . sums.h && $CC -I $INCLUDE main.c "
                    "sums.ptc.c sums.mcp.c $LIBPTC -o main && ./main",
                    &out, &err) == 0,
              "%s", err.ptr);
    cr_expect(has(out, "\"structuredContent\":5"), "%s", out.ptr);
}

/* Tools are the functions that the file itself declares, whatever form it has. */
Test(gen_mcp, each_file_is_a_server_of_its_own, .timeout = 60)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "base.sig", "item = {id :int}\nfind(id :int) -> :item\n");
    write_file(folder, "more.sig", "include \"base.sig\"\nkeep(item :item) -> :bool\n");
    write_file(folder, "one.malli.edn",
               "{:registry {} :schema [:=> {:mcp/title \"One\" :mcp/hints [:read-only]} "
               "[:cat [:map [:a :int]]] :int]}\n");
    cr_assert(shell(folder,
                    "$PTCC gen --emit mcp,mcp-json -o . base.sig more.sig && grep -h -o "
                    "'const ptc_mcp_server .*_mcp\\|&.*_tool,' *.mcp.c && grep -h name "
                    "more.json",
                    &out, &err) == 0,
              "%s", err.ptr);
    cr_expect_str_eq(out.ptr, "&find_tool,\nconst ptc_mcp_server base_mcp\n"
                              "&keep_tool,\nconst ptc_mcp_server more_mcp\n"
                              "    \"name\": \"keep\",\n");
    for (size_t i = 0; i < 2; i++)
        cr_expect(shell(folder,
                        format("$CC -I $INCLUDE -fsyntax-only %s.mcp.c%s",
                               i ? "more" : "base", ""),
                        NULL, &err) == 0,
                  "%s", err.ptr);
}

/* The header of a file of types is that of a pair with tools, which it has none of. */
Test(gen_mcp, included_types_come_from_their_header, .timeout = 60)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "types.sig", "item = {id :int}\n");
    write_file(folder, "tools.sig", "include \"types.sig\"\nkeep(item :item) -> :item\n");
    cr_expect(shell(folder,
                    "$PTCC gen --tool-stubs -o . types.sig && $PTCC gen --emit mcp "
                    "--mcp-name desk -o . tools.sig && $CC -I $INCLUDE -fsyntax-only "
                    "tools.mcp.c tools.ptc.c",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder,
                    "rm types.ptc.h; $CC -I $INCLUDE -fsyntax-only tools.mcp.c 2>&1 | "
                    "grep -q 'ptcc gen --tool-stubs -o . types.sig'",
                    NULL, NULL) == 0);
}

/* --- run_program -------------------------------------------------------------------- */

/* The row of run_program in shop.json, on one line. */
static ptc_str program_listed(const char *contracts, const char *options)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "shop.sig", contracts);
    cr_assert(shell(folder,
                    format("$PTCC gen --emit mcp,mcp-json --mcp-program %s -o . shop.sig "
                           "&& tr -d '\\n' <shop.json | sed 's/   *\\([]\"{}]\\)/\\1/g' "
                           "| grep -o '\"name\": \"run_program\".*'%s",
                           options, ""),
                    &out, &err) == 0,
              "%s", err.ptr);
    return out;
}

/* M510: what all tools have, the program has. */
Test(gen_mcp, hints_of_programs_are_computed, .timeout = 60)
{
    static const struct {
        const char *hints[2];
        const char *wanted; /* NULL: no annotations */
    } rows[] = {
        {{"", ""}, NULL},
        {{"read-only", ""}, NULL},
        {{"read-only", "idempotent"}, NULL},
        {{"read-only", "read-only"},
         "\"annotations\": {\"readOnlyHint\": true,\"destructiveHint\": false}"},
        {{"read-only", "additive"}, "\"annotations\": {\"destructiveHint\": false}"},
        {{"additive", "destructive"}, NULL},
        {{"closed-world", "closed-world"}, "\"annotations\": {\"openWorldHint\": false}"},
        {{"closed-world", "open-world"}, NULL},
        {{"read-only closed-world", "additive closed-world idempotent"},
         "\"annotations\": {\"destructiveHint\": false,\"openWorldHint\": false}"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char contracts[256];
        ptc_str out;

        snprintf(contracts, sizeof contracts,
                 "a(x :int) -> :int\n  %s%s\nz(x :int) -> :int\n  %s%s\n",
                 rows[i].hints[0][0] ? "@hints " : "", rows[i].hints[0],
                 rows[i].hints[1][0] ? "@hints " : "", rows[i].hints[1]);
        out = program_listed(contracts, "");
        *strstr(out.ptr, "\"name\": \"z\"") = '\0';
        if (rows[i].wanted != NULL)
            cr_expect(has(out, rows[i].wanted), "%zu: %s", i, out.ptr);
        else
            cr_expect(!has(out, "annotations"), "%zu: %s", i, out.ptr);
    }
}

Test(gen_mcp, programs_are_listed_as_asked_for, .timeout = 60)
{
    const char *contracts = "find(id :int) -> :int\n  Finds it.\n";
    ptc_str out = program_listed(contracts, "");

    cr_expect(has(out, "\"maxLength\": 65536") && has(out, "find(id :int) -> :int") &&
                  has(out, "\"context\": {") && has(out, "\"required\": [\"program\"]"),
              "%s", out.ptr);
    cr_expect(!has(out, "\"session\"") && !has(out, "outputSchema"), "%s", out.ptr);
    out = program_listed(contracts, "--mcp-sessions 2");
    cr_expect(has(out, "\"session\": {") && !has(out, "outputSchema"), "%s", out.ptr);
    out = program_listed(contracts, "--mcp-result=structured");
    cr_expect(has(out, "\"outputSchema\": {\"type\": \"object\"") &&
                  has(out, "\"required\": [\"ok\",\"prints\",\"calls\"]") &&
                  has(out, "\"preview\": {"),
              "%s", out.ptr);
    out = program_listed(contracts, "--mcp-description=200");
    cr_expect(!has(out, "find(id :int)"), "%s", out.ptr);
    out = program_listed(contracts, "--mcp-description=200 --mcp-program=only");
    cr_expect(has(out, "\"name\": \"run_program\"") && !has(out, "\"name\": \"find\""),
              "%s", out.ptr);
}

/* Alone, programs still have all the tools; the others have no code in the server. */
Test(gen_mcp, programs_call_tools_that_are_not_listed, .timeout = 60)
{
    const char *folder = make_shop("--emit mcp --mcp-program=only");
    ptc_str out = {NULL, 0};

    cr_expect(shell(folder, "grep -c '_serve(' shop.mcp.c; ./server", &out, NULL) == 0);
    cr_expect_str_eq(out.ptr, "0\nrun_program flags 0 time 0 same\n");
    out = call(folder, "run_program",
               "{\"program\":\"(:count (tool/search {:query \\\"lamp\\\"}))\"}");
    cr_expect(has(out, "\"text\":\"1\\n;; 1 tool call: search 1"), "%s", out.ptr);
    out = call(folder, "search", "{\"query\":\"lamp\"}");
    cr_expect(has(out, "Unknown tool: search"), "%s", out.ptr);
}

/* Results of run_program are what its schema says, good and bad ones. */
Test(gen_mcp, structured_programs_keep_to_their_schema, .timeout = 60)
{
    static const char *const programs[] = {
        "(do (println 1) (tool/ping))",
        "(tool/search {:query \\\"\\\"})",
        "(def x 1)",
        "(range 20000)",
        "(+ 1",
    };
    const char *folder =
        make_shop("--emit mcp,mcp-json --mcp-program --mcp-result=structured");
    ptc_str err = {NULL, 0};

    cr_assert(shell(folder,
                    "sed -n '/\"name\": \"run_program\"/,/^  }/p' shop.json | sed -n "
                    "'/^    \"outputSchema\": {/,/^    }/p' | sed '1s/.*/{/; $s/},*/}/' "
                    ">result.json && $PTCC check result.json",
                    NULL, &err) == 0,
              "%s", err.ptr);
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        ptc_str out = call(folder, "run_program",
                           format("{\"program\":\"%s\"}%s", programs[i], ""));

        write_file(folder, "line.json", out.ptr);
        cr_expect(
            shell(folder,
                  "sed -e 's/.*\"structuredContent\"://' -e 's/,\"isError\":true}}$/ /' "
                  "-e '/ $/!s/}}$//' line.json >data.json; $PTC_EXE validate -s "
                  "result.json "
                  "data.json",
                  NULL, &err) == 0,
            "%s: %s %s", programs[i], out.ptr, err.ptr);
    }
}

/* --- Faults ------------------------------------------------------------------------- */

Test(gen_mcp, what_is_no_server_is_refused, .timeout = 60)
{
    static const struct {
        const char *contracts;
        const char *options;
        const char *message;
    } rows[] = {
        {"item = {id :int}\n", "",
         "tools.sig:1:1: error[mcp]: the file declares no func"},
        {"; nothing\n", "", "tools.sig"},
        {"include \"other.sig\"\nitem = {id :int}\n", "",
         "hint: types are generated without --emit mcp"},
        {"ask() -> :int\nrun_program(a :int) -> :int\n", "--mcp-program",
         "tools.sig:2:1: error[mcp]: run_program is the tool that --mcp-program adds"},
        {"run_program(a :int) -> :int\n", "--mcp-program=only",
         "hint: rename the function, or leave --mcp-program out"},
        {"ask.it(a :int) -> :int\n", "", "error[gen-tool]"},
        {"ask(a :int) -> :int\n  @hints\n", "", "error[sig-tool]"},
    };
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "other.sig", "help() -> :int\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_file(folder, "tools.sig", rows[i].contracts);
        cr_expect(
            shell(folder,
                  format("$PTCC gen --emit mcp %s -o . tools.sig%s", rows[i].options, ""),
                  NULL, &err) == 1,
            "%s", rows[i].contracts);
        cr_expect(has(err, rows[i].message), "%s: %s", rows[i].contracts, err.ptr);
        cr_expect(!exists(folder, "tools.ptc.h") && !exists(folder, "tools.mcp.c"));
    }
    write_file(folder, "tools.sig", "run_program(a :int) -> :int\n");
    cr_expect(shell(folder, "$PTCC gen --emit mcp -o . tools.sig", NULL, &err) == 0, "%s",
              err.ptr);
}

/* Descriptions of contracts have a limit, in characters; that of run_program another. */
Test(gen_mcp, descriptions_have_a_limit, .timeout = 60)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    cr_expect(shell(folder,
                    "printf 'ask(a :int) -> :int\\n  ' >tools.sig; for i in $(seq 1024); "
                    "do printf '\303\244' >>tools.sig; done; echo >>tools.sig; $PTCC gen "
                    "--emit mcp --mcp-program -o . tools.sig",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder,
                    "printf 'b\n' >>tools.sig; sed -i ':a;N;$!ba;s/\\nb$/b/' tools.sig; "
                    "$PTCC gen --emit mcp -o . tools.sig",
                    NULL, &err) == 1);
    cr_expect(has(err, "ask: the description has 1025 characters; MCP accepts at most "
                       "1024"),
              "%s", err.ptr);
}

/* Losses are reported once, though there are two lists; what no tool without parameters
 * can avoid is not reported. */
Test(gen_mcp, losses_are_told_once)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "tools.sig", "ping() -> :string\npay(to :iban) -> :nil\n");
    cr_expect(shell(folder, "$PTCC gen --emit mcp,mcp-json --type iban -o . tools.sig",
                    NULL, &err) == 0);
    cr_expect(has(err, "loss[mcp]: pay.to: the validator iban") &&
                  !has(err, "mcp-legacy") && !has(err, "ping") &&
                  strstr(strstr(err.ptr, "loss[") + 1, "loss[") == NULL,
              "%s", err.ptr);
    cr_expect(shell(folder,
                    "rm *.c; $PTCC gen --strict --emit mcp --type iban -o . tools.sig",
                    NULL, NULL) == 1 &&
              !exists(folder, "tools.mcp.c"));
}

/* Agents are not servers. */
Test(gen_mcp, agents_are_refused)
{
    ptc_str err = {NULL, 0};
    const char *folder = test_directory();

    cr_expect(shell(folder,
                    format("$PTCC gen --emit mcp -o . %s/tests/golden/clerk.agent.edn%s",
                           project(""), ""),
                    NULL, &err) == 2);
    cr_expect(has(err, "--emit is for contracts, and"), "%s", err.ptr);
}

/* --- Instructions ------------------------------------------------------------------- */

Test(gen_mcp, instructions_are_read_from_a_file, .timeout = 60)
{
    static const struct {
        const char *setup;
        const char *message;
    } faults[] = {
        {"printf '%02001d' 0 >i.txt",
         "i.txt: instructions of a server have at most 2000 characters, and these have "
         "2001"},
        {"printf 'a\\377' >i.txt", "i.txt: instructions of a server are a text in UTF-8"},
        {"printf 'a\\000b' >i.txt", "are a text in UTF-8"},
    };
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "tools.sig", "ask(a :int) -> :int\n");
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        cr_expect(shell(folder,
                        format("%s; $PTCC gen --emit mcp --mcp-instructions i.txt -o . "
                               "tools.sig%s",
                               faults[i].setup, ""),
                        NULL, &err) == 1 &&
                      has(err, faults[i].message),
                  "%s: %s", faults[i].setup, err.ptr);
    }
    cr_expect(
        shell(folder,
              "printf '%02000d\\n\\n' 0 >i.txt; mkdir d; $PTCC gen --emit mcp "
              "--mcp-instructions ./i.txt --depfile d/d -o d tools.sig && cat d/d && "
              "tail -n 25 d/tools.mcp.c",
              &out, &err) == 0,
        "%s", err.ptr);
    cr_expect(has(out, "d/tools.ptc.h d/tools.ptc.c d/tools.mcp.c: \\\n  tools.sig \\\n  "
                       "./i.txt\n"),
              "%s", out.ptr);
    cr_expect(has(out, "    .instructions = tools_mcp_instructions,\n"), "%s", out.ptr);
    /* None is none, and code mode has its own. */
    cr_expect(shell(folder,
                    "echo >i.txt; $PTCC gen --emit mcp --mcp-instructions i.txt -o . "
                    "tools.sig && ! grep instructions, tools.mcp.c && $PTCC gen --emit "
                    "mcp --mcp-program -o . tools.sig && grep -q instructions, "
                    "tools.mcp.c",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder,
                    "cp tools.sig tools.mcp.c; $PTCC gen --emit mcp --mcp-instructions "
                    "tools.mcp.c -o . tools.sig",
                    NULL, &err) == 2 &&
                  has(err, "this file is an input"),
              "%s", err.ptr);
}

/* --- Files -------------------------------------------------------------------------- */

Test(gen_mcp, outputs_are_named, .timeout = 60)
{
    static const struct {
        const char *options;
        const char *names;
    } rows[] = {
        {"--emit mcp -o d", "d/t.ptc.h\nd/t.ptc.c\nd/t.mcp.c\n"},
        {"--emit mcp-main,mcp-json -o d/", "d/t.ptc.h\nd/t.ptc.c\nd/t.mcp.c\nd/t.json\n"},
        {"--emit mcp-json -o .", "./t.ptc.h\n./t.ptc.c\n./t.json\n"},
        {"--emit mcp --header x.h --source d/x.ptc.c", "x.h\nd/x.ptc.c\nd/x.mcp.c\n"},
        {"--emit mcp,mcp-json --source y.c", "y.c\ny.mcp.c\ny.json\n"},
        {"--emit mcp --header x.h", "x.h\n"},
        {"--emit mcp --mcp-source s.c", "s.c\n"},
        {"--emit mcp,mcp-json --source y.c --mcp-source s.c --mcp-json j",
         "y.c\ns.c\nj\n"},
    };
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "t.sig", "ask(a :int) -> :int\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect(shell(folder,
                        format("rm -rf x* y* s.c j d; mkdir d; $PTCC gen --list-outputs "
                               "%s t.sig && $PTCC gen %s t.sig",
                               rows[i].options, rows[i].options),
                        &out, &err) == 0,
                  "%s: %s", rows[i].options, err.ptr);
        cr_expect_str_eq(out.ptr, rows[i].names, "%s", rows[i].options);
        cr_expect(shell(folder,
                        format("ls $($PTCC gen --list-outputs %s t.sig)%s",
                               rows[i].options, ""),
                        NULL, &err) == 0,
                  "%s", err.ptr);
    }
    cr_expect(shell(folder,
                    "$PTCC gen --emit mcp --header a.h --source b.c --mcp-source ./b.c "
                    "t.sig",
                    NULL, &err) == 2 &&
              has(err, "two outputs would be written here"));
}

/* Header, source and server may come of three commands, and fit. */
Test(gen_mcp, files_are_made_one_at_a_time, .timeout = 60)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "t.sig", "ask(a :int) -> :int\n");
    cr_expect(
        shell(folder,
              "mkdir a; $PTCC gen --emit mcp -o a t.sig && $PTCC gen --emit mcp "
              "--header t.ptc.h t.sig && $PTCC gen --emit mcp --source t.ptc.c "
              "t.sig && cp t.mcp.c old && $PTCC gen --emit mcp --mcp-source t.mcp.c "
              "--source t.ptc.c t.sig && cmp old t.mcp.c && for f in a/*; do cmp "
              "$f $(basename $f) || exit 1; done",
              NULL, &err) == 0,
        "%s", err.ptr);
    /* One of another contract does not compile. */
    cr_expect(shell(folder,
                    "echo 'ask(a :string) -> :int' >t.sig; $PTCC gen --emit mcp --source "
                    "t.ptc.c t.sig; $CC -I $INCLUDE -fsyntax-only t.mcp.c",
                    NULL, &err) != 0 &&
                  has(err, "this file and its header do not match"),
              "%s", err.ptr);
}

Test(gen_mcp, stale_files_are_told, .timeout = 60)
{
    static const char options[] =
        "--emit mcp,mcp-json --mcp-instructions i.txt --mcp-program=only --mcp-name 'a "
        "b' "
        "--header t.h --source t.c --mcp-source s.c --mcp-json j";
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "t.sig", "ask(a :int) -> :int\n");
    write_file(folder, "i.txt", "Ask it.\n");
    cr_expect(shell(folder,
                    format("$PTCC gen %s t.sig && $PTCC gen --check %s t.sig", options,
                           options),
                    NULL, &err) == 0,
              "%s", err.ptr);
    write_file(folder, "i.txt", "Ask it not.\n");
    cr_expect(shell(folder, format("$PTCC gen --check %s t.sig%s", options, ""), &out,
                    &err) == 3);
    cr_expect(has(out, "s.c: is stale\n") && !has(out, "t.c: is stale") &&
                  !has(out, "t.h: is stale"),
              "%s", out.ptr);
    cr_expect(has(out, "fix: ptcc gen --emit mcp,mcp-json --mcp-source s.c --mcp-json j "
                       "--mcp-name 'a b' --mcp-instructions i.txt --mcp-program=only "
                       "--header t.h --source t.c t.sig\n"),
              "%s", out.ptr);
    write_file(folder, "check.out", out.ptr);
    cr_expect(shell(folder,
                    format("sed -n \"s|^fix: ptcc|$PTCC|p\" check.out | sh -e && $PTCC "
                           "gen --check %s t.sig%s",
                           options, ""),
                    &out, &err) == 0,
              "%s", out.ptr);
}

/* M510: a server is made again from the source of its pair. */
Test(gen_mcp, regen_makes_servers_again, .timeout = 60)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "t.sig", "ask(a :int) -> :int\n");
    write_file(folder, "i.txt", "Ask it.\n");
    cr_assert(shell(folder,
                    "mkdir a b; $PTCC gen --emit mcp-main,mcp-json --mcp-instructions "
                    "./i.txt --mcp-program --header a/t.h --source a/t.c --mcp-source "
                    "a/s.c t.sig && cp a/* b && rm a/t.h a/s.c a/t.json && $PTCC "
                    "regen a/t.c && diff -r a b && $PTCC regen --check a/t.c && grep -q "
                    "'mcp-source=s.c --mcp-instructions=i.txt' a/s.c",
                    &out, &err) == 0,
              "%s%s", out.ptr, err.ptr);
    cr_expect(shell(folder, "$PTCC regen a/s.c", NULL, &err) == 2 &&
                  has(err, "a/s.c: it is the server of a source; give regen the source, "
                           "X.ptc.c, and it regenerates both"),
              "%s", err.ptr);
    cr_expect(shell(folder, "rm i.txt; $PTCC regen a/t.c", NULL, &err) == 2 &&
                  has(err, "a/t.c: its file of instructions is not there; tried "
                           "a/i.txt, a/../i.txt"),
              "%s", err.ptr);
    cr_expect(
        shell(folder, "mkdir w; echo >w/i.txt; $PTCC regen -I w a/t.c", NULL, &err) == 0,
        "%s", err.ptr);
    /* No file of another folder is written, whatever the source says. */
    cr_expect(shell(folder,
                    "sed -i 's|mcp-source=s.c|mcp-source=../s.c|' a/t.c; $PTCC regen "
                    "-I w a/t.c",
                    NULL, &err) == 2 &&
                  has(err, "names a file that is not next to it") &&
                  !exists(folder, "s.c"),
              "%s", err.ptr);
}
