; expect error 3:3 sig-unexpected-token: a type stands before its name
;   hint: name first, then type: tags [:string]
f(List<String> tags) -> :int
