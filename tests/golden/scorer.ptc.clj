; ptcc-lock: 2  lisp: 2
; The program of scorer.agent.edn, with a SHA-256 of each thing it was checked for. After a change
; here or there, `ptcc compile --accept` checks it again and rewrites this header.
; prompt: d566a709affc7865b16f6b40cdb85045e3e9513e20261f527c375f30e1b4b102
; signature: b495e64d03b6dec2259c18f7094dfc4549775e6c543e9a2d59c74d45e9616b28
; tool weight: c3a276bf93bd9cc13839d9bf154782da3462faeb1d50b5db7bb16a14ae7bddbd
; model-view: 6aa8c1255dfc94480d835e8a18ecc04c9a3af728f06aba5fd3058682fe4ed0a0
; program: 7fc17742f83402c42ea7bcbb76424aa6cb7d19cbfaada5264e177cc5a337430f

; Points of one report: severe ones count ten, and each user what the tool says.
(defn points [{:keys [severity users text]}]
  (+ (if (= severity "severe") 10 1)
     (tool/weight {:users (or users 0)})
     (if (re-find #"(?i)fire" text) 5 0)))

(let [scored (map (fn [r] {:id (:id r) :points (points r)}) ctx/reports)
      worst  (->> scored (sort-by :points >) (take (or ctx/limit 3)) (mapv :id))]
  (return {:score (reduce + 0 (map :points scored))
           :worst worst
           :note (str (count scored) " reports, " 1.5)}))
