/* SPDX-License-Identifier: MIT */
/* Sequences without an end: parts of them, as Clojure gives them; what cannot be done
 * with them; how they are computed, element by element. Rows also run with a collection
 * at every safepoint. [ptc-lisp 11.2] */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "lisp_rows.h"

/* --- As in Clojure 1.11 --------------------------------------------------------------
 */

static const lisp_row part_rows[] = {
    {"(take 3 (iterate inc 0))", "[0 1 2]", NULL},
    {"(take 5 (range))", "[0 1 2 3 4]", NULL},
    {"(take 2 (repeat :x))", "[:x :x]", NULL},
    {"(take 5 (cycle [1 2 3]))", "[1 2 3 1 2]", NULL},
    {"(->> (range) (map #(* % %)) (filter even?) (take 4))", "[0 4 16 36]", NULL},
    {"(first (filter #(> % 100) (iterate #(* 2 %) 1)))", "128", NULL},
    {"(take-while #(< % 30) (map first (iterate (fn [[a b]] [b (+ a b)]) [0 1])))",
     "[0 1 1 2 3 5 8 13 21]", NULL},
    {"(let [xs (iterate inc 0)] [(take 2 xs) (take 3 xs)])", "[[0 1] [0 1 2]]", NULL},
    {"(map vector (range) [:a :b :c])", "[[0 :a] [1 :b] [2 :c]]", NULL},
    {"(mapv + (range) [1 2 3])", "[1 3 5]", NULL},
    {"(zipmap [:a :b] (range))", "{:a 0 :b 1}", NULL},
    {"(zipmap (range) [:a :b])", "{0 :a 1 :b}", NULL},
    {"(interleave (range) [:a :b])", "[0 :a 1 :b]", NULL},
    {"(take 5 (interleave (range) (cycle [:a :b])))", "[0 :a 1 :b 2]", NULL},
    {"(let [[a b c] (iterate inc 0)] [a b c])", "[0 1 2]", NULL},
    {"(let [[a b & r] (iterate inc 0)] [a b (take 2 r)])", "[0 1 [2 3]]", NULL},
    {"(loop [s (range) n 0] (if (= n 600) (first s) (recur (rest s) (inc n))))", "600",
     NULL},
    {"(loop [s (range) n 0] (if (= n 600) (first s) (recur (drop 1 s) (inc n))))", "600",
     NULL},
    {"(partition 3 3 (repeat :x) [1 2 3 4])", "[[1 2 3] [4 :x :x]]", NULL},
    {"(partition 4 2 (map (fn [x] (str x)) (range)) [1 2 3])", "[[1 2 3 \"0\"]]", NULL},
    {"(partition 2 (range) nil)", "!type_error", NULL},
    {"[(partition 2 2 (range) nil) (partition 2 2 (range) [1 2])]", "[[] [[1 2]]]", NULL},
    {"(take 4 (partition 2 (range)))", "[[0 1] [2 3] [4 5] [6 7]]", NULL},
    {"(take 4 (partition 2 1 (range)))", "[[0 1] [1 2] [2 3] [3 4]]", NULL},
    {"(take 3 (partition 2 5 (range)))", "[[0 1] [5 6] [10 11]]", NULL},
    {"(take 3 (partition-all 3 2 (range)))", "[[0 1 2] [2 3 4] [4 5 6]]", NULL},
    {"(take 3 (partition-by #(quot % 3) (range)))", "[[0 1 2] [3 4 5] [6 7 8]]", NULL},
    {"(take 6 (mapcat #(list % (- %)) (range)))", "[0 0 1 -1 2 -2]", NULL},
    {"(take 5 (mapcat (fn [_] (range)) (range)))", "[0 1 2 3 4]", NULL},
    {"(take 5 (take-nth 3 (range)))", "[0 3 6 9 12]", NULL},
    {"(take 5 (map-indexed vector (cycle \"ab\")))",
     "[[0 \"a\"] [1 \"b\"] [2 \"a\"] [3 \"b\"] [4 \"a\"]]", NULL},
    {"(take 5 (keep #(if (odd? %) (* 10 %)) (range)))", "[10 30 50 70 90]", NULL},
    {"(take 5 (keep-indexed #(if (odd? %1) %2) (cycle [:a :b])))", "[:b :b :b :b :b]",
     NULL},
    {"(take 5 (interpose :x (range)))", "[0 :x 1 :x 2]", NULL},
    {"(take 3 (distinct (cycle [1 2 1 3])))", "[1 2 3]", NULL},
    {"(take 4 (dedupe (cycle [1 1 2])))", "[1 2 1 2]", NULL},
    {"(take 5 (reductions + (range)))", "[0 1 3 6 10]", NULL},
    {"(take 5 (reductions + 10 (range)))", "[10 10 11 13 16]", NULL},
    {"(take 5 (cons :a (range)))", "[:a 0 1 2 3]", NULL},
    {"(take 5 (concat [1 2] (range)))", "[1 2 0 1 2]", NULL},
    {"(take 3 (cycle (assoc (vec (range 100)) 1 :x)))", "[0 :x 2]", NULL},
    {"(take 3 (mapcat #(assoc (vec (range 100)) 1 %) (range)))", "[0 0 2]", NULL},
    {"(let [s (take 101 (concat (assoc (vec (range 100)) 0 :x) (range)))] "
     "[(first s) (count s) (last s)])",
     "[:x 101 0]", NULL},
    {"(map vector (assoc (vec (range 100)) 0 :x) (take-while #(< % 2) (range)))",
     "[[:x 0] [1 1]]", NULL},
    {"(some #{99} (assoc (vec (range 100)) 0 :x))", "99", NULL},
    {"(take 5 (drop 3 (range)))", "[3 4 5 6 7]", NULL},
    {"(take 5 (drop-while #(< % 7) (range)))", "[7 8 9 10 11]", NULL},
    {"(take 5 (rest (range)))", "[1 2 3 4 5]", NULL},
    {"(take 5 (next (range)))", "[1 2 3 4 5]", NULL},
    {"(second (range))", "1", NULL},
    {"(nth (range) 10)", "10", NULL},
    {"(nth (iterate inc 0) 5)", "5", NULL},
    {"(some #(if (> % 5) %) (range))", "6", NULL},
    {"(every? #(< % 5) (range))", "false", NULL},
    {"(not-every? #(< % 5) (range))", "true", NULL},
    {"(not-any? #(> % 5) (range))", "false", NULL},
    {"(reduce (fn [a x] (if (> a 100) (reduced a) (+ a x))) (range))", "105", NULL},
    {"(reduce (fn [a x] (if (> a 100) (reduced a) (+ a x))) 1 (range))", "106", NULL},
    {"[(run! #(if (= % 3) (reduced %) (def y %)) (range)) y]", "[nil 2]", NULL},
    {"(run! #(def y %) (take-while #(< % 5) (range))) y", "4", NULL},
    {"(run! #(def y %) (map inc (take 3 (cycle [7 8])))) y", "8", NULL},
    {"[(run! println (cycle [])) (run! #(reduced %) (filter even? (iterate inc 1)))]",
     "[nil nil]", NULL},
    {"(for [x (range) :while (< x 5)] (* x x))", "[0 1 4 9 16]", NULL},
    {"(for [x [1 2] y (range) :while (< y x)] [x y])", "[[1 0] [2 0] [2 1]]", NULL},
    {"(first (drop 5 (cycle [1 2 3])))", "3", NULL},
    {"(take 5 (take-while pos? (iterate inc 1)))", "[1 2 3 4 5]", NULL},
    {"(->> (iterate inc 1) (take-while #(< % 100)) (filter even?) first)", "2", NULL},
    {"(count (take-while #(< % 100) (iterate inc 1)))", "99", NULL},
    {"(take 0 (iterate #(/ 1 0) 1))", "[]", NULL},
    {"(first (iterate #(/ 1 0) 1))", "1", NULL},
    {"(take 1 (iterate #(/ 1 0) 1))", "[1]", NULL},
    {"(let [[a b] (split-at 3 (range))] [a (take 3 b)])", "[[0 1 2] [3 4 5]]", NULL},
    {"(let [[a b] (split-with #(< % 3) (range))] [a (take 3 b)])", "[[0 1 2] [3 4 5]]",
     NULL},
    {"(cycle [])", "[]", NULL},
    {"(cycle nil)", "[]", NULL},
    {"(take 3 (cycle {:a 1 :b 2}))", "[[:a 1] [:b 2] [:a 1]]", NULL},
    {"(take 3 (range 0 ##Inf 5))", "[0 5 10]", NULL},
    {"(take 3 (range 0.5 ##Inf))", "[0.5 1.5 2.5]", NULL},
    {"(empty? (range))", "false", NULL},
    {"(take 3 (conj (range) -1))", "[-1 0 1]", NULL},
    {"(take 3 (list* 7 8 (range)))", "[7 8 0]", NULL},
    {"(seq? (range))", "true", NULL},
    {"(sequential? (iterate inc 1))", "true", NULL},
    {"(coll? (repeat 1))", "true", NULL},
    {"(vector? (range))", "false", NULL},
    {"(fn? (range))", "false", NULL},
    {"(map (fn [a b c] [a b c]) (range) (cycle [1 2]) \"abc\")",
     "[[0 1 \"a\"] [1 2 \"b\"] [2 1 \"c\"]]", NULL},
    {"(when-first [x (range)] x)", "0", NULL},
    {"(if-let [s (seq (range))] (first s))", "0", NULL},
    {"(take 3 (apply map vector [(range) (iterate dec 0)]))", "[[0 0] [1 -1] [2 -2]]",
     NULL},
    {"(ffirst (partition 3 (range)))", "0", NULL},
    {"(fnext (range))", "1", NULL},
    {"(take 2 (nthrest (range) 5))", "[5 6]", NULL},
    {"(take 2 (nnext (range)))", "[2 3]", NULL},
    {"(take 3 (repeatedly (fn [] 1)))", "[1 1 1]", NULL},
    {"(repeatedly 3 (fn [] 1))", "[1 1 1]", NULL},
    {"(take 3 (filter #{3 5 7} (range)))", "[3 5 7]", NULL},
    {"(take 3 (remove even? (range)))", "[1 3 5]", NULL},
    {"(last (take 5 (iterate inc 1)))", "5", NULL},
    {"(reduce + (take 5 (iterate inc 1)))", "15", NULL},
    {"(reduce + (take-while #(< % 10) (range)))", "45", NULL},
    {"(= [0 1] (range))", "false", NULL},
    {"(take 2 (split-at 2 [1 2 3]))", "[[1 2] [3]]", NULL},
    {"(doseq [x (range) :while (< x 3)] x)", "nil", NULL},
    {"(take 3 (map list (range) (range 10 ##Inf)))", "[[0 10] [1 11] [2 12]]", NULL},
    {"(first (mapcat identity (repeat [1 2])))", "1", NULL},
    {"(take 3 (empty (range)))", "[]", NULL},
    {"(drop 2 (take 5 (range)))", "[2 3 4]", NULL},
    {"(get (range) 3)", "nil", NULL},
    {"(take 7 (flatten (take 3 (repeat [1 [2 3]]))))", "[1 2 3 1 2 3 1]", NULL},
    {"(nth (range) -1 :none)", ":none", NULL},
    {"(take 1.5 (range))", "[0 1]", NULL},
    {"(take 5 (iterate (partial * 2) 1))", "[1 2 4 8 16]", NULL},
};

Test(lisp_endless, parts)
{
    LISP_CHECK_ROWS(part_rows);
}

static const lisp_row mixed_rows[] = {
    {"(let [primes (fn [] (filter (fn [n] (every? #(pos? (mod n %)) (take-while #(<= (* "
     "% %) n) (cons 2 (iterate #(+ 2 %) 3))))) (drop 2 (range))))] (take 10 (primes)))",
     "[2 3 5 7 11 13 17 19 23 29]", NULL},
    {"(take 12 (map first (iterate (fn [[a b]] [b (+ a b)]) [0 1])))",
     "[0 1 1 2 3 5 8 13 21 34 55 89]", NULL},
    {"(reduce + (filter even? (take-while #(< % 4000000) (map second (iterate (fn [[a "
     "b]] [b (+ a b)]) [1 1])))))",
     "4613732", NULL},
    {"(defn collatz [n] (concat (take-while #(not= % 1) (iterate #(if (even? %) (quot % "
     "2) (inc (* 3 %))) n)) [1])) (collatz 13)",
     "[13 40 20 10 5 16 8 4 2 1]", NULL},
    {"(apply max-key second (map (fn [n] [n (count (take-while #(not= % 1) (iterate #(if "
     "(even? %) (quot % 2) (inc (* 3 %))) n)))]) (range 1 30)))",
     "[27 111]", NULL},
    {"(map vector [:a :b :c :d :e] (cycle [\"x\" \"y\"]))",
     "[[:a \"x\"] [:b \"y\"] [:c \"x\"] [:d \"y\"] [:e \"x\"]]", NULL},
    {"(take 5 (iterate (fn [s] (mapcat (fn [g] [(count g) (first g)]) (partition-by "
     "identity s))) [1]))",
     "[[1] [1 1] [2 1] [1 2 1 1] [1 1 1 2 2 1]]", NULL},
    {"(take 6 (iterate (fn [row] (mapv + (cons 0 row) (conj row 0))) [1]))",
     "[[1] [1 1] [1 2 1] [1 3 3 1] [1 4 6 4 1] [1 5 10 10 5 1]]", NULL},
    {"(map #(mod % 10) (take-while pos? (iterate #(quot % 10) 12345)))", "[5 4 3 2 1]",
     NULL},
    {"(nth (filter (fn [n] (and (> n 1) (not-any? #(zero? (mod n %)) (range 2 n)))) "
     "(range)) 24)",
     "97", NULL},
    {"(->> (iterate inc 1) (map #(/ (* % (inc %)) 2)) (filter (fn [t] (> (count (filter "
     "#(zero? (mod t %)) (range 1 (inc t)))) 10))) first)",
     "120", NULL},
    {"(take 4 (iterate (fn [[x & xs]] (concat xs [x])) [1 2 3]))",
     "[[1 2 3] [2 3 1] [3 1 2] [1 2 3]]", NULL},
    {"(nth (iterate (fn [[a b c]] [(+ a 1) (* b 2) (- c 3)]) [0 1 0]) 10)",
     "[10 1024 -30]", NULL},
    {"(zipmap (map (comp keyword str) \"abc\") (iterate #(* 2 %) 1))", "{:a 1 :b 2 :c 4}",
     NULL},
    {"(->> (cycle [:red :green]) (map vector (range 5)) (group-by second))",
     "{:red [[0 :red] [2 :red] [4 :red]] :green [[1 :green] [3 :green]]}", NULL},
    {"(some (fn [[a b]] (when (= a b) a)) (partition 2 1 (map #(quot % 2) (iterate inc "
     "1))))",
     "1", NULL},
    {"(let [step (fn [[n acc]] (when (pos? n) [(dec n) (* n acc)]))] (last (take-while "
     "some? (iterate step [5 1]))))",
     "[0 120]", NULL},
    {"(reduce (fn [acc x] (if (> (+ acc x) 50) (reduced acc) (+ acc x))) 0 (map #(* % %) "
     "(range)))",
     "30", NULL},
    {"(take 10 (remove (set [2 3 5]) (rest (range))))", "[1 4 6 7 8 9 10 11 12 13]",
     NULL},
    {"(loop [[x & more] (cycle [1 2 3]) total 0] (if (> total 20) total (recur more (+ "
     "total x))))",
     "21", NULL},
    {"(take 5 (map-indexed (fn [i x] [i x]) (drop-while #(< % 10) (iterate #(+ % 3) "
     "0))))",
     "[[0 12] [1 15] [2 18] [3 21] [4 24]]", NULL},
    {"(take 8 (map #(cond (zero? (mod % 15)) \"FizzBuzz\" (zero? (mod % 3)) \"Fizz\" "
     "(zero? (mod % 5)) \"Buzz\" :else %) (iterate inc 1)))",
     "[1 2 \"Fizz\" 4 \"Buzz\" \"Fizz\" 7 8]", NULL},
    {"(let [fs (cycle [inc dec #(* 2 %)])] (map #(%1 %2) fs [1 2 3 4 5]))", "[2 1 6 5 4]",
     NULL},
    {"(take 5 (reductions + (iterate inc 1)))", "[1 3 6 10 15]", NULL},
    {"(first (drop-while #(< (reduce + (range 1 (inc %))) 100) (iterate inc 1)))", "14",
     NULL},
    {"(take 3 (partition 3 (cycle [1 2])))", "[[1 2 1] [2 1 2] [1 2 1]]", NULL},
    {"(ffirst (filter (fn [[a b]] (> (+ a b) 10)) (map vector (range) (range 3 ##Inf))))",
     "4", NULL},
    {"(let [[q r] (first (drop-while (fn [[q r]] (>= r 7)) (iterate (fn [[q r]] [(inc q) "
     "(- r 7)]) [0 52])))] [q r])",
     "[7 3]", NULL},
    {"(take 5 (mapcat #(repeat % %) (iterate inc 1)))", "[1 2 2 3 3]", NULL},
    {"(take 4 (map + (range) (iterate #(* 2 %) 1) (cycle [100 200])))",
     "[101 203 106 211]", NULL},
    {"(->> (range) (map #(* % %)) (filter odd?) (take-while #(< % 200)) (reduce +))",
     "455", NULL},
    {"(count (filter #(= 89 %) (map (fn [n] (first (filter #{1 89} (iterate (fn [k] "
     "(reduce + (map #(* % %) (map (fn [c] (- (int c) 48)) (str k))))) n)))) (range 1 "
     "100))))",
     "80", NULL},
    {"(take 3 (filter #(= (str %) (apply str (reverse (str %)))) (iterate inc 100)))",
     "[101 111 121]", NULL},
    {"(let [gen (iterate #(mod (* 16807 %) 2147483647) 42)] [(take 3 gen) (nth gen 3)])",
     "[[42 705894 1126542223] 1579310009]", NULL},
    {"(into {} (map vector [:a :b] (iterate inc 5)))", "{:a 5 :b 6}", NULL},
    {"(let [m (zipmap \"abc\" (range))] (map m \"cab\"))", "[2 0 1]", NULL},
    {"(take 5 (tree-seq (constantly false) nil 1))", "[1]", NULL},
    {"(vec (take 3 (repeatedly (constantly 7))))", "[7 7 7]", NULL},
    {"(take 3 (sort (take 5 (iterate #(mod (* 7 %) 11) 1))))", "[1 2 3]", NULL},
    {"(first (remove #(< % 5) (take-while #(< % 100) (iterate #(+ 3 %) 0))))", "6", NULL},
    {"(every? even? (take 5 (iterate #(+ 2 %) 0)))", "true", NULL},
    {"(nth (take-while #(< % 10) (range)) 3)", "3", NULL},
    {"(second (map inc (take-while pos? (iterate dec 5))))", "5", NULL},
    {"(reduce (fn [a x] (if (= x 3) (reduced [:found a]) (+ a x))) 0 (take-while pos? "
     "(iterate inc 1)))",
     "[:found 3]", NULL},
    {"(reduce + 0 (map inc (take 4 (range))))", "10", NULL},
    {"(reduce + (map inc (take 4 (range))))", "10", NULL},
    {"(empty? (filter neg? (take 5 (range))))", "true", NULL},
    {"(let [x (map inc (take 3 (range)))] [(count x) (first x)])", "[3 1]", NULL},
    {"(->> (range) (take 5) (drop 2) (map str) (first))", "\"2\"", NULL},
    {"(->> (iterate inc 0) (keep #(when (odd? %) %)) (take 4) (mapcat (fn [x] [x x])) "
     "(take-while #(< % 5)))",
     "[1 1 3 3]", NULL},
    {"(first (take 0 (range)))", "nil", NULL},
    {"(mapcat (fn [x] (take x (cycle [x]))) [1 2 3])", "[1 2 2 3 3 3]", NULL},
    {"(map (fn [n] (reduce * (range 1 (inc n)))) (take 5 (range)))", "[1 1 2 6 24]",
     NULL},
    {"(take 3 (map :a (iterate #(update % :a inc) {:a 1})))", "[1 2 3]", NULL},
    {"(last (take-while #(< % 1000) (iterate #(* 3 %) 1)))", "729", NULL},
    {"(let [[x y & z] (map inc (range))] [x y (first z)])", "[1 2 3]", NULL},
    {"(let [[[a b] [c d]] (partition 2 (range))] [a b c d])", "[0 1 2 3]", NULL},
    {"((fn [[a & r]] [a (second r)]) (iterate inc 7))", "[7 9]", NULL},
    {"(for [[a b] (map vector (range) (iterate dec 0)) :let [s (+ a b)] :while (< a 3)] "
     "[a b s])",
     "[[0 0 0] [1 -1 0] [2 -2 0]]", NULL},
    {"(for [x (range) :when (odd? x) :while (< x 8)] x)", "[1 3 5 7]", NULL},
    {"(when-let [[a] (seq (range))] a)", "0", NULL},
    {"(let [s (seq (filter even? (range)))] (first s))", "0", NULL},
    {"(nfirst (repeat [1 2 3]))", "[2 3]", NULL},
    {"(nthnext (take 5 (range)) 3)", "[3 4]", NULL},
    {"(take 2 (drop 1000 (range)))", "[1000 1001]", NULL},
    {"(let [a (take-while #(< % 3) (range)) b (drop-while #(< % 3) (range))] [a (take 2 "
     "b)])",
     "[[0 1 2] [3 4]]", NULL},
    {"(split-at 2 (take 5 (range)))", "[[0 1] [2 3 4]]", NULL},
    {"(let [[h t] (split-with odd? (iterate inc 1))] [h (take 2 t)])", "[[1] [2 3]]",
     NULL},
    {"(interleave [1 2 3] (repeat :x) (range))", "[1 :x 0 2 :x 1 3 :x 2]", NULL},
    {"(apply interleave [(range) [:a :b]])", "[0 :a 1 :b]", NULL},
    {"(mapcat list (range) [:a :b])", "[0 :a 1 :b]", NULL},
    {"(map (fn [& xs] xs) (range) (repeat 1) [5])", "[[0 1 5]]", NULL},
    {"(max-key count \"a\" \"bb\")", "\"bb\"", NULL},
    {"(take 3 (concat nil [] (range)))", "[0 1 2]", NULL},
    {"(take 4 (interpose 0 (cycle [1 2])))", "[1 0 2 0]", NULL},
    {"(take 4 (concat (range) [1]))", "[0 1 2 3]", NULL},
    {"(first (rest (iterate inc 1)))", "2", NULL},
    {"(take 2 (map inc (rest (rest (iterate inc 1)))))", "[4 5]", NULL},
    {"(keyword? (first (cycle [:a])))", "true", NULL},
    {"(some #{5} (range))", "5", NULL},
    {"(dotimes [i 3] (nth (range) i))", "nil", NULL},
    {"(let [c (cycle [1 2])] (= (take 4 c) [1 2 1 2]))", "true", NULL},
    {"(take 3 (iterate rest [1 2 3]))", "[[1 2 3] [2 3] [3]]", NULL},
    {"(map first (take 3 (iterate next [1 2 3])))", "[1 2 3]", NULL},
    {"(pos? (first (filter pos? (range))))", "true", NULL},
    {"(take 2 (range 3 ##Inf))", "[3 4]", NULL},
    {"(take 2 (range 3 ##-Inf -1))", "[3 2]", NULL},
    {"(range 5 ##-Inf)", "[]", NULL},
    {"(range ##Inf ##Inf)", "[]", NULL},
    {"(take 3 (range 1.5 ##Inf 0.5))", "[1.5 2.0 2.5]", NULL},
    {"(take 2 (partition-all 2 (range)))", "[[0 1] [2 3]]", NULL},
    {"(take 2 (partition 2 3 [:p] (range)))", "[[0 1] [3 4]]", NULL},
    {"(map identity (take-nth 2 (take 5 (range))))", "[0 2 4]", NULL},
};

Test(lisp_endless, mixtures)
{
    LISP_CHECK_ROWS(mixed_rows);
}

/* Programs as people write them: primes, digits, ciphers, walks, automata. */
static const lisp_row program_rows[] = {
    {"(let [gcd (fn [a b] (if (zero? b) a (recur b (mod a b)))) lcm (fn [a b] (quot (* a "
     "b) (gcd a b)))] (nth (reductions lcm (iterate inc 1)) 19))",
     "232792560", NULL},
    {"(defn prime? [n] (and (> n 1) (not-any? #(zero? (mod n %)) (take-while #(<= (* % "
     "%) n) (iterate inc 2))))) (reduce + (take-while #(< % 100) (filter prime? (iterate "
     "inc 2))))",
     "1060", NULL},
    {"(defn factors [n] (loop [n n ps (iterate inc 2) acc []] (let [p (first ps)] (cond "
     "(= n 1) acc (zero? (mod n p)) (recur (quot n p) ps (conj acc p)) :else (recur n "
     "(rest ps) acc))))) (factors 13195)",
     "[5 7 13 29]", NULL},
    {"(defn sieve [ps xs] (if (= 10 (count ps)) ps (let [p (first xs)] (recur (conj ps "
     "p) (remove #(zero? (mod % p)) (rest xs)))))) (sieve [] (iterate inc 2))",
     "[2 3 5 7 11 13 17 19 23 29]", NULL},
    {"(defn look-say [s] (apply str (mapcat (fn [g] [(count g) (first g)]) (partition-by "
     "identity s)))) (take 6 (iterate look-say \"1\"))",
     "[\"1\" \"11\" \"21\" \"1211\" \"111221\" \"312211\"]", NULL},
    {"(defn pascal [row] (vec (concat [1] (map + row (rest row)) [1]))) (nth (iterate "
     "pascal [1]) 8)",
     "[1 8 28 56 70 56 28 8 1]", NULL},
    {"(defn happy? [n] (= 1 (first (drop-while #(not (#{1 4} %)) (iterate (fn [k] "
     "(reduce + (map #(* % %) (map #(- (int %) 48) (str k))))) n))))) (filter happy? "
     "(range 1 50))",
     "[1 7 10 13 19 23 28 31 32 44 49]", NULL},
    {"(defn isqrt [n] (first (filter #(> (* (inc %) (inc %)) n) (range)))) (map isqrt [0 "
     "1 15 16 17 99 100])",
     "[0 1 3 4 4 9 10]", NULL},
    {"(let [deal (fn [cards n] (vals (reduce (fn [m [k c]] (update m k (fnil conj []) "
     "c)) {} (map vector (cycle (range n)) cards))))] (deal [:a :b :c :d :e :f :g] 3))",
     "[[:a :d :g] [:b :e] [:c :f]]", NULL},
    {"(let [luhn (fn [s] (zero? (mod (reduce + (map (fn [d w] (let [x (* d w)] (if (> x "
     "9) (- x 9) x))) (map #(- (int %) 48) (reverse s)) (cycle [1 2]))) 10)))] (map luhn "
     "[\"4539578763621486\" \"4539578763621487\"]))",
     "[true false]", NULL},
    {"(let [stripes (map (fn [row color] [row color]) [\"r1\" \"r2\" \"r3\"] (cycle "
     "[:white :grey]))] (into {} stripes))",
     "{\"r1\" :white \"r2\" :grey \"r3\" :white}", NULL},
    {"(let [tri (reductions + (iterate inc 1)) div (fn [n] (count (filter #(zero? (mod n "
     "%)) (range 1 (inc n)))))] (first (filter #(> (div %) 8) tri)))",
     "36", NULL},
    {"(defn digits [b n] (reverse (map #(mod % b) (take-while pos? (iterate #(quot % b) "
     "n))))) [(digits 10 9045) (digits 2 10) (digits 7 0)]",
     "[[9 0 4 5] [1 0 1 0] []]", NULL},
    {"(defn lcg [seed] (rest (iterate #(mod (+ (* 1103515245 %) 12345) 2147483648) "
     "seed))) (take 3 (map #(mod % 6) (lcg 42)))",
     "[3 2 5]", NULL},
    {"(let [squares (map #(* % %) (range)) n 50] (first (for [a (take-while #(<= % n) "
     "squares) b (take-while #(<= % n) squares) :when (= n (+ a b))] [a b])))",
     "[1 49]", NULL},
    {"(let [snail (fn [n] (take n (iterate (fn [[x y [dx dy]]] [(+ x dx) (+ y dy) [(- "
     "dy) dx]]) [0 0 [1 0]])))] (map #(take 2 %) (snail 5)))",
     "[[0 0] [1 0] [1 1] [0 1] [0 0]]", NULL},
    {"(reduce (fn [seen x] (if (seen x) (reduced [x (count seen)]) (conj seen x))) #{} "
     "(iterate #(mod (+ (* % %) 1) 31) 2))",
     "[26 3]", NULL},
    {"(let [xs (map #(mod % 7) (iterate #(* 3 %) 1))] (take-while #(not= 1 %) (rest "
     "xs)))",
     "[3 2 6 4 5]", NULL},
    {"(->> (map vector (iterate inc 1) (cycle [:spring :summer :autumn :winter])) "
     "(filter (fn [[_ s]] (= s :autumn))) (map first) (take 3))",
     "[3 7 11]", NULL},
    {"(->> (range) (map #(* % %)) (map str) (filter #(= (seq %) (reverse %))) (drop 4) "
     "(take 3))",
     "[\"121\" \"484\" \"676\"]", NULL},
    {"(first (drop-while (fn [[a b]] (< (- b a) 100)) (partition 2 1 (iterate #(* 2 %) "
     "1))))",
     "[128 256]", NULL},
    {"(let [bal (fn [rate] (iterate #(+ % (* % rate)) 100.0))] (count (take-while #(< % "
     "200) (bal 0.1))))",
     "8", NULL},
    {"(let [[evens odds] ((juxt filter remove) even? (range))] [(take 3 evens) (take 3 "
     "odds)])",
     "[[0 2 4] [1 3 5]]", NULL},
    {"(map (fn [[k v]] [k (count v)]) (group-by #(mod % 3) (take 10 (iterate inc 1))))",
     "[[1 4] [2 3] [0 3]]", NULL},
    {"(let [ids (map #(str \"id-\" %) (iterate inc 1))] (map (fn [o id] (assoc o :id "
     "id)) [{:n 1} {:n 2}] ids))",
     "[{:n 1 :id \"id-1\"} {:n 2 :id \"id-2\"}]", NULL},
    {"(map-indexed (fn [i x] [i x]) (take 3 (cycle [:a :b])))", "[[0 :a] [1 :b] [2 :a]]",
     NULL},
    {"(let [words [\"one\" \"two\" \"three\"]] (apply str (interleave words (repeat "
     "\"-\"))))",
     "\"one-two-three-\"", NULL},
    {"(let [board (partition 3 (cycle [:x :o]))] (take 3 board))",
     "[[:x :o :x] [:o :x :o] [:x :o :x]]", NULL},
    {"(take 5 (map first (iterate (fn [[a b c]] [b c (+ a b c)]) [0 0 1])))",
     "[0 0 1 1 2]", NULL},
    {"(last (take-while (fn [x] (< x 1000)) (map first (iterate (fn [[a b]] [b (+ a b)]) "
     "[1 2]))))",
     "987", NULL},
    {"(let [hanoi (fn [n] (nth (iterate #(inc (* 2 %)) 0) n))] (map hanoi (range 6)))",
     "[0 1 3 7 15 31]", NULL},
    {"(let [run (fn [prog] (last (take-while (fn [s] (some? s)) (iterate (fn [[pc acc]] "
     "(when-let [[op n] (get prog pc)] (case op :add [(inc pc) (+ acc n)] :jump [(+ pc "
     "n) acc]))) [0 0]))))] (run [[:add 5] [:jump 2] [:add 100] [:add 1]]))",
     "[4 6]", NULL},
    {"(let [step (fn [cells] (map (fn [[a b c]] (if (= 1 (+ a b c)) 1 0)) (partition 3 1 "
     "(concat [0] cells [0]))))] (take 3 (iterate step [0 0 1 0 0])))",
     "[[0 0 1 0 0] [0 1 1 1 0] [1 0 0 0 1]]", NULL},
    {"(let [abc (map str \"abc\")] (take 7 (mapcat (fn [n] (map #(str % n) abc)) "
     "(range))))",
     "[\"a0\" \"b0\" \"c0\" \"a1\" \"b1\" \"c1\" \"a2\"]", NULL},
    {"(take 4 (distinct (map #(mod (* % %) 10) (range))))", "[0 1 4 9]", NULL},
    {"(take-while (complement nil?) (iterate #(when (< % 5) (inc %)) 1))", "[1 2 3 4 5]",
     NULL},
    {"(let [s (iterate inc 1)] (map (fn [n] (reduce + (take n s))) [1 2 3 4]))",
     "[1 3 6 10]", NULL},
    {"(some (fn [n] (let [c (take-while #(not= 1 %) (iterate #(if (odd? %) (inc (* 3 %)) "
     "(/ % 2)) n))] (when (> (count c) 20) n))) (iterate inc 1))",
     "25", NULL},
    {"(for [n (take 3 (iterate #(* 10 %) 1)) d [1 2]] (* n d))", "[1 2 10 20 100 200]",
     NULL},
    {"(keep (fn [[i x]] (when (= x :b) i)) (map vector (range) [:a :b :a :b]))", "[1 3]",
     NULL},
    {"(reduce (fn [m [k v]] (assoc m k v)) {} (map list [:x :y] (range)))", "{:x 0 :y 1}",
     NULL},
    {"(let [cnt (fn [x] (count (take-while pos? (iterate #(quot % 10) x))))] (map cnt [0 "
     "7 42 12345]))",
     "[0 1 2 5]", NULL},
    {"(first (filter (fn [n] (= n (reduce + (map #(reduce * (repeat (count (str n)) (- "
     "(int %) 48))) (str n))))) (iterate inc 10)))",
     "153", NULL},
    {"(let [rot (fn [n xs] (take (count xs) (drop (mod n (count xs)) (cycle xs))))] "
     "[(rot 2 [1 2 3 4 5]) (rot -2 [1 2 3 4 5]) (rot 6 [1 2 3])])",
     "[[3 4 5 1 2] [4 5 1 2 3] [1 2 3]]", NULL},
    {"(let [caesar (fn [k s] (let [a \"abcdefghijklmnopqrstuvwxyz\" m (zipmap a (drop k "
     "(cycle a)))] (apply str (map #(get m % %) s))))] (caesar 3 \"hello, xyz\"))",
     "\"khoor, abc\"", NULL},
    {"(let [vig (fn [key s] (let [a \"abcdefghijklmnopqrstuvwxyz\" i (zipmap a (range))] "
     "(apply str (map (fn [c k] (nth a (mod (+ (i c) (i k)) 26))) s (cycle key)))))] "
     "(vig \"lemon\" \"attackatdawn\"))",
     "\"lxfopvefrnhr\"", NULL},
    {"(->> (iterate inc 0) (partition-all 3) (map #(reduce + %)) (take 3))", "[3 12 21]",
     NULL},
    {"(->> (cycle [3 1 2]) (reductions +) (take-while #(< % 12)) (map dec) (filter "
     "odd?))",
     "[3 5 9]", NULL},
};

Test(lisp_endless, programs)
{
    LISP_CHECK_ROWS(program_rows);
}

/* --- What cannot be done -------------------------------------------------------------
 */

#define PART_FIRST "take a part of it first, (take n ..) or (take-while pred ..)"
#define NO_END     "an endless sequence has no end: " PART_FIRST

static const lisp_row refused_rows[] = {
    {"(range)", "!type_error",
     "an endless sequence cannot be a result or part of one; " PART_FIRST},
    {"[1 {:a (map inc (range))}]", "!type_error", "cannot be a result"},
    {"(return (cycle [1]))", "!type_error", "cannot be a result"},
    {"(fail (cycle [1]))", "!type_error", "cannot be a result"},
    {"(def xs (range))", "!type_error",
     "def xs: an endless sequence cannot be stored; store a part of it, (take n ..), or "
     "a "
     "function that makes it, (defn xs [] ..)"},
    {"(defonce xs (range))", "!type_error", "def xs: an endless sequence"},
    {"(memory/put :xs (range))", "!type_error", "def xs: an endless sequence"},
    {"(println (range))", "!type_error",
     "an endless sequence cannot be printed; " PART_FIRST},
    {"(str {:a (range)})", "!type_error", "cannot be printed"},
    {"(pr-str (range))", "!type_error", "cannot be printed"},
    {"(format \"%s\" (range))", "!type_error", "cannot be printed"},
    {"(json/generate-string {:a [(range)]})", "!type_error",
     "json/generate-string: JSON has no endless sequence: #<endless sequence> at [:a "
     "0]; " PART_FIRST},
    {"(= (range) (range))", "!type_error",
     "an endless sequence cannot be compared with another one"},
    {"(= [(range)] [(range)])", "!type_error", "compared with another one"},
    {"(compare (range) [1])", "!type_error", "not comparable: endless sequence, vector"},
    {"{(range) 1}", "!type_error", "cannot be a key, or a member of a set"},
    {"(conj (set (range 20)) (range))", "!type_error", "cannot be a key"},
    {"(frequencies [(range)])", "!type_error", "cannot be a key"},
    {"(distinct [(range) 1])", "!type_error", "cannot be a key"},
    {"(count (range))", "!type_error",
     "count: invalid argument types: endless sequence; " NO_END},
    {"(last (iterate inc 0))", "!type_error", "last: invalid argument types"},
    {"(sort (range))", "!type_error", NO_END},
    {"(sort-by - (range))", "!type_error", NO_END},
    {"(reverse (range))", "!type_error", NO_END},
    {"(vec (range))", "!type_error", NO_END},
    {"(set (range))", "!type_error", NO_END},
    {"(into [] (range))", "!type_error", NO_END},
    {"(mapv inc (range))", "!type_error", NO_END},
    {"(mapv + (range) (range))", "!type_error", NO_END},
    {"(filterv odd? (range))", "!type_error", NO_END},
    {"(group-by odd? (range))", "!type_error", NO_END},
    {"(zipmap (range) (range))", "!type_error", NO_END},
    {"(zip (range) (range))", "!type_error", NO_END},
    {"(pmap inc (range))", "!type_error", NO_END},
    {"(apply + (range))", "!type_error", NO_END},
    {"(sum (range))", "!type_error", NO_END},
    {"(max-by identity (range))", "!type_error", NULL},
    {"(str/join \",\" (range))", "!type_error", NO_END},
    {"(contains? (range) 3)", "!type_error", NO_END},
    {"(flatten (range))", "!type_error", NO_END},
    {"(take-last 2 (range))", "!type_error", NO_END},
    {"(butlast (range))", "!type_error", NO_END},
    {"(reduce + (range))", "!type_error",
     "reduce: an endless sequence has no end; end it with (reduced x), or " PART_FIRST},
    {"(reduce conj [] (range))", "!type_error", "end it with (reduced x)"},
    {"(run! println (range))", "!type_error",
     "run!: an endless sequence has no end; end it with (reduced x), or " PART_FIRST},
    {"(for [x (range)] x)", "!type_error",
     "for: an endless sequence has no end; add :while test, use map and filter instead"},
    {"(for [a [1] x (range) :when (odd? x)] x)", "!type_error", "add :while test"},
    {"((range) 1)", "!not_callable", "not callable: #<endless sequence>"},
    {"(+ 1 (range))", "!type_error",
     "+: invalid argument types: number, endless sequence"},
    {"(let [{:keys [a]} (range)] a)", "!destructure_error",
     "expected map or nil, got #<endless sequence>"},
    {"(filter (range) odd?)", "!type_error",
     "filter: invalid argument types: endless sequence, function; the function comes "
     "first"},
    {"(map inc (range) 5)", "!type_error", "map: invalid argument types"},
    {"(take 3 (mapcat inc (range)))", "!type_error",
     "mapcat: the function must give a collection or nil, got 1"},
    {"(take 2 (partition 0 (range)))", "!runtime_error", "size and step must be above 0"},
    {"(take 2 (take-nth 0 (range)))", "!runtime_error", "the step must be above 0"},
    {"(take 3 (iterate inc 9223372036854775806))", "!arithmetic_error",
     "integer overflow"},
    {"(take 3 (range 9223372036854775806 ##Inf))", "!arithmetic_error",
     "integer overflow"},
    {"(loop [s (range)] (recur (map inc s)))", "!runtime_error",
     "an endless sequence of more than 500 stages; build it with fewer calls, or take a "
     "part"},
    {"(loop [s (range)] (recur (interleave s s)))", "!runtime_error", "500 stages"},
    {"(iterate inc)", "!arity_error", "iterate expects 2"},
    {"(repeat)", "!arity_error", "repeat expects 1 or 2"},
};

Test(lisp_endless, refused)
{
    LISP_CHECK_ROWS(refused_rows);
}

/* --- Element by element --------------------------------------------------------------
 */

/* A program's prints, followed by its value. */
static void expect_calls(const char *text, const char *expected)
{
    for (int always = 0; always < 2; always++) {
        ptc_lisp_options options;
        lisp_answer answer;
        ptc_text seen;

        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.time_ms = PTC_UNLIMITED;
        options.collects_always = always;
        answer = lisp_evaluate(ptc_str_of(text), &options, NULL);
        ptc_text_init(&seen, &answer.arena);
        ptc_text_str(&seen, answer.result.output);
        ptc_text_str(&seen, answer.result.printed);
        cr_expect(answer.is_ok && seen.len == strlen(expected) &&
                      memcmp(seen.ptr, expected, seen.len) == 0,
                  "%s (collecting %d):\n%.*s", text, always, (int)seen.len, seen.ptr);
        lisp_forget(&answer);
    }
}

#define SHOW "(defn f [x] (print (str x \" \")) (inc x)) "

Test(lisp_endless, functions_are_called_when_needed)
{
    expect_calls(SHOW "(first (iterate f 0))", "0");
    expect_calls(SHOW "(take 0 (iterate f 0))", "[]");
    expect_calls(SHOW "(take 1 (iterate f 0))", "[0]");
    expect_calls(SHOW "(take 3 (iterate f 0))", "0 1 [0 1 2]");
    expect_calls(SHOW "(nth (iterate f 0) 2)", "0 1 2");
    expect_calls(SHOW "(let [[a b c] (iterate f 0)] [a b c])", "0 1 [0 1 2]");
    expect_calls(SHOW "(let [[a b & r] (iterate f 0)] [a b])", "0 [0 1]");
    expect_calls(SHOW "(first (filter even? (map f (range))))", "0 1 2");
    expect_calls(SHOW "(some #(when (> % 2) %) (map f (range)))", "0 1 2 3");
    expect_calls(SHOW "(every? odd? (map f (range)))", "0 1 false");
    expect_calls(SHOW "(do (map f (range)) nil)", "nil");
    expect_calls(SHOW "(do (drop 5 (map f (range))) nil)", "nil");
    expect_calls(SHOW "(map vector (iterate f 0) [:a :b])", "0 [[0 :a] [1 :b]]");
    expect_calls(SHOW "(let [s (map f (range))] [(first s) (take 2 s)])",
                 "0 0 1 [1 [1 2]]");
    expect_calls(SHOW "(doseq [x (map f (range)) :while (< x 3)] (print \"|\"))",
                 "0 |1 |2 nil");
    expect_calls(SHOW
                 "(reduce (fn [a x] (if (> x 2) (reduced a) (+ a x))) 0 (map f (range)))",
                 "0 1 2 3");
}

/* What take-while and take end is not collected before a builtin goes through it. */
Test(lisp_endless, pipelines_go_element_by_element)
{
    expect_calls(SHOW "(first (take-while pos? (map f (range))))", "0 1");
    expect_calls(SHOW "(->> (range) (map f) (take 10) (filter even?) first)", "0 1 2");
    expect_calls(SHOW "(->> (take-while pos? (map f (range))) (map inc) (take 2))",
                 "0 1 [2 3]");
    expect_calls(SHOW "(first (->> (range) (map f) (take-while pos?)))", "0 1");
    expect_calls(SHOW "(let [s (map f (range))] (first (take-while pos? s)))", "0 1");
    expect_calls(SHOW "(reduce + (take 2 (map f (range))))", "0 1 3");
    expect_calls(SHOW "(empty? (take 3 (map f (range))))", "0 false");
    /* By way of a name it is finished. */
    expect_calls(SHOW "(let [s (take 2 (map f (range)))] (first s))", "0 1 1");
    expect_calls(SHOW "(let [first last] (first (take 2 (map f (range)))))", "0 1 2");
}

/* --- Limits --------------------------------------------------------------------------
 */

static void expect_end(const char *text, uint64_t fuel, uint64_t time_ms,
                       ptc_reason reason)
{
    ptc_lisp_options options;
    lisp_answer answer;

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = time_ms != 0 ? time_ms : PTC_UNLIMITED;
    options.fuel = fuel;
    options.heap = 4000000;
    answer = lisp_evaluate(ptc_str_of(text), &options, NULL);
    cr_expect_eq(answer.result.error.reason, reason, "%s: %s", text,
                 ptc_reason_name(answer.result.error.reason));
    lisp_forget(&answer);
}

Test(lisp_endless, searches_end_by_fuel_or_clock)
{
    static const char *const rows[] = {
        "(first (filter neg? (range)))",
        "(first (remove (fn [x] true) (range)))",
        "(first (keep (fn [x] nil) (range)))",
        "(first (mapcat (fn [x] []) (range)))",
        "(first (drop-while (fn [x] true) (cycle [1])))",
        "(first (distinct (remove zero? (repeat 0))))",
        "(second (dedupe (repeat 0)))",
        "(some (fn [x] nil) (repeatedly (fn [] nil)))",
        "(every? (fn [x] true) (range))",
        "(doseq [x (range)] x)",
        "(for [x (range) :while true :when false] x)",
        "(reduce (fn [a x] a) (range))",
        "(nth (range) 9000000000000)",
        "(first (drop 9000000000000 (range)))",
        "(first (partition-by (fn [x] 1) (filter neg? (range))))",
        "(empty? (filter neg? (range)))",
        "(if (seq (filter neg? (range))) 1 2)",
        "(let [[a] (filter neg? (range))] a)",
        "(loop [s (range)] (recur (rest s)))",
        "(loop [s (range)] (recur (drop 1 s)))",
        "(loop [[a & more] (range)] (recur more))",
        "(count (take-while (fn [x] true) (filter neg? (range))))",
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        expect_end(rows[i], 100000, 0, PTC_REASON_FUEL);
        expect_end(rows[i], 0, 30, PTC_REASON_TIMEOUT);
    }
}

/* Trees among them are neither listed nor made flat, and what is a part of one is not
 * paid for as a whole. */
Test(lisp_endless, costs_what_is_taken)
{
    static const char *const rows[] = {
        "(cycle v)",
        "(mapcat (fn [x] v) (range))",
        "(concat v (range))",
        "(map vector v (range 3))",
        "(cons 1 v)",
        "(list* 1 2 (cycle v))",
        "(drop-while keyword? v)",
    };
    ptc_lisp_options options;
    lisp_answer answer;
    char text[300];

    options = (ptc_lisp_options){.struct_size = sizeof options};
    options.time_ms = PTC_UNLIMITED;
    options.fuel = 10000;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text,
                 "(def v (assoc (vec (range 3000)) 0 :x)) "
                 "(dotimes [i 100] (take 3 %s)) (take 3 %s)",
                 rows[i], rows[i]);
        answer = lisp_evaluate(ptc_str_of(text), &options, NULL);
        cr_expect(answer.is_ok, "%s: %s", text, answer.result.error.message.ptr);
        lisp_forget(&answer);
    }
}

Test(lisp_endless, depth_is_bounded)
{
    expect_end("(defn g [n] (mapcat (fn [_] (g (inc n))) (range))) (first (g 0))", 0, 0,
               PTC_REASON_RECURSION_LIMIT);
    expect_end("(defn g [s] (first (map g (repeat s)))) (g 1)", 0, 0,
               PTC_REASON_RECURSION_LIMIT);
}

Test(lisp_endless, memory_is_bounded)
{
    expect_end("(take 1000000000 (range))", 0, 0, PTC_REASON_MEMORY);
    expect_end("(take-while (fn [x] true) (range))", 0, 0, PTC_REASON_MEMORY);
    expect_end("(first (partition 1000000000 (range)))", 0, 0, PTC_REASON_MEMORY);
    expect_end("(first (partition-by zero? (repeat 1)))", 0, 0, PTC_REASON_MEMORY);
    expect_end("(nth (distinct (range)) 100000000)", 0, 0, PTC_REASON_MEMORY);
    expect_end("(for [x (range) :while true] x)", 0, 0, PTC_REASON_MEMORY);
    expect_end("(loop [s (range)] (recur (cons 1 s)))", 0, 0, PTC_REASON_MEMORY);
    /* Garbage is collected on the way. */
    expect_end("(nth (partition 50 1 (range)) 3000)", 100000, 0, PTC_REASON_FUEL);
    expect_end("(first (drop-while #(< (first %) 20000) (map vector (range))))", 0, 0,
               PTC_REASON_NONE);
}

/* However little is left at the end, there is room to say why. */
Test(lisp_endless, full_heaps_leave_room_for_the_reason)
{
    for (size_t heap = 100000; heap < 400000; heap += 10000) {
        ptc_lisp_options options = {.struct_size = sizeof options, .heap = heap};
        ptc_str text = PTC_STR("(nth (distinct (range)) 100000000)");
        lisp_answer answer = lisp_evaluate(text, &options, NULL);

        cr_expect_eq(answer.result.error.reason, PTC_REASON_MEMORY, "%zu bytes: %s", heap,
                     answer.result.error.message.ptr);
        lisp_forget(&answer);
    }
}

/* --- Neighbours ----------------------------------------------------------------------
 */

/* Turns of one context. */
static void converse(const char *const (*turns)[2], size_t count)
{
    for (int always = 0; always < 2; always++) {
        ptc_lisp_options options;
        ptc_arena arena;
        ptc_lisp *lisp;

        ptc_arena_init(&arena, NULL, 0);
        options = (ptc_lisp_options){.struct_size = sizeof options};
        options.time_ms = PTC_UNLIMITED;
        options.collects_always = always;
        options.memory_limit = 2000;
        cr_assert_eq(ptc_lisp_new(&options, &lisp), PTC_OK);
        for (size_t i = 0; i < count; i++) {
            ptc_lisp_result result;
            ptc_status status;
            const char *answer = lisp_turn(lisp, turns[i][0], &arena, &status, &result);

            cr_expect(strncmp(answer, turns[i][1], strlen(turns[i][1])) == 0,
                      "%s (collecting %d): %s", turns[i][0], always, answer);
        }
        ptc_lisp_free(lisp);
        ptc_arena_free(&arena);
    }
}

#define CONVERSE(turns) converse((turns), sizeof(turns) / sizeof *(turns))

Test(lisp_endless, memory_and_history)
{
    static const char *const turns[][2] = {
        {"(def n 1) (def xs (range))", "!type_error: def xs: an endless sequence"},
        {"n", "!unbound_var"},
        {"(def xs [1]) (range)", "!type_error: an endless sequence cannot be a result"},
        {"xs", "!unbound_var"},
        {"(defn evens [] (filter even? (range))) (take 3 (evens))", "[0 2 4]"},
        {"(take 2 (evens))", "[0 2]"},
        {"*1", "[0 2]"},
        {"(def from (let [s (iterate inc 5)] (fn [n] (nth s n)))) (from 2)", "7"},
        {"(from 3)", "8"},
        {"(def part {:s (map inc (range))}) (take 2 (:s part))", "[1 2]"},
        {"(take 3 (:s part))", "[1 2 3]"},
        {"part", "!type_error: an endless sequence cannot be a result"},
        {"(def cycle-2 (partial take 2)) (cycle-2 (cycle [1 2 3]))", "[1 2]"},
    };

    CONVERSE(turns);
}

Test(lisp_endless, memory_shows_a_label)
{
    ptc_arena arena;
    ptc_lisp *lisp;
    ptc_lisp_result result;
    ptc_status status;
    ptc_value map;
    ptc_text text;

    ptc_arena_init(&arena, NULL, 0);
    cr_assert_eq(ptc_lisp_new(NULL, &lisp), PTC_OK);
    cr_expect_str_eq(
        lisp_turn(lisp, "(def part {:s (range)}) 1", &arena, &status, &result), "1");
    ptc_arena_reset(&arena);
    cr_assert_eq(ptc_lisp_memory(&arena, lisp, &map), PTC_OK);
    ptc_text_init(&text, &arena);
    cr_assert_eq(ptc_json_write(&text, &map, 0), PTC_OK);
    cr_expect(
        text.len == 36 &&
            memcmp(text.ptr, "{\"part\":{\"s\":\"#<endless sequence>\"}}", text.len) == 0,
        "%.*s", (int)text.len, text.ptr);
    ptc_lisp_free(lisp);
    ptc_arena_free(&arena);
}

static const lisp_row neighbour_rows[] = {
    {"(pmap + (range) [10 20])", "[10 21]", NULL},
    {"(pmap (fn [n] (take n (range))) [1 2])", "[[0] [0 1]]", NULL},
    {"(pmap (fn [n] (count (range))) [1 2])", "!pmap_error",
     "count: invalid argument types: endless sequence"},
    {"(pcalls #(first (range)) #(second (range)))", "[0 1]", NULL},
    {"(pmap (fn [n] (range)) [1 2])", "!type_error", "cannot be a result"},
    {"(map first (pmap (fn [n] (drop n (range))) [1 2]))", "[1 2]", NULL},
    {"(attempt (take 2 (range)))", "{:ok [0 1]}", NULL},
    {"(first (:ok (attempt (range))))", "0", NULL},
    {"(let [[a b c] (repeat 1)] (+ a b c))", "3", NULL},
    {"(let [[a & [b c]] (iterate inc 1)] [a b c])", "[1 2 3]", NULL},
    {"(let [[a :as all] (iterate inc 1)] [a (second all)])", "[1 2]", NULL},
    {"((fn [[a [b & c]]] [a b (first c)]) [1 (iterate inc 2)])", "[1 2 3]", NULL},
    {"(let [v (into {} [[:s (range)]])] (nth (:s v) 3))", "3", NULL},
    {"(type (range))", ":endless", NULL},
    {"[(= 1 (range)) (= nil (range)) (= [0 1] (range)) (= (range) \"a\")]",
     "[false false false false]", NULL},
    {"[(nil? (range)) (some? (range)) (boolean (range)) (not (range))]",
     "[false true true false]", NULL},
    {"[(seq? (range)) (list? (range)) (map? (range)) (fn? (range)) (ifn? (range))]",
     "[true false false false false]", NULL},
    {"[(counted? (range)) (associative? (range)) (empty (range)) (get (range) 1)]",
     "[false false [] nil]", NULL},
    {"(when-first [x (drop 3 (range))] x)", "3", NULL},
    {"(if-let [s (seq (drop 3 (range)))] (first s))", "3", NULL},
    {"(find even? (rest (range)))", "2", NULL},
    {"(some->> (range) (drop 2) (take 2))", "[2 3]", NULL},
    {"(as-> (range) s (map inc s) (take 2 s))", "[1 2]", NULL},
    {"(cond->> (range) true (map inc) true (take 2))", "[1 2]", NULL},
    {"(loop [s (range) n 0] (if (= n 600) (first s) (recur (rest s) (inc n))))", "600",
     NULL},
    {"(loop [s (range) n 0] (if (= n 600) (first s) (recur (drop 1 s) (inc n))))", "600",
     NULL},
    {"(loop [[a & more] (iterate inc 0) n 0] (if (= n 600) a (recur more (inc n))))",
     "600", NULL},
    {"(loop [s (range) n 0] (if (= n 600) (take 2 s) (recur (cons n s) (inc n))))",
     "[599 598]", NULL},
    {"(loop [s (range) n 0] (if (= n 400) (take 2 s) (recur (map inc s) (inc n))))",
     "[400 401]", NULL},
    {"(take 3 (partition 2 2 [:p] (range)))", "[[0 1] [2 3] [4 5]]", NULL},
    {"(take 3 (reductions (fn [a x] (if (= x 1) (reduced :end) x)) (range)))", "[0 :end]",
     NULL},
    {"(let [f (comp (partial take 2) (partial map inc))] (f (range)))", "[1 2]", NULL},
    {"(apply map vector [(range) [:a :b]])", "[[0 :a] [1 :b]]", NULL},
    {"(map (fn [s] (first s)) [(range) (repeat :x)])", "[0 :x]", NULL},
    {"(update {:s (range)} :s #(take 2 %))", "{:s [0 1]}", NULL},
    {"(walk/postwalk identity (take 2 (range)))", "[0 1]", NULL},
    {"(take 3 (mapcat (fn [s] (take 2 s)) (repeat (range))))", "[0 1 0]", NULL},
    {"(take 2 (mapcat identity (repeat (iterate inc 5))))", "[5 6]", NULL},
    {"(take 4 (mapcat #(vector %1 %2) (range) (cycle \"ab\")))", "[0 \"a\" 1 \"b\"]",
     NULL},
    {"(take 2 (cycle (range)))", "[0 1]", NULL},
    {"(first (map (fn [a b] [a b]) (filter odd? (range)) (repeat 1)))", "[1 1]", NULL},
};

Test(lisp_endless, neighbours)
{
    LISP_CHECK_ROWS(neighbour_rows);
}
