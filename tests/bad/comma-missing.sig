; as a string
; expect error 4:16 sig-comma: parameters are separated by commas
;   hint: insert "," before "limit"
(query :string limit :int) -> :any
