; as a string
; expect error 8:7 sig-enum: nil cannot be a bare member
;   hint: write ? after the enum for nil, or "nil" for the string
; expect error 8:11 sig-enum: true and false cannot be bare members
;   hint: use :bool, or quote the word for the string
; expect error 8:16 sig-enum: true and false cannot be bare members
;   hint: use :bool, or quote the word for the string
:enum[nil true false ok]
