; as a string
; expect error 4:1 sig-unknown-type: unknown type ":null"
;   hint: use :nil, or ? after the type
:null
