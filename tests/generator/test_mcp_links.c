/* SPDX-License-Identifier: MIT */
/*
 * Servers as files that others compile: strict C of all years, next to functions and
 * hosts in C++, two in one program. What that program prints is known. [mcp 1, 11]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

/* All that a result and an argument may be. */
static const char everything[] =
    "node = {value :int, next :node?}\n"
    "mode = :enum[\"fast\" \"deep\"]\n"
    "get-all(first-name :string, at :datetime?, mode :mode = \"fast\", of [:set :int]?)\n"
    "  -> {the-node :node, _secret :string, price :decimal, day :date?}\n"
    "  Has \"quotes\", a \\ and ?\?/ in its text.\n"
    "  - first-name: */ ends no comment\n"
    "  @title Every *thing* \"there\" is\n"
    "  @hints read-only idempotent closed-world\n"
    "  @timeout 100\n"
    "text(int :int) -> :string\n"
    "none() -> :nil\n"
    "some(value :any, rest :map) -> :any\n"
    "list(double :float) -> [:int|:string]\n"
    "many() -> [:map-of :string [:maybe :bool]]\n";

static void write_server(const char *folder, const char *name, const char *contract,
                         const char *options)
{
    ptc_str err = {NULL, 0};

    write_file(folder, format("%s.sig%s", name, ""), contract);
    cr_assert(
        shell(folder, format("$PTCC gen %s -o . %s.sig", options, name), NULL, &err) == 0,
        "%s", err.ptr);
}

/* Each emitted source by each compiler that there is, with main and without. */
Test(mcp_links, sources_are_strict_c, .timeout = 300)
{
    static const char *const compilers[] = {"gcc -std=c99", "gcc -std=c11 -O2",
                                            "clang -std=c99", "clang -std=c2x"};
    static const char *const options[] = {
        "--emit mcp", "--emit mcp-main --mcp-program --mcp-title 'A \"title\"'",
        "--emit mcp-main --mcp-program=only --mcp-result=structured --mcp-sessions 2"};

    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const char *folder = test_directory();

        write_server(folder, "all", everything, options[i]);
        expect_compiles(folder, "all");
        for (size_t c = 0; c < sizeof compilers / sizeof compilers[0]; c++) {
            ptc_str err = {NULL, 0};

            if (!has_tool(c < 2 ? "gcc" : "clang"))
                continue;
            cr_expect(shell(folder,
                            format("%s %s -Wmissing-prototypes -I $INCLUDE "
                                   "-fsyntax-only all.mcp.c",
                                   compilers[c], strict_warnings),
                            NULL, &err) == 0,
                      "%s, %s: %.2000s", options[i], compilers[c], err.ptr);
        }
    }
}

/* Two servers with one program that is C++: functions, and a loop. */
static const char host[] =
    "#include \"one.ptc.h\"\n"
    "#include \"two.ptc.h\"\n"
    "#include <ptc/mcp.h>\n"
    "#include <cstdio>\n"
    "#include <string>\n"
    "ptc_status greet_call(const greet *in, greet_result *out, ptc_tool_call *)\n"
    "{\n"
    "    *out = in->name;\n"
    "    return PTC_OK;\n"
    "}\n"
    "ptc_status half_call(const half *in, half_result *out, ptc_tool_call *call)\n"
    "{\n"
    "    if (in->n % 2 != 0) {\n"
    "        call->message = \"it is odd\";\n"
    "        return PTC_ERROR_INVALID;\n"
    "    }\n"
    "    out->half = in->n / 2;\n"
    "    return PTC_OK;\n"
    "}\n"
    "static void keep(const ptc_mcp_line *line, void *user)\n"
    "{\n"
    "    static_cast<std::string *>(user)->append(line->text.ptr, line->text.len);\n"
    "}\n"
    "static std::string ask(const ptc_mcp_server &server, const std::string &call)\n"
    "{\n"
    "    std::string sent;\n"
    "    ptc_mcp_sink sink = {keep, &sent};\n"
    "    ptc_mcp_runtime *runtime;\n"
    "    ptc_mcp_session *session;\n"
    "    std::string text = \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"method\\\":"
    "\\\"tools/call\\\",\\\"params\\\":{\" + call + \",\\\"_meta\\\":{"
    "\\\"io.modelcontextprotocol/protocolVersion\\\":\\\"2026-07-28\\\","
    "\\\"io.modelcontextprotocol/clientCapabilities\\\":{}}}}\";\n"
    "    if (ptc_mcp_runtime_new(&server, nullptr, &runtime) != PTC_OK ||\n"
    "        ptc_mcp_session_new(runtime, &sink, &session) != PTC_OK)\n"
    "        return \"\";\n"
    "    ptc_mcp_feed_message(session, text.data(), text.size());\n"
    "    while (ptc_mcp_work(session)) {}\n"
    "    ptc_mcp_session_free(session);\n"
    "    ptc_mcp_runtime_free(runtime);\n"
    "    return sent.substr(0, sent.find(\",\\\"resultType\"));\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    std::puts(ask(one_mcp, \"\\\"name\\\":\\\"greet\\\",\\\"arguments\\\":{"
    "\\\"name\\\":\\\"Ada\\\"}\").c_str());\n"
    "    std::puts(ask(two_mcp, \"\\\"name\\\":\\\"half\\\",\\\"arguments\\\":{"
    "\\\"n\\\":8}\").c_str());\n"
    "    std::puts(ask(two_mcp, \"\\\"name\\\":\\\"half\\\",\\\"arguments\\\":{"
    "\\\"n\\\":7}\").c_str());\n"
    "    std::puts(ask(one_mcp, \"\\\"name\\\":\\\"half\\\"\").c_str());\n"
    "}\n";

static const char printed[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
    "\"Ada\"}],\"structuredContent\":\"Ada\"\n"
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
    "\"{\\\"half\\\":4}\"}],\"structuredContent\":{\"half\":4}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
    "\"it is odd\"}],\"isError\":true\n"
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":"
    "\"Unknown tool: half\"}}\n\n";

/* M510 */
Test(mcp_links, two_servers_in_a_program_in_cpp, .timeout = 300)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    if (!has_tool("c++") || TEST_IS_SANITIZED) /* c++ links no sanitizer */
        return;
    write_server(folder, "one", "greet(name :string) -> :string\n", "--emit mcp");
    write_server(folder, "two", "half(n :int) -> {half :int}\n", "--emit mcp");
    write_file(folder, "host.cc", host);
    cr_assert(shell(folder,
                    "$CC -c -I $INCLUDE one.ptc.c one.mcp.c two.ptc.c two.mcp.c && "
                    "c++ -std=c++17 -Wall -Wextra -Werror -I $INCLUDE host.cc one.ptc.o "
                    "one.mcp.o two.ptc.o two.mcp.o $LIBPTC -o host && ./host",
                    &out, &err) == 0,
              "%s", err.ptr);
    cr_expect_str_eq(out.ptr, printed);
}
