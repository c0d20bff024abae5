; expect error 5:12 sig-cycle: named types in a circle: a -> b -> c -> a
;   hint: recursion is written in Malli: [:schema {:registry {...}} [:ref ...]]
a = {b :b}
b = [:c]
c = {again :a?}
user(x :a) -> :any
