; expect error 3:3 sig-unexpected-token: a type is made optional by a ? after it
;   hint: write :string?
f(query :optional :string) -> :int
