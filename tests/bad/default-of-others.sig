; expect error 11:11 sig-default: an element of a list cannot have a default
;   hint: give the list one, after its bracket: name [:int] = [1, 2]
; expect error 11:27 sig-default: the alternatives of a union come before its default
;   hint: write :int|:string = 5
; expect error 11:45 sig-default: a result cannot have a default
;   hint: its fields may have one: {count :int = 0}
; expect error 12:10 sig-default: a type has no default
;   hint: write it where the type is used: name :type = value
; expect error 13:22 sig-default: a type has no default
;   hint: write it where the type is used: name :type = value
f(a [:int = 5], b :int = 5|:string) -> :int = 5
g = :int = 5
h = {a [:int] = [1]} = {}
