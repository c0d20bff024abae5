/* SPDX-License-Identifier: MIT */
/*
 * What the commands read because a contract or an agent names it: beneath --root or
 * anywhere, and what is shown of it; names in depfiles and on terminals.
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"
#include "terminal.h"

#include <criterion/criterion.h>

#include <stdlib.h>

/* An uploaded folder, and a secret next to it. */
static const char *make_upload(void)
{
    const char *folder = test_directory();

    cr_assert(shell(folder, "mkdir -p up/deep 'up/with blank' sec && mkfifo up/fifo",
                    NULL, NULL) == 0);
    write_file(folder, "sec/.env", "AWS_SECRET=abcd1234\n");
    write_file(folder, "sec/t.sig", "t = {y :int}\n");
    write_file(folder, "up/t.sig", "t = {y :int}\n");
    write_file(folder, "up/with blank/\xC3\xA4 b.sig", "t = {y :int}\n");
    write_file(folder, "up/deep/k.sig", "include \"../t.sig\"\nf(a :t) -> :int\n");
    write_file(folder, "up/blank.sig",
               "include \"with blank/\xC3\xA4 b.sig\"\nf(a :t) -> :int\n");
    write_file(folder, "up/out.sig", "include \"../sec/t.sig\"\nf(a :t) -> :int\n");
    write_file(folder, "up/env.sig", "include \"../sec/.env\"\nf() -> :int\n");
    write_file(folder, "up/run.agent.edn",
               "{:prompt \"Go\" :signature \"() -> :int\" :files [\"deep/k.sig\"]}");
    write_file(folder, "up/out.agent.edn", "{:prompt \"Go\" :files [\"../sec/t.sig\"]}");
    write_file(folder, "up/env.agent.edn", "{:prompt \"Go\" :files [\"../sec/.env\"]}");
    write_file(folder, "up/child.agent.edn",
               "{:prompt \"Go\" :tools {\"w\" {:agent \"link.agent.edn\"}}}");
    write_file(folder, "up/nest.agent.edn",
               "{:prompt \"Go\" :tools {\"w\" {:agent \"out.agent.edn\"}}}");
    write_file(folder, "script.jsonl", "\"```clojure\\n(return 7)\\n```\"\n");
    write_file(folder, "data.jsonl", "{\"a\": {\"y\": 1}}\n");
    cr_assert(shell(folder, "ln -s ../sec/.env up/link.agent.edn && ln -s up side", NULL,
                    NULL) == 0);
    return folder;
}

/* --- Roots -------------------------------------------------------------------------- */

Test(roots, every_verb_reads_beneath_the_root)
{
    static const char *const lines[] = {
        "$PTCC check --root up up/deep/k.sig",
        "$PTCC check --root up/ up/blank.sig",
        "$PTCC check --root side up/deep/k.sig",
        "$PTCC check --root up side/deep/k.sig",
        "$PTCC check --root \"$PWD/up\" up/deep/k.sig",
        "cd up/deep && $PTCC check --root .. k.sig",
        "cd up/deep && $PTCC check --root .. - <k.sig",
        "$PTCC check --root up --stdin-name up/deep/k.sig - <up/deep/k.sig",
        "$PTCC convert --root up --to sig up/deep/k.sig",
        "$PTCC fmt --root up up/deep/k.sig",
        "$PTCC gen --root up -o . up/deep/k.sig",
        "$PTCC gen --root up --check -o . up/deep/k.sig",
        "$PTCC regen --root up -I up/deep k.ptc.c",
        "$PTCC gen --root up -o . up/run.agent.edn",
        "$PTCC check --root up up/run.agent.edn",
        "$PTC_EXE validate --root up --schema up/deep/k.sig#f data.jsonl",
        "$PTC_EXE agent run --root up --script script.jsonl up/run.agent.edn",
        "$PTC_EXE agent preview --root up up/run.agent.edn",
    };
    const char *folder = make_upload();

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ptc_str err;

        cr_expect(shell(folder, lines[i], NULL, &err) == 0, "%s\n%.*s", lines[i],
                  (int)err.len, err.ptr);
    }
}

Test(roots, every_verb_refuses_what_is_outside)
{
    static const struct {
        const char *line;
        const char *place;
    } rows[] = {
        {"$PTCC check --root up up/out.sig", "up/out.sig:1:9: "},
        {"$PTCC check --root up up/env.sig", "up/env.sig:1:9: "},
        {"$PTCC check --root up -I sec up/out.sig", "up/out.sig:1:9: "},
        {"cd up && $PTCC check --root . - <out.sig", "<stdin>:1:9: "},
        {"$PTCC convert --root up --to sig up/out.sig", "up/out.sig:1:9: "},
        {"$PTCC fmt --root up up/out.sig", "up/out.sig:1:9: "},
        {"$PTCC gen --root up -o . --depfile d up/out.sig", "up/out.sig:1:9: "},
        {"$PTCC gen --root up -o . up/out.agent.edn", "up/out.agent.edn:1:23: "},
        {"$PTCC check --root up up/env.agent.edn", "up/env.agent.edn:1:23: "},
        {"$PTCC check --root up up/nest.agent.edn", "up/out.agent.edn:1:23: "},
        {"$PTCC check --root up up/child.agent.edn", "up/child.agent.edn:1:35: "},
        {"$PTC_EXE validate --root up --schema up/out.sig data.jsonl",
         "up/out.sig:1:9: "},
        {"$PTC_EXE agent run --root up --script script.jsonl up/out.agent.edn",
         "up/out.agent.edn:1:23: "},
        {"$PTC_EXE agent preview --root up up/child.agent.edn",
         "up/child.agent.edn:1:35: "},
    };
    const char *folder = make_upload();

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err;

        cr_expect(shell(folder, rows[i].line, NULL, &err) != 0, "%s", rows[i].line);
        cr_expect(has(err, rows[i].place) && has(err, "is outside the root folder"),
                  "%s\n%.*s", rows[i].line, (int)err.len, err.ptr);
        cr_expect(!has(err, "abcd1234") && !has(err, "y :int"), "%.*s", (int)err.len,
                  err.ptr);
    }
    cr_expect(!exists(folder, "out.ptc.c") && !exists(folder, "d"));
    cr_expect(shell(folder, "$PTCC check --root gone up/t.sig", NULL, NULL) == 2);
    cr_expect(shell(folder, "$PTCC check --root up/t.sig up/t.sig", NULL, NULL) == 2);
    cr_expect(shell(folder, "$PTCC explain --root up sig-include", NULL, NULL) == 2);
}

/* A stale file is repaired by a command with the same root. */
Test(roots, the_repair_has_the_root)
{
    const char *folder = make_upload();
    ptc_str out;

    cr_expect(
        shell(folder, "$PTCC gen --check --root up -o . up/deep/k.sig", &out, NULL) == 3);
    cr_expect(has(out, "fix: ptcc gen --root up -o . up/deep/k.sig\n"), "%s", out.ptr);
}

/* --- Without a root ------------------------------------------------------------------
 */

Test(roots, what_is_no_contract_is_named_and_not_shown)
{
    static const struct {
        const char *line;
        const char *words;
    } rows[] = {
        {"$PTCC check up/env.sig", "up/env.sig:1:9: error[sig-include]: "},
        {"$PTCC check --diagnostics json up/env.sig", "\"line\":1,\"col\":9"},
        {"$PTCC fmt up/env.sig", "up/env.sig:1:9: "},
        {"$PTCC check up/env.agent.edn", "up/env.agent.edn:1:23: error[agent-file]: "},
        {"$PTCC check up/child.agent.edn",
         "up/child.agent.edn:1:35: error[agent-file]: "},
        {"$PTC_EXE validate --schema up/env.sig data.jsonl", "up/env.sig:1:9: "},
        {"$PTC_EXE agent run --script script.jsonl up/env.agent.edn",
         "up/env.agent.edn:1:23: "},
    };
    const char *folder = make_upload();

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err;

        cr_expect(shell(folder, rows[i].line, NULL, &err) != 0, "%s", rows[i].line);
        cr_expect(has(err, rows[i].words) && has(err, "is not a"), "%s\n%.*s",
                  rows[i].line, (int)err.len, err.ptr);
        cr_expect(!has(err, "abcd") && !has(err, "AWS"), "%.*s", (int)err.len, err.ptr);
    }
}

/* The command would hang, or read until memory is out; `timeout` says so by 124. */
Test(roots, pipes_devices_and_huge_files_end_at_once)
{
    static const struct {
        const char *name;
        const char *words;
    } rows[] = {
        {"fifo", "\"fifo\" is a pipe, not a regular file"},
        {"/dev/zero", "\"/dev/zero\" is a device, not a regular file"},
        {"two", "\"two\" follows symbolic links in a circle"},
        {"huge.sig", "\"huge.sig\" is larger than 16 MiB"},
        {"deep", "\"deep\" is a folder, not a regular file"},
    };
    static const char *const lines[] = {
        "timeout 20 $PTCC check up/x.sig",
        "timeout 20 $PTCC check up/x.agent.edn",
        "timeout 20 $PTC_EXE agent run --script script.jsonl up/x.agent.edn",
    };
    const char *folder = make_upload();

    cr_assert(shell(folder,
                    "ln -s two up/one && ln -s one up/two && "
                    "truncate -s 16777217 up/huge.sig",
                    NULL, NULL) == 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_file(folder, "up/x.sig", format("include \"%s\"\n%s", rows[i].name, ""));
        write_file(folder, "up/x.agent.edn",
                   format("{:prompt \"Go\" :files [\"%s\"]}%s", rows[i].name, ""));
        for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
            ptc_str err;
            int code = shell(folder, lines[k], NULL, &err);

            cr_expect((code == 1 || code == 2) && has(err, rows[i].words), "%s: %d\n%.*s",
                      lines[k], code, (int)err.len, err.ptr);
        }
    }
    cr_expect(shell(folder, "timeout 20 $PTCC check up/huge.sig", NULL, NULL) == 2);
    cr_expect(shell(folder, "timeout 20 $PTCC check /dev/zero", NULL, NULL) == 2);
    cr_expect(shell(folder, "timeout 20 $PTCC check - </dev/zero", NULL, NULL) == 2);
    /* Who types a pipe waits for it. */
    cr_expect(shell(folder, "(cat up/t.sig >up/fifo &); timeout 20 $PTCC check up/fifo",
                    NULL, NULL) == 0);
}

/* --- Depfiles ------------------------------------------------------------------------
 */

/* An output that is older than its contract is out of date for make. */
Test(roots, make_reads_every_name_that_a_depfile_has)
{
    static const char *const names[] = {
        "plain", "a b",   " front", "a$b", "$(x)y", "a#b",  "a\\b",     "a\\ b",
        "it's",  "a,b+c", "{a}",    "a@b", "a&b",   "(a)b", "\xC3\xA4", "a!b",
    };
    const char *folder = test_directory();

    if (!has_tool("make"))
        return;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *file = format("%s.sig%s", names[i], "");
        ptc_str err = {NULL, 0};

        write_file(folder, file, "f() -> :int\n");
        write_file(folder, "name", file);
        write_file(folder, "Makefile", "all: o.ptc.c\no.ptc.c:\n\t:\n-include d.mk\n");
        cr_expect(shell(folder,
                        "$PTCC gen --depfile d.mk --header o.ptc.h --source o.ptc.c "
                        "\"$(cat name)\" && make -q all && touch -d '-1 hour' o.ptc.c "
                        "&& ! make -q all",
                        NULL, &err) == 0,
                  "%s: %.*s", names[i], (int)err.len, err.ptr);
    }
}

Test(roots, depfiles_run_no_commands)
{
    static const char *const names[] = {
        "a;touch PWNED",
        "a!=touch PWNED",
        "x=y",
        "a:b",
        "a|b",
        "%",
        "*",
        "a?b",
        "[ab]",
        "~root",
        "a\"b",
        "a<b",
        "a>b",
        "a^b",
        "a`touch PWNED`b",
        "b\nall:;touch PWNED",
        "b\rc",
        "b\tc",
        "b\x1b[2Jc",
        "b\x7f",
        "\xE2\x80\xAE"
        "c",
        "\xC2\x85"
        "c",
        "b\xFF"
        "c",
    };
    const char *folder = test_directory();

    write_file(folder, "Makefile", "all:\n-include d.mk\n");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *file = format("%s.sig%s", names[i], "");
        ptc_str err = {NULL, 0};

        write_file(folder, file, "f() -> :int\n");
        write_file(folder, "name", file);
        cr_expect(shell(folder,
                        "$PTCC gen --depfile d.mk --header o.h --source o.c "
                        "\"$(cat name)\"",
                        NULL, &err) == 2,
                  "%s", names[i]);
        cr_expect(has(err, "ptcc: --depfile: "), "%s: %.*s", names[i], (int)err.len,
                  err.ptr);
        cr_expect(memchr(err.ptr, '\n', err.len) == err.ptr + err.len - 1, "%.*s",
                  (int)err.len, err.ptr);
        cr_expect(!exists(folder, "d.mk") && !exists(folder, "o.c"), "%s", names[i]);
    }
    /* The same by the name of an output, and of a file that a contract includes. */
    cr_expect(shell(folder,
                    "echo 'f() -> :int' >k.sig && $PTCC gen --depfile d.mk --header "
                    "'a;touch PWNED.h' --source o.c k.sig",
                    NULL, NULL) == 2);
    write_file(folder, "k.sig", "include \"a;touch PWNED.sig\"\ng() -> :int\n");
    cr_expect(shell(folder, "$PTCC gen --depfile d.mk -o . k.sig", NULL, NULL) == 2);
    write_file(folder, "k.sig", "include \"b\\nall:;touch${IFS}PWNED.sig\"\n");
    cr_expect(shell(folder, "$PTCC gen --depfile d.mk -o . k.sig", NULL, NULL) == 1);
    if (has_tool("make"))
        cr_expect(shell(folder, "make all", NULL, NULL) == 0);
    cr_expect(!exists(folder, "PWNED") && !exists(folder, "PWNED.sig"));
}

/* Standard input is not a file to depend on. */
Test(roots, depfiles_of_standard_input)
{
    const char *folder = make_upload();
    ptc_str rule;

    cr_assert(shell(folder,
                    "cd up && $PTCC gen --root . --depfile d --header h --source c - "
                    "<blank.sig",
                    NULL, NULL) == 0);
    rule = test_read_file(format("%s/%s", folder, "up/d"));
    cr_expect(ptc_str_equal(rule, PTC_STR("h c: \\\n  with\\ blank/\xC3\xA4\\ b.sig\n")),
              "%s", rule.ptr);
    free((void *)(uintptr_t)rule.ptr);
}

/* --- Terminals -----------------------------------------------------------------------
 */

Test(roots, messages_show_marks_of_direction_escaped)
{
    const char *folder = test_directory();
    ptc_str err;

    write_file(folder, "bidi.sig",
               "; \xE2\x80\xAE\nf(a :int \xE2\x81\xA6 \xD8\x9C) -> :nope\n");
    for (int i = 0; i < 4; i++) {
        static const char *const styles[] = {"text", "gnu", "msvc", "json"};

        (void)shell(folder,
                    format("$PTCC check --lint --diagnostics %s %s", styles[i],
                           "bidi.sig \"$(printf 'a\\033[2J\\nb\\342\\200\\256')\""),
                    NULL, &err);
        cr_expect(has(err, "\\u2066"), "%s: %.*s", styles[i], (int)err.len, err.ptr);
        cr_expect(has(err, i == 3 ? "{\"file\":\"a\\u001b[2J\\nb\\u202e\","
                                  : "a\\u001b[2J\\u000ab\\u202e: No such file"),
                  "%s: %.*s", styles[i], (int)err.len, err.ptr);
        cr_expect(!has(err, "\xE2\x81\xA6") && !has(err, "\xE2\x80\xAE") &&
                      !has(err, "\xD8\x9C") && !has(err, "\x1B"),
                  "%s: %.*s", styles[i], (int)err.len, err.ptr);
    }
}

/* Data in a message is also escaped in a pipe; in an answer for programs it is data. */
Test(roots, judgements_show_data_escaped)
{
    const char *folder = test_directory();
    ptc_str out;

    write_file(folder, "data.jsonl", "{\"a\": \"x\xE2\x80\xAE\"}\n");
    cr_expect(shell(folder, "$PTC_EXE validate -e '(a :int) -> :int' data.jsonl", &out,
                    NULL) == 1);
    cr_expect(has(out, "got string \"x\\u202e\"") && !has(out, "\xE2\x80\xAE"), "%s",
              out.ptr);
    cr_expect(shell(folder,
                    "$PTC_EXE validate --json --echo -e '(a :string) -> :int' data.jsonl",
                    &out, NULL) == 0);
    cr_expect(has(out, "\xE2\x80\xAE"), "%s", out.ptr);
}

/* What is data for a pipe is read by people on a terminal. */
Test(roots, terminals_are_shown_data_escaped)
{
    static const char text[] = "; \xE2\x80\xAE\x1B[2J\nf() -> :int\n";
    const char *folder = test_directory();
    const char *file = format("%s/%s", folder, "k.sig");
    const char *argv[] = {getenv("PTCC_EXE"), "fmt", file, NULL};
    static terminal person;
    ptc_str out;

    write_file(folder, "k.sig", text);
    cr_expect(shell(folder, "$PTCC fmt k.sig", &out, NULL) == 0 &&
              ptc_str_equal(out, ptc_str_of(text)));
    if (argv[0] == NULL || !terminal_start(&person, argv))
        return;
    terminal_expect(&person, "; \\u202e\\u001b[2J");
    terminal_expect(&person, "f() -> :int");
    cr_expect(terminal_end(&person) == 0);
    cr_expect(!terminal_has_shown(&person, "\xE2\x80\xAE"));
}
