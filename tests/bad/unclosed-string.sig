; as a string
; expect error 4:2 sig-unclosed: the string opened at 4:2 is never closed
; expect error 4:10 sig-unclosed: "{" opened at 4:1 is never closed
{"a :int}
