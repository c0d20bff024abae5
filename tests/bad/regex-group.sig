; as a string
; expect error 3:12 sig-regex
:string[~"^(a"]
