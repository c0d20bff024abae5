; expect error 3:21 sig-cycle: named types in a circle without an end: tree -> tree
;   hint: give it an end: write [:left {:optional true} :tree]
tree = [:map [:left :tree] [:right [:maybe :tree]]]
