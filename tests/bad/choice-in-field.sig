; expect error 3:9 sig-unexpected-token: found strings where a type is expected
;   hint: a choice of strings is :enum["a" "b"]
item = {kind "a"|"b", id :int}
