; as a string
; expect error 4:4 sig-unexpected-token: a colon without a word
;   hint: the colon belongs to the type: name :string
{id: string}
