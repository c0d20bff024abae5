/* SPDX-License-Identifier: MIT */
/* `ptc repl` as its users see it: from a pipe, and at a terminal. */
#define _POSIX_C_SOURCE 200809L
#include "terminal.h"
#include "uses.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    put_file("ctx.json", "{\"numbers\":[1,2,3]}");
    put_file("other.json", "{\"numbers\":[4],\"nulls\":null}");
    put_file("list.json", "[1]");
    put_file("twice.clj", "#!/usr/bin/env -S ptc run\n(defn twice [x] (add x x))\n"
                          "(defn add [a b] (+ a b))\n(twice 21)\n");
    put_file("bad.clj", "1\n(inc nil)\n");
}

#define USES(uses) run_uses("PTC_EXE", uses, sizeof(uses) / sizeof(uses)[0])

/* --- Programs from a pipe ---------------------------------------------------------- */

/* Definitions of programs are kept; *1 *2 *3 are the last results. */
static const use memory[] = {
    {{"repl"}, "", 0, "", ""},
    {{"repl"}, "(+ 1 2)\n\n*1\n", 0, "3\n3\n", ""},
    {{"repl"}, "1\n2\n3\n[*1 *2 *3]\n", 0, "1\n2\n3\n[3 2 1]\n", ""},
    {{"repl"}, "(def a 1)\n(def b (+ a 1))\n[a b]\n", 0, "#'a\n#'b\n[1 2]\n", ""},
    {{"repl"}, "(defn f [x]\n  ; (a comment\n  (* x 2))\n(f 4)", 0, "#'f\n8\n", ""},
    {{"repl"}, "(def a 1)\n(do (def a 2) (inc nil))\na\n", 1, "#'a\n1\n", "type_error"},
    {{"repl"}, "7\n(inc nil)\n(return 8)\n*1\n", 1, "7\n8\n7\n", "type_error"},
    {{"repl"}, "(println 1) :a\n*1\n*2\n", 0, "1\nnil\n:a\n:a\n:a\n", ""},
    {{"repl", "--ctx", "ctx.json"}, "ctx/numbers\n", 0, "[1 2 3]\n", ""},
    {{"repl", "--fuel", "50"}, "(range 9)\n(range 99)\n1\n", 1, NULL, "fuel_exceeded"},
};

Test(tool_repl, memory) /* M359, M509 */
{
    enter_folder();
    USES(memory);
}

/* Names missing from the data are nil, with a warning; those of new data are known. */
static const use names[] = {
    {{"repl", "--ctx", "ctx.json"},
     "(def a 1)\n(count\n  [ctx/numbres])\n",
     0,
     "#'a\n1\n",
     "<stdin>:3:4: warning: ctx/numbres is not a name of this context. Did you mean: "
     "ctx/numbers\n    3 |   [ctx/numbres])\n      |    ^\n"},
    {{"repl"},
     "(defn f [] ctx/numbers)\n:ctx other.json\n(f)\n[ctx/nulls]\n",
     0,
     "#'f\n[4]\n[nil]\n",
     "<stdin>:1:12: warning: ctx/numbers is not a name of this context, which has none\n"
     "    1 | (defn f [] ctx/numbers)\n      |            ^\n"},
    {{"repl", "--ctx", "ctx.json"},
     ":ctx other.json\n[ctx/numbers ctx/fail]\n",
     0,
     "[[4] nil]\n",
     ""},
};

Test(tool_repl, names_of_the_context)
{
    enter_folder();
    USES(names);
}

/* A program ends with the line that closes it, each form by itself. */
static const use ends[] = {
    {{"repl"}, "1 2 [3\n4] 5\n", 0, "1\n2\n[3 4]\n5\n", ""},
    {{"repl"},
     "\"a\nb)\" \\(\n(str *1 [1\n2])\n",
     0,
     "\"a\\nb)\"\n\"(\"\n\"([1 2]\"\n",
     ""},
    {{"repl"}, "\"a\n\\\"b\n\n\\\\\"\n", 0, "\"a\\n\\\"b\\n\\n\\\\\"\n", ""},
    {{"repl"}, "(str #\"\\(\\\"\n\\[\" 1)\n", 0, NULL, ""},
    {{"repl"}, "[\\( \\\" \\; \\newline]\n", 0, "[\"(\" \"\\\"\" \";\" \"\\n\"]\n", ""},
    {{"repl"}, "#_\n(a b)\n5\n", 0, "5\n", ""},
    {{"repl"}, "#_ #_ 1\n2\n3\n", 0, "3\n", ""},
    {{"repl"}, "'\nabc\n", 0, "abc\n", ""},
    {{"repl"}, "^:x\n^:y [1]\n", 0, "[1]\n", ""},
    {{"repl"}, "(map #(* % %)\n; )\n[1 2])\n", 0, "[1 4]\n", ""},
    {{"repl"}, "#{1\n2}\n", 0, "#{1 2}\n", ""},
    {{"repl"}, "; 1\n#_ 2\n , \n", 0, "", ""},
    {{"repl"}, "\xEF\xBB\xBF(+ 1\r\n 2)\r\n", 0, "3\n", ""},
    {{"repl"}, "(println 1) (println 2)\n", 0, "1\nnil\n2\nnil\n", ""},
};

Test(tool_repl, ends)
{
    enter_folder();
    USES(ends);
}

/* Places count within the session, and the line is shown as it was typed. */
static const use faults[] = {
    {{"repl"},
     "5\n(inc :a) 6\n",
     1,
     "5\n6\n",
     "<stdin>:2:1: type_error: inc: invalid argument types: keyword; a keyword is "
     "not a number: (:key row) reads its value\n"
     "    2 | (inc :a) 6\n      | ^\n"},
    {{"repl"},
     "(str 1\n \"\xE6\x97\xA5\") (inc\n  :b)\n",
     1,
     "\"1\xE6\x97\xA5\"\n",
     "<stdin>:2:7: type_error: inc: invalid argument types: keyword; a keyword is "
     "not a number: (:key row) reads its value\n"
     "    2 |  \"\xE6\x97\xA5\") (inc\n      |        ^\n"},
    {{"repl"}, "1\n\n(+ 1\n", 1, "1\n", "<stdin>:3:1: parse_error"},
    {{"repl"}, "\"a\n", 1, "", "<stdin>:1:1: parse_error"},
    {{"repl"}, "#_\n", 1, "", "<stdin>:1:1: parse_error"},
    {{"repl"}, ")\n1\n", 1, "1\n", "parse_error: Parse error: unbalanced `)`"},
    {{"repl"}, "1 (2 ]\n3\n", 1, "1\n3\n", "line 1, column 3; close that with `)`\n"},
    {{"run", "-e", "(+ 1 2"},
     "",
     1,
     "",
     "<expression>:1:1: parse_error: Parse error: 1 `)` is missing at the end; the "
     "unclosed `(` begins here\n"},
    {{"run", "-e", "(+ 1 2))"}, "", 1, "", "unbalanced `)`; nothing is open there\n"},
    {{"repl"}, "'#(1\n2\n", 1, "2\n", "<stdin>:1:1: parse_error"},
    {{"repl"}, "'(1\n2\n", 1, "", "<stdin>:1:1: parse_error"},
    {{"repl"},
     "(require '[clojure.string :as s])\n(do (require '[clojure.set :as s]) (nope))\n"
     "(s/trim \" a\")\n'(1\n a)\n''\nb\n",
     1,
     "nil\n\"a\"\n[1 a]\n[quote b]\n",
     "undefined variable: nope"},
    {{"repl"}, "(+ 1 \xFF)\n4\n", 1, "4\n", "<stdin>:1:6: parse_error"},
    {{"repl"}, "(fail {:why 1})\n", 1, "", "failed: the program gave up: {:why 1}"},
    {{"repl", "--color", "always"},
     "a\n",
     1,
     "",
     "\x1B[1;31munbound_var:\x1B[0m undefined"},
    {{"repl", "file"}, "", 2, "", "repl reads standard input"},
};

Test(tool_repl, faults)
{
    enter_folder();
    USES(faults);
}

static const use commands[] = {
    {{"repl"}, ":help\n", 0, NULL, ""},
    {{"repl"}, " :help\n:a\n(do :quit)\n", 0, ":help\n:a\n:quit\n", ""},
    {{"repl"}, "1\n:quit\n2\n", 0, "1\n", ""},
    {{"repl"},
     "(def a [1 2])\n:memory\n:forget\n:memory\na\n",
     1,
     "#'a\na                [1 2]\n",
     "<stdin>:5:1: unbound_var"},
    {{"repl"}, ":load twice.clj\n(twice 4)\n", 0, "42\n8\n", ""},
    {{"repl"}, "1\n:load bad.clj\n2\n", 1, "1\n2\n", "bad.clj:2:1: type_error"},
    {{"repl"}, ":load absent.clj\n", 1, "", "absent.clj: No such file"},
    {{"repl", "--ctx", "ctx.json"},
     "(def a ctx/numbers)\n:ctx other.json\n[a ctx/numbers]\n:ctx "
     "list.json\nctx/numbers\n",
     1,
     "#'a\n[[1 2 3] [4]]\n[4]\n",
     "list.json: a context must be a JSON object"},
    {{"repl"}, ":doc\n", 1, "", ":doc needs NAME"},
    {{"repl"}, ":doc nothing\n", 1, "", "there is no nothing"},
    {{"repl"}, ":quit now\n", 1, "", ":quit takes no argument"},
    {{"repl"}, ":names no-name-has-this\n", 1, "", "found nothing about"},
    {{"repl", "--time", "0"},
     ":limits\n",
     0,
     "--time   none\n--heap   10000000 bytes\n--fuel   none\n--jumps  none\n",
     ""},
};

Test(tool_repl, commands)
{
    enter_folder();
    USES(commands);
}

/* Runs `ptc repl` on the text; stdout and stderr are freed by the caller. */
static int run_repl(ptc_str input, ptc_str *out, ptc_str *err)
{
    const char *argv[] = {getenv("PTC_EXE"), "repl", NULL};

    return test_run(argv, input, out, err);
}

Test(tool_repl, documentation)
{
    static const char *const parts[][2] = {
        {":doc first\n", "(first coll)\n"},
        {":doc range\n", "(range start end step)\n"},
        {":doc upcase\n", "another name of upper-case\n"},
        {":doc let\n", "(let [name value ...] body*)\n"},
        {":doc inc\n", "    ptc> (inc "},
        {":names MAXIMUM\n", ""},
        {":names sum-by\n", "sum-by "},
        {":names\n", "some->>"},
        {":time (reduce + (range 10))\n", "45\n; "},
        {":time (+ 1\n 2)\n", "3\n; "},
    };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        ptc_str out;

        run_repl(ptc_str_of(parts[i][0]), &out, NULL);
        cr_expect(strstr(out.ptr, parts[i][1]) != NULL, "%s%s", parts[i][0], out.ptr);
        free((char *)(uintptr_t)out.ptr);
    }
}

/* --- Much text --------------------------------------------------------------------- */

typedef struct large {
    const char *name;
    const char *before;
    const char *line;
    size_t count;
    const char *behind;
    int status;
    const char *out;
} large;

static const large larges[] = {
    {"lines of a string", "(count \"\n", "a\\\"\n", 190000, "\")\n", 0, "570001\n"},
    {"a line of a string", "(count \"", "abcdefghij", 99000, "\")\n", 0, "990000\n"},
    {"lines of comments", "(count [\n", "; )]}\n", 160000, "])\n", 0, "0\n"},
    {"dropped forms", "", "#_\n", 3, "1 1 1\n", 0, ""},
    {"too much text", "\"\n", "\\\"ab\n", 400000, "\"\n5\n", 1, "5\n"},
    {"too many lines", "(\n", "\n", 2000000, ")\n5\n", 1, "5\n"},
    {"too deep", "", "(", 100000, "\n5\n", 1, "5\n"},
};

Test(tool_repl, much_text)
{
    for (size_t i = 0; i < sizeof larges / sizeof larges[0]; i++) {
        const large *row = &larges[i];
        ptc_arena arena;
        ptc_text text;
        ptc_str out;

        ptc_arena_init(&arena, NULL, 0);
        ptc_text_init(&text, &arena);
        ptc_text_cstr(&text, row->before);
        for (size_t k = 0; k < row->count; k++)
            ptc_text_cstr(&text, row->line);
        ptc_text_cstr(&text, row->behind);
        cr_expect(run_repl(ptc_text_view(&text), &out, NULL) == row->status, "%s",
                  row->name);
        cr_expect_str_eq(out.ptr, row->out, "%s", row->name);
        free((char *)(uintptr_t)out.ptr);
        ptc_arena_free(&arena);
    }
}

Test(tool_repl, nul_bytes)
{
    ptc_str out;
    ptc_str err;

    cr_expect(run_repl(PTC_STR("1\n(a \0 b\n\"\0\n2\n"), &out, &err) == 1);
    cr_expect_str_eq(out.ptr, "1\n2\n");
    cr_expect(strstr(err.ptr, "<stdin>:2:4: parse_error: Parse error: a NUL byte"));
    cr_expect(strstr(err.ptr, "<stdin>:3:2: parse_error: Parse error: a NUL byte"));
}

/* --- At a terminal ----------------------------------------------------------------- */

/* `ptc repl` with a person at this kind of terminal. */
static bool sit_down(terminal *person, const char *kind)
{
    const char *argv[] = {getenv("PTC_EXE"), "repl", "--ctx", "ctx.json",
                          "--time",          "0",    NULL};

    setenv("TERM", kind, 1);
    setenv("PTC_HISTORY", "state/ptc/history", 1);
    if (!terminal_start(person, argv))
        return false;
    terminal_expect(person, ":help");
    if (strcmp(kind, "dumb") == 0)
        terminal_expect(person, "No line editing: it needs libedit");
    terminal_expect(person, "ptc> ");
    return true;
}

static void expect_answer(terminal *person, const char *keys, const char *shown)
{
    terminal_type(person, keys);
    terminal_expect(person, shown);
}

/* Behaviour at every terminal. */
static void converse(terminal *person)
{
    expect_answer(person, "(+ 1 2)\n", "\n3\r\nptc> ");
    expect_answer(person, "(def a\n", "\n...> ");
    expect_answer(person, "41)\n", "\n#'a\r\nptc> ");
    expect_answer(person, "(inc a)\n", "\n42\r\nptc> ");
    expect_answer(person, "[*1 *3]\n", "\n[42 3]\r\nptc> ");
    expect_answer(person, "(inc :a)\n",
                  "\x1B[1m<repl>:6:1:\x1B[0m \x1B[1;31mtype_error:");
    expect_answer(person, "", "\n      | \x1B[1;32m^");
    terminal_expect(person, "ptc> ");
    expect_answer(person, "(+ 1\n", "\n...> ");
    expect_answer(person, "\x03", "ptc> "); /* Ctrl-C drops it */
    expect_answer(person, "9\n", "\n9\r\nptc> ");
    expect_answer(person, "(loop [] (recur))\n", "(recur))\r\n");
    nanosleep(&(struct timespec){0, 500000000}, NULL); /* by then it runs */
    expect_answer(person, "\x03",
                  "\ninterrupted\r\nptc> "); /* and ends a running program */
    expect_answer(person, "*1\n", "\n9\r\nptc> ");
}

Test(tool_repl, plain_terminal)
{
    static terminal person;

    enter_folder();
    if (!sit_down(&person, "dumb"))
        return;
    converse(&person);
    terminal_type(&person, "\x04");
    cr_expect(terminal_end(&person) == 0);
    cr_expect(access("state", F_OK) != 0, "nothing is remembered without an editor");
}

static bool has_editor(void)
{
    const char *known = getenv("PTC_LIBEDIT");

    if (known != NULL && strcmp(known, "yes") == 0)
        return true;
    fprintf(stderr, "note: built without libedit\n");
    return false;
}

Test(tool_repl, editing)
{
    static terminal person;

    enter_folder();
    if (!has_editor() || !sit_down(&person, "xterm"))
        return;
    converse(&person);
    expect_answer(&person,
                  "(+ 20 2)\x1B[D\x1B[D\x7F\x7F"
                  "0 2\n",
                  "\n42\r\nptc> ");
    expect_answer(&person, "\x1B[A\n", "\n42\r\nptc> "); /* Up */
    expect_answer(&person, "(str \"\xC3\xA9\xE6\x97\xA5\x7F\xE6\x9C\xAC\")\n",
                  "\n\"\xC3\xA9\xE6\x9C\xAC\"\r\nptc> ");
    expect_answer(&person, "(let [x 5]\n(* x x))\n", "\n25\r\nptc> ");
    expect_answer(&person, "7\n", "\n7\r\nptc> ");
    /* Two lines are one entry. */
    expect_answer(&person, "\x1B[A\x1B[A\n", "\n25\r\nptc> ");
    terminal_type(&person, "\x04");
    cr_expect(terminal_end(&person) == 0);
}

Test(tool_repl, completion)
{
    static terminal person;

    enter_folder();
    if (!has_editor() || !sit_down(&person, "xterm"))
        return;
    expect_answer(&person, "(def zebra-stripes 12)\n", "\nptc> ");
    expect_answer(&person, "[zeb\t]\n", "\n[12]\r\nptc> ");
    expect_answer(&person, "(count ctx/n\t)\n", "\n3\r\nptc> ");
    expect_answer(&person, "(group-\t even? [1 2 3])\n",
                  "\n{false [1 3] true [2]}\r\nptc> ");
    expect_answer(&person, "(dotim\t [i 1] (println :round))\n",
                  "\n:round\r\nnil\r\nptc> ");
    expect_answer(&person, "(when-\t", "when-first");
    terminal_expect(&person, "when-some");
    terminal_expect(&person, "(when-");
    expect_answer(&person, "not nil 8)\n", "\n8\r\nptc> ");
    expect_answer(&person, ":lim\t\n", "--heap");
    terminal_expect(&person, "ptc> ");
    expect_answer(&person, "help\n", "; there is a command :help\r\nptc> ");
    terminal_type(&person, ":quit\n");
    cr_expect(terminal_end(&person) == 0);
}

/* The next session remembers; no one else can read it. */
Test(tool_repl, history)
{
    static terminal person;
    struct stat facts;

    enter_folder();
    if (!has_editor() || !sit_down(&person, "xterm"))
        return;
    expect_answer(&person, "(str \"a\\\\b \xC3\xA9\"\n1)\n",
                  "\n\"a\\\\b \xC3\xA9"
                  "1\"\r\nptc> ");
    terminal_type(&person, "\x04");
    cr_expect(terminal_end(&person) == 0);
    cr_assert(stat("state/ptc/history", &facts) == 0);
    cr_expect((facts.st_mode & 07777) == 0600, "%o", (unsigned)facts.st_mode);
    cr_assert(sit_down(&person, "xterm"));
    expect_answer(&person, "\x1B[A\n",
                  "\n\"a\\\\b \xC3\xA9"
                  "1\"\r\nptc> ");
    terminal_type(&person, "\x04");
    cr_expect(terminal_end(&person) == 0);
}

/* A history file that is the context under another name would overwrite it. */
Test(tool_repl, history_is_kept_apart)
{
    static terminal person;
    struct stat facts;
    struct stat after;

    enter_folder();
    cr_assert(stat("ctx.json", &facts) == 0);
    cr_assert(mkdir("state", 0700) == 0 && mkdir("state/ptc", 0700) == 0);
    cr_assert(symlink("../../ctx.json", "state/ptc/history") == 0);
    if (!has_editor() || !sit_down(&person, "xterm"))
        return;
    cr_expect(terminal_has_shown(&person, "history: this file is an input"));
    expect_answer(&person, "(+ 20 1)\n", "\n21\r\nptc> ");
    expect_answer(&person, "\x1B[A\n", "\n21\r\nptc> ");
    terminal_type(&person, "\x04");
    cr_expect(terminal_end(&person) == 0);
    cr_expect(stat("ctx.json", &after) == 0 && after.st_size == facts.st_size);
}

/* A home folder that takes no history is not reported. */
Test(tool_repl, no_history)
{
    static terminal person;

    enter_folder();
    put_file("state", "a file where a folder would be\n");
    if (!has_editor() || !sit_down(&person, "xterm"))
        return;
    expect_answer(&person, "1\n", "\n1\r\nptc> ");
    expect_answer(&person, "\x1B[A\n", "\n1\r\nptc> ");
    terminal_type(&person, "\x04");
    cr_expect(terminal_end(&person) == 0);
    cr_expect(!terminal_has_shown(&person, "state"));
}
