; as a string
; expect error 3:9 sig-unclosed: "(" opened at 3:1 is not closed before "->"
(a :int -> :bool
