; as a string
; expect error 4:9 sig-comment: a signature string has no comments
;   hint: comments belong in files; remove it here
{a :int # the id
 b :int}
