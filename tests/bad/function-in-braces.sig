; expect error 3:1 sig-unexpected-token: a signature is written differently here
;   hint: write search(q :string) -> :int
search { q :string } -> :int
