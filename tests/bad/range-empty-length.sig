; as a string
; expect error 3:1 sig-empty-range
:string[10..1]
