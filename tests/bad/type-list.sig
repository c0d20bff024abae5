; as a string
; expect error 4:4 sig-unknown-type: unknown type ":list"
;   hint: use [:any], or [T] with the type of the elements
{a :list}
