; as a string
; expect error 6:3 sig-encoding: this character is not a space, tab or line end
;   hint: non-breaking space; use a plain space
; expect error 6:9 sig-encoding: this character is not a space, tab or line end
;   hint: non-breaking space; use a plain space
(a :int)　-> :any
