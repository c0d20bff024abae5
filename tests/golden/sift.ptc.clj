; ptcc-lock: 1  lisp: 1
; The program of sift.agent.edn, and SHA-256 of what it was checked for. After a change here or
; there `ptcc compile` checks it again and writes this header.
; signature: 2008660d6053829006e81d025feb5e82f0ff0af0f58a59a3bd1f25057a043a0d
; tool grep: 1b55013d4eec17d4daaed69cfc6e8e0a881d060f2d3b1fd0d92d0f86e145a79f
; prompt: f0c9211a929ed7d308fd4d896e5b0a41b909d9117e428a8e1c4fa08c275efd1e
; program: b3b25bb24b00ed9b4900124a11b6b440c367a0dfa0d068287b3cf1ab2ae8ea26

; Lines by patterns, and what data is like.
(let [found (tool/grep-n {:pattern ctx/word :text ctx/text})
      shape (tool/infer {:samples [{:n 1} {:n 2 :more "x"}]})]
  (return {:lines found
           :mine (tool/grep {:text ctx/text})
           :shape shape
           :valid (:valid (tool/validate {:schema shape :data {:n 1}}))}))
