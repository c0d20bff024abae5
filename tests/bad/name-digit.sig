; as a string
; expect error 4:2 sig-name: "1a" is not a name
;   hint: a name is letters, digits, _ and -, and begins with a letter or _; write others in quotes: "1a"
(1a :int) -> :any
