; as a string
; expect error 4:6 sig-refinement: only strings have patterns
;   hint: use :string[~"..."]
:int[~"a"]
