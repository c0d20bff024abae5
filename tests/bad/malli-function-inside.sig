; as a string
; expect error 4:4 sig-malli: a function schema cannot stand inside a type
;   hint: use :any; functions are no data
{f [:=> [:cat :int] :int]}
