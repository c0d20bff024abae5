; ptcc-lock: 1  lisp: 1
; The program of scorer.agent.edn, and SHA-256 of what it was checked for. After a change here or
; there `ptcc compile` checks it again and writes this header.
; signature: 236eef7f5bee21d736c6cc5c18b285fc61f4b54e0f3d77ab1db2bf89f5d53d0e
; tool weight: 58ccc142f9ce4a3eb138eacd2f1deac02171d38968c75d9eb839421d8d952500
; prompt: 51dd57414f585911a7f53c2b8a09912a739d47103d9df2cae5c27ef82d623eac
; program: 445fca2cb59fc5d715f2d60aca7ae558b808c3ec0a3a5ea763bc7b161b29932d

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
