; expect error 15:12 sig-default: the default of "a" does not fit its type: expected int, got string "20"
; expect error 15:35 sig-default: the default of "b" does not fit its type: expected 1..100, got 200
; expect error 15:59 sig-default: the default of "c" does not fit its type: expected string matching "^a", got "b"
; expect error 15:79 sig-default: the default of "d" does not fit its type: expected one of ["x", "y"], got "z"
; expect error 16:14 sig-default: the default of "a" does not fit its type: expected float, got bool true
; expect error 16:33 sig-default: the default of "b" does not fit its type: expected keyword, got string "a b"
; expect error 16:52 sig-default: the default of "c" does not fit its type: expected string, got keyword :word
; expect error 16:73 sig-default: the default of "d" does not fit its type: expected datetime as 2026-01-02T09:00:00Z (RFC 3339 with offset), got string "today"
; expect error 16:92 sig-default: the default of "e" does not fit its type: expected bool, got int 1
; expect error 17:14 sig-default: the default of "a" does not fit its type: [1]: expected int, got string "2"
; expect error 17:47 sig-default: the default of "b" does not fit its type: y: expected float, got string "z"
; expect error 17:80 sig-default: the default of "c" does not fit its type: x: missing required field, expected int
; expect error 17:100 sig-default: the default of "d" does not fit its type: expected set, got int 5
tags = [:string[1..9]][..2]
f(a :int = "20", b :int[1..100] = 200, c :string[~"^a"] = "b", d :enum[x y] = "z") -> :int
g(a :float = true, b :keyword = "a b", c :string = :word, d :datetime = "today", e :bool = 1) -> :int
h(a [:int] = [1, "2"], b {x :int, y :float} = {"x": 1, "y": "z"}, c {x :int} = {}, d [:set :int] = 5) -> :int
