; as a string
; expect error 3:9 sig-refinement: lengths cannot be negative
:string[-1..5]
