; expect error 3:3 sig-refinement: a list is written in brackets around its type
;   hint: a list of strings is [:string]
f(q :string...) -> :int
