; expect error 3:9 sig-cycle: named types in a circle without an end: list -> list
;   hint: let it end somewhere: write :list? or [:list]
list = [:list][1..]
