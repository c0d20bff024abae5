; expect error 2:7 sig-unexpected-end: the signature ends where a type, "(" or "->" is expected
user =
other = :int
