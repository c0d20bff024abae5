; as a string
; expect error 4:1 sig-enum: an enum needs its members
;   hint: write :enum[small large]
:enum[]
