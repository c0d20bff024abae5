; as a string
; expect error 8:9 sig-refinement: this is not a check
;   hint: checks are >0, >=1, <9, <=9, 1..100, 1.., ..100, ~"pattern"; fixed words are written :enum[a b]
; expect error 8:11 sig-refinement: this is not a check
;   hint: a pattern is written ~"..."; fixed words are written :enum[a b]
; expect error 8:15 sig-refinement: this is not a check
;   hint: checks are >0, >=1, <9, <=9, 1..100, 1.., ..100, ~"pattern"; fixed words are written :enum[a b]
:string[a "b" :c]
