; as a string
; expect error 15:4 sig-unknown-type: unknown type ":x1"
; expect error 15:11 sig-empty-list: a list needs the type of its elements
;   hint: use [:any]
; expect error 15:22 sig-optional-mark: "?" comes directly after a type
;   hint: write :int?
; expect error 15:27 sig-enum: an enum needs its members
;   hint: write :enum[small large]
; expect error 15:38 sig-unexpected-token: unexpected "5", expected a type
; expect error 15:53 sig-refinement: this is not a check
;   hint: checks are >0, >=1, <9, <=9, 1..100, 1.., ..100, ~"pattern"; fixed words are written :enum[a b]
; expect error 15:65 sig-list-arity: a list holds exactly one type
;   hint: fixed-size lists are written [:tuple :int :int]
; expect error 15:84 sig-regex
{a :x1, b [], c :int ?, d :enum[], e 5, f :int[5..3 x], g [:int :int], h :string[~"("]}
