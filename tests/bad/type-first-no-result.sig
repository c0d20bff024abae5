; expect error 3:8 sig-unexpected-token: the type comes before the name
;   hint: name first, then type: query :string
search(string query, int limit)
