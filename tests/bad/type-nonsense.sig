; as a string
; expect error 3:1 sig-unknown-type: unknown type ":frobnicate"
:frobnicate
