/* SPDX-License-Identifier: MIT */
/*
 * `ptcc sample` from outside: contracts of every form, agents and chains, and what it
 * prints is what `ptc validate` accepts.
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdlib.h>

static const char *folder;

static void start(void)
{
    folder = test_directory();
    write_file(folder, "a.sig",
               "user = {id :int[1..9], _token :string?}\n"
               "find(who :user, limit :int = 5) -> {hits [:string], _raw :any?}\n");
    write_file(
        folder, "a.malli.edn",
        "[:map [:kind [:enum :x :y]] [:at :datetime] [:code [:re \"^[A-Z]{2}\\\\d$\"]]]");
    write_file(folder, "a.json",
               "{\"type\": \"object\", \"required\": [\"n\"], \"properties\": {\"n\": "
               "{\"type\": \"integer\", \"minimum\": 3, \"maximum\": 4}}}");
    write_file(folder, "a.agent.edn",
               "{:prompt \"Find {{what}}\" :signature \"(what [:= \\\"mice\\\"]) -> "
               "{count [:int {:min 7 :max 7}], _note [:= \\\"n\\\"]}\"}\n");
    write_file(folder, "bare.agent.edn", "{:prompt \"x\"}\n");
}

TestSuite(sample_command, .init = start);

/* Runs it; what it printed. */
static const char *answer(const char *line, int status)
{
    ptc_str out;
    ptc_str err;
    int got = shell(folder, line, &out, &err);

    cr_assert(got == status, "%s: %d, not %d: %s", line, got, status, test_cstr(err));
    return test_cstr(status == 0 ? out : err);
}

static void expect_part(const char *text, const char *part)
{
    cr_expect(strstr(text, part) != NULL, "\"%s\" is not in: %s", part, text);
}

/* M589: forms of contracts, both directions. */
Test(sample_command, validate_accepts_what_it_prints, .timeout = 60)
{
    static const char *const rows[] = {
        "$PTCC sample a.sig --contract find -n 300 --seed 1 | $PTC_EXE validate -s "
        "a.sig#find -",
        "$PTCC sample a.sig --contract find --output -n 300 --seed 1 | $PTC_EXE validate "
        "-s a.sig#find --output -",
        "$PTCC sample a.sig --contract user -n 300 --seed 1 | $PTC_EXE validate -s "
        "a.sig#user --mode strict -",
        "$PTCC sample a.malli.edn -n 300 --seed 1 | $PTC_EXE validate -s a.malli.edn -",
        "$PTCC sample a.json --from json-schema -n 300 --seed 1 | $PTC_EXE validate -s "
        "a.json --from json-schema -",
        "test $($PTCC sample a.malli.edn -n 300 --seed 1 | wc -l) = 300",
        "test $($PTCC sample a.json --from json-schema -n 300 --seed 1 | sort -u | wc "
        "-l) "
        "= 2",
        /* what is not valid is refused by the same commands */
        "! echo '{\"n\": 5}' | $PTC_EXE validate -s a.json --from json-schema -",
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        answer(rows[i], 0);
}

/* Firewalled fields are part of the data. */
Test(sample_command, agents_and_chains)
{
    cr_expect_str_eq(answer("$PTCC sample a.agent.edn --seed 1", 0),
                     "{\"what\":\"mice\"}\n");
    cr_expect_str_eq(answer("$PTCC sample a.agent.edn --seed 1 --output", 0),
                     "{\"count\":7,\"_note\":\"n\"}\n");
    expect_part(answer("$PTCC sample bare.agent.edn --seed 1", 1),
                "ptcc: bare.agent.edn: it has no signature that says what to sample");
    expect_part(answer("$PTCC sample a.agent.edn --contract x", 2), "--contract is for");
    write_file(
        folder, "b.agent.edn",
        "{:prompt \"Go {{count}}\" :signature \"(count :int) -> {end [:= 3]}\"}\n");
    write_file(folder, "c.chain.edn", "{:agents [\"a.agent.edn\" \"b.agent.edn\"]}\n");
    /* The parameters of the first agent, the result of the last. */
    cr_expect_str_eq(answer("$PTCC sample c.chain.edn --seed 1", 0),
                     "{\"what\":\"mice\"}\n");
    cr_expect_str_eq(answer("$PTCC sample c.chain.edn --seed 1 --output", 0),
                     "{\"end\":3}\n");
}

/* M589: a run can be repeated. */
Test(sample_command, seeds)
{
    expect_part(answer("$PTCC sample a.sig --contract user 2>&1 >first", 0),
                "ptcc: --seed ");
    answer(
        "seed=$($PTCC sample a.sig --contract user -n 20 2>&1 >first | sed 's/.*--seed "
        "\\([0-9]*\\) .*/\\1/') && $PTCC sample a.sig --contract user -n 20 --seed $seed "
        ">second && cmp first second && test -n \"$seed\"",
        0);
    cr_expect_str_eq(
        answer("$PTCC sample a.sig --contract user --seed 1 2>&1 >/dev/null", 0), "");
    answer("$PTCC sample a.sig --contract user -n 9 --seed 1 >nine && $PTCC sample a.sig "
           "--contract user -n 3 --seed 1 >three && head -3 nine | cmp - three",
           0);
}

Test(sample_command, what_is_wrong)
{
    expect_part(answer("$PTCC sample", 2), "sample needs one file");
    expect_part(answer("$PTCC sample a.sig", 2), "several contracts, name one");
    expect_part(answer("$PTCC sample a.sig --contract who", 2), "has no contract who");
    expect_part(answer("$PTCC sample absent.sig", 2), "absent.sig");
    expect_part(answer("$PTCC sample a.sig --contract user -n 0", 2),
                "--count is a number");
    expect_part(answer("$PTCC sample a.sig --contract user --seed -1", 2), "--seed is a");
    expect_part(
        answer("echo '[:map [:x [:fn :email]]]' | $PTCC sample - --from malli --type "
               "email --seed 1",
               1),
        "ptcc: -: x: there is no sample of :email: ");
    expect_part(answer("$PTCC sample a.sig --contract user -n 10 --seed 1 >/dev/full", 2),
                "<stdout>");
}
