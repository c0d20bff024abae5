; expect error 4:15 sig-default: members and checks cannot have a default
;   hint: write it after the bracket: size :enum[small large] = "small"
; expect error 4:18 sig-unexpected-token: unexpected "]", expected "," or ")"
f(a :enum[x y = 3]) -> :int
