; expect error 9:12 sig-default: nil is not a default
;   hint: put ? after the type instead: an optional field may be absent
; expect error 9:30 sig-default: nil is not a default
;   hint: put ? after the type instead: an optional field may be absent
; expect error 9:46 sig-default: nil is not a default
;   hint: put ? after the type instead: an optional field may be absent
; expect error 9:84 sig-default: nil is not a default
;   hint: put ? after the type instead: an optional field may be absent
f(a :int = nil, b :string? = null, c :bool = None) -> {d [:int] = [null], e :any = undefined}
