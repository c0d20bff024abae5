; expect error 6:24 sig-unclosed: "{" opened at 6:9 is not closed before ")"
; expect error 7:16 sig-unclosed: "[" opened at 7:10 is not closed before "->"
; expect error 8:19 sig-unclosed: "{" opened at 8:12 is never closed
; expect error 10:10 sig-unknown-type: unknown type ":intt"
;   hint: did you mean :int?
first(a {x :int, b :int) -> :any
second(a [:int -> :any
third() -> {x :int

fourth(a :intt) -> :any
