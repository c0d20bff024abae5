/* SPDX-License-Identifier: MIT */
/* Functions of functions, apply, where and its kin, the end of programs. [ptc-lisp 7, 9,
 * 10]
 */
#include "lisp_rows.h"

#include <criterion/criterion.h>

#include <string.h>

Test(lisp_functions, composed)
{
    static const lisp_row rows[] = {
        {"[(identity 5) ((constantly 3) 1 2) ((complement even?) 3) ((complement :a) "
         "{})]",
         "[5 3 true true]", NULL},
        {"[((comp) 1) ((comp inc) 1) ((comp str inc) 1) ((comp inc inc +) 1 2 3)]",
         "[1 2 \"2\" 8]", NULL},
        {"(map (comp inc :a) [{:a 1} {:a 2}])", "[2 3]", NULL},
        {"(map (comp count {:a [1 2]} keyword) [\"a\"])", "[2]", NULL},
        {"[((partial + 1) 2) ((partial +) 1 2) ((partial str \"a\" \"b\") \"c\" \"d\")]",
         "[3 3 \"abcd\"]", NULL},
        {"((partial map inc) [1 2])", "[2 3]", NULL},
        {"[((juxt :a :b) {:a 1 :b 2}) ((juxt + - *) 3 4) ((juxt inc))]", "!arity_error",
         "inc"},
        {"[((juxt :a :b) {:a 1 :b 2}) ((juxt + - *) 3 4) (vector? ((juxt inc) 1))]",
         "[[1 2] [7 -1 12] true]", NULL},
        {"(sort-by (juxt :b :a) [{:a 2 :b 1} {:a 1 :b 2} {:a 1 :b 1}])",
         "[{:a 1 :b 1} {:a 2 :b 1} {:a 1 :b 2}]", NULL},
        {"[((fnil inc 0) nil) ((fnil inc 0) 5) ((fnil + 1 2) nil nil) ((fnil + 1) nil "
         "5)]",
         "[1 6 3 6]", NULL},
        {"[((fnil + 1 2 3) nil nil nil) ((fnil vector 1 2 3) 7 nil)]", "[6 [7 2]]", NULL},
        {"((fnil + 1 2) nil)", "!arity_mismatch", "expected 2 or more, got 1"},
        {"(update {} :n (fnil inc 0))", "{:n 1}", NULL},
        {"[((every-pred pos? even?) 2 4) ((every-pred pos? even?) 2 -4) ((every-pred "
         "pos?))]",
         "[true false true]", NULL},
        {"[((some-fn :a :b) {:b 7}) ((some-fn even? neg?) 3) ((some-fn :a) {}) ((some-fn "
         ":a))]",
         "[7 false nil nil]", NULL},
        {"((some-fn :a :b :c false?) {})", "nil", NULL},
        {"(filter (every-pred number? pos?) [1 -1 \"a\" 2.5])", "[1 2.5]", NULL},
        {"((comp 5) 1)", "!not_callable", "5"},
        {"((comp inc 5) 1)", "!not_callable", "5"},
        {"((comp inc str) 1)", "!type_error", "inc"},
        {"(map ifn? [(comp inc dec) (partial + 1)])", "[true true]", NULL},
        {"(str (comp inc dec) inc (fn [x y] x))", "\"#fn[...]#<builtin>#fn[x y]\"", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* Parts, arguments and results that only the composed function holds, while each call
 * makes garbage. */
Test(lisp_functions, composed_keep_their_parts)
{
    static const lisp_row rows[] = {
        {"(let [f (comp (fn [x] (vec (map inc x))) (fn [x] (vec (range x))))] "
         "[(f 3) (f 4)])",
         "[[1 2 3] [1 2 3 4]]", NULL},
        {"(let [f (apply partial (fn [& xs] (reduce str (map str xs))) "
         "(map #(str \"s\" %) (range 5)))] (f [1] {:a [2]}))",
         "\"s0s1s2s3s4[1]{:a [2]}\"", NULL},
        {"(let [f (juxt (fn [x] (map inc x)) (fn [x] (str x)) (fn [x] (conj x (str "
         "9))))] "
         "(f (vec (range 3))))",
         "[[1 2 3] \"[0 1 2]\" [0 1 2 \"9\"]]", NULL},
        {"(let [f (fnil (fn [a b] [(str a) b]) (str \"no\" \"ne\") (vec (range 2)))] "
         "(map f [nil 1] [nil nil]))",
         "[[\"none\" [0 1]] [\"1\" [0 1]]]", NULL},
        {"(let [f (apply comp (repeat 100 (fn [x] (inc x))))] (f 0))", "100", NULL},
        {"(let [f (reduce (fn [f _] (comp inc f)) identity (range 200))] (f 0))", "200",
         NULL},
        {"(let [p (every-pred (fn [x] (seq (map inc x))) (fn [x] (str x)))] "
         "(filter p [[1] [] [2 3]]))",
         "[[1] [2 3]]", NULL},
        {"(let [p (some-fn (fn [x] (get x (str \"a\"))) (constantly (str \"no\" 1)))] "
         "(map p [{\"a\" [1]} {}]))",
         "[[1] \"no1\"]", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_functions, apply)
{
    static const lisp_row rows[] = {
        {"[(apply + [1 2 3]) (apply + 1 2 [3]) (apply + nil) (apply str \"abc\")]",
         "[6 6 0 \"abc\"]", NULL},
        {"[(apply max #{3 1 2}) (apply vector {:a 1}) (apply {:a 5} [:a]) (apply :a [{:a "
         "6}])]",
         "[3 [[:a 1]] 5 6]", NULL},
        {"(apply (fn [a & r] [a r]) 1 2 [3 4])", "[1 [2 3 4]]", NULL},
        {"(apply apply [+ [1 2]])", "3", NULL},
        {"(apply + 1 2)", "!type_error", "apply: invalid argument types"},
        {"(apply +)", "!arity_error", "apply"},
        {"(apply + (range 200000))", "!runtime_error",
         "apply: 200000 arguments are too many: calls have room for 131072 in all; use "
         "reduce"},
        {"(apply + (range 100000))", "4999950000", NULL},
        {"(apply (fn [& all] (count all)) (range 100000))", "100000", NULL},
        {"(apply 5 [1])", "!not_callable", "5"},
    };

    LISP_CHECK_ROWS(rows);
}

/* A chain of composed functions deeper than the C stack is an error, not a crash. */
Test(lisp_functions, deep_composition)
{
    static const lisp_row rows[] = {
        {"(let [f (reduce (fn [f _] (comp f inc)) inc (range 20000))] (f 0))",
         "!recursion_limit_exceeded", NULL},
        {"(let [f (reduce (fn [f _] (complement f)) nil? (range 20000))] (f 0))",
         "!recursion_limit_exceeded", NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lisp_answer answer = lisp_evaluate(ptc_str_of(rows[i].text), NULL, NULL);

        cr_expect_str_eq(ptc_reason_name(answer.result.error.reason),
                         rows[i].expected + 1, "%s", rows[i].text);
        lisp_forget(&answer);
    }
}

#define PEOPLE                                                                           \
    "[{:n \"Al\" :age 30 :tags [:x \"y\"] :sub {:k 1}} {:n \"Bo\" :age nil} "            \
    "{\"n\" :Cy \"age\" 40.0 :tags #{\"x\"}}]"

Test(lisp_functions, where)
{
    static const lisp_row rows[] = {
        {"(map :n (filter (where :age) " PEOPLE "))", "[\"Al\" :Cy]", NULL},
        {"(map :n (filter (where :age > 35) " PEOPLE "))", "[:Cy]", NULL},
        {"(map :n (filter (where :age <= 40) " PEOPLE "))", "[\"Al\" :Cy]", NULL},
        {"(map :n (filter (where :age >= 30) " PEOPLE "))", "[\"Al\" :Cy]", NULL},
        {"(map :n (filter (where :age < 40) " PEOPLE "))", "[\"Al\"]", NULL},
        {"(map :n (filter (where :age = 40) " PEOPLE "))", "[:Cy]", NULL},
        {"(map :n (filter (where :age = nil) " PEOPLE "))", "[\"Bo\"]", NULL},
        {"(map :n (filter (where :age not= nil) " PEOPLE "))", "[\"Al\" :Cy]", NULL},
        {"(map :n (filter (where :missing not= 1) " PEOPLE "))", "[\"Al\" \"Bo\" :Cy]",
         NULL},
        {"(map :n (filter (where :n = \"Cy\") " PEOPLE "))", "[:Cy]", NULL},
        {"(map :n (filter (where :n = :Al) " PEOPLE "))", "[\"Al\"]", NULL},
        {"(map :n (filter (where :n in [:Bo \"Cy\"]) " PEOPLE "))", "[\"Bo\" :Cy]", NULL},
        {"(map :n (filter (where :age in #{30 40}) " PEOPLE "))", "[\"Al\" :Cy]", NULL},
        {"(map :n (filter (where :age in [nil 1]) " PEOPLE "))", "[]", NULL},
        {"(map :n (filter (where :tags includes \"x\") " PEOPLE "))", "[\"Al\" :Cy]",
         NULL},
        {"(map :n (filter (where :tags includes :y) " PEOPLE "))", "[\"Al\"]", NULL},
        {"(map :n (filter (where :n includes \"l\") " PEOPLE "))", "[\"Al\"]", NULL},
        {"(map :n (filter (where [:sub \"k\"] = 1) " PEOPLE "))", "[\"Al\"]", NULL},
        {"(map :n (filter (where [:sub :k :deeper]) " PEOPLE "))", "[]", NULL},
        {"(filter (where :a > 1) [{:a \"2\"} {:a nil} {:a :b} {} {:a ##NaN} {:a 2}])",
         "[{:a 2}]", NULL},
        {"(filter (where :a > \"b\") [{:a \"c\"} {:a \"a\"} {:a 5}])", "[{:a \"c\"}]",
         NULL},
        {"(filter (where :a = true) [{:a \"true\"} {:a true} {:a :true}])", "[{:a true}]",
         NULL},
        {"(let [v (str \"A\" \"l\")] (map :n (filter (where :n = v) " PEOPLE ")))",
         "[\"Al\"]", NULL},
        {"(filter (where :a = 1) [nil 5 \"s\" [1] {:a 1}])", "[{:a 1}]", NULL},
        {"((where :a = 1))", "!arity_mismatch", "expected 1, got 0"},
        {"(where :a like 1)", "!invalid_where_operator", "like"},
        {"(where :a =)", "!invalid_where_form", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

/* A predicate remembers where rows of the last shape have its field. */
Test(lisp_functions, where_meets_rows_of_many_shapes)
{
#define MIXED                                                                            \
    "[{:a 1} {:b 2} {:b 2 :a 1} {} {\"a\" 1} {:a nil} {\"b\" 1 \"a\" 1} {:a 1} {:b 1}"   \
    " nil 7 \"a\" #{:a} [:a] {\"a\" \"x\" :a 1} (into {:a 1} (map vector (range 40) "    \
    "(range 40)))]"
    static const lisp_row rows[] = {
        {"(map (where :a = 1) " MIXED ")",
         "[true false true false true false true true false false false false false "
         "false "
         "true true]",
         NULL},
        {"(map (where :a) " MIXED ")",
         "[true false true false true false true true false false false false true false "
         "true true]",
         NULL},
        {"(map (where :a not= 1) " MIXED ")",
         "[false true false true false true false false true true true true true true "
         "false false]",
         NULL},
        {"(map (where [:u :n] > 1) [{:u {:n 1}} {:u {:n 2}} {:u {:m 0 :n 3}} {:u nil} "
         "{:u 5}"
         " {} {\"u\" {\"n\" 4}} {:v 1 :u {\"n\" 5}} {:u {:n 2}}])",
         "[false true true false false false true true true]", NULL},
        {"(map (where [:u \"n\"] = 2) [{:u {\"n\" 2}} {:u {:n 2}} {\"u\" {:n 3}}])",
         "[true true false]", NULL},
        {"(map (where [] = {:a 1}) [{:a 1} {:b 1}])", "[true false]", NULL},
        {"(map (where :user-id = 1) [{:user_id 1} {\"user_id\" 1} {:user-id 1} {:userid "
         "1}])",
         "[true true true false]", NULL},
        {"(let [w (where :a = 1)] [(w {:a 1}) (w {:b 1}) (w {:a 1}) (w {:b 0 :a 1}) (= w "
         "w)])",
         "[true false true true true]", NULL},
        {"(map (where :n < 2.5) [{:n 2} {:n 2.5} {:n 3} {:n 2.25} {:n \"2\"} {:n true}])",
         "[true false false true false false]", NULL},
        {"(map (where :n <= 9007199254740993) [{:n 9007199254740992.0} {:n "
         "9007199254740994.0}])",
         "[true false]", NULL},
        {"(map (where :s = \"abcdefghijklmnopq\") [{:s \"abcdefghijklmnopq\"} {:s "
         ":abcdefghijklmnopq} {:s \"abcdefghijklmnopr\"} {:s (str \"abcdefghijklmno\" "
         "\"pq\")}])",
         "[true true false true]", NULL},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_functions, predicates_of_predicates)
{
    static const lisp_row rows[] = {
        {"(map (all-of (where :a = 1) :b (where [:c] in [1 2])) [{:a 1 :b 1 :c 2} {:a 1 "
         ":c 1}"
         " {:b 1 :c 1} {:a 1 :b 1}])",
         "[true false false false]", NULL},
        {"(map (any-of (where :a = 1) (all-of (where :b) (where :c))) [{:a 1} {:b 1} {:b "
         "1 :c 1}])",
         "[true false true]", NULL},
        {"(map (none-of (where :a = 1) (fn [r] (> (:b r) 5))) [{:a 1 :b 0} {:b 9} {:b "
         "1}])",
         "[false false true]", NULL},
        {"((all-of (where :a) (fn [r] (return [:out r])) (where :b)) {:a 1})",
         "[:out {:a 1}]", NULL},
        {"((all-of (where :a = 1) inc) {:a 1})", "!type_error", "inc"},
        {"((any-of 5 (where :a)) {:a 1})", "!not_callable", "5"},
    };

    LISP_CHECK_ROWS(rows);
}

Test(lisp_functions, predicates_of_rows)
{
    static const lisp_row rows[] = {
        {"[((all-of) 1) ((any-of) 1) ((none-of) 1)]", "[true false true]", NULL},
        {"(map :n (filter (all-of (where :age >= 30) (where :n = \"Al\")) " PEOPLE "))",
         "[\"Al\"]", NULL},
        {"(map :n (filter (any-of (where :age > 35) :sub) " PEOPLE "))", "[\"Al\" :Cy]",
         NULL},
        {"(map :n (filter (none-of (where :age) (where :n = \"x\")) " PEOPLE "))",
         "[\"Bo\"]", NULL},
        {"((all-of nil? (fn [x] (fail x))) 1)", "false", NULL},
        {"((any-of some? (fn [x] (fail x))) 1)", "true", NULL},
        {"((none-of some? (fn [x] (fail x))) 1)", "false", NULL},
        {"(filter (all-of #{1 2 3} (fn [x] (seq (map inc [x]))) odd?) [1 2 3 5])",
         "[1 3]", NULL},
        {"((all-of 5) 1)", "!not_callable", "5"},
    };

    LISP_CHECK_ROWS(rows);
}

/* M291 M293: return and fail end a program at once, from any depth. */
Test(lisp_functions, ends)
{
    static const lisp_row rows[] = {
        {"(do (return {:a 1}) 5)", "{:a 1}", NULL},
        {"(map (fn [x] (if (> x 2) (return [:found x]) x)) (range 10))", "[:found 3]",
         NULL},
        {"(->> [1 2] (map inc) (return))", "[2 3]", NULL},
        {"(fail {:why \"none\"})", "!failed", "none"},
        {"(map (comp fail str) [1])", "!failed", "\"1\""},
        {"(let [f return] (f 7))", "7", NULL},
        {"(loop [i 0] (if (= i 3) (return i) (recur (inc i))))", "3", NULL},
        {"(do ((fn g [n] (if (zero? n) (fail :deep) (g (dec n)))) 50) (return 1))",
         "!failed", ":deep"},
        {"(sort-by (fn [x] (return x)) [2 1])", "2", NULL},
        {"(let [f return] (f))", "!arity_error", "return"},
    };

    LISP_CHECK_ROWS(rows);
}

static void check_output(const char *text, const char *expected)
{
    lisp_answer answer = lisp_evaluate(ptc_str_of(text), NULL, NULL);

    cr_expect(ptc_str_equal(answer.result.output, ptc_str_of(expected)), "%s: wrote %s",
              text, test_cstr(answer.result.output));
    lisp_forget(&answer);
}

Test(lisp_functions, output)
{
    lisp_answer answer;

    check_output("(println \"a\" 1 nil [\"b\" 2.0] :k {:a \"c\"})",
                 "a 1 nil [b 2.0] :k {:a c}\n");
    check_output("(println) (println \"x\\ny\")", "\nx\ny\n");
    check_output("(prn \"a\" ##Inf nil)", "\"a\" ##Inf nil\n");
    check_output("(doseq [x [1 2]] (println x))", "1\n2\n");
    check_output("(println \"kept\") (fail 1)", "kept\n");
    check_output("(println ##NaN inc)", "##NaN #<builtin>\n");

    /* A call writes 2,000 characters at most, whatever their bytes. [ptc-lisp 18] */
    answer = lisp_evaluate(PTC_STR("(println (apply str (repeat 3000 \"\\u00e9\")))"),
                           NULL, NULL);
    cr_expect_eq(answer.result.output.len, 2 * 2000 + 4);
    lisp_forget(&answer);
    answer =
        lisp_evaluate(PTC_STR("(println (apply str (repeat 2000 \"e\")))"), NULL, NULL);
    cr_expect_eq(answer.result.output.len, 2001);
    lisp_forget(&answer);
    answer = lisp_evaluate(PTC_STR("(println (range 100000) (range 10))"), NULL, NULL);
    cr_expect_eq(answer.result.output.len, 2004);
    lisp_forget(&answer);
}

/* The most common mistakes get a message with what to do instead. [ptc-lisp 16, 17] */
Test(lisp_functions, advice)
{
    static const lisp_row rows[] = {
        {"(max nil 1)", "!type_error",
         "nil, number; nil is a missing value: use (or x 0)"},
        {"(int \"42\")", "!type_error",
         "string; parse-long and parse-double read numbers"},
        {"(< \"a\" \"b\")", "!type_error", "; for strings use (neg? (compare a b))"},
        {"(trim nil)", "!type_error", "nil; nil is a missing value: use (or x \"\")"},
        {"(-> [1] (map inc))", "!type_error", "; the function comes first"},
        {"(-> [{:a 1}] (sum-by :a))", "!type_error", "; the key comes first"},
        {"(-> [1 2] (take 1))", "!type_error", "; the number comes first"},
        {"(get-in {:a 1} :a)", "!type_error", "; a path is a vector of keys, [:a]"},
        {"(into {} [1 2])", "!type_error", "; a map takes pairs [key value] and maps"},
        {"(reduce + [1 2] 0)", "!type_error", "; write (reduce f init coll)"},
        {"(contains? :a {:a 1})", "!type_error", "; the collection comes first"},
        {"(split #\",\" \"a,b\")", "!type_error", "; the text comes first"},
        {"(includes? \"ab\" #\"a\")", "!type_error", "; for a pattern use (re-find"},
        {"(upper-case :a)", "!type_error",
         "; (str x) makes a string of any value, (name k)"},
        {"(subs 12345 0 2)", "!type_error", "; (str x) makes a string of any value"},
        {"(.length nil)", "!type_error", "nil; nil is a missing value: test it first"},
        {"(let [d (LocalDate/parse \"2024-01-01\")] (< d d))", "!type_error",
         "; for dates use (neg? (compare a b))"},
        {"(- (LocalDate/parse \"2024-01-01\") 1)", "!type_error", "(.toEpochDay a)"},
        {"(.isBefore (LocalDate/parse \"2024-01-01\") \"2024-01-02\")", "!type_error",
         "; LocalDate/parse and Instant/parse read strings"},
        {"(conj 1 2)", "!type_error", "conj: invalid argument types: number, number"},
        {"(sum :a [{:a 1}])", "!arity_error", "got 2; for a key use (sum-by key coll)"},
        {"(count odd? [1])", "!arity_error",
         "; filter first: (count (filter pred coll))"},
        {"(round 3.14159 2)", "!arity_error", "; for digits use (format \"%.2f\" x)"},
        {"(map inc)", "!arity_error", "; there are no transducers"},
        {"(abs 1 2)", "!arity_error", "abs expects 1 argument(s), got 2"},
    };

    LISP_CHECK_ROWS(rows);
}
