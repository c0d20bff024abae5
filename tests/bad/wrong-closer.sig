; as a string
; expect error 4:9 sig-unclosed: "[" opened at 4:4 is not closed before "}"
; expect error 4:10 sig-unexpected-token: unexpected ",", expected the end
{a [:int}, b :bool]
