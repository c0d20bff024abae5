; as a string
; expect error 4:4 sig-name: unknown escape
;   hint: write \\q
{"a\q" :int}
