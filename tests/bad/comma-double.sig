; as a string
; expect error 4:9 sig-comma: a comma separates two items
;   hint: remove this comma
(a :int,, b :int) -> :any
