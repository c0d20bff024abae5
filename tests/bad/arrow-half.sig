; expect error 3:14 sig-arrow: expected an arrow before the result
;   hint: use ->
f(q :string) > :int
