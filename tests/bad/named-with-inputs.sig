; expect error 3:8 sig-unexpected-token: a named type cannot have inputs
;   hint: a contract is written name(params) -> T
user = (a :int) -> :int
