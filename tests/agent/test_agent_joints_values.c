/* SPDX-License-Identifier: MIT */
/* Where the language's values and forms meet agents: aliases, thrown values, sequences
 * without an end, sorted maps, kept functions and predicates, over turns and agents.
 * [ptc-lisp 4, 5, 9.1, 11.2, 11.4, subagent 4] */
#include <criterion/criterion.h>

#include "joints.h"

static const joint_scene forms[] = {
    {.name = "aliases over turns",
     .files = {JOINT_PARENT("{loud :string, thrown :any, cut :string, _who :any}"),
               JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(ns my.app (:require [clojure.string :as s :refer [join]])) (defn loud [xs] "
          "(s/upper-case (join \",\" (map (fn [x] (s/trim x)) xs))))",
          "(require '[clojure.set :as st]) (def both (st/union #{1} #{2})) (tool/get "
          "{:id "
          "1}) (throw (ex-info \"none\" {:id 7 :_k ctx/m :rows [{:_who ctx/m}]}))",
          "(def thrown (:thrown (:details ctx/fail))) (println thrown (or both 0))",
          "(def both (st/union #{1} #{2}))",
          "(do (println (:message ctx/fail)) (def cut (my.app/loud [(s/trim \" a\")])))",
          "(return {:loud (loud [\"a \" \" b\"]) :thrown thrown :cut (join [cut cut]) "
          "\"_who\" (:_who (tool/get {:id 1}))})",
          NULL},
     .outcome =
         "{\"loud\":\"A,B\",\"thrown\":{\"message\":\"none\",\"data\":{\"id\":7,\"_k\":{"
         "\"id\":1,\"_cost\":\"" JOINT_CANARY "\",\"in\":[{\"_k\":\"" JOINT_CANARY
         "\"}]},\"rows\":[{\"_who\":{\"id\":1,\"_cost\":\"" JOINT_CANARY
         "\",\"in\":[{\"_k\":\"" JOINT_CANARY
         "\"}]}}]}},\"cut\":\"AA\",\"_who\":\"" JOINT_CANARY "\"}",
     .calls = 1,
     .told =
         {{2, "Error: thrown: none {:id 7 :_k <Firewalled> :rows [{:_who <Firewalled>}]} "
              "(line 1, column "},
          {2, "\nkept: get ×1\n"},
          {3, "\n{:message none :data {:id 7 :_k <Firewalled> :rows [{:_who "
              "<Firewalled>}]}} 0\n"},
          {4,
           "Error: Analysis error: st/union: there is no namespace st; write union ("}}},
    {.name = "thrown in attempts, branches and children",
     .files = {JOINT_PARENT("{why [:any], kid :any, same :bool, _w :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(do (def w 1) (attempt (throw {:_x ctx/m :id 1})))",
          "(do (def w [(:message ctx/fail) (:thrown (:details ctx/fail)) (memory/get "
          ":w)]) "
          "(println w))",
          "(pmap (fn [x] (if (= x 2) (throw (ex-info \"two\" {:_x ctx/m})) x)) [1 2 3])",
          "(do (def v (:details ctx/fail)) (println v) (def k (attempt (tool/kid {:id "
          "1}))))",
          "(do (require '[clojure.string :as s]) (throw (ex-info \"no\" {:_cost ctx/id "
          ":id "
          "ctx/id})))",
          "(do (require '[clojure.string :as s]) (assert (s/blank? \"x\") ctx/fail))",
          "(throw (:thrown (:details ctx/fail)))", "(def t (s/trim \"a\"))",
          "(return {:why [(second w) v] :kid (:error k) :same (= (:message (:thrown v)) "
          "\"two\") \"_w\" w})",
          NULL},
     .outcome = "{\"why\":[{\"_x\":{\"id\":1,\"_cost\":\"" JOINT_CANARY
                "\",\"in\":[{\"_k\":\"" JOINT_CANARY
                "\"}]},\"id\":1},{\"line\":1,\"column\":27,\"thrown\":{\"message\":"
                "\"two\",\"data\":{\"_x\":{\"id\":1,\"_cost\":\"" JOINT_CANARY
                "\",\"in\":[{\"_k\":\"" JOINT_CANARY
                "\"}]}}}}],\"kid\":{\"reason\":\"max_turns_exceeded\",\"message\":"
                "\"SubAgent tool failed: Exceeded max_turns limit of "
                "3\",\"tool\":\"kid\"},\"same\":true,\"_w\":[\"thrown: {:_x <Firewalled> "
                ":id 1}\",{\"_x\":{\"id\":1,\"_cost\":\"" JOINT_CANARY
                "\",\"in\":[{\"_k\":\"" JOINT_CANARY "\"}]},\"id\":1},null]}",
     .told =
         {{2, "\n[thrown: {:_x <Firewalled> :id 1} {:_x <Firewalled> :id 1} nil]\n"},
          {3, "Error: pmap: element 1: runtime_error: thrown: two {:_x <Firewalled>} ("},
          {6,
           "\nError: Assert failed: {\"reason\" \"runtime_error\" \"message\" \"thrown: "
           "no {:_cost <Firewalled> :id 1}\" \"details\" {"},
          {8, "Error: Analysis error: s/trim: there is no namespace s; write trim ("}}},
    {.name = "run! and doseq of tools, children and branches",
     .files = {JOINT_PARENT("{x :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(run! #(do (def n %) (tool/get {:id %}) (when (= % 3) (throw {:_k ctx/m}))) "
          "[1 "
          "1 2])",
          "(do (println (or n 0)) (run! (fn [x] (if (= x 2) (reduced 1) (println "
          "(tool/get "
          "{:id 1})))) (range)) (def seen (run! println [])))",
          "(def all (pmap #(attempt (tool/kid {:id %1 :n %2})) (iterate inc 1) "
          "(sorted-set "
          "2 1)))",
          "(do (require '[clojure.string :as s]) (def st s/trim) (return (into "
          "(sorted-map) {:id (count (st \" a \")) :_cost (Math/floorDiv 7 2)})))",
          "(run! #(when (> % 4) (return {:id % :_cost 1})) (range))",
          "(doseq [x (iterate inc 1) :while (< x 3)] (println x (attempt (tool/get {:id "
          "x}))))",
          "(run! #(return {:x [% all]}) (sorted-set 3 1 2))", NULL},
     .outcome =
         "{\"x\":[1,[{\"ok\":{\"id\":1,\"_cost\":3}},{\"ok\":{\"id\":5,\"_cost\":1}}]]}",
     .calls = 3,
     .told = {{2, "\n0\n{id 1 _cost <Firewalled> tags [a] _who <Firewalled>}\n{id 1 "},
              {5, "\n;; all = [{:ok {\"id\" 1 \"_cost\" <Firewalled>}} {:ok {\"id\" 5 "
                  "\"_cost\" <Firewalled>}}]\n"},
              {6, "\n1 {:ok {id 1 _cost <Firewalled> tags [a] _who <Firewalled>}}\n2 "
                  "{:error {:reason :not_found "}}},
};

Test(agent_joints_values, forms)
{
    joint_expect(forms, JOINT_COUNT(forms));
}

static const joint_scene endless[] = {
    {.name = "arguments and results without an end",
     .files = {JOINT_PARENT("{xs [:int], more :any, ids [:int]}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(tool/get {:id (range)})",
          "(do (println (:message ctx/fail)) (println (attempt (tool/get {:id 1 :more "
          "[(iterate inc 1)]}))) (tool/judge {:text (cycle [1])}))",
          "(return {:xs (map inc (range)) :more 1 :ids []})",
          "(identity {:xs (range) :kept 1})", "(do (def naturals (range)) 1)",
          "(do (defn naturals [] (range)) (def holder {:a [(range)] :f (let [r (range)] "
          "#(take % r))}) (memory/put :w (cycle [1 2])))",
          "(do (defn naturals [] (range)) (def holder {:a [(range)] :f (let [r (range)] "
          "#(take % r))}) (run! #(println (:id (:ok (attempt (tool/get {:id %}))))) "
          "(take 2 "
          "(drop 1 (naturals)))))",
          "(return {:xs ((:f holder) 3) :more (pmap vector (naturals) [:a :b]) :ids "
          "(take 2 (first (:a holder)))})",
          NULL},
     .outcome = "{\"xs\":[0,1,2],\"more\":[[0,\"a\"],[1,\"b\"]],\"ids\":[0,1]}",
     .told =
         {{1, "Error: Tool 'get': id: endless sequence cannot be passed to a tool; take "
              "a part of it first, (take n ..) or (take-while pred ..) ("},
          {3, "Error: an endless sequence cannot be a result or part of one; take "
              "a part of it first, (take n ..)"},
          {5, "Error: def naturals: an endless sequence cannot be stored; store a part "
              "of it, (take n ..), or a function that makes it, (defn naturals [] ..) ("},
          {7, "\n;; holder = {:a [#<endless sequence>] :f #fn[%]}\n"}},
     .calls = 2},
};

Test(agent_joints_values, endless)
{
    joint_expect(endless, JOINT_COUNT(endless));
}

static const joint_scene sorted[] = {
    {.name = "a sorted map over turns",
     .files = {JOINT_PARENT(
                   "{by {a :int, b :int?, c :int?}, any :any, keys :any, set :any, "
                   "kid :any}"),
               JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(do (def by (sorted-map :c 3 :a 1)) (def n (into (sorted-map-by >) [[1 :x] [3 "
          "{:_k ctx/m}]])) (def s (sorted-set 3 1 2)) (println by n s))",
          "(do (def by (assoc by \"b\" 2)) 1)",
          "(do (def by (assoc by :b 2)) (def n (merge n {2 :y})) (def s (conj s 0)) (def "
          "k (attempt (tool/kid by))) {:again by :nn n})",
          "(do (println ctx/again ctx/nn (sorted? by) (sorted? ctx/again)) (def g "
          "(tool/get "
          "(into (sorted-map) {:more 1 :id 1}))))",
          "(return {:by by :any n :keys [(keys n) (pmap key by) (first (subseq s > 1))] "
          ":set s :kid (into (sorted-map) g)})",
          NULL},
     .outcome = "{\"by\":{\"a\":1,\"b\":2,\"c\":3},\"any\":{\"3\":{\"_k\":{\"id\":1,\"_"
                "cost\":\"" JOINT_CANARY "\",\"in\":[{\"_k\":\"" JOINT_CANARY
                "\"}]}},\"2\":\"y\",\"1\":\"x\"},\"keys\":[[3,2,1],[\"a\",\"b\",\"c\"],2]"
                ",\"set\":[0,1,2,3],\"kid\":{\"_cost\":1.25,\"_who\":\"" JOINT_CANARY
                "\",\"id\":1,\"tags\":[\"a\"]}}",
     .calls = 1,
     .told =
         {{1, "\n;; by = {:a 1 :c 3}\n;; n = {3 {:_k <Firewalled>} 1 :x}\n;; s = #{1 2 "
              "3}\n"},
          {2, "Error: sorted-map: string and keyword have no order: \"b\", :c; use keys "
              "of one type, or sorted-map-by with a comparator ("},
          {3,
           "\nuser=> {:again {:a 1 :b 2 :c 3} :nn {3 {:_k <Firewalled>} 2 :y 1 :x}}\n"},
          {4, "\n{:a 1 :b 2 :c 3} {3 {:_k <Firewalled>} 2 :y 1 :x} true false\n"}}},
};

Test(agent_joints_values, sorted)
{
    joint_expect(sorted, JOINT_COUNT(sorted));
}

static const joint_scene kept[] = {
    {.name = "names of a context that grows",
     .files = {JOINT_PARENT("{a :any, b :any, c :any, _v :any}"), JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies = {"(defn early [] ctx/later)", "(identity {:later {:_v ctx/m :v 1}})",
                 "(do (defn early [] ctx/later) (println (early) ctx/late))",
                 "(do (defn early [] ctx/later) (println (early)))",
                 "(identity {:later {:v 2} :found (:v (early))})",
                 "(do (throw (early)) {:gone 1})", "(println (early) ctx/gone)",
                 "(return {:a (early) :b ctx/found :c (:reason ctx/fail) :_v ctx/m})",
                 NULL},
     .outcome = "{\"a\":{\"v\":2},\"b\":1,\"c\":\"unbound_var\",\"_v\":{\"id\":1,\"_"
                "cost\":\"" JOINT_CANARY "\",\"in\":[{\"_k\":\"" JOINT_CANARY "\"}]}}",
     .told =
         {{1, "Error: ctx/later is not a name of this context; there are: m (line 1, "
              "column 16)\n"},
          {3, "Error: ctx/late is not a name of this context. Did you mean: ctx/later ("},
          {4, "\n{:_v <Firewalled> :v 1}\n"},
          {7, "Error: ctx/gone is not a name of this context; there are: m, later, "
              "found ("}}},
    {.name = "memoized functions and predicates",
     .files = {{"p.agent.edn",
                "{:name \"p\" :prompt \"Go\" :max-turns 8 :signature \"(m :map, rows "
                "[:map], text :string) -> {n :int, ids [:any], at [:any]}\" :tools {"
                "\"get\" {:fn get :signature \"" JOINT_GET "\"}}}"}},
     .context =
         "{\"m\":{\"_k\":\"" JOINT_CANARY "\"},\"text\":\"\\ud83c\\udf4ealt"
         "\\ud83d\\udc68\\u200d\\ud83d\\udc69x\",\"rows\":[{\"status\":\"paid\",\"id\":1,"
         "\"_k\":\"" JOINT_CANARY
         "\"},{\"id\":2,\"status\":\"open\",\"more-x\":{\"n\":1}}]}",
     .replies =
         {"(do (def look (memoize (fn [id] (tool/get {:id id})))) (def paid (where "
          ":status = \"paid\")) (def some-n (any-of (where [:more-x :n] > 0) paid)) "
          "(println (look 1) (look 1) paid))",
          "(do (println (:id (look 1)) (count (filter paid ctx/rows))) (def at "
          "[(.indexOf "
          "ctx/text \"alt\") (.lastIndexOf ctx/text \"x\") (.length ctx/text) (subs "
          "ctx/text (.indexOf ctx/text \"x\"))]))",
          "(do (def rows (into ctx/rows [{:id 3 :status :paid} {} {:more-x {:n 2} :id 5} "
          "(sorted-map :status \"paid\" :id 4)])) (println (filter paid rows)) (look "
          "2))",
          "(do (def rows (into ctx/rows [{:id 3 :status :paid} {} nil {:more_x {:n 2} "
          ":id 5} "
          "(sorted-map :status \"paid\" :id 4)])) (println (filter paid rows)) (run! "
          "look [1 1 1]))",
          "(return {:n (count (filter paid rows)) :ids (map :id (filter some-n rows)) "
          ":at "
          "at})",
          NULL},
     .outcome = "{\"n\":3,\"ids\":[1,2,3,5,4],\"at\":[1,5,6,\"x\"]}",
     .calls = 4,
     .told = {{3, "\n[{status paid id 1 _k <Firewalled>} {:id 3 :status :paid} {:id 4 "
                  ":status paid}]\n"},
              {3, "Error: Tool 'get' failed: no such order ("},
              {2, "\n;; at = [1 5 6 \"x\"]\n"}}},
    {.name = "turns undone for their memory",
     .files = {JOINT_PARENT("{a :any, by :any}", ":memory-limit 400 :memory-strategy "
                                                 "\"rollback\""),
               JOINT_KID},
     .context = JOINT_CONTEXT,
     .replies =
         {"(do (require '[clojure.string :as s]) (def by (sorted-map-by > 1 :a)) (def f "
          "(memoize #(s/upper-case (str %)))))",
          "(do (require '[clojure.set :as st]) (def by (into by (map (fn [i] [i {:_k "
          "ctx/m}]) (range 9)))))",
          "(do (println (:reason ctx/fail) by) (st/union by))",
          "(do (def by (into by {3 :c 2 :b})) (println (f 'x) (s/trim \" a \") (first "
          "by)))",
          "(return {:a [(f 'x) (s/trim \" y \")] :by by})", NULL},
     .outcome = "{\"a\":[\"X\",\"y\"],\"by\":{\"3\":\"c\",\"2\":\"b\",\"1\":\"a\"}}",
     .told =
         {{2, "Error: Memory limit exceeded: "},
          {3, "Error: Analysis error: st/union: there is no namespace st; write union ("},
          {4, "\nX a [3 :c]\n"},
          {4, "\n;; by = {3 :c 2 :b 1 :a}\n"}}},
};

Test(agent_joints_values, kept)
{
    joint_expect(kept, JOINT_COUNT(kept));
}

/* --- Chains and judgments ---------------------------------------------------------- */

static const joint_scene handed_on[] = {
    {.name = "from agent to agent",
     .files =
         {{"relay.chain.edn", "{:agents [\"a.agent.edn\" \"b.agent.edn\"]}"},
          {"a.agent.edn",
           "{:name \"a\" :prompt \"Look at {{m}}\" :signature \"(m :map) -> {by :map, "
           "text :string, _who :any}\" :max-turns 4}"},
          {"b.agent.edn",
           "{:name \"b\" :prompt \"Cut {{text}}\" :signature \"(by :map, text :string, "
           "_who :any) -> {at :int, keys [:string], s [:any]}\" :max-turns 1 "
           ":retry-turns 4}"}},
     .context = JOINT_CONTEXT,
     .replies =
         {"(do (require '[clojure.string :as s]) (def by (sorted-map \"b\" 'two \"a\" "
          "'(1 x))) (def t (s/join [\"\U0001F34E\" \"alt\"])))",
          "(return {:by (assoc by \"_c\" ctx/m) :text t \"_who\" '(who {:_k 1})})",
          "(do (s/trim ctx/text) 1)", "(throw {:_x ctx/_who :y ctx/by})",
          "(range (count ctx/zip))", "(def v {:at 1 :keys (keys ctx/by) :s (range)})",
          "(def v (into (sorted-map) {:at (.indexOf ctx/text \"alt\") :keys (keys "
          "ctx/by) :s "
          "[(sorted? ctx/by) (get ctx/by \"a\") (symbol? (:b ctx/by))]}))",
          NULL},
     .outcome = "{\"at\":1,\"keys\":[\"_c\",\"a\",\"b\"],\"s\":[false,[1,\"x\"],false]}",
     .told = {{2, "Cut 🍎alt"},
              {3, "Error: Analysis error: s/trim: there is no namespace s; write trim ("},
              {4, "Error: thrown: {:_x <Firewalled> :y {\"_c\" <Firewalled> \"a\" [1 "
                  "\"x\"] \"b\" \"two\"}} ("},
              {5, "Error: ctx/zip is not a name of this context; there are: by, text, "
                  "_who (line "}}},
};

Test(agent_joints_values, handed_on)
{
    joint_expect(handed_on, JOINT_COUNT(handed_on));
}

Test(agent_joints_values, threads_share_a_recording)
{
    joint_expect_threads(&forms[0]);
    joint_expect_threads(&sorted[0]);
    joint_expect_threads(&kept[1]);
}
