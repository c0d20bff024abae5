/* SPDX-License-Identifier: MIT */
/*
 * Where `ptc` writes and where it does not: no input is overwritten, two outputs are two
 * files, and answers of models are not lost. [build-and-packaging 1.6; subagent 13]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"
#include "uses.h"

#include <criterion/criterion.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define IS_READ    "this file is an input; write to another one"
#define IS_TAKEN   "two outputs would be written here"
#define IS_LINK    "this is a symbolic link, which is not written through"
#define IS_NO_FILE "so it must be a file"

/* A run of three agents and a model, of a script or of a command. */
#define RUN    "$PTC_EXE agent run orchestrator.agent.edn --tool-results orders.jsonl "
#define SCRIPT RUN "--set customer=Ann --script script.jsonl "
#define LETTER "{\"letter\":\"Dear Ann, we have 2 orders of yours"

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    unsetenv("PTC_LLM_URL");
    unsetenv("PTC_LLM_MODEL");
    cr_assert(shell(".",
                    format("cp %s/* . && "
                           "{ echo 'include \"more.sig\"'; cat shop.sig; } > new && "
                           "mv new shop.sig && chmod 644 *%s",
                           project("examples/agent-orchestrator"), ""),
                    NULL, NULL) == 0);
    put_file("more.sig", "more = {id :int}\n");
    put_file("ctx.json", "{\"customer\":\"Ann\"}");
    put_file("x.jsonl", "\"(return 1)\"\n");
    put_file("models.json", "{\"models\":{\"m\":{\"provider\":\"command\",\"command\":"
                            "[\"sh\",\"ask.sh\"]}}}");
    put_file("ask.sh", "cat > asked\necho '{\"content\":\"(return 7)\"}'\n");
    put_file("rows", "{\"id\":1,\"expr\":\"(+ 1 2)\"}\n");
}

/* Runs a line; expects the exit code, and on stderr `part`, or nothing if that is empty.
 * Returns its output. */
static const char *expect(const char *line, int wanted, const char *part)
{
    ptc_str out;
    ptc_str err;
    int status = shell(".", line, &out, &err);

    cr_expect(status == wanted, "%s: exit %d, not %d\n%s%s", line, status, wanted,
              out.ptr, err.ptr);
    cr_expect(part[0] != '\0' ? has(err, part) : err.len == 0, "%s: no \"%s\" in:\n%s",
              line, part, err.ptr);
    return out.ptr;
}

/* Whether there are files of that pattern. */
static bool matches(const char *pattern)
{
    return shell(".", format("ls -d %s%s", pattern, ""), NULL, NULL) == 0;
}

static bool is_equal(const char *a, const char *b)
{
    return shell(".", format("cmp %s %s", a, b), NULL, NULL) == 0;
}

static unsigned mode_of(const char *name)
{
    return (unsigned)look(".", name).st_mode & 0777u;
}

/* --- What is read ------------------------------------------------------------------ */

static const char by_script[] = RUN "-c ctx.json --script script.jsonl ";
static const char by_module[] = "$PTC_EXE agent run orchestrator.agent.edn --set "
                                "customer=Ann --script script.jsonl --tools ./tools.so ";
static const char by_models[] = "$PTC_EXE agent run -e Go --models models.json ";
static const char by_tape[] = "$PTC_EXE agent run -e Go --cassette kept.jsonl ";

static const struct {
    const char *run;
    const char *file;
} inputs[] = {
    {by_script, "orchestrator.agent.edn"},
    {by_script, "finder.agent.edn"},
    {by_script, "writer.agent.edn"},
    {by_script, "shop.sig"},
    {by_script, "more.sig"},
    {by_script, "ctx.json"},
    {by_script, "script.jsonl"},
    {by_script, "orders.jsonl"},
    {by_module, "tools.so"},
    {by_models, "models.json"},
    {by_models, "ask.sh"},
    {by_tape, "kept.jsonl"},
};

/* The file by each of its names, as trace and as recording. */
static void expect_kept(const char *run, const char *file)
{
    const char *const names[] = {file, format("$PWD/../$(basename $PWD)/%s%s", file, ""),
                                 "hard", "soft", "softer"};
    const char *const options[] = {"--trace %s%s", "--cassette %s%s --record"};
    bool is_replay = run == by_tape;

    cr_assert(shell(".",
                    format("rm -f hard soft softer && ln %s hard && ln -s %s soft && "
                           "ln -s soft softer",
                           file, file),
                    NULL, NULL) == 0);
    cr_assert(shell(".", format("cp -p %s before%s", file, ""), NULL, NULL) == 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t k = 0; k < (is_replay ? 1 : 2); k++)
            expect(format("%s %s", run, format(options[k], names[i], "")), 2, IS_READ);
        cr_expect(is_equal(file, "before"), "%s was written by the name %s", file,
                  names[i]);
    }
    cr_expect(!matches("*.partial*") && !matches("*.tmp-*"), "%s", file);
}

Test(tool_outputs, no_input_is_overwritten, .timeout = 120)
{
    enter_folder();
    expect("$CC -shared -fPIC -I $INCLUDE -o tools.so tools.c $LIBPTC -lm", 0, "");
    expect("$PTC_EXE agent run -e Go --script x.jsonl --cassette kept.jsonl --record", 0,
           "");
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        expect_kept(inputs[i].run, inputs[i].file);
    cr_expect(!exists(".", "asked"), "a model was asked");
}

/* Files that the shell has opened are read and written as well. */
Test(tool_outputs, standard_streams_are_inputs_and_outputs)
{
    static const struct {
        const char *line;
        const char *file;
        const char *message;
    } rows[] = {
        {RUN "-c - --script script.jsonl --trace ctx.json < ctx.json", "ctx.json",
         IS_READ},
        {SCRIPT "--trace said > said", NULL, IS_TAKEN},
        {SCRIPT "--cassette said --record >> said", NULL, IS_TAKEN},
        {SCRIPT "--trace said 2>> said; r=$?; cat said >&2; exit $r", NULL, IS_TAKEN},
        {SCRIPT "--trace /dev/stdout > said", NULL, IS_TAKEN},
        {"$PTC_EXE run --batch rows >> rows", "rows", IS_READ},
        {"$PTC_EXE run --batch < rows >> rows", "rows", "<stdin>: " IS_READ},
        {"$PTC_EXE run rows >> rows", "rows", IS_READ},
        {"$PTC_EXE run -e 1 --ctx ctx.json >> ctx.json", "ctx.json", IS_READ},
        {"$PTC_EXE repl < rows >> rows", "rows", "<stdin>: " IS_READ},
        {"$PTC_EXE validate -e :any rows >> rows", "rows", IS_READ},
        {"$PTC_EXE validate -e :any ctx.json >> ctx.json", "ctx.json", IS_READ},
        {"$PTC_EXE validate -s more.sig rows >> more.sig", "more.sig", IS_READ},
        {"$PTC_EXE validate --batch rows >> rows", "rows", IS_READ},
        {"$PTC_EXE trace show rows >> rows", "rows", IS_READ},
    };

    enter_folder();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *file = rows[i].file;

        put_file("said", "");
        if (file != NULL)
            expect(format("cp %s before%s", file, ""), 0, "");
        expect(rows[i].line, 2, rows[i].message);
        cr_expect(file == NULL || is_equal(file, "before"), "%s", rows[i].line);
    }
    /* If stdout is closed, no file takes its place. */
    expect(SCRIPT "--trace log --cassette tape --record >&-", 2, "<stdout>: ");
    cr_expect(shell(".", "grep -q '^{\"letter' log tape", NULL, NULL) != 0);
}

Test(tool_outputs, two_outputs_are_two_files)
{
    static const char *const pairs[] = {
        "--trace new --cassette new --record",
        "--trace ./new --cassette $PWD/new --record",
        "--trace old --cassette old --record",
        "--trace folder/old --cassette old --record",
        "--trace new.partial --cassette new --record",
        "--trace soft --cassette old --record",
    };

    enter_folder();
    put_file("old", "what was there\n");
    expect("ln -s . folder && ln -s old soft", 0, "");
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        expect(format(SCRIPT "%s%s", pairs[i], ""), 2, IS_TAKEN);
    cr_expect(!matches("new*") && !matches("*.partial*"));
    expect("echo what was there | cmp - old", 0, "");
    /* Two names of one file are two places: each gets a separate file. */
    expect("ln old other", 0, "");
    cr_expect(strstr(expect(SCRIPT "--trace old --cassette other --record", 0, ""),
                     LETTER) != NULL);
    expect("$PTC_EXE trace show old", 0, "");
    cr_expect(strstr(expect(RUN "--set customer=Ann --cassette other", 0,
                            "other:3 hides _card"),
                     LETTER) != NULL);
    /* Devices may be named twice. */
    expect(SCRIPT "--trace /dev/null > /dev/null", 0, "");
}

/* --- Recordings -------------------------------------------------------------------- */

#define FAILS "--max-turns 1 --cassette tape.jsonl --record "

Test(tool_outputs, a_failed_run_keeps_the_recording)
{
    const char *said;

    enter_folder();
    /* There is none yet: no file looks like one. */
    expect(SCRIPT FAILS, 1,
           "tape.jsonl: not written, because the run failed; the rows of this run are "
           "in tape.jsonl.partial");
    cr_expect(!exists(".", "tape.jsonl") && exists(".", "tape.jsonl.partial"));
    expect("mv tape.jsonl.partial first", 0, "");
    expect(SCRIPT "--cassette tape.jsonl --record", 0, "");
    expect("cp tape.jsonl good", 0, "");

    expect(SCRIPT FAILS, 1, "are in tape.jsonl.partial\n");
    cr_expect(is_equal("tape.jsonl", "good") && is_equal("tape.jsonl.partial", "first"));
    cr_expect(mode_of("tape.jsonl.partial") == 0600);
    /* Also with --json, and with a trace; rows of earlier runs stay. */
    said = expect(SCRIPT FAILS "--json --trace log", 1, "are in tape.jsonl.partial-2\n");
    cr_expect(strncmp(said, "{\"ok\":false", 11) == 0, "%s", said);
    cr_expect(is_equal("tape.jsonl", "good") &&
              is_equal("tape.jsonl.partial", "tape.jsonl.partial-2"));
    expect("grep -q run.stop log", 0, "");
    /* The answers can be replayed: the replay ends where the run did. */
    expect(RUN "--set customer=Ann --max-turns 1 --cassette tape.jsonl.partial", 1,
           "max_turns_exceeded");
}

Test(tool_outputs, a_good_run_replaces_the_recording) /* M336 */
{
    enter_folder();
    put_file("tape.jsonl", "an older recording\n");
    cr_assert(chmod("tape.jsonl", 0644) == 0);
    expect("ln tape.jsonl linked", 0, "");
    cr_expect(
        strstr(expect(SCRIPT "--cassette tape.jsonl --record --json --trace log", 0, ""),
               "\"ok\":true") != NULL);
    cr_expect(mode_of("tape.jsonl") == 0600 && mode_of("log") == 0600);
    cr_expect(!matches("tape.jsonl?*") && !matches("*.tmp-*"));
    expect("echo an older recording | cmp - linked", 0, "");
    /* Agents that are called are on it as well. */
    cr_expect(
        strstr(expect("$PTC_EXE agent run orchestrator.agent.edn --set customer=Ann "
                      "--cassette tape.jsonl",
                      0, "note: tape.jsonl:3 hides _card"),
               LETTER) != NULL);
    expect("$PTC_EXE trace show log | grep -q write_letter", 0, "");
    /* Recorded again over itself it is the same: a recording has no times. */
    expect("cp tape.jsonl before", 0, "");
    expect(SCRIPT "--cassette tape.jsonl --record", 0, "");
    cr_expect(is_equal("tape.jsonl", "before"));
}

/* A run that asks no one leaves nothing. */
Test(tool_outputs, a_run_without_answers_leaves_no_rows)
{
    enter_folder();
    put_file("tape", "kept\n");
    expect("$PTC_EXE agent run -e 'Say {{x}}' --signature '(y :int) -> :int' --script "
           "x.jsonl --cassette tape --record",
           1, "template_error");
    cr_expect(!matches("tape?*"));
    expect("echo kept | cmp - tape", 0, "");
}

Test(tool_outputs, a_full_disk_keeps_the_recording)
{
    ptc_str err;

    enter_folder();
    expect(SCRIPT "--cassette tape.jsonl --record", 0, "");
    expect("cp tape.jsonl good", 0, "");
    /* One block per file: rows stop in the middle. */
    cr_expect(shell(".",
                    "ulimit -f 1; trap '' XFSZ; " SCRIPT "--cassette tape.jsonl --record",
                    NULL, &err) == 2);
    cr_expect(has(err, "tape.jsonl.partial: File too large") &&
                  has(err, "tape.jsonl: left as it was"),
              "%s", err.ptr);
    cr_expect(is_equal("tape.jsonl", "good") && exists(".", "tape.jsonl.partial"));
}

/* The second answer kills the run: the first was paid for. */
Test(tool_outputs, a_killed_run_keeps_the_recording_and_its_rows)
{
    enter_folder();
    put_file("ask.sh", "cat > /dev/null\nif [ -e once ]; then kill -9 $PPID; fi\n"
                       ": > once\necho '{\"content\":\"(def a 1)\"}'\n");
    put_file("tape", "kept\n");
    cr_expect(shell(".",
                    "$PTC_EXE agent run -e Go --models models.json --cassette tape "
                    "--record --trace log",
                    NULL, NULL) != 0);
    expect("echo kept | cmp - tape", 0, "");
    expect("wc -l < tape.partial | grep -qx ' *1' && grep -q '(def a 1)' tape.partial", 0,
           "");
    expect("grep -q '\"event\":\"llm.stop\"' log", 0, "");
}

/* Runs that record to one file at a time do not mix their rows. */
Test(tool_outputs, recordings_made_at_once_stay_whole)
{
    enter_folder();
    expect("for i in 1 2 3 4 5 6; do " SCRIPT
           "--cassette tape --record --trace log > out$i & done; wait; "
           "cat out? | grep -c letter | grep -qx 6",
           0, "");
    cr_expect(
        strstr(expect(RUN "--set customer=Ann --cassette tape", 0, "tape:3 hides _card"),
               LETTER) != NULL);
    cr_expect(!matches("tape?*") && !matches("log?*"));
    expect("$PTC_EXE trace show log", 0, "");
}

/* A recording that cannot be replaced is refused before any model is asked. */
Test(tool_outputs, recordings_are_files)
{
    static const struct {
        const char *tape;
        const char *message;
    } rows[] = {
        {"/dev/null", IS_NO_FILE},
        {"/dev/full", IS_NO_FILE},
        {"/dev/stderr", ""},
        {"pipe", IS_NO_FILE},
        {"folder", IS_NO_FILE},
        {"soft", IS_LINK},
        {"dangling", IS_LINK},
        {"old/such", "old: Not a directory"},
        {"loop", "loop: "},
        {"''", "--cassette names no file"},
        {"/sys/tape", "/sys/tape: "},
        {"full", "the rows of 1000 failed runs are next to it"},
    };

    enter_folder();
    put_file("old", "kept\n");
    expect("mkfifo pipe && mkdir folder && ln -s old soft && ln -s nowhere dangling && "
           "ln -s loop loop && touch full.partial $(seq -f full.partial-%g 2 1000)",
           0, "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str err;

        cr_expect(shell(".",
                        format("$PTC_EXE agent run -e Go --models models.json --record "
                               "--cassette %s%s",
                               rows[i].tape, ""),
                        NULL, &err) == 2 &&
                      has(err, rows[i].message),
                  "%s: %s", rows[i].tape, err.ptr);
    }
    cr_expect(!exists(".", "asked") && !exists(".", "nowhere"));
    expect("[ $(ls | grep -c partial) -eq 1000 ]", 0, "");
    expect("echo kept | cmp - old", 0, "");
}

/* --- Traces ------------------------------------------------------------------------ */

Test(tool_outputs, traces_are_never_written_through_links) /* M410 */
{
    enter_folder();
    put_file("target", "kept\n");
    cr_assert(chmod("target", 0644) == 0);
    expect("ln -s target soft && ln -s soft softer && ln -s nowhere dangling", 0, "");
    expect(SCRIPT "--trace soft", 2, IS_LINK);
    expect(SCRIPT "--trace softer", 2, IS_LINK);
    expect(SCRIPT "--trace dangling", 2, IS_LINK);
    expect("echo kept | cmp - target", 0, "");
    cr_expect(mode_of("target") == 0644 && !exists(".", "nowhere"));
    /* A hard link is another name of the old file, which stays. */
    expect("ln target hard", 0, "");
    expect(SCRIPT "--trace hard", 0, "");
    expect("echo kept | cmp - target", 0, "");
    cr_expect(mode_of("hard") == 0600 && mode_of("target") == 0644);
    /* A reader of the old file sees nothing of the new one. */
    put_file("open", "old\n");
    expect("exec 5< open; " SCRIPT "--trace open; cat <&5 | grep -qx old", 0, "");
    cr_expect(mode_of("open") == 0600);
}

Test(tool_outputs, traces_go_to_devices_and_pipes)
{
    enter_folder();
    expect(SCRIPT "--trace /dev/null", 0, "");
    if (access("/dev/full", W_OK) == 0)
        expect(SCRIPT "--trace /dev/full", 2, "/dev/full: No space left");
    expect("mkfifo pipe; cat pipe > got & " SCRIPT
           "--trace pipe; r=$?; wait; grep -q run.stop got && exit $r",
           0, "");
    expect(SCRIPT "--trace /dev/stdout | grep run.stop > got", 0, "");
    expect(SCRIPT "--trace . ", 2, "Is a directory");
    expect(SCRIPT "--trace /sys/log", 2, "/sys/log: ");
    expect(SCRIPT "--trace ''", 2, "--trace names no file");
    /* Mistakes come before anything is written. */
    put_file("log", "kept\n");
    expect(SCRIPT "--trace log --cassette log/tape --record", 2, "log: ");
    expect("$PTC_EXE agent run -e Go --script none --trace log", 2, "none: ");
    expect("echo kept | cmp - log", 0, "");
}

/* Missing folders are made for logs and recordings, as for generated files. */
Test(tool_outputs, folders_are_made)
{
    enter_folder();
    expect(SCRIPT "--trace a/b/log --cassette a/c/tape --record", 0, "");
    expect("grep -q run.stop a/b/log && test -s a/c/tape", 0, "");
    expect(SCRIPT "--trace ./a/d/./log --cassette a/d/log --record", 2,
           "a/d/log: two outputs would be written here");
    put_file("file", "kept\n");
    expect(SCRIPT "--trace new/log --cassette file/tape --record", 2,
           "file: Not a directory");
    expect(SCRIPT "--trace file/b/log --cassette new/tape --record", 2,
           "file: Not a directory");
    expect("test ! -e a/d && echo kept | cmp - file", 0, "");
}

/* Folders and files without write permission; root may write all. */
Test(tool_outputs, files_without_permission_are_kept)
{
    enter_folder();
    if (geteuid() == 0)
        return;
    put_file("old", "kept\n");
    expect("chmod 400 old; mkdir shut; chmod 500 shut", 0, "");
    expect(SCRIPT "--trace old", 2, "old: Permission denied");
    expect(SCRIPT "--cassette old --record", 2, "old: Permission denied");
    expect(SCRIPT "--trace shut/log", 2, "shut/log: Permission denied");
    expect(SCRIPT "--cassette shut/tape --record", 2, "shut/tape: Permission denied");
    expect("echo kept | cmp - old; chmod 700 shut", 0, "");
}

/* Temporary files left by a killed run are removed, those of others stay. */
Test(tool_outputs, what_killed_runs_left_is_removed)
{
    char name[64];

    enter_folder();
    snprintf(name, sizeof name, "log.tmp-%ld-0", (long)getpid());
    put_file(name, "");
    put_file("log.tmp-2147483646-0", "");
    put_file("other.tmp-2147483646-0", "");
    expect(SCRIPT "--trace log", 0, "");
    cr_expect(exists(".", name) && exists(".", "other.tmp-2147483646-0"));
    cr_expect(!exists(".", "log.tmp-2147483646-0"));
}
