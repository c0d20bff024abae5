; as a string
; expect error 4:1 sig-refinement: this type has no checks in brackets
;   hint: :int, :float, :decimal, :string and lists have checks, :enum members
{a :int}[1..2]
