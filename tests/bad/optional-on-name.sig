; as a string
; expect error 4:2 sig-name: "a?" is not a name
;   hint: put ? after the type
{a? :int, b :string}
