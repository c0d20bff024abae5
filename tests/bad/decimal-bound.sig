; a bound that would not be the one that is written
; expect error 6:18 sig-refinement: 0.12345678901234567890 has more digits than a bound of :decimal can hold
;   hint: 15 digits are always kept
; expect error 7:20 sig-refinement: 12345678901234567890123 has more digits than a bound of :decimal can hold
;   hint: 15 digits are always kept
f(total :decimal[0.12345678901234567890..1], ok :decimal[0.10..100000000000000000000.0]) -> :any
g(total :decimal[..12345678901234567890123]) -> :any
