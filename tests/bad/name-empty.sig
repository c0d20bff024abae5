; as a string
; expect error 3:2 sig-name: a name cannot be empty
{"" :int}
