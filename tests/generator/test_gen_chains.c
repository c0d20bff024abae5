/* SPDX-License-Identifier: MIT */
/*
 * Chains as emitted C: tests/golden/relay.chain.edn, in which an agent of another file
 * runs twice and two agents are in the chain, and what `ptcc gen` promises for chain
 * files. [subagent 12]
 */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include "relay.ptc.h"
#include "shell.h"

#include <ptc/ptc.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* --- The user's functions ----------------------------------------------------------- */

ptc_status crew_lookup(const lookup *in, lookup_result *out, ptc_tool_call *call)
{
    (void)in, (void)call;
    out->found = true;
    return PTC_OK;
}

ptc_status relay_now(relay_critic_now_result *out, ptc_tool_call *call)
{
    (void)call;
    out->text = PTC_STR("2026-01-02T03:04:05Z");
    return PTC_OK;
}

/* --- Runs ---------------------------------------------------------------------------
 */

#define REPLY(program) "\"```clojure\\n" program "\\n```\"\n"
#define CLERK          REPLY("(return {:answer (str \\\"Re: \\\" ctx/letter)})")
#define CRITIC         REPLY("(return {:letter (subs (tool/now {}) 0 4) :_marks [\\\"good\\\"]})")
#define SIGNER(pages)  REPLY("(return {:signed ctx/answer :_seal 7 :pages " pages "})")
#define GOOD           CLERK CRITIC CLERK SIGNER("[{:text \\\"p\\\" :tone \\\"cold\\\"}]")

typedef struct relay_case {
    ptc_arena arena;
    ptc_agent_options options;
    ptc_llm models[2]; /* one script, by the names that are asked for */
    const ptc_step *steps[RELAY_STEPS];
    relay_input in;
    relay_result out;
} relay_case;

static void start(relay_case *run, const char *replies)
{
    const ptc_source text = {PTC_STR("replies"), ptc_str_of(replies)};
    ptc_script *script;
    ptc_error fault;

    memset(run, 0, sizeof *run);
    ptc_arena_init(&run->arena, NULL, 0);
    cr_assert(ptc_script_read(&run->arena, &text, &script, &fault) == PTC_OK, "%s",
              test_error(&fault));
    run->models[0] = ptc_script_llm(script, "sonnet");
    run->models[1] = ptc_script_llm(script, "haiku");
    run->options.struct_size = sizeof run->options;
    run->options.registry = run->models;
    run->options.registry_count = 2;
    run->options.llm.name = "sonnet";
    run->in.letter = PTC_STR("Hello");
}

static ptc_status go(relay_case *run)
{
    return relay_run(&run->arena, &run->in, &run->options, &run->out, run->steps);
}

/* M264 M265 */
Test(gen_chains, run_from_struct_to_struct)
{
    relay_case run;

    start(&run, GOOD);
    cr_assert(go(&run) == PTC_OK, "%s",
              run.steps[3] != NULL ? test_cstr(run.steps[3]->fail.message) : "no step");
    cr_expect(ptc_str_equal(run.out.signed_, PTC_STR("Re: 2026")));
    cr_expect(run.out.has._seal && run.out._seal == 7);
    cr_assert(run.out.pages.count == 1 && run.out.pages.items[0].has.tone);
    cr_expect(run.out.pages.items[0].tone == RELAY_RESULT_PAGES_ITEM_TONE_COLD);
    for (size_t i = 0; i < RELAY_STEPS; i++)
        cr_expect(run.steps[i]->is_ok && run.steps[i]->usage.turns == 1);
    /* What is firewalled is in the step, for the program that has the struct. */
    cr_expect_not_null(ptc_value_get(&run.steps[1]->result, "_marks"));
    ptc_arena_free(&run.arena);
}

Test(gen_chains, constants_are_what_the_file_says)
{
    cr_expect_str_eq(relay.name, "relay");
    cr_expect_str_eq(relay.description, "Answers a letter, and the answer to \"that\".");
    cr_assert(relay.count == RELAY_STEPS && RELAY_STEPS == 4);
    cr_expect(relay.agents[0] == relay.agents[2]);
    cr_expect_str_eq(relay.agents[0]->name, "clerk");
    cr_expect_str_eq(relay.agents[1]->llm.name, "haiku");
    cr_expect_str_eq(relay.agents[3]->name, "relay-4");
    cr_expect_str_eq(relay_signature,
                     "(letter :string, polite :bool?) -> {signed :string, pages [{text "
                     ":string, tone :enum[\"warm\" \"cold\"]?}], _seal :int?}");
}

/* What the generator has checked, the run's own check also accepts. M241 */
Test(gen_chains, constants_fit)
{
    const ptc_agent_fault *faults;
    ptc_arena arena;
    size_t count;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(ptc_agent_check_chain(&arena, relay.agents, relay.count, &faults, &count) ==
                  PTC_OK &&
              count == 0);
    ptc_arena_free(&arena);
}

/* M263 M267 M414: after an agent that failed no model is asked. */
Test(gen_chains, failures_end_the_chain)
{
    static const struct {
        const char *replies;
        size_t failed;
        const char *reason;
    } rows[] = {
        {"", 0, "llm_error"},
        {REPLY("(fail {:reason :closed :message \\\"no\\\"})") CRITIC, 0, "closed"},
        {CLERK REPLY("(fail {:reason :bad :message \\\"no\\\"})") CLERK, 1, "bad"},
        {CLERK CRITIC CLERK REPLY("(return {:signed 1})"), 3, "validation_error"},
        {CLERK CRITIC CLERK SIGNER("[{:text \\\"p\\\" :tone \\\"hot\\\"}]"), 3,
         "validation_error"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        relay_case run;
        ptc_text text;

        start(&run, rows[i].replies);
        cr_expect(go(&run) == PTC_ERROR_INVALID, "%s", rows[i].reason);
        for (size_t k = 0; k < RELAY_STEPS; k++) {
            const ptc_step *step = run.steps[k];
            const char *reason = k < rows[i].failed    ? ""
                                 : k == rows[i].failed ? rows[i].reason
                                                       : "chained_failure";

            cr_expect(step->is_ok == (k < rows[i].failed));
            cr_expect(ptc_str_equal(step->fail.reason, ptc_str_of(reason)), "%zu.%zu: %s",
                      i, k, test_cstr(step->fail.reason));
            cr_expect(k <= rows[i].failed || step->usage.turns == 0);
        }
        ptc_text_init(&text, &run.arena);
        ptc_step_print_chain(&text, run.steps, RELAY_STEPS, PTC_TRACE_ASCII);
        cr_expect(strstr(text.ptr, rows[i].reason) != NULL, "%s", text.ptr);
        ptc_arena_free(&run.arena);
    }
}

/* Two agents are one after the other, and a child of neither is in the way. M267 */
Test(gen_chains, runs_follow_a_step_that_failed)
{
    ptc_step failed = {.is_ok = false,
                       .fail = {.reason = {"upstream", 8}, .message = {"gone", 4}}};
    relay_case run;

    start(&run, GOOD);
    run.options.from = &failed;
    cr_expect(ptc_chain_run(&run.arena, &relay, &run.options, run.steps) ==
              PTC_ERROR_INVALID);
    for (size_t i = 0; i < RELAY_STEPS; i++)
        cr_expect(ptc_str_equal(run.steps[i]->fail.reason, PTC_STR("chained_failure")));
    cr_expect(ptc_str_equal(run.steps[0]->fail.message,
                            PTC_STR("Upstream agent failed: upstream")));
    ptc_arena_free(&run.arena);
}

Test(gen_chains, an_empty_chain_is_refused)
{
    const ptc_chain nobody = {.struct_size = sizeof nobody};
    const ptc_step *none = NULL;
    ptc_arena arena;

    ptc_arena_init(&arena, NULL, 0);
    cr_expect(ptc_chain_run(&arena, &nobody, NULL, &none) == PTC_ERROR_ARGUMENT);
    cr_expect_null(none);
    ptc_arena_free(&arena);
}

/* However little memory there is: all steps, or none from some on, and nothing lost. */
Test(gen_chains, memory_is_refused_cleanly, .timeout = 300)
{
    ptc_status status = PTC_ERROR_MEMORY;
    size_t left = 0;

    while (status != PTC_OK && left < 100000) {
        test_refusing state = {left, 0};
        ptc_allocator allocator = test_refusing_allocator(&state);
        relay_case run;
        ptc_arena arena;

        start(&run, GOOD);
        ptc_arena_init(&arena, &allocator, 0);
        status = relay_run(&arena, &run.in, &run.options, &run.out, run.steps);
        if (status == PTC_ERROR_MEMORY) {
            size_t given = 0;

            while (given < RELAY_STEPS && run.steps[given] != NULL)
                given++;
            for (size_t i = given; i < RELAY_STEPS; i++)
                cr_expect_null(run.steps[i]);
        } else if (status != PTC_OK) {
            cr_expect(status == PTC_ERROR_INVALID && run.steps[RELAY_STEPS - 1] != NULL);
        }
        ptc_arena_free(&arena);
        ptc_arena_free(&run.arena);
        cr_expect(state.held == 0, "%zu", left);
        left += left < 200 ? 1 : 7;
    }
    cr_expect(status == PTC_OK);
}

static void *run_many(void *failures)
{
    for (unsigned i = 0; i < 20; i++) {
        relay_case run;

        start(&run, i % 4 == 3 ? CLERK : GOOD);
        if (go(&run) != (i % 4 == 3 ? PTC_ERROR_INVALID : PTC_OK))
            (*(unsigned *)failures)++;
        ptc_arena_free(&run.arena);
    }
    return NULL;
}

/* Runs share only constants. M266 */
Test(gen_chains, runs_on_threads_share_constants_alone, .timeout = 120)
{
    unsigned failures[4] = {0};
    pthread_t threads[4];

    for (size_t i = 0; i < 4; i++)
        cr_assert(pthread_create(&threads[i], NULL, run_many, &failures[i]) == 0);
    for (size_t i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        cr_expect_eq(failures[i], 0u);
    }
}

/* --- Generation ----------------------------------------------------------------------
 */

/* M487 */
Test(gen_chains, bytes_do_not_depend_on_where_and_when)
{
    const char *folder = test_directory();
    const char *root = project("tests/golden");
    ptc_str err = {NULL, 0};

    cr_expect(
        shell(folder,
              format("cp %s/relay.chain.edn %s/[ct][lr][ae][rd]*.[as]* . && mkdir gen && "
                     "LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo $PTCC gen -o gen "
                     "relay.chain.edn",
                     root, root),
              NULL, &err) == 0 &&
            shell(folder,
                  format("cmp gen/relay.ptc.c %s/relay.ptc.c && cmp "
                         "gen/relay.ptc.h %s/relay.ptc.h",
                         root, root),
                  NULL, &err) == 0,
        "relay.ptc differs from the golden files: %s", err.ptr);
    cr_expect(!exists(folder, "gen/clerk.ptc.c"));
}

static const char pair[] =
    "{:agents [\"sub/first.agent.json\"\n"
    "          {:name \"second\" :prompt \"Use {{n}}\" :files [\"kinds.sig\"]\n"
    "           :signature \"(n :int) -> {kind :int, _k :string?}\"\n"
    "           :tools {\"search\" {:fn search :signature :find}}}]}\n";

static void write_pair(const char *folder)
{
    cr_assert(shell(folder, "mkdir -p sub", NULL, NULL) == 0);
    write_file(folder, "pair.chain.edn", pair);
    write_file(folder, "kinds.sig",
               "kind = :enum[\"a\" \"b\"]\nfind(q :string, k :kind?) -> :int\n"
               "first(q :string, k :kind?) -> {n :int, k :kind}\n");
    write_file(folder, "sub/first.agent.json",
               "{\"prompt\": \"Find {{q}}\", \"signature\": \":first\", \"files\": "
               "[\"../kinds.sig\"], \"tools\": {\"find\": {\"fn\": \"search\", "
               "\"signature\": \":find\"}}}\n");
}

/* What a build relies on holds for chain files as it does for contracts. */
Test(gen_chains, builds_are_served, .timeout = 120)
{
    static const char depends[] = "pair.ptc.h pair.ptc.c: \\\n  pair.chain.edn";
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    write_pair(folder);
    cr_expect(shell(folder, "$PTCC check pair.chain.edn", &out, &err) == 0 &&
                  out.len == 0 && err.len == 0,
              "%s%s", out.ptr, err.ptr);
    cr_expect(shell(folder, "$PTCC gen --list-outputs -o . pair.chain.edn", &out, NULL) ==
                  0 &&
              ptc_str_equal(out, PTC_STR("./pair.ptc.h\n./pair.ptc.c\n")));
    cr_assert(shell(folder,
                    "$PTCC gen --header pair.ptc.h --source pair.ptc.c --depfile d "
                    "pair.chain.edn && cat d",
                    &out, &err) == 0,
              "%s", err.ptr);
    cr_expect(has(out, depends) && has(out, "kinds.sig") &&
                  has(out, "sub/first.agent.json"),
              "%s", out.ptr);
    cr_expect(shell(folder,
                    "touch -d @1 pair.ptc.h && $PTCC gen -o . pair.chain.edn && "
                    "test $(stat -c %Y pair.ptc.h) = 1 && $PTCC gen --always-write -o . "
                    "pair.chain.edn && test $(stat -c %Y pair.ptc.h) != 1",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder, "$PTCC gen --check -o . pair.chain.edn", &out, &err) == 0,
              "%s%s", out.ptr, err.ptr);
    cr_expect(shell(folder, "$PTCC regen --check pair.ptc.c", &out, &err) == 0, "%s%s",
              out.ptr, err.ptr);
    cr_assert(shell(folder, "$PTCC gen -o . kinds.sig", NULL, NULL) == 0);
    expect_compiles(folder, "pair");
    /* A function that agents share is declared once, over types that they share. */
    cr_expect(shell(folder,
                    "test $(grep -c '^ptc_status search(const find ' pair.ptc.h) = 1 && "
                    "! grep -q 'typedef struct find' pair.ptc.h && grep -q '^typedef "
                    "first pair_input;' pair.ptc.h",
                    NULL, NULL) == 0);
    cr_expect(
        shell(folder,
              "sed -i 's/Find /Find: /' sub/first.agent.json && $PTCC gen --check -o . "
              "pair.chain.edn",
              &out, &err) == 3 &&
            has(out, "fix: ptcc gen -o . pair.chain.edn"),
        "%s%s", out.ptr, err.ptr);
}

/* The options of contracts are those of chains; headers are also C++. */
Test(gen_chains, options_are_taken, .timeout = 300)
{
    static const char *const rows[] = {
        "--prefix p",      "--visibility=hidden", "--api-macro=API --strings=copy",
        "--mode=disabled", "--mode=strict",       "--optimize=size --stamp-version",
        "--tool-stubs",    "--values=jansson",    "--line-directives=base",
    };
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_pair(folder);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(
            shell(folder,
                  format("$PTCC gen %s -o . pair.chain.edn kinds.sig && $PTCC regen "
                         "--check "
                         "pair.ptc.c && $CC -std=c11 -Wall -Wextra -Wconversion "
                         "-Wshadow -Wmissing-prototypes -Werror -I $INCLUDE "
                         "-fsyntax-only pair.ptc.c%s",
                         rows[i], ""),
                  NULL, &err) == 0,
            "%s: %s", rows[i], err.ptr);
    write_file(folder, "one.c",
               "#include \"pair.ptc.c\"\nint one(void);\n"
               "int one(void)\n{\n    return pair.count == PAIR_STEPS;\n}\n");
    cr_expect(shell(folder,
                    "$PTCC gen --visibility=static -o . pair.chain.edn kinds.sig && $CC "
                    "-Wall "
                    "-Wextra -Werror -I $INCLUDE -fsyntax-only one.c",
                    NULL, &err) == 0,
              "%s", err.ptr);
}

/* Ends without signatures: there is the constant, and nothing to run it by structs. */
Test(gen_chains, without_signatures_there_is_the_constant, .timeout = 120)
{
    static const char *const rows[] = {
        "{:agents [{:prompt \"Go\"} {:prompt \"On\" :signature \"() -> :int\"}]}",
        "{:agents [{:prompt \"Go\" :signature \"() -> :int\"} {:prompt \"On\"}]}",
    };
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    for (size_t i = 0; i < 2; i++) {
        write_file(folder, "a.chain.edn", rows[i]);
        cr_expect(shell(folder,
                        "$PTCC gen -o . a.chain.edn && grep -q 'extern const ptc_chain "
                        "a;' a.ptc.h && ! grep -q a_run a.ptc.h && $CC -std=c11 -Wall "
                        "-Wextra -Werror -I $INCLUDE -fsyntax-only a.ptc.c",
                        NULL, &err) == 0,
                  "%s: %s", rows[i], err.ptr);
    }
}

/* Shapes of ends: no parameters, a result that is not a map, types that hold themselves,
 * empty maps, one agent, the same types at both ends. */
Test(gen_chains, any_parameters_and_result, .timeout = 300)
{
    static const char *const rows[] = {
        "{:agents [{:prompt \"a\" :signature \"() -> :int\"}]}",
        "{:agents [{:prompt \"a\" :signature \"() -> :int\"}\n"
        "          {:prompt \"{{result}}\" :signature \"(result :int) -> [:string]\"}]}",
        "{:agents [{:prompt \"a\" :signature \"(a {}, b {c {d [:int]}}) -> {}\"}\n"
        "          {:prompt \"a\" :signature \"() -> {}\"}]}",
        "{:agents [{:prompt \"a\" :signature [:=> [:cat [:schema {:registry {:t [:map "
        "[:kids [:vector [:ref :t]]]]}} :t]] [:map [:n :int]]]}\n"
        "          {:prompt \"a\" :signature [:=> [:cat] [:schema {:registry {:t [:map "
        "[:v :int] [:kids [:vector [:ref :t]]]]}} [:ref :t]]]}]}",
        "{:agents [{:prompt \"{{q}}\" :signature \"(q :string) -> {q :string}\"}\n"
        "          {:prompt \"{{q}}\" :signature \"(q :string) -> {q :string}\"}]}",
        "{:agents [{:prompt \"a\" :signature [:=> [:cat] [:or :int :string]]}]}",
        "{:agents [{:name \"agents\" :prompt \"a\" :signature \"() -> :int\"}]}",
    };
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_file(folder, "a.chain.edn", rows[i]);
        cr_expect(shell(folder,
                        "$PTCC gen -o . a.chain.edn && grep -q 'ptc_status a_run(' "
                        "a.ptc.h && $CC -std=c11 -Wall -Wextra -Werror -I $INCLUDE "
                        "-fsyntax-only a.ptc.c",
                        NULL, &err) == 0,
                  "%s: %s", rows[i], err.ptr);
    }
}

Test(gen_chains, faults_are_told_and_nothing_is_written)
{
    static const struct {
        const char *chain;
        const char *told;
    } rows[] = {
        {"{:agents []}", "agent-required"},
        {"{:agents [{:prompt \"a\" :signature \"() -> :int\"}\n {:prompt \"{{m}}\" "
         ":signature \"(m :int) -> :int\"}]}",
         "a.chain.edn:2:2: error[chain-mismatch]"},
        {"{:agents [{:name \"x\" :prompt \"a\"} {:name \"X\" :prompt \"b\"}]}",
         "a.chain.edn:1:35: error[gen-collision]: agents 1 \"x\" and 2 \"X\" of the "
         "chain "
         "would both be \"a_x\" in C\n"},
        {"{:agents [{:name \"b\" :prompt \"B\" :signature \"() -> {n :int}\"}\n{:name "
         "\"b\" :prompt \"{{n}}\" :signature \"(n :int) -> :int\"}]}",
         "a.chain.edn:2:1: error[gen-collision]: two agents of the chain are named "
         "\"b\": "
         "agents 1 and 2\n"},
        {"{:agents [\"one/z.agent.edn\" \"two/z.agent.edn\" \"one/z.agent.edn\"]}",
         "a.chain.edn:1:29: error[gen-collision]: two agents of the chain are files "
         "named "
         "\"z.agent.edn\": agents 1 and 2\n"},
        {"{:agents [{:name \"input\" :prompt \"a\" :signature \"(n :int?) -> :int\"}]}",
         "error[gen-collision]: \"a_input\""},
        {"{:agents [{:name \"run\" :prompt \"a\" :signature \"() -> :int\"}]}",
         "error[gen-collision]: \"a_run\""},
        {"{:agents [{:name \"steps\" :prompt \"a\" :signature \"() -> :int\"} {:prompt "
         "\"b\" :tools {\"t\" {:fn A_STEPS :signature \"() -> :int\"}}}]}",
         "error[gen-collision]: \"A_STEPS\""},
        {"{:agents [{:prompt \"x\" :tools {\"t\" {:fn f :signature \"(a :int) -> "
         ":int\"}}}"
         " {:prompt \"x\" :tools {\"t\" {:fn f :signature \"(b :int) -> :int\"}}}]}",
         "error[gen-collision]: \"f\""},
    };
    const char *folder = test_directory();

    cr_assert(
        shell(folder,
              "mkdir one two && for f in one two; do echo '{:prompt \"z\" :signature "
              "\"() -> {n :int}\"}' > $f/z.agent.edn; done",
              NULL, NULL) == 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ptc_str err = {NULL, 0};
        bool is_twin = strstr(rows[i].told, "of the chain") != NULL;

        write_file(folder, "a.chain.edn", rows[i].chain);
        cr_expect(shell(folder, "$PTCC gen -o . a.chain.edn", NULL, &err) == 1, "%s: %s",
                  rows[i].chain, err.ptr);
        cr_expect(has(err, rows[i].told), "%s: %s", rows[i].chain, err.ptr);
        cr_expect(!is_twin || strstr(strstr(err.ptr, "error[") + 1, "error[") == NULL,
                  "told once: %s", err.ptr);
        cr_expect(!exists(folder, "a.ptc.h"));
        cr_expect(shell(folder, "$PTCC check a.chain.edn", NULL, &err) == 1 &&
                      has(err, rows[i].told),
                  "%s", err.ptr);
    }
}

/* Agents and files of a chain stay below --root, and so does all that they name. */
Test(gen_chains, files_stay_below_the_root)
{
    const char *folder = test_directory();
    ptc_str err = {NULL, 0};

    write_pair(folder);
    cr_expect(shell(folder, "$PTCC check --root . pair.chain.edn", NULL, &err) == 0, "%s",
              err.ptr);
    cr_expect(shell(folder,
                    "mkdir in && sed 's|sub/|../sub/|' pair.chain.edn >in/b.chain.edn && "
                    "cp kinds.sig in && $PTCC check in/b.chain.edn",
                    NULL, &err) == 0,
              "%s", err.ptr);
    cr_expect(shell(folder, "$PTCC check --root in in/b.chain.edn", NULL, &err) == 1 &&
                  has(err, "in/b.chain.edn:1:11: error[agent-file]") && !has(err, "Find"),
              "%s", err.ptr);
}

Test(gen_chains, the_example_runs, .timeout = 120)
{
    const char *folder = test_directory();
    ptc_str out = {NULL, 0};
    ptc_str err = {NULL, 0};

    cr_assert(
        shell(
            folder,
            format("cp %s/* . && $PTCC check reply.chain.edn && $PTCC gen -o . "
                   "reply.chain.edn mail.sig && $CC -std=c11 -Wall -Wextra -Wconversion "
                   "-Werror -I $INCLUDE main.c reply.ptc.c $LIBPTC -lpcre2-8 -lm "
                   "-o reply%s",
                   project("examples/agent-chain"), ""),
            NULL, &err) == 0,
        "%s", err.ptr);
    cr_expect(shell(folder, "./reply <script.jsonl", &out, &err) == 0, "%s%s", out.ptr,
              err.ptr);
    cr_expect(has(out, "to account 4711: Dear customer, We are sorry: the parcel did"),
              "%s", out.ptr);
    cr_expect(shell(folder, "head -n 1 script.jsonl | ./reply", NULL, &err) == 1);
    cr_expect(has(err, "Step 1/3") && has(err, "Error: llm_error") &&
                  has(err, "Error: chained_failure"),
              "%s", err.ptr);
}
