/* SPDX-License-Identifier: MIT */
/*
 * `ptcc compile` with a model, a script in its place, and with samples: what is asked,
 * what is written, and what is run again. [subagent 15]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

static const char agent[] =
    "{:prompt \"Double it\" :signature \"(n :int, k :int?) -> {twice :int}\"\n"
    " :tools {\"add\" {:fn add_up :signature \"(a :int, b :int) -> :int\"}}}\n";
static const char results[] =
    "{\"name\":\"add\",\"args\":{\"a\":42,\"b\":42},\"result\":84}\n"
    "{\"name\":\"add\",\"args\":{\"a\":4,\"b\":4},\"result\":8}\n";
static const char script[] =
    "\"```clojure\\n(def a (tool/add {:a ctx/n :b ctx/n}))\\n```\"\n"
    "\"```clojure\\n(return {:twice nobody})\\n```\"\n"
    "{\"content\":\"```clojure\\n(return {:twice a})\\n```\","
    "\"tokens\":{\"input\":10,\"output\":5}}\n";
static const char derive[] =
    "$PTCC compile a.agent.edn --script s.jsonl --tool-results r.jsonl";

static const char *prepare(const char *agent_text)
{
    const char *folder = test_directory();

    write_file(folder, "a.agent.edn", agent_text);
    write_file(folder, "r.jsonl", results);
    write_file(folder, "s.jsonl", script);
    return folder;
}

static void expect(const char *folder, const char *line, int status, const char *told)
{
    ptc_str err = {NULL, 0};
    int got = shell(folder, line, NULL, &err);

    cr_expect(got == status, "%s: %d, not %d: %s", line, got, status, err.ptr);
    cr_expect(has(err, told), "%s: \"%s\" is not in: %s", line, told, err.ptr);
}

static void expect_file(const char *folder, const char *name, const char *part)
{
    ptc_str out = {NULL, 0};

    cr_expect(shell(folder, format("cat %s", name, ""), &out, NULL) == 0);
    cr_expect(has(out, part), "%s: \"%s\" is not in: %s", name, part, out.ptr);
}

/* --- Deriving ----------------------------------------------------------------------- */

/* M249 M250 M251: the programs that succeeded are kept, and what the samples gave. */
Test(gen_derive, a_model_writes_the_program_once)
{
    const char *folder = prepare(agent);

    expect(folder, format("%s --sample '{\"n\":42}' --sample '[{\"n\":4}]'", derive, ""),
           0, "");
    expect_file(folder, "a.ptc.clj",
                "\n; turn 1\n(def a (tool/add {:a ctx/n :b ctx/n}))\n; turn 3\n"
                "(return {:twice a})\n");
    expect_file(folder, "a.ptc.samples.jsonl",
                "{\"input\":{\"n\":42},\"result\":{\"twice\":84},\"calls\":[{\"name\":"
                "\"add\",\"args\":{\"a\":42,\"b\":42},\"result\":84}]}\n"
                "{\"input\":{\"n\":4},\"result\":{\"twice\":8},\"calls\":");
    expect(folder, "$PTCC gen --compiled -o . a.agent.edn", 0, "");
    expect(folder, "$PTCC compile --check a.agent.edn", 0, "");
    expect(folder, "$PTCC compile --replay a.agent.edn", 0, "");
    expect_compiles(folder, "a");
}

/* M257 M443: for people; it may differ from run to run, and is not a part of the hashes.
 */
Test(gen_derive, the_lock_says_where_its_program_came_from)
{
    const char *folder = prepare(agent);

    expect(folder, format("%s --llm fable --sample '{\"n\":42}'", derive, ""), 0, "");
    expect(folder,
           "grep -qE '^; origin: model fable, 3 turns, 15 tokens, 20[0-9-]+T[0-9:.]+Z, "
           "prompt revision [0-9]+, ptcc [0-9.]+$' a.ptc.clj",
           0, "");
    expect(folder, "sed -i 's/fable, 3 turns/fable, 4 turns/' a.ptc.clj", 0, "");
    expect(folder, "$PTCC compile --check a.agent.edn", 0, "");
    expect(folder, "$PTCC compile --accept a.agent.edn", 0, "");
    expect_file(folder, "a.ptc.clj", "fable, 4 turns");
    expect(
        folder,
        "$PTCC gen --compiled -o . a.agent.edn && grep -q '[.]compiled_at = \"20.*Z\"' "
        "a.ptc.c",
        0, "");
    expect_file(folder, "a.ptc.c",
                ".origin.model = \"fable\",\n    .origin.turns = 4,\n"
                "    .origin.tokens = 15,\n");
}

/* Whatever a line says, what is read of it is data. */
Test(gen_derive, what_of_an_origin_is_data)
{
    static const struct {
        const char *line;
        const char *rows;
    } rows[] = {
        {"model -, 1 turn, 1 token, prompt revision 2", ".turns = 1, .tokens = 1,"},
        {"model a, 2 turns, or b, 3 turns",
         ".model = \"a, 2 turns, or b\", .turns = 3, .tokens = -1,"},
        {"model a, 2 turnips, 3 turns",
         ".model = \"a, 2 turnips\", .turns = 3, .tokens = -1,"},
        {"model \"a*/\", 2 turns, 9223372036854775807 tokens, 2026-01-02T03:04:05Z",
         ".compiled_at = \"2026-01-02T03:04:05Z\", .model = \"\\\"a*/\\\"\", .turns = 2, "
         ".tokens = 9223372036854775807u,"},
        {"model a, 9999999999 turns", ".turns = 1, .tokens = -1,"},
        {"model a, -1 turns", ".turns = 1, .tokens = -1,"},
        {"a model, 2 turns", ".turns = 1, .tokens = -1,"},
    };
    const char *folder = prepare("{:prompt \"x\" :signature \"() -> :int\"}\n");

    write_file(folder, "p.clj", "(return 1)\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptc_str out = {NULL, 0};

        expect(folder, "$PTCC compile --program p.clj a.agent.edn", 0, "");
        write_file(folder, "line", format("; origin: %s\n%s", rows[i].line, ""));
        expect(folder,
               "sed -i '3r line' a.ptc.clj && $PTCC gen --compiled -o . a.agent.edn && "
               "$CC -Wall -Wextra -Wconversion -Wsign-conversion -Werror -I $INCLUDE -c "
               "a.ptc.c",
               0, "");
        cr_expect(shell(folder,
                        "grep '^    [.]origin' a.ptc.c | sed 's/    [.]origin//' | tr "
                        "'\\n' ' '",
                        &out, NULL) == 0);
        cr_expect(has(out, rows[i].rows), "%s: %s", rows[i].line, out.ptr);
    }
}

/* M257 M443: the constant has it from the lock, even when the name of a model is like the
 * rest of the line; what people make of the line is as if it were not there. */
Test(gen_derive, constants_say_where_their_program_came_from)
{
    static const struct {
        const char *edit;  /* of the lock */
        const char *model; /* NULL: unknown */
        const char *turns;
        const char *tokens;
        bool has_date;
    } rows[] = {
        {":", "fable", "3", "15", true},
        {"sed -i 's/model fable, 3 turns/model a, 7 turns, 1 token, 1 turn/' a.ptc.clj",
         "a, 7 turns, 1 token", "1", "15", true},
        {"sed -i 's/ 15 tokens,//; s/, 20[^,]*Z//' a.ptc.clj", "fable", "3", "-1", false},
        {"sed -i 's/model fable/model -/' a.ptc.clj", NULL, "3", "15", true},
        {"sed -i 's/15 tokens/5000000000 tokens/' a.ptc.clj", "fable", "3", "5000000000u",
         true},
        /* Three programs would be three turns: of this lock there are two. */
        {"sed -i 's/3 turns/many turns/' a.ptc.clj", NULL, "2", "-1", false},
        {"sed -i 's/3 turns/5000000000 turns/' a.ptc.clj", NULL, "2", "-1", false},
        {"sed -i 's/3 turns, 15/3 turns, by Ann, 15/' a.ptc.clj", NULL, "2", "-1", false},
        {"sed -i '/^; origin/d' a.ptc.clj", NULL, "2", "-1", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *folder = prepare(agent);
        ptc_str out = {NULL, 0};

        expect(folder, format("%s --llm fable --sample '{\"n\":42}'", derive, ""), 0, "");
        expect(folder, rows[i].edit, 0, "");
        expect(folder, "$PTCC gen --compiled -o . a.agent.edn", 0, "");
        expect_compiles(folder, "a");
        cr_assert(shell(folder, "cat a.ptc.c", &out, NULL) == 0);
        cr_expect(
            has(out, format("    .origin.turns = %s,\n%s", rows[i].turns, "")) &&
                has(out, format("    .origin.tokens = %s,\n%s", rows[i].tokens, "")),
            "row %zu", i);
        cr_expect(has(out, ".origin.compiled_at = ") == rows[i].has_date, "row %zu", i);
        cr_expect(
            rows[i].model == NULL
                ? !has(out, ".origin.model")
                : has(out, format("    .origin.model = \"%s\",\n%s", rows[i].model, "")),
            "row %zu", i);
    }
}

/* A run that fails leaves nothing, and what was there stays. */
Test(gen_derive, runs_that_fail_write_nothing)
{
    static const struct {
        const char *options;
        int status;
        const char *told;
    } rows[] = {
        {"--script s.jsonl --tool-results r.jsonl --sample '{\"n\":7}'", 1,
         "a.agent.edn"},
        {"--script s.jsonl --tool-results r.jsonl --sample '{\"n\":\"x\"}'", 1,
         "n: expected int, got string"},
        {"--script s.jsonl --sample '{\"n\":4}'", 2,
         "add (add_up): give --tools MODULE, --tool-results FILE, or make a program with "
         "ptc_compile_main"},
        {"--tool-results r.jsonl", 1, "give --models FILE and --llm NAME, or --script"},
        {"--tool-results r.jsonl --llm nobody", 1, "nobody"},
        {"--tool-results r.jsonl --script none.jsonl", 2, "none.jsonl"},
        {"--tool-results r.jsonl --script s.jsonl --models m.json", 2, "give one"},
        {"--tool-results r.jsonl --script s.jsonl --record", 2, "--cassette"},
        {"--tool-results r.jsonl --script s.jsonl --seed x", 2, "seed"},
        {"--tool-results r.jsonl --script s.jsonl --sample '[]'", 2, "no sample"},
        {"--tool-results r.jsonl --script s.jsonl --sample - </dev/null", 2, "no sample"},
    };
    const char *folder = prepare(agent);

    expect(folder, derive, 0, "");
    expect(folder, "cp a.ptc.clj was.clj; cp a.ptc.samples.jsonl was.jsonl", 0, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect(folder, format("$PTCC compile a.agent.edn %s", rows[i].options, ""),
               rows[i].status, rows[i].told);
        expect(folder, "cmp a.ptc.clj was.clj && cmp a.ptc.samples.jsonl was.jsonl", 0,
               "");
    }
}

/* What models and tools answered is recorded, and replayed without them. */
Test(gen_derive, recordings_serve_in_place_of_models)
{
    const char *folder = prepare(agent);

    expect(folder,
           format("%s --sample '{\"n\":4}' --cassette tape.jsonl --record", derive, ""),
           0, "");
    expect(folder, "cp a.ptc.samples.jsonl was.jsonl && rm a.ptc.* s.jsonl r.jsonl", 0,
           "");
    expect(folder, "$PTCC compile a.agent.edn --cassette tape.jsonl --sample '{\"n\":4}'",
           0, "");
    expect(folder, "cmp a.ptc.samples.jsonl was.jsonl", 0, "");
}

/* --- Samples ------------------------------------------------------------------------ */

static const char single[] =
    "{:prompt \"Count\" :signature \"(words [:string]) -> {count :int}\"}\n";

/* The forms of --sample, and what they are for an agent of one parameter. */
Test(gen_derive, samples_are_values_or_named_arguments)
{
    static const struct {
        const char *options;
        int status;
        const char *told; /* what is written, or the message */
    } rows[] = {
        {"--sample '{\"words\":[\"a\",\"b\"]}'", 0,
         "{\"input\":{\"words\":[\"a\",\"b\"]},\"result\":{\"count\":2}}\n"},
        {"--sample '[[\"a\"],[]]'", 0,
         "{\"input\":{\"words\":[\"a\"]},\"result\":{\"count\":1}}\n"
         "{\"input\":{\"words\":[]},\"result\":{\"count\":0}}\n"},
        {"--sample one.json --sample '[{\"words\":[]}]'", 0,
         "{\"input\":{\"words\":[\"x\",\"y\",\"z\"]},\"result\":{\"count\":3}}\n"
         "{\"input\":{\"words\":[]},\"result\":{\"count\":0}}\n"},
        {"--sample lines.jsonl", 0, "{\"input\":{\"words\":[\"q\"]}"},
        {"--sample - <lines.jsonl", 0, "{\"input\":{\"words\":[\"q\"]}"},
        {"", 0, "{\"input\":{\"words\":[\"example\"]},\"result\":{\"count\":1}}\n"},
        {"--sample none.json", 2, "none.json"},
        {"--sample '{\"words\":'", 2, "--sample: {\"words\":: line 1, byte 10: expected"},
        {"--sample '[\"a\"]'", 1, "words: expected"},
        {"--sample '{\"n\":1}'", 1, "words: expected"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *folder = prepare(single);

        write_file(folder, "p.clj", "(return {:count (count ctx/words)})\n");
        write_file(folder, "one.json", "{\"words\":\n[\"x\",\"y\",\"z\"]}\n");
        write_file(folder, "lines.jsonl",
                   "{\"words\":[\"q\"]}\r\n{\"words\":[\"r\",\"s\"]}\n");
        expect(
            folder,
            format("$PTCC compile a.agent.edn --program p.clj %s", rows[i].options, ""),
            rows[i].status, rows[i].status == 0 ? "" : rows[i].told);
        if (rows[i].status == 0)
            expect_file(folder, "a.ptc.samples.jsonl", rows[i].told);
        else
            cr_expect(!exists(folder, "a.ptc.clj"), "row %zu", i);
    }
}

Test(gen_derive, samples_of_several_parameters_are_objects)
{
    const char *folder = prepare(agent);

    write_file(folder, "p.clj", "(return {:twice (* 2 ctx/n)})\n");
    expect(folder, "$PTCC compile a.agent.edn --program p.clj --sample '[4]'", 2,
           "a sample is a JSON object of named arguments");
    expect(folder,
           "yes '{\"n\":1}' | head -n 1001 >many.jsonl; $PTCC compile a.agent.edn "
           "--program p.clj --sample many.jsonl",
           2, "more than 1000 samples");
    cr_expect(!exists(folder, "a.ptc.clj"));
}

/* Samples stay when the program is another one: what they give is found out again, with
 * the recorded answers of tools where no one else answers. */
Test(gen_derive, samples_stay_with_the_agent)
{
    const char *folder = prepare(agent);

    expect(folder, format("%s --sample '{\"n\":4}'", derive, ""), 0, "");
    write_file(folder, "p.clj", "(return {:twice (+ 1 (tool/add {:a ctx/n :b ctx/n}))})");
    expect(folder, "$PTCC compile a.agent.edn --program p.clj", 0, "");
    expect_file(folder, "a.ptc.samples.jsonl", "\"result\":{\"twice\":9},\"calls\":[{");
    /* One that calls it otherwise has no answer. */
    write_file(folder, "p.clj", "(return {:twice (tool/add {:a ctx/n :b 42})})");
    expect(folder, "cp a.ptc.clj was.clj", 0, "");
    expect(folder, "$PTCC compile a.agent.edn --program p.clj", 1, "add");
    expect(folder, "cmp a.ptc.clj was.clj", 0, "");
    write_file(folder, "r.jsonl",
               "{\"name\":\"add\",\"args\":{\"a\":4,\"b\":42},\"result\":46}\n");
    expect(folder, "$PTCC compile a.agent.edn --program p.clj --tool-results r.jsonl", 0,
           "");
    expect_file(folder, "a.ptc.samples.jsonl", "\"result\":{\"twice\":46}");
}

/* --- Once more ---------------------------------------------------------------------- */

/* What gives other results is not kept, and the message has the command that does. */
Test(gen_derive, replays_tell_what_differs)
{
    static const char told[] =
        "a.ptc.samples.jsonl:2:1: error[compile-sample]: sample 2: twice is 9, and was 8";
    const char *folder = prepare(agent);

    expect(folder, format("%s --sample '[{\"n\":42},{\"n\":4}]'", derive, ""), 0, "");
    expect(folder, "sed -i 's/:twice a/:twice (if (= a 8) 9 a)/' a.ptc.clj", 0, "");
    expect(folder, "cp a.ptc.clj was.clj", 0, "");
    expect(folder, "$PTCC compile --replay a.agent.edn", 1, told);
    expect(folder, "$PTCC compile --accept a.agent.edn", 1, told);
    expect(folder, "$PTCC compile --accept a.agent.edn", 1,
           "ptcc compile --program a.ptc.clj a.agent.edn");
    expect(folder, "cmp a.ptc.clj was.clj", 0, "");
    expect(folder, "$PTCC compile --program a.ptc.clj a.agent.edn", 0, "");
    expect(folder, "$PTCC compile --replay a.agent.edn", 0, "");
    expect_file(folder, "a.ptc.samples.jsonl", "\"result\":{\"twice\":9}");
    expect(folder, "sed -i 2d a.ptc.samples.jsonl; $PTCC compile --check a.agent.edn", 3,
           "sample 2 of a.ptc.samples.jsonl is missing");
    expect(folder, "$PTCC compile --accept a.agent.edn", 0, "");
    expect(folder, "$PTCC compile --check a.agent.edn", 0, "");
}

/* What an agent fails with on purpose is what is expected of it. */
Test(gen_derive, failures_are_results)
{
    const char *folder = prepare(agent);

    write_file(folder, "p.clj",
               "(if (neg? ctx/n) (fail {:reason :negative :message \"no\"}) (return "
               "{:twice (* 2 ctx/n)}))\n");
    expect(folder,
           "$PTCC compile a.agent.edn --program p.clj --sample '[{\"n\":1},{\"n\":-1}]'",
           0, "");
    expect_file(folder, "a.ptc.samples.jsonl",
                "{\"input\":{\"n\":-1},\"fail\":\"negative\"}\n");
    expect(folder, "$PTCC compile --replay a.agent.edn", 0, "");
    expect(folder, "sed -i s/:negative/:other/ a.ptc.clj", 0, "");
    expect(folder, "$PTCC compile --replay a.agent.edn", 1, "sample 2:");
}

Test(gen_derive, rows_of_samples_are_checked)
{
    static const struct {
        const char *row;
        const char *told;
    } rows[] = {
        {"[1]", "a.ptc.samples.jsonl:1:1: error[compile-sample]: not a row of samples"},
        {"{\"input\":", "not a row of samples: expected a value"},
        {"{\"input\":{},\"input\":{}}", "not a row of samples: duplicate"},
        {"{\"input\":[1],\"result\":1}", "a row has input, an object"},
        {"{\"input\":{\"n\":42},\"fail\":1}", "either result or fail"},
        {"{\"input\":{},\"result\":1,\"fail\":\"x\"}", "either result or fail"},
        {"{\"input\":{},\"result\":1,\"more\":1}", "unknown key more"},
        {"{\"input\":{},\"result\":1,\"calls\":1}", "calls are a list"},
        {"{\"input\":{},\"result\":1,\"calls\":[1]}", "a call has a name"},
        {"{\"input\":{},\"result\":1,\"calls\":[{\"name\":\"a\"}]}", "a call has args"},
        {"{\"input\":{},\"result\":1,\"calls\":[{\"name\":\"a\",\"args\":{}}]}",
         "either a result or a message"},
    };
    const char *folder = prepare(agent);

    expect(folder, derive, 0, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_file(folder, "a.ptc.samples.jsonl", rows[i].row);
        expect(folder, "$PTCC compile --accept a.agent.edn", 1, rows[i].told);
        expect(folder, "$PTCC compile --replay a.agent.edn", 1, rows[i].told);
    }
    /* Where a row has no result, the command of the hint writes it. */
    write_file(folder, "a.ptc.samples.jsonl",
               "{\"input\":{\"n\":4},\"calls\":[{\"name\":\"add\",\"args\":{\"a\":4,"
               "\"b\":4},\"result\":8}]}\n");
    expect(folder, "$PTCC compile --replay a.agent.edn", 1,
           "sample 1: the row has neither result nor fail");
    expect(folder, "$PTCC compile --accept a.agent.edn", 1,
           "results: ptcc compile --program a.ptc.clj a.agent.edn");
    expect(folder, "$PTCC compile --program a.ptc.clj a.agent.edn", 0, "");
    expect_file(folder, "a.ptc.samples.jsonl", "\"result\":{\"twice\":8}");
    expect(folder, "yes '{}' | head -1001 >a.ptc.samples.jsonl", 0, "");
    expect(folder, "$PTCC gen --compiled -o . a.agent.edn", 2,
           "a.ptc.samples.jsonl: more than 1000 samples");
    expect(folder, "rm a.ptc.samples.jsonl; $PTCC compile --replay a.agent.edn", 1,
           "a.agent.edn: it has no samples, a.ptc.samples.jsonl");
}

/* What the firewall hides is in no file. */
Test(gen_derive, firewalled_values_are_replaced)
{
    const char *folder = prepare("{:prompt \"Pass\" :signature \"(id :int, _key :string) "
                                 "-> {id :int, _key :string}\"}\n");

    write_file(folder, "p.clj", "(return {:id ctx/id :_key ctx/_key})\n");
    expect(folder,
           "$PTCC compile a.agent.edn --program p.clj --sample "
           "'{\"id\":1,\"_key\":\"canary\"}'",
           0, "");
    expect(folder, "! grep -q canary a.ptc.clj a.ptc.samples.jsonl", 0, "");
    expect(folder, "$PTCC compile --replay a.agent.edn", 0, "");
}

/* Nor is it where a program gives it to another tool, whose parameter hides nothing. A
 * sample that does so has no result; it stays for a run that has one. */
Test(gen_derive, hidden_results_do_not_reach_arguments_of_other_tools)
{
    const char *folder = prepare(
        "{:prompt \"Ask\" :signature \"(n :int) -> :int\"\n"
        " :tools {\"open\" {:fn open_it :signature \"(n :int) -> {_key :string}\"}\n"
        "         \"ask\" {:fn ask_it :signature \"(key :string) -> :int\"}}}\n");

    write_file(folder, "r.jsonl",
               "{\"name\":\"open\",\"args\":{\"n\":1},\"result\":{\"_key\":\"canary\"}}\n"
               "{\"name\":\"ask\",\"args\":{\"key\":\"canary\"},\"result\":7}\n");
    write_file(folder, "p.clj",
               "(return (if (= ctx/n 1) (tool/ask {:key (:_key (tool/open {:n 1}))}) "
               "ctx/n))\n");
    expect(folder,
           "$PTCC compile a.agent.edn --program p.clj --tool-results r.jsonl --sample "
           "'[{\"n\":1},{\"n\":2}]'",
           0, "a.agent.edn: sample 1: not judged");
    expect(folder, "! grep -q canary a.ptc.samples.jsonl", 0, "");
    expect_file(folder, "a.ptc.samples.jsonl",
                "{\"input\":{\"n\":1},\"calls\":[{\"name\":\"open\"");
    expect(folder, "$PTCC compile --replay a.agent.edn", 0, "sample 1: not judged");
    expect(folder, "$PTCC compile --accept a.agent.edn", 0, "sample 1: not judged");
    /* Where what is hidden decides whether there is a call. */
    write_file(folder, "p.clj",
               "(def key (:_key (tool/open {:n 1})))\n"
               "(return (if (= key \"canary\") (tool/ask {:key key}) ctx/n))\n");
    expect(folder,
           "$PTCC compile a.agent.edn --program p.clj --tool-results r.jsonl --sample "
           "'{\"n\":1}'",
           0, "");
    expect(folder, "! grep -q canary a.ptc.samples.jsonl", 0, "");
    expect(folder, "$PTCC compile --replay a.agent.edn", 0, "");
}

/* Files are as others are: to be checked in, and read by all who may. */
Test(gen_derive, samples_are_readable_by_all)
{
    const char *folder = prepare(agent);
    struct stat facts;

    expect(folder, format("umask 022; %s", derive, ""), 0, "");
    facts = look(folder, "a.ptc.samples.jsonl");
    cr_expect_eq(facts.st_mode & 0777u, (mode_t)0644);
    facts = look(folder, "a.ptc.clj");
    cr_expect_eq(facts.st_mode & 0777u, (mode_t)0644);
    /* Nothing changes when nothing has changed. */
    expect(folder, "$PTCC compile --accept a.agent.edn", 0, "");
    cr_expect(is_same_file(facts, look(folder, "a.ptc.clj")));
}

/* --- Checks ------------------------------------------------------------------------- */

Test(gen_derive, programs_that_read_too_little_are_refused)
{
    const char *folder = prepare(agent);

    write_file(folder, "p.clj", "(return {:twice 84})\n");
    expect(folder, "$PTCC compile a.agent.edn --program p.clj", 1,
           "a.agent.edn:1:33: error[compile-unused-input]");
    cr_expect(!exists(folder, "a.ptc.clj"));
    expect(folder, "$PTCC compile a.agent.edn --program p.clj --allow-unused", 0, "");
}

/* Without recorded answers generated arguments say nothing of a tool, and are counted. */
Test(gen_derive, what_is_not_judged_is_told)
{
    const char *folder = prepare(agent);

    write_file(folder, "p.clj", "(return {:twice (tool/add {:a ctx/n :b 4})})\n");
    expect(folder,
           "$PTCC compile a.agent.edn --program p.clj --tool-results r.jsonl --seed 7 "
           "--sample '{\"n\":4}'",
           0, "--call-tools calls tools with them");
    /* An agent without tools, of which integers are too large. */
    write_file(folder, "n.agent.edn",
               "{:prompt \"Double\" :signature \"(n :int) -> :int\"}\n");
    write_file(folder, "n.clj", "(return (* 2 ctx/n))\n");
    expect(folder,
           "$PTCC compile n.agent.edn --program n.clj 2>told; grep -q 'integer overflow' "
           "told && ! grep -q call-tools told",
           0, "");
}

/* --- Tools in C --------------------------------------------------------------------- */

static const char tools[] =
    "#include <ptc/main.h>\n"
    "static ptc_status add(ptc_tool_call *call, void *user)\n"
    "{\n"
    "    const ptc_value *args = &call->arguments;\n"
    "    int64_t a = ptc_value_as_int(ptc_value_get(args, \"a\"), 0);\n"
    "    int64_t b = ptc_value_as_int(ptc_value_get(args, \"b\"), 0);\n"
    "    (void)user;\n"
    "    call->result = ptc_value_int(a / 2 + b / 2);\n"
    "    return PTC_OK;\n"
    "}\n"
    "static const ptc_tool list[] = {\n"
    "    {.name = \"add_up\", .function = add, .description = \"Adds.\"}};\n"
    "#ifdef MAIN\n"
    "static const ptc_tool_table table = {PTC_TOOL_TABLE_VERSION, list, 1};\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    return ptc_compile_main(argc, argv, &table);\n"
    "}\n"
    "#else\n"
    "const ptc_tool_table ptc_tools = {PTC_TOOL_TABLE_VERSION, list, 1};\n"
    "#endif\n";

/* With live tools generated arguments are also checked. */
Test(gen_derive, tools_of_a_module_and_of_a_program_of_its_own, .timeout = 60)
{
    const char *folder = prepare(agent);

    write_file(folder, "tools.c", tools);
    write_file(folder, "p.clj", "(return {:twice (tool/add {:a ctx/n :b ctx/n})})\n");
    expect(folder,
           "$CC -shared -fPIC -I $INCLUDE tools.c $LIBPTC -lm -o tools.so && "
           "$PTCC compile a.agent.edn --tools tools.so --program p.clj --call-tools "
           "--sample '{\"n\":8}' 2>err && test ! -s err",
           0, "");
    /* What a module says of its tools is not a part of what the file says. */
    expect(folder, "$PTCC compile --check a.agent.edn", 0, "");
    expect_file(folder, "a.ptc.samples.jsonl", "\"result\":{\"twice\":8}");
    expect(folder,
           "$CC -DMAIN -I $INCLUDE -o own tools.c $PTC_MAIN_LIBRARY $LIBPTC "
           "$(pkg-config --libs libpcre2-8) -lm -ldl && rm a.ptc.*",
           0, "");
    expect(folder, "./own a.agent.edn --script s.jsonl --sample '{\"n\":6}'", 0, "");
    expect_file(folder, "a.ptc.samples.jsonl", "\"result\":{\"twice\":6}");
    expect(folder, "./own --replay a.agent.edn", 0, "");
    expect(folder, "./own --check b.agent.edn", 2, "own: b.agent.edn");
}
