; as a string
; expect error 3:18 sig-duplicate-name: duplicate parameter "a" (also written "a" at 3:2)
(a :int, b :int, a :int) -> :any
