; expect error 3:13 sig-cycle: named types in a circle without an end: t -> t
;   hint: give it an end: write [:maybe :t] or [:vector :t]
t = [:tuple :t :t]
