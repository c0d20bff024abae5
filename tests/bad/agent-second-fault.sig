; A fault behind the first declaration is shown, also where another file names this one.
; expect error 5:13 sig-unknown-type: unknown type ":datetme"
;   hint: did you mean :datetime?
first() -> :int
second() -> :datetme
