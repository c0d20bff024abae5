; expect error 3:31 sig-cycle: named types in a circle without an end: m -> m
;   hint: give it an end: write [:maybe :m] or [:vector :m]
m = [:map-of {:min 1} :string :m]
