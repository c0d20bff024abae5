/* SPDX-License-Identifier: MIT */
/* `ptc agent` as its users see it: runs, previews, and tools written in C. */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "shell.h"
#include "uses.h"

#define USES(uses) run_uses("PTC_EXE", uses, sizeof(uses) / sizeof(uses)[0])

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    unsetenv("PTC_LLM_URL");
    unsetenv("PTC_LLM_MODEL");
    put_file("sum.jsonl", "\"(return (+ ctx/x ctx/y))\"\n");
    put_file("ctx.jsonl", "\"(return (:x ctx/all))\"\n\n\"(return ctx/x)\"\n");
    put_file("x.jsonl", "\"(return ctx/x)\"\n");
    put_file("bad.jsonl", "\"(+ 1 2)\"\n\"(+ 1 lamp)\"\n");
    put_file("hidden.jsonl", "\"(return {:n 1 :_key (str \\\"can\\\" \\\"ary\\\")})\"\n");
    put_file("fail.jsonl",
             "\"(fail {:reason :not_found :message \\\"User does not exist\\\"})\"\n");
    put_file("broken.jsonl", "{\"content\": 5}\n");
    put_file("ctx.json", "{\"x\":1,\"y\":2}");
    put_file("list.json", "[1]");
}

/* --- run --------------------------------------------------------------------------- */

static const use runs[] = {
    {{"agent", "run", "-e", "{{x}} + {{y}}", "--set", "x=10", "--set", "y=5", "--script",
      "sum.jsonl"},
     "",
     0,
     "15\n",
     ""},
    {{"agent", "run", "-e", "Add", "--context", "ctx.json", "--script", "sum.jsonl"},
     "",
     0,
     "3\n",
     ""},
    {{"agent", "run", "-e", "Add", "--context", "-", "--set", "y=40", "--script",
      "sum.jsonl"},
     "{\"x\":2,\"y\":1}",
     0,
     "42\n",
     ""},
    /* JSON if it can be read, otherwise a string. */
    {{"agent", "run", "-e", "Say", "--set", "x={\"a\":[1,null]}", "--script", "x.jsonl"},
     "",
     0,
     "{\"a\":[1,null]}\n",
     ""},
    {{"agent", "run", "-e", "Say", "--set", "x=two words", "--script", "x.jsonl"},
     "",
     0,
     "\"two words\"\n",
     ""},
    {{"agent", "run", "-e", "Say", "--set", "x=a=b", "--set", "x=", "--script",
      "x.jsonl"},
     "",
     0,
     "\"\"\n",
     ""},
    {{"agent", "run", "-e", "Say", "--signature", "(x :int) -> :int", "--set", "x=\"7\"",
      "--script", "x.jsonl"},
     "",
     0,
     "7\n",
     ""},
    /* A failed run: one line, and code 1. */
    {{"agent", "run", "-e", "Find", "--script", "fail.jsonl"},
     "",
     1,
     "",
     "ptc: SubAgent failed: not_found - User does not exist\n"},
    {{"agent", "run", "-e", "Say", "--max-turns", "2", "--signature", "() -> :int",
      "--script", "hidden.jsonl"},
     "",
     1,
     "",
     "ptc: SubAgent failed: llm_error - LLM call failed: the script has no reply 2; it "
     "ends after 1\nptc: turn 1 failed: validation_error: (root): expected int, got "
     "map\n"},
    {{"agent", "run", "-e", "Say", "--max-turns", "2", "--script", "bad.jsonl"},
     "",
     1,
     "",
     "ptc: SubAgent failed: max_turns_exceeded - Exceeded max_turns limit of 2\n"
     "ptc: turn 2 failed: unbound_var: undefined variable: lamp\n"},
    {{"agent", "run", "-e", "Say {{x}}", "--signature", "(y :int) -> :int", "--script",
      "x.jsonl"},
     "",
     1,
     "",
     "template_error"},
    {{"agent", "run", "-e", "Say"}, "", 1, "", "llm_required"},
    {{"agent", "run", "-e", "Say", "--llm", "haiku"}, "", 1, "", "llm_"},
    /* Values hidden from models are printed only on request. */
    {{"agent", "run", "-e", "Go", "--script", "hidden.jsonl"},
     "",
     0,
     "{\"n\":1,\"_key\":\"<Firewalled>\"}\n",
     ""},
    {{"agent", "run", "-e", "Go", "--script", "hidden.jsonl", "--raw"},
     "",
     0,
     "{\"n\":1,\"_key\":\"canary\"}\n",
     ""},
};

Test(tool_agent, runs) /* M219, M336 */
{
    enter_folder();
    USES(runs);
}

/* Runs a line in the folder that was entered; the command ptc is $PTC_EXE. Returns its
 * output, or why it fails. */
static const char *answer(const char *line, int wanted)
{
    ptc_str out;
    ptc_str err;
    int status = shell(".", line, &out, &err);

    cr_expect(status == wanted, "%s: exit %d\n%s%s", line, status, out.ptr, err.ptr);
    return wanted == 0 ? out.ptr : err.ptr;
}

static void expect_part(const char *text, const char *part)
{
    cr_expect(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text);
}

static ptc_value json_of(ptc_arena *arena, const char *text)
{
    ptc_value value;

    cr_assert(ptc_json_read(arena, text, strlen(text), NULL, &value, NULL, NULL) ==
                  PTC_OK,
              "%s", text);
    return value;
}

static const ptc_value *member(const ptc_value *map, const char *name)
{
    const ptc_value *found = map->kind == PTC_MAP ? ptc_value_get(map, name) : NULL;

    cr_assert(found != NULL, "no \"%s\"", name);
    return found;
}

Test(tool_agent, steps_as_json)
{
    static const char *const members[] = {"return", "fail", "usage", "memory", "trace"};
    ptc_arena arena;
    ptc_value step;

    enter_folder();
    ptc_arena_init(&arena, NULL, 0);
    step = json_of(&arena, answer("$PTC_EXE agent run -e Add --context ctx.json --script "
                                  "sum.jsonl --json",
                                  0));
    cr_expect(member(&step, "ok")->as.boolean);
    cr_expect(member(&step, "return")->as.integer == 3);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        member(&step, members[i]);
    step = json_of(&arena, answer("$PTC_EXE agent run -e Add --context ctx.json --script "
                                  "sum.jsonl --json --debug",
                                  0));
    member(&member(member(&step, "trace"), "turns")->as.items[0], "memory");
    step = json_of(&arena, answer("$PTC_EXE agent run -e Add --script fail.jsonl --json; "
                                  "[ $? -eq 1 ]",
                                  0));
    cr_expect(!member(&step, "ok")->as.boolean);
    cr_expect(ptc_str_equal(ptc_value_text(member(member(&step, "fail"), "reason")),
                            PTC_STR("not_found")));
    ptc_arena_free(&arena);
}

static const use mistakes[] = {
    {{"agent"}, "", 2, "", "agent is followed by run, preview or grammar"},
    {{"agent", "go"}, "", 2, "", "run, preview or grammar, not \"go\""},
    {{"agent", "run"}, "", 2, "", "agent run needs one of FILE and -e PROMPT"},
    {{"agent", "run", "a.agent.edn", "-e", "x"}, "", 2, "", "needs one of FILE"},
    {{"agent", "run", "absent.agent.edn"}, "", 2, "", "absent.agent.edn: No such file"},
    {{"agent", "run", "calls.agent.edn", "--script", "x.jsonl"},
     "",
     2,
     "",
     "one.agent.edn: it has no lock, one.ptc.clj; to make one: ptcc compile --llm NAME "
     "one.agent.edn"},
    {{"agent", "run", "-e", "x", "--set", "y"}, "", 2, "", "--set needs KEY=VALUE"},
    {{"agent", "run", "-e", "x", "--set", "=y"}, "", 2, "", "--set needs KEY=VALUE"},
    {{"agent", "run", "-e", "x", "--context", "list.json"}, "", 2, "", "JSON object"},
    {{"agent", "run", "-e", "x", "--script", "none"}, "", 2, "", "none: No such file"},
    {{"agent", "run", "-e", "x", "--script", "broken.jsonl"},
     "",
     2,
     "",
     "broken.jsonl:1"},
    {{"agent", "run", "-e", "x", "--max-turns", "0"},
     "",
     2,
     "",
     "--max-turns is a number from 1 to 4294967295"},
    {{"agent", "run", "-e", "x", "--record"}, "", 2, "", "--record needs --cassette"},
    {{"agent", "run", "-e", "x", "--script", "x.jsonl", "--models", "m.json"},
     "",
     2,
     "",
     "--script answers instead of --models"},
    {{"agent", "run", "-e", "x", "--script", "x.jsonl", "--cassette", "ctx.json"},
     "",
     2,
     "",
     "give one, or --record"},
    {{"agent", "run", "-e", "x", "--tools", "absent.so"}, "", 2, "", "absent.so"},
    {{"agent", "run", "-e", "x", "--trace", "one.agent.edn/log"},
     "",
     2,
     "",
     "one.agent.edn: Not a dir"},
    {{"agent", "run", "-e", "x", "--scirpt", "y"}, "", 2, "", "did you mean --script?"},
};

Test(tool_agent, mistakes)
{
    enter_folder();
    put_file("one.agent.edn", "{:prompt \"1\"}");
    put_file("calls.agent.edn",
             "{:prompt \"x\" :tools {\"one\" {:compiled \"one.agent.edn\"}}}");
    USES(mistakes);
}

/* --- Files that are written -------------------------------------------------------- */

Test(tool_agent, traces) /* M410 */
{
    const char *lines;

    enter_folder();
    put_file("old",
             "what was there before, and is longer than a line of the log: ......");
    cr_assert(chmod("old", 0644) == 0);
    answer("$PTC_EXE agent run -e Go --script hidden.jsonl --trace log.jsonl", 0);
    answer("$PTC_EXE agent run -e Go --script fail.jsonl --trace old; [ $? -eq 1 ]", 0);
    cr_expect((look(".", "log.jsonl").st_mode & 0777) == 0600);
    cr_expect((look(".", "old").st_mode & 0777) == 0600);
    lines = answer("grep -c . log.jsonl; grep -o 'run.st[a-z]*' log.jsonl", 0);
    expect_part(lines, "run.start\n");
    expect_part(lines, "run.stop\n");
    answer("! grep -q canary log.jsonl && ! grep -q before old && grep -q run.stop old",
           0);
}

Test(tool_agent, a_log_that_cannot_be_written_is_an_error)
{
    enter_folder();
    if (access("/dev/full", W_OK) == 0)
        expect_part(
            answer("$PTC_EXE agent run -e Go --script x.jsonl --trace /dev/full", 2),
            "/dev/full: No space left");
}

Test(tool_agent, cassettes)
{
    enter_folder();
    put_file("many.jsonl", "\"(def a 20)\"\n\"(return (+ a ctx/x))\"\n");
    cr_expect_str_eq(answer("$PTC_EXE agent run -e Go --set x=1 --script many.jsonl "
                            "--cassette tape.jsonl --record",
                            0),
                     "21\n");
    cr_expect((look(".", "tape.jsonl").st_mode & 0777) == 0600);
    cr_expect_str_eq(answer("wc -l < tape.jsonl", 0), "2\n");
    cr_expect_str_eq(
        answer("$PTC_EXE agent run -e Go --set x=1 --cassette tape.jsonl", 0), "21\n");
    expect_part(answer("$PTC_EXE agent run -e Stop --set x=1 --cassette tape.jsonl", 1),
                "llm_error");
    /* Mistakes leave a recording as it was. */
    answer("$PTC_EXE agent run -e Go --script none --cassette tape.jsonl --record", 2);
    cr_expect_str_eq(answer("wc -l < tape.jsonl", 0), "2\n");
}

#define NAMED                                                                            \
    "$PTC_EXE agent run -e Go --signature '(items [:int], later :int?) -> :int' --set "  \
    "'items=[1,2]' "
#define UNNAMED "$PTC_EXE agent run -e Go --set 'items=[1,2]' "

/* A recording holds replies; each run resolves their names again, so a run with a refused
 * program, or with a warning, replays. */
Test(tool_agent, misspelt_names_are_replayed)
{
    enter_folder();
    put_file("two.jsonl", "\"(+ 40 (count ctx/itmes))\"\n"
                          "\"(return (if ctx/fail (count ctx/items) ctx/later))\"\n");
    put_file("one.jsonl", "\"(return (count ctx/itmes))\"\n");
    cr_expect_str_eq(answer(NAMED "--script two.jsonl --cassette tape --record", 0),
                     "2\n");
    cr_expect_str_eq(answer(NAMED "--cassette tape", 0), "2\n");
    cr_expect_str_eq(answer(UNNAMED "--script one.jsonl --cassette other --record", 0),
                     "0\n");
    cr_expect_str_eq(
        answer(UNNAMED "--cassette other --trace log; grep -c 'Program warnings:.*Did "
                       "you mean: ctx/items' log",
               0),
        "0\n1\n");
    expect_part(answer("$PTC_EXE trace show log", 0), "Program warnings:");
}

/* Answers that a run keeps cost nothing, are shown as kept in prompts and traces, and
 * replay as kept. */
Test(tool_agent, kept_answers)
{
    const char *told;

    enter_folder();
    put_file("mails.agent.edn",
             "{:prompt \"Judge\" :signature \"(mails [:string]) -> [:bool]\"\n"
             " :tools {\"judge\" {:llm-tool {:prompt \"Is {{m}} urgent?\" :signature "
             "\"(m :string) -> {urgent :bool}\"} :cache true}}}");
    put_file("mails.jsonl",
             "\"(mapv #(tool/judge {:m %}) ctx/mails)\"\n\"{\\\"urgent\\\": true}\"\n"
             "\"no\"\n\"no\"\n"
             "\"(return (mapv #(:urgent (tool/judge {:m %})) ctx/mails))\"\n"
             "\"{\\\"urgent\\\": false}\"\n");
    cr_expect_str_eq(
        answer("$PTC_EXE agent run mails.agent.edn --set 'mails=[\"a\",\"b\"]' "
               "--script mails.jsonl --trace t --cassette tape --record",
               0),
        "[true,false]\n");
    cr_expect_str_eq(answer("wc -l < tape", 0), "6\n");
    told = answer("$PTC_EXE trace show --messages t", 0);
    expect_part(told, "kept: judge \xC3\x97"
                      "1");
    expect_part(told, "\xE2\x86\x90 (cached) {urgent: true}");
    cr_expect_str_eq(
        answer("$PTC_EXE agent run mails.agent.edn --set 'mails=[\"a\",\"b\"]' "
               "--cassette tape",
               0),
        "[true,false]\n");
}

/* --- Models ------------------------------------------------------------------------ */

#define WITH_KEY "APP_KEY='canary \"17\"' "

/* Values of the environment are in no file and on no stream, and recordings without them
 * are replayed without them. [subagent 13] */
Test(tool_agent, secrets_of_the_environment)
{
    const char *said;

    enter_folder();
    put_file("tell.jsonl", "\"It is canary \\\"17\\\".\"\n"
                           "\"(println \\\"canary \\\\\\\"17\\\\\\\"\\\")\"\n"
                           "\"(return {:key \\\"canary \\\\\\\"17\\\\\\\"\\\"})\"\n");
    put_file("no.jsonl", "\"(fail {:reason :no :message ctx/x})\"\n");
    said = answer(WITH_KEY "$PTC_EXE agent run -e Go --script tell.jsonl --json "
                           "--trace log --cassette tape --record",
                  0);
    expect_part(said, "{\"key\":\"<redacted>\"}");
    answer("! grep canary log tape && grep -q redacted log && grep -q redacted tape", 0);
    cr_expect(strstr(said, "canary") == NULL, "%s", said);
    said = answer(WITH_KEY "$PTC_EXE agent run -e Go --script tell.jsonl --raw --json "
                           "--trace raw",
                  0);
    cr_expect(strstr(said, "canary") == NULL, "%s", said);
    answer("! grep canary raw", 0);
    cr_expect_str_eq(answer("$PTC_EXE agent run -e Go --cassette tape", 0),
                     "{\"key\":\"<redacted>\"}\n");
    cr_expect_str_eq(answer(WITH_KEY "$PTC_EXE agent run -e Go --cassette tape", 0),
                     "{\"key\":\"<redacted>\"}\n");
    said = answer(WITH_KEY "$PTC_EXE agent run -e Go --set 'x=is canary \"17\"' "
                           "--script no.jsonl",
                  1);
    expect_part(said, "no - is <redacted>");
}

/* Shells of other systems begin files with a byte order mark. */
Test(tool_agent, files_may_begin_with_a_byte_order_mark)
{
    static const char run[] =
        "$PTC_EXE agent run -e 'Go {{x}}' --signature '(x :int) -> :int' --context "
        "x.json --cassette tape ";

    enter_folder();
    put_file("plain.agent.edn",
             "{:prompt \"Go\" :signature \"() -> :int\" :tools {\"f\" {:fn f}}}");
    put_file("x.json", "\xEF\xBB\xBF{\"x\":4}");
    put_file("x.script", "\xEF\xBB\xBF\"(return (inc ctx/x))\"\n");
    put_file("f.script", "\xEF\xBB\xBF\"(return (tool/f {}))\"\n");
    put_file("f.tools", "\xEF\xBB\xBF{\"name\":\"f\",\"args\":{},\"result\":6}\n");
    put_file("x.clj", "\xEF\xBB\xBF#!/usr/bin/env ptc\n(+ 1 2)\n");
    put_file("ask.sh", "cat > /dev/null\necho '{\"content\":\"(return 7)\"}'\n");
    put_file("models.json", "\xEF\xBB\xBF{\"models\":{\"m\":{\"provider\":\"command\","
                            "\"command\":[\"sh\",\"ask.sh\"]}}}");
    cr_expect_str_eq(answer(format("%s--record --script %s", run, "x.script"), 0), "5\n");
    answer("printf '\\357\\273\\277' | cat - tape > marked && mv marked tape", 0);
    cr_expect_str_eq(answer(run, 0), "5\n");
    cr_expect_str_eq(answer("$PTC_EXE agent run plain.agent.edn --script f.script "
                            "--tool-results f.tools",
                            0),
                     "6\n");
    cr_expect_str_eq(answer("$PTC_EXE agent run -e Go --models models.json", 0), "7\n");
    cr_expect_str_eq(answer("$PTC_EXE run x.clj", 0), "3\n");
    /* Faults keep their places. */
    put_file("x.json", "\xEF\xBB\xBF{\"x\":4");
    expect_part(answer(run, 2), "x.json:1:7: ");
}

Test(tool_agent, models_of_a_file_and_of_the_environment) /* M423 */
{
    enter_folder();
    put_file("ask.sh",
             "#!/bin/sh\ncat > asked.json\necho '{\"content\":\"(return 7)\"}'\n");
    cr_assert(chmod("ask.sh", 0755) == 0);
    put_file("models.json", "{\"models\":{\"mine\":{\"provider\":\"command\","
                            "\"command\":[\"./ask.sh\"]}}}");
    put_file(
        "two.json",
        "{\"models\":{\"mine\":{\"provider\":\"command\",\"command\":[\"./ask.sh\"]},"
        "\"far\":{\"provider\":\"openai\",\"model\":\"m\",\"base_url\":"
        "\"https://example.org/v1\"}}}");
    put_file("bad.json", "{\"models\":{\"mine\":{\"provider\":5}}}");
    cr_expect_str_eq(answer("$PTC_EXE agent run -e Go --models models.json", 0), "7\n");
    expect_part(answer("cat asked.json", 0), "\"Go\"");
    cr_expect_str_eq(answer("$PTC_EXE agent run -e Go --models two.json --llm mine", 0),
                     "7\n");
    expect_part(answer("$PTC_EXE agent run -e Go --models two.json", 1), "llm_required");
    expect_part(answer("$PTC_EXE agent run -e Go --models two.json", 1),
                "ptc: give --llm NAME, one of the models of two.json");
    expect_part(answer("$PTC_EXE agent run -e Go", 1), "ptc: give --models FILE");
    put_file("empty.jsonl", "");
    expect_part(answer("$PTC_EXE agent run -e Go --cassette empty.jsonl", 1),
                "ptc: empty.jsonl: the recording has no answers of models");
    expect_part(answer("$PTC_EXE agent run -e Go --models two.json --llm fast", 1),
                "llm_not_found");
    expect_part(answer("$PTC_EXE agent run -e Go --models two.json --llm far", 1),
                "llm_error");
    expect_part(answer("$PTC_EXE agent run -e Go --models bad.json", 2), "bad.json:1:");
    expect_part(
        answer("PTC_LLM_URL=https://example.org/v1 PTC_LLM_MODEL=m $PTC_EXE agent "
               "run -e Go",
               1),
        "llm_error");
    expect_part(answer("PTC_LLM_URL=nowhere PTC_LLM_MODEL=m $PTC_EXE agent run -e Go", 2),
                "ptc: ");
}

/* --- preview ----------------------------------------------------------------------- */

Test(tool_agent, previews) /* M398 */
{
    const char *text;
    ptc_value preview;
    ptc_arena arena;

    enter_folder();
    put_file(
        "find.agent.edn",
        "{:name \"find\" :prompt \"Find {{what}}\"\n"
        " :signature \"(what :string) -> {count :int}\"\n"
        " :tools {\"search\" {:fn search_items :signature \"(q :string) -> [:int]\"\n"
        "                   :description \"Searches\"}}}\n");
    text = answer("$PTC_EXE agent preview find.agent.edn --set what=mice", 0);
    expect_part(text, "=== system ===\n");
    expect_part(text, "search(q :string) -> [:int]\n  Searches");
    expect_part(text, "\n=== user ===\nFind mice\n");
    /* A value that is not given stays a placeholder. */
    expect_part(answer("$PTC_EXE agent preview -e 'Find {{what}}'", 0),
                "Find {{what}}\n");
    ptc_arena_init(&arena, NULL, 0);
    preview = json_of(
        &arena,
        answer("$PTC_EXE agent preview find.agent.edn --set what=mice --json", 0));
    cr_expect(
        ptc_str_equal(ptc_value_text(member(&preview, "user")), PTC_STR("Find mice")));
    cr_expect(ptc_str_equal(ptc_value_text(member(&preview, "schema")),
                            PTC_STR("(what :string) -> {count :int}")));
    preview = *member(&preview, "tool_schemas");
    cr_assert(preview.kind == PTC_VECTOR && preview.aux == 1);
    cr_expect(ptc_str_equal(ptc_value_text(member(&preview.as.items[0], "signature")),
                            PTC_STR("(q :string) -> [:int]")));
    ptc_arena_free(&arena);
}

/* --- grammar ----------------------------------------------------------------------- */

Test(tool_agent, grammars) /* M495 */
{
    enter_folder();
    put_file("find.agent.edn", "{:name \"find\" :prompt \"Find {{what}}\" :max-turns 2\n"
                               " :signature \"(what :string) -> {count :int}\"\n"
                               " :tools {\"search\" {:fn search_items}}}\n");
    expect_part(answer("$PTC_EXE agent grammar find.agent.edn 2>&1", 0),
                "loss[gbnf]: find.agent.edn: tool search: the arguments: the tool has no "
                "signature\n");
    expect_part(answer("$PTC_EXE agent grammar find.agent.edn 2>/dev/null", 0),
                "\ncontext ::= (\"ctx/\" | \"data/\") (\"what\" | \"fail\")\n");
    expect_part(
        answer("$PTC_EXE agent grammar find.agent.edn --set more=1 2>/dev/null", 0),
        "(\"what\" | \"more\" | \"fail\")\n");
    expect_part(answer("$PTC_EXE agent grammar --to lark find.agent.edn 2>/dev/null", 0),
                "start: LINES? ");
    expect_part(
        answer("$PTC_EXE agent grammar --calls tools --fence -e Add --signature "
               "'() -> :int' --max-turns 1",
               0),
        "root ::= \"```clojure\\n\" (int | \"(\" literal-ending \")\") \"\\n```\"\n");
    expect_part(
        answer("$PTC_EXE agent grammar --strict find.agent.edn 2>&1; [ $? -eq 1 ]", 0),
        "loss[gbnf]: ");
    expect_part(
        answer("$PTC_EXE agent grammar -e Add --signature '(a' 2>&1; [ $? -eq 1 ]", 0),
        "invalid_config: ");
}

Test(tool_agent, misused_grammars)
{
    enter_folder();
    expect_part(answer("$PTC_EXE agent grammar -e Add --to sql 2>&1; [ $? -eq 2 ]", 0),
                "--to takes gbnf or lark, not");
    expect_part(answer("$PTC_EXE agent grammar -e Add --calls all 2>&1; [ $? -eq 2 ]", 0),
                "--calls takes any, known or tools, not");
    expect_part(
        answer("$PTC_EXE agent grammar -e Add --max-string 0 2>&1; [ $? -eq 2 ]", 0),
        "--max-string is a number from 1 to 2000");
    expect_part(answer("$PTC_EXE agent grammar 2>&1; [ $? -eq 2 ]", 0),
                "agent grammar needs one of FILE and -e PROMPT");
}

/* --- Tools in C -------------------------------------------------------------------- */

static const char tools_source[] =
    "#include <ptc/json.h>\n"
    "#include <ptc/tool.h>\n"
    "static ptc_status search(ptc_tool_call *call, void *user)\n"
    "{\n"
    "    static const char text[] = \"[4, 5]\";\n"
    "    (void)user;\n"
    "    return ptc_json_read(call->arena, text, 6, NULL, &call->result, NULL, NULL);\n"
    "}\n"
    "static const ptc_tool tools[] = {{.name = \"search_items\", .function = search}};\n"
    "#ifndef VERSION\n"
    "#define VERSION PTC_TOOL_TABLE_VERSION\n"
    "#endif\n"
    "#ifndef COUNT\n"
    "#define COUNT 1\n"
    "#endif\n"
    "#ifdef MAIN\n"
    "#include <ptc/main.h>\n"
    "static const ptc_tool_table table = {VERSION, tools, COUNT};\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    return ptc_agent_main(argc, argv, &table);\n"
    "}\n"
    "#else\n"
    "const ptc_tool_table TABLE = {VERSION, tools, COUNT};\n"
    "#endif\n";

/* An agent with a tool, its model, and the sources of the tool. */
static void enter_shop(void)
{
    enter_folder();
    put_file("tools.c", tools_source);
    put_file("find.agent.edn",
             "{:prompt \"Find {{what}}\" :signature \"(what :string) -> {count :int}\"\n"
             " :tools {\"search\" {:fn search_items\n"
             "                   :signature \"(q :string) -> [:int]\"}}}\n");
    put_file("find.jsonl", "\"(return {:count (count (tool/search {:q ctx/what}))})\"\n");
    put_file("results.jsonl",
             "{\"name\":\"search\",\"args\":{\"q\":\"mice\"},\"result\":[1,2,3]}\n");
}

#define RUN_FIND " find.agent.edn --set what=mice --script find.jsonl "
#define MODULE   "$CC -shared -fPIC -I $INCLUDE tools.c $LIBPTC -lm "

Test(tool_agent, tools_of_a_module, .timeout = 60)
{
    enter_shop();
    answer(MODULE "-DTABLE=ptc_tools -o tools.so", 0);
    cr_expect_str_eq(answer("$PTC_EXE agent run" RUN_FIND "--tools tools.so", 0),
                     "{\"count\":2}\n");
    cr_expect_str_eq(answer("$PTC_EXE agent run" RUN_FIND "--tools ./tools.so", 0),
                     "{\"count\":2}\n");
    /* Only the table is looked up, and it must be valid. */
    answer(MODULE "-DTABLE=search_items -o other.so", 0);
    expect_part(answer("$PTC_EXE agent run" RUN_FIND "--tools other.so", 2),
                "other.so exports no table: const ptc_tool_table ptc_tools");
    answer(MODULE "-DTABLE=ptc_tools -DVERSION=99 -o old.so", 0);
    expect_part(answer("$PTC_EXE agent run" RUN_FIND "--tools old.so", 2),
                "of another version");
    answer(MODULE "-DTABLE=ptc_tools -DCOUNT=0 -o none.so", 0);
    expect_part(answer("$PTC_EXE agent run" RUN_FIND "--tools none.so", 2), "search");
    put_file("text.so", "no module");
    expect_part(answer("$PTC_EXE agent run" RUN_FIND "--tools text.so", 2), "--tools: ");
}

Test(tool_agent, tools_by_their_results)
{
    enter_shop();
    cr_expect_str_eq(
        answer("$PTC_EXE agent run" RUN_FIND "--tool-results results.jsonl", 0),
        "{\"count\":3}\n");
    put_file("bad.jsonl", "{\"name\":5}\n");
    expect_part(answer("$PTC_EXE agent run" RUN_FIND "--tool-results bad.jsonl", 2),
                "bad.jsonl:1");
}

Test(tool_agent, tools_of_a_program_of_its_own, .timeout = 60)
{
    enter_shop();
    answer("$CC -DMAIN -I $INCLUDE -o shop tools.c $PTC_MAIN_LIBRARY $LIBPTC "
           "$(pkg-config --libs libpcre2-8) -lm -ldl",
           0);
    cr_expect_str_eq(answer("./shop run" RUN_FIND, 0), "{\"count\":2}\n");
    expect_part(answer("./shop --help", 0),
                "usage: shop [options] run|preview|grammar FILE");
    expect_part(answer("./shop run absent.agent.edn", 2), "shop: absent.agent.edn: ");
    expect_part(answer("./shop run -e x --script fail.jsonl", 1),
                "shop: SubAgent failed: not_found");
}

Test(tool_agent, tools_without_a_function)
{
    enter_shop();
    expect_part(answer("$PTC_EXE agent run" RUN_FIND, 2), "search");
    expect_part(answer("$PTC_EXE agent run" RUN_FIND, 2),
                "give --tools MODULE, --tool-results FILE");
}

Test(tool_agent, tools_are_recorded_and_replayed)
{
    enter_shop();
    cr_expect_str_eq(answer("$PTC_EXE agent run" RUN_FIND "--tool-results results.jsonl "
                            "--cassette tape.jsonl --record",
                            0),
                     "{\"count\":3}\n");
    cr_expect_str_eq(
        answer("$PTC_EXE agent run find.agent.edn --set what=mice --cassette tape.jsonl",
               0),
        "{\"count\":3}\n");
}

/* A recorded failure is the same value in a replay; a call missing from a recording is
 * not a failure of the tool. */
Test(tool_agent, failures_of_tools_are_replayed_as_they_were)
{
    static const char gives[] =
        "[{\"ok\":[1]},{\"error\":{\"reason\":\"sold_out\",\"message\":\"none "
        "left\",\"tool\":\"search\"}}]\n";

    enter_shop();
    put_file("find.agent.edn",
             "{:prompt \"Find {{what}}\" :signature \"(what :string) -> :any\" "
             ":max-turns 1\n"
             " :tools {\"search\" {:fn search_items\n"
             "                   :signature \"(q :string) -> [:int]\"}}}\n");
    put_file("find.jsonl", "\"(return (mapv (fn [q] (attempt (tool/search {:q q}))) "
                           "[ctx/what \\\"cats\\\"]))\"\n");
    put_file("results.jsonl",
             "{\"name\":\"search\",\"args\":{\"q\":\"mice\"},\"result\":[1]}\n"
             "{\"name\":\"search\",\"args\":{\"q\":\"cats\"},\"error\":{\"message\":"
             "\"none left\",\"reason\":\"sold_out\"}}\n");
    cr_expect_str_eq(answer("$PTC_EXE agent run" RUN_FIND "--tool-results results.jsonl "
                            "--cassette tape.jsonl --record",
                            0),
                     gives);
    cr_expect_str_eq(
        answer("$PTC_EXE agent run find.agent.edn --set what=mice --cassette tape.jsonl",
               0),
        gives);
    answer("head -1 results.jsonl > less.jsonl", 0);
    expect_part(answer("$PTC_EXE agent run" RUN_FIND "--tool-results less.jsonl", 1),
                "max_turns_exceeded");
}

/* --- Agents of files --------------------------------------------------------------- */

Test(tool_agent, faults_of_files)
{
    enter_folder();
    put_file("bad.agent.edn", "{:prompt \"Find {{what}}\"\n :max-turn 3}\n");
    expect_part(answer("$PTC_EXE agent run bad.agent.edn --script x.jsonl", 2),
                "bad.agent.edn:2:");
    expect_part(answer("$PTC_EXE agent preview bad.agent.edn", 2), "max_turns");
}

#define ORCHESTRATE                                                                      \
    "cd $PTC_ROOT/examples/agent-orchestrator && $PTC_EXE agent run "                    \
    "orchestrator.agent.edn --set customer=Ann --script script.jsonl "

/* The orchestrator with two agents and a model as its tools. */
Test(tool_agent, the_orchestrator_of_the_examples, .timeout = 60)
{
    static const char letter[] =
        "{\"letter\":\"Dear Ann, we have 2 orders of yours, 25.0 in all. Thank you!\","
        "\"orders\":2,\"urgent\":true,\"_cards\":\"<Firewalled>\"}\n";
    const char *folder;

    enter_folder();
    cr_expect_str_eq(answer(ORCHESTRATE "--tool-results orders.jsonl", 0), letter);
    expect_part(answer(ORCHESTRATE "--tool-results orders.jsonl --raw", 0),
                "\"_cards\":[\"4242\",\"4343\"]");
    expect_part(answer(ORCHESTRATE, 2), "search_orders");
    /* The same tool as a module, in a command, and in a host. */
    folder = format("cp %s/* . && %s", project("examples/agent-orchestrator"),
                    "$CC -shared -fPIC -I $INCLUDE -o tools.so tools.c $LIBPTC -lm && "
                    "L=\"$LIBPTC $(pkg-config --libs libpcre2-8) -lm -ldl\" && "
                    "$CC -I $INCLUDE -o shop main.c tools.c $PTC_MAIN_LIBRARY $L && "
                    "$CC -I $INCLUDE -o host host.c tools.c $L");
    answer(folder, 0);
    cr_expect_str_eq(answer("$PTC_EXE agent run orchestrator.agent.edn --set "
                            "customer=Ann --script script.jsonl --tools tools.so",
                            0),
                     letter);
    cr_expect_str_eq(answer("./shop run orchestrator.agent.edn --set customer=Ann "
                            "--script script.jsonl",
                            0),
                     letter);
    expect_part(answer("./host Ann", 0), "\"orders\" 2");
    expect_part(answer("./host Ann", 0), "2 turns, 5 requests");
}
