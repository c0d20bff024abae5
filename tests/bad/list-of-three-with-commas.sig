; as a string
; expect error 4:8 sig-list-arity: a list holds exactly one type
;   hint: fixed-size lists are written [:tuple :int, :string, :bool]
[:int, :string, :bool]
