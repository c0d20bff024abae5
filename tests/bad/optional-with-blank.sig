; as a string
; expect error 4:9 sig-optional-mark: "?" comes directly after a type
;   hint: write :int?
{a :int ?}
