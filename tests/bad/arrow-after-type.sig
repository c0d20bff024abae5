; as a string
; expect error 4:6 sig-arrow: inputs go in parentheses, each with a name
;   hint: write (name :int) -> …
:int -> :bool
