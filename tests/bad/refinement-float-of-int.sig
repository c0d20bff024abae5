; as a string
; expect error 3:9 sig-refinement: bounds of :int must be integers, not "1.5"
:int[0..1.5]
