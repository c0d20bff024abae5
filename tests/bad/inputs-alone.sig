; as a string
; expect error 3:3 sig-unexpected-end: the signature ends where "->" is expected
()
