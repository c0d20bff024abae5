; as a string
; expect error 4:9 sig-refinement: checks come directly after their type
;   hint: write :int[1..100] without a space
(a :int [1..100]) -> :any
