; as a string
; expect error 4:1 sig-refinement: this type has no checks in brackets
;   hint: inside Malli limits are properties: {:min 1 :max 10}
[:set :int][1..3]
