; as a string
; expect error 4:4 sig-optional-mark: "?" comes directly after a type
;   hint: write :int?
{a ?:int}
