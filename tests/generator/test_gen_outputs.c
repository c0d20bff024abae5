/* SPDX-License-Identifier: MIT */
/*
 * `ptcc gen` of several files is one act: a header and a source of different runs do not
 * compile together, what a killed run leaves is removed, and nothing that is read is
 * written over. [build-and-packaging 1.6, 2.1]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define IS_READ "this file is an input; write to another one"

static const char small[] = "ask(question :string) -> :bool\n";

/* Runs a line; expects the exit code, and on stderr `part`, or nothing where that is
 * empty. */
static void expect(const char *folder, const char *line, int wanted, const char *part)
{
    ptc_str err;
    int status = shell(folder, line, NULL, &err);

    cr_expect(status == wanted, "%s: exit %d, not %d\n%s", line, status, wanted, err.ptr);
    cr_expect(part[0] != '\0' ? has(err, part) : err.len == 0, "%s: no \"%s\" in:\n%s",
              line, part, err.ptr);
}

/* --- Folders ----------------------------------------------------------------------- */

Test(gen_outputs, missing_folders_are_made)
{
    static const char *const lines[] = {
        "$PTCC gen -o a/b/c ask.sig && test -f a/b/c/ask.ptc.h",
        "$PTCC gen -o d/ ask.sig && test -f d/ask.ptc.c",
        "$PTCC gen -o ./e/../f/. ask.sig && test -f f/ask.ptc.c",
        "$PTCC gen -o \"$PWD/g\" ask.sig && test -f g/ask.ptc.c",
        "$PTCC gen --header h/x.h --source i/x.c --depfile j/x.d ask.sig && "
        "test -f h/x.h && test -f i/x.c && test -f j/x.d",
        "$PTCC gen --emit=mcp,mcp-json --header k/x.h --source k/x.c --mcp-source l/m.c "
        "--mcp-json m/m.json "
        "ask.sig && test -f l/m.c && test -f m/m.json",
        "ln -s a link && $PTCC gen -o link/n ask.sig && test -f a/n/ask.ptc.c",
        "umask 077; $PTCC gen -o o ask.sig && stat -c %a o | grep -qx 700",
        "mkdir p; (cd p && $PTCC gen -o ../q ../ask.sig) && test -f q/ask.ptc.c",
        "$PTCC gen -o a/b/c ask.sig", /* they are there */
    };
    const char *folder = test_directory();

    write_file(folder, "ask.sig", small);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        expect(folder, lines[i], 0, "");
}

/* A run that fails, and one that only looks, leaves no folder. */
Test(gen_outputs, folders_are_not_left)
{
    static const struct {
        const char *line;
        int status;
        const char *part;
    } rows[] = {
        {"$PTCC gen --check -o no ask.sig > out", 3, ""},
        {"$PTCC gen --list-outputs -o no ask.sig > out", 0, ""},
        {"$PTCC gen -o no bad.sig", 1, "bad.sig:1:"},
        {"$PTCC gen -o no ask.sig missing.sig", 2, "missing.sig: No such file"},
        {"$PTCC gen --header no/x.h --source ask.sig/x.c ask.sig", 2,
         "ask.sig/x.c: Not a directory"},
        {"$PTCC gen --header no/a/x.h --source dangling/x.c ask.sig", 2,
         "dangling: File exists"},
        {"$PTCC gen --header no/x.h --source ./no/./x.h ask.sig", 2,
         "./no/./x.h: two outputs would be written here"},
        {"$PTCC gen --header no/x.h --source no/y/../x.h ask.sig", 2,
         "two outputs would be written here"},
        {"$PTCC gen --header no/x.h --source /proc/no/x.c ask.sig", 2, "/proc/no: "},
    };
    const char *folder = test_directory();

    write_file(folder, "ask.sig", small);
    write_file(folder, "bad.sig", "ask(");
    expect(folder, "ln -s nowhere dangling", 0, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect(folder, rows[i].line, rows[i].status, rows[i].part);
        expect(folder, "test ! -e no && test ! -e nowhere", 0, "");
    }
}

/* --- Pairs ------------------------------------------------------------------------- */

#define COMPILE "cc -std=c99 -pedantic -Werror -fsyntax-only -I $INCLUDE "
#define MIXED   "this file and its header do not match: generate both again with ptcc gen"

static const char agent[] =
    "{:prompt \"Say {{what}}.\" :signature \"(what :string) -> :string\"}";

/* What the first run was given, and the second, which is killed when half of its files
 * have their names. */
static const struct {
    const char *what;
    const char *file;
    const char *before;
    const char *after;
    const char *options_before;
    const char *options_after;
} mixes[] = {
    {"a type", "ask.sig", small, "ask(question :int) -> :bool\n", "", ""},
    {"a bound", "ask.sig", "n = :int[1..5]\n", "n = :int[1..6]\n", "", ""},
    {"a default", "ask.edn", "{\"a\" [:map [:n {:default 1} :int]]}",
     "{\"a\" [:map [:n {:default 2} :int]]}", "", ""},
    {"one more", "ask.sig", small, "ask(question :string) -> :bool\nn = :int\n", "", ""},
    {"an order", "ask.sig", "a = :int\nb = :int\n", "b = :int\na = :int\n", "", ""},
    {"an option", "ask.sig", small, small, "", "--strings=copy"},
    {"another", "ask.sig", small, small, "--mode=strict", "--mode=warn_only"},
    {"linkage", "ask.sig", small, "ask(question :int) -> :bool\n", "--visibility=static",
     "--visibility=static"},
    {"tools", "ask.sig", small, "ask(question :int) -> :bool\n", "--tool-stubs",
     "--tool-stubs"},
    {"Malli", "ask.edn", "{\"a\" :int}", "{\"a\" :string}", "", ""},
    {"an agent", "ask.agent.edn", agent,
     "{:prompt \"Say {{what}}!\" :signature \"(what :string) -> :string\"}", "", ""},
    {"a prefix", "ask.sig", small, "ask(question :int) -> :bool\n", "--prefix=p",
     "--prefix=p"},
};

static void generate(const char *folder, const char *file, const char *options,
                     const char *into)
{
    const char *given = format("-o %s %s", into, options);

    expect(folder,
           format("mkdir -p %s && $PTCC gen %s ", into, format("%s %s", given, file)), 0,
           "");
}

Test(gen_outputs, a_mixed_pair_does_not_compile, .timeout = 120)
{
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof mixes / sizeof mixes[0]; i++) {
        write_file(folder, mixes[i].file, mixes[i].before);
        generate(folder, mixes[i].file, mixes[i].options_before, "a");
        write_file(folder, mixes[i].file, mixes[i].after);
        generate(folder, mixes[i].file, mixes[i].options_after, "b");
        expect(folder, COMPILE "a/ask.ptc.c && " COMPILE "b/ask.ptc.c", 0, "");
        expect(folder, "cp a/ask.ptc.h x.h; cp b/ask.ptc.h a; cp x.h b/ask.ptc.h", 0, "");
        cr_expect(shell(folder, COMPILE "a/ask.ptc.c", NULL, NULL) != 0, "%s",
                  mixes[i].what);
        expect(folder, COMPILE "b/ask.ptc.c; [ $? -ne 0 ]", 0, MIXED);
    }
}

/* A header from before there was such a number is also another header. */
Test(gen_outputs, an_older_header_does_not_match)
{
    const char *folder = test_directory();

    write_file(folder, "ask.sig", small);
    expect(folder, "$PTCC gen -o . ask.sig && " COMPILE "ask.ptc.c", 0, "");
    expect(folder, "sed -i 's/^\\(#define ASK_PTC_H\\) .*/\\1/' ask.ptc.h", 0, "");
    expect(folder, COMPILE "ask.ptc.c; [ $? -ne 0 ]", 0, MIXED);
    expect(folder, "$PTCC regen ask.ptc.c && " COMPILE "ask.ptc.c", 0, "");
}

/* The number is that of contracts and options: the rest of the command does not count,
 * nor has the version of ptcc. */
Test(gen_outputs, halves_of_two_commands_match)
{
    const char *folder = test_directory();

    write_file(folder, "ask.sig", small);
    expect(folder,
           "mkdir a b && $PTCC gen --header a/ask.ptc.h --prefix p ask.sig && "
           "printf '; a comment\n\n' | cat - ask.sig > b/ask.sig && "
           "$PTCC gen --source b/ask.ptc.c --depfile d --prefix p b/ask.sig && "
           "cp b/ask.ptc.c a && " COMPILE "a/ask.ptc.c",
           0, "");
    expect(folder,
           "$PTCC gen -o a ask.sig && grep '#define ASK_PTC_H' a/ask.ptc.h > x && "
           "$PTCC gen --stamp-version -o a ask.sig && "
           "grep '#define ASK_PTC_H' a/ask.ptc.h > y",
           0, "");
}

/* --- Runs that are killed ----------------------------------------------------------- */

/* Ends the process like kill -9, before the step of that number: files are brought to
 * the disk, then renamed. */
static const char killer[] =
    "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <signal.h>\n#include <stdlib.h>\n"
    "#include <sys/syscall.h>\n#include <unistd.h>\n"
    "static void step(void)\n{\n    static int steps;\n\n"
    "    if (++steps == atoi(getenv(\"STEP\")))\n        raise(SIGKILL);\n}\n"
    "int fsync(int file)\n{\n    step();\n"
    "    return (int)syscall(SYS_fsync, file);\n}\n"
    "int rename(const char *from, const char *to)\n{\n    step();\n"
    "    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);\n}\n";

/* Whenever it is killed, old files are whole or new ones are, a pair that is mixed says
 * so, and the next run leaves nothing of it. */
Test(gen_outputs, a_killed_run_leaves_nothing_wrong, .timeout = 120)
{
    static const struct {
        const char *step;
        const char *message; /* of the compiler; "": the pair is as it was */
    } rows[] = {{"1", ""}, {"2", ""}, {"3", ""}, {"4", MIXED}};
    const char *folder = test_directory();

    if (TEST_IS_SANITIZED)
        return; /* a sanitizer wants to be loaded first */
    write_file(folder, "killer.c", killer);
    expect(folder, "$CC -shared -fPIC -o killer.so killer.c", 0, "");
    write_file(folder, "ask.sig", small);
    expect(folder, "$PTCC gen -o . ask.sig && mkdir old && cp *.ptc.? old", 0, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool is_mixed = rows[i].message[0] != '\0';

        write_file(folder, "ask.sig", "ask(question :int) -> :bool\n");
        cr_expect(shell(folder,
                        format("STEP=%s LD_PRELOAD=./killer.so $PTCC gen -o . ask.sig%s",
                               rows[i].step, ""),
                        NULL, NULL) != 0);
        expect(folder, "ls | grep -q 'ask.ptc.c.tmp-[0-9]*-0'", 0, "");
        expect(folder, COMPILE "ask.ptc.c", is_mixed, rows[i].message);
        cr_expect((shell(folder, "cmp ask.ptc.h old/ask.ptc.h", NULL, NULL) != 0) ==
                  is_mixed);
        expect(folder, "cmp ask.ptc.c old/ask.ptc.c", 0, "");
        expect(folder, "$PTCC gen -o . ask.sig && ! ls | grep tmp", 0, "");
        expect(folder, COMPILE "ask.ptc.c && grep -q 'int64_t question' ask.ptc.h", 0,
               "");
        expect(folder, "cp old/* .", 0, "");
    }
}

/* Only temporary files of the outputs, of this user, of no living process. */
Test(gen_outputs, what_killed_runs_left_is_removed)
{
    static const char *const dead[] = {
        "ask.ptc.c.tmp-2147483646-0",      "ask.ptc.c.tmp-2147483646-999",
        "ask.ptc.h.tmp-2147483645-1",      "d.mk.tmp-2147483646-0",
        "deep/ask.ptc.c.tmp-2147483646-0",
    };
    static const char *const kept[] = {
        "ask.ptc.c.tmp-2147483646",
        "ask.ptc.c.tmp-2147483646-",
        "ask.ptc.c.tmp-2147483646-1000",
        "ask.ptc.c.tmp--2147483646-0",
        "ask.ptc.c.tmp-99999999999-0",
        "ask.ptc.c.tmp-0-0",
        "ask.ptc.c.tmp-4294967296-0",
        "ask.ptc.c.tmp-99999999999999999999-0",
        "ask.ptc.c.tmp-1-0",
        "ask.ptc.c.tmp-2147483646-0.bak",
        "ask.ptc.c.tmp-2147483646-0x",
        "ask.ptc.c-2147483646-0",
        "other.ptc.c.tmp-2147483646-0",
        ".tmp-2147483646-0",
        "ask.ptc.c.tmp-21474836460000-00",
    };
    const char *folder = test_directory();
    char living[64];

    snprintf(living, sizeof living, "ask.ptc.c.tmp-%ld-0", (long)getpid());
    expect(folder, "mkdir deep", 0, "");
    write_file(folder, "ask.sig", small);
    write_file(folder, "deep/ask.sig", small);
    write_file(folder, living, "");
    for (size_t i = 0; i < sizeof dead / sizeof dead[0]; i++)
        write_file(folder, dead[i], "");
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        write_file(folder, kept[i], "");
    /* Neither a folder nor a link is one of Brimley's. */
    expect(folder,
           "mkdir ask.ptc.h.tmp-2147483646-2 && ln -s ask.sig ask.ptc.h.tmp-2147483646-3",
           0, "");
    expect(folder, "$PTCC gen -o . --depfile d.mk ask.sig && $PTCC gen -o deep ask.sig",
           0, "");
    for (size_t i = 0; i < sizeof dead / sizeof dead[0]; i++)
        cr_expect(!exists(folder, dead[i]), "%s", dead[i]);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        cr_expect(exists(folder, kept[i]), "%s", kept[i]);
    cr_expect(exists(folder, living) && exists(folder, "ask.ptc.h.tmp-2147483646-2") &&
              exists(folder, "ask.ptc.h.tmp-2147483646-3"));
}

#define LEFT "ask.ptc.c.tmp-2147483646-0"

/* Also where the files are made again or formatted, and where nothing has changed; not
 * where they are only looked at. */
Test(gen_outputs, what_killed_runs_left_goes_whenever_files_are_written)
{
    static const char *const lines[] = {
        "$PTCC gen -o . ask.sig",
        "$PTCC gen -o . ask.sig",
        "$PTCC gen --source ask.ptc.c ask.sig",
        "$PTCC regen ask.ptc.c",
    };
    const char *folder = test_directory();

    write_file(folder, "ask.sig", "ask(question  :string)->:bool\n");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        write_file(folder, LEFT, "");
        expect(folder, lines[i], 0, "");
        cr_expect(!exists(folder, LEFT), "%s", lines[i]);
    }
    write_file(folder, LEFT, "");
    expect(folder,
           "$PTCC gen --check -o . ask.sig && $PTCC gen --list-outputs -o . "
           "ask.sig > list && $PTCC regen --check ask.ptc.c",
           0, "");
    cr_expect(exists(folder, LEFT));
    write_file(folder, "ask.sig.tmp-2147483646-0", "");
    expect(folder, "$PTCC fmt -w ask.sig", 0, "");
    cr_expect(!exists(folder, "ask.sig.tmp-2147483646-0"));
}

/* Another user's file stays, also where we may remove it: root may. */
Test(gen_outputs, what_others_left_is_kept)
{
    const char *folder = test_directory();

    write_file(folder, "ask.sig", small);
    write_file(folder, LEFT, "");
    if (geteuid() != 0 || shell(folder, "chown 65534 " LEFT, NULL, NULL) != 0)
        return;
    expect(folder, "$PTCC gen -o . ask.sig", 0, "");
    cr_expect(exists(folder, LEFT));
}

/* Where a link leads, there the temporary file was. */
Test(gen_outputs, what_was_left_behind_links_is_removed)
{
    const char *folder = test_directory();

    write_file(folder, "ask.sig", small);
    expect(folder, "mkdir real && ln -s real/r.h a.h && : > real/r.h.tmp-2147483646-0", 0,
           "");
    expect(folder, "$PTCC gen --header a.h ask.sig && ! ls real | grep tmp", 0, "");
}

/* --- What is read ------------------------------------------------------------------- */

Test(gen_outputs, nothing_that_is_read_is_written_over)
{
    static const struct {
        const char *line;
        const char *file; /* which it may not change */
    } rows[] = {
        {"$PTCC gen --header hard ask.sig", "ask.sig"},
        {"$PTCC gen --header soft ask.sig", "ask.sig"},
        {"$PTCC gen --source item.sig ask.sig", "item.sig"},
        {"$PTCC gen --header x.h --depfile ./item.sig ask.sig", "item.sig"},
        {"$PTCC gen --header item.sig - < item.sig", "item.sig"},
        {"$PTCC gen --header a.agent.edn a.agent.edn", "a.agent.edn"},
        {"$PTCC gen --header b.agent.edn a.agent.edn", "b.agent.edn"},
        {"$PTCC gen --header ask.sig a.agent.edn", "ask.sig"},
        {"$PTCC gen --header item.sig a.agent.edn", "item.sig"},
        {"$PTCC gen --header x.h ask.sig >> ask.sig", "ask.sig"},
        {"$PTCC fmt ask.sig >> ask.sig", "ask.sig"},
        {"$PTCC check item.sig >> item.sig", "item.sig"},
        {"$PTCC convert --to malli ask.sig >> ask.sig", "ask.sig"},
        {"$PTCC infer data.jsonl >> data.jsonl", "data.jsonl"},
        {"$PTCC infer < data.jsonl - >> data.jsonl", "data.jsonl"},
    };
    const char *folder = test_directory();

    write_file(folder, "ask.sig", "include \"item.sig\"\nask(q  :string) -> :item\n");
    write_file(folder, "item.sig", "item = {id  :int}\n");
    write_file(folder, "data.jsonl", "{\"a\":1}\n");
    write_file(folder, "b.agent.edn", agent);
    write_file(folder, "a.agent.edn",
               "{:prompt \"Ask.\" :files [\"ask.sig\"] :tools {\"b\" {:agent "
               "\"b.agent.edn\"} \"ask\" {:fn ask_call :signature :ask}}}");
    expect(folder, "ln ask.sig hard && ln -s ask.sig soft", 0, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect(folder, format("cp %s before%s", rows[i].file, ""), 0, "");
        expect(folder, rows[i].line, 2, IS_READ);
        expect(folder, format("cmp %s before%s", rows[i].file, ""), 0, "");
    }
    cr_expect(!exists(folder, "x.h"));
}

/* `regen` and `fmt --write` rewrite what they read, but nothing else that is read. */
Test(gen_outputs, what_is_rewritten_is_no_input)
{
    const char *folder = test_directory();

    write_file(folder, "ask.sig", "ask(q  :string) -> :bool\n");
    expect(folder, "$PTCC fmt -w ask.sig ask.sig && grep -q '(q :string)' ask.sig", 0,
           "");
    write_file(folder, "ask.sig", "ask(q  :string) -> :bool\n");
    expect(folder, "ln ask.sig hard && ln -s ask.sig soft && $PTCC fmt -w hard soft", 0,
           "");
    expect(folder, "grep -q '(q :string)' ask.sig && cmp ask.sig hard && [ -L soft ]", 0,
           "");
    expect(folder, "$PTCC gen -o . ask.sig && $PTCC regen --always-write ask.ptc.c", 0,
           "");
    expect(folder, "rm ask.ptc.h && ln ask.sig ask.ptc.h", 0, "");
    expect(folder, "$PTCC regen ask.ptc.c", 2, IS_READ);
    expect(folder, "$PTCC regen --check ask.ptc.c", 2, IS_READ);
    expect(folder, "cmp ask.sig ask.ptc.h", 0, "");
}
