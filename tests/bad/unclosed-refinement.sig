; as a string
; expect error 3:12 sig-unclosed: "[" opened at 3:5 is never closed
:int[1..100
