/* SPDX-License-Identifier: MIT */
/*
 * `ptcc init`: which files a project gets, what it is called, and that nothing is ever
 * written over or half written. tests/check_init builds and runs the projects.
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <unistd.h>

/* Runs a line; expects the exit code, and that stderr is `message`. */
static void expect(const char *folder, const char *line, int wanted, const char *message)
{
    ptc_str err;
    int status = shell(folder, line, NULL, &err);

    cr_expect(status == wanted, "%s: exit %d, not %d\n%s", line, status, wanted, err.ptr);
    cr_expect_str_eq(err.ptr, message, "%s: got\n%s\ninstead of\n%s", line, err.ptr,
                     message);
}

static void expect_output(const char *folder, const char *line, const char *wanted)
{
    ptc_str out;
    int status = shell(folder, line, &out, NULL);

    cr_expect(status == 0, "%s: exit %d", line, status);
    cr_expect_str_eq(out.ptr, wanted, "%s: got\n%s\ninstead of\n%s", line, out.ptr,
                     wanted);
}

/* An empty folder of the test's folder. */
static const char *fresh_folder(void)
{
    const char *folder = test_directory();
    const char *fresh = format("%s/work", folder, "");

    cr_assert(shell(folder, "mkdir work", NULL, NULL) == 0);
    return fresh;
}

/* --- What is made ------------------------------------------------------------------ */

Test(init, makes_a_tool_and_says_how_to_build_and_run_it)
{
    const char *folder = test_directory();

    expect_output(folder, "$PTCC init letters",
                  "wrote letters/letters.sig\n"
                  "wrote letters/main.c\n"
                  "wrote letters/meson.build\n"
                  "wrote letters/.gitignore\n"
                  "Build it, then run it:\n"
                  "  cd letters && meson setup build && ninja -C build\n"
                  "  build/letters '{\"word\": \"strawberry\", \"letter\": \"r\"}'\n");
    expect_output(folder, "$PTCC check letters/letters.sig", "");
    expect_output(folder, "cat letters/.gitignore", "/build/\n");
}

Test(init, takes_the_folder_that_it_runs_in)
{
    const char *folder = test_directory();

    expect_output(folder, "mkdir 'My Shop' && cd 'My Shop' && $PTCC init --build make",
                  "wrote my_shop.sig\n"
                  "wrote main.c\n"
                  "wrote Makefile\n"
                  "wrote .gitignore\n"
                  "Build it, then run it:\n"
                  "  make\n"
                  "  ./my_shop '{\"word\": \"strawberry\", \"letter\": \"r\"}'\n");
    expect_output(folder, "cat 'My Shop/.gitignore'",
                  "/my_shop\n*.ptc.c\n*.ptc.h\n*.ptc.d\n");
}

/* The configuration of clients has the whole path, so the repository ignores it. */
Test(init, makes_a_server_with_a_session_and_a_configuration)
{
    const char *folder = test_directory();

    expect_output(folder, "$PTCC init --kind server --build cmake letters",
                  "wrote letters/letters.sig\n"
                  "wrote letters/letters.c\n"
                  "wrote letters/CMakeLists.txt\n"
                  "wrote letters/session.jsonl\n"
                  "wrote letters/mcp.json\n"
                  "wrote letters/.gitignore\n"
                  "Build it, then run it:\n"
                  "  cd letters && cmake -B build && cmake --build build\n"
                  "  build/letters < session.jsonl\n");
    expect_output(
        folder,
        "grep -c \"\\\"command\\\": \\\"$(cd letters && pwd -P)/build/letters\\\"\" "
        "letters/mcp.json",
        "1\n");
    expect_output(folder, "cat letters/.gitignore",
                  "/build/\n# It has the path of this folder.\n/mcp.json\n");
}

Test(init, makes_an_agent)
{
    const char *folder = test_directory();

    expect_output(folder, "$PTCC init --kind agent --name count-it letters",
                  "wrote letters/count_it.agent.edn\n"
                  "wrote letters/main.c\n"
                  "wrote letters/meson.build\n"
                  "wrote letters/.gitignore\n"
                  "Build it, then run it:\n"
                  "  cd letters && meson setup build && ninja -C build\n"
                  "  build/count_it strawberry r\n");
    expect_output(folder, "$PTCC check letters/count_it.agent.edn", "");
    expect_output(folder, "grep -c '{{letter}} occur in {{word}}' letters/*.edn", "1\n");
}

Test(init, leaves_a_gitignore_alone)
{
    const char *folder = test_directory();

    expect_output(
        folder,
        "mkdir a && echo mine > a/.gitignore && $PTCC init a | grep -c gitignore; "
        "cat a/.gitignore",
        "0\nmine\n");
}

/* Except for the path in mcp.json. */
Test(init, gives_the_same_bytes_anywhere)
{
    const char *folder = test_directory();

    expect_output(
        folder,
        "for k in tool server agent; do for b in meson cmake make; do "
        "(mkdir -p a/$k-$b b/$k-$b && cd a && $PTCC init --name x --kind $k "
        "--build $b $k-$b && cd ../b && TZ=Asia/Tokyo LC_ALL=C.UTF-8 $PTCC init "
        "--name x --kind $k --build $b $k-$b) >/dev/null || echo failed; "
        "done; done; diff -r -x mcp.json a b && ls a | wc -l",
        "9\n");
}

/* --- Names ------------------------------------------------------------------------- */

#define OTHER "; choose another name: --name NAME\n"
#define NO_NAME                                                                          \
    "\" does not make a name in C (a letter, then letters, digits and _)" OTHER
#define IS_RESERVED "\" is a target of Meson, CMake or make" OTHER
#define IS_OURS     "\" is a prefix of the runtime's names" OTHER

static const struct {
    const char *arguments;
    const char *name; /* of the project, or NULL */
    const char *message;
} names[] = {
    {"letters", "letters", ""},
    {"letters/", "letters", ""},
    {"./letters", "letters", ""},
    {"Letters", "letters", ""},
    {"my-tool", "my_tool", ""},
    {"'my tool 2.0'", "my_tool_2_0", ""},
    {"my__tool_", "my__tool", ""},
    {"-- -x", "x", ""},
    {"-- --help", "help", "ptcc: \"help" IS_RESERVED},
    {"int", "int", ""},
    {"main", "main", ""},
    {"build", "build", ""},
    {"count_letter", "count_letter", ""},
    {"ptcc", "ptcc", ""},
    {"--name other 'größe'", "other", ""},
    {"'größe'", NULL, "ptcc: \"größe" NO_NAME},
    {"2048", NULL, "ptcc: \"2048" NO_NAME},
    {"_x", NULL, "ptcc: \"_x" NO_NAME},
    {"'$(x)'", NULL, "ptcc: \"$(x)" NO_NAME},
    {"---", NULL, "ptcc: \"---" NO_NAME},
    {"--name '' x", NULL, "ptcc: \"" NO_NAME},
    {"/", NULL, "ptcc: \"" NO_NAME},
    {"test", NULL, "ptcc: \"test" IS_RESERVED},
    {"All", NULL, "ptcc: \"all" IS_RESERVED},
    {"phony", NULL, "ptcc: \"phony" IS_RESERVED},
    {"distcheck", NULL, "ptcc: \"distcheck" IS_RESERVED},
    {"preinstall", NULL, "ptcc: \"preinstall" IS_RESERVED},
    {"Makefile", NULL, "ptcc: \"makefile" IS_RESERVED},
    {"ptc", NULL, "ptcc: \"ptc" IS_OURS},
    {"ptc-shop", NULL, "ptcc: \"ptc_shop" IS_OURS},
    {"abcdefghijabcdefghijabcdefghijabcdefghij",
     "abcdefghijabcdefghijabcdefghijabcdefghij", ""},
    {"abcdefghijabcdefghijabcdefghijabcdefghijk", NULL,
     "ptcc: \"abcdefghijabcdefghijabcdefghijabcdefghijk\" has more than 40 "
     "characters" OTHER},
};

Test(init, makes_names_of_folders_or_says_why_not)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *folder = fresh_folder();
        const char *message = names[i].message;
        bool is_good = message[0] == '\0';
        const char *dashes = strncmp(names[i].arguments, "---", 3) == 0 ? "-- " : "";

        expect(folder, format("$PTCC init %s%s >out", dashes, names[i].arguments),
               is_good ? 0 : 2, message);
        if (is_good)
            expect_output(folder,
                          format("cat ./*/%s.sig | head -c 12", names[i].name, ""),
                          "count_letter");
        else
            expect_output(folder, "ls", "out\n");
    }
}

/* --- What is refused --------------------------------------------------------------- */

static const struct {
    const char *before;
    const char *arguments;
    const char *message;
} refusals[] = {
    {"mkdir a && echo mine > a/main.c", "a",
     "ptcc: already there, and nothing is overwritten: a/main.c\n"},
    {"mkdir a && touch a/main.c a/a.sig", "a",
     "ptcc: already there, and nothing is overwritten: a/a.sig, a/main.c\n"},
    {"mkdir -p a/meson.build", "a",
     "ptcc: already there, and nothing is overwritten: a/meson.build\n"},
    {"mkdir a && ln -s nowhere a/main.c", "a",
     "ptcc: already there, and nothing is overwritten: a/main.c\n"},
    {"touch a", "a", "ptcc: a: Not a directory\n"},
    {"ln -s nowhere a", "a", "ptcc: a: File exists\n"},
    {"touch b", "b/a", "ptcc: b: Not a directory\n"},
    {"mkdir a && touch a/b", "a/b/c/d", "ptcc: a/b: Not a directory\n"},
    {":", "a b", "ptcc: init takes one folder, not 2\n"},
    {":", "''", "ptcc: the name of the folder is empty\n"},
    {":", "--kind library a",
     "ptcc: --kind takes tool, server or agent, not \"library\"\n"},
    {":", "--build bazel a", "ptcc: --build takes meson, cmake or make, not \"bazel\"\n"},
};

Test(init, refuses_and_leaves_everything_as_it_was)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const char *folder = fresh_folder();

        expect_output(
            folder, format("%s; find . | sort > ../before", refusals[i].before, ""), "");
        expect(folder, format("$PTCC init %s", refusals[i].arguments, ""), 2,
               refusals[i].message);
        expect_output(folder, "find . | sort | diff ../before -", "");
    }
}

Test(init, makes_the_folders_above)
{
    const char *folder = test_directory();

    expect_output(folder, "$PTCC init a/b/c-d | head -n 1; ls a/b/c-d",
                  "wrote a/b/c-d/c_d.sig\nc_d.sig\nmain.c\nmeson.build\n");
    expect_output(folder,
                  "(trap '' XFSZ; ulimit -f 1; $PTCC init a/x/y 2>&1); ls a; "
                  "(trap '' XFSZ; ulimit -f 1; $PTCC init x/y 2>&1); ls",
                  "ptcc: a/x/y/main.c: File too large\nb\n"
                  "ptcc: x/y/main.c: File too large\na\n");
}

/* Such a name gets a `_` in the names of functions. */
Test(init, makes_agents_whose_names_c_has_taken)
{
    static const char *const taken[] = {"main", "int", "class", "printf", "gen"};
    const char *folder = test_directory();

    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        expect_output(folder,
                      format("$PTCC init --kind agent %s >out && cd %s && $PTCC gen -o . "
                             "*.edn && $CC -std=c11 -Wall -Werror -fsyntax-only "
                             "-I$INCLUDE *.c",
                             taken[i], taken[i]),
                      "");
}

Test(init, a_second_time_changes_nothing)
{
    const char *folder = test_directory();
    struct stat before;

    expect_output(folder, "$PTCC init a | wc -l", "7\n");
    before = look(folder, "a/main.c");
    expect(folder, "$PTCC init a", 2,
           "ptcc: already there, and nothing is overwritten: a/a.sig, a/main.c, "
           "a/meson.build\n");
    cr_expect(is_same_file(before, look(folder, "a/main.c")));
}

/* Where the disk is full after some of the files, none is left, nor the folder. */
Test(init, removes_what_it_made_when_a_file_cannot_be_written)
{
    const char *folder = test_directory();

    expect_output(
        folder, "{ (trap '' XFSZ; ulimit -f 1; $PTCC init a; echo $?) 2>&1; ls; } | cat",
        "ptcc: a/main.c: File too large\n2\n");
    expect_output(folder,
                  "mkdir a; { (trap '' XFSZ; ulimit -f 1; $PTCC init a; echo $?) 2>&1; "
                  "ls a; } | cat",
                  "ptcc: a/main.c: File too large\n2\n");
}

Test(init, writes_no_file_to_a_closed_stream)
{
    const char *folder = test_directory();

    expect_output(folder, "$PTCC init a >&- 2>&-; head -c 12 a/a.sig", "count_letter");
}
