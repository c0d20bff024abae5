; ptcc-lock: 2  lisp: 2
; The program of scorer.agent.edn, with a SHA-256 of each thing it was checked for. After a change
; here or there, `ptcc compile --accept` checks it again and rewrites this header.
; origin: model script, 2 turns, 3365 tokens, 2026-11-27T02:02:11.617Z, prompt revision 2, ptcc 0.1.0
; prompt: 7363349b8520a755e4e8ffa1239e004047842175210dd050dfbb6c4f5de914c7
; signature: fd5c5dcdc6962adbfab9c9c9eea733fc9973cd18be2508b7407ee5b5069022f9
; tool lookup_threshold: a6933739912c2211094cdc06473d57979bfc59dc514557d43e997a594202e61f
; model-view: 749fb218835c9ddd2675fc4233cc666d0837b78b02677bf850bb2f4ca1199ab2
; sample 1: 8dcae47771fbb8224856efdf04f30c792322b50fff1d3e3e04c27dbca8ae8dd8
; sample 2: 177c9c6031827190b94a15618450bb9e26dfcf016701403c471c3e1c502abd2b
; sample 3: 0fe52e92dc9820a7a9f5f17f92b8520718174c1ee7d684fba1cbe6818de15ba1
; sample 4: 34f1f3e0ca0ad1506c49452e1241f86b6d78aca5f25f484889e7335922acdb56
; program: 0a054970b7bd6d4c7fa4cc22433d5c1de918be1435bed4bebb91562346fc46d0

; How far the highest reading is above what is usual, as a part of what the metric may be.
(let [{:keys [metric usual readings]} ctx/report
      threshold (tool/lookup_threshold {:metric metric})
      highest (reduce max usual readings)
      excess (- highest usual)
      score (min 1.0 (/ excess (float threshold)))]
  (return {:score score
           :reason (cond
                     (empty? readings) (str "There are no readings of " metric ".")
                     (zero? excess) (str "No reading of " metric " is above the usual " usual ".")
                     :else (str "The highest reading of " metric ", " highest ", is " excess
                                " above the usual " usual "; the threshold is " threshold "."))}))
