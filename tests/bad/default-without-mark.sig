; expect error 3:3 sig-unexpected-token: a value stands behind a type
;   hint: a default follows =: q :string = "private"
f(q :string? "private") -> :int
