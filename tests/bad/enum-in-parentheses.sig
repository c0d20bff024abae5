; expect error 3:3 sig-unexpected-token: this is not how checks and members are written
;   hint: write :enum["a" "b"]
f(kind :enum(a b)) -> :int
