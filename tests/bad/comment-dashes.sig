; expect error 3:1 sig-comment: this is not how a comment begins
;   hint: comments begin with ; and end with their line
-- what it does
f(n :string) -> :int
