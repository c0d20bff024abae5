; a day with a word that people try
; expect error 4:1 sig-unknown-type: unknown type ":day"
;   hint: use :date
:day
