/* SPDX-License-Identifier: MIT */
/*
 * `ptcc regen`, which repeats a generation from the bytes it left; that these bytes
 * depend on nothing else, and that a failed write leaves no trace. [build-and-packaging
 * 1, 2.1]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

static const char small[] = "ask(question :string) -> :bool\n";

/* --- regen -------------------------------------------------------------------------- */

Test(regen, regen_looks_for_the_contract_where_it_says)
{
    static const struct {
        const char *setup;
        const char *options;
        const char *path; /* as a fix line names it; NULL: not found */
    } rows[] = {
        {"cp ask.sig gen/ask.sig", "", "gen/ask.sig"},
        {"mkdir -p a b && cp ask.sig b", "-I a -I b", "b/ask.sig"},
        {"true", "", " ask.sig"},
        {"cp ask.sig b && cp ask.sig gen", "-I b", "gen/ask.sig"},
        {"mkdir gen/ask.sig", "", " ask.sig"},
        {"mv ask.sig away.sig", "-I b", NULL},
    };
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str out = {NULL, 0};
        ptc_str err = {NULL, 0};
        int status;

        cr_assert(shell(folder, "rm -rf a b gen *.sig && mkdir a b gen", NULL, NULL) ==
                  0);
        write_file(folder, "ask.sig", small);
        cr_assert(shell(folder,
                        format("$PTCC gen -o gen ask.sig && rm gen/ask.ptc.h && %s%s",
                               rows[i].setup, ""),
                        NULL, &err) == 0,
                  "%s", err.ptr);
        status = shell(
            folder, format("$PTCC regen --check %s gen/ask.ptc.c%s", rows[i].options, ""),
            &out, &err);
        if (rows[i].path) {
            cr_expect(status == 3, "%s: %s", rows[i].setup, err.ptr);
            cr_expect(has(out, format("--source gen/ask.ptc.c%s%s\n",
                                      rows[i].path[0] == ' ' ? "" : " ", rows[i].path)) ||
                          has(out, format("%s%s\n", rows[i].path, "")),
                      "%s: %s", rows[i].setup, out.ptr);
        } else {
            cr_expect(status == 2);
            cr_expect(has(err, "gen/ask.ptc.c: its contract is not there; tried "
                               "gen/ask.sig, b/ask.sig, gen/../ask.sig\n"),
                      "%s", err.ptr);
        }
    }
}

/* Names that the first line cannot hold as they are, and standard input. */
Test(regen, regen_finds_contracts_of_any_name)
{
    static const char *const names[] = {
        "a\xc3\xb1o.sig",
        "two  words.sig",
        "q'uote.sig",
        "-dash.sig",
        "--dash.sig",
        "tab\tname.sig",
        "tri=?\?=graph.sig",
        "\xff.sig",
        "back\\ slash.sig",
        "100%.sig",
        "a. DO NOT EDIT. @generated.sig",
    };
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ptc_str out = {NULL, 0};
        ptc_str err = {NULL, 0};

        write_file(folder, names[i], small);
        cr_expect(shell(folder,
                        format("$PTCC gen --header x.h --source x.c -- \"%s\" && "
                               "$PTCC regen --check x.c%s",
                               names[i], ""),
                        &out, &err) == 0,
                  "%s: %s %s", names[i], out.ptr, err.ptr);
    }
    write_file(folder, "ask.sig", small);
    cr_expect(shell(folder,
                    "$PTCC gen --stdin-name ask.sig --header x.h --source x.c - <ask.sig "
                    "&& $PTCC regen --check x.c",
                    NULL, NULL) == 0);
}

Test(regen, regen_refuses_what_is_not_its_own)
{
    static const struct {
        const char *setup; /* changes ask.ptc.c */
        const char *message;
    } rows[] = {
        {": >ask.ptc.c", "its first line is not that of a file of ptcc"},
        {"sed -i 1d ask.ptc.c", "its first line is not"},
        {"sed -i '1s/ptcc/other/' ask.ptc.c", "its first line is not"},
        {"sed -i '1s/DO NOT/DO/' ask.ptc.c", "its first line is not"},
        {"sed -i '1s/from ask.sig/from /' ask.ptc.c", "names no contract"},
        {"sed -i '1s|from |from ../|' ask.ptc.c", "names no contract"},
        {"sed -i '2,$d; 1s|/$||' ask.ptc.c", "its first line is not"},
        {"sed -i '2,$d' ask.ptc.c", "its second line tells no format"},
        {"sed -i 2d ask.ptc.c", "its second line tells no format"},
        {"sed -i '2s/-format: [0-9]*/-format: x/' ask.ptc.c", "tells no format"},
        {"sed -i '2s/-format: [0-9]*/-format: 0/' ask.ptc.c", "tells no format"},
        {"sed -i '2s/-format: [0-9]*/-format: 99/' ask.ptc.c",
         "format 99, but this ptcc writes"},
        {"sed -i '2s/-format: [0-9]*/-format: 99999999999999999999/' ask.ptc.c",
         "tells no format"},
        {"sed -i '2s/schema: [^ ]*//' ask.ptc.c", "does not name the schema"},
        {"sed -i '2s/options: /options: --/' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --future=1 /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --output-dir=x /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --prefix /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --prefix=a%2 /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --prefix=a%00 /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --prefix=a$ /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --stamp-version=1 /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: ask.sig /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /more: /' ask.ptc.c", "none of ours"},
        {"sed -i '2s/options: /options: --mode=x /' ask.ptc.c", "--mode is one of"},
        {"sed -i 's|^#include \"|#include \"../|' ask.ptc.c", "not begin as"},
        {"sed -i 's|^#include \"api/|#include \"api/../|' ask.ptc.c", "not beside it"},
        {"sed -i 's|^#include \"api/[^\"]*|#include \"api/|' ask.ptc.c", "not beside it"},
        {"sed -i 's|^#include \"|#include \"ask.sig|; 2s| --incl[^ ]*||' ask.ptc.c",
         "not beside it"},
        {"sed -i 's|^#include \"api/[^\"]*|#include \"api/ask.sig|' ask.ptc.c",
         "this file is read"},
        {"sed -i 's|^#include \"api/[^\"]*|#include \"api/ask.ptc.c|' ask.ptc.c",
         "two outputs would be written here"},
        {"cp ask.ptc.h ask.ptc.c", "it includes no header of its own"},
        {"rm ask.ptc.c", "ask.ptc.c: No such file"},
    };
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_file(folder, "ask.sig", small);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stat header;

        cr_assert(shell(folder,
                        format("$PTCC gen --include-prefix=api/ --prefix=p -o . ask.sig "
                               "&& %s%s",
                               rows[i].setup, ""),
                        NULL, &err) == 0,
                  "%s", err.ptr);
        header = look(folder, "ask.ptc.h");
        cr_expect(shell(folder, "$PTCC regen ask.ptc.c", NULL, &err) == 2, "%s",
                  rows[i].setup);
        cr_expect(has(err, rows[i].message), "%s: %s", rows[i].setup, err.ptr);
        cr_expect(is_same_file(header, look(folder, "ask.ptc.h")), "%s", rows[i].setup);
    }
    cr_expect(shell(folder, "$PTCC regen", NULL, &err) == 2 && has(err, "needs a file"));
    cr_expect(shell(folder, "$PTCC regen - <ask.sig", NULL, &err) == 2 &&
              has(err, "standard input"));
    cr_expect(shell(folder,
                    "$PTCC gen --strings=copy -o . ask.sig && $PTCC regen --check "
                    "--diff=half ask.ptc.c",
                    NULL, &err) == 2 &&
              has(err, "--diff is one of"));
}

/* Several files are made anew together or not at all; all that is stale is told. */
Test(regen, regen_takes_several_files)
{
    const char *folder = test_directory();
    struct stat before;
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "one.sig", small);
    write_file(folder, "two.sig", small);
    cr_assert(shell(folder, "$PTCC gen --prefix=p -o . one.sig && $PTCC gen -o . two.sig",
                    NULL, NULL) == 0);
    before = look(folder, "one.ptc.c");
    cr_expect(shell(folder, "$PTCC regen one.ptc.c two.ptc.c", NULL, NULL) == 0);
    cr_expect(is_same_file(before, look(folder, "one.ptc.c")));
    cr_expect(shell(folder, "$PTCC regen --always-write one.ptc.c", NULL, NULL) == 0);
    cr_expect(!is_same_file(before, look(folder, "one.ptc.c")));
    write_file(folder, "one.sig", "ask(question :int) -> :bool\n");
    write_file(folder, "two.sig", "ask(question :float) -> :bool\n");
    cr_expect(shell(folder, "$PTCC regen --check --diff=full one.ptc.c two.ptc.c", &out,
                    NULL) == 3);
    cr_expect(has(out, "one.ptc.h: is stale\n") && has(out, "two.ptc.h: is stale\n"));
    cr_expect(has(out, "fix: ptcc gen --prefix p --header one.ptc.h --source one.ptc.c "
                       "one.sig\n") &&
                  has(out, "fix: ptcc gen --header two.ptc.h --source two.ptc.c "
                           "two.sig\n"),
              "%s", out.ptr);
    before = look(folder, "one.ptc.c");
    write_file(folder, "two.sig", "ask(question :flot) -> :bool\n");
    cr_expect(shell(folder, "$PTCC regen one.ptc.c two.ptc.c", NULL, &err) == 1);
    cr_expect(has(err, "two.sig:1:14") && is_same_file(before, look(folder, "one.ptc.c")),
              "%s", err.ptr);
    write_file(folder, "two.sig", small);
    cr_expect(shell(folder,
                    "$PTCC regen one.ptc.c two.ptc.c && $PTCC regen --check "
                    "one.ptc.c two.ptc.c",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder, "$PTCC regen one.ptc.c ./one.ptc.c", NULL, &err) == 2 &&
              has(err, "two outputs would be written here"));
}

/* --- Bytes and disks ---------------------------------------------------------------- */

/* M487: folder, locale, umask, order and company of the inputs leave the bytes alone. */
Test(regen, bytes_depend_on_contract_and_options_alone)
{
    static const char *const lines[] = {
        "umask 077 && $PTCC gen --prefix=p --strings=copy -o '%s' ask.sig other.sig",
        "umask 022 && $PTCC gen --strings=copy --prefix=p -o '%s' other.sig ask.sig",
        "mkdir -p deep/er && cp ask.sig deep/er && cd deep/er && LC_ALL=tr_TR.UTF-8 "
        "TZ=Asia/Tokyo $PTCC gen --prefix=p --strings=copy -o '%s' ask.sig",
        "LC_ALL=de_DE.UTF-8 LANG=C SOURCE_DATE_EPOCH=1 $PTCC gen --prefix=p "
        "--strings=copy -o '%s' $PWD/ask.sig",
        "HOME=/ USER=x TERM=dumb COLUMNS=9 $PTCC gen --strings=copy --prefix=p --header "
        "'%s/ask.ptc.h' --source '%s/ask.ptc.c' --stdin-name ask.sig - <ask.sig",
    };
    const char *folder = test_directory();
    ptc_str first[2] = {{NULL, 0}, {NULL, 0}};

    write_file(folder, "ask.sig",
               "ask(price :float[0.1..1e9], \"\xc3\xad\" :enum[\"I\" \"\xc4\xb1\"]) -> "
               "{i :int}\n");
    write_file(folder, "other.sig", "other(a :int) -> :int\n");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        static const char *const names[] = {"ask.ptc.h", "ask.ptc.c"};
        char made[512];
        ptc_str err = {NULL, 0};

        snprintf(made, sizeof made, "%s/%c", folder, (int)('0' + i));
        cr_assert(mkdir(made, 0777) == 0);
        cr_assert(shell(folder, format(lines[i], made, made), NULL, &err) == 0, "%s",
                  err.ptr);
        for (size_t k = 0; k < 2; k++) {
            ptc_str text = test_read_file(format("%s/%s", made, names[k]));

            cr_assert(text.ptr != NULL, "%s", lines[i]);
            if (i == 0) {
                first[k] = text;
                continue;
            }
            cr_expect(ptc_str_equal(text, first[k]), "%s: %s", lines[i], names[k]);
            free((void *)(uintptr_t)text.ptr);
        }
    }
    free((void *)(uintptr_t)first[0].ptr);
    free((void *)(uintptr_t)first[1].ptr);
}

/* A full disk is noticed, and nothing is left half-written. */
Test(regen, full_disks_are_noticed)
{
    static const char *const lines[] = {
        "$PTCC gen --header /dev/full --source full.c ask.sig",
        "$PTCC gen --header full.h --source /dev/full ask.sig",
        "$PTCC gen --header full.h --source full.c --depfile /dev/full ask.sig",
        /* One block a file: writes stop in the middle. */
        "ulimit -f 1; trap '' XFSZ; $PTCC gen --header full.h --source full.c ask.sig",
        "ulimit -f 1; trap '' XFSZ; $PTCC gen -o . ask.sig",
        "ulimit -f 1; trap '' XFSZ; $PTCC regen --always-write ask.ptc.c",
        "$PTCC gen --help >/dev/full",
        "$PTCC regen --check ask.ptc.c --diff=full >/dev/full",
    };
    const char *folder = test_directory();
    struct stat header;
    struct stat source;

    write_file(folder, "ask.sig", small);
    cr_assert(shell(folder, "$PTCC gen -o . ask.sig", NULL, NULL) == 0);
    write_file(folder, "ask.sig", "ask(question :int) -> :bool\n");
    header = look(folder, "ask.ptc.h");
    source = look(folder, "ask.ptc.c");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ptc_str err = {NULL, 0};

        cr_expect(shell(folder, lines[i], NULL, &err) == 2, "%s", lines[i]);
        cr_expect(has(err, "No space left on device") || has(err, "File too large"),
                  "%s: %s", lines[i], err.ptr);
        cr_expect(!exists(folder, "full.h") && !exists(folder, "full.c"), "%s", lines[i]);
        cr_expect(is_same_file(header, look(folder, "ask.ptc.h")) &&
                      is_same_file(source, look(folder, "ask.ptc.c")),
                  "%s", lines[i]);
    }
    cr_expect(shell(folder, "ls | grep tmp", NULL, NULL) == 1,
              "temporary files stay behind");
}
