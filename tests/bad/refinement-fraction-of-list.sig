; as a string
; expect error 3:8 sig-refinement: numbers of elements must be integers, not "1.5"
[:int][1.5..]
