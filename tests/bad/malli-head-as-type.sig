; heads of Malli, and of other notations, before brackets
; expect error 12:5 sig-unknown-type: unknown type ":or"
;   hint: alternatives are written :string|:int, fixed words :enum[a b]
; expect error 13:5 sig-unknown-type: unknown type ":one-of"
;   hint: alternatives are written :string|:int, fixed words :enum[a b]
; expect error 14:5 sig-unknown-type: unknown type ":maybe"
;   hint: put ? after the type: :string?
; expect error 15:5 sig-unknown-type: unknown type ":and"
;   hint: checks follow the type: :int[>0 <100]
; expect error 16:5 sig-unknown-type: unknown type ":map-of"
;   hint: use [:map-of :string :int], with the types of keys and values
a(x :or[:string :int]) -> :int
b(x :one-of[a b]) -> :int
c(x :maybe[:string]) -> :int
d(x :and[:int]) -> :int
e(x :map-of[:string :int]) -> :int
