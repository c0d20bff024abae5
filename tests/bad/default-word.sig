; expect error 25:15 sig-default: the word shipped is not a value
;   hint: write "shipped" for the string, :shipped for the keyword
; expect error 25:34 sig-default: the word True is not a value
;   hint: write true, or "True" for the string
; expect error 25:50 sig-default: the word FALSE is not a value
;   hint: write false, or "FALSE" for the string
; expect error 25:69 sig-default: "'" is not a value
;   hint: strings are written in plain double quotes: "text"
; expect error 25:86 sig-default: "“" is not a value
;   hint: strings are written in plain double quotes: "text"
; expect error 26:18 sig-default: the word x is not a value
;   hint: write "x" for the string, :x for the keyword
; expect error 26:31 sig-default: the word 1e is not a value
;   hint: strings are written in quotes: "1e"
; expect error 26:48 sig-default: ":a/b" is not a value
;   hint: write a value, as in (limit :int = 20, tags [:string] = ["a"])
; expect error 26:63 sig-default: "." is not a value
;   hint: numbers are written as in JSON: 0.5, -3, 1e6
; expect error 26:76 sig-default: "+" is not a value
;   hint: numbers are written as in JSON: 0.5, -3, 1e6
; expect error 26:88 sig-default: "=" is not a value
;   hint: write one =
; expect error 27:15 sig-default: the word two is not a value
;   hint: write "two" for the string, :two for the keyword
f(a :string = shipped, b :bool = True, c :bool = FALSE, d :string = 'x', e :string = “x”) -> :int
g(a [:string] = [x], b :int = 1e, c :keyword = :a/b, d :int = .5, e :int = +5, f :int == 5) -> :int
h(a :string = two words, b :int = 5) -> :int
