; as a string
; expect error 3:21 sig-regex
:string[~"\u00e4\\d[z-a]"]
