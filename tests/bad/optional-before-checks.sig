; as a string
; expect error 4:9 sig-refinement: checks come before the "?"
;   hint: write :int[1..100]?
{a :int?[1..100]}
