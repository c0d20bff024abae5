; What a named type brings into a union is warned of where it is used, once.
small = :int|:string
; expect warning 4:10 sig-dup-alternative
f(a :int|:small) -> :int
; expect warning 6:19 sig-dup-alternative
g(a :small|:float|:small) -> :int
; expect warning 8:33 sig-dup-alternative
h(a :small|:float, b :int|:bool|:int) -> :int
