; expect error 4:12 sig-cycle: named types in a circle without an end: one -> one
;   hint: give it an end: write one :one?
; Two circles are two faults; what uses one is none.
one = {one :one}
two = {two :two}
; expect error 5:12 sig-cycle: named types in a circle without an end: two -> two
;   hint: give it an end: write two :two?
three = {one :one, two :two}
f(x :three) -> :two
