; as a string
; expect error 4:9 sig-optional-mark: a type has at most one "?"
;   hint: write :int?
{a :int??, b :string}
