; expect error 6:1 sig-unexpected-token: this is not a declaration
;   hint: write name(params) -> T or name = T, and indent descriptions
; expect error 9:8 sig-unknown-type: unknown type ":foo"
;   hint: did you mean :bool?
f() -> :int
this is not a declaration
  nor this

g() -> :foo
