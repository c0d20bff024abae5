; as a string
; expect error 4:6 sig-refinement: a number alone is not a check
;   hint: write >=5, ..5, or 5..5 for exactly that
:int[5]
