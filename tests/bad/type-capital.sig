; expect error 3:5 sig-unknown-type: unknown type ":Integer"
;   hint: use :int
f(q :Integer) -> :int
