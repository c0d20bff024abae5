/* SPDX-License-Identifier: MIT */
/* The files and streams of `ptc agent run` with a `_field` that programs print, raise and
 * pass on; `ptc run` prints it. [signature 10, ptc-lisp 9.1] */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include <unistd.h>

#include "shell.h"
#include "uses.h"

#define RUN                                                                              \
    "$PTC_EXE agent run a.agent.edn --context ctx.json --script %s.jsonl "               \
    "--tool-results results.jsonl "

static void enter_folder(void)
{
    const char *folder = test_directory();

    cr_assert(folder != NULL && chdir(folder) == 0);
    put_file("a.agent.edn",
             "{:name \"a\" :prompt \"Look at {{m}}\" :signature \"(m :any) -> :any\""
             " :tools {\"search\" {:fn search"
             "   :signature \"(q :any?) -> [{id :int, _cost :string}]\"}"
             "  \"strict\" {:fn strict :signature \"(id :int, _pin :int?) -> :any\"}"
             "  \"child\" {:agent \"child.agent.edn\"}}}");
    put_file("child.agent.edn", "{:name \"child\" :prompt \"Print\""
                                " :signature \"(m :any) -> {id :int, _cost :any}\"}");
    put_file("ctx.json", "{\"m\":{\"id\":1,\"_cost\":\"canary\",\"in\":[{\"_k\":"
                         "\"canary\"}]}}");
    put_file(
        "results.jsonl",
        "{\"name\":\"search\",\"args\":{},\"result\":[{\"id\":1,\"_cost\":\"canary\"}]}\n"
        "{\"name\":\"strict\",\"args\":{\"id\":1},\"result\":1}\n");
    put_file("prints.jsonl",
             "\"(def found (tool/search {}))\"\n"
             "\"(println found (str ctx/m) (seq ctx/m) (pr-str (first found)))\"\n"
             "\"(return {:text (str found) :pairs (seq (first found)) :m ctx/m})\"\n");
    put_file("errors.jsonl", "\"(+ 1 ctx/m)\"\n"
                             "\"(tool/strict {:id \\\"x\\\" :_pin (:_cost ctx/m)})\"\n"
                             "\"(tool/search {:q ctx/m})\"\n"
                             "\"(fail {:reason :no :message (str ctx/m) :m ctx/m})\"\n");
    put_file("child.jsonl", "\"(tool/child {:m (seq ctx/m)})\"\n"
                            "\"(println ctx/m)\"\n"
                            "\"(fail {:reason :no :message (str ctx/m)})\"\n"
                            "\"(return (tool/child {:m ctx/m}))\"\n"
                            "\"(return {:id 1 :_cost (:_cost ctx/m)})\"\n");
}

static const char *script_line(const char *options, const char *script)
{
    return format("%s%s", format(RUN, script, ""), options);
}

/* Both streams of a line that must end with that code. */
static const char *answer(const char *line, int wanted)
{
    ptc_str out;
    ptc_str err;
    int status = shell(".", line, &out, &err);

    cr_expect(status == wanted, "%s: exit %d, not %d\n%s%s", line, status, wanted,
              out.ptr, err.ptr);
    return out.len + err.len > 0 ? format("%s%s", out.ptr, err.ptr) : "";
}

Test(tool_firewall, files_and_streams_of_a_run) /* M037, M419 */
{
    static const struct {
        const char *script;
        int status;
    } rows[] = {{"prints", 0}, {"errors", 1}, {"child", 0}};

    enter_folder();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *script = rows[i].script;
        int status = rows[i].status;

        answer("rm -rf log* tape* step", 0);
        answer(script_line("--trace log --cassette tape --record >out 2>err", script),
               status);
        answer(script_line("--trace log2 --debug --json >step 2>err2", script), status);
        answer("for f in log log2; do $PTC_EXE trace show --messages --system --replies "
               "$f >>shown || exit 3; done",
               0);
        cr_expect_str_eq(
            answer("grep -l canary out err err2 step log log2 tape* shown", 1), "", "%s",
            script);
        answer("grep -q '<Firewalled>' shown && grep -q '<Firewalled>' log && "
               "grep -q Firewalled tape*",
               0);
        /* The hidden value exists. */
        answer(script_line("--trace raw --raw --json >rawstep 2>err", script), status);
        answer("grep -q canary raw", 0);
    }
}

/* Types inferred from data, and paths in messages, name no keys within a `_field`. */
Test(tool_firewall, keys_are_data) /* M037 */
{
    static const char *const styles[] = {"", " --inventory-style compact"};

    enter_folder();
    for (size_t i = 0; i < 2; i++) {
        const char *shown = answer(
            format("$PTC_EXE agent preview -e hi --set '_by={\"canary\":3}' --set "
                   "'m={\"_by\":{\"canary\":{\"n\":1}}}'%s | grep -e _by -e canary",
                   styles[i], ""),
            0);

        cr_expect(strstr(shown, "ctx/_by") != NULL &&
                  strstr(shown, "{_by :any}") != NULL);
        cr_expect(strstr(shown, "canary") == NULL, "%s", shown);
    }
    put_file("keys.agent.edn",
             "{:prompt \"Look\" :max-turns 9 :signature \"(n :any) -> {_in {code "
             ":int}}\" :signature-validation :strict"
             " :builtin-tools [infer validate] :tools {\"who\" {:fn who :signature"
             " \"() -> {_by [:map-of :string :int], _in {code :int}}\"}}}");
    put_file("n.json", "{\"n\":[{\"_o\":\"canary\",\"_by\":{\"canary\":1}},"
                       "{\"_o\":\"canary\"},{\"_o\":\"canary\"}]}");
    put_file("who.jsonl",
             "{\"name\":\"who\",\"args\":{},\"result\":{\"_by\":{\"canary\":\"x\"},"
             "\"_in\":{\"codes\":1,\"canary\":2}}}\n");
    put_file("keys.jsonl",
             "\"(tool/who {})\"\n"
             "\"(println ctx/fail (attempt (tool/who {})))\"\n"
             "\"(println (tool/infer {:samples ctx/n :enum 1}))\"\n"
             "\"(println (tool/validate {:data (first ctx/n) :schema [:map [\\\"_by\\\""
             " [:map-of :string :string]]]}))\"\n"
             "\"(return {:_in (:_by (first ctx/n))})\"\n"
             "\"(println ctx/fail)\"\n\"(return {:_in {:code 1}})\"\n");
    answer("$PTC_EXE agent run keys.agent.edn --context n.json --script keys.jsonl "
           "--tool-results who.jsonl --trace log --debug --json >step 2>err",
           0);
    cr_expect_str_eq(answer("grep -l canary step log err", 1), "");
    answer("grep -q '_by.<Firewalled>: expected int, got string <Firewalled>' log && "
           "grep -q '_in.<Firewalled>: unexpected field (allowed: code)' log && "
           "grep -q '_o :string' log && grep -q '_by :any?' log",
           0);
}

/* A model supplies values only to tools, and to agents that are tools. */
/* A run of `agent` with the rows of `tools`, and texts that none of its files may have
 * then. */
static void hides(const char *agent, const char *set, const char *replies,
                  const char *environment)
{
    put_file("hides.agent.edn", agent);
    put_file("hides.jsonl", replies);
    answer("rm -f step err log tape tape.partial*", 0);
    answer(format("%s $PTC_EXE agent run hides.agent.edn --set %s --script hides.jsonl "
                  "--tool-results plain.jsonl --cassette tape --record --trace log "
                  "--json >step 2>err; test -s log",
                  environment, set),
           0);
    cr_expect_str_eq(
        answer("cat step err log tape* | grep -i -o '.\\{60\\}canary.\\{20\\}'", 1), "",
        "%s", replies);
}

/* Forms that a map takes on its way: text of a key, an entry, a name that is a secret. */
Test(tool_firewall, what_maps_become) /* M037 */
{
    static const char kid[] =
        "{:prompt \"P\" :signature \"(m :any) -> :any\" :max-turns 4 :tools {\"kid\" "
        "{:agent \"kid.agent.edn\"}}}";
    static const char tools[] =
        "{:prompt \"P\" :signature \"(m :any) -> :any\" :max-turns 4 :builtin-tools "
        "[infer validate] :tools {\"plain\" {:fn plain}}}";
    static const char row[] = "'m=[{\"id\":1,\"_cost\":\"canary\"}]'";
    static const char map[] = "'m={\"id\":1,\"_created_at\":\"canary\"}'";
    static const char by[] =
        "'m={\"_by\":{\"CANARY-a\":1,\"CANARY_a\":{\"z\":2}},\"_s\":\"canary\"}'";

    enter_folder();
    put_file("kid.agent.edn",
             "{:prompt \"K\" :signature \"(n :any) -> :any\" :max-turns 1}");
    put_file("plain.jsonl", "{\"name\":\"plain\",\"args\":{\"q\":[[\"id\",1],[\"_cost\","
                            "\"canary\"]]},\"result\":1}\n");
    hides(kid, row,
          "\"(def f (tool/kid {:n ctx/m}))\"\n\"(frequencies ctx/n)\"\n"
          "\"(println f)\"\n\"(return f)\"\n",
          "");
    hides(kid, row,
          "\"(def f (tool/kid {:n ctx/m}))\"\n\"{(find (first ctx/n) :_cost) 1 (first "
          "ctx/n) 2}\"\n\"(println f)\"\n\"(return f)\"\n",
          "");
    hides(tools, map, "\"(return ctx/m)\"\n", "SORT_KEY=_created_at");
    hides(tools, map, "\"(return (seq ctx/m))\"\n", "SORT_KEY=_created_at");
    hides(tools, map, "\"(tool/plain {:q ctx/m})\"\n\"(return 1)\"\n",
          "SORT_KEY=_created_at");
    hides(tools, "'m={\"id\":2,\"_cost\":5}'",
          "\"(tool/plain {:q (seq ctx/m)})\"\n\"(return 1)\"\n", "");
    hides(tools, by, "\"(tool/plain {:q (seq ctx/m)})\"\n\"(return 1)\"\n", "");
    hides(tools, by,
          "\"(tool/plain {:q (seq {:_by (update-vals (:_by ctx/m) (fn [_] inc))})})\"\n"
          "\"(return (seq (assoc ctx/m :_by (update-vals (:_by ctx/m) (fn [_] (def x "
          "1))))))\"\n\"(return 1)\"\n",
          "");
    hides(tools, by,
          "\"(println (tool/validate {:schema [:= (find ctx/m :_by)] :data 1}))\"\n"
          "\"(println (tool/validate {:schema [:= (find ctx/m :_s)] :data 1}))\"\n"
          "\"(println (tool/infer {:samples (find ctx/m :_by)}))\"\n\"(return 1)\"\n",
          "");
    hides(tools, by,
          "\"(json/generate-string {:_by (update-vals (:_by ctx/m) (fn [_] inc))})\"\n"
          "\"(json/generate-string (seq {\\\"_by\\\" (update-vals (:_by ctx/m) (fn [_] "
          "inc))}))\"\n"
          "\"(return 1)\"\n",
          "");
}

Test(tool_firewall, the_note_on_inputs)
{
    enter_folder();
    put_file("ok.jsonl", "\"(return 1)\"\n");
    put_file("own.agent.edn", "{:prompt \"Go\" :signature \"(_key :string) -> :any\"}");
    put_file("above.agent.edn",
             "{:prompt \"Go\" :signature \"() -> :any\" :tools {\"own\" "
             "{:agent \"own.agent.edn\"}}}");
    cr_expect(strstr(answer("$PTC_EXE agent run own.agent.edn --set _key=x --script "
                            "ok.jsonl",
                            0),
                     "sig-firewall-input") == NULL);
    cr_expect(strstr(answer("$PTC_EXE agent run above.agent.edn --script ok.jsonl", 0),
                     "own.agent.edn:1:33: warning[sig-firewall-input]: '_' on an input "
                     "hides nothing from the model, which supplies the value") != NULL);
}

Test(tool_firewall, programs_of_people_print_all)
{
    enter_folder();
    cr_expect_str_eq(answer("$PTC_EXE run --ctx ctx.json -e '(println (str ctx/m))'", 0),
                     "{\"id\" 1 \"_cost\" \"canary\" \"in\" [{\"_k\" \"canary\"}]}\n"
                     "nil\n");
    cr_expect_str_eq(answer("$PTC_EXE run --ctx ctx.json -e '(first (dissoc ctx/m "
                            "\"id\"))'",
                            0),
                     "[\"_cost\" \"canary\"]\n");
}
