; expect error 15:10 sig-default: "=" without a default after it
;   hint: write a value, as in (limit :int = 20, tags [:string] = ["a"])
; expect error 15:20 sig-default: "=" without a default after it
;   hint: write a value, as in (limit :int = 20, tags [:string] = ["a"])
; expect error 16:13 sig-default: "=" without a default after it
;   hint: write a value, as in (limit :int = 20, tags [:string] = ["a"])
; expect error 17:13 sig-default: "=" without a default after it
;   hint: write a value, as in (limit :int = 20, tags [:string] = ["a"])
; expect error 18:14 sig-default: a field has one default
;   hint: remove this one
; expect error 18:29 sig-optional-mark: a field with a default is already optional
;   hint: remove the "?"
; expect error 18:42 sig-default: checks come before the default
;   hint: write :int[1..100] = 20
f(a :int =, b :int =) -> :int
g = {a :int = , b :int}
h = {a :int =}
i(a :int = 5 = 6, b :int = 7?, c :int = 8[1..9]) -> :int
