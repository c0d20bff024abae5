; ptcc-lock: 1  lisp: 1
; The program of scorer.agent.edn, and SHA-256 of what it was checked for. After a change here or
; there `ptcc compile` checks it again and writes this header.
; signature: fff20bc0d7af2df35e7cd9bc207520c5997faee948c7acf017625c385c9dd69f
; tool weight: c9f673903ff8d7137003a69cd8113cca653e67ca45d0d9ed33333f2ad7d941ed
; prompt: d379b1328496742f558d35c64c84f6c4743520f64513dec19ab387190ee1f9d6
; program: d41986fbb2f427a573b03c78f5a9335fb7c5a34f334ac0c90e9d32d1d0c4a53d

; Severe reports count ten points, others one, and users as the tool says.
(defn points [{:keys [severity users]}]
  (+ (if (= severity "severe") 10 1)
     (tool/weight {:users users})))

(let [scored (map (fn [report] {:id (:id report) :points (points report)}) ctx/reports)
      worst (take ctx/most (sort-by :points > scored))]
  (return {:score (reduce + 0 (map :points scored))
           :worst (mapv :id worst)}))
