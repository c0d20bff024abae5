; as a string
; expect error 3:11 sig-refinement: 1e400 is larger than any float
:float[0..1e400]
