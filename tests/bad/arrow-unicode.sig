; as a string
; expect error 4:10 sig-arrow: "→" is no arrow
;   hint: use ->
(a :int) → :bool
