; as a string
; expect error 4:11 sig-enum: "a" appears twice in the enum
; expect error 4:24 sig-enum: 1 appears twice in the enum
:enum[a b "a" :a 1 1.0 1]
