; as a string
; expect error 3:9 sig-unexpected-token: "}" closes nothing
{a :int}}
