; as a string
; expect error 7:10 sig-encoding
; expect error 7:15 sig-unexpected-token: a colon without a word
;   hint: the colon belongs to the type: name :string
; expect error 7:16 sig-encoding
; expect error 7:19 sig-unclosed: "{" opened at 7:1 is never closed
{a :int, ÿþ b :Ã(}
