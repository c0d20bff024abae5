; as a string
; expect warning 3:17 sig-dup-alternative
{a :string|:int|:string}
