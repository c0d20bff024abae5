; expect error 6:12 sig-cycle: named types in a circle without an end: a -> b -> c -> a
;   hint: give it an end: write again :a?
a = {b :b}
b = {c :c, other :int}
; The last one closes the circle.
c = {again :a}
user(x :a) -> :any
