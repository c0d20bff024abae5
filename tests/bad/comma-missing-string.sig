; as a string
; expect error 4:9 sig-comma: parameters are separated by commas
;   hint: insert "," before "b"
(a :int "b" :string) -> :any
