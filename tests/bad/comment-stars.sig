; expect error 3:22 sig-comment: this is not how a comment begins
;   hint: comments begin with ; and end with their line
f(n :string) -> :int /* what it does */
