/* SPDX-License-Identifier: MIT */
/* `ptcc report`: tables for people, JSON for programs, and what goes wrong. [emitters 1]
 */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "terminal.h"
#include "uses.h"

#include <ptc/json.h>

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    put_file("one.sig", "pay(to :iban) -> :bool\n  Pays.\n");
    put_file("two.sig", "user = {name :string}\n\nask(u :user) -> :user\n");
    put_file("uses.sig", "include \"two.sig\"\nfind(u :user) -> :bool\n");
    put_file("only.sig", "include \"two.sig\"\n");
    put_file("types.sig", "user = {name :string}\n");
    put_file("empty.sig", "");
    put_file("bad.sig", "f(a :strin) -> :bool\n");
    put_file("fold.sig", "a.b(q :string) -> :bool\n\na_b(q :string) -> :bool\n");
    put_file("wide.sig",
             "\"\xE6\x97\xA5\xE6\x9C\xAC\"(q :string) -> :bool\n\n"
             "a_name_that_is_far_longer_than_its_column(q :string) -> :bool\n");
    put_file("turn.sig", "\"a\xE2\x80\xAE b\"(q :string) -> :bool\n");
}

#define IBAN "--type", "iban"

static const use reports[] = {
    {{"report"}, "", 2, "", "ptcc: report needs a file; `-` is standard input\n"},
    {{"report", "none.sig"}, "", 2, "", "ptcc: none.sig: No such file or directory\n"},
    {{"report", "bad.sig"}, "", 1, "", "bad.sig:1:5: error[sig-unknown-type]"},
    {{"report", "empty.sig"}, "", 2, "", "empty.sig declares no contract itself\n"},
    {{"report", "only.sig"}, "", 2, "", "only.sig declares no contract itself\n"},
    {{"report", "--contract", "nobody", "two.sig"}, "", 2, "", "nobody"},
    {{"report", "--contract", "ask", "two.sig", "two.sig"},
     "",
     2,
     "",
     "ptcc: --contract takes one file, not 2\n"},
    {{"report", "--max-string", "0", "two.sig"}, "", 2, "", "--max-string"},
    {{"report", "--lark-flavour", "x", "two.sig"}, "", 2, "", "--lark-flavour takes "},
    {{"report", IBAN, "one.sig"}, "", 0, NULL, ""},
    {{"report", "-"}, "f(a :string) -> :int\n", 0, NULL, ""},
    {{"report", IBAN, "--strict", "one.sig"},
     "",
     1,
     NULL,
     "one.sig:1:8: loss[openai]: pay.to: the validator iban\n"},
    {{"report", IBAN, "--verbose", "one.sig"},
     "",
     0,
     NULL,
     "one.sig:1:8: loss[json-schema]: pay.to: the validator iban\n"},
    {{"report", IBAN, "--verbose", "--diagnostics", "gnu", "one.sig"},
     "",
     0,
     NULL,
     "one.sig:1:8: warning: json-schema: pay.to: the validator iban [loss-target]\n"},
};

Test(report, uses) /* M495 */
{
    enter_folder();
    run_uses("PTCC_EXE", reports, sizeof reports / sizeof reports[0]);
}

static ptc_str report_of(const char *path, const char *option)
{
    const char *argv[] = {
        getenv("PTCC_EXE"), "report", "--type", "iban", path, option, NULL};
    ptc_str out;

    cr_assert(test_run(argv, PTC_STR(""), &out, NULL) == 0, "%s", path);
    return out;
}

static void expect_line(ptc_str out, const char *line)
{
    char whole[256];

    snprintf(whole, sizeof whole, "\n%s\n", line);
    cr_expect(strstr(out.ptr, whole) != NULL, "%s in:\n%s", line, out.ptr);
}

/* ptcc's own texts are measured as `convert` writes them. */
Test(report, sizes)
{
    ptc_str out;

    enter_folder();
    out = report_of("one.sig", NULL);
    cr_expect(strncmp(out.ptr,
                      "pay                     bytes  tokens    json   rules  losses\n",
                      61) == 0,
              "%s", out.ptr);
    expect_line(out, "  sig                      31       8     20%");
    cr_expect(strstr(out.ptr, "1 contracts") == NULL, "the same again");
    cr_expect(strchr(out.ptr, '\x1B') == NULL, "colours in a pipe");
}

/* Types are not tools; of all contracts together there is a table at the end. */
Test(report, types_and_totals)
{
    ptc_str out;
    const char *all;

    enter_folder();
    out = report_of("types.sig", NULL);
    cr_expect(strstr(out.ptr, "\n  openai  ") == NULL, "%s", out.ptr);
    cr_expect(strstr(out.ptr, "\n  json-schema  ") != NULL, "%s", out.ptr);
    out = report_of("two.sig", NULL);
    all = strstr(out.ptr, "\n2 contracts  ");
    cr_assert(all != NULL, "%s", out.ptr);
    cr_expect(strstr(all, "\n  openai  ") != NULL, "%s", out.ptr);
    out = report_of("uses.sig", NULL);
    cr_expect(strncmp(out.ptr, "find ", 5) == 0, "%s", out.ptr);
    cr_expect(strstr(out.ptr, " contracts ") == NULL, "included ones: %s", out.ptr);
}

/* A list that cannot be made is a cell; each tool by itself has its size. */
Test(report, faults)
{
    ptc_str out;
    const char *all;

    enter_folder();
    out = report_of("fold.sig", NULL);
    all = strstr(out.ptr, "\n2 contracts  ");
    cr_assert(all != NULL);
    cr_expect(strstr(all, "\n  openai               cannot: a_b: ") != NULL, "%s", all);
    cr_expect(strstr(out.ptr, "cannot: a_b: it is called") > all, "%s", out.ptr);
}

Test(report, names)
{
    ptc_str out;

    enter_folder();
    out = report_of("wide.sig", NULL);
    cr_expect(strncmp(out.ptr, "\xE6\x97\xA5\xE6\x9C\xAC                    bytes", 31) ==
                  0,
              "%s", out.ptr);
    expect_line(out, "a_name_that_is_far_longer_than_its_column\n"
                     "                        bytes  tokens    json   rules  losses");
    out = report_of("turn.sig", NULL);
    cr_expect(strncmp(out.ptr, "a\\u202e b ", 10) == 0, "%s", out.ptr);
}

/* One line a file, with members in this order. */
Test(report, json)
{
    static const char begin[] =
        "{\"file\":\"one.sig\",\"contracts\":[{\"name\":\"pay\",\"line\":1,\"col\":1,"
        "\"forms\":[{"
        "\"form\":\"sig\",\"bytes\":31,\"tokens\":8,\"losses\":[]},";
    ptc_json_error error;
    ptc_arena arena;
    ptc_value value;
    ptc_str out;

    enter_folder();
    ptc_arena_init(&arena, NULL, 0);
    out = report_of("one.sig", "--json");
    cr_expect(strncmp(out.ptr, begin, strlen(begin)) == 0, "%s", out.ptr);
    cr_expect(strstr(out.ptr, "\"losses\":[\"pay.to: the validator iban\"]") != NULL,
              "%s", out.ptr);
    cr_expect(strstr(out.ptr, "],\"total\":[{\"form\":\"sig\",\"bytes\":31,\"tokens\":8,"
                              "\"losses\":0,\"faults\":0},") != NULL,
              "%s", out.ptr);
    cr_expect_eq(strchr(out.ptr, '\n') - out.ptr, (ptrdiff_t)out.len - 1);
    cr_expect(ptc_json_read(&arena, out.ptr, out.len, NULL, &value, NULL, &error) ==
                  PTC_OK,
              "%s", out.ptr);
    out = report_of("fold.sig", "--json");
    cr_expect(strstr(out.ptr,
                     "{\"form\":\"openai\",\"bytes\":0,\"tokens\":0,\"losses\":0,"
                     "\"faults\":1}") != NULL,
              "%s", out.ptr);
    ptc_arena_free(&arena);
}

/* On a terminal the headings are bold, and faults are cut to its width. */
Test(report, terminal)
{
    const char *argv[] = {getenv("PTCC_EXE"), "report", "fold.sig", NULL};
    static terminal person;

    enter_folder();
    unsetenv("NO_COLOR");
    if (!terminal_start(&person, argv))
        return;
    terminal_expect(&person, "\x1B[1ma.b\x1B[0m");
    terminal_expect(&person, "\x1B[31m  cannot: a_b: ");
    terminal_expect(&person, "\xE2\x80\xA6\x1B[0m");
    cr_expect_eq(terminal_end(&person), 0);
}

Test(report, terminal_without_color)
{
    const char *argv[] = {getenv("PTCC_EXE"), "report", "two.sig", NULL};
    static terminal person;

    enter_folder();
    setenv("NO_COLOR", "1", 1);
    if (!terminal_start(&person, argv))
        return;
    terminal_expect(&person, "user                    bytes");
    cr_expect_eq(terminal_end(&person), 0);
    cr_expect(!terminal_has_shown(&person, "\x1B[1m"));
}
