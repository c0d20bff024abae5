; expect error 3:8 sig-unexpected-token: a type stands before its name
;   hint: name first, then type: query :string
search(string query, int limit) -> :int
