; expect error 3:3 sig-unexpected-token: found a value after a type
;   hint: a default follows =: q :string = "private"
f(q :string? "private") -> :int
