; expect error 3:3 sig-unexpected-token: found strings where a type is expected
;   hint: a choice of strings is :enum["a"]
f(kind "a") -> :int
