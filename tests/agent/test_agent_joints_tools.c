/* SPDX-License-Identifier: MIT */
/* Where features meet at tools of every kind: raw arguments, those built in, questions
 * with their own tools, attempts in loops and branches. [subagent 9, ptc-lisp 5] */
#include <criterion/criterion.h>

#include "joints.h"

/* Built in tools and those that take what the program made, tried and recorded; and a
 * conversation of which a part was taken away. */
static const joint_scene others[] = {
    {.name = "raw arguments",
     .files =
         {{"p.agent.edn",
           "{:name \"p\" :prompt \"Look at {{m}}\" :max-turns 4 :signature \"(m :map) "
           "-> {oks [:bool], why :any, _who :any}\" :tools {\"get\" {:fn get :raw true "
           ":cache true :signature \"(id :int, more :any) -> {id :int, _cost "
           ":float, _who :string}\"}}}"}},
     .context = JOINT_CONTEXT,
     .replies =
         {"(def a (mapv #(attempt (tool/get {:id 1 :more %})) [#{:k} #{:k} [:k \"k\"] "
          "{:a-b 1 \"c\" {:_k ctx/m}} {\"c\" {:_k ctx/m} :a-b 1} (seq ctx/m)]))",
          "(def b (attempt (tool/get {:id 2 :more {:a 1 \"a\" 2}})))",
          "(return {:oks (mapv #(contains? % :ok) a) :why (:message ctx/fail) \"_who\" "
          "(:_who (:ok (first a)))})",
          NULL},
     .outcome = "{\"oks\":[true,true,true,true,true,true],\"why\":\"Tool 'get' failed: "
                "the arguments cannot be recorded: more: two keys would be the same in "
                "JSON: a\",\"_who\":\"" JOINT_CANARY "\"}",
     .calls = 4},
    /* One that has tools is an agent, one with a template a program. */
    {.name = "questions with tools and templates",
     .files =
         {{"p.agent.edn",
           "{:name \"p\" :prompt \"Look at {{m}}\" :max-turns 4 :signature \"(m :map) "
           "-> {ns [:int], scores [:int], reasons [:any], _who :any}\" :tools {"
           "\"ask\" {:llm-tool {:prompt \"Ask {{text}}\" :signature \"(text :string) "
           "-> {n :int, _who :string}\" :tools {" JOINT_TOOL_GET "}} :cache true} "
           "\"rate\" {:llm-tool {:prompt \"Rate {{text}}\" :llm \"haiku\" :signature "
           "\"(text :string) -> {score :int, _why :string}\" :json-signature \"() -> "
           "{score :int, _why :string}\" :response-template \"{:score (inc {{score}}) "
           "\\\"_why\\\" {{_why}} :a-b 1}\"} :cache true}}}"}},
     .context = JOINT_CONTEXT,
     .replies =
         {"(def a (mapv #(attempt (tool/ask {\"text\" %})) [\"x\" \"y\" \"x\"]))",
          "(def g (tool/get {:id 1}))",
          "(return {:n (:id g) :_who (:_who g) \"extra\" {:_e g}})",
          "(return (attempt (tool/get {:id 2})))",
          "(fail (:error (attempt (tool/get {:id 2}))))",
          "(do (println a) (def r (mapv #(attempt (tool/rate {:text %})) [\"x\" \"y\" "
          "\"x\"])) (println r))",
          "{\"score\": 4, \"_why\": \"because\"}", "Nope.", "{\"score\": \"4 of 5\"}",
          "(return {:ns (keep (comp :n :ok) a) :scores (keep (comp :score :ok) r) "
          ":reasons (keep (comp :reason :error) (concat a r)) \"_who\" (:_who (:ok "
          "(first a)))})",
          NULL},
     .outcome = "{\"ns\":[1,1],\"scores\":[5,5],\"reasons\":[\"not_found\",\"validation_"
                "error\"],\"_who\":\"" JOINT_CANARY "\"}",
     .told = {{5, ";; a = [{:ok {\"n\" 1 \"_who\" <Firewalled> \"extra\" {\"_e\" "
                  "<Firewalled>}}} {:error {:reason :not_found :message \"SubAgent tool "
                  "failed: no such order\" :tool \"ask\"}} "},
              {9, "{:ok {score 5 _why <Firewalled> a_b 1}}"}},
     .calls = 3},
    {.name = "built in tools",
     .files = {JOINT_PARENT("{found :any, bad [:any], _who :any}",
                            ":builtin-tools [\"grep\" \"validate\" \"infer\"]"),
               JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(def a [(attempt (tool/grep {:pattern \"b\" :text \"a\\nb\"})) (attempt "
          "(tool/grep {:pattern \"(\" :text \"x\"})) (attempt (tool/grep {:text 5 "
          ":_m ctx/m})) (attempt (tool/validate {:data (tool/get {:id 1}) "
          ":schema \"{id :string, _who :int}\"}))])",
          "(return {:found (keep :ok a) :bad (keep :error a) :_who (:_who (tool/get "
          "{:id 1}))})",
          NULL},
     .outcome =
         "{\"found\":[[\"b\"],{\"valid\":false,\"errors\":[\"id: expected string, got "
         "int 1\",\"_who: expected int, got string "
         "<Firewalled>\"]}],\"bad\":[{\"reason\":\"tool_error\",\"message\":\"re-pattern:"
         " in \\\"(?i)(\\\" at character 5: ( is never closed; a parenthesis itself is "
         "\\\\(\",\"tool\":\"grep\"},{\"reason\":\"validation_error\",\"message\":"
         "\"pattern: missing required field, expected string; text: expected string, got "
         "int 5\",\"tool\":\"grep\"}],\"_who\":\"" JOINT_CANARY "\"}",
     .calls = 1},
    {.name = "a shortened conversation",
     .files = {JOINT_PARENT("{n :int, _who :any}", ":turn-budget 40"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .set = JOINT_OVERRIDES(.flags = PTC_AGENT_COMPACTS, .max_turns = 12,
                            .max_request_bytes = 12000),
     .replies = {"(def a (attempt (tool/get {:id 2})))", "(def b (tool/get {:id 1}))",
                 "(println a b)", "(println b (attempt (tool/kid {\"id\" 1})))",
                 "(return {:id 1 :_cost 1.5})", "(tool/get {:id 2})",
                 "(println ctx/fail)", "(println (tool/kid {:id 1}))", "{:more b}",
                 "(println ctx/more *1)", "(def c [b b])",
                 "(return {:n (count c) :_who (:_who (first c))})", NULL},
     .outcome = "{\"n\":2,\"_who\":\"" JOINT_CANARY "\"}",
     .calls = 3},
    /* A failure within a branch, a comparator, a loop or another attempt is caught by the
     * innermost attempt, and nothing of what it left is there afterwards. */
    {.name = "attempts around everything",
     .files = {JOINT_PARENT("{sums :any, n :int, again :any, _who :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(def a [(attempt (pmap #(tool/get {:id %}) [1 2 1])) (attempt (sort-by "
          "#(:id (tool/get {:id %})) [1 2])) (attempt (reduce (fn [s x] (+ s (:id "
          "(tool/get {:id x})))) 0 [1 1])) (attempt (attempt (tool/get {:id 2})) "
          "(:id (tool/get {:id 1})))])",
          "(do (println a (pmap inc [1 2]) (sort [3 1 2])) (def n (count (filter "
          ":error (loop [i 0 acc []] (if (< i 300) (recur (inc i) (conj acc "
          "(attempt (tool/get {:id 2})))) acc))))))",
          "(def c (pmap (fn [x] (attempt (pmap #(attempt (tool/get {:id %})) [x 2]) "
          "(tool/kid {:id x}))) [1 3]))",
          "(return (attempt (return {:id 1 \"_cost\" (:_cost (tool/get {:id 1}))})))",
          "(fail (:error (attempt (tool/get {:id 2}))))",
          "(return {:sums (mapv :ok a) :n n :again (mapv (comp :reason :error) (concat "
          "a c)) :_who (:_who (tool/get {:id 1}))})",
          NULL},
     .outcome = "{\"sums\":[null,null,2,1],\"n\":300,\"again\":[\"not_found\",\"not_"
                "found\",null,null,null,\"not_found\"],\"_who\":\"" JOINT_CANARY "\"}",
     .calls = 309},
};

Test(agent_joints_tools, scenes)
{
    joint_expect(others, JOINT_COUNT(others));
}
