; as a string
; expect error 4:6 sig-comma: no comma comes before the closing bracket
;   hint: remove this comma
[:int,]
