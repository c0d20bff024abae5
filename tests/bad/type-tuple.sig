; as a string
; expect error 4:4 sig-unknown-type: unknown type ":tuple"
;   hint: use [:tuple :int :string], with the types of its elements
{a :tuple}
