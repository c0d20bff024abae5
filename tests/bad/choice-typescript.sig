; expect error 3:8 sig-unexpected-token: found strings where a type is expected
;   hint: a choice of strings is :enum["a" "b"]
search(kind "a"|"b") -> :int
