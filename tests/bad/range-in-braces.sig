; expect error 3:3 sig-unexpected-token: this is not how checks and members are written
;   hint: write :int[1..10]
f(n :int{1..10}) -> :int
