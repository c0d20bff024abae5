; expect error 3:1 sig-unexpected-token: a signature is written differently here
;   hint: write f(q :string) -> :int
f(q :string) returns :int
