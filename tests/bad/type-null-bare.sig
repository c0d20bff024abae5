; expect error 3:1 sig-unexpected-token: a signature is written differently here
;   hint: write f(n :string) -> :nil
f(n :string) -> void
