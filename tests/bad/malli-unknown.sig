; as a string
; expect error 3:13 malli-unknown
{a [:vector :strng]}
