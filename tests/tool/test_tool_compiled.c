/* SPDX-License-Identifier: MIT */
/*
 * Agents of files with compiled agents as tools, as commands run them, with the locks
 * next to their files. [subagent 15]
 */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdlib.h>
#include <unistd.h>

#include "shell.h"
#include "uses.h"

#define OUTER "$PTC_EXE agent run outer.agent.edn --script outer.jsonl "
#define TOOLS "--tool-results results.jsonl "
#define LOCKS                                                                            \
    "$PTCC_EXE compile --program square.clj --tool-results results.jsonl "               \
    "square.agent.edn && $PTCC_EXE compile --program scorer.clj " TOOLS                  \
    "scorer.agent.edn"

/* The output of a line, also that on stderr; expects the exit code. */
static const char *answer(const char *line, int wanted)
{
    ptc_str out;
    int status = shell(".", format("{ %s; } 2>&1%s", line, ""), &out, NULL);

    cr_expect(status == wanted, "%s: exit %d\n%s", line, status, out.ptr);
    return out.ptr;
}

static void expect_part(const char *line, int wanted, const char *part)
{
    const char *text = answer(line, wanted);

    cr_expect(strstr(text, part) != NULL, "%s: no \"%s\" in:\n%s", line, part, text);
}

/* An agent with a compiled agent as tool, whose tool is another one, which has a
 * function. */
static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    unsetenv("PTC_LLM_URL");
    unsetenv("PTC_LLM_MODEL");
    write_file(".", "square.agent.edn",
               "{:prompt \"Square\" :signature \"(n :int) -> :int\"\n"
               " :tools {\"mul\" {:fn multiply :signature \"(a :int, b :int) -> :int\"}}"
               "}\n");
    write_file(".", "square.clj", "(return (tool/mul {:a ctx/n :b ctx/n}))\n");
    write_file(
        ".", "scorer.agent.edn",
        "{:prompt \"Score\" :signature \"(n :int) -> {score :int, _key :string}\"\n"
        " :tools {\"square\" {:compiled \"square.agent.edn\"}}}\n");
    write_file(".", "scorer.clj",
               "(if (neg? ctx/n) (fail {:reason :negative :message \"below zero\"})\n"
               "  (return {:score (inc (tool/square {:n ctx/n})) :_key (str \"can\" "
               "\"ary\")}))\n");
    write_file(".", "outer.agent.edn",
               "{:prompt \"Go\" :signature \"(n :int) -> {score :int, _key :string}\"\n"
               " :max-turns 1 :max-depth 1 :turn-budget 1\n"
               " :tools {\"score\" {:compiled \"scorer.agent.edn\"}}}\n");
    write_file(".", "outer.jsonl", "\"(return (tool/score {:n ctx/n}))\"\n");
    write_file(".", "results.jsonl",
               "{\"name\":\"mul\",\"args\":{\"a\":42,\"b\":42},\"result\":1764}\n"
               "{\"name\":\"mul\",\"args\":{\"a\":3,\"b\":3},\"result\":9}\n");
}

#define SCORED "{\"score\":10,\"_key\":\"<Firewalled>\"}\n"

/* M260: the programs of locks run, whichever agent calls them. */
Test(tool_compiled, runs_what_locks_hold, .timeout = 60)
{
    enter_folder();
    answer(LOCKS, 0);
    cr_expect_str_eq(answer(OUTER TOOLS "--set n=3", 0), SCORED);
    cr_expect_str_eq(answer(OUTER TOOLS "--set n=3 --raw", 0),
                     "{\"score\":10,\"_key\":\"canary\"}\n");
    expect_part(OUTER "--set n=3", 2, "mul (multiply): give --tools MODULE");
    expect_part("$PTC_EXE agent preview outer.agent.edn --set n=3", 0,
                "score(n :int) -> {score :int}");
    expect_part("$PTC_EXE agent run square.agent.edn --set n=3 --script outer.jsonl", 2,
                "mul (multiply)");
    /* A failure inside is one of the tool, and can be caught. */
    expect_part(OUTER TOOLS "--json --set n=-3", 1, "below zero");
    write_file(".", "caught.jsonl",
               "\"(let [t (attempt (tool/score {:n ctx/n}))]\\n (return {:score 0 :_key "
               "(str (:reason (:error t)))}))\"\n");
    cr_expect_str_eq(answer("$PTC_EXE agent run outer.agent.edn --script "
                            "caught.jsonl --set n=-3 --raw " TOOLS,
                            0),
                     "{\"score\":0,\"_key\":\":negative\"}\n");
}

/* The steps of compiled agents are in the step of the run; firewalled values are
 * nowhere. */
Test(tool_compiled, steps_and_recordings, .timeout = 60)
{
    const char *step;

    enter_folder();
    answer(LOCKS, 0);
    step = answer(OUTER TOOLS "--set n=3 --json --trace log --cassette tape --record", 0);
    cr_expect(strstr(step, "\"agent\":\"scorer\"") != NULL, "%s", step);
    cr_expect(strstr(step, "\"agent\":\"square\"") != NULL, "%s", step);
    cr_expect(strstr(step, "canary") == NULL, "%s", step);
    answer("! grep -q canary log", 0);
    answer("test $(wc -l <tape) = 2 && grep -q '\"tool\":\"mul\"' tape", 0);
    cr_expect_str_eq(
        answer("$PTC_EXE agent run outer.agent.edn --set n=3 --cassette tape", 0),
        SCORED);
    /* A replay runs the programs again, in their present state. */
    write_file(".", "scorer.clj", "(return {:score (tool/square {:n 3}) :_key \"k\"})\n");
    answer("$PTCC_EXE compile --program scorer.clj --allow-unused " TOOLS
           "scorer.agent.edn",
           0);
    cr_expect_str_eq(
        answer("$PTC_EXE agent run outer.agent.edn --set n=3 --cassette tape", 0),
        "{\"score\":9,\"_key\":\"<Firewalled>\"}\n");
}

/* M261: the lock of another agent does not run, and the message says how to fix that. */
Test(tool_compiled, locks_that_are_missing_or_stale, .timeout = 120)
{
    static const struct {
        const char *change;
        const char *told;
    } rows[] = {
        {"rm square.ptc.clj", "square.agent.edn: it has no lock, square.ptc.clj; to make "
                              "one: ptcc compile --llm NAME square.agent.edn"},
        {"sed -i s/Square/Cube/ square.agent.edn",
         "ptcc compile --accept square.agent.edn"},
        {"sed -i 's/{:n ctx/{:n 1 :m ctx/' scorer.ptc.clj",
         "the program below has been edited"},
        {"sed -i 's/1764/1765/' scorer.ptc.samples.jsonl",
         "sample 1 of scorer.ptc.samples.jsonl has changed"},
        /* The outer lock has hashes of the inner agent's signature and texts. */
        {"sed -i 's/(n :int)/(n :int, m :int?)/' square.agent.edn && $PTCC_EXE compile "
         "--accept square.agent.edn",
         "scorer.ptc.clj:6:1: error[compile-lock]: the agent's tool square has changed"},
        {"sed -i 's/:prompt/:description \"Squares.\" :prompt/' square.agent.edn && "
         "$PTCC_EXE compile --accept square.agent.edn",
         "scorer.ptc.clj:6:1: error[compile-lock]: the agent's tool square has changed"},
        {"rm scorer.ptc.clj && mkfifo scorer.ptc.clj",
         "scorer.ptc.clj: is a pipe, not a regular file"},
        {"echo '{:prompt \"x\"}' >scorer.agent.json", "has the same lock"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enter_folder();
        answer("rm -f scorer.agent.json *.ptc.*", 0);
        answer(LOCKS, 0);
        answer(rows[i].change, 0);
        expect_part(OUTER TOOLS "--set n=3", 2, rows[i].told);
    }
    /* Locks around a changed inner agent are fixed by the command in the message. */
    enter_folder();
    answer("rm -f scorer.agent.json *.ptc.* && " LOCKS, 0);
    answer("sed -i 's/(n :int)/(n :int, m :int?)/' square.agent.edn && $PTCC_EXE compile "
           "--accept square.agent.edn && ! $PTCC_EXE gen --compiled -o . "
           "scorer.agent.edn && $PTCC_EXE compile --accept scorer.agent.edn",
           0);
    cr_expect_str_eq(answer(OUTER TOOLS "--set n=3", 0), SCORED);
}

/* With a root, a lock outside it is neither read nor shown. */
Test(tool_compiled, locks_stay_below_the_root, .timeout = 60)
{
    enter_folder();
    answer(LOCKS, 0);
    cr_expect_str_eq(answer(OUTER TOOLS "--root . --set n=3", 0), SCORED);
    answer("mkdir in && mv *.agent.edn outer.jsonl results.jsonl square.ptc.* "
           "scorer.ptc.samples.jsonl in && echo canary >>scorer.ptc.clj && ln -s "
           "../scorer.ptc.clj in/scorer.ptc.clj",
           0);
    expect_part("cd in && " OUTER TOOLS "--root . --set n=3", 2, "scorer.ptc.clj: ");
    cr_expect(strstr(answer("cd in && " OUTER TOOLS "--root . --set n=3", 2), "canary") ==
              NULL);
}

/* ptcc compile and chains run them like ptc. */
Test(tool_compiled, compile_and_chains_have_them_too, .timeout = 60)
{
    enter_folder();
    answer(LOCKS, 0);
    write_file(".", "top.agent.edn",
               "{:prompt \"Top\" :signature \"(n :int) -> :int\"\n"
               " :tools {\"score\" {:compiled \"scorer.agent.edn\"}}}\n");
    write_file(".", "top.jsonl", "\"(return (:score (tool/score {:n ctx/n})))\"\n");
    answer(
        "$PTCC_EXE compile --llm script --script top.jsonl --sample '{\"n\": 3}' " TOOLS
        "top.agent.edn",
        0);
    expect_part("cat top.ptc.samples.jsonl", 0, "\"result\":10");
    answer("$PTCC_EXE compile --replay top.agent.edn", 0);
    expect_part("rm scorer.ptc.clj && $PTCC_EXE compile --accept top.agent.edn", 1,
                "scorer.agent.edn: it has no lock");
    answer(LOCKS, 0);
    write_file(".", "two.chain.edn",
               "{:agents [\"outer.agent.edn\" {:name \"last\" :prompt \"Then\"\n"
               "  :signature \"(score :int) -> :int\" :tools\n"
               "  {\"square\" {:compiled \"square.agent.edn\"}}}]}\n");
    write_file(".", "two.jsonl",
               "\"(return (tool/score {:n ctx/n}))\"\n"
               "\"(return (tool/square {:n 3}))\"\n");
    cr_expect_str_eq(answer("$PTC_EXE agent run two.chain.edn --script two.jsonl --set "
                            "n=3 " TOOLS,
                            0),
                     "9\n");
}

/* Files in a cycle are refused, and more than 32 nested ones. */
Test(tool_compiled, circles_and_depth, .timeout = 120)
{
    enter_folder();
    answer("sed -i 's/:fn multiply :signature .*/:compiled \"scorer.agent.edn\"}}}/' "
           "square.agent.edn",
           0);
    expect_part(OUTER "--set n=3", 2,
                "agents in a cycle: scorer.agent.edn -> square.agent.edn -> "
                "scorer.agent.edn");
    answer("echo '{:prompt \"x\" :signature \"() -> :int\"}' >a1.agent.edn; "
           "echo '(return 1)' >a1.clj; for i in $(seq 2 34); do k=$((i - 1)); "
           "echo \"{:prompt \\\"x\\\" :signature \\\"() -> :int\\\" :tools {\\\"f\\\" "
           "{:compiled \\\"a$k.agent.edn\\\"}}}\" >a$i.agent.edn; "
           "echo '(return (tool/f {}))' >a$i.clj; done",
           0);
    answer("$PTCC_EXE compile --program a1.clj a1.agent.edn", 0);
    cr_expect_str_eq(
        answer("for i in $(seq 2 34); do $PTCC_EXE compile --program a$i.clj "
               "a$i.agent.edn 2>log || { echo $i; break; }; done",
               0),
        "34\n");
    expect_part("cat log", 0, "sample 1: tool_error: Tool 'f' failed: Tool 'f'");
}
