; expect error 3:3 sig-unexpected-token: the type comes before the name
;   hint: name first, then type: tags [:string]
f(List<String> tags) -> :int
