/* SPDX-License-Identifier: MIT */
/* Builtins on maps and sets, sorting, grouping, trees. Rows also run with a collection of
 * garbage at every safepoint. */
#include <criterion/criterion.h>

#include "lisp_rows.h"

static const lisp_row map_rows[] = {
    /* M140: keywords and strings of one name find each other. */
    {"[(get {\"a\" 1} :a) (get {:a 1} \"a\") (get {\"a_b\" 1} :a-b) (get {:a nil} :a 5)]",
     "[1 1 1 nil]", NULL},
    {"[(get {:a 1} :b) (get {:a 1} :b 2) (get [5 6] 1) (get [5 6] 2 :d) (get [5] 0.0)]",
     "[nil 2 6 :d nil]", NULL},
    {"[(get \"h\u00e9l\" 1) (get \"abc\" 1.0) (get #{1} 1) (get #{1} 2) (get (list 1) "
     "0)]",
     "[\"\u00e9\" \"b\" 1 nil nil]", NULL},
    {"[(get {1 :int} 1.0) (get {1.0 :float} 1.0) (get {nil 1} nil) (get {[1] 2} [1])]",
     "[nil :float 1 2]", NULL},
    {"(get \"a\" {\"a\" 1})", "!type_error", "(get map \"a\")"},
    {"(get :a {:a 1})", "!type_error", "the map comes first"},
    {"[(get-in {:a {:b [5 6]}} [:a :b 1]) (get-in {:a 1} nil) (get-in {:a 1} [])]",
     "[6 {:a 1} {:a 1}]", NULL},
    {"[(get-in {:a nil} [:a] 5) (get-in {:a 1} [:b :c] 5) (get-in {\"a\" {\"b\" 1}} [:a "
     ":b])]",
     "[nil 5 1]", NULL},
    {"(get-in {} 5)", "!type_error", NULL},
    {"[(assoc {:a 1} :b 2 :a 3) (assoc nil :a 1) (assoc [1 2] 0 9) (assoc [1] 1 2)]",
     "[{:a 3 :b 2} {:a 1} [9 2] [1 2]]", NULL},
    {"(assoc {\"a\" 1} :a 2)", "{\"a\" 2}", NULL},
    {"(assoc {} :a)", "!arity_error", "assoc"},
    {"(assoc {} :a 1 :b)", "!arity_error", "pairs"},
    {"(assoc [1 2] 3 0)", "!runtime_error", "index 3 out of bounds for length 2"},
    {"(assoc [1 2] -1 0)", "!runtime_error", "index -1 out of bounds"},
    {"(assoc [1 2] :a 0)", "!type_error", "expected an integer as index"},
    {"(assoc (map inc [1]) 0 0)", "!type_error", "(vec coll)"},
    {"(assoc 5 :a 1)", "!type_error", "expected a map, a vector or nil"},
    {"[(assoc-in {} [:a :b] 1) (assoc-in nil [:a] 1) (assoc-in {:a {:b 1}} [:a :c] 2)]",
     "[{:a {:b 1}} {:a 1} {:a {:b 1 :c 2}}]", NULL},
    {"[(assoc-in {:a [1 {:b 2}]} [:a 1 :b] 3) (assoc-in {} [] 1) (assoc-in {} nil 1)]",
     "[{:a [1 {:b 3}]} {nil 1} {nil 1}]", NULL},
    {"[(assoc-in {\"a\" {}} [:a :b] 1) (assoc-in {\"a\" 1} [:a] 2)]",
     "[{\"a\" {:b 1}} {\"a\" 2}]", NULL},
    {"(assoc-in {:a 1} [:a :b] 2)", "!type_error", "at key :b, got number"},
    {"[(update {:a 1} :a inc) (update {:a 1} :a + 2 3) (update {} :a (fnil inc 0))]",
     "[{:a 2} {:a 6} {:a 1}]", NULL},
    {"[(update {\"a\" 1} :a inc) (update nil :a str) (update [1 2] 0 inc) (update [] 0 "
     "str)]",
     "[{\"a\" 2} {:a \"\"} [2 2] [\"\"]]", NULL},
    {"(update 5 :a inc)", "!type_error", NULL},
    {"(update {:a 1} :a)", "!arity_error", NULL},
    {"[(update-in {:a {:n 1}} [:a :n] + 5) (update-in {} [:a :b] (fnil inc 0))]",
     "[{:a {:n 6}} {:a {:b 1}}]", NULL},
    {"[(update-in {\"a\" {\"n\" 1}} [:a :n] inc) (update-in {:a [1 2]} [:a 1] inc)]",
     "[{\"a\" {\"n\" 2}} {:a [1 3]}]", NULL},
    {"(update-in {:a 1} [:a :b] inc)", "!type_error", "update-in: "},
    {"[(dissoc {:a 1 :b 2} :a :c) (dissoc nil :a) (dissoc {\"a\" 1 :b 2} :a) (dissoc {:a "
     "1})]",
     "[{:b 2} nil {:b 2} {:a 1}]", NULL},
    {"(dissoc [1] 0)", "!type_error", "dissoc: invalid argument types: vector, number"},
    {"[(merge {:a 1 :b 2} {:a 3} nil {:c 4}) (merge nil {:a 1}) (merge {:a 1} [:b 2])]",
     "[{:a 3 :b 2 :c 4} {:a 1} {:a 1 :b 2}]", NULL},
    {"(merge {:a 1} 5)", "!type_error", NULL},
    {"(merge {:a 1} [[:b 2]])", "!type_error", NULL},
    {"(count (merge {:x 1} (zipmap (range 100) (range 100))))", "101", NULL},
    {"[(merge-with + {:a 1 :b 2} {:a 10} nil {:a 100 :c 5}) (merge-with +) (merge-with + "
     "nil)]",
     "[{:a 111 :b 2 :c 5} nil nil]", NULL},
    {"(merge-with into {:a [1]} {:a [2]})", "{:a [1 2]}", NULL},
    {"(merge-with + {:a 1} 5)", "!type_error", NULL},
    {"[(select-keys {:a 1 :b nil :c 3} [:a :b :z]) (select-keys {\"a\" 1} [:a])]",
     "[{:a 1 :b nil} {:a 1}]", NULL},
    {"[(select-keys nil [:a]) (select-keys [5 6] [0]) (select-keys {:a 1} nil)]",
     "[{} {0 5} {}]", NULL},
    {"(select-keys 5 [:a])", "!type_error", NULL},
    {"[(keys {:b 1 :a 2}) (vals {:b 1 :a 2}) (seq? (keys {:a 1}))]",
     "[[:b :a] [1 2] true]", NULL},
    {"[(keys (filter val {:a 1 :b nil})) (vals (sort-by val {:a 2 :b 1}))]",
     "[[:a] [1 2]]", NULL},
    {"(keys \"ab\")", "!type_error", "keys: invalid argument types: string"},
    {"[(key (first {:a 1})) (val [:a 1]) (map key {:a 1})]", "[:a 1 [:a]]", NULL},
    {"(key [1 2 3])", "!type_error", NULL},
    {"(val nil)", "!type_error", NULL},
    {"[(entries {:b 2 :a 1}) (entries nil)]", "[[[:b 2] [:a 1]] []]", NULL},
    {"(entries [1])", "!type_error", NULL},
    {"[(update-vals {:a 1 :b 2} inc) (update-vals [1 2] inc) (update-vals {:a {:n 1}} "
     ":n)]",
     "[{:a 2 :b 3} [2 3] {:a 1}]", NULL},
    /* Garbage is collected on the way, in buffers that stand alone. */
    {"(let [v (update-vals (vec (range 2200)) (fn [i] [i]))] (= (map first v) (range "
     "2200)))",
     "true", NULL},
    {"(let [m (update-keys (zipmap (range 2200) (range 2200)) (fn [i] [i]))] (every? "
     "(fn [[k v]] (= k [v])) m))",
     "true", NULL},
    {"(update-vals inc {:a 1})", "!type_error", "->> instead of ->"},
    {"(update-vals 5 inc)", "!type_error", NULL},
    {"[(update-keys {:a 1 :b 2} name) (update-keys {:a 1 :b 2} (fn [k] :z)) (update-keys "
     "nil str)]",
     "[{\"a\" 1 \"b\" 2} {:z 2} {}]", NULL},
    {"(update-keys name {:a 1})", "!type_error", "(update-keys map f)"},
    {"[(hash-map :a 1 :a 2) (array-map :b 1 :a 2) (hash-map)]", "[{:a 2} {:b 1 :a 2} {}]",
     NULL},
    {"(hash-map :a)", "!arity_error", NULL},
    {"(sorted-map 3 :c 1 :a 2 :b 1 :z)", "{1 :z 2 :b 3 :c}", NULL},
    {"(sorted-map 1 2 :a 3)", "!type_error", NULL},
    {"[(map-invert {:a 1 :b 2}) (map-invert nil)]", "[{1 :a 2 :b} {}]", NULL},
    {"[(rename-keys {:a 1 :b 2} {:a :x}) (rename-keys {:a 1 :b 2} {:a :b :b :a}) "
     "(rename-keys nil {})]",
     "[{:b 2 :x 1} {:b 1 :a 2} nil]", NULL},
    /* More keys than a record has. */
    {"(let [m (zipmap (range 50) (range 50))] [(count (dissoc m 3 4)) (get (assoc m 7 "
     ":x) 7) (get m 7)])",
     "[48 :x 7]", NULL},
    {"(keys (reduce (fn [m i] (dissoc (assoc m i i) (- i 3))) {} (range 30)))",
     "[27 28 29]", NULL},
};

Test(lisp_maps, maps)
{
    LISP_CHECK_ROWS(map_rows);
}

static const lisp_row set_rows[] = {
    {"[(set [1 1.0 1]) (set nil) (set #{1}) (hash-set 1 2 1) (hash-set)]",
     "[#{1 1.0} #{} #{1} #{1 2} #{}]", NULL},
    {"[(disj #{1 2} 1 5) (disj nil 1) (disj #{1})]", "[#{2} nil #{1}]", NULL},
    {"(disj [1] 1)", "!type_error", "disj: invalid argument types: vector, number"},
    {"[(union #{1} #{2 1}) (union) (union #{1} nil) (union nil #{1}) (union #{1} [2])]",
     "[#{1 2} #{} #{1} #{1} #{1 2}]", NULL},
    {"[(union nil nil) (union nil [1 1])]", "[nil #{1}]", NULL},
    {"(union #{1} 5)", "!type_error", NULL},
    {"(union #{1} {:a 1})", "!type_error", NULL},
    {"(count (union #{:x} (set (range 100)) #{5}))", "101", NULL},
    {"[(intersection #{1 2 3} #{3 2} #{2 9}) (intersection #{1}) (intersection #{1} "
     "nil)]",
     "[#{2} #{1} nil]", NULL},
    {"[(intersection nil #{1}) (intersection #{1} #{})]", "[nil #{}]", NULL},
    {"(count (intersection (set (range 100)) (set (range 50 150))))", "50", NULL},
    {"(intersection #{1} [1])", "!type_error", NULL},
    {"[(difference #{1 2 3} #{2}) (difference #{1} nil) (difference nil #{1}) "
     "(difference #{1 2} [2])]",
     "[#{1 3} #{1} nil #{1}]", NULL},
    {"[(difference #{1 2} #{1} #{2}) (difference #{1})]", "[#{} #{1}]", NULL},
    {"(count (difference (set (range 100)) #{5 6 500}))", "98", NULL},
    {"(difference [1] #{1})", "!type_error", NULL},
    {"[(subset? #{1} #{1 2}) (subset? #{1 2} #{1}) (subset? nil #{}) (superset? #{1 2} "
     "#{1})]",
     "[true false true true]", NULL},
    {"(subset? [1] #{1})", "!type_error", NULL},
    {"[(clojure.set/select odd? #{1 2 3}) (clojure.set/select odd? nil)]", "[#{1 3} nil]",
     NULL},
    {"(clojure.set/project #{{:a 1 :b 2} {:a 1 :b 3}} [:a])", "#{{:a 1}}", NULL},
    {"(clojure.set/rename #{{:a 1}} {:a :b})", "#{{:b 1}}", NULL},
    {"(clojure.set/index #{{:a 1 :b 2} {:a 1 :b 3} {:a 2}} [:a])",
     "{{:a 1} #{{:a 1 :b 2} {:a 1 :b 3}} {:a 2} #{{:a 2}}}", NULL},
    {"(clojure.set/join #{{:id 1 :a 2} {:id 2 :a 3}} #{{:id 1 :b 5} {:id 9 :b 6}})",
     "#{{:id 1 :a 2 :b 5}}", NULL},
    {"(clojure.set/join #{{:id 1 :a 2}} #{{:ref 1 :b 5} {:ref 1 :b 6}} {:id :ref})",
     "#{{:id 1 :a 2 :ref 1 :b 5} {:id 1 :a 2 :ref 1 :b 6}}", NULL},
    {"(clojure.set/join #{} #{{:a 1}})", "#{}", NULL},
    {"(clojure.set/project [5] [:a])", "!type_error", "expected a set of maps, got 5"},
};

Test(lisp_maps, sets)
{
    LISP_CHECK_ROWS(set_rows);
}

static const lisp_row sort_rows[] = {
    {"[(sort [3 1 2]) (sort [\"b\" \"a\"]) (sort [:b :a]) (sort [2.5 1 2])]",
     "[[1 2 3] [\"a\" \"b\"] [:a :b] [1 2 2.5]]", NULL},
    {"[(sort [nil 2 1]) (sort [[2] [1 1] [1]]) (sort [true false]) (sort #{3 1})]",
     "[[nil 1 2] [[1] [2] [1 1]] [false true] [1 3]]", NULL},
    {"[(sort > [1 3 2]) (sort < [2 1]) (sort :desc [1 2]) (sort :asc [2 1]) (sort nil [2 "
     "1])]",
     "[[3 2 1] [1 2] [2 1] [1 2] [1 2]]", NULL},
    {"[(sort (fn [a b] (- b a)) [1 3 2]) (sort (fn [a b] (> a b)) [1 3 2])]",
     "[[3 2 1] [3 2 1]]", NULL},
    {"[(sort (fn [a b] false) [3 1 2]) (sort (fn [a b] true) [3 1 2])]",
     "[[3 1 2] [2 1 3]]", NULL},
    {"(= (range 99 -1 -1) (sort (fn [a b] true) (range 100)))", "true", NULL},
    {"(sort (fn [a b] nil) [3 1 2])", "!type_error",
     "sort: the comparator must give a number or a boolean, got nil"},
    {"(sort [1 \"a\"])", "!type_error", "compare"},
    {"(sort [1 ##NaN])", "!type_error", NULL},
    {"(sort [[1 ##NaN] [1 2]])", "!type_error", "##NaN cannot be ordered"},
    {"(sort-by identity [[[##NaN]] [[1]]])", "!type_error", NULL},
    {"(sort :total [{:total 1} {:total 2}])", "!type_error", "sort-by key coll"},
    {"(seq? (sort [1]))", "true", NULL},
    {"(sort [1 2] >)", "!type_error", "(sort coll) or (sort comparator coll)"},
    {"(sort 5)", "!type_error", "sort: invalid argument types: number"},
    {"(let [xs (map (fn [i] (mod (* i 7919) 1009)) (range 1000))] (= (sort xs) (sort (fn "
     "[a b] (- a b)) xs) (reverse (sort > xs))))",
     "true", NULL},
    {"(let [xs (map (fn [i] [(mod (* i 7) 10) i]) (range 100))] (= (sort xs) (sort-by "
     "first xs)))",
     "true", NULL},
    {"(apply <= (sort (map (fn [i] (/ (mod (* i 7919) 1009) 3)) (range 500))))", "true",
     NULL},
    {"[(sort-by :a [{:a 2} {:a 1}]) (sort-by :a > [{:a 1} {:a 2}]) (sort-by - [1 3 2])]",
     "[[{:a 1} {:a 2}] [{:a 2} {:a 1}] [3 2 1]]", NULL},
    {"[(sort-by \"a\" [{:a 2} {\"a\" 1}]) (sort-by [:a :b] [{:a {:b 2}} {:a {:b 1}}])]",
     "[[{\"a\" 1} {:a 2}] [{:a {:b 1}} {:a {:b 2}}]]", NULL},
    {"(sort-by :a :desc [{:a 1 :n 1} {:a 2} {:a 1 :n 2}])",
     "[{:a 2} {:a 1 :n 1} {:a 1 :n 2}]", NULL},
    {"(sort-by first (fn [a b] (compare b a)) [[1 :x] [2 :y] [1 :z]])",
     "[[2 :y] [1 :x] [1 :z]]", NULL},
    {"[(sort-by val {:a 2 :b 1}) (sort-by identity nil) (sort-by count [\"aa\" \"b\"])]",
     "[[[:b 1] [:a 2]] [] [\"b\" \"aa\"]]", NULL},
    {"(sort-by :a [{:a 1}] >)", "!type_error", "the collection comes last"},
    {"(sort-by [{:a 1}] :a)", "!type_error",
     "(sort-by key coll) or (sort-by key comparator coll)"},
    {"(sort-by :a 5)", "!type_error", NULL},
};

Test(lisp_maps, sorting)
{
    LISP_CHECK_ROWS(sort_rows);
}

static const lisp_row group_rows[] = {
    {"(group-by odd? [1 2 3])", "{true [1 3] false [2]}", NULL},
    {"(group-by :a [{:a 1 :n 1} {\"a\" 2} {:a 1 :n 2}])",
     "{1 [{:a 1 :n 1} {:a 1 :n 2}] 2 [{\"a\" 2}]}", NULL},
    {"[(group-by \"a\" [{:a 1}]) (group-by [:a :b] [{:a {:b 1}}]) (group-by odd? nil)]",
     "[{1 [{:a 1}]} {1 [{:a {:b 1}}]} {}]", NULL},
    {"[(group-by identity [1 1.0 \"a\" :a]) (vector? (get (group-by odd? [1]) true))]",
     "[{1 [1] 1.0 [1.0] \"a\" [\"a\"] :a [:a]} true]", NULL},
    {"(group-by odd? 5)", "!type_error", NULL},
    {"(map (fn [[k v]] (count v)) (group-by (fn [i] (mod i 30)) (range 100)))",
     "[4 4 4 4 4 4 4 4 4 4 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3]", NULL},
    {"[(frequencies [:a :b :a]) (frequencies nil) (frequencies \"aab\") (frequencies [1 "
     "1.0])]",
     "[{:a 2 :b 1} {} {\"a\" 2 \"b\" 1} {1 1 1.0 1}]", NULL},
    {"(count (frequencies (map (fn [i] (str (mod i 700))) (range 2000))))", "700", NULL},
    {"(frequencies 5)", "!type_error", NULL},
    {"[(distinct [1 2 1 1.0 nil nil]) (distinct nil) (distinct {:a 1}) (distinct [##NaN "
     "##NaN])]",
     "[[1 2 1.0 nil] [] [[:a 1]] [##NaN ##NaN]]", NULL},
    {"(distinct 5)", "!type_error", NULL},
    {"(distinct #{1})", "!type_error", "a set has no repetitions"},
    {"[(distinct-by :a [{:a 1 :n 1} {:a 1 :n 2} {:a 2}]) (distinct-by odd? [1 2 3])]",
     "[[{:a 1 :n 1} {:a 2}] [1 2]]", NULL},
    {"[(sum [1 2 nil 3.5]) (sum []) (sum nil) (avg [1 2 nil]) (avg []) (avg [2])]",
     "[6.5 0 0 1.5 nil 2.0]", NULL},
    {"(sum [1 \"a\"])", "!type_error", "sum: invalid argument types: string"},
    {"(sum [9223372036854775807 1])", "!arithmetic_error", NULL},
    {"[(sum-by :a [{:a 1} {\"a\" 2} {}]) (sum-by [:a :b] [{:a {:b 5}}]) (sum-by :a nil)]",
     "[3 5 0]", NULL},
    {"[(avg-by :a [{:a 1} {:a 2} {}]) (avg-by :a []) (avg-by count [\"a\" \"bbb\"])]",
     "[1.5 nil 2.0]", NULL},
    {"(sum-by :a [{:a \"x\"}])", "!type_error", "sum-by: invalid argument types: string"},
    {"(sum-by :a 5)", "!type_error", NULL},
    {"[(min-by :a [{:a 2} {} {:a 1} {:a 1 :n 2}]) (max-by :a [{:a 1} {:a 2} {:a 2 :n "
     "1}])]",
     "[{:a 1} {:a 2}]", NULL},
    {"[(min-by :a []) (max-by :a nil) (max-by count \"a\" \"bb\") (min-by identity "
     "[nil])]",
     "[nil nil \"bb\" nil]", NULL},
    {"(max-by :a [{:a ##NaN} {:a 1}])", "!type_error", "max-by: ##NaN"},
    {"(min-by identity [##NaN 1])", "!type_error", "min-by: ##NaN"},
    {"[(max-by val {:a 1 :b 2}) (min-by :s [{:s \"b\"} {:s \"a\"}])]",
     "[[:b 2] {:s \"a\"}]", NULL},
    {"(max-by :a [{:a 1} {:a \"x\"}])", "!type_error", NULL},
    {"[(max-key count \"a\" \"bb\" \"cc\") (min-key count \"aa\" \"b\" \"c\") (max-key "
     "inc 5)]",
     "[\"cc\" \"c\" 5]", NULL},
    {"[(max-key :a {:a 1}) (min-key :a {:a 2} {:a 1}) (apply max-key val {:a 1 :b 2})]",
     "[{:a 1} {:a 1} [:b 2]]", NULL},
    {"(max-key identity \"a\" \"b\")", "!type_error", NULL},
};

Test(lisp_maps, grouping)
{
    LISP_CHECK_ROWS(group_rows);
}

static const lisp_row tree_rows[] = {
    {"[(walk inc vec (list 1 2)) (walk inc identity #{1}) (walk (fn [[k v]] [k (inc v)]) "
     "identity {:a 1})]",
     "[[2 3] #{2} {:a 2}]", NULL},
    {"[(walk inc str 5) (walk inc identity nil) (walk str identity \"ab\")]",
     "[\"5\" nil \"ab\"]", NULL},
    {"(walk first identity {:a 1})", "!type_error", "must stay a pair"},
    {"(postwalk (fn [x] (if (number? x) (inc x) x)) {:a [1 {:b #{2}}] :c (list 3)})",
     "{:a [2 {:b #{3}}] :c [4]}", NULL},
    {"(prewalk (fn [x] (if (map? x) (:next x) x)) {:next [{:next 1}]})", "[1]", NULL},
    {"[(seq? (postwalk identity (list 1))) (vector? (prewalk identity [1]))]",
     "[true true]", NULL},
    {"(postwalk identity (reduce (fn [v i] [v]) [] (range 600)))", "!runtime_error",
     "nested deeper than 512 levels"},
    {"[(prewalk-replace {:a [:b] :b 1} [:a :c]) (postwalk-replace {1 2 [2] :x} [[1]])]",
     "[[[1] :c] [:x]]", NULL},
    {"[(keywordize-keys {\"a\" [{\"b c\" 1 2 3}]}) (stringify-keys {:a [{:b :c}]})]",
     "[{:a [{\"b c\" 1 2 3}]} {\"a\" [{\"b\" :c}]}]", NULL},
    {"(tree-seq coll? seq [1 [2]])", "[[1 [2]] 1 [2] 2]", NULL},
    {"(tree-seq :kids :kids {:n 1 :kids [{:n 2} {:n 3 :kids [{:n 4}]}]})",
     "[{:n 1 :kids [{:n 2} {:n 3 :kids [{:n 4}]}]} {:n 2} {:n 3 :kids [{:n 4}]} {:n 4}]",
     NULL},
    {"(tree-seq string? seq \"ab\")", "[\"ab\" \"a\" \"b\"]", NULL},
    {"(tree-seq coll? count [1])", "!type_error",
     "tree-seq: invalid argument types: number"},
};

Test(lisp_maps, trees)
{
    LISP_CHECK_ROWS(tree_rows);
}
