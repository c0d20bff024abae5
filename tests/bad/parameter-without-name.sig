; expect error 5:10 sig-unexpected-token: unexpected ",", expected a type
;   hint: write a name and a type: query :string
; expect error 5:16 sig-unexpected-token: unexpected ")", expected a type
;   hint: write a name and a type: query :string
f(:string, :int) -> :int
