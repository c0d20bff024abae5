/* SPDX-License-Identifier: MIT */
/* run_program: what a model reads of programs. [mcp 6] */
#include <criterion/criterion.h>

#include "coded.h"

#include <string.h>

/* M510 */
Test(mcp_program, tells_prints_value_and_calls)
{
    coded desk;

    coded_open(&desk);
    coded_expect(&desk, "(+ 1 2)", "3");
    coded_expect(&desk,
                 "(let [found (tool/search {:query \"lamp\"})\n"
                 "      ids (map :id (:items found))]\n"
                 "  (println \"total:\" 25)\n"
                 "  (doseq [id ids] (tool/order {:id id}))\n"
                 "  {:count (count ids) :ids ids})",
                 "total: 25\n{\"count\":2,\"ids\":[1,3]}\n;; 3 tool calls: search 1, "
                 "order 2");
    cr_expect_eq(desk.orders, 2);
    coded_expect(&desk, "(tool/order {:id 1})", "{\"ok\":true}\n;; 1 tool call: order 1");
    coded_expect(&desk, "(return {:a 1}) (println 2)", "{\"a\":1}");
    coded_expect(&desk, "(println \"only prints\")", "only prints\nnull");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program, writes_values_as_json_of_ptc_run)
{
    static const char *const rows[][2] = {
        {"nil", "null"},
        {"", "!"},
        {" ", "null"},
        {";; only a comment", "null"},
        {"true", "true"},
        {"9007199254740993", "9007199254740993"},
        {"1.5", "1.5"},
        {"\"a\\nb\"", "\"a\\nb\""},
        {"\"\"", "\"\""},
        {":key", "\"key\""},
        {"[1 :a \"b\" nil]", "[1,\"a\",\"b\",null]"},
        {"#{}", "[]"},
        {"(sort #{3 1 2})", "[1,2,3]"},
        {"{:a {:b [1 {:c 2}]}}", "{\"a\":{\"b\":[1,{\"c\":2}]}}"},
        {"{1 2 [1 2] 3}", "{\"1\":2,\"[1 2]\":3}"},
        {"(java.time.LocalDate/parse \"2026-01-02\")", "\"2026-01-02\""},
        {"(def x 5)", "5"},
        {"(defn f [x] x)", "\"#'f\""},
        {"(fn [x] x)", "\"#fn[x]\""},
        {"+", "\"#<builtin>\""},
        {"(map inc [1 2])", "[2,3]"},
        {"\"\xC3\xA4\xF0\x9F\x98\x80\"", "\"\xC3\xA4\xF0\x9F\x98\x80\""},
    };
    coded desk;

    coded_open(&desk);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i][1], "!") != 0)
            coded_expect(&desk, rows[i][0], rows[i][1]);
    }
    coded_end(&desk);
}

/* M510 */
Test(mcp_program, reads_the_context)
{
    coded desk;

    coded_open(&desk);
    coded_expect_with(&desk, "[ctx/word (:n ctx/map) data/word]",
                      ",'context':{'word':'lamp','map':{'n':[1,2]}}",
                      "[\"lamp\",[1,2],\"lamp\"]");
    coded_expect_with(&desk, "(str ctx/word)", ",'context':null",
                      "\"\"\n;; warning: line "
                      "1: ctx/word is not a name of this context, which has none");
    coded_expect_with(&desk, "[ctx/wrod 1]", ",'context':{'word':1}",
                      "[null,1]\n;; warning: line 1: ctx/wrod is not a name of this "
                      "context. Did you mean: ctx/word");
    coded_expect_with(&desk, "(count ctx/list)", ",'context':{'list':[1,2,3]}", "3");
    /* Nothing of it is left. */
    coded_expect(&desk, "(nil? ctx/list)",
                 "true\n;; warning: line 1: ctx/list is not a name of this context, "
                 "which has none");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program, begins_empty_each_time)
{
    coded desk;

    coded_open(&desk);
    coded_expect(&desk, "(def kept 1) kept", "1");
    coded_expect(&desk, "kept",
                 "! unbound_var: undefined variable: kept\n    1 | kept\n      | ^");
    coded_expect(&desk, "*1", "null");
    coded_expect(&desk, "(defn f [x] (inc x)) (f 1)", "2");
    coded_expect(&desk, "(f 1)",
                 "! unbound_var: undefined variable: f\n    1 | (f 1)\n      |  ^");
    coded_end(&desk);
}

/* M510 */
Test(mcp_program, takes_arguments_by_contract)
{
    coded desk;

    coded_open(&desk);
    served_expect(
        served_call(&desk.server, "run_program", "{}"),
        "{'jsonrpc':'2.0','id':1,'result':{'content':[{'type':'text','text':'Tool "
        "validation errors:\\n- program: missing required field, expected "
        "string\\n'}],'isError':true}}\n");
    served_expect(
        served_call(&desk.server, "run_program",
                    "{'program':7,'context':[1],'session':''}"),
        "{'jsonrpc':'2.0','id':1,'result':{'content':[{'type':'text','text':'Tool "
        "validation errors:\\n- program: expected string, got int 7\\n- context: "
        "expected map, got list\\n- session: expected string of length 1..64, got "
        "length 0\\n'}],'isError':true}}\n");
    coded_expect(&desk, "",
                 "! Tool validation errors:\n- program: expected string of length "
                 "1..65536, got length 0\n");
    coded_expect_with(&desk, "1", ",'unknown':2", "1");
    coded_expect_with(&desk, "1", ",'program':2",
                      "! Tool validation errors:\n- (root): unreadable JSON at line 1, "
                      "column 16: duplicate key; give each key once\n");
    coded_end(&desk);
}

static char *repeat(const char *part, size_t count)
{
    size_t len = strlen(part);
    char *text = malloc(len * count + 1);

    for (size_t i = 0; i < count; i++)
        memcpy(text + i * len, part, len);
    text[len * count] = '\0';
    return text;
}

/* M510 */
Test(mcp_program, bounds_program_and_context)
{
    char *program = repeat(" ", 65535);
    char *wide = repeat("\xC3\xA4", 40000);
    char *context = repeat("a", (4 << 20) + 1);
    coded desk;
    ptc_text text;

    coded_open(&desk);
    program[0] = '7';
    coded_expect(&desk, program, "7");
    ptc_text_init(&text, &desk.server.arena);
    ptc_text_cstr(&text, program);
    ptc_text_cstr(&text, "  ");
    coded_expect(&desk, text.ptr,
                 "! Tool validation errors:\n- program: expected string of length "
                 "1..65536, got length 65537\n");
    wide[0] = ';';
    wide[1] = ';';
    coded_expect(&desk, wide,
                 "! Tool validation errors:\n- program: expected at most 65536 bytes, "
                 "got 80000\n");
    ptc_text_init(&text, &desk.server.arena);
    ptc_text_cstr(&text, ",'context':{'a':'");
    ptc_text_cstr(&text, context);
    ptc_text_cstr(&text, "'}");
    coded_expect_with(&desk, "(count ctx/a)", text.ptr,
                      "! Tool validation errors:\n- context: expected at most 4194304 "
                      "bytes, got 4194313\n");
    context[(4 << 20) - 8] = '\0';
    ptc_text_init(&text, &desk.server.arena);
    ptc_text_cstr(&text, ",'context':{'a':'");
    ptc_text_cstr(&text, context);
    ptc_text_cstr(&text, "'}");
    coded_expect_with(&desk, "(count ctx/a)", text.ptr, "4194296");
    coded_end(&desk);
    free(program);
    free(wide);
    free(context);
}

static bool is_even(const ptc_value *value, const char **message, void *user)
{
    (void)message;
    (void)user;
    return value->kind == PTC_INT && value->as.integer % 2 == 0;
}

/* M510 */
Test(mcp_program, judges_by_registered_types_of_the_row_and_of_the_host)
{
    static const ptc_str name = PTC_STR_INIT("even");
    static const ptc_type_names names = {&name, 1};
    static const ptc_read_options reading = {.struct_size = sizeof reading,
                                             .types = &names};
    static const ptc_validator even = {PTC_STR_INIT("even"), is_even, NULL, NULL};
    static const ptc_parse_options parsing = {
        .struct_size = sizeof parsing, .validators = &even, .validator_count = 1};
    const ptc_source source = {PTC_STR(""), PTC_STR("(x :even) -> :any")};
    ptc_schema schema;
    coded desk;

    for (int from_row = 0; from_row < 2; from_row++) {
        coded_init(&desk);
        cr_assert_eq(
            ptc_signature_read(&desk.server.arena, &source, &reading, NULL, &schema),
            PTC_OK);
        desk.server.tools[0].signature = &schema;
        if (from_row == 1) {
            desk.program.validators = &even;
            desk.program.validator_count = 1;
        } else {
            desk.server.options.parsing = &parsing;
        }
        coded_start(&desk);
        coded_expect(&desk, "(tool/echo {:x 4})", "4\n;; 1 tool call: echo 1");
        coded_expect(&desk, "(tool/echo {:x 3})",
                     "! validation_error: Tool 'echo' validation errors: x: expected "
                     "even, got int 3\n    1 | (tool/echo {:x 3})\n      | ^");
        coded_end(&desk);
    }
}

/* M510 */
Test(mcp_program, lets_programs_ask_about_tools)
{
    coded desk;

    coded_open(&desk);
    coded_expect(&desk, "(dir)",
                 "[\"echo\",\"order\",\"search\",\"secret\",\"sell\",\"wait\"]");
    coded_expect(&desk, "(map #(get % \"name\") (apropos \"order\"))", "[\"order\"]");
    coded_end(&desk);
}
