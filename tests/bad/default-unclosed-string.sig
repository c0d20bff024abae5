; expect error 3:15 sig-unclosed: the string opened at 3:15 is never closed
; expect error 3:34 sig-unclosed: "(" opened at 3:2 is never closed
f(a :string = "x, b :int) -> :int
