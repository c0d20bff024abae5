; expect error 4:10 sig-cycle: named types in a circle with nothing in between: a -> b -> a
;   hint: an alternative that is the type itself adds nothing: leave :a out
a = :string|:b
b = [:a]|:a
