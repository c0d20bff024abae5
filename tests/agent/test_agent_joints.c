/* SPDX-License-Identifier: MIT */
/*
 * Where features meet: each scene joins several of keys, firewall, recordings, children,
 * memory, attempts, caches, overrides and chains, and all of them are recorded, replayed
 * and shown in each way. What each feature does by itself is in the suite of that
 * feature. [subagent 4-13, ptc-lisp 5, 9, signature 10]
 */
#include <criterion/criterion.h>

#include "joints.h"

/* --- Children, kept answers and attempts ------------------------------------------- */

/* A child is asked once for each equal call, gives a map of mixed keys with what is
 * hidden, or fails with the reason of its own tool; its caller goes on with both. */
static const joint_scene children[] = {
    {.name = "kept children in attempts",
     .files = {JOINT_PARENT("{found [:any], errors [:any], _sum :float}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(def found (mapv #(attempt (tool/kid {:id % \"_pin\" ctx/m})) [1 2 1]))",
          "(do (println ctx/_pin) (def got (tool/get {:id ctx/id})) (println got))",
          "(return {:id ctx/id \"_cost\" (:_cost got) :extra {:a-b [got] \"c\" :d}})",
          "(tool/get {:id ctx/id})",
          "(fail {:reason (:reason (:details ctx/fail)) :message (:message (:details "
          "ctx/fail)) :_x ctx/_pin})",
          "(do (println found) (println (tool/kid {\"id\" 1 :_pin ctx/m})))",
          "(return {:found (keep :ok found) :errors (keep :error found) \"_sum\" (reduce "
          "+ "
          "(map :_cost (keep :ok found)))})",
          NULL},
     .outcome =
         "{\"found\":[{\"id\":1,\"_cost\":1.25,\"extra\":{\"a-b\":[{\"id\":1,\"_cost\":1."
         "25,\"tags\":[\"a\"],\"_who\":\"" JOINT_CANARY
         "\"}],\"c\":\"d\"}},{\"id\":1,\"_cost\":1.25,\"extra\":{\"a-b\":[{\"id\":1,\"_"
         "cost\":1.25,\"tags\":[\"a\"],\"_who\":\"" JOINT_CANARY
         "\"}],\"c\":\"d\"}}],\"errors\":[{\"reason\":\"not_found\",\"message\":"
         "\"SubAgent tool failed: no such order\",\"tool\":\"kid\"}],\"_sum\":2.5}",
     .told = {{2, "\n{id 1 _cost <Firewalled> in [{_k <Firewalled>}]}\n{id 1 _cost "
                  "<Firewalled> tags [a] _who <Firewalled>}\n"},
              {6, "\n{id 1 _cost <Firewalled> extra {a-b [{id 1 _cost <Firewalled> tags "
                  "[a] _who <Firewalled>}] c d}}\n"}},
     .calls = 2},
    /* What attempt gives as :reason is the reason that ctx/fail has without it, for any
     * kind of failure: a function, a model and a child. */
    {.name = "reasons of failures",
     .files = {JOINT_PARENT("{same [:any], _who :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(do (defn as-fail [a] (update (:error a) :reason name)) (def a (attempt "
          "(tool/get {:id 2}))) (def j (attempt (tool/judge {:text \"x\"}))) (def k "
          "(attempt (tool/kid {:id 2}))))",
          "I cannot say.", "No.", "(tool/get {:id 2})",
          "(fail {:reason :gone :message "
          "\"gone\" :_x 1})",
          "(tool/get {:id 2})",
          "(do (def same [(= (as-fail a) (select-keys (:details ctx/fail) [:reason "
          ":message :tool]))]) (tool/get {:id 1}) nil)",
          "(tool/judge {:text \"x\"})", "I cannot say.", "No.",
          "(do (def same (conj same (= (as-fail j) (select-keys (:details ctx/fail) "
          "[:reason :message :tool])))) nil)",
          "(tool/kid {:id 2})", "(tool/get {:id 2})",
          "(fail {:reason :gone :message "
          "\"gone\" :_x 1})",
          "(return {:same (conj same (= (as-fail k) (select-keys (:details ctx/fail) "
          "[:reason :message :tool])) (as-fail k)) :_who (:_who (tool/get {:id 1}))})",
          NULL},
     .outcome = "{\"same\":[true,true,true,{\"reason\":\"gone\",\"message\":\"SubAgent "
                "tool failed: gone\",\"tool\":\"kid\"}],\"_who\":\"" JOINT_CANARY "\"}",
     .calls = 5},
    /* What is refused is said once, however often programs try it. */
    {.name = "refused arguments in attempts",
     .files = {JOINT_PARENT("{oks :int, tags [:any], _who :string}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(def found (mapv #(attempt (tool/get {\"id\" % :_m ctx/m})) [\"x\" \"x\" "
          "\"y\" 1 {:_id ctx/m} 1]))",
          "(return {:oks (count (keep :ok found)) :tags (mapcat (comp :tags :ok) "
          "found) :_who (:_who (:ok (last found)))})",
          NULL},
     .outcome = "{\"oks\":2,\"tags\":[\"a\",\"a\"],\"_who\":\"" JOINT_CANARY "\"}",
     .told = {{1, "<untrusted_ptc_output source=\"tools\">\n"
                  "Tool validation errors:\n- id: expected int, got string \"x\"\n"
                  "Tool validation errors:\n- id: expected int, got string \"y\"\n"
                  "Tool validation errors:\n- id: expected int, got map\n</"}},
     .calls = 1},
    /* A judgment that is a tool: JSON, a definition, a function, no program. */
    {.name = "judgments in attempts",
     .files = {{"p.agent.edn",
                "{:name \"p\" :prompt \"Go\" :signature \"(xs [:int]) -> {big [:bool], "
                "reasons [:keyword], _why [:any]}\" :max-turns 3 :tools {\"big\" {:agent "
                "\"big.agent.edn\"}}}"},
               {"big.agent.edn",
                "{:name \"big\" :prompt \"Is {{x}} big?\" :signature \"(x :int) -> {big "
                ":bool, _why :string?}\" :max-turns 1 :retry-turns 1}"}},
     .context = "{\"xs\":[1,2,3]}",
     .replies =
         {"(def found (pmap #(attempt (tool/big {\"x\" %})) ctx/xs))", "{\"big\": true}",
          "(def v {:big true \"_why\" (str ctx/x)})",
          "(def v {:big false :_why (str ctx/x)})", "(def f (fn [x] x))", "nothing",
          "(println found)",
          "(return {:big (keep (comp :big :ok) found) :reasons (keep (comp :reason "
          ":error) found) :_why (keep (comp :_why :ok) found)})",
          NULL},
     .outcome = "{\"big\":[true,false],\"reasons\":[\"budget_exhausted\"],\"_why\":["
                "\"1\",\"2\"]}",
     .told = {{2, "you answered with JSON: write (return {..})"},
              {5, "got #'f, the name that def gives; use f itself"},
              {7, "\n[{:ok {big true _why <Firewalled>}} {:ok {big false _why "
                  "<Firewalled>}} {:error {:reason :budget_exhausted "}}},
};

Test(agent_joints, children)
{
    joint_expect(children, JOINT_COUNT(children));
}

/* --- Memory ------------------------------------------------------------------------ */

/* What is undone, and what is kept all the same; and what fits that is taken in the end.
 */
static const joint_scene memories[] = {
    {.name = "undone memory, kept answers",
     .files = {JOINT_PARENT("{n :int, good :bool, why :string, note :int, _who :string}",
                            ":memory-limit 400 :memory-strategy \"rollback\""),
               JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(do (def got (mapv #(attempt (tool/get {:id %})) [1 2 1])) (def j (attempt "
          "(tool/judge {:text \"x\"}))) (memory/put :note 1) (def big (vec (repeat 60 "
          "ctx/m))))",
          "{\"good\": true, \"_why\": \"because\", \"extra\": 1}",
          "(do (def why (:reason ctx/fail)) (def got (mapv #(:ok (attempt (tool/get "
          "{\"id\" "
          "%}))) [1 2 1])) (def j (tool/judge {\"text\" \"x\"})) (def note 1) "
          "(memory/put :note 2) (println got j))",
          "(return {:n (count (keep :id got)) :good (:good j) :why why :note memory/note "
          ":_who (:_who (first got))})",
          NULL},
     .outcome = "{\"n\":2,\"good\":true,\"why\":\"memory_limit_exceeded\",\"note\":2,\"_"
                "who\":\"" JOINT_CANARY "\"}",
     .told = {{2,
               "Error: Memory limit exceeded: 3938 bytes > 400 bytes; largest: big (3661 "
               "bytes), got (201 bytes), j (47 bytes); keep ids, counts and short lists, "
               "and read large data from ctx/ again; undone: big, note, j and 1 more\n"},
              {2, "\nkept: get ×1, judge ×1\n"},
              {3, "\n;; got = [{\"id\" 1 \"_cost\" <Firewalled> \"tags\" [\"a\"] "
                  "\"_who\" <Firewalled>} nil {\"id\" 1 "},
              {3, "\n;; note = 2\n;; why = \"memory_limit_exceeded\"\n"}},
     .calls = 3},
    {.name = "a child without room",
     .files =
         {JOINT_PARENT("{ok :bool, why :any, _m :any}"),
          {"kid.agent.edn",
           "{:name \"kid\" :prompt \"Keep {{id}}\" :signature \"(id :int, _m :any) -> "
           "{id :int, _m :any}\" :max-turns 2 :memory-limit 100}"}},
     .context = JOINT_CONTEXT,
     .replies = {"(do (def k (attempt (tool/kid {:id 1 :_m ctx/m}))) (println k))",
                 "(def kept (vec (repeat 9 ctx/_m)))",
                 "(def k (attempt (tool/kid {:id 2 :_m ctx/m})))",
                 "(return {:id ctx/id :_m {:_again ctx/_m}})",
                 "(return {:ok (contains? k :ok) :why (:error k) :_m (:_m (:ok k))})",
                 NULL},
     .outcome = "{\"ok\":true,\"why\":null,\"_m\":{\"_again\":{\"id\":1,\"_cost\":"
                "\"" JOINT_CANARY "\",\"in\":[{\"_k\":\"" JOINT_CANARY "\"}]}}}",
     .told = {{2, "\n{:error {:reason :memory_limit_exceeded :message SubAgent tool "
                  "failed: Memory limit exceeded: 559 bytes > 100 bytes; largest: kept "
                  "(550 bytes); keep ids, counts and short lists, and read large data "
                  "from ctx/ again; undone: kept :tool kid}}\n"}}},
    {.name = "the newest value that fits",
     .files = {JOINT_PARENT("{x :int, _p :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .set = JOINT_OVERRIDES(.completion = PTC_COMPLETION_IMPLICIT, .max_turns = 3),
     .replies = {"(attempt (tool/kid {:id 2}))", "(tool/get {:id 2})", "(fail ctx/fail)",
                 "(do (println ctx/error) {:x 1 \"_p\" {:_q ctx/m} :more :z})",
                 "(def z 1)", NULL},
     .outcome = "{\"x\":1,\"_p\":{\"_q\":{\"id\":1,\"_cost\":\"" JOINT_CANARY
                "\",\"in\":[{\"_k\":\"" JOINT_CANARY "\"}]}},\"more\":\"z\"}",
     .told = {{4, "\n{:reason :tool_error :message SubAgent tool failed: Tool 'get' "
                  "failed: no such order :tool kid}\n"}},
     .calls = 1},
};

Test(agent_joints, memory)
{
    joint_expect(memories, JOINT_COUNT(memories));
}

/* --- Limits ------------------------------------------------------------------------ */

#define EACH                                                                             \
    "(return {:found (mapv (fn [n] (attempt (tool/kid {:id n}))) [1 3 5]) :m ctx/m})"
#define NUMBER "(return {:id ctx/id \"_cost\" 1.5})"

/* What ends a run is caught by no attempt, was it recorded or is it replayed; nor is what
 * a function calls final. Budgets are those of the run, of all agents below it. */
static const joint_scene limits[] = {
    {.name = "requests",
     .files = {JOINT_PARENT("{found :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .set = JOINT_OVERRIDES(.llm_budget = 3),
     .replies = {EACH, NUMBER, NUMBER, NULL},
     .outcome = "budget_exhausted: LLM request budget exhausted: 3 of 3"},
    {.name = "turns",
     .files = {JOINT_PARENT("{found :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .set = JOINT_OVERRIDES(.turn_budget = 3),
     .replies = {EACH, NUMBER, NUMBER, NULL},
     .outcome = "turn_budget_exhausted: Turn budget exhausted: 3 of 3"},
    {.name = "tokens",
     .files = {JOINT_PARENT("{found :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .set = JOINT_OVERRIDES(.token_limit = 50),
     .replies = {EACH, NUMBER, NUMBER, NULL},
     .outcome = "budget_exhausted: Token budget exhausted: 60 of 50"},
    {.name = "calls",
     .files = {JOINT_PARENT("{why :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .set = JOINT_OVERRIDES(.max_tool_calls = 1),
     .replies =
         {"(do (def a (tool/get {:id 1})) (println a (tool/get {:id 1})) (def b "
          "(attempt (tool/kid {:id 1}))))",
          "(do (println (tool/get {:id 1})) (return {:why (dissoc (:details ctx/fail) "
          ":completed_calls)}))",
          NULL},
     .outcome = "{\"why\":{\"tool\":\"kid\",\"reason\":\"budget_exhausted\",\"message\":"
                "\"the limit of tool calls is reached; work with the results you "
                "have\",\"line\":1,\"column\":79}}",
     .told = {{1, "\nkept: get ×1\n"}},
     .calls = 1},
    {.name = "depth",
     .files = {JOINT_PARENT("{why :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .set = JOINT_OVERRIDES(.max_depth = 1),
     .replies = {"(def b (attempt (tool/kid {:id 1 :_m ctx/m})))",
                 "(return {:why (select-keys (:details ctx/fail) [:tool :reason])})",
                 NULL},
     .outcome = "{\"why\":{\"tool\":\"kid\",\"reason\":\"max_depth_exceeded\"}}"},
    {.name = "a final failure",
     .files = {JOINT_PARENT("{why :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies = {"(def a [(attempt (tool/get {:id 2})) (attempt (tool/get {:id 4}))])",
                 "(return {:why (select-keys (:details ctx/fail) [:tool :reason])})",
                 NULL},
     .outcome = "{\"why\":{\"tool\":\"get\",\"reason\":\"closed\"}}",
     .calls = 2},
    {.name = "a strict run of a lenient child",
     .files = {JOINT_PARENT("{ok :bool}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .set = JOINT_OVERRIDES(.mode = PTC_MODE_STRICT, .layout = PTC_LAYOUT_CACHED),
     .replies = {"(def k (attempt (tool/kid {\"id\" 1})))",
                 "(return {:id 1 :_cost 1.5 :extra {:a 1}})",
                 "(return {:ok true :k k \"_who\" ctx/m})",
                 "(return {\"ok\" (= :validation_error (get-in k [:error :reason]))})",
                 NULL},
     .outcome = "{\"ok\":true}",
     .told = {{2, "its result does not fit its signature: extra: unexpected field "
                  "(allowed: id, _cost)"},
              {3, "- k: unexpected field (allowed: ok)\n- _who: unexpected field "
                  "(allowed: ok)\n"}}},
    {.name = "a failed request in an attempt",
     .files = {JOINT_PARENT("{why [:any]}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies = {"(def a [(attempt (tool/judge {:text \"x\"})) (attempt (tool/kid {:id "
                 "1}))])",
                 "!", "!", "(return {:why (map (comp :reason :error) a)})", NULL},
     .outcome = "{\"why\":[\"llm_error\",\"llm_error\"]}"},
};

Test(agent_joints, limits)
{
    joint_expect(limits, JOINT_COUNT(limits));
}

/* --- Chains ------------------------------------------------------------------------ */

#define RELAY(options)                                                                   \
    {"relay.chain.edn", "{:agents [\"a.agent.edn\" \"b.agent.edn\" \"c.agent.edn\"]}"},  \
        {"a.agent.edn",                                                                  \
         "{:name \"a\" :prompt \"Look at {{m}}\" :signature \"(m :map) -> {id :int, "    \
         "_who "                                                                         \
         ":string, rows [{_who :string, n :int}]}\" :max-turns 4 " options               \
         " :tools {" JOINT_TOOL_GET "}}"},                                               \
        {"b.agent.edn",                                                                  \
         "{:name \"b\" :prompt \"Text of {{id}}\" :signature \"(id :int, _who :string, " \
         "rows "                                                                         \
         "[{_who :string, n :int}]) -> {text :string, _who :string}\" :max-turns 4 "     \
         ":llm \"haiku\" :tools {" JOINT_TOOL_GET                                        \
         " \"kid\" {:agent \"kid.agent.edn\" :cache true}}}"},                           \
        {"c.agent.edn", "{:name \"c\" :prompt \"Sign {{text}}\" :signature \"(text "     \
                        ":string, _who :string) "                                        \
                        "-> {text :string, _who :string}\" :max-turns 1}"},              \
        JOINT_KID

/* What is hidden goes from agent to agent, is printed and kept there, and shown nowhere.
 */
static const joint_scene chains[] = {
    {.name = "hidden fields handed on",
     .files = {RELAY("")},
     .context = JOINT_CONTEXT,
     .replies =
         {"(def got (tool/get {:id 1}))",
          "(return {:id (:id got) \"_who\" (:_who got) :rows [{:_who (:_who got) \"n\" "
          "1} "
          "{\"_who\" (:_who got) :n 2}] :more {:_k ctx/m \"k-k\" 1}})",
          "(do (println ctx/rows (str ctx/more)) (def found (mapv #(attempt (tool/kid "
          "{\"id\" "
          "%})) [1 2 1])) (def s (attempt (tool/get {:id 3}))) (println found s))",
          "(return {:id ctx/id :_cost (:_cost (tool/get {:id 1})) :rest {:_r [ctx/id]}})",
          "(tool/get {:id 2})", "(fail ctx/fail)",
          "(return {:text \"one\" :_who (:_who (first ctx/rows)) \"text\" \"two\"})",
          "(return {:text (str (mapv (comp :reason :error) (conj found s))) \"_who\" "
          "(:_who "
          "(first ctx/rows))})",
          "(def answer {:text (str ctx/text \"!\") \"_who\" ctx/_who})", NULL},
     .outcome =
         "{\"text\":\"[nil :tool_error nil :validation_error]!\",\"_who\":\"" JOINT_CANARY
         "\"}",
     .told = {{6, "\n[{_who <Firewalled> n 1} {_who <Firewalled> n 2}] {:_k <Firewalled> "
                  "\"k-k\" 1}\n"},
              {6, "id: expected int, got string \"x\" :tool get}}\n"},
              {7, "two keys would be the same in JSON: text\n"},
              {8, "Sign [nil :tool_error nil :validation_error]"}},
     .calls = 4},
    {.name = "a chain that stops",
     .files = {RELAY(":memory-limit 150")},
     .context = JOINT_CONTEXT,
     .set = JOINT_OVERRIDES(.mode = PTC_MODE_WARN_ONLY, .tool_style = PTC_PROMPT_FENCED),
     .replies =
         {"(return {:id \"1\" \"_who\" (:_who (tool/get {:id 1})) :rows []})",
          "(do (println ctx/fail) (def f (attempt (tool/kid {:id 2 :_m ctx/rows}))))",
          "(tool/get {:id 2})",
          "(fail {:reason :gone :message (str (dissoc ctx/fail "
          ":details)) :_x ctx/_m})",
          "(fail {:reason (:reason (:error f)) :message (:message (:error f)) :_who "
          "ctx/_who :who {:_who ctx/_who}})",
          NULL},
     .outcome = "gone: SubAgent tool failed: {\"reason\" \"tool_error\" \"message\" "
                "\"Tool 'get' failed: no such order\" \"op\" \"get\"}",
     .calls = 2},
};

Test(agent_joints, chains)
{
    joint_expect(chains, JOINT_COUNT(chains));
}

/* --- Threads ----------------------------------------------------------------------- */

/* One recording of several equal runs answers as many runs at once, each as it was. */
Test(agent_joints, threads_share_a_recording)
{
    joint_expect_threads(&children[0]);
    joint_expect_threads(&memories[0]);
    joint_expect_threads(&memories[2]); /* with its own settings */
    joint_expect_threads(&chains[0]);
}
