; as a string
; expect error 4:10 sig-comma: no comma comes before the closing bracket
;   hint: remove this comma
:enum[a b,]
