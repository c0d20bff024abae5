; as a string
; expect error 4:4 malli-arity
; expect error 4:15 malli-arity
(a [:set]) -> [:map-of :string]
