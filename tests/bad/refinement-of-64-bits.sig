; as a string
; expect error 3:9 sig-refinement: 9223372036854775808 is out of range: integers have 64 bits
:int[0..9223372036854775808]
