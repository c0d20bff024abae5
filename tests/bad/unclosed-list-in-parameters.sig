; as a string
; expect error 4:11 sig-unexpected-token: unexpected "b", expected a type
; expect error 4:17 sig-unclosed: "[" opened at 4:4 is not closed before ")"
(a [:int, b :int) -> :bool
