/* SPDX-License-Identifier: MIT */
/* run_program: what a model reads of programs that fail. [mcp 6] */
#include <criterion/criterion.h>

#include "coded.h"

/* M510 */
Test(mcp_program_errors, show_line_and_caret)
{
    static const char *const rows[][2] = {
        {"(+ 1 nil)",
         "! type_error: +: invalid argument types: number, nil; nil is a missing value: "
         "use (or x 0), or filter it out\n    1 | (+ 1 nil)\n      | ^"},
        {"(let [a 1]\n  (foo a))",
         "! unbound_var: undefined variable: foo\n    2 |   (foo a))\n      |    ^"},
        {"(let [x",
         "! parse_error: Parse error: 2 closing brackets are missing at the end, `])`; "
         "the innermost unclosed `[` begins here\n    1 | (let [x\n"
         "      |      ^"},
        {"(/ 1 0)", "! arithmetic_error: division by zero: (/ 1 0); test the divisor "
                    "first\n    1 | (/ 1 0)\n      | ^"},
        {"(fail {:reason :none :message \"no lamps\"})",
         "! failed: the program gave up: {:reason :none :message \"no lamps\"}\n    1 | "
         "(fail {:reason :none :message \"no lamps\"})\n      | ^"},
        {"(throw {:a 1})", "! runtime_error: thrown: {:a 1}\n    1 | (throw {:a 1})\n"
                           "      | ^"},
        {"(tool/serch {:query 1})",
         "! unknown_tool: Unknown tool: serch. Available tools: echo, order, search, "
         "secret, sell, wait. Did you mean: search\n    1 | (tool/serch {:query 1})\n"
         "      |  ^"},
        {"(tool/run_program {:program \"1\"})",
         "! unknown_tool: Unknown tool: run_program. Available tools: echo, order, "
         "search, secret, sell, wait\n    1 | (tool/run_program {:program \"1\"})\n"
         "      |  ^"},
        {"(tool/search {:query \"x\" :limit 500})",
         "! validation_error: Tool 'search' validation errors: limit: expected 1..100, "
         "got 500\n    1 | (tool/search {:query \"x\" :limit 500})\n      | ^"},
        {"(search {:query 1})",
         "! unbound_var: undefined variable: search. Hint: it is a tool: write "
         "(tool/search {:key value})\n    1 | (search {:query 1})\n      |  ^"},
        {"{:a 1 \"a\" 2}", "! validation_error: two keys would be the same in JSON: a"},
        {"[(/ 0.0 0.0)]", "! validation_error: [0]: JSON has no such number: ##NaN"},
    };
    coded desk;

    coded_open(&desk);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        coded_expect(&desk, rows[i][0], rows[i][1]);
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_errors, say_what_was_done_before)
{
    coded desk;

    coded_open(&desk);
    coded_expect(&desk,
                 "(println \"ordering\")\n(tool/search {:query \"a\"})\n"
                 "(tool/order {:id 1})\n(tool/search {:query \"b\"})\n(tool/sell {})",
                 "! ordering\ntool_error: Tool 'sell' failed: no stock\n    5 | "
                 "(tool/sell {})\n      | ^\n;; done before it: search 2, order 1");
    coded_expect(&desk, "(tool/sell {})",
                 "! tool_error: Tool 'sell' failed: no stock\n    1 | (tool/sell {})\n"
                 "      | ^");
    coded_expect(&desk,
                 "(attempt (tool/sell {:why \"later\"}) 0) (tool/order {:id 1}) "
                 "\n(fail \"enough\")",
                 "! failed: the program gave up: \"enough\"\n    2 | (fail "
                 "\"enough\")\n      | ^\n;; done before it: sell 1 (1 failed), order 1");
    coded_expect(
        &desk, "(attempt (tool/sell {}) 5)",
        "{\"error\":{\"reason\":\"no_stock\",\"message\":\"no stock\",\"tool\":\"sell\"}}"
        "\n;; 1 tool call: sell 1 (1 failed)");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_errors, leave_nothing_behind)
{
    coded desk;

    coded_open(&desk);
    for (int i = 0; i < 3; i++) {
        coded_run(&desk, "(println 1) (def a 1) (tool/sell {})");
        coded_expect(&desk, "[(+ 1 1)]", "[2]");
        coded_run(&desk, "(((");
        coded_expect(&desk, "[(+ 1 1)]", "[2]");
    }
    coded_end(&desk);
}

/* M510 */
Test(mcp_program_errors, name_tools_that_programs_cannot_call)
{
    static const ptc_tool tool = {.name = "two words"};
    const ptc_tool *tools[] = {&tool};
    coded desk;

    coded_init(&desk);
    desk.program.tools = tools;
    desk.program.tool_count = 1;
    coded_start(&desk);
    coded_expect(&desk, "1",
                 "! invalid tool name \"two words\": expected a letter or _, then up to "
                 "63 letters, digits, _ or -");
    desk.program.tool_count = 0;
    coded_expect(&desk, "(tool/search {})",
                 "! unknown_tool: Unknown tool: search. There are no tools here\n    1 | "
                 "(tool/search {})\n      |  ^");
    coded_end(&desk);
}
