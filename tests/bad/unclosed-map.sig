; as a string
; expect error 3:20 sig-unclosed: "{" opened at 3:1 is never closed
{a :int, b {c :int}
