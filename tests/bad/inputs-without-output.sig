; as a string
; expect error 3:12 sig-unexpected-end: the signature ends where a type is expected
(a :int) ->
