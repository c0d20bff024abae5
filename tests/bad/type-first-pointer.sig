; expect error 3:3 sig-unexpected-token: a type stands before its name
;   hint: name first, then type: query :string
f(const char *query) -> :int
