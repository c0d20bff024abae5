; expect warning 9:5 sig-description: no parameter or field is called c
;   hint: nested fields are written user.name; fields of a named type are described where it is declared
; expect warning 10:5 sig-description: no parameter or field is called a.b
;   hint: nested fields are written user.name; fields of a named type are described where it is declared
f(a :int) -> {b :int}
  Does things.
  - a: fine
  - b: fine
  - c: nobody
  - a.b: nobody
  - just a bullet
