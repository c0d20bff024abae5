; expect error 3:18 sig-arrow: expected an arrow before the result
;   hint: use ->
search(q :string): :int
