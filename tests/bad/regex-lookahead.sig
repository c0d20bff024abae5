; as a string
; expect error 3:17 sig-regex
:string[1..80 ~"(?=x)"]
