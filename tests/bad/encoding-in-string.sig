; as a string
; expect error 3:4 sig-encoding
{"aÿ" :int}
