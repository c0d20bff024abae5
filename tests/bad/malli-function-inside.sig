; as a string
; expect error 4:4 sig-malli: a function schema cannot be inside a type
;   hint: use :any; functions are not data
{f [:=> [:cat :int] :int]}
