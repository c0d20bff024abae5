; expect error 7:5 sig-unknown-type: unknown type ":int64"
;   hint: use :int
; expect error 7:15 sig-unknown-type: unknown type ":u32"
;   hint: use :int[0..]
; expect error 7:23 sig-unknown-type: unknown type ":float64"
;   hint: use :float
f(n :int64, m :u32, x :float64) -> :int
