; as a string
; expect error 4:2 sig-comma: a comma stands between two items
;   hint: remove this comma
{, a :int}
