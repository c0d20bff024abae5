/* SPDX-License-Identifier: MIT */
/* Programs that are given as text: stages, and where faults are. [subagent 15] */
#include <criterion/criterion.h>

#include "compile_agents.h"

Test(compile_text, no_model_is_asked)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    at.options.program = PTC_STR("(return (* 2 ctx/n))");
    test_compile_go(&at);
    test_compile_expect(&at, "(return (* 2 ctx/n))");
    cr_expect_eq(at.made->prompt_revision, 0u);
    cr_expect_null(at.made->step);
    cr_expect_null(at.made->compiled->origin.model);
    cr_expect_eq(at.run.asked, (size_t)0);
    test_compile_stop(&at);
}

Test(compile_text, faults_are_placed_in_the_whole_text)
{
    static const struct {
        const char *program;
        ptc_diag_code code;
        uint32_t line;
        uint32_t column;
        const char *message;
    } rows[] = {
        {"(return ctx/n", PTC_DIAG_COMPILE_PROGRAM, 1, 1, "Parse error"},
        {"(def a 1)\n(return (foo a))", PTC_DIAG_COMPILE_PROGRAM, 2, 10,
         "undefined variable: foo"},
        {"(return ctx/m)", PTC_DIAG_COMPILE_PROGRAM, 1, 9, "ctx/m is not"},
        {"(return (tool/t {}))", PTC_DIAG_COMPILE_PROGRAM, 1, 10, "Unknown tool: t"},
        {"(inc ctx/n)\n", PTC_DIAG_COMPILE_PROGRAM, 1, 12, "never returns"},
        {"; turn 1\n(def a ctx/n)\n; turn 2\n  (return b)", PTC_DIAG_COMPILE_PROGRAM, 4,
         11, "undefined variable: b"},
        {"; turn 1\n(def a ctx/n)\n; turn 2\n(return ctx/m)", PTC_DIAG_COMPILE_NAME, 4, 9,
         "ctx/m is not"},
        /* what messages say of other lines */
        {"; turn 1\n(def a ctx/n)\n; turn 2\n(return\n  [a)", PTC_DIAG_COMPILE_PROGRAM, 5,
         5, "line 5"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ptc_compile_fault *fault;
        test_compile at;

        test_compile_start(&at, "(n :int) -> :any");
        at.options.program = ptc_str_of(rows[i].program);
        test_compile_go(&at);
        fault = test_compile_fault(&at, rows[i].code);
        cr_assert(fault != NULL, "row %zu", i);
        cr_expect_eq(fault->position.line, rows[i].line, "row %zu: %u", i,
                     fault->position.line);
        cr_expect_eq(fault->position.column, rows[i].column, "row %zu: %u", i,
                     fault->position.column);
        cr_expect(strstr(test_cstr(fault->message), rows[i].message) != NULL,
                  "row %zu: %s", i, test_cstr(fault->message));
        test_compile_stop(&at);
    }
}

Test(compile_text, stages_begin_between_forms)
{
    static const struct {
        const char *program;
        size_t stages;
    } rows[] = {
        {"(return ctx/n)", 1},
        {"; turn 1\n(return ctx/n)", 1},
        {"; turn 1\n(def a ctx/n)\n; turn 2\n(return a)", 2},
        {"; turn 1\r\n(def a ctx/n)\r\n; turn 2\r\n(return a)", 2},
        {"; About it.\n\n   \n; turn 1\n(def a ctx/n)\n; turn 12\n(return a)\n", 2},
        {"\n(def a ctx/n)\n\n; turn 2\n\n(return a)", 2},
        /* not between forms */
        {"(def a \"\n; turn 2\n\") (return [a ctx/n])", 1},
        {"(def a\n; turn 2\n1) (return [a ctx/n])", 1},
        {"(def a #\"x\n; turn 2\ny\") (return [(str a) ctx/n])", 1},
        {"#_\n; turn 2\n(x) (return ctx/n)", 1},
        {"(return '\n; turn 2\nx)", 1},
        {"#_(x)\n; turn 2\n(return ctx/n)", 1}, /* nothing to run before */
        {"(def a 1) #_(x)\n; turn 2\n(return [a ctx/n])", 2},
        {"(def a \"(\")\n; turn 2\n(return [a ctx/n])", 2},
        {"(def a \\()\n; turn 2\n(return [a ctx/n])", 2},
        /* no marks */
        {"(def a 1)\n ; turn 2\n(return [a ctx/n])", 1},
        {"(def a 1)\n;; turn 2\n(return [a ctx/n])", 1},
        {"(def a 1)\n; turn two\n(return [a ctx/n])", 1},
        {"(def a 1) ; turn 2\n(return [a ctx/n])", 1},
        {"(def a 1)\n; turn 2\n; turn 3\n(return [a ctx/n])", 2},
        {"(def a 1)\n; turn 2\n(return [a ctx/n])\n; turn 3\n; and no more\n", 2},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_compile at;

        test_compile_start(&at, "(n :int) -> :any");
        at.options.flags = PTC_COMPILE_ALLOW_UNUSED;
        at.options.program = ptc_str_of(rows[i].program);
        test_compile_go(&at);
        cr_expect_eq(at.status, PTC_OK, "row %zu: %s", i,
                     test_cstr(at.made->fail.message));
        if (at.made->compiled != NULL)
            cr_expect_eq(at.made->compiled->stage_count, rows[i].stages, "row %zu: %zu",
                         i, at.made->compiled->stage_count);
        test_compile_stop(&at);
    }
}

/* Nothing of a text that people wrote is left out. */
Test(compile_text, stages_of_a_text_stay)
{
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    at.options.program = PTC_STR("; turn 1\n(println ctx/n)\n; turn 2\n(return ctx/n)");
    test_compile_go(&at);
    test_compile_expect(&at, "; turn 1\n(println ctx/n)\n; turn 2\n(return ctx/n)");
    cr_expect_eq(at.made->compiled->stage_count, (size_t)2);
    test_compile_stop(&at);
}

Test(compile_text, it_outlives_what_it_was_made_of)
{
    char program[] = "(def k \"abc\") (defn f [x] (str k x #\"a.c\")) (return (f ctx/n))";
    test_compile at;

    test_compile_start(&at, "(n :int) -> :string");
    at.options.program = ptc_str_of(program);
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    memset(program, 'x', sizeof program - 1);
    test_compile_run(&at, "{:n 5}");
    cr_expect_eq(at.run.status, PTC_OK);
    cr_expect_eq(strncmp(ptc_value_text(&at.run.step->result).ptr, "abc5", 4), 0);
    cr_expect_eq(at.made->compiled->contract_count, (size_t)0);
    test_compile_stop(&at);
}

/* A run with other tools reports that. */
Test(compile_text, its_tools_are_part_of_it)
{
    ptc_compiled other;
    test_compile at;

    test_compile_start(&at, "(n :int) -> :int");
    test_compile_tool(&at, "(id :int) -> :int", false);
    at.options.program = PTC_STR("(return (tool/t {:id ctx/n}))");
    test_compile_go(&at);
    test_compile_expect(&at, NULL);
    cr_assert_eq(at.made->compiled->contract_count, (size_t)1);
    other = *at.made->compiled;
    at.made = &(ptc_compilation){.compiled = &other};
    at.function.signature = test_compile_signature(&at, "(id :string) -> :int");
    test_compile_run(&at, "{:n 5}");
    test_expect_fail(&at.run, "invalid_config",
                     "tool \"t\" is (id :string) -> :int, not (id :int) -> :int");
    test_compile_stop(&at);
}
