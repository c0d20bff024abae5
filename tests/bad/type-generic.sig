; expect error 3:1 sig-unexpected-token: a signature is written differently here
;   hint: write f(n [:string]) -> :int
f(n :list<string>) -> :int
