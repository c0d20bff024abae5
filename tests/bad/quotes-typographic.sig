; as a string
; expect error 4:2 sig-unexpected-token: a typographic quote
;   hint: use plain quotes: "
{“a” :int}
