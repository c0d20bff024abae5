; as a string
; expect error 4:4 sig-malli
; expect error 4:15 sig-unclosed: "{" opened at 4:1 is never closed
{a [:set :int}
