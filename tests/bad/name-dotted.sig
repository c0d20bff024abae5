; as a string
; expect error 4:2 sig-name: "user.name" is not a name
;   hint: a name is letters, digits, _ and -, and begins with a letter or _; write others in quotes: "user.name"
{user.name :string}
