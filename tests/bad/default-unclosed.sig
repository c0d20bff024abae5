; expect error 7:21 sig-default: the word b is not a value
;   hint: write "b" for the string, :b for the keyword
; expect error 8:23 sig-unclosed: "{" opened at 8:18 is not closed before "]"
; expect error 9:16 sig-unclosed: "[" opened at 9:14 is not closed before "}"
; expect error 10:19 sig-unclosed: "[" opened at 10:14 is never closed
; expect error 10:19 sig-unclosed: "(" opened at 10:2 is never closed
f(a [:int] = [1, 2, b :int) -> :int
g(a [:int] = [1, {x: 2], b :int) -> :int
h(a [:int] = [1}, b :int) -> :int
i(a [:int] = [1, 2
j() -> :int
