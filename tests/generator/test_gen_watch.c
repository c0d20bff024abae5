/* SPDX-License-Identifier: MIT */
/*
 * `ptcc gen --watch`: a line for each round, whatever editors do to the files. The lines
 * drive the tests: each change is made when the line of the one before it has come.
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"
#include "terminal.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <unistd.h>

static terminal person;

static const char search[] = "include \"item.sig\"\n\nsearch(query :string) -> [:item]\n";

/* Starts a shell line that ends in `ptcc gen --watch`. */
static bool start(const char *folder, const char *arguments)
{
    const char *tool = getenv("PTCC_EXE");
    const char *line = format("cd '%s' && exec '%s' gen --watch ", folder, tool);
    const char *argv[] = {"/bin/sh", "-c", format("%s%s", line, arguments), NULL};

    cr_assert(tool != NULL);
    return terminal_start(&person, argv);
}

/* Ctrl-C ends it, and no temporary file is left. */
static void stop(const char *folder)
{
    ptc_str out;

    terminal_type(&person, "\x03");
    cr_expect(terminal_end(&person) == -1); /* by the signal: shells say 130 */
    cr_expect(shell(folder, "ls | grep -c tmp", &out, NULL) == 1, "%s", out.ptr);
}

static void change(const char *folder, const char *line)
{
    ptc_str err;

    cr_assert(shell(folder, line, NULL, &err) == 0, "%s: %s", line, err.ptr);
}

static void expect_in(const char *folder, const char *file, const char *part)
{
    change(folder, format("grep -q '%s' %s", part, file));
}

Test(gen_watch, generates_and_again_when_the_contract_changes, .timeout = 60)
{
    const char *folder = test_directory();

    write_file(folder, "a.sig", "f(x :int) -> :int\n");
    if (!start(folder, "-o . a.sig"))
        return;
    terminal_expect(&person, "a.sig: wrote a.ptc.h, a.ptc.c\r\n");
    expect_in(folder, "a.ptc.h", "int64_t x;");
    change(folder, "echo 'f(y :string) -> :int' > a.sig");
    terminal_expect(&person, "a.sig: wrote a.ptc.h, a.ptc.c\r\n");
    expect_in(folder, "a.ptc.h", "ptc_str y;");
    change(folder, "echo 'f(y :string) -> :int' > a.sig");
    terminal_expect(&person, "a.sig: unchanged\r\n");
    stop(folder);
}

Test(gen_watch, sees_included_files_and_those_that_are_included_later, .timeout = 60)
{
    const char *folder = test_directory();

    write_file(folder, "search.sig", search);
    write_file(folder, "item.sig", "item = {id :int}\n");
    if (!start(folder, "-o . search.sig item.sig"))
        return;
    terminal_expect(&person, "search.sig, item.sig: wrote search.ptc.h, search.ptc.c, "
                             "item.ptc.h, item.ptc.c\r\n");
    change(folder, "echo 'item = {id :int, name :string}' > item.sig");
    terminal_expect(&person, "item.sig: wrote ");
    write_file(folder, "price.sig", "price = {amount :decimal}\n");
    write_file(folder, "item.sig",
               "include \"price.sig\"\nitem = {id :int, cost :price}\n");
    terminal_expect(&person, "item.sig: wrote ");
    change(folder, "echo 'price = {amount :decimal, per :string}' > price.sig");
    terminal_expect(&person, "price.sig: wrote ");
    stop(folder);
}

/* What editors do: write another file and rename it, delete and write again, write in
 * parts.
 */
Test(gen_watch, follows_files_that_are_replaced, .timeout = 60)
{
    const char *folder = test_directory();

    write_file(folder, "a.sig", "f(x :int) -> :int\n");
    if (!start(folder, "--header a.h --source a.c a.sig"))
        return;
    terminal_expect(&person, "a.sig: wrote a.h, a.c\r\n");
    change(folder, "echo 'f(x :bool) -> :int' > new && mv new a.sig");
    terminal_expect(&person, "a.sig: wrote a.h, a.c\r\n");
    expect_in(folder, "a.h", "bool x;");
    change(folder, "rm a.sig");
    terminal_expect(&person, "ptcc: a.sig: No such file or directory\r\n"
                             "a.sig: failed, nothing was written\r\n");
    change(folder, "echo 'f(x :float) -> :int' > a.sig");
    terminal_expect(&person, "a.sig: wrote a.h, a.c\r\n");
    expect_in(folder, "a.h", "double x;");
    change(folder, "mv a.sig b.sig && ln -s b.sig a.sig");
    terminal_expect(&person, "a.sig: unchanged\r\n");
    change(folder, "echo 'f(x :date) -> :int' > b.sig");
    terminal_expect(&person, "a.sig: wrote a.h, a.c\r\n");
    change(folder, "rm a.sig && mkfifo a.sig");
    terminal_expect(&person, "ptcc: a.sig: not a regular file, so it cannot be watched "
                             "or rewritten\r\na.sig: failed, nothing was written\r\n");
    change(folder, "rm a.sig && mkdir a.sig");
    terminal_expect(&person, "ptcc: a.sig: Is a directory\r\n"
                             "a.sig: failed, nothing was written\r\n");
    change(folder, "rmdir a.sig && echo 'f(x :int) -> :int' > a.sig");
    terminal_expect(&person, "a.sig: wrote a.h, a.c\r\n");
    stop(folder);
}

Test(gen_watch, goes_on_after_errors_and_sees_the_file_that_was_missing, .timeout = 60)
{
    const char *folder = test_directory();

    write_file(folder, "search.sig", search);
    if (!start(folder, "--diagnostics gnu -I shared --header s.h search.sig"))
        return;
    terminal_expect(&person, "search.sig:1:9: error: ");
    terminal_expect(&person, "search.sig: failed, nothing was written\r\n");
    change(folder, "echo 'item = {id :in}' > item.sig");
    terminal_expect(&person, "\"item.sig\" is not a contract");
    terminal_expect(&person, "item.sig: failed, nothing was written\r\n");
    cr_expect(!exists(folder, "s.h"));
    change(folder, "echo 'item = {id :int}' > item.sig");
    terminal_expect(&person, "item.sig: wrote s.h\r\n");
    stop(folder);
}

Test(gen_watch, writes_the_depfile_and_what_was_deleted_in_the_next_round, .timeout = 60)
{
    const char *folder = test_directory();

    write_file(folder, "a.sig", "f(x :int) -> :int\n");
    if (!start(folder, "--depfile a.d --header a.h a.sig"))
        return;
    terminal_expect(&person, "a.sig: wrote a.h, a.d\r\n");
    change(folder, "rm a.h && touch a.sig");
    terminal_expect(&person, "a.sig: wrote a.h\r\n");
    stop(folder);
}

Test(gen_watch, watches_agents_and_what_they_name, .timeout = 60)
{
    const char *folder = test_directory();

    write_file(folder, "shop.sig", "search(query :string) -> [:string]\n");
    write_file(folder, "finder.agent.edn",
               "{:prompt \"Find {{what}}.\" :signature \"(what :string) -> :string\"\n"
               " :files [\"shop.sig\"]\n"
               " :tools {\"search\" {:fn shop_search :signature :search}}}\n");
    if (!start(folder, "-o . finder.agent.edn"))
        return;
    terminal_expect(&person, "finder.agent.edn: wrote finder.ptc.h, finder.ptc.c\r\n");
    change(folder, "echo 'search(query :string, limit :int) -> [:string]' > shop.sig");
    terminal_expect(&person, "shop.sig: wrote finder.ptc.");
    stop(folder);
}

Test(gen_watch, ends_when_no_one_reads_its_lines, .timeout = 60)
{
    const char *folder = test_directory();
    ptc_str out;

    write_file(folder, "a.sig", "f(x :int) -> :int\n");
    cr_expect(
        shell(folder,
              "{ $PTCC gen --watch -o . a.sig; echo $? >&3; } 3>status | head -n 1; "
              "cat status",
              &out, NULL) == 0);
    cr_expect_str_eq(out.ptr, "a.sig: wrote a.ptc.h, a.ptc.c\n0\n", "%s", out.ptr);
}

static const struct {
    const char *arguments;
    const char *message;
} refusals[] = {
    {"--check -o . a.sig", "ptcc: --watch and --check cannot be combined\n"},
    {"--list-outputs -o . a.sig",
     "ptcc: --watch and --list-outputs cannot be combined\n"},
    {"-o . -", "ptcc: --watch needs files: standard input is read once\n"},
    {"a.sig", "ptcc: gen needs either -o DIR, or --header FILE and --source FILE\n"},
    {"--strings=x -o . a.sig", "ptcc: --strings takes "},
};

Test(gen_watch, refuses_what_is_done_once)
{
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        ptc_str err;

        cr_expect(shell(folder, format("$PTCC gen --watch %s", refusals[i].arguments, ""),
                        NULL, &err) == 2);
        cr_expect(has(err, refusals[i].message), "%s", err.ptr);
    }
}
