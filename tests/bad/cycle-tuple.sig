; expect error 3:13 sig-cycle: named types in a circle without an end: t -> t
;   hint: let it end somewhere: write [:maybe :t] or [:vector :t]
t = [:tuple :t :t]
