; expect error 3:8 sig-unexpected-token: the parameters stand in braces
;   hint: write search(q :string) -> :int
search({q :string}) -> :int
