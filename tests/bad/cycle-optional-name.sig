; expect error 3:8 sig-cycle: named types in a circle with nothing in between: self -> self
;   hint: say what :self is: a map, a list or a tuple has to come in between
self = :self?
