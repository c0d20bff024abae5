; ptcc-lock: 1  lisp: 1
; The program of tally.agent.edn, and SHA-256 of what it was checked for. After a change here or
; there `ptcc compile` checks it again and writes this header.
; signature: a9177a694ece4cb309e35be459ad06f5c7bc105275016b767cc38fe543316e82
; prompt: f72ed50c14a850298aa4f3a1c3983be206211331fa1797ac5605e069498895b5
; program: 8800c558c1e67d2e2220890770cbdddcd45d41d141742accc14b2a0a56941074

; turn 1
(require '[clojure.string :as s])
(defn words
  ([line] (words line #"\W+"))
  ([line by & more] (remove s/blank? (s/split (s/lower-case line) by))))
(def counted (frequencies (mapcat words ctx/lines)))
; turn 3
(let [often (into {} (filter (fn [[_ n]] (>= n ctx/least)) counted))]
  (return {:words often
           :most (when (seq often) (key (first (sort-by (juxt (comp - val) key) often))))}))
