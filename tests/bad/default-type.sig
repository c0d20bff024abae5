; expect error 5:3 sig-default: a type follows its name without "="
;   hint: write query :string
; expect error 5:20 sig-default: the type is missing before the default
;   hint: write limit :int = 20
f(query = :string, limit=20) -> :int
