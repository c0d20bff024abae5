; as a string
; expect error 4:1 sig-unknown-type: unknown type ":datetme"
;   hint: did you mean :datetime?
:datetme
