; as a string
; expect error 6:4 sig-unknown-type: unknown type ":Int"
;   hint: use :int
; expect error 6:12 sig-unknown-type: unknown type ":STRING"
;   hint: use :string
{a :Int, b :STRING}
