; as a string
; expect error 4:4 sig-unexpected-token: ":=" is a word of Malli schemas
;   hint: write it as first in a bracket: [:= 5]
{a := 5}
