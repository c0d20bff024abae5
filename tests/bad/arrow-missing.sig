; as a string
; expect error 4:10 sig-arrow: an arrow is missing between inputs and output
;   hint: insert "->" before ":bool"
(a :int) :bool
