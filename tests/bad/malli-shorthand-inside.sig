; as a string
; expect error 3:7 malli-arity
{tags [:set {id :int}]}
