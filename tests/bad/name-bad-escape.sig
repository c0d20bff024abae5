; as a string
; expect error 3:4 sig-name: unknown escape
{"a\q" :int}
