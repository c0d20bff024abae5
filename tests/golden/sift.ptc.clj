; ptcc-lock: 2  lisp: 2
; The program of sift.agent.edn, with a SHA-256 of each thing it was checked for. After a change
; here or there, `ptcc compile --accept` checks it again and rewrites this header.
; prompt: e1857228015a4ee1ae60ec0f294b2f9291249b7b2db7c4f1a17f77a3a6abe276
; signature: cd41ef4a728a6912dc554a6c3d5d24ea8ecc19feed886ce5d90cfebaa7658fd8
; tool grep: 082250ea2f93c99f5763ca7439f5dfa7d460116cd56eaf418034d293a0cb22c3
; model-view: ea87f78e73f623ab2ba1fbea58b2aa60507248f5c4b3f57e5357c1fb62f2c8fa
; sample 1: d5ad30e592b2a0900257cbead601c770dc1d86f22bece94266b1097ed840ddf2
; program: e0632be693f89f5d13b8d22b6e99341f4304d4f96e960bc492a9cf6fcf92c8e5

; Lines by patterns, and what data is like.
(let [found (tool/grep-n {:pattern ctx/word :text ctx/text})
      shape (tool/infer {:samples [{:n 1} {:n 2 :more "x"}]})]
  (return {:lines found
           :mine (tool/grep {:text ctx/text})
           :shape shape
           :valid (:valid (tool/validate {:schema shape :data {:n 1}}))}))
