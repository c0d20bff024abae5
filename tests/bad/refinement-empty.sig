; as a string
; expect error 4:1 sig-refinement: the brackets are empty
;   hint: checks are >0, 1..100, 1.., ..100, ~"pattern"
:int[]
