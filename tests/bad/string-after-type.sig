; as a string
; expect error 3:7 sig-unexpected-token: unexpected "x", expected "," or "]"
[:int "x"]
