; expect error 17:3 sig-default: the type is missing before the default
;   hint: write query :string = "x"
; expect error 17:16 sig-default: the type is missing before the default
;   hint: write n :int = 5
; expect error 17:23 sig-default: the type is missing before the default
;   hint: write x :float = 0.5
; expect error 17:32 sig-default: the type is missing before the default
;   hint: write on :bool = true
; expect error 17:43 sig-default: the type is missing before the default
;   hint: write k :keyword = :fast
; expect error 17:54 sig-default: the type is missing before the default
;   hint: write l [:any] = [1]
; expect error 17:63 sig-default: the type is missing before the default
;   hint: write m :map = {"a": 1}
; expect error 17:81 sig-default: the type is missing before the default
;   hint: write "a b" :int = 1
f(query = "x", n = 5, x = 0.5, on = true, k = :fast, l = [1], m = {"a": 1}) -> {"a b" = 1}
