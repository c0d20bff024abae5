; as a string
; expect error 4:7 sig-enum: an enum has members, not checks
;   hint: write :int[1..100], :string[~"^a"] and the like without enum
:enum[1..5]
