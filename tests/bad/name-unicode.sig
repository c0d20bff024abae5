; as a string
; expect error 4:2 sig-name: "é" is not a name
;   hint: a name is letters, digits, _ and -, and begins with a letter or _; write others in quotes: "é"
{é :int}
