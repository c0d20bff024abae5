; as a string
; expect error 4:2 sig-unknown-type: unknown type ":number"
;   hint: use :int or :float
[:number]
