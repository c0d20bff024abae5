; as a string
; expect error 4:6 sig-arrow: inputs stand in parentheses, each with a name
;   hint: write (name :int) -> …
:int -> :bool
