; as a string
; expect error 4:8 sig-refinement: checks come directly after their type
;   hint: write :int[1..100] without a space
[:int [1..100]]
