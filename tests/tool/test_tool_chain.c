/* SPDX-License-Identifier: MIT */
/* `ptc agent` with chains: runs, failures, recordings, previews, tools. [subagent 12] */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdlib.h>
#include <unistd.h>

#include "shell.h"
#include "uses.h"

#define ACCOUNT "--set 'message=Where is it? Account 4711' "
#define LETTER                                                                           \
    "{\"letter\":\"Dear customer, We are sorry: the parcel did not arrive, and we look " \
    "for it today. Your shop\",\"_account\":"

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

    cr_expect(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text);
}

/* The chain of the examples in a new folder. */
static void enter_chain(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    unsetenv("PTC_LLM_URL");
    unsetenv("PTC_LLM_MODEL");
    answer(format("cp -f %s/* .%s", project("examples/agent-chain"), ""), 0);
}

/* The chain of the examples; firewalled fields are passed on and stay hidden. */
Test(tool_chain, the_example)
{
    static const char *const names[] = {"sorter", "writer", "signer"};
    ptc_arena arena;
    ptc_value steps;
    const char *text;

    enter_chain();
    cr_expect_str_eq(
        answer("$PTC_EXE agent run reply.chain.edn " ACCOUNT "--script script.jsonl", 0),
        LETTER "\"<Firewalled>\"}\n");
    cr_expect_str_eq(answer("$PTC_EXE agent run reply.chain.edn " ACCOUNT
                            "--script script.jsonl --raw",
                            0),
                     LETTER "4711}\n");
    ptc_arena_init(&arena, NULL, 0);
    text = answer(
        "$PTC_EXE agent run reply.chain.edn " ACCOUNT "--script script.jsonl --json", 0);
    cr_assert(ptc_json_read(&arena, text, strlen(text), NULL, &steps, NULL, NULL) ==
                  PTC_OK &&
              steps.kind == PTC_VECTOR && steps.aux == 3);
    for (size_t i = 0; i < 3; i++) {
        const ptc_map *step = steps.as.items[i].as.map;

        cr_expect(ptc_map_find_text(step, PTC_STRING, PTC_STR("ok"))->as.boolean);
        cr_expect(ptc_str_equal(
            ptc_value_text(ptc_map_find_text(step, PTC_STRING, PTC_STR("agent"))),
            ptc_str_of(names[i])));
        cr_expect(ptc_map_find_text(step, PTC_STRING, PTC_STR("trace"))->kind == PTC_MAP);
    }
    cr_expect(strstr(text, "4711") != NULL && strstr(text, "\"_account\":4711") == NULL);
    ptc_arena_free(&arena);
}

/* M267: the first failure is the one reported; --json has all of them. */
Test(tool_chain, failures)
{
    static const char fails[] =
        "\"```clojure\\n(fail {:reason :lost :message \\\"no letter\\\"})\\n```\"\n";

    enter_chain();
    put_file("fails.jsonl", fails);
    answer("{ head -n 1 script.jsonl; cat fails.jsonl; } > two.jsonl", 0);
    cr_expect_str_eq(
        answer("$PTC_EXE agent run reply.chain.edn " ACCOUNT "--script two.jsonl", 1),
        "ptc: agent 2 \"writer\": SubAgent failed: lost - no letter\n");
    expect_part("$PTC_EXE agent run reply.chain.edn " ACCOUNT "--script two.jsonl --json",
                1, "\"reason\":\"chained_failure\"");
    expect_part("$PTC_EXE agent run reply.chain.edn --script two.jsonl", 1,
                "agent 1 \"sorter\": ");
    answer("sed -i 's/gist :string, urgent/urgent/' mail.sig", 0);
    expect_part("$PTC_EXE agent run reply.chain.edn --script script.jsonl", 2,
                "reply.chain.edn:4:11: error[chain-mismatch]: ");
    expect_part("$PTC_EXE agent run absent.chain.edn --script script.jsonl", 2,
                "absent.chain.edn: No such file");
}

/* Three agents that ask once each: none is over a budget of one. */
Test(tool_chain, limits_are_those_of_each_agent)
{
    enter_chain();
    cr_expect_str_eq(answer("$PTC_EXE agent run reply.chain.edn " ACCOUNT
                            "--script script.jsonl --llm-budget 1 --turn-budget 1",
                            0),
                     LETTER "\"<Firewalled>\"}\n");
    answer("test $(wc -l < script.jsonl) = 3", 0);
    answer("$PTC_EXE agent --help > help", 0);
    answer("grep -A2 -e --mission-timeout help | grep 'chain, of each agent'", 0);
    answer("! grep 'whole run' help", 0);
}

/* A recording is replayed, whichever agents name their models. */
Test(tool_chain, runs_are_recorded_and_replayed)
{
    static const char *const models[] = {"", ":llm \"haiku\""};

    for (size_t i = 0; i < 2; i++) {
        enter_chain();
        answer(
            format("sed -i 's/^{:prompt/{%s :prompt/' sorter.agent.edn%s", models[i], ""),
            0);
        cr_expect_str_eq(answer("$PTC_EXE agent run reply.chain.edn " ACCOUNT
                                "--script script.jsonl --cassette tape.jsonl --record "
                                "--raw --trace log.jsonl",
                                0),
                         LETTER "4711}\n");
        cr_expect_str_eq(answer("$PTC_EXE agent run reply.chain.edn " ACCOUNT
                                "--cassette tape.jsonl --raw",
                                0),
                         LETTER "4711}\n");
        expect_part("$PTC_EXE trace show log.jsonl", 0, "We are sorry: ");
        expect_part("$PTC_EXE trace show --ascii log.jsonl", 0, "sorter: Turn 1 ");
        expect_part("$PTC_EXE trace show --ascii log.jsonl", 0, "signer: Turn 1 ");
        answer("sed '/\"agent\":\"sorter\"/!d' log.jsonl > one.jsonl", 0);
        expect_part("$PTC_EXE trace show --ascii one.jsonl", 0, "+- Turn 1 ");
        answer("rm tape.jsonl", 0);
    }
}

/* The prompt of the first agent is known before anything runs. */
Test(tool_chain, previews)
{
    enter_chain();
    expect_part("$PTC_EXE agent preview reply.chain.edn " ACCOUNT "", 0,
                "Sort this message: Where is it? Account 4711");
    expect_part("$PTC_EXE agent preview reply.chain.edn " ACCOUNT "", 0,
                "the first of 3 agents");
    expect_part("$PTC_EXE agent run reply.chain.edn --max-turns 0 --script "
                "script.jsonl",
                2, "--max-turns");
}

/* Tools of a chain come from the same places as those of one agent. */
Test(tool_chain, tools)
{
    enter_chain();
    put_file("results.jsonl",
             "{\"name\":\"search\",\"args\":{\"q\":\"mice\"},\"result\":[1,2,3]}\n");
    put_file("find.agent.edn",
             "{:prompt \"Find {{what}}\" :signature \"(what :string) -> {count :int}\"\n"
             " :tools {\"search\" {:fn search_items\n"
             "                   :signature \"(q :string) -> [:int]\"}}}\n");
    put_file("two.chain.edn",
             "{:agents [\"find.agent.edn\" {:prompt \"{{count}}\" :signature \"(count "
             ":int) -> {count :int}\"\n :tools {\"search\" {:fn search_items :signature "
             "\"(q :string) -> [:int]\"}}}]}\n");
    put_file(
        "two.jsonl",
        "\"(return {:count (count (tool/search {:q ctx/what}))})\"\n"
        "\"(return {:count (+ ctx/count (count (tool/search {:q \\\"mice\\\"})))})\"\n");
    cr_expect_str_eq(answer("$PTC_EXE agent run two.chain.edn --set what=mice --script "
                            "two.jsonl --tool-results results.jsonl",
                            0),
                     "{\"count\":6}\n");
    expect_part("$PTC_EXE agent run two.chain.edn --set what=mice --script "
                "two.jsonl",
                2, "search (search_items), search (search_items): give --tools");
}
