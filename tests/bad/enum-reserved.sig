; as a string
; expect error 8:7 sig-enum: nil is no member that is written bare
;   hint: write ? behind the enum for nil, or "nil" for the string
; expect error 8:11 sig-enum: true and false are no members that are written bare
;   hint: use :bool, or quote the word for the string
; expect error 8:16 sig-enum: true and false are no members that are written bare
;   hint: use :bool, or quote the word for the string
:enum[nil true false ok]
