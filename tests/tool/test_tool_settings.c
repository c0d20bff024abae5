/* SPDX-License-Identifier: MIT */
/* Settings of agents on the command line of `ptc agent`, which override those of their
 * files. */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdlib.h>
#include <unistd.h>

#include "shell.h"
#include "uses.h"

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    unsetenv("PTC_LLM_URL");
    unsetenv("PTC_LLM_MODEL");
}

/* Runs a line in the current folder; returns its output on both streams. */
static const char *answer(const char *line, int wanted)
{
    ptc_str out;
    ptc_str err;
    int status = shell(".", line, &out, &err);

    cr_expect(status == wanted, "%s: exit %d\n%s%s", line, status, out.ptr, err.ptr);
    return out.len > 0 ? out.ptr : err.ptr;
}

/* A pattern with one %s; extra arguments of printf are allowed. */
static const char *with(const char *pattern, const char *text)
{
    return format(pattern, text, "");
}

static void expect_part(const char *text, const char *part)
{
    cr_expect(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text);
}

/* --- Each option ------------------------------------------------------------------- */

#define TOKENS ", \"tokens\": {\"input\": 30, \"output\": 30}"

/* The output of a run without the option, and with it. */
static const struct {
    const char *option;
    const char *agent; /* keys of its file, JSON members */
    const char *replies;
    const char *own;
    const char *given;
} rows[] = {
    /* M220 */
    {"--mode=strict", "\"signature\": \"() -> {n :int}\"",
     "\"(return {:n 1 :x 2})\"\n\"(return {:n 3})\"\n", "{\"n\":1,", "{\"n\":3}"},
    {"--mode=enabled",
     "\"signature\": \"() -> {n :int}\", \"signature_validation\": \"strict\"",
     "\"(return {:n 1 :x 2})\"\n\"(return {:n 3})\"\n", "{\"n\":3}", "{\"n\":1,"},
    {"--mode=disabled", "\"signature\": \"() -> {n :int}\"",
     "\"(return {:n \\\"x\\\"})\"\n\"(return {:n 3})\"\n", "{\"n\":3}", "{\"n\":\"x\"}"},
    {"--mode=warn_only", "\"signature\": \"() -> {n :int}\"",
     "\"(return {:n \\\"x\\\"})\"\n\"(return {:n 3})\"\n", "{\"n\":3}", "{\"n\":\"x\"}"},
    {"--max-turns=1", "\"max_turns\": 2", "\"(+ 1 1)\"\n\"(return 9)\"\n", "9", "2"},
    {"--retry-turns=1", "\"max_turns\": 1, \"builtin_tools\": [\"grep\"]",
     "\"(+ 1 1)\"\n\"(return 9)\"\n", "max_turns_exceeded", "9"},
    {"--retry-turns=0",
     "\"max_turns\": 1, \"retry_turns\": 1, \"builtin_tools\": [\"grep\"]",
     "\"(+ 1 1)\"\n\"(return 9)\"\n", "9", "max_turns_exceeded"},
    {"--turn-budget=0", "\"turn_budget\": 1", "\"(+ 1 1)\"\n\"(return 9)\"\n",
     "turn_budget_exhausted", "9"},
    {"--llm-budget=1", "\"llm_budget\": 2", "\"(+ 1 1)\"\n\"(return 9)\"\n", "9",
     "budget_exhausted"},
    /* M367 */
    {"--token-limit=50", "\"token_limit\": 100",
     "{\"content\": \"(return 9)\"" TOKENS "}\n", "9", "budget_exhausted"},
    {"--token-limit=0", "\"token_limit\": 50",
     "{\"content\": \"(return 9)\"" TOKENS "}\n", "budget_exhausted", "9"},
    {"--max-depth=1", "\"tools\": {\"low\": {\"agent\": \"low.agent.json\"}}",
     "\"(return (tool/low {}))\"\n\"(return (if ctx/fail 7 8))\"\n", "8", "7"},
    {"--max-tool-calls=1", "\"tools\": {\"f\": {\"fn\": \"f\"}}",
     "\"(return (+ (tool/f {}) (tool/f {})))\"\n\"(return (:reason ctx/fail))\"\n", "10",
     "\"tool_error\""},
    {"--timeout=1", "\"timeout\": 600000, \"fuel\": 20000000",
     "\"(loop [i 0] (recur (inc i)))\"\n\"(return (:reason ctx/fail))\"\n",
     "\"fuel_exceeded\"", "\"timeout\""},
    {"--fuel=100", "\"fuel\": 100000",
     "\"(return (count (map inc (range 1000))))\"\n\"(return (:reason ctx/fail))\"\n",
     "1000", "\"fuel_exceeded\""},
    {"--max-heap=64k", "\"max_heap\": 10000000",
     "\"(return (count (vec (range 100000))))\"\n\"(return (:reason ctx/fail))\"\n",
     "100000", "\"memory_exceeded\""},
    {"--memory-limit=1k", "\"memory_limit\": 10",
     "\"(def a \\\"0123456789\\\")\"\n\"(return a)\"\n", "memory_limit_exceeded",
     "\"0123456789\""},
    {"--memory-limit=0", "\"memory_limit\": 10",
     "\"(def a \\\"0123456789\\\")\"\n\"(return a)\"\n", "memory_limit_exceeded",
     "\"0123456789\""},
    {"--memory-strategy=rollback", "\"memory_limit\": 10",
     "\"(def a \\\"0123456789\\\")\"\n\"(return 9)\"\n", "memory_limit_exceeded", "9"},
    {"--max-request-bytes=10", "\"max_turns\": 2", "\"(return 9)\"\n", "9",
     "budget_exhausted"},
    {"--completion-mode=implicit", "\"max_turns\": 2", "\"(+ 1 1)\"\n\"(+ 1 2)\"\n",
     "max_turns_exceeded", "3"},
    {"--multi-block=first", "\"max_turns\": 2",
     "\"```clojure\\n(def a 1)\\n```\\n```clojure\\n(return a)\\n```\"\n\"(return 9)\"\n",
     "1", "9"},
    {"--float-precision=1", "\"float_precision\": 3", "\"(return 1.23456)\"\n", "1.235",
     "1.2"},
};

Test(tool_settings, each_option_overrides_the_file)
{
    enter_folder();
    put_file("low.agent.json", "{\"prompt\": \"Help\"}");
    put_file("results.jsonl", "{\"name\": \"f\", \"args\": {}, \"result\": 5}\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *line = with("$PTC_EXE agent run a.agent.json --script r.jsonl "
                                "--tool-results results.jsonl %s 2>&1; true",
                                rows[i].option);
        const char *plain = format("$PTC_EXE agent run a.agent.json --script r.jsonl "
                                   "--tool-results results.jsonl 2>&1; true%s%s",
                                   "", "");

        put_file("a.agent.json", with("{\"prompt\": \"Go\", %s}", rows[i].agent));
        put_file("r.jsonl", rows[i].replies);
        expect_part(answer(plain, 0), rows[i].own);
        expect_part(answer(line, 0), rows[i].given);
    }
}

/* Timeouts need a model that takes time. */
Test(tool_settings, times_override_the_file, .timeout = 60)
{
    enter_folder();
    put_file("slow.sh", "cat >/dev/null; sleep 3; echo '{\"content\": \"(return 1)\"}'");
    put_file("m.json", "{\"models\": {\"slow\": {\"provider\": \"command\", \"command\": "
                       "[\"sh\", \"slow.sh\"]}}}");
    put_file("a.agent.edn", "{:prompt \"Go\" :mission-timeout 60000 :llm-timeout 60000}");
    expect_part(answer("$PTC_EXE agent run a.agent.edn --models m.json --llm-timeout 50 "
                       "2>&1",
                       1),
                "llm_error");
    expect_part(answer("$PTC_EXE agent run a.agent.edn --models m.json --mission-timeout "
                       "50 2>&1",
                       1),
                "mission_timeout");
}

/* --- What is refused --------------------------------------------------------------- */

static const struct {
    const char *option;
    const char *message;
} refused[] = {
    {"--mode=lax", "--mode takes enabled, warn_only, strict or disabled, not \"lax\""},
    {"--mode=", "--mode takes "},
    {"--max-turns=0", "--max-turns is a number from 1 to 4294967295, not \"0\""},
    {"--max-turns=-1", "--max-turns is a number"},
    {"--max-turns=4294967296", "--max-turns is a number"},
    {"--max-depth=17", "--max-depth is a number from 1 to 16, not \"17\""},
    {"--retry-turns=x", "--retry-turns is a number from 0"},
    {"--turn-budget=1.5", "--turn-budget is a number"},
    {"--timeout=5d", "--timeout is a time from 0 to 9223372036854 milliseconds, such as "
                     "500, 500ms, 2s, 5m or 1h, not \"5d\""},
    {"--timeout=s", "--timeout is a time"},
    {"--timeout=-1s", "--timeout is a time"},
    {"--timeout=1.5s", "--timeout is a time"},
    {"--timeout=9223372037s", "--timeout is a time"},
    {"--timeout=99999999999999h", "--timeout is a time"},
    {"--fuel=5s", "--fuel is a number from 0"},
    {"--token-limit=99999999999999999999", "--token-limit is a number"},
    {"--max-heap=64q", "--max-heap is a size from 1"},
    {"--memory-limit=-5", "--memory-limit is a size"},
    {"--completion-mode=none", "--completion-mode takes explicit or implicit"},
    {"--memory-strategy=none", "--memory-strategy takes fail or rollback"},
    {"--multi-block=all", "--multi-block takes do, first or error"},
    {"--prompt-layout=x", "--prompt-layout takes seed or cached"},
    {"--tool-style=x", "--tool-style takes seed, compact or fenced"},
    {"--inventory-style=x", "--inventory-style takes table or compact"},
    {"--float-precision=18", "--float-precision is a number from 0 to 17"},
    {"--llm-opts=5",
     "--llm-opts needs a JSON object, such as {\"temperature\": 0}, not \"5\""},
    {"--llm-opts={", "--llm-opts needs a JSON object"},
    {"--llm-opts=", "--llm-opts needs a JSON object"},
    {"--max-turn=2 --mode", "--mode needs an argument"},
    {"--memory-limits=2", "did you mean --memory-limit?"},
};

Test(tool_settings, mistakes_ask_no_model)
{
    enter_folder();
    put_file("r.jsonl", "\"(return 1)\"\n");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        expect_part(answer(with("$PTC_EXE agent run -e Go --script r.jsonl %s 2>&1",
                                refused[i].option),
                           2),
                    refused[i].message);
        expect_part(
            answer(with("$PTC_EXE agent preview -e Go %s 2>&1", refused[i].option), 2),
            refused[i].message);
    }
}

/* The last use of an option counts. */
Test(tool_settings, the_last_one_holds)
{
    enter_folder();
    put_file("r.jsonl", "\"(+ 1 1)\"\n\"(return 9)\"\n");
    expect_part(answer("$PTC_EXE agent run -e Go --script r.jsonl --max-turns 1 "
                       "--max-turns 3",
                       0),
                "9\n");
}

/* --- With others ------------------------------------------------------------------- */

Test(tool_settings, previews_show_them)
{
    static const char *const options[] = {"--max-turns=1", "--prompt-layout=cached",
                                          "--tool-style=fenced",
                                          "--inventory-style=compact"};
    const char *plain;

    enter_folder();
    plain = answer("$PTC_EXE agent preview -e 'Go {{x}}' --set x=5", 0);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        cr_expect_str_neq(answer(with("$PTC_EXE agent preview -e 'Go {{x}}' --set x=5 "
                                      "%s",
                                      options[i]),
                                 0),
                          plain, "%s", options[i]);
}

/* Settings are of the agent that is run, not of its tools. */
Test(tool_settings, children_keep_their_own)
{
    enter_folder();
    put_file("low.agent.json", "{\"prompt\": \"Help\", \"signature\": \"{n :int}\"}");
    put_file("top.agent.json", "{\"prompt\": \"Go\", \"tools\": {\"low\": {\"agent\": "
                               "\"low.agent.json\"}}}");
    put_file("r.jsonl", "\"(return (tool/low {}))\"\n\"(return {:n \\\"x\\\"})\"\n"
                        "\"(return {:n 4})\"\n");
    expect_part(answer("$PTC_EXE agent run top.agent.json --script r.jsonl --mode "
                       "disabled --max-turns 1",
                       0),
                "{\"n\":4}\n");
}

/* Limits are not part of requests: recordings replay under others. */
Test(tool_settings, recordings_replay_under_other_limits)
{
    static const char *const options[] = {
        "",
        "--timeout 60000 --mission-timeout 600000 --llm-timeout 1000 --tool-timeout 9",
        "--fuel 0 --max-heap 64M --token-limit 5000",
        "--turn-budget 7 --llm-budget 9 --max-tool-calls 3 --max-depth 2",
        "--mode strict --completion-mode implicit --memory-strategy rollback",
    };

    enter_folder();
    put_file("r.jsonl", "\"(def a 20)\"\n\"(return {:n (+ a ctx/x)})\"\n");
    answer("$PTC_EXE agent run -e Go --signature '(x :int) -> {n :int}' --set x=1 "
           "--script r.jsonl --cassette tape.jsonl --record",
           0);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        expect_part(answer(with("$PTC_EXE agent run -e Go --signature '(x :int) -> {n "
                                ":int}' --set x=1 --cassette tape.jsonl %s",
                                options[i]),
                           0),
                    "{\"n\":21}\n");
    expect_part(answer("$PTC_EXE agent run -e Go --signature '(x :int) -> {n :int}' "
                       "--set x=1 --cassette tape.jsonl --max-turns 9 2>&1",
                       1),
                "Turn 2 of 9");
}

/* The command line overrides the agent, and that overrides the model. M217 */
Test(tool_settings, options_of_models)
{
    enter_folder();
    put_file("ask.sh", "#!/bin/sh\ncat > asked.json\necho '{\"content\":\"(return "
                       "7)\"}'\n");
    cr_assert(chmod("ask.sh", 0755) == 0);
    put_file("m.json",
             "{\"models\":{\"mine\":{\"provider\":\"command\",\"command\":[\"./ask.sh\"],"
             "\"options\":{\"temperature\":0.1,\"seed\":1,\"top_p\":0.2}}}}");
    put_file("a.agent.edn", "{:prompt \"Go\" :llm-opts {:temperature 0.5 :top-p 0.6}}");
    answer("$PTC_EXE agent run a.agent.edn --models m.json --llm-opts "
           "'{\"temperature\": 0.9}' --cassette t.jsonl --record",
           0);
    expect_part(answer("cat asked.json", 0),
                "\"llm_opts\":{\"temperature\":0.9,\"top_p\":0.6,\"seed\":1}");
    /* Options of the run and the agent are recorded, those of the model are not. */
    expect_part(answer("cat t.jsonl", 0),
                "\"llm_opts\":{\"temperature\":0.9,\"top_p\":0.6}");
    expect_part(answer("$PTC_EXE agent run a.agent.edn --cassette t.jsonl --llm-opts "
                       "'{\"temperature\": 0.9}'",
                       0),
                "7\n");
    expect_part(answer("$PTC_EXE agent run a.agent.edn --cassette t.jsonl 2>&1", 1),
                "llm_opts, line 1: expected \"{\\\"temperature\\\":0.9");
    expect_part(answer("$PTC_EXE agent run a.agent.edn --models m.json --llm-opts "
                       "'{\"api_key\": \"x\"}' 2>&1",
                       1),
                "llm_opts cannot set api_key");
}

Test(tool_settings, options_of_files_are_checked)
{
    enter_folder();
    put_file("a.agent.edn", "{:prompt \"Go\"\n :llm-opts {:seed 1 :base-url \"x\"}}");
    put_file("b.agent.json", "{\"prompt\": \"Go\", \"llm_opts\": [1]}");
    put_file("c.agent.edn", "{:prompt \"Go\" :llm-opts {:seed [x]}}");
    expect_part(answer("$PTCC check --diagnostics gnu a.agent.edn 2>&1", 1),
                "a.agent.edn:2:12: error: llm_opts cannot set base_url: the registry of "
                "models does [agent-config]");
    expect_part(answer("$PTCC check --diagnostics gnu b.agent.json 2>&1", 1),
                "b.agent.json:1:30: error: llm_opts must be a map, found an array");
    expect_part(answer("$PTCC check --diagnostics gnu c.agent.edn 2>&1", 1),
                "c.agent.edn:1:25: error: llm_opts must be a map of JSON values");
}

/* Every setting is in the help, in a separate section. */
Test(tool_settings, the_help_lists_them)
{
    const char *help;

    enter_folder();
    help = strstr(answer("$PTC_EXE agent --help", 0),
                  "\nsettings that override those of the agent (0: no limit):\n");
    cr_assert(help != NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_part(help, test_cstr(ptc_str_make(rows[i].option,
                                                 strcspn(rows[i].option, "=") + 1)));
    cr_expect(strstr(answer("$PTC_EXE run --help", 0), "settings that override") == NULL);
}
