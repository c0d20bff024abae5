/* SPDX-License-Identifier: MIT */
/*
 * Compiled agents from outside: `ptcc compile`, which checks a program and writes the
 * lock, and `ptcc gen --compiled`, which makes C of that. [subagent 15]
 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <criterion/criterion.h>

#include <stdlib.h>

static const char agent[] =
    "{:prompt \"Double it\" :signature \"(n :int, k :int?) -> {twice :int}\"\n"
    " :tools {\"add\" {:fn add_up :signature \"(a :int, b :int) -> :int\"}}}\n";
static const char program[] = "(return {:twice (tool/add {:a ctx/n :b ctx/n})})\n";
/* What the tool answers; 42 is what samples that are made of signatures have. */
static const char results[] =
    "{\"name\":\"add\",\"args\":{\"a\":42,\"b\":42},\"result\":84}\n";
static const char compile[] =
    "$PTCC compile a.agent.edn --program p.clj --tool-results r.jsonl";
static const char gen[] = "$PTCC gen --compiled -o . a.agent.edn";

/* A folder with the agent and the program; `lines` run in it, and the last one's status.
 */
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

/* --- Programs ----------------------------------------------------------------------- */

/* M252 */
Test(gen_compiled, programs_are_checked_before_anything_is_written)
{
    static const struct {
        const char *program;
        int status;
        const char *told;
    } rows[] = {
        {"(return {:twice (+ ctx/n ctx/n)})", 0, ""},
        {"(return {:twice (or ctx/k 1)})\n", 0, ""},
        {"(fail {:reason :no :message (str ctx/fail)}) (return 1)", 0, ""},
        /* syntax, names, tools, at their places */
        {"(return ctx/n", 1, "p.clj:1:1: error[compile-program]: Parse error"},
        {"(def k 1)\n(return (foo k))", 1,
         "p.clj:2:10: error[compile-program]: undefined variable: foo"},
        {"(return {:twice ctx/m})", 1,
         "p.clj:1:17: error[compile-program]: ctx/m is not"},
        {"(return {:twice data/nn})", 1, "p.clj:1:17: error[compile-program]"},
        {"\n (return (tool/ad {:a 1}))", 1,
         "p.clj:2:11: error[compile-program]: Unknown tool: ad. Available tools: add"},
        {"(return (call \"sub\" {}))", 1, "Unknown tool: sub"},
        {"(return (tool/add 1 2))", 1, "named arguments"},
        /* the end */
        {"(+ 1 ctx/n)", 1,
         "p.clj:1:12: error[compile-program]: the program never returns"},
        {"", 1, "the program never returns"},
        {"; nothing\n", 1, "the program never returns"},
        {"(fail \"no\")", 1, "the program never returns"},
        {"(defn f [x] (return x))\n(f {:twice 1})", 0, ""},
        /* stages */
        {"; turn 1\n(def a 1)\n; turn 2\n(return {:twice a})", 0, ""},
        {"; Doubles.\n\n; turn 1\n(def a 1)\n; turn 12\n(return {:twice a})", 0, ""},
        {"; turn 1\n(defn end [x] (return x))\n; turn 2\n(end {:twice 2})", 0, ""},
        {"; turn 1\n(return 1)\n; turn 2\n(+ 1 2)", 1, "the last stage never returns"},
        {"; turn 1\n(def a 1)\n; turn 2\n(return b)", 1,
         "p.clj:4:9: error[compile-program]: undefined variable: b"},
        {"; turn 1\n(def a ctx/m)\n; turn 2\n(return a)", 1, "ctx/m is not"},
        {"; turn 1\n(def a 1)\n; turn 2\n(return {:twice (or ctx/m a)})", 0,
         "p.clj:4:21: warning[compile-name]: ctx/m is not"},
        /* lines are those of the file, also where messages tell them */
        {"; turn 1\n(def a 1)\n; turn 2\n(return\n [a)", 1, "line 5"},
        {"(def a \"\n; turn 2\n\") (return {:twice (count a)})", 0, ""},
        {"   \n; turn 1\n(def a 1)\n; turn 2\n(return {:twice a})", 0, ""},
        {"; turn 1\n(require '[clojure.string :as s])\n; turn 2\n(return {:twice (count "
         "(s/join [1]))})",
         0, ""},
        {"; turn 1\n(def a 1)\n; turn one\n(return {:twice a})", 0, ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *folder = prepare(agent, rows[i].program);

        expect(folder, format("%s --allow-unused", compile, ""), rows[i].status,
               rows[i].told);
        cr_expect(exists(folder, "a.ptc.clj") == (rows[i].status == 0), "row %zu", i);
        if (rows[i].status != 0)
            continue;
        expect(folder, gen, 0, "");
        expect_compiles(folder, "a");
    }
}

/* M253 M254 M436 */
Test(gen_compiled, agents_that_need_a_model_are_refused)
{
    static const struct {
        const char *agent;
        int status;
        const char *told;
    } rows[] = {
        {"{:prompt \"x\" :tools {\"judge\" {:llm-tool {:prompt \"Is {{t}}?\" :signature "
         "\"(t :string) -> :bool\"}}}}",
         1, "error[compile-agent]: cannot compile agent with LLM-dependent tool: judge"},
        {"{:prompt \"x\" :tools {\"b\" {:agent \"b.agent.edn\"}}}", 1,
         "a.agent.edn:1:22: error[compile-agent]: cannot compile agent with "
         "LLM-dependent "
         "tool: b"},
        {"{:prompt \"x\" :output :text :signature \"() -> :string\"}", 1, "error["},
        {"{:prompt \"x\" :llm-query true}", 1, "a.agent.edn"},
        {"{:prompt \"x\" :builtin-tools [:grep :validate :infer]}", 0, ""},
        {"{:prompt \"x\"}", 0, ""},
        {"{:prompt \"x\" :signature \"() -> :any\"}", 0, ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *folder = prepare(rows[i].agent, "(return 1)");

        write_file(folder, "b.agent.edn", "{:name \"b\" :prompt \"y\"}");
        expect(folder, compile, rows[i].status, rows[i].told);
        cr_expect(exists(folder, "a.ptc.clj") == (rows[i].status == 0), "row %zu", i);
        if (rows[i].status != 0)
            continue;
        expect(folder, gen, 0, "");
        expect_compiles(folder, "a");
    }
}

/* Judgments and agents with implicit completion end with a value. */
Test(gen_compiled, values_are_results_where_no_return_is_wanted)
{
    static const char *const agents[] = {
        "{:prompt \"x\" :signature \"(n :int) -> :int\" :max-turns 1}",
        "{:prompt \"x\" :signature \"(n :int) -> :int\" :completion-mode :implicit}",
    };
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        const char *folder = prepare(agents[i], "(* 2 ctx/n)");

        expect(folder, compile, 0, "");
        expect(folder, gen, 0, "");
        expect(folder, "grep -q 'flags = PTC_COMPILED_VALUE' a.ptc.c", 0, "");
        expect_compiles(folder, "a");
    }
}

Test(gen_compiled, what_is_no_agent_is_told)
{
    static const struct {
        const char *line;
        int status;
        const char *told;
    } rows[] = {
        {"$PTCC compile a.agent.edn", 2, "give --tools MODULE, --tool-results FILE, or"},
        {"$PTCC compile a.agent.edn --program p.clj --llm x", 2, "leave out --llm"},
        {"$PTCC compile a.agent.edn --accept --sample {}", 2, "leave out --sample"},
        {"$PTCC compile a.agent.edn --accept --llm-opts {}", 2, "leave out --llm-opts"},
        {"$PTCC compile a.agent.edn --program - --sample - <p.clj", 2,
         "standard input can be the program or a sample, not both"},
        {"$PTCC compile a.agent.edn --accept --replay", 2, "takes one of --program"},
        {"$PTCC compile --program p.clj", 2, "compile needs one agent file"},
        {"$PTCC compile --program p.clj a.agent.edn a.agent.edn", 2, "one agent file"},
        {"$PTCC compile --program p.clj - <a.agent.edn", 2, "standard input"},
        {"$PTCC compile --program p.clj t.sig", 2, "t.sig is not an agent"},
        {"$PTCC compile --program none.clj a.agent.edn", 2, "none.clj"},
        {"$PTCC compile --program . a.agent.edn", 2, "."},
        {"$PTCC compile --program p.clj none.agent.edn", 2, "none.agent.edn"},
        {"$PTCC compile --tool-results r.jsonl --program - a.agent.edn <p.clj", 0, ""},
        {"$PTCC gen --compiled -o . t.sig", 2,
         "--compiled is for agents, and t.sig is not one"},
        {"$PTCC gen --compiled -o . t.sig a.agent.edn", 2, "t.sig is not one"},
        {"$PTCC gen --compiled -o . t.chain.edn", 2, "t.chain.edn is not one"},
    };
    const char *folder = prepare(agent, program);

    write_file(folder, "t.sig", "f(n :int) -> :int\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect(folder, rows[i].line, rows[i].status, rows[i].told);
}

/* --- What is emitted -----------------------------------------------------------------
 */

/* M488 */
Test(gen_compiled, builds_follow_locks)
{
    const char *folder = prepare(agent, program);
    ptc_str out = {NULL, 0};

    expect(folder, compile, 0, "");
    expect(folder, "$PTCC gen --compiled -o . --depfile d a.agent.edn", 0, "");
    cr_expect(shell(folder, "cat d", &out, NULL) == 0 && has(out, "a.ptc.clj"), "%s",
              out.ptr);
    expect(folder, "$PTCC gen --check --compiled -o . a.agent.edn", 0, "");
    expect(folder, "$PTCC regen --check a.ptc.c", 0, "");
    expect(folder, "sed -i 's/return/return  /' p.clj", 0, "");
    expect(folder, compile, 0, "");
    expect(folder, "$PTCC gen --check --compiled -o . a.agent.edn", 3, "");
    expect(folder, "$PTCC regen --check a.ptc.c", 3, "");
    expect(folder, "$PTCC regen a.ptc.c", 0, "");
    expect(folder, "$PTCC regen --check a.ptc.c", 0, "");
    expect_compiles(folder, "a");
}

Test(gen_compiled, bytes_do_not_depend_on_where_and_when)
{
    const char *folder = prepare(agent, program);

    expect(folder, compile, 0, "");
    expect(folder, gen, 0, "");
    expect(folder,
           "mkdir -p x/y && cp a.agent.edn a.ptc.clj a.ptc.samples.jsonl x/y && "
           "LC_ALL=de_DE.UTF-8 "
           "TZ=Asia/Tokyo $PTCC gen --compiled -o x x/y/a.agent.edn && cmp x/a.ptc.c "
           "a.ptc.c && cmp x/a.ptc.h a.ptc.h",
           0, "");
}

Test(gen_compiled, names_follow_the_options)
{
    const char *folder = prepare(agent, program);

    expect(folder, compile, 0, "");
    expect(
        folder,
        "$PTCC gen --compiled --prefix my --visibility hidden -o . a.agent.edn && grep "
        "-q '^PTC_HIDDEN ptc_status my_a_execute(' a.ptc.h && grep -q "
        "'my_a_execute_value' a.ptc.h && grep -q 'extern const ptc_compiled "
        "my_a_compiled;' a.ptc.h",
        0, "");
    expect_compiles(folder, "a");
    expect(folder, "sed -i 's/add_up/a_execute/' a.agent.edn", 0, "");
    expect(folder, compile, 0, "");
    expect(folder, gen, 1, "gen-collision");
    expect(folder, "sed -i 's/a_execute/a_program_names/' a.agent.edn", 0, "");
    expect(folder, compile, 0, "");
    expect(folder, gen, 0, "");
    expect_compiles(folder, "a");
}

/* A program of more bytes than a literal may have, with many functions and strings that
 * could end a comment or a literal. */
Test(gen_compiled, large_programs_compile, .timeout = 300)
{
    const char *folder;
    ptc_arena arena;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&text, &arena);
    for (unsigned i = 0; i < 300; i++) {
        ptc_text_cstr(&text, "(defn f");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, " ([x] (str x \"*/ ?\?/ \\\\ \\\" \xc3\xbc % /*\" ");
        ptc_text_uint(&text, i);
        ptc_text_cstr(&text, ".5 #\"a+\" {:k #{1 :two 'three} \"s\" [nil true -7]}))\n"
                             "  ([x & more] (f0 x)))\n");
    }
    ptc_text_cstr(&text, "(return {:twice (count (f299 ctx/n))})\n");
    folder = prepare(agent, text.ptr);
    expect(folder, compile, 0, "");
    expect(folder, gen, 0, "");
    expect_compiles(folder, "a");
    ptc_arena_free(&arena);
}
