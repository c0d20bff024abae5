; as a string
; expect error 8:7 sig-enum: a bare member must be a plain word
;   hint: quote it
; expect error 8:11 sig-enum: a bare member must be a plain word
;   hint: quote it
; expect error 8:14 sig-enum: a bare member must be a plain word
;   hint: quote it
:enum[a.b c? é]
