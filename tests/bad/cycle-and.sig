; expect error 3:19 sig-cycle: named types in a circle with nothing in between: both -> both
;   hint: say what :both is: a map, a list or a tuple has to come in between
both = [:and :map :both]
