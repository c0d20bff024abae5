; as a string
; expect error 1:1 sig-empty: there is no signature, expected a type or "("
