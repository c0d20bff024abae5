; as a string
; expect error 4:1 sig-unknown-type: unknown type ":object"
;   hint: use :map, or {name :type} with the fields
:object
