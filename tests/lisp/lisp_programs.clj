; Whole programs, in the style of people's solutions to exercises. `;;;` begins one, `;=>`
; says what its value prints as; Clojure 1.11 gives the same, but for the brackets of
; lists. A line `;!` says which reason it fails with, and a part of the message.

;;; ns-head bob
(ns bob
  "What Bob answers."
  {:author "nobody"}
  (:require [clojure.string :as str :refer [blank? ends-with?]]))

(defn- shouted? [s]
  (and (= s (str/upper-case s)) (not= s (str/lower-case s))))

(defn response-for [s]
  (let [s (str/trim s)]
    (cond (blank? s) "Fine. Be that way!"
          (and (shouted? s) (ends-with? s "?")) "Calm down, I know what I'm doing!"
          (shouted? s) "Whoa, chill out!"
          (ends-with? s "?") "Sure."
          :else "Whatever.")))

(map bob/response-for ["WATCH OUT!" "Does this end?" "  " "WHAT?" "ok"])
;=> ["Whoa, chill out!" "Sure." "Fine. Be that way!" "Calm down, I know what I'm doing!" "Whatever."]

;;; ns-head anagram
(ns anagram
  (:require [clojure.string :refer [lower-case]]
            [clojure.set :as set])
  (:import (java.util Date) java.time.LocalDate)
  (:gen-class))

(defn anagrams-for [word candidates]
  (let [word (lower-case word)
        key (frequencies word)]
    (filterv (fn [c]
               (let [c (lower-case c)]
                 (and (not= c word) (= key (frequencies c)))))
             candidates)))

[(anagram/anagrams-for "Orchestra" '["cashregister" "Carthorse" "radishes" "orchestra"])
 (set/difference #{1 2 3} (set '(2)))]
;=> [["Carthorse"] #{1 3}]

;;; ns-head own reverse, declared
(ns reversal
  (:refer-clojure :exclude [reverse])
  (:require [clojure.string :as s]))

(declare reverse*)
(defn twice [x] (str (reverse* x) (s/reverse x)))
(defn reverse* [x] (apply str (into () x)))
(defn reverse [x] [:mine x])
[(reversal/twice "abc") (reverse 1) (#'reversal/reverse* "xy")]
;=> ["cbacba" [:mine 1] "yx"]

;;; require and use, in the middle of a program
(require '[clojure.string :as string])
(defn title [s] (string/join " " (map string/capitalize (string/split s #" "))))
(require '[clojure.set] '[clojure.walk :refer [postwalk keywordize-keys]])
(use '[clojure.set :only [map-invert rename-keys] :rename {rename-keys rename}])
[(title "the quick fox") (clojure.set/union #{1} #{1 2}) (map-invert {:a 1})
 (rename {:a 1} {:a :b}) (postwalk #(if (number? %) (inc %) %) [1 [2]])]
;=> ["The Quick Fox" #{1 2} {1 :a} {:b 1} [2 [3]]]

;;; require, prefix lists
(ns lists (:require (clojure [string :as s] [set :refer [subset?]] walk)))
[(s/triml "  a") (subset? #{1} #{1 2}) (clojure.walk/stringify-keys {:a 1})]
;=> ["a" true {"a" 1}]

;;; refer means what it says
(ns refers (:require [clojure.string :refer [reverse replace join]]))
[(reverse "abc") (replace "banana" "an" "-") (join [1 2])]
;=> ["cba" "b--a" "12"]

;;; an alias that is the name of another namespace
(ns other (:require [clojure.set :as str] [clojure.string :as set]))
[(str/union #{1} #{2}) (set/upper-case "a")]
;=> [#{1 2} "A"]

;;; two namespaces in one text
(ns geometry.shapes)
(defn area [[w h]] (* w h))
(ns geometry.core (:require [geometry.shapes :as shapes]))
(defn total [boxes] (reduce + (map shapes/area boxes)))
[(geometry.core/total [[1 2] [3 4]]) (geometry.shapes/area [5 6])]
;=> [14 30]

;;; a namespace that is not there
(ns app (:require [app.util :as util]))
(defn run [] (util/help 1))
(run)
;! invalid_form: util/help: the namespace app.util is not there

;;; a library that cannot be there
(ns app (:require [clojure.java.io :as io]))
(io/file "x")
;! invalid_form: clojure.java.io is not there. Hint: there are no files

;;; quoted: a calculator
(def ops {'+ + '- - '* * '/ /})
(defn calc [form]
  (if (seq? form)
    (let [[op & args] form] (apply (ops op) (map calc args)))
    form))
[(calc '(+ 1 (* 2 3) (- 10 4))) (calc '(/ 9 3)) (calc 7)]
;=> [13 3 7]

;;; quoted: 4clojure
[(= '(:a :b :c) (list :a :b :c) '[:a :b :c])
 (= '(1 2 3 4) (conj '(2 3 4) 1))
 (= '(1 2 3 4) (conj '(3 4) 2 1))
 (= [1 2 3 4] (conj [1 2 3] 4))
 (= 3 (first '(3 2 1)))
 (= '(6 7 8) ((fn [s] (filter #(> % 5) s)) '(3 6 7 8)))
 (= (some #{2 7 6} [5 6 7 8]) 6)
 (= ((fn flat [s] (mapcat #(if (sequential? %) (flat %) [%]) s)) '((1 2) 3 [4 [5 6]])) '(1 2 3 4 5 6))
 (= '((1 2) (3 4)) (partition 2 '(1 2 3 4)))
 (= () '() (rest '(1)))]
;=> [true true true true true true true true true true]

;;; quoted: symbols as data
(def program '[(push 2) (push 3) add (push 4) mul])
(defn step [stack op]
  (case (if (seq? op) (first op) op)
    push (conj stack (second op))
    (add mul) (let [[a b & more] stack]
                (conj more ((if (= op 'add) + *) a b)))))
[(reduce step '() program) (map name '(a b/c)) (symbol? 'add) ('x '{x 1})
 (frequencies '(a b a)) (sort '(c a b)) (get-in '{a {b [c]}} '[a b])]
;=> [[20] ["a" "c"] true 1 {a 2 b 1} [a b c] [c]]

;;; quoted: nested quotes and literals
['(a 'b) ''c '(1/2 \a "s" nil true :k #{x} {y z}) (quote (quote d)) (count '(quote e))]
;=> [[a [quote b]] [quote c] [0.5 "a" "s" nil true :k #{x} {y z}] [quote d] 2]

;;; quoted: a tree
(defn depth [tree] (if (seq? tree) (inc (apply max 0 (map depth tree))) 0))
(defn swap-names [tree names]
  (cond (symbol? tree) (get names tree tree)
        (seq? tree) (map #(swap-names % names) tree)
        :else tree))
[(depth '(a (b (c)) d)) (swap-names '(if (= x 1) y (f x)) '{x z})]
;=> [3 [if [= z 1] y [f z]]]

;;; ratios: fractions as numbers
(defn mix [a b] (+ (* 1/2 a) (* 1/2 b)))
[(mix 2 4) (= 4/2 2) (< 1/3 0.34) (* 2 1/4) (map #(* 4 %) '(1/2 1/4 -3/4))]
;=> [3.0 true true 0.5 [2.0 1.0 -3.0]]

;;; ratios: means
(defn mean [xs] (/ (reduce + xs) (count xs)))
[(== 3/2 (mean [1 2])) (pos? -1/2) (quot 7/2 1) (int 7/2) (max 1/2 1/3)]
;=> [true false 3.0 3 0.5]

;;; ratios: exact ones are integers
[(nth [:a :b :c] 4/2) (range 6/3) ({2 :two} 8/4) (even? 4/2) (str 10/5)]
;=> [:c [0 1] :two true "2"]

;;; defn- and declare: even and odd
(ns parity)
(declare my-odd?)
(defn- my-even? [n] (if (zero? n) true (my-odd? (dec n))))
(defn- my-odd? [n] (if (zero? n) false (my-even? (dec n))))
(map parity/my-even? [0 1 2 7 10])
;=> [true false true false true]

;;; defn-: several counts of parameters
(defn- collatz
  "Steps to one."
  ([n] (collatz n 0))
  ([n steps] (cond (= n 1) steps (even? n) (recur (/ n 2) (inc steps)) :else (recur (inc (* 3 n)) (inc steps)))))
(map collatz [1 6 27])
;=> [0 8 111]

;;; declare: a parser by descent
(declare expr)
(defn- term [[t & more]] (if (= t :open) (let [[v [_ & more]] (expr more)] [v more]) [t more]))
(defn expr [tokens]
  (loop [[v more] (term tokens)]
    (if (= (first more) :plus) (let [[w more] (term (rest more))] (recur [(+ v w) more])) [v more])))
(first (expr [1 :plus :open 2 :plus 3 :close :plus 4]))
;=> 10

;;; declare: a name of the language that is defined further on
(declare replace)
(defn fix [s] (replace s))
(defn replace [s] [:fixed s])
(fix 1)
;=> [:fixed 1]

;;; rseq: palindromes and digits
(defn palindrome? [s] (= (seq s) (rseq (vec s))))
(defn check-digit [digits]
  (reduce + (map-indexed (fn [i d] (if (odd? i) (* 2 d) d)) (rseq digits))))
[(map palindrome? ["racecar" "clojure"]) (check-digit [1 2 3]) (rseq []) (rseq (sorted-map 1 :a 2 :b))]
;=> [[true false] 8 nil [[2 :b] [1 :a]]]

;;; rseq: a stack
(let [stack (reduce conj [] (range 5))] [(peek stack) (take 2 (rseq stack)) (into [] (rseq stack))])
;=> [4 [4 3] [4 3 2 1 0]]

;;; rseq: a sequence has none
(rseq (map inc [1 2]))
;! type_error: rseq: expected a vector

;;; run!, dorun, doall
(run! println (map inc [1 2]))
(dorun (map #(println "do" %) [3]))
(dorun 1 (map identity [1 2]))
[(doall (map inc [1 2])) (doall 1 [5]) (run! identity []) (dorun nil) (doall nil)]
;=> [[2 3] [5] nil nil nil]

;;; run!: ends early
(run! (fn [x] (if (= x 2) (reduced [:stopped x]) (println x))) [1 2 3])
;=> nil

;;; doall: results with names
(let [squares (doall (for [x [1 2 3]] (* x x)))
      total (do (run! (fn [x] (when (neg? x) (throw (ex-info "negative" {:x x})))) squares) (apply + squares))]
  {:squares squares :total total})
;=> {:squares [1 4 9] :total 14}

;;; throw: a bank account
(defn withdraw [balance amount]
  (when (neg? amount) (throw (IllegalArgumentException. "negative amount")))
  (if (> amount balance)
    (throw (ex-info "insufficient funds" {:balance balance :amount amount}))
    (- balance amount)))
[(withdraw 10 3) (withdraw 5 9)]
;! runtime_error: thrown: insufficient funds {:balance 5 :amount 9}

;;; throw: exercism collatz
(defn collatz [num]
  (if (pos? num)
    (count (take-while #(not= % 1) (reductions (fn [n _] (if (even? n) (/ n 2) (inc (* 3 n)))) num (range 200))))
    (throw (Exception. "Only positive numbers are allowed"))))
[(collatz 12) (collatz -15)]
;! runtime_error: thrown: Exception: Only positive numbers are allowed

;;; throw: data of exceptions
(let [e (ex-info "outer" {:code 7} (IllegalStateException. "inner"))]
  [(ex-message e) (ex-data e) (ex-message (ex-cause e)) (ex-data (ex-cause e)) (ex-message nil)])
;=> ["outer" {:code 7} "inner" nil nil]

;;; assert: a hamming distance
(defn distance [a b]
  (assert (= (count a) (count b)) "strands must be of equal length")
  (count (filter false? (map = a b))))
[(distance "GGACTGA" "GGACCGA") (distance "A" "")]
;! runtime_error: Assert failed: strands must be of equal length (= (count a) (count b))

;;; assert: a suite of one's own
(defn square [x] (* x x))
(assert (= 4 (square 2)))
(assert (= [1 4] (map square '(1 2))) "squares")
(assert (not (neg? (square -3))))
:passed
;=> :passed

;;; assert: fails
(assert (every? pos? [1 0]))
;! runtime_error: Assert failed: (every? pos? [1 0])
