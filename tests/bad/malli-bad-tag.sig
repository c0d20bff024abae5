; as a string
; expect error 5:10 sig-malli
; expect error 5:20 sig-unknown-type: unknown type ":foo"
;   hint: did you mean :bool?
{a [:set #inst], b :foo}
