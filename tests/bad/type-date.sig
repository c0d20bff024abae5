; as a string
; expect error 4:1 sig-unknown-type: unknown type ":date"
;   hint: use :datetime
:date
