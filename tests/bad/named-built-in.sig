; expect error 3:1 sig-name: "int" is a built-in type
; expect error 4:1 sig-name: "map" is a built-in type
int = {id :int}
map = :any
