; as a string
; expect error 4:2 sig-comma: a comma separates two items
;   hint: remove this comma
{, a :int}
