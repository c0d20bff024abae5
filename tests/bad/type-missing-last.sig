; as a string
; expect error 3:11 sig-unexpected-token: unexpected "}", expected a type
{a :int, b}
