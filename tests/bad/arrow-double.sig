; as a string
; expect error 4:10 sig-arrow: "=>" is not an arrow
;   hint: use ->
(a :int) => :bool
