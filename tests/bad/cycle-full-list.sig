; expect error 3:9 sig-cycle: named types in a circle without an end: list -> list
;   hint: give it an end: write :list? or [:list]
list = [:list][1..]
