; as a string
; expect error 4:12 sig-regex: unknown escape
;   hint: write \\d
:string[~"^\d+$"]
