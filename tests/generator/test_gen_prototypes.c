/* SPDX-License-Identifier: MIT */
/*
 * Tools that call functions of a header: tests/golden/inventory.h, whose functions are in
 * inventory.c, called from PTC-Lisp; headers as `ptcc gen` takes them. [signature 12]
 */
#include <criterion/criterion.h>

#include "inventory.h"
#include "inventory.ptc.h"
#include "shell.h"

#include <ptc/ptc.h>

#include <stdio.h>

/* --- The user's functions: their signatures say more than the prototypes ------------ */

ptc_status echo_call(const echo *in, echo_result *out, ptc_tool_call *call)
{
    (void)call;
    *out = inventory_echo(in->what, in->when);
    return PTC_OK;
}

ptc_status sum_call(const sum *in, sum_result *out, ptc_tool_call *call)
{
    (void)call;
    *out = inventory_sum(in->numbers.items, in->numbers.count);
    return PTC_OK;
}

/* --- From programs ------------------------------------------------------------------ */

static void expect_value(const char *program, const char *wanted)
{
    const ptc_tool tools[] = {add_tool,  greet_tool, label_tool,  spread_tool,
                              half_tool, reset_tool, resets_tool, echo_tool,
                              same_tool, later_tool, join_tool,   sum_tool};
    ptc_source source = {PTC_STR("program"), ptc_str_of(program)};
    ptc_lisp_result result;
    const char *got;
    ptc_arena arena;
    ptc_lisp *lisp;

    ptc_arena_init(&arena, NULL, 1 << 22);
    cr_assert(ptc_lisp_new(NULL, &lisp) == PTC_OK);
    cr_assert(ptc_lisp_set_tools(NULL, lisp, tools, 12, NULL, NULL) == PTC_OK);
    got = ptc_lisp_eval(&arena, lisp, &source, PTC_LISP_PRINTED, &result) == PTC_OK
              ? result.printed.ptr
              : result.error.message.ptr;
    cr_expect(strcmp(got, wanted) == 0, "%s gives\n%s\ninstead of\n%s", program, got,
              wanted);
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
}

Test(gen_prototypes, arguments) /* M116 */
{
    expect_value("(tool/add {:a 3 :b 4})", "7");
    expect_value("(tool/add {:a \"3\" :b -4})", "-1");
    expect_value("(tool/half {:number 3 :up true})", "2.0");
    expect_value("(tool/join {:a \"ab\" :b \"c\"})", "\"ab\"");
    expect_value("(tool/same {:what {:a [1 nil]}})", "{\"a\" [1 nil]}");
    expect_value("(tool/later {:when \"2026-01-02T03:04:05Z\"})",
                 "\"2026-01-02T03:05:05Z\"");
    expect_value("(do (tool/reset) (tool/reset) (tool/resets))", "2");
    expect_value("(tool/echo {:what \"x\" :when \"2026-01-02T03:04:05Z\"})", "\"x\"");
    expect_value("(tool/sum {:numbers [1 2 3]})", "6");
}

Test(gen_prototypes, texts)
{
    expect_value("(tool/greet {:name \"Bo\"})", "\"hello Bo!\"");
    expect_value("(tool/greet {:name \"Bo\" :title \"Dr. \"})", "\"hello Dr. Bo!\"");
    expect_value("(tool/greet {:name \"Bo\" :title nil :mark \"?\"})", "\"hello Bo?\"");
    expect_value("(tool/greet {:name \"\"})", "nil");
    expect_value("(tool/label {:number -1})", "\"less\"");
    expect_value("(tool/label {:number 0})",
                 "Tool 'label' failed: inventory_label returned NULL");
    expect_value("(tool/greet {:name \"a\\u0000b\"})",
                 "Tool 'greet' failed: name contains U+0000, which ends a text in C");
    expect_value("(tool/greet {:name \"a\" :title \"\\u0000\"})",
                 "Tool 'greet' failed: title contains U+0000, which ends a text in C");
}

Test(gen_prototypes, ranges)
{
    expect_value("(tool/add {:a 1 :b 32768})",
                 "Tool 'add' validation errors: b: expected "
                 "-32768..32767, got 32768");
    expect_value("(tool/spread {:factor 2 :wide 21})", "42");
    expect_value("(tool/spread {:factor 4294967296 :wide 1})",
                 "Tool 'spread' failed: factor is out of range: it is uint32_t in C");
    expect_value("(tool/spread {:factor -1 :wide 1})",
                 "Tool 'spread' failed: factor is out of range: it is uint32_t in C");
    expect_value("(tool/spread {:factor 1 :wide -1})",
                 "Tool 'spread' failed: wide is out of range: it is uint64_t in C");
    expect_value("(tool/spread {:factor 2 :wide 9223372036854775807})",
                 "Tool 'spread' failed: inventory_spread returned more than a signed "
                 "64-bit integer holds");
    expect_value("(tool/half {:number 1e39 :up true})",
                 "Tool 'half' failed: number is out of range: it is float in C");
}

/* Memory that the call's arena refuses is not a fault of the argument. */
Test(gen_prototypes, refused_memory)
{
    ptc_arena arena;
    ptc_tool_call call = {.arena = &arena};
    greet in = {
        .name = PTC_STR("a name that has no room in this arena, which has hardly any"),
        .mark = PTC_STR("")};
    greet_result out = {false, {NULL, 0}};

    ptc_arena_init(&arena, NULL, 16);
    cr_expect(greet_call(&in, &out, &call) == PTC_ERROR_MEMORY);
    cr_expect(call.message == NULL && !out.has_value);
    ptc_arena_free(&arena);
}

/* --- Headers on the command line ---------------------------------------------------- */

static const char stem_header[] = "#include <stdbool.h>\n"
                                  "/** @ptc check */\n"
                                  "bool check_it(const char *text, double limit);\n";

Test(gen_prototypes, compiles_without_a_word, .timeout = 120)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "t.h", stem_header);
    cr_assert(shell(folder, "$PTCC gen --tool-stubs -o . t.h", NULL, &err) == 0, "%s",
              err.ptr);
    expect_compiles(folder, "t");
    cr_assert(shell(folder, "$PTCC gen -o . t.h", NULL, &err) == 0, "%s", err.ptr);
    expect_compiles(folder, "t");
}

/* Types of a contract file, by value and after a pointer. */
Test(gen_prototypes, declared_types, .timeout = 120)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "order.sig", "order = {id :int, title :string}\n");
    write_file(folder, "ship.h",
               "#ifndef SHIP_H\n#define SHIP_H\n#include \"order.ptc.h\"\n"
               "/** @ptc weigh */\n"
               "double ship_weigh(const order *what);\n"
               "/** @ptc bump */\norder ship_bump(order what);\n#endif\n");
    for (int i = 0; i < 2; i++) /* its own header may be there by then */
        cr_assert(shell(folder, "$PTCC gen --tool-stubs -o . order.sig ship.h", NULL,
                        &err) == 0,
                  "%s", err.ptr);
    cr_assert(shell(folder, "grep '= ship_' ship.ptc.c", &out, NULL) == 0);
    cr_expect(strstr(out.ptr, "result = ship_weigh(&in->what);") != NULL, "%s", out.ptr);
    cr_expect(strstr(out.ptr, "result = ship_bump(in->what);") != NULL, "%s", out.ptr);
    expect_compiles(folder, "ship");
}

Test(gen_prototypes, regen_and_collisions)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "t.h", stem_header);
    cr_assert(shell(folder,
                    "$PTCC gen --tool-stubs -o . t.h && $PTCC regen --check t.ptc.c",
                    NULL, &err) == 0,
              "%s", err.ptr);
    write_file(folder, "t.h", "/* @ptc check */ int check_call(int a);\n");
    cr_expect(shell(folder, "$PTCC gen --tool-stubs -o . t.h", NULL, &err) == 1);
    cr_expect(strstr(err.ptr, "gen-collision") != NULL, "%s", err.ptr);
}

/* The order of parameters decides, their number, and that nothing may be absent. */
Test(gen_prototypes, signatures_that_say_something_else)
{
    static const char *const headers[] = {
        "/* @ptc f (a :int, b :int) -> :int */ int c_f(int b, int a);\n",
        "/* @ptc f (a :int) -> :int */ int c_f(int a, int b);\n",
        "/* @ptc f (a :int?) -> :int */ int c_f(int a);\n",
        "/* @ptc f (a :int) -> :string */ int c_f(int a);\n",
        "/* @ptc f (a :string) -> :int */ int c_f(int a);\n",
        "/* @ptc f (a :int) -> :int */ void c_f(int a);\n",
        "/* @ptc f (a :string) -> :int */ int c_f(char *a);\n",
        "/* @ptc f (a [:int]) -> :int */ int c_f(const int *a);\n",
    };

    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        const char *folder = test_directory();
        ptc_str err = {NULL, 0};

        write_file(folder, "t.h", headers[i]);
        cr_assert(shell(folder, "$PTCC gen --tool-stubs -o . t.h", NULL, &err) == 0, "%s",
                  err.ptr);
        cr_expect(shell(folder, "grep -q 'Yours to define' t.ptc.h", NULL, NULL) == 0,
                  "%s", headers[i]);
        cr_expect(shell(folder, "grep -q 'c_f' t.ptc.c", NULL, NULL) == 1, "%s",
                  headers[i]);
    }
}
