/* SPDX-License-Identifier: MIT */
/*
 * `ptcc gen` from outside: emitted files against the golden ones, compilers and formatter
 * over them, and what a build relies on: exit codes, --check, depfile, which files are
 * touched when. [build-and-packaging 1, 2; style 2.10]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

static const char *const stems[] = {
    "absence",      "assistant", "casts", "defaults", "enums",   "limits",
    "money",        "names",     "order", "records",  "scalars", "shapes",
    "shared_types", "tool_call", "trees", "wide",
};

#define CONTRACT_COUNT (sizeof stems / sizeof stems[0])

/* --- Golden files ------------------------------------------------------------------ */

/* M487: the same bytes whatever the folder, the locale, the order of the inputs. */
Test(golden, files_are_current_and_reproducible)
{
    static const struct {
        const char *name;
        const char *line;
    } runs[] = {
        {"plain",
         "$PTCC gen -o '%s' absence.json assistant.sig casts.malli.edn "
         "defaults.malli.edn "
         "enums.sig limits.sig money.sig names.sig "
         "order.sig records.sig "
         "scalars.sig shapes.malli.edn tool_call.sig trees.sig wide.sig && $PTCC gen -o "
         "'%s' "
         "shared_types.sig"},
        {"other locale",
         "LC_ALL=de_DE.UTF-8 LANG=tr_TR.UTF-8 TZ=Asia/Tokyo $PTCC gen -o '%s' "
         "trees.sig shapes.malli.edn wide.sig tool_call.sig scalars.sig records.sig "
         "order.sig "
         "names.sig money.sig limits.sig enums.sig defaults.malli.edn "
         "casts.malli.edn assistant.sig absence.json "
         "&& "
         "$PTCC gen -o "
         "'%s' shared_types.sig"},
    };

    for (size_t r = 0; r < sizeof runs / sizeof runs[0]; r++) {
        const char *folder = test_directory();
        ptc_str err;

        cr_assert(shell(project("tests/golden"), format(runs[r].line, folder, folder),
                        NULL, &err) == 0,
                  "%s: %s", runs[r].name, err.ptr);
        for (size_t i = 0; i < CONTRACT_COUNT * 2; i++) {
            const char *name = format("%s%s", stems[i / 2], i % 2 ? ".ptc.c" : ".ptc.h");
            ptc_str made = test_read_file(format("%s/%s", folder, name));
            ptc_str golden =
                test_read_file(project(format("tests/golden/%s%s", name, "")));

            cr_expect(
                made.ptr && ptc_str_equal(made, golden),
                "%s: %s differs from the golden file; ./dev accept after a wanted change",
                runs[r].name, name);
            free((void *)(uintptr_t)made.ptr);
            free((void *)(uintptr_t)golden.ptr);
        }
    }
}

/* Also those that were made with options, which they say themselves. */
Test(golden, files_are_what_they_say_they_are)
{
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    cr_expect(shell(project("tests/golden"), "$PTCC regen --check *.ptc.c", &out, &err) ==
                  0,
              "%s%s", out.ptr, err.ptr);
}

/* M480 */
Test(golden, files_compile_without_a_warning, .timeout = 300)
{
    static const char flags[] =
        "-fsyntax-only -Wall -Wextra -Wconversion -Wsign-conversion "
        "-Wshadow -Wpedantic -Werror -I ../../runtime/include";
    static const struct {
        const char *tool;
        const char *how;
        const char *files;
    } rows[] = {
        {"gcc", "-std=c99 -Wmissing-prototypes -Wstrict-prototypes", "*.ptc.c *.mcp.c"},
        {"gcc", "-std=c11 -Wswitch-enum -Wvla", "*.ptc.c *.mcp.c"},
        {"gcc", "-std=gnu17 -O2", "*.ptc.c *.mcp.c"},
        {"clang", "-std=c99 -Wmissing-prototypes -Wstrict-prototypes", "*.ptc.c *.mcp.c"},
        {"clang", "-std=c11 -Wswitch-enum -Wvla", "*.ptc.c *.mcp.c"},
        {"g++", "-std=c++17 -x c++", "*.ptc.h"},
        {"clang++", "-std=c++17 -x c++", "*.ptc.h"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *command = format("%s %s ", rows[i].tool, rows[i].how);
        ptc_str err = {NULL, 0};

        if (!has_tool(rows[i].tool))
            continue;
        command = format(format("%s%%s %%s", command, ""), flags, rows[i].files);
        cr_expect(shell(project("tests/golden"), command, NULL, &err) == 0, "%s: %s",
                  command, err.ptr);
    }
}

/* M491: the functions over json_t, for contracts of every kind and name. */
Test(golden, functions_over_json_t_compile_without_a_warning, .timeout = 300)
{
    static const char *const rows[] = {
        "gcc -std=c99 -Wmissing-prototypes -Wstrict-prototypes -fsyntax-only *.ptc.c",
        "clang -std=c11 -Wswitch-enum -Wvla -fsyntax-only *.ptc.c",
        "g++ -std=c++17 -x c++ -fsyntax-only *.ptc.h",
    };
    const char *folder = test_directory();
    const char *root = project("");
    ptc_str err = {NULL, 0};

    /* Names that jansson has, or that the emitted functions have. */
    write_file(folder, "taken.sig",
               "json = {json :json_t, in :in_arena, n :int}\njson_t = [:json_object]\n"
               "json_object = {value :int}\nin_arena = [:in_status]\n"
               "in_status = {a :int}\njson_string = :string\n");
    cr_assert(shell(folder,
                    format("for file in taken.sig %s/tests/golden/*.sig "
                           "%s/tests/golden/*.edn; do $PTCC gen --values=jansson -o . "
                           "$file || exit 1; done",
                           root, root),
                    NULL, &err) == 0,
              "%s", err.ptr);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(shell(folder,
                        format("%s -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow "
                               "-Wpedantic -Werror -I %s/runtime/include",
                               rows[i], root),
                        NULL, &err) == 0,
                  "%s: %s", rows[i], err.ptr);
}

Test(golden, files_are_as_the_formatter_leaves_them)
{
    ptc_str out = {NULL, 0};
    int status;

    if (!has_tool("clang-format"))
        return;
    status = shell(project("tests/golden"),
                   "for f in *.ptc.[ch] *.mcp.c; do clang-format "
                   "--style=file:../../.clang-format $f | "
                   "diff $f - || exit 1; done",
                   &out, NULL);
    cr_expect(status == 0, "%s", out.ptr);
}

/* C promises literals of 4095 characters; a signature may be longer. */
Test(golden, texts_longer_than_a_literal_compile, .timeout = 120)
{
    const char *folder = test_directory();
    const char *root = project("");
    ptc_str err = {NULL, 0};
    ptc_arena arena;
    ptc_text contract;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&contract, &arena);
    for (unsigned i = 0; i < 400; i++) {
        ptc_text_cstr(&contract, i ? ", " : "long_one(");
        ptc_text_cstr(&contract, "name_");
        ptc_text_uint(&contract, i);
        ptc_text_cstr(&contract, " :enum[\"it's\" \"\xc3\xbc?\?/\\\\\"]");
    }
    ptc_text_cstr(&contract, ") -> :int\n");
    write_file(folder, "long.sig", contract.ptr);
    write_file(folder, "main.c",
               "#include \"long.ptc.h\"\n"
               "#include <stdio.h>\n"
               "int main(void)\n{\n    return printf(\"%s\\n\", long_one_signature) < "
               "0;\n}\n");
    cr_assert(shell(folder, "$PTCC gen -o . long.sig", NULL, &err) == 0, "%s", err.ptr);
    cr_expect(shell(folder,
                    format("cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I "
                           "%s/runtime/include -c long.ptc.c%s",
                           root, ""),
                    NULL, &err) == 0,
              "%s", err.ptr);
    /* The text itself arrives whole. */
    cr_expect(
        shell(
            folder,
            format(
                "sed '/^#include \"long/d;/^#if/,/^#endif/d' long.ptc.c | awk "
                "'/^PTC_LONG_TEXT const char long_one_signature/,/;$/' >text.c && sed -i "
                "'s/#include .long.*/#include \"text.c\"/' main.c && cc "
                "-DPTC_LONG_TEXT= main.c -o main && ./main | tr -d '\\n' >got && printf "
                "'%%s' \"$(sed "
                "'s/^long_one//' long.sig)\" | cmp - got%s%s",
                "", ""),
            NULL, &err) == 0,
        "%s", err.ptr);
    ptc_arena_free(&arena);
}

/* --- What goes where ---------------------------------------------------------------- */

static const char small[] = "ask(question :string) -> :bool\n";

Test(golden, outputs_are_named_and_listed)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "ask.sig", small);
    cr_expect(shell(folder, "$PTCC gen --list-outputs -o gen ask.sig", &out, &err) == 0,
              "%s", err.ptr);
    cr_expect(ptc_str_equal(out, PTC_STR("gen/ask.ptc.h\ngen/ask.ptc.c\n")), "%s",
              out.ptr);
    cr_expect(!exists(folder, "gen/ask.ptc.h"));
    cr_expect(shell(folder, "$PTCC gen --source only.c ask.sig", &out, &err) == 0, "%s",
              err.ptr);
    cr_expect(exists(folder, "only.c") && !exists(folder, "only.h") && out.len == 0);
    cr_expect(shell(folder, "grep -q '#include \"only.h\"' only.c", NULL, NULL) == 0);
    cr_expect(shell(folder,
                    "$PTCC gen --header h/a.h --source a.c --include-prefix "
                    "api/ ask.sig && grep -q '#include \"api/a.h\"' a.c",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder,
                    "$PTCC gen --stdin-name in/asked.sig -o . - <ask.sig && "
                    "head -1 asked.ptc.h",
                    &out, &err) == 0,
              "%s", err.ptr);
    cr_expect(ptc_str_equal(
                  out, PTC_STR("/* Code generated by ptcc from asked.sig. DO NOT EDIT. "
                               "@generated */\n")),
              "%s", out.ptr);
}

Test(golden, usage_errors_are_exit_2)
{
    static const char *const lines[] = {
        "$PTCC gen",
        "$PTCC gen ask.sig",
        "$PTCC gen -o . --header a.h ask.sig",
        "$PTCC gen --header a.h ask.sig ask.sig",
        "$PTCC gen -o . missing.sig",
        "$PTCC gen -o . --check --diff=half ask.sig",
        "$PTCC gen -o '' ask.sig",
        "$PTCC gen --header '' ask.sig",
        "$PTCC gen -o . --depfile '' ask.sig",
        "$PTCC gen -o . --include-prefix 'a\"b' ask.sig",
        "$PTCC gen --header ask.sig ask.sig",
        "ln -sf ask.sig same.h && $PTCC gen --header same.h ask.sig",
        "$PTCC gen --header made.c --source ./made.c ask.sig",
        "$PTCC gen --header made.c --depfile $PWD/made.c ask.sig",
        "mkdir -p deep && cp ask.sig deep && $PTCC gen -o . ask.sig deep/ask.sig",
        "$PTCC gen --header /dev/full ask.sig",
        "$PTCC gen --header . ask.sig",
        "$PTCC gen --header . --source made.c ask.sig",
        "$PTCC gen --list-outputs -o . ask.sig >/dev/full",
        "$PTCC gen --check -o . ask.sig >/dev/full",
    };
    const char *folder = test_directory();

    write_file(folder, "ask.sig", small);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ptc_str err = {NULL, 0};

        cr_expect(shell(folder, lines[i], NULL, &err) == 2, "%s", lines[i]);
        cr_expect(has(err, "ptcc: "), "%s: %s", lines[i], err.ptr);
    }
    cr_expect(shell(folder, "$PTCC check ask.sig", NULL, NULL) == 0,
              "a contract was written over");
    cr_expect(shell(folder, "$PTCC gen --header /dev/null --source /dev/null ask.sig",
                    NULL, NULL) == 0);
    cr_expect(!exists(folder, "made.c"), "none is written when one cannot be");
    cr_expect(shell(folder, "ls | grep tmp", NULL, NULL) == 1,
              "temporary files are left");
}

/* --- Touching files ----------------------------------------------------------------- */

Test(golden, files_change_only_when_their_content_does)
{
    const char *folder = test_directory();
    struct stat before;
    ptc_str err = {NULL, 0};

    write_file(folder, "ask.sig", small);
    cr_assert(shell(folder, "umask 027 && $PTCC gen -o . ask.sig", NULL, &err) == 0, "%s",
              err.ptr);
    before = look(folder, "ask.ptc.c");
    cr_expect((before.st_mode & 0777) == 0640, "mode %o", before.st_mode);
    /* Comments and layout do not count. */
    write_file(folder, "ask.sig", "; words\nask( question :string )\n  -> :bool\n");
    cr_expect(shell(folder, "$PTCC gen -o . ask.sig", NULL, NULL) == 0);
    cr_expect(is_same_file(before, look(folder, "ask.ptc.c")));
    cr_expect(shell(folder, "$PTCC gen --always-write -o . ask.sig", NULL, NULL) == 0);
    cr_expect(!is_same_file(before, look(folder, "ask.ptc.c")));
    /* A changed file keeps its mode. */
    cr_expect(shell(folder,
                    "chmod 600 ask.ptc.c && echo 'ask() -> :int' >ask.sig && $PTCC gen "
                    "-o . ask.sig",
                    NULL, NULL) == 0);
    cr_expect((look(folder, "ask.ptc.c").st_mode & 0777) == 0600);
}

Test(golden, errors_leave_everything_as_it_was)
{
    static const struct {
        const char *text;
        const char *code;
        const char *place;
    } rows[] = {
        {"ask(question :strin) -> :bool\n", "sig-unknown-type", "ask.sig:1:14"},
        {"a-b(q :int) -> :int\nA_b(q :int) -> :int\n", "", "ask.sig:2:1"},
        {"a(b {c :int}) -> :int\na_b(c :int) -> :int\n", "gen-collision", "ask.sig:2:1"},
        {"a(x :int, X :int) -> :int\n", "gen-collision", "ask.sig:1:13"},
    };
    const char *folder = test_directory();
    struct stat before;

    write_file(folder, "ask.sig", small);
    cr_assert(shell(folder, "$PTCC gen -o . ask.sig", NULL, NULL) == 0);
    before = look(folder, "ask.ptc.h");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err = {NULL, 0};

        write_file(folder, "ask.sig", rows[i].text);
        cr_expect(shell(folder, "$PTCC gen --depfile d -o . ask.sig", NULL, &err) == 1,
                  "%s: %s", rows[i].text, err.ptr);
        cr_expect(has(err, rows[i].code) && has(err, rows[i].place), "%s: %s",
                  rows[i].text, err.ptr);
        cr_expect(is_same_file(before, look(folder, "ask.ptc.h")) &&
                  !exists(folder, "d"));
    }
}

Test(golden, links_and_devices_are_written_through)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_file(folder, "ask.sig", small);
    cr_assert(shell(folder,
                    "mkdir real && ln -s real/a.h first.h && ln -s first.h a.h && ln -s "
                    "loop.c loop.c",
                    NULL, NULL) == 0);
    cr_expect(shell(folder, "$PTCC gen --header a.h --source a.c ask.sig", NULL, &err) ==
                  0,
              "%s", err.ptr);
    cr_expect(S_ISLNK(look(folder, "a.h").st_mode) &&
              S_ISREG(look(folder, "real/a.h").st_mode));
    cr_expect(shell(folder, "$PTCC gen --header loop.c ask.sig", NULL, &err) == 2 &&
                  has(err, "loop.c"),
              "%s", err.ptr);
    cr_expect(shell(folder, "$PTCC gen --header /dev/stdout ask.sig | head -1", &out,
                    NULL) == 0);
    cr_expect(has(out, "Code generated by ptcc from ask.sig"), "%s", out.ptr);
    cr_expect(shell(folder, "$PTCC gen --header /dev/null --source /dev/null ask.sig",
                    NULL, &err) == 0,
              "%s", err.ptr);
}

/* --- Checking and depending --------------------------------------------------------- */

Test(golden, check_tells_what_is_stale_and_how_to_repair_it)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};

    write_file(folder, "ask it.sig", small);
    cr_expect(shell(folder,
                    "$PTCC gen --check --prefix p --header a.h --source a.c 'ask it.sig'",
                    &out, NULL) == 3);
    cr_expect(has(out, "a.h: is missing\na.c: is missing\n"), "%s", out.ptr);
    cr_expect(
        has(out, "fix: ptcc gen --prefix p --header a.h --source a.c 'ask it.sig'\n"),
        "%s", out.ptr);
    cr_expect(!exists(folder, "a.h"));
    /* The command it prints does repair. */
    cr_expect(
        shell(folder,
              "$PTCC gen --check --prefix p --header a.h --source a.c 'ask it.sig' >o; "
              "sed -n \"s|^fix: ptcc|$PTCC|p\" o | sh -e && "
              "$PTCC gen --check --prefix p --header a.h --source a.c 'ask it.sig'",
              &out, NULL) == 0 &&
            out.len == 0,
        "%s", out.ptr);
    cr_expect(shell(folder,
                    "sed -i 's/a question/an answer/; 20d' a.h && sed -i '$d' a.c && "
                    "$PTCC gen --check --prefix p --header a.h --source a.c 'ask it.sig'",
                    &out, NULL) == 3);
    cr_expect(has(out, "a.h: is stale\n--- a.h\n+++ a.h (generated)\n@@ -") &&
                  has(out, "a.c: is stale\n"),
              "%s", out.ptr);
    /* The difference is one that patch understands. */
    cr_expect(
        shell(folder,
              "$PTCC gen --check --diff=full --header a.h --prefix p 'ask it.sig' >o; "
              "sed '1d;$d' o | patch -s a.h && "
              "$PTCC gen --check --prefix p --header a.h 'ask it.sig'",
              &out, NULL) == 0 ||
            shell(folder, "patch --version", NULL, NULL) != 0,
        "%s", out.ptr);
}

Test(golden, long_differences_are_cut)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    unsigned lines = 0;

    write_file(folder, "ask.sig", small);
    write_file(folder, "a.c", "one\ntwo\n");
    cr_expect(shell(folder, "$PTCC gen --check --source a.c ask.sig", &out, NULL) == 3);
    for (size_t i = 0; i < out.len; i++)
        lines += out.ptr[i] == '\n';
    cr_expect(lines == 1 + 20 + 1 + 1, "%u lines: %s", lines, out.ptr);
    cr_expect(has(out, "-one\n-two\n") && has(out, "--diff=full"), "%s", out.ptr);
}

Test(golden, depfile_names_every_file_read)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};
    ptc_str rule;

    write_file(folder, "a b$#.sig", "include \"types.sig\"\nask(who :person) -> :bool\n");
    write_file(folder, "types.sig", "person = {name :string}\n");
    cr_assert(shell(folder,
                    "$PTCC gen --depfile ask.d --header 'a b.h' --source a.c 'a b$#.sig'",
                    NULL, &err) == 0,
              "%s", err.ptr);
    rule = test_read_file(format("%s/%s", folder, "ask.d"));
    cr_expect(ptc_str_equal(
                  rule, PTC_STR("a\\ b.h a.c: \\\n  a\\ b$$\\#.sig \\\n  types.sig\n")),
              "%s", rule.ptr);
    free((void *)(uintptr_t)rule.ptr);
}
