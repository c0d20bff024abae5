; as a string
; expect error 4:1 sig-refinement: there is no check in the brackets
;   hint: checks are >0, 1..100, 1.., ..100, ~"pattern"
:int[]
