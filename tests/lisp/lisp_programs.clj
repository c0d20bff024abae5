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

;;; a namespace that does not exist
(ns app (:require [app.util :as util]))
(defn run [] (util/help 1))
(run)
;! invalid_form: util/help: there is no namespace app.util

;;; a library that cannot be there
(ns app (:require [clojure.java.io :as io]))
(io/file "x")
;! invalid_form: there is no namespace clojure.java.io. Hint: there are no files

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

;;; exercise: accumulate
(ns accumulate (:require clojure.string))
(defn accumulate [f coll]
  (loop [[x & more :as xs] (seq coll) out []]
    (if xs (recur more (conj out (f x))) out)))
[(accumulate #(* % %) [1 2 3]) (accumulate clojure.string/upper-case ["a" "b"])
 (accumulate (fn [s] (accumulate #(str s %) '(1 2 3))) '("a" "b"))]
;=> [[1 4 9] ["A" "B"] [["a1" "a2" "a3"] ["b1" "b2" "b3"]]]

;;; exercise: allergies
(ns allergies)
(def allergens '(:eggs :peanuts :shellfish :strawberries :tomatoes :chocolate :pollen :cats))
(defn allergies [score]
  (keep-indexed (fn [i a] (when (bit-test score i) a)) allergens))
(defn allergic-to? [score a] (boolean (some #{a} (allergies score))))
[(allergies 0) (allergies 5) (allergies 248) (allergies 509) (allergic-to? 5 :shellfish) (allergic-to? 5 :cats)]
;=> [[] [:eggs :shellfish] [:strawberries :tomatoes :chocolate :pollen :cats] [:eggs :shellfish :strawberries :tomatoes :chocolate :pollen :cats] true false]

;;; exercise: anagram
(ns anagram
  (:require [clojure.string :as s])
  (:gen-class))

(defn anagrams-for [word prospects]
  (let [word (s/lower-case word)
        letters (frequencies word)]
    (filterv (fn [candidate]
               (let [c (s/lower-case candidate)]
                 (and (not= c word) (= letters (frequencies c)))))
             prospects)))

[(anagrams-for "ant" ["tan" "stand" "at"])
 (anagrams-for "listen" ["enlists" "google" "inlets" "banana"])
 (anagrams-for "Orchestra" ["cashregister" "Carthorse" "radishes"])
 (anagrams-for "go" ["go Go GO"])]
;=> [["tan"] ["inlets"] ["Carthorse"] []]

;;; exercise: atbash cipher
(ns atbash-cipher (:require [clojure.string :as str]))
(def cipher (zipmap "abcdefghijklmnopqrstuvwxyz0123456789"
                    (str (str/reverse "abcdefghijklmnopqrstuvwxyz") "0123456789")))
(defn encode [s]
  (->> (str/lower-case s) (keep cipher) (partition-all 5) (map str/join) (str/join " ")))
[(encode "mindblowingly") (encode "Testing,1 2 3, testing.") (encode "The quick brown fox jumps over the lazy dog.")]
;=> ["nrmwy oldrm tob" "gvhgr mt123 gvhgr mt" "gsvjf rxpyi ldmul cqfnk hlevi gsvoz abwlt"]

;;; exercise: binary search
(ns binary-search)
(defn middle [coll] (quot (count coll) 2))
(defn search-for [item coll]
  (let [v (vec coll)]
    (loop [lo 0 hi (dec (count v))]
      (if (> lo hi)
        (throw (ex-info "not found" {:item item}))
        (let [mid (quot (+ lo hi) 2) x (v mid)]
          (cond (= x item) mid
                (< x item) (recur (inc mid) hi)
                :else (recur lo (dec mid))))))))
[(search-for 6 '(6)) (search-for 11 [1 3 4 6 8 9 11]) (search-for 144 '(1 3 5 8 13 21 34 55 89 144 233 377 634)) (middle '(1 2 3 4))]
;=> [0 6 9 2]

;;; exercise: binary search tree
(ns binary-search-tree)
(defn singleton [x] {:value x})
(def value :value)
(def left :left)
(def right :right)
(defn insert [x tree]
  (cond (nil? tree) (singleton x)
        (<= x (value tree)) (update tree :left #(insert x %))
        :else (update tree :right (partial insert x))))
(defn from-list [xs] (reduce (fn [t x] (insert x t)) nil xs))
(defn to-list [t] (when t (concat (to-list (left t)) [(value t)] (to-list (right t)))))
[(to-list (from-list '(4 2 1 3 6 7 5))) (value (left (from-list [4 2])))]
;=> [[1 2 3 4 5 6 7] 2]

;;; exercise: bob
(ns bob
  (:require [clojure.string :refer [blank? upper-case trim ends-with?]]))

(defn- shouting? [s]
  (and (re-find #"[A-Z]" s) (= s (upper-case s))))

(defn- question? [s] (ends-with? (trim s) "?"))

(defn response-for [s]
  (cond
    (blank? s) "Fine. Be that way!"
    (and (shouting? s) (question? s)) "Calm down, I know what I'm doing!"
    (shouting? s) "Whoa, chill out!"
    (question? s) "Sure."
    :else "Whatever."))

(map bob/response-for ["Tom-ay-to" "WATCH OUT!" "Does this work?" "WHAT'S GOING ON?" "  " "1, 2, 3" "4?" "\t"])
;=> ["Whatever." "Whoa, chill out!" "Sure." "Calm down, I know what I'm doing!" "Fine. Be that way!" "Whatever." "Sure." "Fine. Be that way!"]

;;; 4clojure: anagram finder
(def finder (fn [words] (set (filter #(> (count %) 1) (map set (vals (group-by sort words)))))))
[(= (finder ["meat" "mat" "team" "mate" "eat"]) #{#{"meat" "team" "mate"}})
 (= (finder ["veer" "lake" "item" "kale" "mite" "ever"]) #{#{"veer" "ever"} #{"lake" "kale"} #{"mite" "item"}})]
;=> [true true]

;;; 4clojure: calculator
(defn calc [expr env]
  (cond (number? expr) expr
        (symbol? expr) (get env expr)
        :else (let [[op & args] expr]
                (apply ({'+ + '- - '* * '/ /} op) (map #(calc % env) args)))))
[(calc '(/ a b) '{b 8 a 16}) (calc '(+ a b 2) '{a 2 b 4}) (map #(calc '(* (+ 2 a) (- 10 b)) {'a % 'b 8}) [1 6 10])]
;=> [2 8 [6 16 24]]

;;; 4clojure: comparisons
(defn by-lt [lt] (fn [a b] (cond (lt a b) :lt (lt b a) :gt :else :eq)))
[((by-lt <) 5 1) ((by-lt (fn [x y] (< (count x) (count y)))) "pear" "plum") ((by-lt (fn [x y] (< (mod x 5) (mod y 5)))) 21 3)
 (sort (comparator (fn [a b] (> a b))) [1 3 2])]
;=> [:gt :eq :lt [3 2 1]]

;;; 4clojure: digits
(defn digits [n base]
  (if (zero? n) [0]
    (->> n (iterate #(quot % base)) (take-while pos?) (map #(rem % base)) reverse)))
[(digits 1234501 10) (digits 0 11) (digits 9 2) (digits Integer/MAX_VALUE 42)]
;=> [[1 2 3 4 5 0 1] [0] [1 0 0 1] [16 18 5 24 15 1]]

;;; 4clojure: euler totient
(letfn [(gcd [a b] (if (zero? b) a (gcd b (mod a b))))]
  (let [phi (fn [n] (if (= n 1) 1 (count (filter #(= 1 (gcd n %)) (range 1 n)))))]
    (map phi '(1 10 40 99))))
;=> [1 4 16 60]

;;; 4clojure: flatten
(defn flat [x] (if (sequential? x) (mapcat flat x) (list x)))
[(= (flat '((1 2) 3 [4 [5 6]])) '(1 2 3 4 5 6)) (= (flat ["a" ["b"] "c"]) '("a" "b" "c")) (= (flat '((((:a))))) '(:a))]
;=> [true true true]

;;; 4clojure: game of life
(defn step [board]
  (let [cells (set (for [[y row] (map-indexed vector board) [x c] (map-indexed vector row) :when (= c \#)] [x y]))
        neighbours (fn [[x y]] (for [dx [-1 0 1] dy (if (zero? dx) [-1 1] [-1 0 1])] [(+ dx x) (+ dy y)]))
        alive (set (for [[loc n] (frequencies (mapcat neighbours cells)) :when (or (= n 3) (and (= n 2) (cells loc)))] loc))]
    (for [y (range (count board))] (apply str (for [x (range (count (first board)))] (if (alive [x y]) \# \space))))))
(= (step ["     " "     " " ### " "     " "     "]) ["     " "  #  " "  #  " "  #  " "     "])
;=> true

;;; 4clojure: gcd lcm
(defn gcd [a b] (if (zero? b) a (recur b (mod a b))))
(defn lcm [& xs] (reduce #(/ (* %1 %2) (gcd %1 %2)) xs))
[(gcd 1023 858) (= (lcm 2 3) 6) (= (lcm 5 3 7) 105)]
;=> [33 true true]

;;; 4clojure: group by
(defn my-group-by [f s] (reduce (fn [m x] (update m (f x) (fnil conj []) x)) {} s))
[(my-group-by #(> % 5) (sorted-set 1 3 6 8)) (my-group-by #(apply / %) [[1 2] [2 4] [4 6] [3 6]]) (my-group-by count [[1] [1 2] [3] [1 2 3] [2 3]])]
;=> [{false [1 3] true [6 8]} {0.5 [[1 2] [2 4] [3 6]] 0.6666666666666666 [[4 6]]} {1 [[1] [3]] 2 [[1 2] [2 3]] 3 [[1 2 3]]}]

;;; 4clojure: happy
(defn happy? [n]
  (let [step (fn [k] (reduce + (map #(let [d (- (int %) (int \0))] (* d d)) (str k))))]
    (loop [n n seen #{}]
      (cond (= 1 n) true (seen n) false :else (recur (step n) (conj seen n))))))
(map happy? [7 986543210 2 3 1])
;=> [true true false false true]

;;; 4clojure: infix
(defn infix [a & more] (reduce (fn [acc [op x]] (op acc x)) a (partition 2 more)))
[(infix 2 + 5) (infix 38 + 48 - 2 / 2) (infix 10 / 2 - 1 * 2) (infix 20 / 2 + 2 + 4 + 8 - 6 - 10 * 9)]
;=> [7 42 8 72]

;;; 4clojure: juxt iterate
(def my-iterate-5 (fn [f x] (reduce (fn [acc _] (conj acc (f (peek acc)))) [x] (range 4))))
[(= (take 5 (iterate #(* 2 %) 1)) (my-iterate-5 #(* 2 %) 1))
 (= [21 6 1] ((juxt + max min) 2 3 5 1 6 4))
 (= (take 9 (cycle (range 3))) (take 9 (map #(mod % 3) (iterate inc 0))))
 (= [:a :b :c] ((comp (partial take 3) cycle) [:a :b :c]))
 (zipmap (range) [:x :y :z])
 (map vector (range) "abc" (repeat 0))
 (for [x (iterate (partial * 2) 1) :while (< x 40) :when (> x 3)] x)
 (reduce (fn [s x] (if (> s 20) (reduced s) (+ s x))) (range))
 (some #(when (> (* % %) 200) %) (range))
 (let [[a b c] (iterate inc 10)] [a b c])
 (second (drop-while odd? (cycle [1 3 4 5])))
 (take 3 (partition 2 (range)))
 (interleave [:a :b] (repeat 1))]
;=> [true true true true {0 :x 1 :y 2 :z} [[0 "a" 0] [1 "b" 0] [2 "c" 0]] [4 8 16 32] 21 15 [10 11 12] 5 [[0 1] [2 3] [4 5]] [:a 1 :b 1]]

;;; 4clojure: lexer
(def lang '#{if while})
(defn classify [sym] (cond (contains? lang sym) :keyword (symbol? sym) :name (number? sym) :number :else :other))
(map classify '[if x 1 "s" while :k])
;=> [:keyword :name :number :other :keyword :other]

;;; 4clojure: memo ways
(def ways (memoize (fn [n] (if (< n 2) 1 (+ (ways (- n 1)) (ways (- n 2)))))))
[(ways 10) (ways 60)]
;=> [89 2504730781961]

;;; 4clojure: pack
(defn pack [s] (partition-by identity s))
[(= (pack [1 1 2 1 1 1 3 3]) '((1 1) (2) (1 1 1) (3 3))) (= (pack [:a :a :b :b :c]) '((:a :a) (:b :b) (:c)))]
;=> [true true]

;;; 4clojure: perfect squares
(defn squares [s]
  (->> (clojure.string/split s #",")
       (map #(Integer/parseInt %))
       (filter #(let [r (int (Math/sqrt %))] (= (* r r) %)))
       (interpose ",")
       (apply str)))
[(squares "4,5,6,7,8,9") (squares "15,16,25,36,37")]
;=> ["4,9" "16,25,36"]

;;; 4clojure: reverse interleave
(defn rev-interleave [s n] (apply map list (partition n s)))
[(= (rev-interleave [1 2 3 4 5 6] 2) '((1 3 5) (2 4 6)))
 (= (rev-interleave (range 9) 3) '((0 3 6) (1 4 7) (2 5 8)))]
;=> [true true]

;;; 4clojure: roman
(defn roman->int [s]
  (let [v (map {\I 1 \V 5 \X 10 \L 50 \C 100 \D 500 \M 1000} s)]
    (reduce + (map (fn [a b] (if (< a b) (- a) a)) v (concat (rest v) [0])))))
(map roman->int ["XIV" "DCCCXXVII" "MMMCMXCIX" "XLVIII"])
;=> [14 827 3999 48]

;;; 4clojure: rotate
(def rot (fn [n s] (let [k (mod n (count s))] (concat (drop k s) (take k s)))))
[(= (rot 2 [1 2 3 4 5]) '(3 4 5 1 2)) (= (rot -2 [1 2 3 4 5]) '(4 5 1 2 3)) (= (rot -4 '(:a :b :c)) '(:c :a :b))]
;=> [true true true]

;;; 4clojure: sum some sets
(defn power-set [s] (reduce (fn [acc x] (into acc (map #(conj % x) acc))) #{#{}} s))
[(= (power-set #{1 :a}) #{#{1 :a} #{:a} #{} #{1}}) (count (power-set (into #{} (range 8))))
 (let [sums (fn [s] (set (map #(apply + %) (remove empty? (power-set s)))))]
   (boolean (seq (clojure.set/intersection (sums #{-1 1 99}) (sums #{-2 2 888}) ))))]
;=> [true 256 true]

;;; 4clojure: symmetry
(defn mirror [[v l r :as t]] (when t [v (mirror r) (mirror l)]))
(defn symmetric? [[_ l r]] (= l (mirror r)))
[(= (mirror [1 [2 nil nil] nil]) [1 nil [2 nil nil]]) (symmetric? '(:a (:b nil nil) nil))
 (symmetric? [1 [2 nil [3 [4 [5 nil nil] [6 nil nil]] nil]] [2 [3 nil [4 [6 nil nil] [5 nil nil]]] nil]])]
;=> [true false true]

;;; 4clojure: trampoline
(letfn [(foo [x y] #(bar (conj x y) y))
        (bar [x y] (if (> (last x) 10) x #(foo x (+ 2 y))))]
  (= [1 3 5 7 9 11] (trampoline foo [] 1)))
;=> true

;;; 4clojure: tree check
(defn tree? [t] (or (nil? t) (and (coll? t) (= 3 (count t)) (every? tree? (rest t)))))
(map tree? ['(:a (:b nil nil) nil) '(:a (:b nil nil)) [1 nil [2 [3 nil nil] [4 nil nil]]] [1 nil [2 [3 nil nil] [4 nil nil] 5]] '(:a nil ())])
;=> [true false true false false]

;;; 4clojure: triangle path
(defn path [rows]
  (apply min (reduce (fn [acc row] (map + row (map min (concat [(first acc)] acc) (concat acc [(last acc)])))) rows)))
[(= 7 (path '([1] [2 4] [5 1 4] [2 3 4 5]))) (= 20 (path '([3] [2 4] [1 9 3] [9 9 2 4] [4 6 6 7 8] [5 7 3 5 1 4])))]
;=> [true true]

;;; 4clojure: word sorting
(defn sort-words [s] (sort-by clojure.string/lower-case (re-seq #"\w+" s)))
[(sort-words "Have a nice day.") (sort-words "Fools fall for foolish follies.")]
;=> [["a" "day" "Have" "nice"] ["fall" "follies" "foolish" "Fools" "for"]]

;;; exercise: change
(ns change)
(defn issue [amount coins]
  (cond (zero? amount) '()
        (neg? amount) (throw (IllegalArgumentException. "cannot change"))
        :else
        (let [best (reduce (fn [table n]
                             (let [options (for [c coins :when (and (<= c n) (table (- n c)))]
                                             (cons c (table (- n c))))]
                               (if (seq options)
                                 (assoc table n (apply min-key count options))
                                 table)))
                           {0 []} (range 1 (inc amount)))]
          (sort (best amount)))))
[(issue 25 #{1 5 10 25 100}) (issue 15 #{1 5 10 25 100}) (issue 23 #{1 4 15 20 50}) (issue 0 #{1})]
;=> [[25] [5 10] [4 4 15] []]

;;; exercise: clock
(ns clock)

(defn clock->string [[h m]] (format "%02d:%02d" h m))

(defn clock [hours minutes]
  (let [total (mod (+ (* 60 hours) minutes) (* 24 60))]
    [(quot total 60) (rem total 60)]))

(defn add-time [[h m] minutes] (clock h (+ m minutes)))

(map clock->string [(clock 8 0) (clock 72 8640) (clock -1 15) (clock 1 -40) (clock -25 -160)
                    (add-time (clock 0 3) -4) (add-time (clock 10 0) 61)])
;=> ["08:00" "00:00" "23:15" "00:20" "20:20" "23:59" "11:01"]

;;; exercise: collatz
(ns collatz-conjecture)
(defn collatz [n]
  (assert (pos? n) "positive numbers only")
  (->> n
       (iterate #(if (even? %) (/ % 2) (inc (* 3 %))))
       (take-while (complement #{1}))
       count))
(map collatz [1 16 12 1000000])
;=> [0 4 9 152]

;;; exercise: crypto square
(ns crypto-square
  (:require [clojure.string :as str]
            [clojure.math :as math]))
(defn normalize [s] (apply str (filter (fn [c] (or (Character/isLetter c) (Character/isDigit c))) (str/lower-case s))))
(defn size [s] (long (math/ceil (math/sqrt (count (normalize s))))))
(defn segments [s] (map #(apply str %) (partition-all (size s) (normalize s))))
(defn ciphertext [s]
  (let [n (size s)
        padded (map #(concat % (repeat (- n (count %)) \space)) (segments s))]
    (str/join (remove #{\space} (apply concat (apply map vector padded))))))
[(normalize "s#$%^&plunk") (size "12345678") (segments "Never vex thine heart with idle woes")
 (ciphertext "Time is an illusion. Lunchtime doubly so.") (ciphertext "We all know interspecies romance is weird.")]
;=> ["splunk" 3 ["neverv" "exthin" "eheart" "withid" "lewoes"] "tasneyinicdsmiohooelntuillibsuuml" "wneiaweoreneawssciliprerlneoidktcms"]

;;; exercise: etl
(ns etl (:require [clojure.string :as str]))
(defn transform [old]
  (into {} (for [[score letters] old, letter letters] [(str/lower-case letter) score])))
(into (sorted-map) (transform {1 ["APPLE" "ARTICHOKE"] 2 ["BOAT" "BALLERINA"]}))
;=> {"apple" 1 "artichoke" 1 "ballerina" 2 "boat" 2}

;;; exercise: fibonacci
(ns fib)
(def fibs-to (fn [n] (map first (take n (iterate (fn [[a b]] [b (+ a b)]) [0 1])))))
[(fibs-to 12)
 (->> [0 1] (iterate (fn [[a b]] [b (+ a b)])) (map first) (filter even?) (take-while #(< % 4000000)) (reduce +))
 (first (drop-while #(< % 1000) (map first (iterate (fn [[a b]] [b (+ a b)]) [1 1]))))]
;=> [[0 1 1 2 3 5 8 13 21 34 55 89] 4613732 1597]

;;; exercise: grade school
(ns grade-school)

(def empty-school {})

(defn grade [school g] (get school g []))

(defn add [school name g]
  (update school g (fnil conj []) name))

(defn sorted [school]
  (into (sorted-map) (map (fn [[g names]] [g (vec (sort names))]) school)))

(let [db (-> empty-school
             (add "Jennifer" 4) (add "Kareem" 6) (add "Christopher" 4) (add "Kyle" 3))]
  [(grade-school/grade db 4) (grade db 1) (sorted db) (keys (sorted db))
   (first (sorted db)) (map val (sorted db))])
;=> [["Jennifer" "Christopher"] [] {3 ["Kyle"] 4 ["Christopher" "Jennifer"] 6 ["Kareem"]} [3 4 6] [3 ["Kyle"]] [["Kyle"] ["Christopher" "Jennifer"] ["Kareem"]]]

;;; exercise: hamming
(ns hamming)
(defn distance [a b]
  (when (= (count a) (count b))
    (->> (map not= a b) (filter true?) count)))
[(distance "GGACTGA" "GGACTGA") (distance "ACCAGGG" "ACTATGG") (distance "AAAG" "AAA") (distance "" "")]
;=> [0 2 nil 0]

;;; exercise: kindergarten garden
(ns kindergarten-garden
  (:require [clojure.string :refer [split-lines lower-case] :as string]))

(def default-students
  '[Alice Bob Charlie David Eve Fred Ginny Harriet Ileana Joseph Kincaid Larry])
(def plants {\C :clover \G :grass \R :radishes \V :violets})

(defn garden
  ([rows] (garden rows default-students))
  ([rows students]
   (let [lines (split-lines rows)
         names (map (comp keyword lower-case name) (sort-by name students))
         per (map (fn [line] (partition 2 (map plants line))) lines)]
     (zipmap names (apply map (comp vec concat) per)))))

[(garden "RC\nGG") (:bob (garden "VVCG\nVVRC")) (:larry (garden "VRCGVVRVCGGCCGVRGCVCGCGV\nVRCCCGCRRGVCGCRVVCVGCGCV"))
 (:xander (garden "VCRRGVRG\nRVGCCGCV" '[Samantha Patricia Xander Roger]))]
;=> [{:alice [:radishes :clover :grass :grass]} [:clover :grass :radishes :clover] [:grass :violets :clover :violets] [:radishes :grass :clover :violets]]

;;; exercise: leap
(ns leap)
(defn leap-year? [y]
  (let [by? (fn [n] (zero? (mod y n)))]
    (and (by? 4) (or (not (by? 100)) (by? 400)))))
(map leap-year? '(1996 1997 1900 2000 2100 2400))
;=> [true false false true false true]

;;; exercise: list ops
(ns list-ops (:refer-clojure :exclude [concat reverse]))
(defn append [a b] (reduce conj a b))
(defn foldr [f coll acc] (if (empty? coll) acc (f (first coll) (foldr f (rest coll) acc))))
(defn reverse-order [coll] (reduce conj '() coll))
(defn apply-to-each [coll f] (foldr (fn [x acc] (cons (f x) acc)) coll '()))
[(append [1 2] [3 4]) (foldr - '(1 2 3 4) 5) (reverse-order [1 3 5 7]) (apply-to-each '(1 3 5) inc) (rseq [1 2 3])]
;=> [[1 2 3 4] 3 [7 5 3 1] [2 4 6] [3 2 1]]

;;; exercise: look and say
(defn look-and-say [xs] (mapcat (juxt count first) (partition-by identity xs)))
[(look-and-say [1]) (look-and-say '(1 1)) (take 5 (iterate look-and-say [1]))
 (count (nth (iterate look-and-say [3 2]) 15))]
;=> [[1 1] [2 1] [[1] [1 1] [2 1] [1 2 1 1] [1 1 1 2 2 1]] 264]

;;; exercise: luhn
(ns luhn)
(defn valid? [s]
  (let [digits (remove #(Character/isWhitespace %) s)]
    (boolean
      (and (> (count digits) 1)
           (every? #(Character/isDigit %) digits)
           (->> (reverse digits)
                (map #(Character/digit % 10))
                (map * (cycle [1 2]))
                (map #(if (> % 9) (- % 9) %))
                (reduce +)
                (#(mod % 10))
                zero?)))))
(map valid? ["1" "059" "59" "055 444 285" "055 444 286" "8273 1232 7352 0569" "055a 444 285"])
;=> [false true true true false false false]

;;; exercise: matching brackets
(ns matching-brackets)
(def pairs {\( \) \[ \] \{ \}})
(defn valid? [s]
  (let [opens (set (keys pairs)) closes (set (vals pairs))]
    (loop [stack '() [c & more] (filter #(or (opens %) (closes %)) s)]
      (cond (nil? c) (empty? stack)
            (opens c) (recur (conj stack (pairs c)) more)
            (= c (peek stack)) (recur (pop stack) more)
            :else false))))
(map valid? ["" "[]" "[[" "}{" "{[])" "([{}({}[])])" "(1 + 2) * [3]"])
;=> [true true false false false true true]

;;; exercise: minesweeper
(ns minesweeper (:require [clojure.string :as str]))
(defn draw [board]
  (let [grid (mapv vec (str/split board #"\n"))
        mine? (fn [r c] (= \* (get-in grid [r c])))
        around (fn [r c] (count (for [dr [-1 0 1] dc [-1 0 1]
                                      :when (and (not= [0 0] [dr dc]) (mine? (+ r dr) (+ c dc)))] 1)))]
    (str/join "\n"
      (map-indexed (fn [r row]
        (apply str (map-indexed (fn [c x] (if (= x \*) \* (let [n (around r c)] (if (pos? n) n \space)))) row))) grid))))
(draw " *  * \n  *   \n    * \n   * *\n *  * \n      ")
;=> "1*22*1\n12*322\n 123*2\n112*4*\n1*22*2\n111111"

;;; exercise: nucleotide count
(ns nucleotide-count)

(def empty-counts {\A 0 \C 0 \G 0 \T 0})

(defn nucleotide-counts [strand]
  (merge-with + empty-counts (frequencies strand)))

(defn count-of-nucleotide-in-strand [nucleotide strand]
  (or ((nucleotide-counts strand) nucleotide)
      (throw (IllegalArgumentException. "invalid nucleotide"))))

[(count-of-nucleotide-in-strand \C "CCCCC")
 (count-of-nucleotide-in-strand \T "GGGGGTAACCCGG")
 (into (sorted-map) (nucleotide-counts "AGCTTTTCATTCTGACTGCAACGGGCAATATGTCTCTGTGTGGATTAAAAAAAGAGTGTCTGATAGCAGC"))]
;=> [5 1 {"A" 20 "C" 12 "G" 17 "T" 21}]

;;; exercise: pascals triangle
(ns pascals-triangle)
(defn next-row [r] (vec (map + (cons 0 r) (conj r 0))))
(defn row [n] (nth (iterate next-row [1]) (dec n)))
[(take 4 (iterate next-row [1])) (row 6) (map row (range 1 4))]
;=> [[[1] [1 1] [1 2 1] [1 3 3 1]] [1 5 10 10 5 1] [[1] [1 1] [1 2 1]]]

;;; exercise: perfect numbers
(ns perfect-numbers)
(defn classify [n]
  (if (neg? n)
    (throw (IllegalArgumentException. "negative"))
    (let [s (reduce + (filter #(zero? (rem n %)) (range 1 n)))]
      (condp = (compare s n) 0 :perfect -1 :deficient 1 :abundant))))
(map classify [6 28 12 30 4 13])
;=> [:perfect :perfect :abundant :abundant :deficient :deficient]

;;; exercise: phone number
(ns phone-number (:require [clojure.string :as str]))
(defn number [input]
  (let [digits (str/replace input #"\D" "")
        [_ match] (re-matches #"1?(\d{10})" digits)]
    (or match "0000000000")))
(defn area-code [n] (subs (number n) 0 3))
(defn pretty-print [n]
  (let [[_ a b c] (re-matches #"(\d{3})(\d{3})(\d{4})" (number n))]
    (format "(%s) %s-%s" a b c)))
[(number "(123) 456-7890") (number "123.456.7890") (number "11234567890") (number "21234567890")
 (area-code "1234567890") (pretty-print "11234567890")]
;=> ["1234567890" "1234567890" "1234567890" "0000000000" "123" "(123) 456-7890"]

;;; exercise: primes endless
(ns primes)
(defn prime? [n]
  (and (> n 1) (not-any? #(zero? (rem n %)) (take-while #(<= (* % %) n) (iterate inc 2)))))
[(take 10 (filter prime? (range)))
 (first (filter prime? (iterate inc 1000)))
 (->> (iterate inc 2) (filter prime?) (take-while #(< % 50)) (reduce +))
 (nth (filter prime? (range)) 100)
 (every? prime? (take 5 (filter prime? (range))))]
;=> [[2 3 5 7 11 13 17 19 23 29] 1009 328 547 true]

;;; exercise: queen attack
(ns queen-attack (:require [clojure.string :as str]))
(defn board-string [{:keys [w b]}]
  (->> (for [y (range 8)]
         (str/join " " (for [x (range 8)] (condp = [y x] w "W" b "B" "_"))))
       (map #(str % "\n"))
       (apply str)))
(defn can-attack [{[wy wx] :w [by bx] :b}]
  (or (= wy by) (= wx bx) (= (Math/abs (- wy by)) (Math/abs (- wx bx)))))
[(board-string {:w [2 4] :b [6 6]}) (can-attack {:w [2 3] :b [4 7]}) (can-attack {:w [2 2] :b [0 4]})]
;=> ["_ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ _\n_ _ _ _ W _ _ _\n_ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ _\n_ _ _ _ _ _ B _\n_ _ _ _ _ _ _ _\n" false true]

;;; exercise: raindrops
(ns raindrops)
(defn convert [n]
  (let [drops (for [[d s] [[3 "Pling"] [5 "Plang"] [7 "Plong"]] :when (zero? (mod n d))] s)]
    (if (seq drops) (apply str drops) (str n))))
(map convert '(1 3 5 7 15 21 35 34 105))
;=> ["1" "Pling" "Plang" "Plong" "PlingPlang" "PlingPlong" "PlangPlong" "34" "PlingPlangPlong"]

;;; exercise: rna transcription
(ns rna-transcription)

(def complements '{\G \C, \C \G, \T \A, \A \U})

(defn to-rna [dna]
  (assert (every? complements dna) "invalid strand")
  (apply str (map complements dna)))

(to-rna "ACGTGGTCTTAA")
;=> "UGCACCAGAAUU"

;;; exercise: robot simulator
(ns robot-simulator (:require clojure.set))

(def turns-right '{:north :east, :east :south, :south :west, :west :north})
(def turns-left (clojure.set/map-invert turns-right))
(def deltas {:north [0 1] :east [1 0] :south [0 -1] :west [-1 0]})

(defn robot [coordinates bearing] {:bearing bearing :coordinates coordinates})

(defn advance [{:keys [bearing] {:keys [x y]} :coordinates :as robot}]
  (let [[dx dy] (deltas bearing)]
    (assoc robot :coordinates {:x (+ x dx) :y (+ y dy)})))

(defn simulate [instructions r]
  (reduce (fn [r c]
            (case c
              \L (update r :bearing turns-left)
              \R (update r :bearing turns-right)
              \A (advance r)))
          r instructions))

[(simulate "LAAARALA" (robot {:x 0 :y 0} :north))
 (simulate "RRAAAAALA" (robot {:x 2 :y -7} :east))]
;=> [{:bearing :west :coordinates {:x -4 :y 1}} {:bearing :south :coordinates {:x -3 :y -8}}]

;;; exercise: roman numerals
(ns roman-numerals)

(def ^:private numerals
  '([1000 "M"] [900 "CM"] [500 "D"] [400 "CD"] [100 "C"] [90 "XC"]
    [50 "L"] [40 "XL"] [10 "X"] [9 "IX"] [5 "V"] [4 "IV"] [1 "I"]))

(defn numerals-of [n]
  (loop [n n, out "", [[value letters] & more :as table] numerals]
    (cond (zero? n) out
          (>= n value) (recur (- n value) (str out letters) table)
          :else (recur n out more))))

(map numerals-of [1 3 4 9 48 59 93 141 402 575 911 1024 3999])
;=> ["I" "III" "IV" "IX" "XLVIII" "LIX" "XCIII" "CXLI" "CDII" "DLXXV" "CMXI" "MXXIV" "MMMCMXCIX"]

;;; exercise: rotational cipher
(ns rotational-cipher (:require [clojure.string]))
(def lower "abcdefghijklmnopqrstuvwxyz")
(defn rotate [s n]
  (let [shift (fn [alphabet] (zipmap alphabet (drop n (cycle alphabet))))
        table (merge (shift lower) (shift (map first (map clojure.string/upper-case (map str lower)))))]
    (apply str (map #(get table % %) s))))
[(rotate "omg" 5) (rotate "O M G" 5) (rotate "The quick brown fox jumps over the lazy dog." 13)]
;=> ["trl" "T R L" "Gur dhvpx oebja sbk whzcf bire gur ynml qbt."]

;;; exercise: run length
(ns run-length-encoding (:require [clojure.string :as str]))
(defn run-length-encode [s]
  (->> (partition-by identity s)
       (map (fn [g] (str (when (> (count g) 1) (count g)) (first g))))
       (apply str)))
(defn run-length-decode [s]
  (->> (re-seq #"(\d*)(\D)" s)
       (map (fn [[_ n c]] (apply str (repeat (if (str/blank? n) 1 (Integer/parseInt n)) c))))
       str/join))
[(run-length-encode "WWWWWWWWWWWWBWWWWWWWWWWWWBBBWWWWWWWWWWWWWWWWWWWWWWWWB")
 (run-length-decode "2A3B4C") (run-length-decode (run-length-encode "zzz ZZ  zZ"))]
;=> ["12WB12W3B24WB" "AABBBCCCC" "zzz ZZ  zZ"]

;;; exercise: say number
(ns say)
(def small '[zero one two three four five six seven eight nine ten eleven twelve thirteen
             fourteen fifteen sixteen seventeen eighteen nineteen])
(def tens '[_ _ twenty thirty forty fifty sixty seventy eighty ninety])
(defn number [n]
  (cond (< n 20) (str (small n))
        (< n 100) (str (tens (quot n 10)) (when (pos? (rem n 10)) (str "-" (number (rem n 10)))))
        (< n 1000) (str (number (quot n 100)) " hundred" (when (pos? (rem n 100)) (str " " (number (rem n 100)))))
        :else (str (number (quot n 1000)) " thousand" (when (pos? (rem n 1000)) (str " " (number (rem n 1000)))))))
(map number [0 14 20 22 100 123 1000 1234])
;=> ["zero" "fourteen" "twenty" "twenty-two" "one hundred" "one hundred twenty-three" "one thousand" "one thousand two hundred thirty-four"]

;;; exercise: scrabble
(ns scrabble-score (:require [clojure.string :as s]))
(def scores (into {} (for [[letters v] '{"AEIOULNRST" 1 "DG" 2 "BCMP" 3 "FHVWY" 4 "K" 5 "JX" 8 "QZ" 10}
                           l letters] [l v])))
(defn score-letter [l] (scores (first (s/upper-case (str l)))))
(defn score-word [w] (reduce + (map score-letter w)))
[(score-letter \a) (score-word "street") (score-word "OXYPHENBUTAZONE") (score-word "")]
;=> [1 6 41 0]

;;; exercise: sieve
(ns sieve)
(defn sieve [n]
  (loop [[p & more :as candidates] (range 2 (inc n)) primes []]
    (if (empty? candidates)
      primes
      (recur (remove #(zero? (mod % p)) more) (conj primes p)))))
[(sieve 1) (sieve 2) (sieve 10) (count (sieve 1000))]
;=> [[] [2] [2 3 5 7] 168]

;;; exercise: space age
(ns space-age)
(def year 31557600)
(def periods {:earth 1 :mercury 0.2408467 :venus 0.61519726 :mars 1.8808158 :jupiter 11.862615})
(defn- on [planet] (fn [seconds] (/ seconds (* year (periods planet)))))
(def on-earth (on :earth))
(def on-mars (on :mars))
[(format "%.2f" (double (on-earth 1000000000))) (format "%.2f" (on-mars 2329871239)) (/ year 12) (on-earth 31557600)]
;=> ["31.69" "39.25" 2629800 1]

;;; exercise: spiral matrix
(ns spiral-matrix)
(defn spiral [n]
  (if (zero? n) '()
    (loop [m (vec (repeat n (vec (repeat n nil)))) [r c] [0 0] [dr dc] [0 1] k 1]
      (if (> k (* n n)) m
        (let [m (assoc-in m [r c] k)
              nxt [(+ r dr) (+ c dc)]
              free? (fn [[r c]] (and (< -1 r n) (< -1 c n) (nil? (get-in m [r c]))))]
          (if (free? nxt) (recur m nxt [dr dc] (inc k))
            (recur m [(+ r dc) (+ c (- dr))] [dc (- dr)] (inc k))))))))
[(spiral 0) (spiral 1) (spiral 3) (spiral 4)]
;=> [[] [[1]] [[1 2 3] [8 9 4] [7 6 5]] [[1 2 3 4] [12 13 14 5] [11 16 15 6] [10 9 8 7]]]

;;; exercise: sum of multiples
(ns sum-of-multiples)
(defn sum-of-multiples [factors limit]
  (->> factors
       (mapcat #(take-while (fn [x] (< x limit)) (iterate (partial + %) %)))
       (into #{})
       (reduce +)))
[(sum-of-multiples [3 5] 1) (sum-of-multiples [3 5] 100) (sum-of-multiples '(7 13 17) 20) (sum-of-multiples [43 47] 10000)]
;=> [0 2318 51 2203160]

;;; exercise: triangle
(ns triangle)
(defn valid? [sides] (let [[a b c] (sort sides)] (and (pos? a) (>= (+ a b) c))))
(defn kind [& sides]
  (if-not (valid? sides) :illogical
    (case (count (distinct sides)) 1 :equilateral 2 :isosceles :scalene)))
[(kind 2 2 2) (kind 3 4 4) (kind 3 4 5) (kind 0 0 0) (kind 1 1 3) (kind 7 3 2)]
;=> [:equilateral :isosceles :scalene :illogical :illogical :illogical]

;;; exercise: twelve days
(ns twelve-days (:require [clojure.string :as str]))
(def gifts ["a Partridge in a Pear Tree" "two Turtle Doves" "three French Hens" "four Calling Birds"])
(def days '[first second third fourth])
(defn verse [n]
  (let [g (reverse (take n gifts))]
    (str "On the " (nth days (dec n)) " day of Christmas: "
         (if (= 1 n) (first g) (str (str/join ", " (butlast g)) ", and " (last g))) ".")))
(map verse (range 1 4))
;=> ["On the first day of Christmas: a Partridge in a Pear Tree." "On the second day of Christmas: two Turtle Doves, and a Partridge in a Pear Tree." "On the third day of Christmas: three French Hens, two Turtle Doves, and a Partridge in a Pear Tree."]

;;; exercise: word count
(ns word-count
  (:require [clojure.string :as str]))

(defn word-count [phrase]
  (->> (str/lower-case phrase)
       (re-seq #"\w+(?:'\w+)?")
       frequencies))

[(word-count "one fish two fish red fish blue fish")
 (word-count "car: carpet as java: javascript!!&@$%^&")
 (word-count "First: don't laugh. Then: don't cry.")]
;=> [{"one" 1 "fish" 4 "two" 1 "red" 1 "blue" 1} {"car" 1 "carpet" 1 "as" 1 "java" 1 "javascript" 1} {"first" 1 "don't" 2 "laugh" 1 "then" 1 "cry" 1}]

;;; exercise: wordy
(ns wordy (:require [clojure.string :as str]))
(def ops {"plus" + "minus" - "multiplied" * "divided" /})
(defn evaluate [s]
  (let [tokens (re-seq #"-?\d+|plus|minus|multiplied|divided" s)]
    (when (empty? tokens) (throw (IllegalArgumentException. "not a question")))
    (reduce (fn [acc [op n]] ((ops op) acc (Integer/parseInt n)))
            (Integer/parseInt (first tokens))
            (partition 2 (rest tokens)))))
[(evaluate "What is 53 plus 2?") (evaluate "What is -1 plus -10?") (evaluate "What is 33 divided by -3?")
 (evaluate "What is 2 multiplied by -2 multiplied by 3?") (evaluate "What is 7 divided by 2?")]
;=> [55 -11 -11 -12 3.5]

;;; methods: robot simulator
(ns robot-simulator)
(defn robot [coords bearing] {:coordinates coords :bearing bearing})
(def ^:private dirs [:north :east :south :west])
(defn- turn [f b] (dirs (mod (f (.indexOf dirs b)) 4)))
(defn- advance [{:keys [bearing] :as r}]
  (let [[k f] (case bearing :north [:y inc] :south [:y dec] :east [:x inc] :west [:x dec])]
    (update-in r [:coordinates k] f)))
(defn simulate [instructions r]
  (reduce (fn [r c] (case c
                      \L (update r :bearing (partial turn dec))
                      \R (update r :bearing (partial turn inc))
                      \A (advance r)))
          r instructions))
[(simulate "RAALAL" (robot {:x 7 :y 3} :north)) (.contains dirs :up)]
;=> [{:coordinates {:x 9 :y 4} :bearing :west} false]

;;; methods: a crypto square
(ns crypto-square (:require [clojure.string :as str]))
(defn normalize [^String s] (str/replace (.toLowerCase s) #"[^a-z0-9]" ""))
(defn size [^String s] (-> s count Math/sqrt Math/ceil int))
(defn segments [s] (let [n (normalize s)] (partition (size n) (size n) (repeat " ") n)))
(defn ciphertext [^String s]
  (if (.isEmpty s) "" (str/join " " (map str/join (apply map vector (segments s))))))
[(ciphertext "") (.replace (ciphertext "If man was meant to stay on the ground") " " "_")]
;=> ["" "iatyg_fstor_mmono_aestu_nathn_wnaed"]

;;; 4clojure: take while, n times
(defn tw [n p [x & xs :as s]]
  (cond (empty? s) []
        (p x) (if (= n 1) [] (cons x (tw (dec n) p xs)))
        :else (cons x (tw n p xs))))
[(tw 4 #(= 2 (mod % 3)) [2 3 5 7 11 13 17 19 23])
 (tw 3 #(some #{\i} %) ["this" "is" "a" "sentence" "i" "wrote"])
 (tw 1 #{"a"} ["this" "is" "a" "sentence"])]
;=> [[2 3 5 7 11 13] ["this" "is" "a" "sentence"] ["this" "is"]]

;;; 4clojure: balanced primes
(defn prime? [n]
  (and (> n 1) (not-any? #(zero? (rem n %)) (range 2 (inc (int (Math/sqrt n)))))))
(defn balanced? [n]
  (and (prime? n)
       (> n 3)
       (let [lo (first (filter prime? (iterate dec (dec n))))
             hi (first (filter prime? (iterate inc (inc n))))]
         (= n (/ (+ lo hi) 2)))))
[(map balanced? [4 563]) (nth (filter balanced? (range)) 15)]
;=> [[false true] 1103]

;;; 4clojure: mouse and cheese
(defn reach? [m]
  (let [g (vec (map vec m))
        find-ch (fn [c]
                  (first (for [y (range (count g))
                               x (range (count (first g)))
                               :when (= c (get-in g [y x]))]
                           [y x])))]
    (loop [front #{(find-ch \M)}
           seen #{}]
      (cond (contains? (into seen front) (find-ch \C)) true
            (empty? front) false
            :else (let [seen (into seen front)]
                    (recur (set (for [[y x] front
                                      [dy dx] [[0 1] [1 0] [0 -1] [-1 0]]
                                      :let [p [(+ y dy) (+ x dx)]]
                                      :when (and (#{\space \C} (get-in g p))
                                                 (not (seen p)))]
                                  p))
                           seen))))))
[(reach? ["M   C"]) (reach? ["M # C"])
 (reach? ["#######" "#     #" "#  #  #" "#M # C#" "#######"])
 (reach? ["M  # " "  #  " " #  C"])]
;=> [true false true false]

;;; 4clojure: winning moves
(defn wins? [p b]
  (let [ls (concat b (apply map vector b) [(map get b (range)) (map get b [2 1 0])])]
    (some #(every? #{p} %) ls)))
(defn moves [p b]
  (set (for [y (range 3)
             x (range 3)
             :when (and (= :e (get-in b [y x])) (wins? p (assoc-in b [y x] p)))]
         [y x])))
[(moves :x [[:o :e :e] [:o :x :o] [:x :x :e]])
 (moves :x [[:x :o :o] [:x :x :e] [:e :o :e]])
 (moves :o [[:x :x :o] [:o :e :o] [:x :e :e]])]
;=> [#{[0 1] [0 2] [2 2]} #{[1 2] [2 0] [2 2]} #{[1 1] [2 2]}]

;;; 4clojure: formulas as data
(defn uce [form]
  (fn [env]
    (letfn [(ev [f] (if (seq? f)
                        (apply ({'+ + '- - '* * '/ /} (first f)) (map ev (rest f)))
                        (get env f f)))]
      (ev form))))
[((uce '(/ a b)) '{b 8 a 16}) ((uce '(+ a b 2)) '{a 2 b 4})
 [((uce '(* (+ 2 a) (- 10 b))) '{a 1 b 8})] ((uce '(/ x 2)) {'x 7})]
;=> [2 8 [6] 3.5]

;;; 4clojure: insert between
(defn ins [p v [a b & _ :as xs]]
  (cond (empty? xs) ()
        (nil? (next xs)) xs
        :else (concat [a] (when (p a b) [v]) (ins p v (rest xs)))))
[(ins < :less [1 6 7 4 3]) (ins > :more [2])
 (ins #(and (pos? %1) (< %1 %2)) :less [-2 1 3 5])
 (take 12 (ins #(= 1 (mod (+ %1 %2) 2)) :odd (range 20)))]
;=> [[1 :less 6 :less 7 4 3] [2] [-2 1 :less 3 :less 5] [0 :odd 1 :odd 2 :odd 3 :odd 4 :odd 5 :odd]]

;;; 4clojure: tricks of cards
(defn winner [trump]
  (fn [[{lead :suit} :as cs]]
    (let [best #(apply max-key :rank %)
          t (filter (comp #{trump} :suit) cs)]
      (if (seq t) (best t) (best (filter #(= lead (:suit %)) cs))))))
[((winner nil) [{:suit :club :rank 4} {:suit :club :rank 9}])
 ((winner :spade) [{:suit :spade :rank 2} {:suit :club :rank 10}])
 (:rank ((winner :heart)
         [{:suit :heart :rank 6} {:suit :heart :rank 8} {:suit :diamond :rank 10}]))]
;=> [{:suit :club :rank 9} {:suit :spade :rank 2} 8]

;;; 4clojure: functions in turns
(defn osc [x & fs] (reductions (fn [a f] (f a)) x (cycle fs)))
[(take 3 (osc 3.14 int double)) (take 5 (osc 3 #(- % 3) #(+ 5 %)))
 (take 12 (osc 0 inc dec inc dec inc))]
;=> [[3.14 3 3.0] [3 0 5 2 7] [0 1 0 1 0 1 2 1 2 1 2 3]]

;;; 4clojure: palindromes from a number on
(defn pal? [n] (let [s (str n)] (= (seq s) (reverse s))))
(defn pals [n] (filter pal? (iterate inc n)))
[(take 16 (pals 0)) (take 6 (pals 162)) (first (pals 1234550))]
;=> [[0 1 2 3 4 5 6 7 8 9 11 22 33 44 55 66] [171 181 191 202 212 222] 1235321]

;;; 4clojure: decurry
(defn dec [f] (fn [& args] (reduce #(%1 %2) f args)))
[((dec (fn [a] (fn [b] (fn [c] (fn [d] (+ a b c d)))))) 1 2 3 4)
 ((dec (fn [a] (fn [b] (* a b)))) 5 5)]
;=> [10 25]

;;; 4clojure: words of an automaton
(defn lang [{:keys [start accepts transitions]}]
  (letfn [(step [pairs] (for [[st w] pairs [c nxt] (transitions st)] [nxt (str w c)]))]
    (->> (iterate step [[start ""]])
         (take-while seq)
         (apply concat)
         (filter (comp accepts first))
         (map second)
         set)))
(lang '{:states #{q0 q1 q2 q3}
        :alphabet #{a b c}
        :start q0
        :accepts #{q1 q2 q3}
        :transitions {q0 {a q1} q1 {b q2} q2 {c q3}}})
;=> #{"a" "ab" "abc"}

;;; 4clojure: a matrix without an end
(defn mat ([f] (mat f 0 0))
  ([f m n] (map (fn [i] (map (fn [j] (f i j)) (iterate inc n))) (iterate inc m)))
  ([f m n s t] (take s (map #(take t %) (mat f m n)))))
[(take 5 (map #(take 6 %) (mat str))) (mat bit-or 5 0 3 4) (mat * 3 5 5 7)]
;=> [[["00" "01" "02" "03" "04" "05"] ["10" "11" "12" "13" "14" "15"] ["20" "21" "22" "23" "24" "25"] ["30" "31" "32" "33" "34" "35"] ["40" "41" "42" "43" "44" "45"]] [[5 5 7 7] [6 7 6 7] [7 7 7 7]] [[15 18 21 24 27 30 33] [20 24 28 32 36 40 44] [25 30 35 40 45 50 55] [30 36 42 48 54 60 66] [35 42 49 56 63 70 77]]]

;;; 4clojure: intervals
(defn ivs [xs]
  (->> (sort (distinct xs)) (reduce (fn [acc x]
                                      (let [[a b] (peek acc)]
                                        (if (and b (= x (inc b)))
                                            (conj (pop acc) [a x])
                                            (conj acc [x x]))))
                                    [])))
[(ivs [1 2 3]) (ivs [10 9 8 1 2 3]) (ivs [1 1 1 1 1]) (ivs [])
 (ivs [19 4 17 1 3 10 2 13 13 2 16 4 2 15 13 9 6 14 2 11])]
;=> [[[1 3]] [[1 3] [8 10]] [[1 1]] [] [[1 4] [6 6] [9 11] [13 17] [19 19]]]

;;; 4clojure: reversi
(defn flips [b me [y x] [dy dx]]
  (let [cells (take-while #(get-in b %) (rest (iterate (fn [[a c]] [(+ a dy) (+ c dx)])
                                                       [y x])))
        [opp more] (split-with #(= (get-in b %) ({'b 'w 'w 'b} me)) cells)]
    (when (and (seq opp) (= me (get-in b (or (first more) [])))) opp)))
(defn moves [b me]
  (into {} (for [y (range 4)
                 x (range 4)
                 :when (= 'e (get-in b [y x]))
                 :let [fs
                       (set (mapcat #(flips b me [y x] %) (for [a [-1 0 1]
                                                                c [-1 0 1]
                                                                :when (not= 0 a c)]
                                                            [a c])))]
                 :when (seq fs)]
             [[y x] fs])))
(moves '[[e e e e] [e w b e] [e b w e] [e e e e]] 'w)
;=> {[0 2] #{[1 2]} [1 3] #{[1 2]} [2 0] #{[2 1]} [3 1] #{[2 1]}}

;;; 4clojure: transitive closure
(defn tc [r]
  (let [nxt (into r (for [[a b] r [c d] r :when (= b c)] [a d]))]
    (if (= nxt r) r (recur nxt))))
[(= #{[4 2] [8 4] [9 3] [8 2] [27 9] [27 3]} (tc #{[8 4] [9 3] [4 2] [27 9]}))
 (tc #{["cat" "man"] ["man" "snake"] ["spider" "cat"]})]
;=> [true #{["cat" "man"] ["man" "snake"] ["spider" "cat"] ["cat" "snake"] ["spider" "man"] ["spider" "snake"]}]

;;; 4clojure: number maze
(defn maze [a b]
  (loop [n 1
         s #{a}]
    (if (s b)
        n
        (recur (inc n) (set (mapcat #(if (even? %)
                                         [(* 2 %) (/ % 2) (+ 2 %)]
                                         [(* 2 %) (+ 2 %)])
                                    s))))))
[(maze 1 1) (maze 3 12) (maze 12 3) (maze 5 9) (maze 9 2) (maze 9 12)]
;=> [1 3 3 3 9 5]

;;; exercise: poker
(ns poker (:require [clojure.string :as str]))
(def ranks (zipmap "23456789TJQKA" (iterate inc 2)))
(defn parse [h]
  (map (fn [c] [(ranks (first c)) (last c)]) (str/split (str/replace h "10" "T") #" ")))
(defn score [h]
  (let [cs (parse h)
        rs (sort > (map first cs))
        fs (->> (frequencies rs) (sort-by (fn [[r n]] [(- n) (- r)])))
        pat (map val fs)
        flush? (apply = (map second cs))
        rs (if (= rs [14 5 4 3 2]) [5 4 3 2 1] rs)
        straight? (and (= 5 (count pat)) (= 4 (- (first rs) (last rs))))]
    [(cond (and flush? straight?) 8
           (= pat [4 1]) 7
           (= pat [3 2]) 6
           flush? 5
           straight? 4
           (= pat [3 1 1]) 3
           (= pat [2 2 1]) 2
           (= 2 (first pat)) 1
           :else 0)
     (if straight? rs (mapv key fs))]))
(defn best-hands [hands]
  (let [m (group-by score hands)] (val (last (sort-by #(vec (flatten (key %))) m)))))
[(best-hands ["4S 5S 7H 8D JC"]) (best-hands ["4S 5H 6C 8D KH" "2S 4H 6S 4D JH"])
 (best-hands ["4D AH 3S 2D 5C" "2S 8H 2D 8D 3H" "4S 5C 4C 8D 4H"])
 (score "4H 6H 7H 8H 5H")]
;=> [["4S 5S 7H 8D JC"] ["4S 5H 6C 8D KH"] ["4D AH 3S 2D 5C"] [8 [8 7 6 5 4]]]

;;; exercise: dominoes
(ns dominoes)
(defn can-chain? [ds]
  (letfn [(go [end start ds] (if (empty? ds)
                                 (= end start)
                                 (some (fn [i]
                                         (let [[a b] (nth ds i)
                                               others (concat (take i ds) (drop (inc i)
                                                                                ds))]
                                           (cond (= a end) (go b start others)
                                                 (= b end) (go a start others))))
                                       (range (count ds)))))]
    (or (empty? ds) (let [[a b] (first ds)] (boolean (go b a (rest ds)))))))
(map can-chain? [[] [[1 1]] [[1 2]] [[1 2] [3 1] [2 3]] [[1 2] [2 3] [3 1] [4 4]]
                 [[1 2] [5 3] [3 1] [1 2] [2 4] [1 6] [2 3] [3 4] [5 6]]])
;=> [true true false true false true]

;;; exercise: point of view
(ns pov)
(defn path [[n & kids] target]
  (if (= n target) [n] (when-let [p (some #(path % target) kids)] (cons n p))))
(defn of [target [n & kids :as tree]]
  (letfn [(go [t above] (let [[v & ks] t]
                          (if (= v target)
                              (vec (concat t (when above [above])))
                              (some (fn [k]
                                      (go k (vec (concat [v] (remove #{k} ks)
                                                         (when above [above])))))
                                    ks))))]
    (go tree nil)))
[(of :x [:parent [:x] [:sib]]) (of :x [:grandparent [:parent [:x [:kid]] [:sib]]])
 (path [:a [:b [:c]] [:d]] :c)]
;=> [[:x [:parent [:sib]]] [:x [:kid] [:parent [:sib] [:grandparent]]] [:a :b :c]]

;;; exercise: a zipper of maps
(ns zipper)
(defn from-tree [t] {:focus t :path []})
(defn value [z] (get-in z [:focus :value]))
(defn go [side z]
  (when-let [c (get-in z [:focus side])]
    {:focus c :path (conj (:path z) [side (:focus z)])}))
(def left (partial go :left))
(def right (partial go :right))
(defn up [{:keys [focus path]}]
  (when-let [[side parent] (peek path)]
    {:focus (assoc parent side focus) :path (pop path)}))
(defn to-tree [z] (if-let [p (up z)] (recur p) (:focus z)))
(defn set-value [z v] (assoc-in z [:focus :value] v))
(let [t {:value 1
         :left {:value 2 :left nil :right {:value 3 :left nil :right nil}}
         :right {:value 4 :left nil :right nil}}]
  [(-> t from-tree left right value) (-> t from-tree left (set-value 5) to-tree)
   (-> t from-tree left left) (= t (-> t from-tree left right to-tree))
   (-> t from-tree up)])
;=> [3 {:value 1 :left {:value 5 :left nil :right {:value 3 :left nil :right nil}} :right {:value 4 :left nil :right nil}} nil true nil]

;;; exercise: yacht
(ns yacht)
(defn score [dice cat]
  (let [f (frequencies dice)
        n #(* % (f % 0))
        sum (reduce + dice)]
    (case cat
      "yacht" (if (= 1 (count f)) 50 0)
      "ones" (n 1)
      "sixes" (n 6)
      "full house" (if (= #{2 3} (set (vals f))) sum 0)
      "four of a kind" (if-let [[d] (first (filter #(>= (val %) 4) f))] (* 4 d) 0)
      "little straight" (if (= (sort dice) [1 2 3 4 5]) 30 0)
      ("choice" "any") sum)))
[(score [5 5 5 5 5] "yacht") (score [2 2 4 4 4] "full house")
 (score [6 6 4 6 6] "four of a kind") (score [3 5 4 1 2] "little straight")
 (score [2 3 4 5 6] "choice")]
;=> [50 16 24 30 20]

;;; exercise: pig latin
(ns pig-latin (:require [clojure.string :as str]))
(defn word [w]
  (if-let [[_ c r]
             (re-matches #"(?i)((?!xr|yt)(?:[^aeiou]?qu|[^aeiouy]+|y(?=[aeiou])))(.*)" w)]
    (str r c "ay")
    (str w "ay")))
(defn translate [s] (->> (str/split s #"\s+") (map word) (str/join " ")))
(map translate ["apple" "pig" "yellow" "rhythm" "quick fast run" "square" "xray" "chair"
                "school"])
;=> ["appleay" "igpay" "ellowyay" "ythmrhay" "ickquay astfay unray" "aresquay" "xrayay" "airchay" "oolschay"]

;;; exercise: rail fence
(ns rail)
(defn rails [n len] (take len (cycle (concat (range n) (range (- n 2) 0 -1)))))
(defn encode [s n]
  (->> (map vector (rails n (count s)) s) (sort-by first) (map second) (apply str)))
(defn decode [s n]
  (let [order (sort-by #(nth (rails n (count s)) %) (range (count s)))]
    (apply str (map second (sort (map vector order s))))))
[(encode "WEAREDISCOVEREDFLEEATONCE" 3) (decode "TEITELHDVLSNHDTISEIIEA" 3)]
;=> ["WECRLTEERDSOEEFEAOCAIVDEN" "THEDEVILISINTHEDETAILS"]

;;; exercise: proteins
(ns protein-translation)
(defn translate-codon [c]
  (condp re-matches c
    #"AUG" "Methionine"
    #"UU[UC]" "Phenylalanine"
    #"UU[AG]" "Leucine"
    #"UC[UCAG]" "Serine"
    #"UGG" "Tryptophan"
    #"UA[AG]|UGA" "STOP"
    nil))
(defn translate-rna [s]
  (->> s
       (partition 3)
       (map #(translate-codon (apply str %)))
       (take-while (complement #{"STOP"}))))
[(translate-rna "AUGUUUUGG") (translate-rna "UGGUAGUGG")]
;=> [["Methionine" "Phenylalanine" "Tryptophan"] ["Tryptophan"]]

;;; exercise: isbn
(ns isbn-verifier)
(defn isbn? [s]
  (let [d (remove #{\-} s)]
    (boolean (and (re-matches #"\d{9}[\dX]" (apply str d))
                  (zero? (mod (reduce + (map * (range 10 0 -1)
                                             (map #(if (= \X %)
                                                       10
                                                       (Character/digit % 10))
                                                  d)))
                              11))))))
(map isbn? ["3-598-21508-8" "3-598-21508-9" "3-598-21507-X" "3-598-21507-A" "359821507X"
            "3-598-2X507-9"])
;=> [true false true false true false]

;;; exercise: bowling
(ns bowling)
(defn score [rolls]
  (loop [f 1
         [a b c :as rs] rolls
         total 0]
    (cond (= f 10) (apply + total rs)
          (= a 10) (recur (inc f) (rest rs) (+ total a b c))
          (= 10 (+ a b)) (recur (inc f) (drop 2 rs) (+ total 10 c))
          :else (recur (inc f) (drop 2 rs) (+ total a b)))))
(map score [(repeat 20 0) (repeat 12 10) [6 4 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]
            (take 21 (cycle [5]))])
;=> [0 300 16 150]

;;; exercise: book store
(ns book-store)
(def price {1 800 2 1520 3 2160 4 2560 5 3000})
(def cheapest
  (memoize (fn [counts]
             (let [cs (vec (sort > (filter pos? counts)))]
               (if (empty? cs)
                   0
                   (apply min (for [k (range 1 (inc (count cs)))]
                                (+ (price k) (cheapest (map-indexed #(if (< %1 k)
                                                                         (dec %2)
                                                                         %2)
                                                                    cs))))))))))
(defn total [books] (/ (cheapest (vals (frequencies books))) 100.0))
(map total [[1] [2 2] [1 2 3 4 5] [1 1 2 2 3 3 4 5] []])
;=> [8.0 16.0 30.0 51.2 0.0]

;;; exercise: affine cipher
(ns affine (:require [clojure.string :as str]))
(defn inv [a m] (first (filter #(= 1 (mod (* a %) m)) (range 1 m))))
(defn enc [s a b]
  (->> s
       str/lower-case
       (filter #(Character/isLetterOrDigit %))
       (map #(if (Character/isLetter %)
                 (char (+ 97 (mod (+ b (* a (- (int %) 97))) 26)))
                 %))
       (partition-all 5)
       (map str/join)
       (str/join " ")))
(defn dec [s a b]
  (->> (str/replace s " " "")
       (map #(if (Character/isDigit %)
                 %
                 (char (+ 97 (mod (* (inv a 26) (- (int %) 97 b)) 26)))))
       (apply str)))
[(enc "Truth is fiction 123." 5 17) (dec (enc "abc xyz" 5 7) 5 7)]
;=> ["iynia fdqfb ifje1 23" "abcxyz"]

;;; exercise: saddle points
(ns saddle)
(defn points [m]
  (set (for [[r row] (map-indexed vector m)
             [c v] (map-indexed vector row)
             :when (and (= v (apply max row)) (= v (apply min (map #(nth % c) m))))]
         [(inc r) (inc c)])))
[(points [[9 8 7] [5 3 2] [6 6 7]]) (points [[4 5 4] [3 5 5] [1 5 4]])]
;=> [#{[2 1]} #{[1 2] [2 2] [3 2]}]

;;; exercise: two buckets
(ns buckets)
(defn pours [[a b] ca cb]
  (distinct [[ca b] [a cb] [0 b] [a 0] (let [t (min a (- cb b))] [(- a t) (+ b t)])
             (let [t (min b (- ca a))] [(+ a t) (- b t)])]))
(defn solve [ca cb goal]
  (loop [level [[ca 0]]
         seen #{[ca 0] [0 cb]}
         n 1]
    (if-let [hit (some #(when (some #{goal} %) %) level)]
      [n hit]
      (let [nx (remove seen (distinct (mapcat #(pours % ca cb) level)))]
        (recur nx (into seen nx) (inc n))))))
[(solve 3 5 1) (solve 7 11 2)]
;=> [[4 [1 5]] [14 [2 11]]]

;;; exercise: numbers of variable length
(ns vlq)
(defn enc [n]
  (loop [n (bit-shift-right n 7)
         out (list (bit-and n 0x7f))]
    (if (zero? n)
        out
        (recur (bit-shift-right n 7) (conj out (bit-or 0x80 (bit-and n 0x7f)))))))
(map #(map (partial format "%02x") (enc %)) [0 0x40 0x2000 0xFFFFFFF])
;=> [["00"] ["00"] ["c0" "40"] ["ff" "ff" "ff" "7f"]]

;;; advent: lines on a grid
(def lines ["1,1 -> 1,6" "0,3 -> 5,3" "4,0 -> 4,4" "0,0 -> 5,5" "5,1 -> 1,5"])
(defn parse [l] (mapv #(Integer/parseInt %) (re-seq #"\d+" l)))
(defn rng [a b]
  (cond (< a b) (range a (inc b)) (> a b) (range a (dec b) -1) :else (repeat a)))
(defn points [[x1 y1 x2 y2]] (map vector (rng x1 x2) (rng y1 y2)))
[(->> (map parse lines)
      (filter (fn [[a b c d]] (or (= a c) (= b d))))
      (mapcat points)
      frequencies
      vals
      (filter #(> % 1))
      count)
 (->> lines (mapcat (comp points parse)) frequencies (filter #(< 1 (val %))) count)]
;=> [2 7]

;;; advent: broken brackets
(def close {\( \) \[ \] \{ \} \< \>})
(def pts {\) 3 \] 57 \} 1197 \> 25137})
(defn check [line]
  (reduce (fn [st c]
            (cond (close c) (cons (close c) st)
                  (= c (first st)) (rest st)
                  :else (reduced (pts c))))
          ()
          line))
(let [rs (map check ["[(<>{" "([}]" "{<[]>" "<()]>" "(())"])]
  [(reduce + (filter number? rs))
   (map (fn [c] (reduce (fn [a x] (+ (* 5 a) ({\) 1 \] 2 \} 3 \> 4} x))) 0 c))
        (remove number? rs))])
;=> [1254 [82 3 0]]

;;; advent: flashes
(def start
  (into {} (for [[y l] (map-indexed vector ["2812" "9397" "1929" "8881"])
                 [x c] (map-indexed vector l)]
             [[y x] (- (int c) 48)])))
(defn around [[y x]]
  (for [dy [-1 0 1] dx [-1 0 1] :when (not= [0 0] [dy dx])] [(+ y dy) (+ x dx)]))
(defn step [g]
  (loop [g (update-vals g inc)
         flashed #{}]
    (let [new (remove flashed (keys (filter (fn [[_ v]] (> v 9)) g)))]
      (if (empty? new)
          [(reduce #(assoc %1 %2 0) g flashed) (count flashed)]
          (recur (reduce (fn [m p] (if (contains? m p) (update m p inc) m)) g
                         (mapcat around new))
                 (into flashed new))))))
(let [[g n] (step start)]
  [n (map (fn [y] (apply str (map #(g [y %]) (range 4)))) (range 4)) (second (step g))])
;=> [9 ["5055" "0800" "6090" "0004"] 2]

;;; advent: a growing chain
(def rules {"AB" \C "CB" \A "AC" \B "BB" \A "CA" \C "BA" \B "AA" \C "BC" \C "CC" \A})
(defn step [m]
  (apply merge-with + (for [[[a b :as p] n] m
                            :let [c (rules (str a b))]]
                        (if (= a b c)
                            {p (* 2 n)}
                            (merge-with + {(str a c) n} {(str c b) n})))))
(let [t "ABBA"
      pairs (frequencies (map #(apply str %) (partition 2 1 t)))
      r (nth (iterate step pairs) 10)
      counts (reduce (fn [m [[a _] n]] (update m a (fnil + 0) n)) {(last t) 1} r)
      vs (vals counts)]
  (- (apply max vs) (apply min vs)))
;=> 817

;;; advent: shortest path by a sorted set
(def g
  (mapv (fn [l] (mapv #(- (int %) (int \0)) l)) ["19111" "11191" "99191" "11121"
                                                 "19991"]))
(defn dijkstra [goal]
  (loop [q (sorted-set [0 [0 0]])
         done #{}]
    (let [[d [r c :as p] :as top] (first q)
          q (disj q top)]
      (cond (= p goal) d
            (done p) (recur q done)
            :else (recur (into q (for [[dr dc] [[0 1] [1 0] [0 -1] [-1 0]]
                                       :let [n [(+ r dr) (+ c dc)] w (get-in g n)]
                                       :when (and w (not (done n)))]
                                   [(+ d w) n]))
                         (conj done p))))))
(dijkstra [4 4])
;=> 9

;;; advent: crossed wires
(ns aoc.wires (:require [clojure.set :as set] [clojure.string :as s]))
(def dirs {\U [0 1] \D [0 -1] \L [-1 0] \R [1 0]})
(defn trace [w]
  (->> (s/split w #",")
       (mapcat (fn [[d & n]] (repeat (Integer/parseInt (apply str n)) (dirs d))))
       (reductions #(mapv + %1 %2) [0 0])
       vec))
(let [a (trace "R6,U4,L3,D5")
      b (trace "U3,R5,D2,L9")
      xs (disj (set/intersection (set a) (set b)) [0 0])]
  [(apply min (map (fn [[x y]] (+ (Math/abs x) (Math/abs y))) xs))
   (apply min (map #(+ (.indexOf a %) (.indexOf b %)) xs))])
;=> [4 20]

;;; advent: expressions without precedence
(defn tokens [s]
  (map #(or (parse-long %) ({"+" + "*" * "(" :open ")" :close} %))
       (re-seq #"\d+|[-+*()]" s)))
(declare expr)
(defn atom* [[t & ts]] (if (= t :open) (let [[v [_ & r]] (expr ts)] [v r]) [t ts]))
(defn expr [ts]
  (loop [[v [op & r :as ts]] (atom* ts)]
    (if (fn? op) (let [[w r] (atom* r)] (recur [(op v w) r])) [v ts])))
(map (comp first expr tokens) ["2 + 3 * 4" "2 * (3 + 4) * 5" "1 + (2 * (3 + 4) + 5)"])
;=> [20 70 20]

;;; advent: cups in a circle
(defn move [[c & more]]
  (let [[picked others] (split-at 3 more)
        dest (first (filter (set others) (rest (iterate #(if (= 1 %) 9 (dec %)) c))))
        [before [d & after]] (split-with #(not= dest %) others)]
    (concat before [d] picked after [c])))
(let [r (nth (iterate move [2 5 1 9 3 8 4 7 6]) 10)]
  (apply str (take 8 (rest (drop-while #(not= 1 %) (cycle r))))))
;=> "46925837"

;;; advent: sizes of folders
(def log
  ["$ cd /" "$ ls" "dir src" "120 README" "$ cd src" "$ ls" "700 a.c" "80 a.h"
   "$ cd .."])
(defn run [{:keys [path] :as st} line]
  (condp re-matches line
    #"\$ cd \.\." (update st :path pop)
    #"\$ cd (.*)" :>> (fn [[_ d]] (update st :path conj d))
    #"(\d+) .*" :>> (fn [[_ n]]
                      (reduce (fn [s p]
                                (update-in s [:sizes p] (fnil + 0) (parse-long n)))
                              st
                              (rest (reductions conj [] path))))
    st))
(:sizes (reduce run {:path [] :sizes {}} log))
;=> {["/"] 900 ["/" "src"] 780}

;;; advent: a rope
(defn follow [h t]
  (let [d (mapv - h t)]
    (if (every? #(<= -1 % 1) d) t (mapv + t (map #(Integer/signum %) d)))))
(defn path [ms]
  (reductions #(mapv + %1 %2)
              [0 0]
              (mapcat (fn [[d n]]
                        (repeat n ({:R [1 0] :U [0 1] :L [-1 0] :D [0 -1]} d)))
                      ms)))
(let [h (path [[:U 3] [:R 5] [:D 2] [:L 7] [:U 1]])]
  (count (set (reductions #(follow %2 %1) [0 0] h))))
;=> 13

;;; advent: an order of nested lists
(defn cmp [a b]
  (cond (and (int? a) (int? b)) (compare a b)
        (int? a) (cmp [a] b)
        (int? b) (cmp a [b])
        (and (empty? a) (empty? b)) 0
        (empty? a) -1
        (empty? b) 1
        :else (let [c (cmp (first a) (first b))]
                (if (zero? c) (recur (rest a) (rest b)) c))))
[(map (partial apply cmp) [[[1 2] [1 3]] [[[4]] [4 0]] [[5 []] [5 [[]]]] [[7] [[6 9]]]
                           [[] []]])
 (sort cmp [[[3]] [2 9] [] [8] [[[]]] [[2] 1]])]
;=> [[-1 -1 -1 1 0] [[] [[[]]] [[2] 1] [2 9] [[3]] [8]]]

;;; advent: balanced base five
(def v {\2 2 \1 1 \0 0 \- -1 \= -2})
(defn from [s] (reduce #(+ (* 5 %1) (v %2)) 0 s))
(defn to [n]
  (loop [n n
         acc ()]
    (if (zero? n)
        (apply str acc)
        (let [d (- (mod (+ n 2) 5) 2)]
          (recur (quot (- n d) 5) (conj acc (nth "=-012" (+ d 2))))))))
[(map from ["1=-0-2" "12111" "2="]) (map to [1747 906 8 4890])]
;=> [[1747 906 8] ["1=-0-2" "12111" "2=" "2=-1=0"]]

;;; advent: counts by age
(defn tick [m]
  (reduce-kv (fn [acc k n]
               (if (zero? k)
                   (-> acc (update 6 (fnil + 0) n) (update 8 (fnil + 0) n))
                   (update acc (dec k) (fnil + 0) n)))
             {}
             m))
(defn fish [days xs] (reduce + (vals (nth (iterate tick (frequencies xs)) days))))
[(fish 18 [1 5 2]) (fish 80 [1 5 2]) (fish 256 [1 5 2])]
;=> [16 3542 16192142190]

;;; cookbook: edit distance by rows
(defn lev [a b]
  (peek (reduce (fn [prev [i x]]
                  (reduce (fn [row [j y]]
                            (conj row (min (inc (peek row))
                                           (inc (nth prev (inc j)))
                                           (+ (nth prev j) (if (= x y) 0 1)))))
                          [(inc i)]
                          (map-indexed vector b)))
                (vec (range (inc (count b))))
                (map-indexed vector a))))
[(lev "kitten" "sitting") (lev "" "abc")]
;=> [3 3]

;;; cookbook: huffman codes
(defn huff [s]
  (loop [ns (sort-by first (map (fn [[c n]] [n c]) (sort (frequencies s))))]
    (if (next ns)
        (let [[[n1 a] [n2 b] & more] ns]
          (recur (sort-by first (cons [(+ n1 n2) [a b]] more))))
        (second (first ns)))))
(defn codes [t pre]
  (if (vector? t)
      (merge (codes (first t) (str pre 0)) (codes (second t) (str pre 1)))
      {t pre}))
(codes (huff "aaabbc") "")
;=> {"c" "00" "b" "01" "a" "1"}

;;; cookbook: a writer of JSON
(defn js [x]
  (cond (map? x) (str "{"
                      (clojure.string/join "," (for [[k v] x]
                                                 (str (pr-str (name k)) ":" (js v))))
                      "}")
        (sequential? x) (str "[" (clojure.string/join "," (map js x)) "]")
        (string? x) (pr-str x)
        (nil? x) "null"
        :else (str x)))
(js {:a [1 nil "x"] :b {:c true}})
;=> "{\"a\":[1,null,\"x\"],\"b\":{\"c\":true}}"

;;; cookbook: lines of words
(defn wrap [n s]
  (reduce (fn [ls w]
            (let [l (peek ls)]
              (if (and l (<= (+ 1 (count l) (count w)) n))
                  (conj (pop ls) (str l " " w))
                  (conj ls w))))
          []
          (clojure.string/split s #"\s+")))
(wrap 10 "the quick brown fox jumps over")
;=> ["the quick" "brown fox" "jumps over"]

;;; cookbook: merge maps of maps
(defn deep-merge [& ms]
  (apply merge-with (fn [a b] (if (and (map? a) (map? b)) (deep-merge a b) b)) ms))
(deep-merge {:a {:b 1 :c {:d 2}}} {:a {:c {:e 3}} :f 4} {:a {:b 9}})
;=> {:a {:b 9 :c {:d 2 :e 3}} :f 4}

;;; cookbook: digits, six ways
[(map #(Character/digit % 10) "123") (map #(- (int %) 48) "123")
 (map #(Integer/parseInt (str %)) "123") (map (comp #(Long/parseLong %) str) "123")
 (mapv #(Character/getNumericValue %) "123") (map #(Integer. (str %)) "12")]
;=> [[1 2 3] [1 2 3] [1 2 3] [1 2 3] [1 2 3] [1 2]]

;;; cookbook: what comes before what
(loop [deps {:a #{} :b #{:a} :c #{:a :b}}
       out []]
  (if (empty? deps)
      out
      (let [ready (set (for [[k v] deps :when (empty? v)] k))]
        (recur (into {} (for [[k v] deps
                              :when (not (ready k))]
                          [k (reduce disj v ready)]))
               (into out (sort ready))))))
;=> [:a :b :c]
