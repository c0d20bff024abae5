/* SPDX-License-Identifier: MIT */
/* The commands with programs that throw, sort, alias, or do not end: the same faults as
 * text, as JSON and in batches, and as agents show them. [ptc-lisp 5, 9.1, 11.2, 11.4,
 * subagent 12, 13] */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <stdlib.h>
#include <unistd.h>

#include "shell.h"

#define CANARY "c4n4ry-value"

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    unsetenv("PTC_LLM_URL");
    unsetenv("PTC_LLM_MODEL");
}

static const char *answer(const char *line, int wanted)
{
    ptc_str out;
    ptc_str err;
    int status = shell(".", line, &out, &err);

    cr_expect(status == wanted, "%s: exit %d, not %d\n%s%s", line, status, wanted,
              out.ptr, err.ptr);
    return out.ptr;
}

/* --- ptc run ------------------------------------------------------------------------ */

#define CONTEXT                                                                          \
    "{\"text\":\"\xf0\x9f\x8d\x8e"                                                       \
    "alt\",\"rows\":[{\"n\":2},{\"n\":1}]}"

typedef struct answered {
    const char *program;
    const char *value;  /* of --json; NULL: it fails */
    const char *answer; /* of --batch, after the id and before the end, and of --json for
                           a failure */
} answered;

static const answered programs[] = {
    {"(ns a (:require [clojure.string :as s])) (defn f [x] (s/upper-case x)) (f "
     "(.substring "
     "ctx/text (.indexOf ctx/text \"alt\")))",
     "\"ALT\"", "\"ok\":true,\"value\":\"\\\"ALT\\\"\",\"printed\":\"\\\"ALT\\\"\""},
    {"(s/trim \" a \")", NULL,
     "\"ok\":false,\"reason\":\"invalid_form\",\"message\":\"Analysis error: s/trim: "
     "there "
     "is no namespace s; write trim\",\"line\":1,\"column\":2"},
    {"(throw (ex-info \"no\" {:id 1 :_k 2 :s #{'a} :m (sorted-map 2 1 1 2)}))", NULL,
     "\"ok\":false,\"reason\":\"runtime_error\",\"message\":\"thrown: no {:id 1 :_k "
     "<Firewalled> :s "
     "#{a} :m {1 2 2 1}}\",\"line\":1,\"column\":1,\"details\":{\"thrown\":{\"message\":"
     "\"no\",\"data\":{\"id\":1,\"_k\":2,\"s\":[\"a\"],\"m\":{\"1\":2,\"2\":1}}}}"},
    {"(throw {:a 1 \"a\" 2})", NULL,
     "\"ok\":false,\"reason\":\"runtime_error\",\"message\":\"thrown: {:a 1 \\\"a\\\" "
     "2}\",\"line\":1,\"column\":1,\"details\":{\"thrown\":\"{:a 1 \\\"a\\\" 2}\"}"},
    {"(assert (= 1 2) 'sums)", NULL,
     "\"ok\":false,\"reason\":\"runtime_error\",\"message\":\"Assert failed: sums (= 1 "
     "2)\",\"line\":1,\"column\":1,\"details\":{\"thrown\":{\"message\":\"Assert failed: "
     "sums (= 1 2)\",\"class\":\"AssertionError\"}}"},
    {"{:a [(range)]}", NULL,
     "\"ok\":false,\"reason\":\"type_error\",\"message\":\"an endless sequence cannot be "
     "a result or part of one; take a part of it first, (take n ..) or (take-while "
     "pred ..)\""},
    {"(run! println (range))", NULL,
     "\"ok\":false,\"reason\":\"type_error\",\"message\":\"run!: an endless sequence has "
     "no end; end it with (reduced x), or take a part of it first, (take n ..) or "
     "(take-while "
     "pred ..)\",\"line\":1,\"column\":1"},
    {"(run! #(when (< 3 %) (println %) (return %)) (range))", "4",
     "\"ok\":true,\"value\":\"4\",\"printed\":\"4\",\"out\":\"4\\n\""},
    {"(into (sorted-map-by >) (map (juxt :n identity) ctx/rows))",
     "{\"2\":{\"n\":2},\"1\":{\"n\":1}}",
     "\"ok\":true,\"value\":\"{1 {\\\"n\\\" 1} 2 {\\\"n\\\" 2}}\",\"printed\":\"{2 "
     "{\\\"n\\\" "
     "2} 1 {\\\"n\\\" 1}}\""},
    {"(do (def paid (where :n > 1)) (def look (memoize paid)) [(map look ctx/rows) '(a "
     "\"b\")])",
     "[[true,false],[\"a\",\"b\"]]",
     "\"ok\":true,\"value\":\"[[true false] [a \\\"b\\\"]]\",\"printed\":\"[[true false] "
     "[a "
     "\\\"b\\\"]]\""},
    {"[(= nil ctx/txet) 4/2 1/2]", "[true,2,0.5]",
     "\"ok\":true,\"value\":\"[true 2 0.5]\",\"printed\":\"[true 2 0.5]\""},
};

/* As text, as JSON, and as rows of a batch that share nothing. */
Test(tool_joints_values, one_program_one_answer)
{
    size_t count = sizeof programs / sizeof *programs;
    ptc_text rows;
    ptc_text wanted;
    ptc_arena arena;

    enter_folder();
    write_file(".", "c.json", CONTEXT);
    ptc_arena_init(&arena, NULL, 0);
    ptc_text_init(&rows, &arena);
    ptc_text_init(&wanted, &arena);
    for (size_t i = 0; i < count; i++) {
        const answered *row = &programs[i];
        const char *out;

        write_file(".", "p.clj", row->program);
        out = answer("$PTC_EXE run --json --ctx c.json p.clj 2>err", row->value == NULL);
        cr_expect(
            row->value != NULL
                ? strstr(out, format("{\"ok\":true,\"value\":%s,", row->value, "")) == out
                : strncmp(out + 1, row->answer, strlen(row->answer)) == 0,
            "%s: %s", row->program, out);
        answer("$PTC_EXE run --ctx c.json p.clj", row->value == NULL);
        ptc_text_cstr(&rows, "{\"id\":");
        ptc_text_uint(&rows, i);
        ptc_text_cstr(&rows, ",\"ctx\":" CONTEXT ",\"expr\":");
        ptc_json_write_string(&rows, ptc_str_of(row->program));
        ptc_text_cstr(&rows, "}\n");
        ptc_text_cstr(&wanted, "{\"id\":");
        ptc_text_uint(&wanted, i);
        ptc_text_byte(&wanted, ',');
        ptc_text_cstr(&wanted, row->answer);
        ptc_text_cstr(&wanted, "}\n");
    }
    ptc_text_byte(&rows, '\0');
    ptc_text_byte(&wanted, '\0');
    write_file(".", "rows", rows.ptr);
    cr_expect_str_eq(answer("$PTC_EXE run --batch rows", 0), wanted.ptr);
    ptc_arena_free(&arena);
}

/* A line of the REPL that throws loses its aliases and definitions. */
Test(tool_joints_values, lines_of_a_repl)
{
    enter_folder();
    write_file(
        ".", "in",
        "(require '[clojure.string :as s])\n(def x (sorted-map 2 1 1 1))\n"
        "(do (require '[clojure.set :as st]) (def x 1) (throw {:_k x}))\n"
        "(st/union #{1} #{2})\n(def m (memoize #(s/trim %)))\n"
        "[(m \" a \") (assoc x 0 0)]\n(def r (range))\n(take 2 (drop 1 (range)))\n");
    cr_expect_str_eq(answer("$PTC_EXE repl <in 2>err", 1),
                     "nil\n#'x\n#'m\n[\"a\" {0 0 1 1 2 1}]\n[1 2]\n");
    answer(
        "grep -q 'runtime_error: thrown: {:_k <Firewalled>}' err && grep -q 'st/union: "
        "there is no "
        "namespace st' err && grep -q 'def r: an endless sequence cannot be stored' err",
        0);
}

/* --- Agents ------------------------------------------------------------------------- */

#define RUN "$PTC_EXE agent run p.agent.edn -c c.json --cassette tape "

static void write_agent(const char *script)
{
    write_file(
        ".", "p.agent.edn",
        "{:name \"p\" :prompt \"Go\" :signature \"(m :map) -> {xs :any}\" :max-turns "
        "2}");
    write_file(".", "c.json", "{\"m\":{\"id\":1,\"_k\":\"" CANARY "\"}}");
    write_file(".", "script", script);
}

static void expect_thrown(const char *file)
{
    answer(format("grep -q '\"message\":\"thrown: no {:id 1 :_key <Firewalled> :s {1 2 2 "
                  "1}}\",\"details\":{\"line\":1,\"column\":1,\"thrown\":{\"message\":"
                  "\"no\",\"data\":{\"id\":1,\"_key\":\"<Firewalled>\",\"s\":{\"1\":2,"
                  "\"2\":1}}}}' %s",
                  file, ""),
           0);
    answer(format("grep -q '\"thrown\":{\"_x\":\"<Firewalled>\",\"y\":\"sym\"}' %s", file,
                  ""),
           0);
}

/* A thrown value is in the step of its turn: whole with --raw, otherwise without hidden
 * parts, both recorded and replayed. */
Test(tool_joints_values, thrown_in_agents)
{
    enter_folder();
    write_agent(
        "\"(throw (ex-info \\\"no\\\" {:id 1 :_key ctx/m :s (sorted-map 2 1 1 2)}))\"\n"
        "\"(throw {:_x ctx/m :y 'sym})\"\n");
    answer(RUN "--script script --record --trace log --json >out 2>err", 1);
    answer("mv tape.partial tape", 0);
    answer(RUN "--json >again 2>>err", 1);
    expect_thrown("out");
    expect_thrown("again");
    answer("$PTC_EXE trace show --messages --replies log >shown", 0);
    answer("grep " CANARY " out again err log tape shown", 1);
    answer(RUN "--json --raw >raw", 1);
    answer("grep -q '\"thrown\":{\"_x\":{\"id\":1,\"_k\":\"" CANARY
           "\"},\"y\":\"sym\"}' raw",
           0);
}

/* The order by a comparator is the one that is recorded, replayed and printed. */
Test(tool_joints_values, sorted_in_agents)
{
    static const char result[] =
        "{\"xs\":{\"3\":{\"_k\":\"<Firewalled>\"},\"2\":\"b\",\"1\":\"a\"}}\n";

    enter_folder();
    write_agent("\"(def m (sorted-map-by > 1 :a 2 :b))\"\n"
                "\"(return {:xs (assoc m 3 {:_k ctx/m})})\"\n");
    cr_expect_str_eq(answer(RUN "--script script --record", 0), result);
    cr_expect_str_eq(answer(RUN, 0), result);
    answer(RUN "--json | grep -q '\"memory\":{\"m\":{\"2\":\"b\",\"1\":\"a\"}}'", 0);
}
