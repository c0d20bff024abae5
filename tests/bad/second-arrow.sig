; as a string
; expect error 4:9 sig-arrow: a signature has one arrow
;   hint: functions are not data: use :any
-> :int -> :int
