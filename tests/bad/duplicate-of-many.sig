; as a string
; expect error 4:72 sig-duplicate-name: duplicate field "h" (also written "h" at 4:51)
; expect error 4:79 sig-duplicate-name: duplicate field "c" (also written "c" at 4:16)
{a :int b :int c :int d :int e :int f :int g :int h :int i :int j :int h :int c :int}
