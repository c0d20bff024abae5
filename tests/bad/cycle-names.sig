; expect error 4:5 sig-cycle: named types in a circle with nothing in between: a -> b -> a
;   hint: say what :a is: a map, a list or a tuple has to come in between
a = :b
b = :a
