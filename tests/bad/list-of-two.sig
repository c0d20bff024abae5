; as a string
; expect error 4:12 sig-list-arity: a list holds exactly one type
;   hint: fixed-size lists are written [:tuple :float :float]
(p [:float :float]) -> :any
