/* SPDX-License-Identifier: MIT */
/*
 * Command lines, whatever the verb: options that do not go together, words that options
 * do not take, guesses at what was meant, and what may be named as a file.
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"
#include "uses.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* --- The rows of cli.def ----------------------------------------------------------- */

typedef enum test_verb {
#define PTC_CLI_VERB(constant, tool, name, operands, summary, since) VERB_##constant,
#include "tool/common/cli.def"
    VERB_COUNT
} test_verb;

typedef enum test_option {
#define PTC_CLI_OPTION(constant, name, letter, argument, verbs, help, since)             \
    OPTION_##constant,
#include "tool/common/cli.def"
    OPTION_COUNT
} test_option;

#define IN(verb) (1u << VERB_##verb)
#define ANYWHERE (~0u)

static const struct {
    const char *tool;
    const char *name;
} verbs[] = {
#define PTC_CLI_VERB(constant, tool, name, operands, summary, since) {#tool, name},
#include "tool/common/cli.def"
};

static const struct {
    const char *name;
    const char *argument;
    unsigned verbs;
} options[] = {
#define PTC_CLI_OPTION(constant, name, letter, argument, verbs, help, since)             \
    {name, argument, verbs},
#include "tool/common/cli.def"
};

static const struct {
    test_option option;
    unsigned verbs;
    test_option other;
    bool is_needed;
} pairs[] = {
#define PTC_CLI_NEEDS(option, verbs, other)                                              \
    {OPTION_##option, verbs, OPTION_##other, true},
#define PTC_CLI_APART(option, verbs, other)                                              \
    {OPTION_##option, verbs, OPTION_##other, false},
#include "tool/common/cli.def"
};

/* An option as it is typed, with some argument if it takes one. */
static const char *typed(test_option option)
{
    return format("--%s%s", options[option].name,
                  options[option].argument != NULL ? "=x" : "");
}

/* The command that has the verb, or NULL for programs that users make. */
static const char *command_of(int verb)
{
    if (strcmp(verbs[verb].tool, "OWN") == 0)
        return NULL;
    return strcmp(verbs[verb].tool, "PTC") == 0 ? "$PTC_EXE" : "$PTCC";
}

/* Runs a line without input, which fails as misuse; expects all of stderr. */
static void expect_refusal(const char *line, const char *message)
{
    ptc_str out;
    ptc_str err;
    int status = shell(".", format("%s </dev/null", line, ""), &out, &err);

    cr_expect(status == 2, "%s: exit %d", line, status);
    cr_expect_str_eq(out.ptr, "", "%s: printed %s", line, out.ptr);
    cr_expect_str_eq(err.ptr, message, "%s: got %s", line, err.ptr);
}

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    put_file("a.sig", "add(a :int, b :int) -> :int\n");
    put_file("a.json", "{\"a\": 1, \"b\": 2}\n");
    put_file("a.clj", "(+ 1 2)\n");
    put_file("a.agent.edn", "{:prompt \"Add.\" :signature \"(a :int) -> :int\"}\n");
}

/* --- Options ----------------------------------------------------------------------- */

Test(cli, refuses_an_option_without_the_one_that_it_serves, .init = enter_folder)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        for (int verb = 0; verb < VERB_COUNT; verb++) {
            const char *program = command_of(verb);

            if ((pairs[i].verbs >> verb & 1u) == 0 || program == NULL ||
                !pairs[i].is_needed)
                continue;
            expect_refusal(
                format("%s %s", program,
                       format("%s %s", verbs[verb].name, typed(pairs[i].option))),
                format("%s: --%s", program[4] == 'C' ? "ptcc" : "ptc",
                       format("%s is for --%s, which is not given\n",
                              options[pairs[i].option].name,
                              options[pairs[i].other].name)));
        }
    }
}

Test(cli, refuses_options_that_exclude_each_other, .init = enter_folder)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        for (int verb = 0; verb < VERB_COUNT; verb++) {
            const char *program = command_of(verb);

            if ((pairs[i].verbs >> verb & 1u) == 0 || program == NULL ||
                pairs[i].is_needed)
                continue;
            expect_refusal(
                format("%s %s", format("%s %s", program, verbs[verb].name),
                       format("%s %s", typed(pairs[i].other), typed(pairs[i].option))),
                format("%s: --%s", program[4] == 'C' ? "ptcc" : "ptc",
                       format("%s and --%s cannot be combined\n",
                              options[pairs[i].option].name,
                              options[pairs[i].other].name)));
        }
    }
}

/* Both are read only when there is something to print. */
Test(cli, refuses_wrong_styles_and_colors_before_the_verb_runs, .init = enter_folder)
{
    static const test_option read_late[] = {OPTION_DIAGNOSTICS, OPTION_COLOR};
    static const char *const words[] = {"text, gnu, msvc or json",
                                        "auto, always or never"};

    for (size_t i = 0; i < 2; i++) {
        for (int verb = 0; verb < VERB_COUNT; verb++) {
            const char *program = command_of(verb);
            const char *name = options[read_late[i]].name;

            if (program == NULL || (options[read_late[i]].verbs >> verb & 1u) == 0)
                continue;
            expect_refusal(
                format("%s %s", program, format("%s --%s=", verbs[verb].name, name)),
                format("%s: %s", program[4] == 'C' ? "ptcc" : "ptc",
                       format("--%s takes %s, not \"\"\n", name, words[i])));
        }
    }
}

static const use option_uses[] = {
    {{"check", "--color=neve", "a.sig"},
     "",
     2,
     "",
     "ptcc: --color takes auto, always or never, not \"neve\"; did you mean never?\n"},
    {{"check", "--color=neve", "--color=never", "a.sig"}, "", 0, "", ""},
    {{"check", "--color=neve", "--help"}, "", 0, NULL, ""},
    {{"check", "--brimley-compat=", "a.sig"},
     "",
     2,
     "",
     "ptcc: --brimley-compat takes 0.5, not \"\"\n"},
    {{"gen", "--emit=gbnf", "--max-string=1e3", "-o", ".", "a.sig"},
     "",
     2,
     "",
     "ptcc: --max-string is a number from 1 to 1000000, not \"1e3\"\n"},
    {{"sample", "--count=-1", "a.sig"}, "", 2, "", "--count is a number from 1 to "},
    {{"sample", "--count=", "a.sig"}, "", 2, "", "not \"\"\n"},
    {{"sample", "--count= 5", "a.sig"}, "", 2, "", "not \" 5\"\n"},
    {{"sample", "--count=0x10", "a.sig"}, "", 2, "", "not \"0x10\"\n"},
    {{"sample", "--count=99999999999999999999", "a.sig"}, "", 2, "", "not \"9999"},
    {{"gen", "--dump=draft", "--always-write", "a.sig"}, "", 0, NULL, ""},
};

Test(cli, refuses_words_and_numbers_with_what_an_option_takes, .init = enter_folder)
{
    run_uses("PTCC_EXE", option_uses, sizeof option_uses / sizeof *option_uses);
}

/* --- What was meant ---------------------------------------------------------------- */

static const struct {
    const char *line;
    const char *message;
} guesses[] = {
    {"$PTCC gne", "ptcc: there is no verb \"gne\"; did you mean \"gen\"?\n"},
    {"$PTCC ge", "ptcc: there is no verb \"ge\"; did you mean \"gen\"?\n"},
    {"$PTCC regn", "ptcc: there is no verb \"regn\"; did you mean \"regen\"?\n"},
    {"$PTCC conv", "ptcc: there is no verb \"conv\"; did you mean \"convert\"?\n"},
    {"$PTCC generate", "ptcc: there is no verb \"generate\"; did you mean \"gen\"?\n"},
    {"$PTCC edit", "ptcc: there is no verb \"edit\"; see ptcc --help\n"},
    {"$PTCC x", "ptcc: there is no verb \"x\"; see ptcc --help\n"},
    {"$PTCC ''", "ptcc: there is no verb \"\"; see ptcc --help\n"},
    {"$PTCC run", "ptcc: there is no verb \"run\" here; did you mean ptc run?\n"},
    {"$PTC_EXE rnu", "ptc: there is no verb \"rnu\"; did you mean \"run\"?\n"},
    {"$PTCC --help chek", "ptcc: there is no verb \"chek\"; did you mean \"check\"?\n"},
    {"$PTCC check --frm=sig", "ptcc: check has no option --frm; did you mean --from?\n"},
    {"$PTCC check --xyz", "ptcc: check has no option --xyz; see ptcc check --help\n"},
    {"$PTCC explain typ", "ptcc: there is no diagnostic \"typ\"; did you mean type?\n"},
    {"$PTCC explain sig-unknwon-type",
     "ptcc: there is no diagnostic \"sig-unknwon-type\"; did you mean "
     "sig-unknown-type?\n"},
    {"$PTC_EXE agent rn x", "ptc: agent is followed by run, preview or grammar, not "
                            "\"rn\"; did you mean run?\n"},
    {"$PTC_EXE agent a.agent.edn",
     "ptc: agent is followed by run, preview or grammar, not \"a.agent.edn\"\n"},
    {"$PTC_EXE agent", "ptc: agent is followed by run, preview or grammar\n"},
    {"$PTC_EXE trace shw x", "ptc: trace is followed by show FILE, not \"shw\"\n"},
    {"$PTC_EXE trace", "ptc: trace is followed by show FILE\n"},
    {"$PTC_EXE trace show", "ptc: trace show needs one file; `-` is standard input\n"},
    {"$PTC_EXE agent run --to=gbnf a.agent.edn",
     "ptc: --to is for agent grammar, not agent run\n"},
    {"$PTC_EXE agent preview --fence a.agent.edn",
     "ptc: --fence is for agent grammar, not agent preview\n"},
    {"$PTC_EXE agent run --debug a.agent.edn",
     "ptc: --debug is for --trace and --json, neither of which is given\n"},
};

Test(cli, says_what_was_meant, .init = enter_folder)
{
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++)
        expect_refusal(guesses[i].line, guesses[i].message);
}

/* --- Files ------------------------------------------------------------------------- */

/* Readers of every kind: whole files, lines, JSON objects, agents. */
static const char *const readers[] = {
    "$PTCC check",
    "$PTCC convert --to sig",
    "$PTCC gen -o .",
    "$PTCC infer",
    "$PTCC fmt",
    "$PTCC regen",
    "$PTCC report",
    "$PTCC sample",
    "$PTC_EXE validate -s a.sig",
    "$PTC_EXE validate --batch",
    "$PTC_EXE run",
    "$PTC_EXE run --batch",
    "$PTC_EXE run -e 1 --ctx",
    "$PTC_EXE repl --ctx",
    "$PTC_EXE agent preview",
    "$PTC_EXE trace show",
};

Test(cli, refuses_an_empty_name_and_a_folder_in_every_reader, .init = enter_folder)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        const char *program = readers[i][4] == 'C' ? "ptcc" : "ptc";

        expect_refusal(format("%s ''", readers[i], ""),
                       format("%s: the name of a file is empty\n", program, ""));
        expect_refusal(format("%s .", readers[i], ""),
                       format("%s: .: Is a directory\n", program, ""));
        expect_refusal(format("%s none", readers[i], ""),
                       format("%s: none: No such file or directory\n", program, ""));
    }
}

static const struct {
    const char *line; /* with a pipe that a.sig, a.json or a.clj is written to */
    const char *out;
} pipes[] = {
    {"mkfifo p.sig; (cat a.sig >p.sig &); $PTCC check p.sig", ""},
    {"(cat a.sig >p.sig &); $PTCC convert --to sig p.sig",
     "add(a :int, b :int) -> :int\n"},
    {"(cat a.sig >p.sig &); $PTCC fmt p.sig", "add(a :int, b :int) -> :int\n"},
    {"(cat a.sig >p.sig &); $PTCC gen -o g p.sig; ls g", "p.ptc.c\np.ptc.h\n"},
    {"mkfifo p.json; (cat a.json >p.json &); $PTCC infer p.json", "{a :int, b :int}\n"},
    {"(cat a.json >p.json &); $PTC_EXE validate -s a.sig p.json", "ok\n"},
    {"(cat a.sig >p.sig &); $PTC_EXE validate -s p.sig a.json", "ok\n"},
    {"(cat a.json >p.json &); $PTC_EXE run -e ctx/b --ctx p.json", "2\n"},
    {"mkfifo p; (cat a.clj >p &); $PTC_EXE run p", "3\n"},
    {"$PTC_EXE run /dev/stdin <a.clj", "3\n"},
    {"cat a.sig | $PTCC fmt /dev/stdin", "add(a :int, b :int) -> :int\n"},
};

Test(cli, reads_named_pipes_and_devices, .init = enter_folder, .timeout = 60)
{
    for (size_t i = 0; i < sizeof pipes / sizeof *pipes; i++) {
        ptc_str out;
        ptc_str err;

        cr_expect(shell(".", pipes[i].line, &out, &err) == 0, "%s: %s", pipes[i].line,
                  err.ptr);
        cr_expect_str_eq(out.ptr, pipes[i].out, "%s: %s%s", pipes[i].line, out.ptr,
                         err.ptr);
    }
}

/* Without waiting for a writer: it would be read a second time, or written to. */
Test(cli, refuses_pipes_that_would_be_watched_or_rewritten, .init = enter_folder,
     .timeout = 60)
{
    static const char refusal[] =
        "ptcc: p.sig: not a regular file, so it cannot be watched or rewritten\n";

    cr_assert(shell(".", "mkfifo p.sig && ln -s p.sig link.sig", NULL, NULL) == 0);
    expect_refusal("$PTCC fmt --write p.sig", refusal);
    expect_refusal("$PTCC regen p.sig", refusal);
    expect_refusal("$PTCC gen --watch -o . p.sig",
                   "ptcc: p.sig: --watch needs a regular file\n");
    expect_refusal("$PTCC gen --watch -o . a.sig link.sig",
                   "ptcc: link.sig: --watch needs a regular file\n");
    expect_refusal("$PTCC gen --watch -o . /dev/null",
                   "ptcc: /dev/null: --watch needs a regular file\n");
    expect_refusal("$PTCC gen --watch -o . .", "ptcc: .: --watch needs a regular file\n");
}

static const use names[] = {
    {{"convert", "--to", "sig", "-"}, "", 2, "", "<stdin> declares no contract itself\n"},
    {{"convert", "--to", "sig", "--stdin-name", "in.sig", "-"},
     "",
     2,
     "",
     "in.sig declares no contract itself\n"},
    {{"report", "-"}, "", 2, "", "<stdin> declares no contract itself\n"},
    {{"sample", "-"}, "", 2, "", "ptcc: <stdin> has no contract\n"},
    {{"convert", "--to", "sig", "a.agent.edn"},
     "",
     2,
     "",
     "ptcc: a.agent.edn: this is an agent; convert takes contracts\n"},
    {{"report", "a.agent.edn"}, "", 2, "", "report takes contracts\n"},
    {{"convert", "--to", "sig", "-"}, "f() -> :int", 0, "f() -> :int\n", ""},
    {{"check", "-", "-"}, "f() -> :int", 2, "", "`-` is given twice"},
    {{"infer", "-", "-"}, "1", 2, "", "`-` is given twice"},
    {{"fmt", "--check", "-", "-"}, "x = :int", 2, "", "`-` is given twice"},
};

static const use names_of_ptc[] = {
    {{"trace", "show", "-"}, "", 1, "", "ptc: <stdin>: there is no run in this log\n"},
    {{"run", "-e", "1", "--ctx", "-"}, "[", 2, "", "ptc: <stdin>:1:2: "},
    {{"run", "-e", "1", "--ctx", "-"}, "[]", 2, "", "ptc: <stdin>: a context must be"},
    {{"validate", "-s", "a.agent.edn", "a.json"},
     "",
     2,
     "",
     "validate takes contracts\n"},
    {{"validate", "-s", "-", "-"},
     "f() -> :int",
     2,
     "",
     "ptc: `-` is given twice, but standard input can be read once\n"},
    {{"run", "-", "--ctx", "-"}, "{}", 2, "", "`-` is given twice"},
    {{"run", "/dev/zero"}, "", 2, "", "ptc: /dev/zero: larger than 16 MiB\n"},
};

Test(cli, says_what_is_wrong_with_a_file, .init = enter_folder)
{
    expect_refusal("($PTC_EXE validate -e :map a.json a.json - <&-)",
                   "ptc: <stdin>: Bad file descriptor\n");
    run_uses("PTCC_EXE", names, sizeof names / sizeof *names);
    run_uses("PTC_EXE", names_of_ptc, sizeof names_of_ptc / sizeof *names_of_ptc);
}
