; as a string
; expect warning 3:9 sig-any-in-union
:string|:any
