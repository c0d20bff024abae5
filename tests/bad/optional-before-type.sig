; as a string
; expect error 4:4 sig-optional-mark: "?" stands directly behind a type
;   hint: write :int?
{a ?:int}
