; ptcc-lock: 2  lisp: 2
; The program of scorer.agent.edn, with a SHA-256 of each thing it was checked for. After a change
; here or there, `ptcc compile --accept` checks it again and rewrites this header.
; prompt: f50e86bfb07512dc0c3b33abdc900baf73768c8050dae01574da7d3a7b4cd2c8
; signature: e7204e5b2f5c563cb2718a129ad1fc6364cb3801326d9d141d7940c004a53983
; tool weight: c6d742722943fd885e89d14d0d0d8c66c7cb6da65d76263616e571fdf993d1c0
; model-view: 749fb218835c9ddd2675fc4233cc666d0837b78b02677bf850bb2f4ca1199ab2
; sample 1: 02c7287d92a0e3c4b97adfc82298f73bfe4109cd52159a207401218b02c04759
; sample 2: 87aa1c384aab0b7de99db3d65aaba3993d908a29610e300b3daa1179cb882bf2
; sample 3: 66a0f3b4255519ad57374653804155195b0570f07e2af58d13ab7c50cee49fc8
; program: 58661a6cff621d8117675cdf04923d327026ff4752572dea6e28733680040ab5

; Severe reports count ten points, others one, and users as the tool says.
(defn points [{:keys [severity users]}]
  (+ (if (= severity "severe") 10 1)
     (tool/weight {:users users})))

(let [scored (map (fn [report] {:id (:id report) :points (points report)}) ctx/reports)
      worst (take ctx/most (sort-by :points > scored))]
  (return {:score (reduce + 0 (map :points scored))
           :worst (mapv :id worst)}))
