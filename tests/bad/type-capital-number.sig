; expect error 5:5 sig-unknown-type: unknown type ":Number"
;   hint: use :int or :float
; expect error 5:16 sig-unknown-type: unknown type ":Text"
;   hint: use :string
f(n :Number, t :Text) -> :int
