; expect error 7:3 sig-unexpected-token: found a value after a type
;   hint: a default follows =: limit :int = 5
; expect error 8:3 sig-unexpected-token: found a value after a type
;   hint: a default follows =: limit :int = 5
; expect error 9:3 sig-unexpected-token: found a value after a type
;   hint: a default follows =: tags [:string] = []
f(limit :int default 5) -> :int
g(limit :int (default: 5), q :string) -> :int
h(tags [:string] default []) -> :int
