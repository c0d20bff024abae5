/* SPDX-License-Identifier: MIT */
/*
 * Locks of compiled agents from outside: what they are made for, what makes them stale,
 * and what fixes them. [subagent 15]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <unistd.h>

static const char agent[] =
    "{:prompt \"Double it\" :signature \"(n :int, k :int?) -> {twice :int}\"\n"
    " :tools {\"add\" {:fn add_up :signature \"(a :int, b :int) -> :int\"}}}\n";
static const char program[] = "(return {:twice (tool/add {:a ctx/n :b ctx/n})})\n";
/* What the tool answers; 42 is what samples that are made of signatures have. */
static const char results[] =
    "{\"name\":\"add\",\"args\":{\"a\":42,\"b\":42},\"result\":84}\n";
static const char compile[] =
    "$PTCC compile a.agent.edn --program p.clj --tool-results r.jsonl";
static const char accept[] = "$PTCC compile --accept a.agent.edn";
static const char gen[] = "$PTCC gen --compiled -o . a.agent.edn";
static const char check[] = "$PTCC gen --check --compiled -o . a.agent.edn";

static const char *prepare(const char *agent_text, const char *program_text)
{
    const char *folder = test_directory();

    write_file(folder, "a.agent.edn", agent_text);
    write_file(folder, "p.clj", program_text);
    write_file(folder, "r.jsonl", results);
    return folder;
}

static void expect(const char *folder, const char *line, int status, const char *told)
{
    ptc_str err = {NULL, 0};
    int got = shell(folder, line, NULL, &err);

    cr_expect(got == status, "%s: %d, not %d: %s", line, got, status, err.ptr);
    cr_expect(has(err, told), "%s: \"%s\" is not in: %s", line, told, err.ptr);
}

/* --- There is none ------------------------------------------------------------------ */

Test(gen_locks, a_missing_lock_is_told_with_the_command_that_makes_it)
{
    static const char told[] =
        "a.agent.edn: it has no lock, a.ptc.clj; to make one: ptcc compile --llm NAME "
        "a.agent.edn, or ptcc compile --program FILE a.agent.edn";
    const char *folder = prepare(agent, program);

    expect(folder, gen, 1, told);
    expect(folder, check, 3, told);
    expect(folder, accept, 1, told);
    expect(folder, "$PTCC compile --check a.agent.edn", 3, told);
    cr_expect(!exists(folder, "a.ptc.c") && !exists(folder, "a.ptc.clj"));
    expect(folder, "$PTCC gen -o . a.agent.edn && grep -q a_run a.ptc.h", 0, "");
}

/* What is suggested can be typed as it is. */
Test(gen_locks, suggested_commands_are_quoted_for_the_shell)
{
    const char *folder = test_directory();

    write_file(folder, "it's a.agent.edn", agent);
    write_file(folder, "-b.agent.edn", agent);
    write_file(folder, "p.clj", program);
    write_file(folder, "r.jsonl", results);
    expect(folder, "$PTCC gen --compiled -o . \"it's a.agent.edn\"", 1,
           "ptcc compile --llm NAME 'it'\\''s a.agent.edn'");
    expect(folder, "$PTCC gen --compiled -I 'x y' -o . -- -b.agent.edn", 1,
           "ptcc compile --llm NAME -I 'x y' -- -b.agent.edn");
    expect(folder,
           "$PTCC compile --tool-results r.jsonl --program p.clj \"it's a.agent.edn\"", 0,
           "");
    expect(folder, "sed -i s/Double/Twice/ \"it's a.agent.edn\"", 0, "");
    expect(folder, "$PTCC gen --compiled -o . \"it's a.agent.edn\"", 1,
           "ptcc compile --accept 'it'\\''s a.agent.edn'");
    expect(folder, "$PTCC compile --accept 'it'\\''s a.agent.edn'", 0, "");
    expect(folder, "$PTCC gen --compiled -o 'no where' \"it's a.agent.edn\"", 0, "");
    expect(folder, "test -f \"no where/it's a.ptc.c\"", 0, "");
    expect(folder, "echo 'a(b:int)->:int' >'x y.sig'; $PTCC fmt --check 'x y.sig'", 3,
           "ptcc fmt --write 'x y.sig'");
}

Test(gen_locks, two_agents_of_one_lock_are_refused)
{
    static const char told[] = "a.agent.edn: a.agent.json has the same lock, a.ptc.clj";
    const char *folder = prepare(agent, program);

    expect(folder, compile, 0, "");
    write_file(folder, "a.agent.json", "{\"prompt\": \"x\"}");
    expect(folder, gen, 2, told);
    expect(folder, check, 2, told);
    expect(folder, compile, 2, told);
    expect(folder, accept, 2, told);
    expect(folder, "$PTCC compile --program p.clj a.agent.json", 2,
           "a.agent.json: a.agent.edn has the same lock");
    cr_expect(!exists(folder, "a.ptc.c"));
    expect(folder, "rm a.agent.json && $PTCC gen --compiled -o . a.agent.edn", 0, "");
}

/* --- Stale -------------------------------------------------------------------------- */

static const char rich[] =
    "{:prompt \"Double it\" :signature \"(n :int, k :int?) -> {twice :int}\"\n"
    " :description \"Doubles.\" :max-turns 4 :system-prompt {:prefix \"Be brief.\"}\n"
    " :field-descriptions {:n \"a number\"}\n"
    " :tool-catalog {\"ship\" \"(id :int) -> :bool\"}\n"
    " :tools {\"add\" {:fn add_up :description \"Adds.\"\n"
    "                 :signature \"(a :int, b :int) -> :int\"}}}\n";

/* M261: whatever the program was checked for; the message names the part, and the command
 * fixes it. */
Test(gen_locks, each_part_that_changes_makes_a_lock_stale, .timeout = 120)
{
    static const struct {
        const char *change;
        const char *told;
    } rows[] = {
        {"sed -i 's/Double it/Double that/' a.agent.edn",
         "a.ptc.clj:4:1: error[compile-lock]: the agent's prompt has changed since"},
        {"sed -i 's/k :int?/k :float?/' a.agent.edn",
         "a.ptc.clj:5:1: error[compile-lock]: the agent's signature has changed since"},
        {"sed -i 's/b :int/b :float/' a.agent.edn",
         "a.ptc.clj:6:1: error[compile-lock]: the agent's tool add has changed since"},
        {"sed -i 's/Adds[.]/Sums./' a.agent.edn", "the agent's tool add has changed"},
        {"sed -i 's/:tools {/:tools {\"more\" {:fn more} /' a.agent.edn",
         "the program was checked without the agent's tool more"},
        {"sed -i 's/\"add\" {/\"plus\" {:fn p} \"add\" {/' a.agent.edn",
         "without the agent's tool plus"},
        {"sed -i 's/Doubles/Halves/' a.agent.edn",
         "a.ptc.clj:7:1: error[compile-lock]: what the agent shows to a model"},
        {"sed -i 's/:max-turns 4/:max-turns 6/' a.agent.edn", "shows to a model"},
        {"sed -i 's/Be brief/Be long/' a.agent.edn", "shows to a model"},
        {"sed -i 's/a number/the number/' a.agent.edn", "shows to a model"},
        {"sed -i 's/id :int/id :string/' a.agent.edn", "shows to a model"},
        {"sed -i 's/(return/(do (return/;s/n})})/n})}))/' a.ptc.clj",
         "a.ptc.clj:9:1: error[compile-lock]: the program below has been edited"},
        {"sed -i 's/lisp: [0-9]*/lisp: 99/' a.ptc.clj",
         "a.ptc.clj:1:1: error[compile-lock]: the program was checked for another "
         "revision of PTC-Lisp"},
        {"sed -i 's/ptcc-lock: 2/ptcc-lock: 3/' a.ptc.clj", "by a later ptcc"},
        {"sed -i 's/ptcc-lock: 2/ptcc-lock: 1/' a.ptc.clj", "by an earlier ptcc"},
        {"sed -i 's/ptcc-lock: 2/ptcc-lock: 99999999999999999999/' a.ptc.clj", "earlier"},
        {"sed -i 1d a.ptc.clj", "this is not a lock"},
        {"sed -i '/; prompt/d' a.ptc.clj", "checked without the agent's prompt"},
        {"sed -i 's/^; prompt/;xprompt/' a.ptc.clj", "without the agent's prompt"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *folder = prepare(rich, program);

        expect(folder, compile, 0, "");
        expect(folder, rows[i].change, 0, "");
        expect(folder, gen, 1, rows[i].told);
        expect(folder, gen, 1, "ptcc compile --accept a.agent.edn");
        expect(folder, check, 3, rows[i].told);
        expect(folder, "$PTCC compile --check a.agent.edn", 3, rows[i].told);
        cr_expect(!exists(folder, "a.ptc.c"), "row %zu", i);
        expect(folder, accept, 0, "");
        expect(folder, "$PTCC compile --check a.agent.edn", 0, "");
        expect(folder, gen, 0, "");
    }
}

/* An agent that loses a tool, and a lock that is empty. */
Test(gen_locks, what_is_gone_makes_a_lock_stale)
{
    const char *folder = prepare(agent, "(return {:twice (* 2 ctx/n)})\n");

    expect(folder, compile, 0, "");
    expect(folder, "sed -i 's/\"add\"/\"plus\"/' a.agent.edn", 0, "");
    expect(folder, gen, 1,
           "a.ptc.clj:6:1: error[compile-lock]: the agent's tool add has been removed "
           "since");
    expect(folder, accept, 0, "");
    expect(folder, gen, 0, "");
    expect(folder, ": >a.ptc.clj", 0, "");
    expect(folder, gen, 1, "this is not a lock");
    expect(folder, accept, 1, "the program never returns");
    /* The command that fixes a lock keeps what it says of its program's origin. */
    expect(folder,
           "$PTCC compile --program p.clj a.agent.edn && "
           "sed -i '3a ; origin: a model, 2 turns' a.ptc.clj",
           0, "");
    expect(folder, gen, 0, "");
    expect(folder, "sed -i s/Double/Twice/ a.agent.edn", 0, "");
    expect(folder, accept, 0, "");
    expect(folder, "grep -q '^; origin: a model, 2 turns$' a.ptc.clj", 0, "");
}

/* Types that a signature only names are part of it. */
Test(gen_locks, changes_of_named_types_make_a_lock_stale)
{
    const char *folder = prepare(
        "{:prompt \"Count\" :files [\"t.sig\"] :signature :count}\n", "(return 1)\n");

    write_file(folder, "t.sig",
               "node = {value :int, kids [:node]}\ncount(top :node) -> :int\n");
    expect(folder, "$PTCC compile --allow-unused --program p.clj a.agent.edn", 0, "");
    expect(folder, gen, 0, "");
    expect(folder, "sed -i 's/value :int/value :float/' t.sig", 0, "");
    expect(folder, check, 3, "the agent's signature has changed");
}

/* --- Not stale ---------------------------------------------------------------------- */

Test(gen_locks, nothing_else_makes_a_lock_stale, .timeout = 60)
{
    static const char *const changes[] = {
        /* comments and layout of the program, of the agent's file, of the lock */
        "echo '; the end' >>a.ptc.clj",
        "sed -i 's/(return/; why\\n(return  ,/' a.ptc.clj",
        "sed -i 's/ctx.n :b/#_(foo) ctx\\/n\\n\\n :b ; turn 2\\n/' a.ptc.clj",
        "sed -i '2s/.*/; mine/' a.ptc.clj",
        "sed -i 's/^/ /;1i ; agent' a.agent.edn",
        "sed -i 's/(n :int, k :int?)/(n :int,   k :int?)/' a.agent.edn",
        "sed -i 's/$/\\r/' a.ptc.clj a.agent.edn",
        /* what no model is shown, and what is the default anyway */
        "sed -i 's/:max-turns 4/:max-turns 4 :fuel 5000 :timeout 900 :llm \"big\"/' "
        "a.agent.edn",
        "sed -i 's/:max-turns 4/:max-turns 4 :retry-turns 0/' a.agent.edn",
    };

    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const char *folder = prepare(rich, program);

        expect(folder, compile, 0, "");
        expect(folder, changes[i], 0, "");
        expect(folder, "$PTCC compile --check a.agent.edn", 0, "");
        expect(folder, gen, 0, "");
    }
}

/* Comments that divide a program are not comments; quotes and strings are the program. */
Test(gen_locks, what_counts_of_a_program)
{
    static const struct {
        const char *program;
        const char *change;
        int status;
    } rows[] = {
        {"; turn 1\n(def a 1)\n; turn 2\n(return {:twice a})\n",
         "sed -i '/^; turn 2/d' a.ptc.clj", 3},
        {"(def a 1)\n(return {:twice a})\n",
         "sed -i 's/^(return/; turn 2\\n(return/' a.ptc.clj", 3},
        {"; turn 1\n(def a 1)\n; turn 2\n(return {:twice a})\n",
         "sed -i 's/^; turn 2/; one\\n; turn 3\\n/' a.ptc.clj", 0},
        {"(def a \"x ; y\")\n(return {:twice 1})\n", "sed -i 's/x ; y/x ;  y/' a.ptc.clj",
         3},
        {"(def a (quote b))\n(return {:twice 1})\n", "sed -i 's/(quote b)/1/' a.ptc.clj",
         3},
        {"(def b 1)\n(def a 'b)\n(return {:twice 1})\n", "sed -i \"s/'b/b/\" a.ptc.clj",
         3},
        {"(def b 1)\n(def a (quote b))\n(return {:twice 1})\n",
         "sed -i 's/(quote b)/b/' a.ptc.clj", 3},
        {"(def a '(1 2))\n(return {:twice 1})\n", "sed -i \"s/'(1 2)/[1 2]/\" a.ptc.clj",
         3},
        {"(def a #\"x y\")\n(return {:twice 1})\n", "sed -i 's/x y/x  y/' a.ptc.clj", 3},
        {"(def a #(+ 1 %))\n(return {:twice 1})\n", "sed -i 's/#(/(/' a.ptc.clj", 3},
        {"(return {:twice 1})\n", "echo ')' >>a.ptc.clj", 3},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *folder = prepare(
            "{:prompt \"x\" :signature \"() -> {twice :int}\"}\n", rows[i].program);

        expect(folder, compile, 0, "");
        expect(folder, rows[i].change, 0, "");
        expect(folder, "$PTCC compile --check a.agent.edn", rows[i].status,
               rows[i].status == 0 ? "" : "the program below has been edited");
    }
}

/* --- Fixing ------------------------------------------------------------------------- */

Test(gen_locks, a_lock_is_its_own_program_by_any_name)
{
    static const char *const names[] = {"a.ptc.clj", "./a.ptc.clj", "sub/../a.ptc.clj",
                                        "link.clj"};
    const char *folder = prepare(agent, program);

    expect(folder, "mkdir sub && ln -s a.ptc.clj link.clj", 0, "");
    expect(folder, compile, 0, "");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        expect(folder, "sed -i 's/Double/Re-Double/' a.agent.edn", 0, "");
        expect(folder, gen, 1, "");
        expect(folder, format("$PTCC compile a.agent.edn --program %s", names[i], ""), 0,
               "");
        expect(folder, gen, 0, "");
    }
    expect(folder, "sed '1,/^$/d' a.ptc.clj | cmp - p.clj", 0, "");
    expect(folder,
           "cp a.ptc.clj b.clj && $PTCC compile a.agent.edn --program b.clj && cmp "
           "a.ptc.clj b.clj",
           0, "");
    /* A faulty one leaves the lock as it was. */
    expect(folder, "echo '(foo)' >p.clj; $PTCC compile a.agent.edn --program p.clj", 1,
           "foo");
    expect(folder, "cmp a.ptc.clj b.clj", 0, "");
    /* It is not taken for the agent. */
    expect(folder, "$PTCC compile a.agent.edn --program a.agent.edn", 1, "");
    expect(folder, "$PTCC compile a.agent.edn --program p.clj --accept", 2, "one of");
}

Test(gen_locks, ends_of_lines_are_nothing_to_locks)
{
    const char *folder =
        prepare("{:prompt \"One\ntwo\" :signature \"(n :int) -> :int\"}\n",
                "; turn 1\n(def s \"a\nb\")\n\n; turn 2\n(return (+ ctx/n (count "
                "s)))\n");

    expect(folder, compile, 0, "");
    expect(folder, gen, 0, "");
    expect(folder, "cp a.ptc.c was.c && sed -i 's/$/\\r/' a.ptc.clj a.agent.edn", 0, "");
    expect(folder, gen, 0, "");
    expect(folder, "cmp a.ptc.c was.c", 0, "");
    expect(folder, "cp a.ptc.clj was.clj && sed -i 's/$/\\r/' p.clj", 0, "");
    expect(folder, compile, 0, "");
    expect(folder, "tr -d '\\r' <was.clj | cmp - a.ptc.clj", 0, "");
}

/* Nothing of it is written where not all of it can be. */
Test(gen_locks, folders_that_cannot_be_written)
{
    const char *folder = prepare(agent, program);

    expect(folder, compile, 0, "");
    expect(folder, "cp a.ptc.clj was.clj && cp a.ptc.samples.jsonl was.jsonl", 0, "");
    if (geteuid() != 0) {
        expect(folder, "sed -i s/42/40/ p.clj && chmod a-w .", 0, "");
        expect(folder, compile, 2, "a.ptc.clj");
        expect(folder, "chmod u+w . && cmp a.ptc.clj was.clj", 0, "");
    }
    /* One of the two cannot be written: the other one stays. */
    expect(folder, "rm a.ptc.samples.jsonl && mkdir a.ptc.samples.jsonl", 0, "");
    expect(folder, compile, 2, "a.ptc.samples.jsonl");
    expect(folder, gen, 2, "a.ptc.samples.jsonl");
    expect(folder, "cmp a.ptc.clj was.clj", 0, "");
    expect(folder, "rmdir a.ptc.samples.jsonl && rm a.ptc.clj && mkdir a.ptc.clj", 0, "");
    expect(folder, compile, 2, "a.ptc.clj");
    expect(folder, gen, 2, "a.ptc.clj");
    cr_expect(!exists(folder, "a.ptc.samples.jsonl"));
}

/* --- Samples ------------------------------------------------------------------------ */

/* M261 */
Test(gen_locks, samples_are_part_of_a_lock)
{
    static const struct {
        const char *change;
        int status;
        const char *told;
        int accepted;
    } rows[] = {
        {"sed -i p a.ptc.samples.jsonl", 1,
         "the program was checked without sample 2 of a.ptc.samples.jsonl", 0},
        {"sed -i 's/\"twice\":84/\"twice\":85/' a.ptc.samples.jsonl", 1,
         "a.ptc.clj:8:1: error[compile-lock]: sample 1 of a.ptc.samples.jsonl has "
         "changed",
         1},
        {": >a.ptc.samples.jsonl", 1, "sample 1 of a.ptc.samples.jsonl is missing", 1},
        {"rm a.ptc.samples.jsonl", 1, "sample 1 of a.ptc.samples.jsonl is missing", 1},
        {"rm a.ptc.samples.jsonl; ln -s a.ptc.samples.jsonl a.ptc.samples.jsonl", 2,
         "a.ptc.samples.jsonl", 2},
        {"sed -i 's/$/\\r/' a.ptc.samples.jsonl", 0, "", 0},
        {"echo >>a.ptc.samples.jsonl", 0, "", 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *folder = prepare(agent, program);

        expect(folder, compile, 0, "");
        expect(folder, rows[i].change, 0, "");
        expect(folder, gen, rows[i].status, rows[i].told);
        expect(folder, check, rows[i].status == 1 ? 3 : rows[i].status, rows[i].told);
        cr_expect(exists(folder, "a.ptc.c") == (rows[i].status == 0), "row %zu", i);
        expect(folder, accept, rows[i].accepted, "");
        expect(folder, gen, rows[i].accepted == 0 ? 0 : rows[i].status, "");
    }
}

Test(gen_locks, builds_follow_samples)
{
    const char *folder = prepare(agent, program);
    ptc_str out = {NULL, 0};

    expect(folder, compile, 0, "");
    expect(folder, "$PTCC gen --compiled -o . --depfile d a.agent.edn", 0, "");
    cr_expect(shell(folder, "cat d", &out, NULL) == 0 &&
                  has(out, "a.ptc.samples.jsonl") && has(out, "a.ptc.clj"),
              "%s", out.ptr);
}
