; as a string
; expect error 4:9 sig-refinement: checks stand directly behind their type
;   hint: write :int[1..100] without a space
(a :int [1..100]) -> :any
