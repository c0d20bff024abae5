; expect error 3:1 sig-unexpected-token: this is no declaration
;   hint: write name(params) -> T or name = T, and indent descriptions
(a :int) -> :int
g() -> :int
