; expect error 3:1 sig-unexpected-token: this is not a declaration
;   hint: write name(params) -> T or name = T, and indent descriptions
(a :int) -> :int
g() -> :int
