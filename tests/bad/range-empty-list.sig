; as a string
; expect error 3:1 sig-empty-range
[:int][3..1]?
