; expect error 10:26 sig-default: the default of "a" does not fit its type: expected 2 items, got 1
; expect error 10:58 sig-default: the default of "b" does not fit its type: k: expected int, got keyword :v
; expect error 10:86 sig-default: the default of "c" does not fit its type: expected int or string, got list
; expect error 10:100 sig-default: the default of "d" does not fit its type: expected <= 2 items, got 3
; expect error 11:12 sig-default: the default of "a" does not fit its type: expected int, got float 5.0
; expect error 11:37 sig-default: the default of "b" does not fit its type: expected one of [:a, 1, 2.5], got "1"
; expect error 11:53 sig-default: the default of "c" does not fit its type: expected 5, got 6
; expect error 11:76 sig-default: the default of "f" does not fit its type: expected int, got string "x"
tags = [:string[1..9]][..2]
i(a [:tuple :int :int] = [1], b [:map-of :string :int] = {"k": :v}, c :int|:string = [], d :tags = ["a", "b", "c"]) -> :int
j(a :int = 5.0, b :enum[:a 1 2.5] = "1", c [:= 5] = 6) -> {d {e [{f :int = "x"}]}}
