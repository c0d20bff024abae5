; ptcc-lock: 2  lisp: 2
; The program of tally.agent.edn, with a SHA-256 of each thing it was checked for. After a change
; here or there, `ptcc compile --accept` checks it again and rewrites this header.
; origin: model fable, 2 turns, 1843 tokens, 2026-05-04T10:20:30Z, prompt revision 2, ptcc 0.1.0
; prompt: 209d452fa01d8453eb87a1fc4b9d7e558cc1f562b39d152edcd2bf9f599f03a9
; signature: 3d9eb052fab696f396c5c14f9121c2b6c2e6dd76bffcccd032e48cec57d1de90
; model-view: 749fb218835c9ddd2675fc4233cc666d0837b78b02677bf850bb2f4ca1199ab2
; sample 1: 287ca862c2834bed639beba057f36182b26cfb554198fe1108f8776f8c4b1cb7
; program: af18b6933f85bffb382140b16630d89b9a1cb69f381d9c43e44c293a690afb65

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
