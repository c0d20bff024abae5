; expect error 3:4 sig-unexpected-token: unexpected ")", expected a type
;   hint: write a name and a type: query :string
f(q) -> :int
