; expect error 5:10 sig-unexpected-end: the signature ends where "->" is expected
; expect error 6:11 sig-arrow: an arrow is missing between inputs and output
;   hint: insert "->" before ":bool"
; expect error 7:13 sig-unexpected-end: the signature ends where a type is expected
f(a :int)
g(a :int) :bool
h(a :int) ->

i() -> :int
