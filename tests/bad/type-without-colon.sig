; as a string
; expect error 8:4 sig-unexpected-token: types begin with a colon
;   hint: write :int
; expect error 8:11 sig-unknown-type: unknown type ":strin"
;   hint: did you mean :string?
; expect error 8:22 sig-unexpected-token: types begin with a colon
;   hint: write :bool
(a int, b :strin) -> bool
