; as a string
; expect error 3:3 sig-unexpected-token: unexpected ",", expected a type
{a, b :int}
