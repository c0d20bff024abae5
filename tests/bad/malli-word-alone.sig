; as a string
; expect error 4:4 sig-unexpected-token: ":=" is a word of Malli schemas
;   hint: a default is written with = alone; [:= 5] means exactly 5
{a := 5}
