; as a string
; expect error 3:14 sig-regex
:string[~"(a)\\1"]
