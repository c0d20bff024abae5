; expect error 3:8 sig-unexpected-token: the parameters are in braces
;   hint: write search(q :string) -> :int
search({q :string}) -> :int
