; expect error 6:1 sig-name: "1st" is not a name
;   hint: a name is letters, digits, _ and -, and begins with a letter or _; write others in quotes: "1st"
; expect error 7:1 sig-name: "foo?" is not a name
;   hint: put ? after the type
; expect error 8:1 sig-name: a name cannot be empty
1st() -> :int
foo?() -> :int
""() -> :int
